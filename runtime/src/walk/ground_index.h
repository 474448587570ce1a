// SPDX-License-Identifier: Apache-2.0
#pragma once
// Point location on the ground: the surface above or below a point, the cell around it, the nearest obstacle, the
// nearest point with a given clearance.

#include <navnet/net/ground.h>

#include "walk/cell_planes.h"
#include "walk/walk_grid.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNone = 0xFFFFFFFF;
/// Patches are certain to cover the ground except within this distance of walls, in metres: more than the rounding of
/// contours. Nearer to a wall, a lookup may return the height of the surface behind it.
inline constexpr double kPatchEdge_m = 1e-3;

/// A point in a cell. A cell is identified by the index of the bend at which it begins.
struct CellPoint {
  Vec2 p;
  uint32_t patch = kNone;  ///< The patch it lies on, or the nearest across a rounding gap.
  double height = 0;
  uint32_t cell = kNone;
  double clearance_m = 0;
  Vec2 obstacle;      ///< The nearest obstacle point.
  bool left = false;  ///< Which side of the axis it is on, as seen along the edge.
};

/// Consecutive cells of an edge, both included.
struct CellRange {
  uint32_t first, last;
};

/// The cells of the edge of `spoke` whose axis begins in the free disk around `vertex`, where the spoke leaves. The
/// disk lies in the cells of all its spokes.
CellRange CellsAround(const GroundView& ground, const GroundVertex& vertex, GroundSpoke spoke);

/// Lookup tables for a ground. Immutable; refers to the arrays of the view, which must outlive it.
class GroundIndex {
 public:
  explicit GroundIndex(const GroundView& ground);

  const GroundView& ground() const { return ground_; }
  const WalkBox& bounds() const { return cells_.bounds(); }
  uint32_t EdgeOf(uint32_t cell) const { return edge_of_[cell]; }
  bool IsCell(uint32_t bend) const { return edge_of_[bend] != kNone; }
  /// The patch that the axis lies on at a bend; kNone if there is none.
  uint32_t AxisPatch(uint32_t bend) const { return axis_patch_[bend]; }
  /// The patch across the middle of the side that begins at a corner of a patch; kNone if there is none.
  uint32_t Beside(uint32_t corner) const { return beside_[corner]; }
  const CellPlanes& planes() const { return planes_; }
  /// Largest rounding error of patch corners on the plan, in metres.
  double rounding_m() const { return rounding_m_; }

  /// Calls `visit(patch)` for the patches that meet a box, and some near it, perhaps more than once, as long as it
  /// returns true.
  template <class Visit>
  void EachPatchIn(const WalkBox& box, const Visit& visit) const {
    patches_.EachIn(box, visit);
  }

  /// The patch of `layer` that contains `p`; if none does, the nearest within kPatchSlack_m; else kNone.
  uint32_t PatchIn(uint32_t layer, Vec2 p) const;
  /// Widest gap between two patches of one surface that lookups bridge, in metres. Rounding leaves gaps of less than a
  /// millimetre in worlds up to 13 km.
  static constexpr double kPatchSlack_m = 0.1;

  /// Follows the surface along the segment from `a`, on `patch`, to `b`, and returns the patch it ends on. Moves from
  /// each patch to the adjacent one that is at most a step higher or lower there, and calls `visit(point, from, to)` at
  /// each change. Where the surface ends, it continues in the plane of the last patch. Terminates on any ground: apart
  /// from rounding a segment enters a convex patch once, so there are at most two changes per patch; a gap costs at
  /// most some hundred lookups, and a hundred more each time its length triples.
  template <class Visit>
  uint32_t Follow(uint32_t patch, Vec2 a, Vec2 b, const Visit& visit) const;

  /// Whether the heights of two patches at `p` differ by at most a step.
  bool IsStep(uint32_t from, uint32_t to, Vec2 p) const;

  /// The patch at `p` in which the surface of `from` continues: at most a step higher or lower, and the nearest in
  /// height. In a gap between patches, the nearest one within kPatchSlack_m. kNone if there is none.
  uint32_t PatchOnFrom(uint32_t from, Vec2 p) const;

