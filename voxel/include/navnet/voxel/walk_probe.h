#pragma once
// Can an agent walk here? Audits walks and changes between ground and air against the source, not against the net.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace navnet {

/// What counts as walkable; the same numbers as those the ground was baked with (WalkOptions, Ground).
struct WalkRules {
  double max_slope_deg = 45;  ///< Steepest surface to walk on, in degrees from level.
  double step_m = 0.3;        ///< Highest step up or down, in metres.
  double height_m = 1.8;      ///< Headroom, in metres.
  /// Triangles that lie apart from this box do not count, as in a bake with bounds.
  std::optional<Box3> bounds_world = {};
};

enum class WalkFlaw : uint8_t {
  None,
  InvalidInput,  ///< A number is NaN, infinite or out of range.
  NoGround,      ///< A point has no walkable surface at its height.
  HighStep,      ///< Two points above each other are farther apart than a step.
  NoHeadroom,    ///< Something lies above a point of the walk, lower than the agent is high.
  NoRoom,        ///< An obstacle, a ledge or a low ceiling is nearer on the plan than the agent's radius.
  NotUpright,    ///< A change between ground and air is not straight up and down.
  Blocked,       ///< A change between ground and air comes too near to a triangle or crosses one.
};

/// Lower-case name with underscores: none, no_ground, high_step, …
const char* ToString(WalkFlaw flaw);

/// The first flaw of a walk, if any.
struct WalkFinding {
  WalkFlaw flaw = WalkFlaw::None;
  Vec3 at;  ///< A point of the walk that shows the flaw.
  /// Distance on the plan to the nearest obstacle, ledge or low ceiling that was found, at most twice the radius.
  double clearance_m = 0;

  bool ok() const { return flaw == WalkFlaw::None; }
};

/// Checks straight pieces of walks by the definition of walkable ground (WalkOptions), in double precision, from the
/// triangles alone: a vertical cut through the world along the walk shows which surfaces lie under it and what lies
/// above it, a cut across the walk shows how far the surface runs on to the side. In voxel worlds blocked voxels are
/// solid cubes. An immutable value: copying shares it, any number of threads may ask at once.
///
///   const Result<WalkProbe> probe = WalkProbe::Make(*clearance_probe, world.up, rules);
///   for (size_t i = 1; i < walk.points.size(); ++i) {
///     if (const WalkFinding f = probe->Check(walk.points[i - 1], walk.points[i], radius_m); !f.ok()) Report(f);
///   }
///
/// Every flaw that is reported is one. Reported are all missing surfaces, steps and headroom along the line itself; to
/// its sides all ledges but those in one line with the nearest point of the walk, and all obstacles above the planes
/// that the walk itself lies on.
class WalkProbe {
 public:
  /// Positions on the plan are compared with this tolerance, in metres: ground is cut on a grid, and its outline may
  /// lie half a millimetre off.
  static constexpr double kPlanSlack_m = 1e-3;
  /// Heights are compared with this tolerance, in metres: way points are left out where that changes heights little.
  static constexpr double kHeightSlack_m = 5e-3;

  /// Shares the probe's index of the world. Finds out which triangles are walkable: O(n log n), and a byte a triangle.
  /// Fails when memory runs out and on rules outside the ranges of WalkOptions.
  static Result<WalkProbe> Make(const ClearanceProbe& world, UpAxis up, const WalkRules& rules);

  /// Checks that an agent of a radius (metres, >= 0) can walk straight from `a` to `b`, both included. They may be one
  /// point, or above each other: a step.
  WalkFinding Check(Vec3 a, Vec3 b, double radius_m) const;

  /// Checks that an agent can stand at `on_ground` and rise to `in_air`, or come down from there: nothing within its
  /// radius up to its height, and above that as a flight.
  WalkFinding CheckRise(Vec3 on_ground, Vec3 in_air, double radius_m) const;

 private:
  struct Data;
  explicit WalkProbe(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  WalkFinding CheckPart(Vec3 a, Vec3 b, double radius_m) const;

  std::shared_ptr<const Data> data_;
};

}  // namespace navnet
