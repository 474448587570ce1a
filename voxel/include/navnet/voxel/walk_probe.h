// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks walks, and changes between ground and air, against the world's own triangles, independently of the net.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace navnet {

/// Definition of walkable ground; use the numbers the ground was baked with (WalkOptions, Ground).
struct WalkRules {
  double max_slope_deg = 45;  ///< Steepest walkable surface, in degrees from horizontal. Range: 0 to 80.
  double step_m = 0.3;        ///< Highest step up or down, in metres. Range: 0 to 1000.
  double height_m = 1.8;      ///< Headroom, in metres. Range: above 0, up to 1000.
  /// Triangles whose bounding box does not touch this box are ignored, as in a bake with bounds.
  std::optional<Box3> bounds_world = {};
};

/// Why a walk is not walkable.
enum class WalkFlaw : uint8_t {
  None,
  InvalidInput,  ///< A number is NaN, infinite or out of range.
  NoGround,      ///< A point of the walk has no walkable surface at its height.
  HighStep,      ///< The two points are above each other and farther apart than a step.
  NoHeadroom,    ///< Something above a point of the walk is lower than the agent's height.
  NoRoom,        ///< An obstacle, a ledge or a low ceiling is horizontally nearer than the agent's radius.
  NotUpright,    ///< A change between ground and air is not vertical.
  Blocked,       ///< A change between ground and air is too close to a triangle or crosses one.
};

/// Lower-case name with underscores: none, no_ground, high_step, …
const char* ToString(WalkFlaw flaw);

/// Result of a check: the first flaw of a walk, if any.
struct WalkFinding {
  WalkFlaw flaw = WalkFlaw::None;  ///< None: the walk is walkable.
  Vec3 at;                         ///< A point of the walk that shows the flaw.
  /// Horizontal distance, in metres, to the nearest obstacle, ledge or low ceiling that was found; at most twice the
  /// radius.
  double clearance_m = 0;

  /// Whether there is no flaw.
  bool ok() const { return flaw == WalkFlaw::None; }
};

/// Checks straight walks against the definition of walkable ground (WalkOptions), in double precision, from the
/// triangles alone: a vertical slice through the world along the walk gives the surfaces below it and the obstacles
/// above it, slices across the walk give how far the surface continues to the sides. In voxel worlds blocked voxels are
/// solid cubes. An immutable value: copying shares the data, any number of threads may query at once.
///
///   const Result<WalkProbe> probe = WalkProbe::Make(*clearance_probe, world.up, rules);
///   for (size_t i = 1; i < walk.points.size(); ++i) {
///     if (const WalkFinding f = probe->Check(walk.points[i - 1], walk.points[i], radius_m); !f.ok()) Report(f);
///   }
///
/// There are no false reports. Along the line itself every missing surface, high step and lack of headroom is found. To
/// its sides the check finds every ledge that is not collinear with the nearest point of the walk, and every obstacle
/// above the planes on which the walk itself lies.
class WalkProbe {
 public:
  /// Tolerance for horizontal positions, in metres: the ground is computed on a grid, and its outline may be off by
  /// half a millimetre. Larger values hide real flaws; below 5e-4 correct walks may be reported.
  static constexpr double kPlanSlack_m = 1e-3;
  /// Tolerance for heights, in metres: waypoints are omitted where that changes heights only slightly. Larger values
  /// hide real flaws; smaller ones report correct walks.
  static constexpr double kHeightSlack_m = 5e-3;

  /// Shares the probe's index of the world and classifies its triangles by walkability: O(n log n) time, one byte per
  /// triangle. Fails when memory runs out and on rules outside their ranges.
  static Result<WalkProbe> Make(const ClearanceProbe& world, UpAxis up, const WalkRules& rules);

  /// Checks that an agent of radius `radius_m` (>= 0) can walk straight from `a` to `b`, both included. The two may
  /// coincide, or lie above each other (a step).
  WalkFinding Check(Vec3 a, Vec3 b, double radius_m) const;

  /// Checks that an agent can stand at `on_ground` and rise vertically to `in_air`, or descend from there: up to its
  /// height it needs the clearance of a walk, above that the clearance of a flight.
  WalkFinding CheckRise(Vec3 on_ground, Vec3 in_air, double radius_m) const;

 private:
  struct Data;
  explicit WalkProbe(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  WalkFinding CheckPart(Vec3 a, Vec3 b, double radius_m) const;

  std::shared_ptr<const Data> data_;
};

}  // namespace navnet
