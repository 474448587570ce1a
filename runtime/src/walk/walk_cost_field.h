// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cost of straight segments of a walk: their length times the factors of the cost regions they pass through.

#include <navnet/runtime/query.h>

#include "walk/walk_polygon.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// A cost region projected onto the plan. Half-open on every axis, so that a face shared by two boxes belongs to one of
/// them.
struct PlanRegion {
  Vec2 lo, hi;
  double bottom = 0, top = 0;
  double factor = 1;

  bool IsForbidden() const { return factor == std::numeric_limits<double>::infinity(); }
  bool HasHeight(double height) const { return height >= bottom && height < top; }
};

/// Distance of borders outside their regions, in metres, so that a walk along a border is not in the region.
inline constexpr double kBorderOffset_m = 1e-6;

/// A straight piece of the boundary of a region on the plan: a side of its box, or the contour line where a sloped
/// patch leaves the range of heights of the box.
struct CostBorder {
  Vec2 a, b;
  uint32_t region = 0;
  uint32_t patch = kNone;  ///< The sloped patch; kNone for a side of the box.
};

/// The cost regions of one query; the next query reuses the memory.
class CostField {
 public:
  /// Requires: `regions` pass Validate(WalkQuery), and `index` outlives the field. `one_plane`: all patches lie in one
  /// plane. O(regions * patches), or O(regions) if the ground is flat.
  void Begin(std::span<const CostRegion> regions, const GroundIndex& index, UpAxis up, bool one_plane);

  std::span<const PlanRegion> regions() const { return regions_; }
  /// The four sides of each region, counter-clockwise, followed by all contour lines.
  std::span<const CostBorder> borders() const { return borders_; }
  const GroundIndex& index() const { return *index_; }

  /// Call with non-null `portals` if segments may run so close to walls that the surface cannot be followed along them:
  /// the patches of their ends are then found from the axes of the polygons between these portals. Null: segments keep
  /// away from walls. Requires: `portals` outlives the walk.
  void SetAtWalls(const WalkPortals* portals) { portals_at_walls_ = one_plane_ ? nullptr : portals; }
  bool is_at_walls() const { return portals_at_walls_ != nullptr; }

  /// Cost of a segment that begins on `patch` and stays on the surface; infinite if it enters a forbidden region. At
  /// walls it must end on `last_patch`; if the surface followed from `a` does not lead there, it is followed from `b`
  /// instead. O(regions), plus one lookup per patch crossed if a region is near.
  double Cost(Vec2 a, Vec2 b, uint32_t patch, uint32_t last_patch);
  /// The patch on which such a segment ends. `region`: the polygon of the free space in which it ends.
  uint32_t PatchAfter(Vec2 a, Vec2 b, uint32_t patch, const WalkPolygon& polygon) const;
  /// At walls: the patch of a point in a polygon of the free space, kNone if unknown. Away from walls: kNone.
  uint32_t PatchIn(const WalkPolygon& polygon, Vec2 p) const;

  /// Whether a point lies inside a forbidden region, border excluded.
  bool IsForbidden(Vec2 p, double height) const;
  /// `place` itself if it is not forbidden; else the nearest point of a border, at most `within_m` away, that is not
  /// forbidden and has clearance `radius_m`.
  std::optional<CellPoint> NearestAllowed(const CellPoint& place, double radius_m, double within_m) const;

 private:
  struct Stretch {
    double from, to;  ///< Fractions of the segment.
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
  std::vector<uint32_t> near_;  ///< Regions whose bounds meet those of the current segment.
  std::vector<Stretch> stretches_;
  std::vector<double> stops_;
};

}  // namespace navnet
