// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random corridors of rooms, and checks of trajectories against their definition.

#include <navnet/trajectory/plan.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace navnet {

/// Rooms and a path through them.
struct TestCorridor {
  RoomCorridor rooms;
  std::vector<Vec3> points;

  TrajectoryQuery Query() const {
    TrajectoryQuery query;
    query.points = points;
    query.rooms = &rooms;
    return query;
  }
};

inline void AppendBox(const Box3& box, RoomCorridor& rooms) {
  std::vector<HalfSpace> planes;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    planes.push_back({axis, box.max[k]});
    planes.push_back({axis * -1, -box.min[k]});
  }
  rooms.Append(planes);
}

/// A chain of `count` boxes around `origin`, each overlapping the one before by up to `overlap_m`, some with oblique
/// planes that leave the path inside. The path runs from the first box's middle through the overlaps to the last one's.
inline TestCorridor RandomCorridor(uint64_t seed, int count, double scale = 1, Vec3 origin = {}, double overlap_m = 1) {
  TestRandom random(seed);
  TestCorridor corridor;
  std::vector<Box3> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec3 half{random.Uniform(1, 8), random.Uniform(1, 8), random.Uniform(0.7, 3)};
    Vec3 centre;
    if (i > 0) {
      const Box3& last = boxes.back();
      const int axis = random.Integer(0, 2);
      const bool up = random.Integer(0, 3) > 0;
      for (int k = 0; k < 3; ++k) centre[k] = random.Uniform(last.min[k], last.max[k]);
      centre[axis] = up ? last.max[axis] + half[axis] : last.min[axis] - half[axis];
      centre[axis] += (up ? -1 : 1) * random.Uniform(0.1, 1) * overlap_m;
    }
    boxes.push_back({centre - half, centre + half});
  }
  corridor.points.push_back((boxes[0].min + boxes[0].max) * 0.5);
  for (int i = 0; i + 1 < count; ++i) {
    const Box3 &a = boxes[size_t(i)], &b = boxes[size_t(i) + 1];
    corridor.points.push_back((Max(a.min, b.min) + Min(a.max, b.max)) * 0.5);
  }
  corridor.points.push_back((boxes.back().min + boxes.back().max) * 0.5);
  for (Vec3& p : corridor.points) p = origin + p * scale;
  for (int i = 0; i < count; ++i) {
    RoomCorridor one;
    AppendBox({origin + boxes[size_t(i)].min * scale, origin + boxes[size_t(i)].max * scale}, one);
    std::vector<HalfSpace> planes = one.planes;
    for (int cut = random.Integer(0, 4); cut > 0; --cut) {
      Vec3 normal = random.Point(-1, 1);
      if (Length(normal) < 0.1) continue;
      normal = normal * (1 / Length(normal));
      const double reach =
          std::max(Dot(normal, corridor.points[size_t(i)]), Dot(normal, corridor.points[size_t(i) + 1]));
      planes.push_back({normal, reach + random.Uniform(0.05, 0.5) * overlap_m * scale});
    }
    corridor.rooms.Append(planes);
  }
  return corridor;
}

/// The largest ratio of a motion to its limit, over the control points of all pieces.
inline double LimitUse(const Trajectory& trajectory, const MotionLimits& limits) {
  double use = 0;
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    for (size_t i = 0; i < 5; ++i) {
      const Vec3 v = piece.VelocityPoint(i);
      use = std::max(use, Length(v) / limits.speed_m_s);
      const double up = HeightOf(v, limits.up);
      if (limits.climb_m_s > 0) use = std::max(use, up / limits.climb_m_s);
      if (limits.descent_m_s > 0) use = std::max(use, -up / limits.descent_m_s);
    }
    for (size_t i = 0; i < 4; ++i) use = std::max(use, Length(piece.AccelerationPoint(i)) / limits.acceleration_m_s2);
    for (size_t i = 0; i < 3; ++i) use = std::max(use, Length(piece.JerkPoint(i)) / limits.jerk_m_s3);
  }
  return use;
}

