#pragma once
// What straight pieces of a walk cost: their length, times the factors of the regions they pass through.

#include <navnet/runtime/costs.h>

#include "walk/region.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// A cost region seen from above. Half open on every axis: of boxes that share a face, one holds it.
struct PlanRegion {
  Vec2 lo, hi;
  double bottom = 0, top = 0;
  double factor = 1;

  bool IsForbidden() const { return factor == std::numeric_limits<double>::infinity(); }
  bool HasHeight(double height) const { return height >= bottom && height < top; }
};

/// Borders lie this far outside their regions, in metres, so that a walk along one is not in the region.
inline constexpr double kBorderOffset_m = 1e-6;

/// Where a region ends, straight and seen from above: a side of its box, or where a slope leaves its heights.
struct CostBorder {
  Vec2 a, b;
  uint32_t region = 0;
  uint32_t patch = kNone;  ///< The slope; kNone for a side of the box.
};

/// The regions of one query at a time; memory is reused by the next.
class CostField {
 public:
  /// Requires: regions that Validate(WalkQuery) takes; the index outlives the field. `one_plane`: all patches lie in
  /// one plane. Costs a look at each patch for each region, unless the ground is flat.
  void Begin(std::span<const CostRegion> regions, const GroundIndex& index, UpAxis up, bool one_plane);

  std::span<const PlanRegion> regions() const { return regions_; }
  /// The four sides of each region, counter-clockwise, and then the rest.
  std::span<const CostBorder> borders() const { return borders_; }
  const GroundIndex& index() const { return *index_; }

  /// Pieces may come so near to walls that the surface cannot be followed along them: the patches of their ends are
  /// then found from the axes of the free space's regions, whose portals these are. Null: pieces keep off walls.
  /// Requires: the portals outlive the walk.
  void SetAtWalls(const WalkPortals* portals) { portals_at_walls_ = one_plane_ ? nullptr : portals; }
  bool is_at_walls() const { return portals_at_walls_ != nullptr; }

  /// Of a straight piece that begins on a patch and stays on the surface; infinite if it enters what is forbidden.
  /// At walls it ends on `last_patch`, and is followed from the end from where it gets to the other. Costs a look at
  /// each region, and a look-up a patch crossed if regions are near.
  double Cost(Vec2 a, Vec2 b, uint32_t patch, uint32_t last_patch);
  /// The patch on which such a piece ends. `region`: of the free space, in which it ends.
  uint32_t PatchAfter(Vec2 a, Vec2 b, uint32_t patch, const WalkRegion& region) const;
  /// At walls the patch of a point in a region of the free space; kNone if it is not known, and away from walls.
  uint32_t PatchIn(const WalkRegion& region, Vec2 p) const;

  /// Whether a point lies inside a forbidden region, its border not included.
  bool IsForbidden(Vec2 p, double height) const;
  /// The place itself unless it is forbidden; else the nearest point of a border that is not and has room for an agent,
  /// at most `within_m` away.
  std::optional<CellPoint> NearestAllowed(const CellPoint& place, double radius_m, double within_m) const;

 private:
  struct Stretch {
    double from, to;  ///< Parts of the piece.
    double factor;
  };
  void AddContours(uint32_t region, const GroundPatch& patch, uint32_t patch_number);
  void AddStretches(Vec2 a, Vec2 b, const GroundPatch& patch, double from, double to);
  uint32_t FollowStretches(Vec2 a, Vec2 b, uint32_t patch);
  double CostOfStretches(double length);
  double WeightedShare();

  std::vector<PlanRegion> regions_;
  std::vector<CostBorder> borders_;
  const GroundIndex* index_ = nullptr;
  bool one_plane_ = false;
  const WalkPortals* portals_at_walls_ = nullptr;
  std::vector<uint32_t> near_;  ///< Regions about the piece at hand.
  std::vector<Stretch> stretches_;
  std::vector<double> stops_;
};

}  // namespace navnet
