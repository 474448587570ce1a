#pragma once
// Finding places on the ground: the surface above or below a point, the cell around it, the nearest obstacle, the
// nearest place with room.

#include <navnet/net/ground.h>

#include "walk/walk_grid.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNone = 0xFFFFFFFF;
/// Patches surely cover the ground but for this far from its walls, in metres: the rounding of contours, and a trifle.
/// Nearer to a wall a line could get the height of what lies beyond.
inline constexpr double kPatchEdge_m = 1e-3;

/// A point in a cell. Cells are named by the bend at which they begin.
struct CellPoint {
  Vec2 p;
  uint32_t patch = kNone;  ///< The one it lies on, or nearly.
  double height = 0;
  uint32_t cell = kNone;
  double clearance_m = 0;
  Vec2 obstacle;      ///< The nearest obstacle point.
  bool left = false;  ///< Which side of the axis it is on, as seen along the edge.
};

/// Tables over a ground. Immutable; refers to the view's arrays.
class GroundIndex {
 public:
  explicit GroundIndex(const GroundView& ground);

  const GroundView& ground() const { return ground_; }
  const WalkBox& bounds() const { return cells_.bounds(); }
  uint32_t EdgeOf(uint32_t cell) const { return edge_of_[cell]; }
  bool IsCell(uint32_t bend) const { return edge_of_[bend] != kNone; }

  /// The patch of a layer that holds a point, or else the nearest within kPatchSlack_m, or kNone.
  uint32_t PatchIn(uint32_t layer, Vec2 p) const;
  /// Widest gap between two patches of one surface, in metres. Rounding leaves gaps of less than a millimetre in worlds
  /// up to 13 km.
  static constexpr double kPatchSlack_m = 0.1;

  /// The patch that the straight way from `a`, on a patch, to `b` ends on: from each to the one beside it that is at
  /// most a step higher or lower there. Calls `visit(place, from, to)` where it changes from patch to patch. Where the
  /// surface ends, it goes on in the last patch's plane. Ends on any ground: a line enters a convex patch once, but for
  /// rounding, so it changes at most twice for each patch; a gap costs at most some hundred look-ups, and a hundred
  /// more each time it is three times as long.
  template <class Visit>
  uint32_t Follow(uint32_t patch, Vec2 a, Vec2 b, const Visit& visit) const;

  /// Whether two patches that meet at a point are at most a step apart there.
  bool IsStep(uint32_t from, uint32_t to, Vec2 p) const;

  /// A patch at most kPatchEdge_m beside a point that is at most a step from both of two others there; or kNone.
  uint32_t PatchBetween(uint32_t from, uint32_t to, Vec2 p) const;

  /// The patch of a point in one of the consecutive cells `first` to `last`, or at most kPatchEdge_m beside them: the
  /// one that the surface goes on in from the cell's axis. So it does not depend on what lies behind a wall. kNone if
  /// no cell holds the point.
  uint32_t PatchFromAxis(uint32_t first, uint32_t last, Vec2 p) const;

  // Places are found such that patch and cell belong to one surface: it runs on from the patch to the cell's axis with
  // no step too high. So position, height, layer and clearance of a place belong together.

  /// The place on the surface above or below a point that is nearest to it, at most Ground::height_m away.
  std::optional<CellPoint> Locate(Vec2 p, double height) const;
  /// The place of a point on a patch, if the patch is walkable ground there. Requires: the patch holds the point.
  std::optional<CellPoint> LocateOn(uint32_t patch, Vec2 p) const;
  /// The place of a point in a cell, on the patch that goes on from the axis to it.
  CellPoint PlaceIn(uint32_t cell, Vec2 p) const;

  /// The place of the axis that a point moves to away from its nearest obstacle.
  Vec2 Retract(const CellPoint& place) const;

  /// The point nearest to `p` at which the cell has a clearance, to a few parts in a thousand of it round corners.
  std::optional<Vec2> NearestInCell(uint32_t cell, double clearance_m, Vec2 p) const;
  /// The same over all cells, at most `within` away, with a surface at most Ground::height_m above or below.
  std::optional<CellPoint> Nearest(Vec2 p, double height, double clearance_m, double within) const;

