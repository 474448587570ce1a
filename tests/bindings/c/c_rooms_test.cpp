// SPDX-License-Identifier: Apache-2.0
// Rooms and trajectories of the C API are those of the C++ library, bit for bit.
#include <navnet/net/net_file.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/trajectory/plan.h>

#include "bindings/c/c_hostile_scene.h"

#include <cstddef>

namespace navnet {
namespace {

static_assert(sizeof(navnet_half_space) == sizeof(HalfSpace));
static_assert(offsetof(navnet_half_space, normal) == offsetof(HalfSpace, normal));
static_assert(offsetof(navnet_half_space, offset_m) == offsetof(HalfSpace, offset_m));

class CApiRooms : public HostileScene {
 protected:
  // The rooms of the handle equal these, and so does the trajectory in them.
  void ExpectSame(const Rooms& rooms, std::span<const Vec3> points) {
    std::vector<navnet_half_space> planes(rooms.corridor.planes.size());
    ASSERT_C_OK(navnet_rooms_copy_planes(o.rooms, planes.data(), planes.size(), nullptr));
    for (size_t i = 0; i < planes.size(); ++i) {
      EXPECT_EQ(FromC(planes[i].normal), rooms.corridor.planes[i].normal);
      EXPECT_EQ(planes[i].offset_m, rooms.corridor.planes[i].offset_m);
    }
    std::vector<uint32_t> first(rooms.corridor.first_plane.size());
    ASSERT_C_OK(navnet_rooms_copy_first_planes(o.rooms, first.data(), first.size(), nullptr));
    EXPECT_EQ(first, rooms.corridor.first_plane);

    TrajectoryQuery query;
    query.points = points;
    query.rooms = &rooms.corridor;
    query.start_velocity = {0.1, 0.2, -0.1};
    query.limits = {.speed_m_s = 3, .climb_m_s = 1, .descent_m_s = 0.5, .acceleration_m_s2 = 2, .jerk_m_s3 = 15};
    query.smoothness = 0.5;
    query.tolerance = 0.01;
    query.max_steps = 40;
    const PlannedTrajectory planned = PlanTrajectory(query);
    ASSERT_TRUE(HasTrajectory(planned.status));
    std::vector<navnet_vec3> way_points;
    for (const Vec3 p : points) way_points.push_back(ToC(p));
    motion.points = way_points.data();
    motion.point_count = way_points.size();
    motion.start_velocity = {0.1, 0.2, -0.1};
    motion.speed_m_s = 3;
    motion.climb_m_s = 1;
    motion.descent_m_s = 0.5;
    motion.acceleration_m_s2 = 2;
    motion.jerk_m_s3 = 15;
    motion.smoothness = 0.5;
    motion.tolerance = 0.01;
    motion.max_steps = 40;
    navnet_trajectory_info info;
    ASSERT_C_OK(navnet_trajectory_plan(o.trajectory, &motion, &info, sizeof info));
    const MotionPeaks peaks = planned.trajectory.Peaks();
    EXPECT_EQ(info.status, int(planned.status));
    EXPECT_EQ(info.steps, planned.steps);
    EXPECT_EQ(info.piece_count, planned.trajectory.pieces().size());
    EXPECT_EQ(info.duration_s, planned.trajectory.duration_s());
    EXPECT_EQ(info.bound_s, planned.bound_s);
    EXPECT_EQ(info.length_m, planned.trajectory.Length());
    EXPECT_EQ(info.max_speed_m_s, peaks.speed_m_s);
    EXPECT_EQ(info.max_climb_m_s, peaks.climb_m_s);
    EXPECT_EQ(info.max_descent_m_s, peaks.descent_m_s);
    EXPECT_EQ(info.max_acceleration_m_s2, peaks.acceleration_m_s2);
    EXPECT_EQ(info.max_jerk_m_s3, peaks.jerk_m_s3);
    for (int i = -1; i < 20; ++i) {
      const double time_s = info.duration_s * i / 18;
      navnet_vec3 at[4];
      ASSERT_C_OK(navnet_trajectory_sample(o.trajectory, &time_s, 1, at, at + 1, at + 2, at + 3));
      const MotionSample here = planned.trajectory.At(time_s);
      EXPECT_EQ(FromC(at[0]), here.position);
      EXPECT_EQ(FromC(at[1]), here.velocity);
      EXPECT_EQ(FromC(at[2]), here.acceleration);
      EXPECT_EQ(FromC(at[3]), here.jerk);
    }
  }
};

TEST_F(CApiRooms, AreThoseOfTheLibrary) {
  const std::string saved = file + ".navnet";
  ASSERT_C_OK(navnet_net_save(o.net, saved.c_str(), nullptr));
  const Result<Net> net = LoadNet(saved);
  ASSERT_TRUE(net);
  const Navigator navigator(*net);
  const Result<RoomMaker> maker = RoomMaker::Make(*net, 1);
  ASSERT_TRUE(maker);
  const FlightQuery query{.start = FromC(flight.start), .goal = FromC(flight.goal)};
  flight.speed_m_s = 0;
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  std::vector<navnet_vec3> points;
  for (const Vec3 p : path.points) points.push_back(ToC(p));

  Rooms rooms = maker->Find(navigator, query, path.points);
  navnet_rooms_info info;
  ASSERT_C_OK(
      navnet_room_maker_find(o.maker, o.navigator, &flight, points.data(), points.size(), o.rooms, &info, sizeof info));
  ASSERT_EQ(info.status, int(rooms.status));
  ASSERT_EQ(info.room_count, rooms.corridor.size());
  ASSERT_EQ(info.plane_count, rooms.corridor.planes.size());
  ASSERT_EQ(info.point_count, rooms.path.size());
  EXPECT_EQ(info.length_m, rooms.length_m);
  EXPECT_EQ(info.lower_bound_m, rooms.lower_bound_m);
  ExpectSame(rooms, rooms.path);

  QueryContext context;
  ASSERT_TRUE(BoxRoomsOf(navigator, query, path.points, context, rooms.corridor));
  ASSERT_C_OK(navnet_navigator_find_box_rooms(o.navigator, &flight, points.data(), points.size(), o.context, o.rooms,
                                              &info, sizeof info));
  ASSERT_EQ(info.status, NAVNET_ROOM_STATUS_COMPLETE);
  ASSERT_EQ(info.room_count, rooms.corridor.size());
  ASSERT_EQ(info.plane_count, rooms.corridor.planes.size());
  ExpectSame(rooms, path.points);
}

TEST_F(CApiRooms, HaveTheLibrarysDefaults) {
  const TrajectoryQuery usual;
  navnet_trajectory_query query;
  ASSERT_C_OK(navnet_trajectory_query_default(&query, sizeof query));
  EXPECT_EQ(query.speed_m_s, usual.limits.speed_m_s);
  EXPECT_EQ(query.climb_m_s, usual.limits.climb_m_s);
  EXPECT_EQ(query.acceleration_m_s2, usual.limits.acceleration_m_s2);
  EXPECT_EQ(query.jerk_m_s3, usual.limits.jerk_m_s3);
  EXPECT_EQ(query.smoothness, usual.smoothness);
  EXPECT_EQ(query.tolerance, usual.tolerance);
  EXPECT_EQ(query.max_steps, usual.max_steps);
}

}  // namespace
}  // namespace navnet
