// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trajectories: paths with times that a drone can fly, inside convex rooms, within limits of speed, acceleration and
// jerk.
//
//   FlightPath path = navigator.Find(query);
//   RoomCorridor rooms;
//   BoxRoomsOf(navigator, query, path.points, context, rooms);
//   PlannedTrajectory planned = PlanTrajectory({.points = path.points, .rooms = &rooms, .limits = {.speed_m_s = 8}});
//   if (HasTrajectory(planned.status)) {
//     for (double t = 0; t < planned.trajectory.duration_s(); t += 0.01) Send(planned.trajectory.At(t));
//   }

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Where a body is and how it moves, at one time.
struct MotionState {
  Vec3 position;      ///< In the world, in m.
  Vec3 velocity;      ///< In m/s.
  Vec3 acceleration;  ///< In m/s².

  /// Whether velocity and acceleration are 0.
  constexpr bool IsAtRest() const { return velocity == Vec3{} && acceleration == Vec3{}; }
  friend constexpr bool operator==(const MotionState&, const MotionState&) = default;
};

/// A state with its jerk. At a time where two pieces meet, the jerk is that of the later one.
struct MotionSample {
  Vec3 position;      ///< In the world, in m.
  Vec3 velocity;      ///< In m/s.
  Vec3 acceleration;  ///< In m/s².
  Vec3 jerk;          ///< In m/s³.
};

/// A part of a trajectory: a polynomial of degree 5 in time, as a Bézier curve. It lies in the convex hull of its
/// control points, and its velocity, acceleration and jerk lie in those of their control points.
struct TrajectoryPiece {
  std::array<Vec3, 6> points;  ///< Control points of the position, in metres.
  double duration_s = 0;       ///< Above 0.
  uint32_t room = 0;           ///< Index of the room that contains all control points.

  /// Control point i of the velocity, 0 to 4, in m/s.
  Vec3 VelocityPoint(size_t i) const { return (points[i + 1] - points[i]) * (5 / duration_s); }
  /// Control point i of the acceleration, 0 to 3, in m/s².
  Vec3 AccelerationPoint(size_t i) const { return (VelocityPoint(i + 1) - VelocityPoint(i)) * (4 / duration_s); }
  /// Control point i of the jerk, 0 to 2, in m/s³.
  Vec3 JerkPoint(size_t i) const { return (AccelerationPoint(i + 1) - AccelerationPoint(i)) * (3 / duration_s); }
};

/// The largest values that a trajectory reaches, exact up to a relative error of 1e-6 upwards.
struct MotionPeaks {
  double speed_m_s = 0;                   ///< Norm of the velocity.
  double climb_m_s = 0, descent_m_s = 0;  ///< Velocity along the up axis, and against it; 0 or more.
  double acceleration_m_s2 = 0;           ///< Norm of the acceleration.
  double jerk_m_s3 = 0;                   ///< Norm of the jerk.
};

/// Arrays for samples, each empty or as long as the times.
struct SampleArrays {
  std::span<Vec3> positions = {};      ///< In the world, in m.
  std::span<Vec3> velocities = {};     ///< In m/s.
  std::span<Vec3> accelerations = {};  ///< In m/s².
  std::span<Vec3> jerks = {};          ///< In m/s³.
};

/// A trajectory: pieces one after another, with continuous position, velocity and acceleration. A value; reading is
/// thread safe.
class Trajectory {
 public:
  Trajectory() = default;
  /// Requires: durations above 0; each piece begins with the state in which the one before it ends.
  explicit Trajectory(std::vector<TrajectoryPiece> pieces) { Assign(pieces); }
  /// Sets the pieces, and reuses the memory.
  void Assign(std::span<const TrajectoryPiece> pieces);

  /// In order.
  std::span<const TrajectoryPiece> pieces() const { return pieces_; }
  /// When a piece begins; for the number of pieces, when the trajectory ends. Requires: piece <= pieces().size().
  double StartOf(size_t piece) const { return piece == 0 ? 0 : ends_s_[piece - 1]; }
  /// Whether there is no piece.
  bool empty() const { return pieces_.empty(); }
  /// Duration in seconds; 0 if it is empty.
  double duration_s() const { return ends_s_.empty() ? 0 : ends_s_.back(); }
  /// Length of the curve in metres, with a relative error of about 1e-6.
  double Length() const;
  /// The largest speed, acceleration and jerk. `up`: the world's up axis, for climb and descent.
  MotionPeaks Peaks(UpAxis up = UpAxis::Z) const;

  /// The piece at a time; the later one of two that meet there. Requires: not empty.
  size_t PieceAt(double time_s) const;
  /// Position, velocity, acceleration and jerk. Before the start and after the end: those of the start and the end. All
  /// 0 if the trajectory is empty. Takes the logarithm of the number of pieces.
  MotionSample At(double time_s) const;
  /// The same without jerk.
  MotionState StateAt(double time_s) const;
  /// Samples at many times, in any order; fastest if ascending. Requires: the arrays are empty or as long as the times.
  void Sample(std::span<const double> times_s, const SampleArrays& out) const;

 private:
  std::vector<TrajectoryPiece> pieces_;
  std::vector<double> ends_s_;  // By piece: when it ends.
};

/// The part of a trajectory between two times, which are limited to it: empty when none is left. The parts of pieces
/// lie in the same rooms, and keep the same limits.
Trajectory PartOf(const Trajectory& trajectory, double from_s, double to_s);

/// Ok when `second` begins in the state that `first` has at a time, up to a relative error of 1e-6. The message says
/// what differs, and reads as a sentence after its name.
Status CheckSplice(const Trajectory& first, double until_s, const Trajectory& second);

/// The part of `first` up to a time, then all of `second`. The caller makes sure that the states agree there, see
/// CheckSplice. Rooms of `second` are numbered from `room_offset`.
Trajectory Spliced(const Trajectory& first, double until_s, const Trajectory& second, uint32_t room_offset = 0);

/// The same curve in `factor` times the time: speeds are divided by the factor, accelerations by its square. A factor
/// of at least 1 keeps all limits. Requires: factor > 0, finite.
Trajectory TimeScaled(const Trajectory& trajectory, double factor);

/// The smallest distance of two moving points.
struct ClosestApproach {
  double distance_m = 0;  ///< In metres.
  double time_s = 0;      ///< When it occurs, in seconds after the start of the first.
};

/// The smallest distance between two trajectories that begin at the same time, the second `delay_s` later; before its
/// start and after its end, an object waits there. The error is at most 1e-9 of the extent plus `tolerance_m`, upwards.
/// Requires: neither is empty.
ClosestApproach MinDistance(const Trajectory& a, const Trajectory& b, double delay_s = 0, double tolerance_m = 1e-6);

}  // namespace navnet