/// The largest distance of a control point beyond a plane of its room; 0 when all are inside.
inline double OutsideRooms(const Trajectory& trajectory, const RoomCorridor& rooms) {
  double outside_m = 0;
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    for (const Vec3& p : piece.points) {
      for (const HalfSpace& plane : rooms.PlanesOf(piece.room)) outside_m = std::max(outside_m, plane.DistanceTo(p));
    }
  }
  return outside_m;
}

/// The largest jump of position, velocity and acceleration between pieces, relative to the limits.
inline double LargestJump(const Trajectory& trajectory, const MotionLimits& limits) {
  double jump = 0;
  for (size_t i = 1; i < trajectory.pieces().size(); ++i) {
    const TrajectoryPiece &a = trajectory.pieces()[i - 1], &b = trajectory.pieces()[i];
    jump = std::max({jump, Length(a.points[5] - b.points[0]),
                     Length(a.VelocityPoint(4) - b.VelocityPoint(0)) / limits.speed_m_s,
                     Length(a.AccelerationPoint(3) - b.AccelerationPoint(0)) / limits.acceleration_m_s2});
  }
  return jump;
}

/// Checks everything that a trajectory promises. `tolerance`: rounding, relative to the limits, and in metres.
inline void ExpectKept(const TrajectoryQuery& query, const PlannedTrajectory& planned, double tolerance = 1e-6) {
  ASSERT_TRUE(HasTrajectory(planned.status)) << ToString(planned.status);
  const Trajectory& trajectory = planned.trajectory;
  ASSERT_FALSE(trajectory.empty());
  EXPECT_TRUE(std::isfinite(trajectory.duration_s()));
  EXPECT_LE(OutsideRooms(trajectory, *query.rooms), tolerance);
  EXPECT_LE(LimitUse(trajectory, query.limits), 1 + tolerance);
  EXPECT_LE(LargestJump(trajectory, query.limits), tolerance);
  EXPECT_GE(planned.Gap(), 0);
  EXPECT_GE(planned.bound_s, 0);
  const MotionState start = trajectory.StateAt(0), goal = trajectory.StateAt(trajectory.duration_s());
  EXPECT_LE(Length(start.position - query.points.front()), tolerance);
  EXPECT_LE(Length(goal.position - query.points.back()), tolerance);
  const double v = query.limits.speed_m_s, a = query.limits.acceleration_m_s2;
  EXPECT_LE(Length(start.velocity - query.start_velocity), tolerance * v);
  EXPECT_LE(Length(start.acceleration - query.start_acceleration), tolerance * a);
  if (query.goal_is_free) return;
  EXPECT_LE(Length(goal.velocity - query.goal_velocity), tolerance * v);
  EXPECT_LE(Length(goal.acceleration - query.goal_acceleration), tolerance * a);
}

/// Checks rooms, limits and peaks again, by sampling.
inline void ExpectKeptBySamples(const TrajectoryQuery& query, const Trajectory& trajectory, int samples,
                                double tolerance = 1e-6) {
  const MotionPeaks peaks = trajectory.Peaks(query.limits.up);
  for (int i = 0; i <= samples; ++i) {
    const double t = trajectory.duration_s() * i / samples;
    const MotionSample at = trajectory.At(t);
    EXPECT_TRUE(query.rooms->Contains(trajectory.pieces()[trajectory.PieceAt(t)].room, at.position, tolerance));
    EXPECT_LE(Length(at.velocity), query.limits.speed_m_s * (1 + tolerance));
    EXPECT_LE(Length(at.acceleration), query.limits.acceleration_m_s2 * (1 + tolerance));
    EXPECT_LE(Length(at.jerk), query.limits.jerk_m_s3 * (1 + tolerance));
    EXPECT_LE(Length(at.velocity), peaks.speed_m_s * (1 + 1e-9));
    EXPECT_LE(Length(at.acceleration), peaks.acceleration_m_s2 * (1 + 1e-9));
    EXPECT_LE(Length(at.jerk), peaks.jerk_m_s3 * (1 + 1e-9));
  }
}

}  // namespace navnet