  /// The place that belongs to three numbers in [0, 1): uniform over the patches' area. Nothing if it is in no cell.
  /// Requires: some patch.
  std::optional<CellPoint> PlaceAt(double share, double u, double v) const;

 private:
  static constexpr double kAhead_m = 1e-6;  ///< How far behind a border the next patch is looked for.
  /// Where patches leave a gap, the next one is looked for in steps: the first is as long as corners are rounded, each
  /// further one half as long as the gap so far, up to this many metres or, in longer gaps, this share of them.
  static constexpr double kGapStep_m = 0.02, kGapShare = 0.01;

  /// Where a line leaves a patch: at this share of its length and through the side at this corner. Share 2 if nowhere.
  struct Exit {
    double share = 2;
    uint32_t corner = kNone;
  };
  void FindAxisPatches();
  Exit ExitFrom(uint32_t patch, Vec2 a, Vec2 b) const;
  /// Where a line that meets a patch enters it, as a share of its length; 0 if it begins inside.
  double EntryTo(uint32_t patch, Vec2 a, Vec2 b) const;
  uint32_t PatchAt(Vec2 p, double height) const;
  uint32_t PatchOnFrom(uint32_t patch, Vec2 p) const;
  uint32_t PatchBehind(uint32_t patch, uint32_t corner, Vec2 p) const;
  double DepthIn(uint32_t cell, Vec2 p, double slack) const;
  template <class Visit>
  void EachCellAt(Vec2 p, const Visit& visit) const;
  bool IsOn(uint32_t cell, uint32_t patch, Vec2 p) const;
  CellPoint InCell(uint32_t cell, uint32_t patch, Vec2 p) const;

  GroundView ground_;
  double reach_m_;     ///< In height: how far from a point its place may be.
  double rounding_m_;  ///< Corners of patches lie at most this far off, on the plan.
  WalkGrid cells_, patches_;
  std::vector<uint32_t> cell_at_;     ///< By item of `cells_`.
  std::vector<uint32_t> edge_of_;     ///< By bend; kNone for the last of each edge.
  std::vector<uint32_t> axis_patch_;  ///< By bend: the patch of the surface there, or kNone.
  std::vector<double> area_before_;   ///< By patch, and one more: of all before it.
  std::vector<uint32_t> beside_;      ///< By corner: the patch beside the middle of the side there, or kNone.
};

template <class Visit>
uint32_t GroundIndex::Follow(uint32_t patch, Vec2 a, Vec2 b, const Visit& visit) const {
  const double length = Length(b - a);
  size_t changes_left = 2 * ground_.patches.size();
  double at = 0, gap_from = 0;
  bool is_in_gap = false;
  while (length > 0) {
    const Exit way_out = ExitFrom(patch, a, b);
    const double exit = std::max(at, way_out.share), ahead = exit + kAhead_m / length;
    if (!(ahead < 1)) break;
    const Vec2 p = a + ahead * (b - a);
    const uint32_t next = PatchBehind(patch, way_out.corner, p);
    if (next == patch || next == kNone) {
      if (!is_in_gap) gap_from = exit;
      is_in_gap = true;
      const double gap = exit - gap_from, longest = std::max(kGapStep_m / length, kGapShare * gap);
      at = exit + std::min(std::max(rounding_m_ / length, gap / 2), longest);
      continue;
    }
    if (changes_left-- == 0) break;
    double border = exit;
    if (is_in_gap) {
      // A line that runs along the next patch without entering it has done so from the beginning of the gap.
      const double entry = EntryTo(next, a, b);
      border = entry <= exit ? std::max(entry, gap_from) : gap_from;
    }
    is_in_gap = false;
    visit(a + border * (b - a), patch, next);
    patch = next;
    at = ahead;
  }
  return patch;
}

}  // namespace navnet