  /// The patch below `p`, a point of the surface in the plane of the patch `plane`. If there is none, `plane`.
  uint32_t PatchBelow(uint32_t plane, Vec2 p) const;

  /// A patch within kPatchEdge_m of `p` that is at most a step from both `from` and `to` there; kNone if there is none.
  uint32_t PatchBetween(uint32_t from, uint32_t to, Vec2 p) const;

  /// The patch of a point in one of the consecutive cells `first` to `last`, or within kPatchEdge_m of them, found by
  /// following the surface from the axis of the cell. So the result does not depend on what lies behind a wall. kNone
  /// if no cell contains the point.
  uint32_t PatchFromAxis(uint32_t first, uint32_t last, Vec2 p) const;

  // Every CellPoint returned below has a patch and a cell of one surface: the surface leads from the patch to the axis
  // of the cell without too high a step. So position, height, layer and clearance are consistent.

  /// The point on the surface above or below `p` that is nearest in height to `height`, within the larger of
  /// Ground::height_m and Ground::step_m.
  std::optional<CellPoint> Locate(Vec2 p, double height) const;
  /// The same, faster, if a flat cell (CellPlanes) contains `p` within a centimetre of `height`; otherwise nothing. Its
  /// `patch` is one in whose plane the point lies: PatchBelow gives the patch below it.
  std::optional<CellPoint> LocateInPlane(Vec2 p, double height) const;
  /// The cell point of `p` on `patch`; nothing if that is not walkable ground. Requires: the patch contains `p`.
  std::optional<CellPoint> LocateOn(uint32_t patch, Vec2 p) const;
  /// The cell point of `p` in `cell`, on the patch reached by following the surface from the axis.
  CellPoint PlaceIn(uint32_t cell, Vec2 p) const;

  /// The point of the medial axis reached from `place` by moving straight away from its nearest obstacle.
  Vec2 Retract(const CellPoint& place) const;

  /// The point of `cell` nearest to `p` with the given clearance. Round corners it is accurate to a few thousandths of
  /// the clearance.
  std::optional<Vec2> NearestInCell(uint32_t cell, double clearance_m, Vec2 p) const;
  /// The same over all cells within `within` metres of `p`, where the surface is within the larger of Ground::height_m
  /// and Ground::step_m of `height`.
  std::optional<CellPoint> Nearest(Vec2 p, double height, double clearance_m, double within) const;

  /// Maps three numbers in [0, 1) to a point, uniformly over the area of the patches. Nothing if the point is in no
  /// cell. Requires: the ground has a patch.
  std::optional<CellPoint> PlaceAt(double share, double u, double v) const;

 private:
  static constexpr double kAhead_m = 1e-6;  ///< Distance beyond a border at which the next patch is looked up.
  /// Step lengths of the search for the next patch across a gap: the first step is the rounding of corners, each
  /// further one half the gap so far, up to kGapStep_m metres or, in long gaps, kGapShare of the gap. Larger values
  /// need fewer lookups but may skip narrow patches.
  static constexpr double kGapStep_m = 0.02, kGapShare = 0.01;

  /// Where a segment leaves a patch: the fraction of its length, and the corner at which the side crossed begins. A
  /// fraction of 2 means that it never leaves.
  struct Exit {
    double share = 2;
    uint32_t corner = kNone;
  };
  void FindAxisPatches();
  Exit ExitFrom(uint32_t patch, Vec2 a, Vec2 d) const { return PassTo(patch, a, d, 0).exit; }
  /// A patch on the way along a segment from `a` by `d`: whether the patch contains the point at the fraction `share`
  /// of the segment, and where the segment leaves it.
  struct Pass {
    Exit exit;
    bool is_inside;
  };
  Pass PassTo(uint32_t patch, Vec2 a, Vec2 d, double share) const;
  /// Where a segment that meets the patch enters it, as a fraction of its length; 0 if it begins inside.
  double EntryTo(uint32_t patch, Vec2 a, Vec2 b) const;
  uint32_t PatchAt(Vec2 p, double height) const;
  uint32_t PatchBehind(uint32_t patch, uint32_t corner, Vec2 p) const;
  double DepthIn(uint32_t cell, Vec2 p, double slack) const;
  bool MeetsCell(uint32_t cell, const WalkBox& area) const;
  bool IsIn(uint32_t cell, Vec2 p) const;
  template <class Visit>
  void EachCellAt(Vec2 p, const Visit& visit) const;
  bool IsOn(uint32_t cell, uint32_t patch, Vec2 p) const;
  CellPoint InCell(uint32_t cell, uint32_t patch, Vec2 p) const;

