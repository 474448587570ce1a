#pragma once
// What walking agents can do: the options that turn a world into walkable ground.

#include <navnet/core/geometry.h>
#include <navnet/core/parallel.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>

#include <vector>

namespace navnet {

/// What counts as walkable. The agent's radius is not among them: ground serves agents of every radius.
///
/// A point of a surface is walkable when the surface is no steeper than `max_slope_deg` and nothing lies above the
/// point up to `height_m`. What lies no higher than `step_m` above it takes its place if it is walkable itself: a
/// carpet, a step, a kerb. Surfaces that meet in the plan with a height difference of at most `step_m` are connected,
/// so stairs are ramps. A connected patch of steeper faces that is no higher than `step_m` altogether, such as the
/// bevel of a step or a stone on the floor, is stepped over and counts as walkable.
struct WalkOptions {
  static constexpr Range kMaxSlope_deg = {0, 80}, kStep_m = {0, 1000}, kHeight_m = {1e-3, 1000};
  static constexpr Range kContourError_m = {0, 1}, kMinArea_m2 = {0, 1e12};

  /// Steepest surface to walk on, in degrees from level. Range: 0 to 80.
  double max_slope_deg = 45;

  /// Highest step up or down, in metres. What an agent steps onto it does not walk under, so an agent that can step
  /// higher than it is tall needs headroom of a step. Range: 0 to 1000.
  double step_m = 0.3;

  /// Headroom the agent needs, in metres. Range: 0.001 to 1000.
  double height_m = 1.8;

  /// How far the outline of the ground may keep away from the true one to have fewer corners, in metres. It never
  /// leaves the walkable side by more than the grid's rounding, half a millimetre, and never enters an obstacle.
  /// Range: 0 to 1.
  double contour_error_m = 0.02;

  /// With seeds, only ground that can be walked to from one of them is kept. A seed stands for the ground nearest to
  /// the point, at most `height_m` above, below or beside it. Range: -1e12 to 1e12.
  std::vector<Vec3> seeds_world = {};

  /// Without seeds, pieces of ground smaller than this on the plan are left out, in square metres: table tops, sills,
  /// and the slivers that overlapping surfaces leave. Range: 0 to 1e12.
  double min_area_m2 = 0.05;

  /// Worker threads; 0: all the machine has. Never changes the result. Range: 0 to 1024.
  int threads = 0;

  /// Told how far the work is; may be empty. Returning false cancels.
  ProgressFunction progress = {};
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const WalkOptions& options);

}  // namespace navnet
