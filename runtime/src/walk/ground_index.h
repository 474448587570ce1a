#pragma once
// Finding places on the ground: the surface above or below a point, the cell around it, the nearest obstacle, the
// nearest place with room.

#include <navnet/net/ground.h>

#include "plan_grid.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNone = 0xFFFFFFFF;

/// A point in a cell. Cells are named by the bend at which they begin.
struct CellPoint {
  Vec2 p;
  uint32_t cell = kNone;
  double height = 0;
  uint32_t layer = 0;
  double clearance_m = 0;
  Vec2 obstacle;      ///< The nearest obstacle point.
  bool left = false;  ///< Which side of the axis it is on, as seen along the edge.
};

/// Tables over a ground. Immutable; refers to the view's arrays.
class GroundIndex {
 public:
  explicit GroundIndex(const GroundView& ground);

  const GroundView& ground() const { return ground_; }
  const PlanBox& bounds() const { return cells_.bounds(); }
  uint32_t EdgeOf(uint32_t cell) const { return edge_of_[cell]; }
  bool IsCell(uint32_t bend) const { return edge_of_[bend] != kNone; }

  /// The patch that holds a point with its height nearest to `height` and at most `reach` from it, or kNone. Where
  /// patches leave a gap, the nearest one counts if it is within kPatchSlack_m.
  uint32_t PatchAt(Vec2 p, double height, double reach) const;
  static constexpr double kPatchSlack_m = 0.1;
  /// The patch of a layer that holds a point, or else the nearest within kPatchSlack_m, or kNone.
  uint32_t PatchIn(uint32_t layer, Vec2 p) const;

  /// The place on the surface above or below a point, at most Ground::height_m away.
  std::optional<CellPoint> Locate(Vec2 p, double height) const;
  /// The cell of a place whose layer is known.
  std::optional<CellPoint> LocateIn(uint32_t layer, Vec2 p, double height) const;

  /// The place of the axis that a point moves to away from its nearest obstacle.
  Vec2 Retract(const CellPoint& place) const;

  /// The point nearest to `p` at which the cell has a clearance, to a few parts in a thousand of it round corners.
  std::optional<Vec2> NearestInCell(uint32_t cell, double clearance_m, Vec2 p) const;
  /// The same over all cells, at most `within` away, with a surface at most Ground::height_m above or below.
  std::optional<CellPoint> Nearest(Vec2 p, double height, double clearance_m, double within) const;

  /// The patch and point that belong to three numbers in [0, 1): uniform over the patches' area. Requires: some patch.
  CellPoint PointAt(double share, double u, double v) const;

 private:
  bool IsInLayer(uint32_t cell, uint32_t layer) const;

  GroundView ground_;
  double reach_m_;
  PlanGrid cells_, patches_;
  std::vector<uint32_t> cell_at_;  ///< By item of `cells_`.
  std::vector<uint32_t> edge_of_;  ///< By bend; kNone for the last of each edge.
  std::vector<double> area_before_;
};

}  // namespace navnet
