// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options of the walkable ground: what walking agents can do.

#include <navnet/core/geometry.h>
#include <navnet/core/parallel.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>

#include <vector>

namespace navnet {

/// What counts as walkable. The agent's radius is not an option: the ground serves agents of every radius.
///
/// A surface point is walkable if the surface is no steeper than `max_slope_deg` and nothing lies above the point up to
/// `height_m`. A walkable surface at most `step_m` above another, such as a carpet, a step or a kerb, replaces the
/// lower one. Surfaces that meet on the plan with a height difference of at most `step_m` are connected, so stairs act
/// as ramps. A connected set of steeper faces with a total height of at most `step_m`, such as the bevel of a step or a
/// stone on the floor, can be stepped over and counts as walkable.
struct WalkOptions {
  /// Ranges of the fields of the same name.
  static constexpr Range kMaxSlope_deg = {0, 80}, kStep_m = {0, 1000}, kHeight_m = {1e-3, 1000};
  static constexpr Range kContourError_m = {0, 1}, kMinArea_m2 = {0, 1e12};  ///< Ranges of the fields of the same name.

  /// Steepest surface to walk on, in degrees from level. Range: 0 to 80.
  double max_slope_deg = 45;

  /// Highest step up or down, in metres. An agent does not walk under a surface that it can step onto, so if `step_m`
  /// exceeds `height_m`, the agent needs headroom of `step_m`. Range: 0 to 1000.
  double step_m = 0.3;

  /// Headroom the agent needs, in metres. Range: 0.001 to 1000.
  double height_m = 1.8;

  /// Largest distance, in metres, of the simplified outline of the ground from the true one. More gives fewer corners
  /// and less ground. The simplified outline stays on the walkable side, up to the grid's rounding of half a
  /// millimetre, and never enters an obstacle. Range: 0 to 1.
  double contour_error_m = 0.02;

  /// If not empty, only ground that can be walked to from a seed is kept. A seed selects the ground nearest to it, at
  /// most `height_m` above, below or beside it. Range: -1e12 to 1e12.
  std::vector<Vec3> seeds_world = {};

  /// Without seeds, components of the ground with a smaller area on the plan are left out, in square metres: table
  /// tops, sills, slivers between overlapping surfaces. Range: 0 to 1e12.
  double min_area_m2 = 0.05;

  /// Worker threads; 0: one per hardware thread. Never changes the result. Range: 0 to 1024.
  int threads = 0;

  /// Called with the progress of the work; may be empty. Returning false cancels.
  ProgressFunction progress = {};
};

/// Fails if a number is outside its range above; the message names the field, its value and the range.
Status Validate(const WalkOptions& options);

}  // namespace navnet
