// SPDX-License-Identifier: Apache-2.0
#pragma once
// One query of a trajectory: its memory and its stages.

#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/replan.h>

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
  /// See navnet::Replan. Requires: Validate(query) passed.
  void Replan(const ReplanQuery& query, Replanned& out);

 private:
  void Localise(std::span<const Vec3> points, const RoomCorridor& rooms);
  TrajectoryStatus CheckEnds();
  TrajectoryStatus CheckGoal(std::span<const HalfSpace> room) const;
  TrajectoryStatus MakeChain();
  bool Improve(const NewtonOptions& options, int max_steps, double max_us, bool may_scale, PlannedTrajectory& planned);
  void Keep(bool may_scale);
  void AppendBest();

  // In flight: planner_in_flight.cpp.
  void LookAhead(const Trajectory& flown, double time_s, const RoomCorridor& rooms, const MotionLimits& limits);
  void SetStart(const Trajectory& flown, double time_s);
  uint32_t RoomAhead(uint32_t room) const;
  bool FindStop(const Trajectory& flown, double time_s);
  bool MakeStop(uint32_t first, uint32_t last);
  void WriteStop(const Trajectory& flown, double time_s, bool found, int max_steps, PlannedTrajectory& planned);
  bool JoinNewRooms(const ReplanQuery& query, bool found, Replanned& out);
  bool LinkRooms(uint32_t last, Vec3 end, const ReplanQuery& query, RoomCorridor& rooms);
  void PrependStop();

  Vec3 origin_;  // Of the local coordinates: all below is relative to it.
  std::vector<Vec3> points_;
  RoomCorridor rooms_;
  Knot start_, goal_;
  bool goal_is_free_ = false;
  std::vector<PortalPoint> portals_;
  double tolerance_m_ = 0;
  double reach_m_ = 0;  // How far a portal's knot may be from the path.

  MotionBounds bounds_;
  GuessScratch guess_;
  BarrierNewton solver_;

  double best_s_ = 0;      // Duration (or cost) of the best chain so far.
  double best_scale_ = 1;  // By which its durations are multiplied.
  std::vector<Knot> best_knots_;
  std::vector<double> best_durations_;
  std::vector<TrajectoryPiece> pieces_;

  // In flight.
  RoomCorridor ahead_;              // Rooms of the trajectory flown that have a piece, from the present one on.
  std::vector<uint32_t> used_;      // Their indices.
  std::vector<Vec3> ahead_points_;  // The ends of its pieces: they stand for the path.
  double leave_s_ = 0;              // How long it is flown on before the stop begins.
  KnotChain stop_;                  // The stop.
  std::vector<Vec3> new_points_;    // The path of a new plan …
  RoomCorridor new_rooms_;          // … its rooms, local …
  std::vector<PortalPoint> new_portals_, joined_portals_;  // … its portals, and those of old and new rooms together.
};

/// Whether the rooms of a trajectory's pieces are among `rooms`, in ascending order.
bool RunsThrough(const Trajectory& trajectory, const RoomCorridor& rooms);
/// Whether a knot has no motion.
bool IsAtRest(const Knot& knot);
/// Whether the motion of a knot keeps the limits.
bool KeepsLimits(const Knot& knot, const MotionBounds& bounds);
/// Makes a knot whose motion is only rounding one at rest.
void Settle(Knot& knot, const MotionBounds& bounds);

/// Gap between rooms that counts as touching, relative to the tolerance.
inline constexpr double kTouching = 0.1;
/// How far a portal's knot may be from the path, in braking lengths.
inline constexpr double kPortalReach = 0.3;
/// Length of a way through a room that may be left out, in braking lengths.
inline constexpr double kShortRoom = 0.3;

/// The limits as the solver takes them.
MotionBounds BoundsOf(const MotionLimits& limits);

}  // namespace navnet
