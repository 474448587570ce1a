// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plans the fastest trajectory through a corridor of convex rooms.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/runtime/room.h>
#include <navnet/trajectory/trajectory.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// Limits of a motion. They hold at every time.
struct MotionLimits {
  double speed_m_s = 5;          ///< Of the norm of the velocity. Range: 1e-3 to 1e6.
  double climb_m_s = 0;          ///< Of the velocity along the up axis. Range: 1e-3 to 1e6; 0: as speed_m_s.
  double descent_m_s = 0;        ///< Of the velocity against the up axis. Range: 1e-3 to 1e6; 0: as speed_m_s.
  double acceleration_m_s2 = 5;  ///< Of the norm of the acceleration. Range: 1e-3 to 1e6.
  double jerk_m_s3 = 20;         ///< Of the norm of the jerk. Range: 1e-3 to 1e6.
  UpAxis up = UpAxis::Z;         ///< The world's up axis.
};

/// What to plan. The path and the rooms must live as long as the call.
struct TrajectoryQuery {
  std::span<const Vec3> points = {};    ///< The path: at least one point. The trajectory begins and ends where it does.
  const RoomCorridor* rooms = nullptr;  ///< Contain the path in order; the trajectory does not leave them.

  Vec3 start_velocity, start_acceleration;  ///< At the start, in m/s and m/s².
  Vec3 goal_velocity, goal_acceleration;    ///< At the goal.
  /// Velocity and acceleration at the goal are whatever is fastest.
  bool goal_is_free = false;

  MotionLimits limits;  ///< What the motion keeps.
  /// Weight of smoothness: what is minimised is the duration plus this times ∫|jerk|² dt / jerk limit². 0: the fastest.
  /// From about 1 on the jerk falls; at 1000 the trajectory is slow and close to minimum jerk. Range: 0 to 1e6.
  double smoothness = 0;

  /// Stop when the duration is, by estimate, at most this fraction above that of the local optimum. Range: 1e-6 to 1.
  double tolerance = 0.05;
  int max_steps = 60;  ///< Largest number of Newton steps; 0: only the first guess. Range: 0 to 10000.
  /// Time limit of the Newton steps in microseconds; 0: none. With a limit, answers depend on the machine's speed.
  /// Range: 0 to infinity.
  double max_us = 0;
};

/// Outcome of planning. The first two come with a trajectory; every trajectory is inside its rooms and limits.
enum class TrajectoryStatus : uint8_t {
  Complete,      ///< The duration is within the tolerance of a local optimum.
  OutOfBudget,   ///< Steps or time ran out first: the best trajectory so far.
  InvalidQuery,  ///< A number is out of range, or there are no points or rooms; Validate(query) says which.
  RoomsApart,    ///< Two consecutive rooms do not meet.
  StartOutside,  ///< The path does not begin in the first room.
  GoalOutside,   ///< The path does not end in the last room.
  StartTooFast,  ///< The start exceeds the limits, or cannot stop inside the rooms within them.
  GoalTooFast,   ///< The goal exceeds the limits, or cannot be reached at its velocity inside the rooms within them.
};

/// Lower-case name with underscores: complete, out_of_budget …
const char* ToString(TrajectoryStatus status);

/// Whether this status comes with a trajectory.
constexpr bool HasTrajectory(TrajectoryStatus status) { return status <= TrajectoryStatus::OutOfBudget; }

/// Refuses numbers outside the ranges above, points and planes that are not finite or beyond 1e9 m, and planes whose
/// normal is not of length 1. The message names the field, its value and the range.
Status Validate(const TrajectoryQuery& query);

/// The answer.
struct PlannedTrajectory {
  TrajectoryStatus status = TrajectoryStatus::InvalidQuery;  ///< How it ended.
  Trajectory trajectory;                                     ///< Empty without a trajectory.
  /// No motion along the shorter of the path and the trajectory's own curve takes less time with these limits of speed
  /// and acceleration: a trapezoidal profile of the speed, without bends and without a limit of the jerk.
  double bound_s = 0;
  int steps = 0;  ///< Newton steps.
  double us = 0;  ///< Time that planning took, in microseconds.

  /// How much longer the trajectory takes than the bound: duration / bound - 1. 0 if both are 0.
  double Gap() const;
};

/// Reusable memory of planning: one per thread. Planning with a warmed-up context allocates nothing.
class TrajectoryContext {
 public:
  TrajectoryContext();
  ~TrajectoryContext();
  TrajectoryContext(TrajectoryContext&&) noexcept;
  TrajectoryContext& operator=(TrajectoryContext&&) noexcept;

 private:
  friend struct TrajectoryAccess;
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

/// Plans, with a new context and a new answer.
PlannedTrajectory PlanTrajectory(const TrajectoryQuery& query);
/// Plans, and reuses the memory of the context and of the answer. The same query gives the same bits, unless `max_us`
/// is set. About 2 microseconds a piece and step; up to three pieces a room.
void PlanTrajectory(const TrajectoryQuery& query, TrajectoryContext& context, PlannedTrajectory& planned);

/// Plans many on `threads` threads (0: all hardware threads), each as a single call would.
std::vector<PlannedTrajectory> PlanTrajectories(std::span<const TrajectoryQuery> queries, int threads = 0);

/// A stop from a moment of a trajectory on: from the state at `time_s` to rest, inside the trajectory's rooms and
/// within the limits, as short as the solver finds in `max_steps`. For a trajectory that ends at rest, and limits that
/// it keeps, there is always one: at worst, its own remainder is returned. The status is StartTooFast, without a
/// trajectory, only where the trajectory does not end at rest and no stop was found. At a rest, a stop of a
/// millisecond. Rooms are those of `rooms`, by the same numbers, which ascend along the trajectory. Where no stop is
/// found at once, it begins a little later: the trajectory is flown on until then. Allocates nothing once warmed up.
void PlanStop(const Trajectory& trajectory, double time_s, const RoomCorridor& rooms, const MotionLimits& limits,
              TrajectoryContext& context, PlannedTrajectory& planned, int max_steps = 20);

}  // namespace navnet
