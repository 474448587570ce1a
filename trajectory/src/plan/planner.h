// SPDX-License-Identifier: Apache-2.0
#pragma once
// One query of a trajectory: its memory and its stages.

#include <navnet/trajectory/plan.h>

#include "solver/barrier_newton.h"
#include "start/first_guess.h"

#include <optional>
#include <vector>

namespace navnet {

/// The memory of a query, and the query itself: one at a time.
class Planner {
 public:
  /// Plans. Requires: Validate(query) passed.
  void Plan(const TrajectoryQuery& query, PlannedTrajectory& planned);
  /// See navnet::PlanStop.
  void Stop(const Trajectory& trajectory, double time_s, const RoomCorridor& rooms, const MotionLimits& limits,
            int max_steps, PlannedTrajectory& planned);

 private:
  void Localise(std::span<const Vec3> points, const RoomCorridor& rooms);
  TrajectoryStatus CheckEnds();
  TrajectoryStatus MakeChain();
  bool MakeStop(size_t portals);
  bool Improve(const NewtonOptions& options, int max_steps, double max_us, bool may_scale, PlannedTrajectory& planned);
  void Keep(bool may_scale);
  void WriteTo(Trajectory& trajectory);

  Vec3 origin_;  // Of the local coordinates: all below is relative to it.
  std::vector<Vec3> points_;
  RoomCorridor rooms_;
  Knot start_, goal_;
  bool goal_is_free_ = false;
  std::vector<PortalPoint> portals_;
  double tolerance_m_ = 0;

  MotionBounds bounds_;
  GuessScratch guess_;
  BarrierNewton solver_;

  double best_s_ = 0;      // Duration (or cost) of the best chain so far.
  double best_scale_ = 1;  // By which its durations are multiplied.
  std::vector<Knot> best_knots_;
  std::vector<double> best_durations_;
  std::vector<TrajectoryPiece> pieces_;
};

/// The limits as the solver takes them.
MotionBounds BoundsOf(const MotionLimits& limits);

}  // namespace navnet