  GroundView ground_;
  double reach_m_;  ///< Largest difference in height between a point and its location.
  double rounding_m_;
  WalkGrid cells_, patches_;
  std::vector<uint32_t> cell_at_;     ///< By item of `cells_`.
  std::vector<uint32_t> edge_of_;     ///< By bend; kNone for the last of each edge.
  std::vector<uint32_t> axis_patch_;  ///< By bend: the patch that the axis lies on there, or kNone.
  std::vector<double> area_before_;   ///< By patch, plus one: total area of all patches before it.
  CellPlanes planes_;
  std::vector<uint32_t> beside_;  ///< By corner: the patch across the middle of the side that begins there, or kNone.
};

inline GroundIndex::Pass GroundIndex::PassTo(uint32_t patch, Vec2 a, Vec2 d, double share) const {
  const GroundPatch& at = ground_.patches[patch];
  const Vec2* const corners = &ground_.corners[at.first_corner];
  // The fraction as a quotient, so that there is one division.
  double over = 2, under = 1;
  Pass pass{{}, true};
  Vec2 from = corners[at.corner_count - 1];
  uint32_t corner = at.first_corner + at.corner_count - 1;
  for (uint32_t i = 0; i < at.corner_count; ++i) {
    const Vec2 to = corners[i], side = to - from;
    const double sinking = Cross(d, side), height = Cross(side, a - from);
    pass.is_inside &= height >= share * sinking;
    // Without branches, which would be mispredicted.
    const bool is_nearer = (sinking > 0) & (height * under < over * sinking);
    over = is_nearer ? height : over;
    under = is_nearer ? sinking : under;
    pass.exit.corner = is_nearer ? corner : pass.exit.corner;
    from = to;
    corner = at.first_corner + i;
  }
  pass.exit.share = over / under;
  return pass;
}

template <class Visit>
uint32_t GroundIndex::Follow(uint32_t patch, Vec2 a, Vec2 b, const Visit& visit) const {
  const Vec2 d = b - a;
  const double length = Length(d);
  if (!(length > 0)) return patch;
  const double step_ahead = kAhead_m / length;
  size_t changes_left = 2 * ground_.patches.size();
  double at = 0, gap_from = 0;
  bool is_in_gap = false;
  Exit way_out = ExitFrom(patch, a, d);
  while (true) {
    const double exit = std::max(at, way_out.share), ahead = exit + step_ahead;
    if (!(ahead < 1)) break;
    const Vec2 p = a + ahead * d;
    uint32_t next = way_out.corner == kNone ? kNone : beside_[way_out.corner];
    Pass pass;
    if (next != kNone) pass = PassTo(next, a, d, ahead);
    if (next == kNone || !pass.is_inside || !IsStep(patch, next, p)) {
      next = PatchBehind(patch, way_out.corner, p);
      if (next == patch || next == kNone) {
        if (!is_in_gap) gap_from = exit;
        is_in_gap = true;
        const double gap = exit - gap_from, longest = std::max(kGapStep_m / length, kGapShare * gap);
        at = exit + std::min(std::max(rounding_m_ / length, gap / 2), longest);
        continue;
      }
      pass.exit = ExitFrom(next, a, d);
    }
    if (changes_left-- == 0) break;
    double border = exit;
    if (is_in_gap) {
      // A segment that runs along the next patch without entering it has done so since the gap began.
      const double entry = EntryTo(next, a, b);
      border = entry <= exit ? std::max(entry, gap_from) : gap_from;
    }
    is_in_gap = false;
    visit(a + border * d, patch, next);
    patch = next;
    at = ahead;
    way_out = pass.exit;
  }
  return patch;
}

}  // namespace navnet
