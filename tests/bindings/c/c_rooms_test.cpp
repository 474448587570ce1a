// SPDX-License-Identifier: Apache-2.0
// Rooms and trajectories of the C API are those of the C++ library, bit for bit.
#include <navnet/net/net_file.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/runtime/follow.h>
#include <navnet/runtime/repair.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/yaw.h>

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

// The trajectory of a handle equals one of the library.
void ExpectPieces(navnet_trajectory handle, const Trajectory& expected) {
  std::vector<navnet_trajectory_piece> pieces(expected.pieces().size());
  size_t count = 0;
  ASSERT_C_OK(navnet_trajectory_copy_pieces(handle, pieces.data(), pieces.size(), &count));
  ASSERT_EQ(count, pieces.size());
  for (size_t i = 0; i < count; ++i) {
    const TrajectoryPiece& piece = expected.pieces()[i];
    for (size_t k = 0; k < 6; ++k) EXPECT_EQ(FromC(pieces[i].points[k]), piece.points[k]);
    EXPECT_EQ(pieces[i].duration_s, piece.duration_s);
    EXPECT_EQ(pieces[i].room, piece.room);
    EXPECT_EQ(pieces[i].reserved, 0u);
  }
}

TEST_F(CApiRooms, DerivedTrajectoriesAreThoseOfTheLibrary) {
  navnet_rooms_info around;
  ASSERT_C_OK(navnet_room_maker_find(o.maker, o.navigator, &flight, way, 2, o.rooms, &around, sizeof around));
  ASSERT_EQ(around.status, NAVNET_ROOM_STATUS_COMPLETE);
  RoomCorridor rooms;
  rooms.planes.resize(around.plane_count);
  rooms.first_plane.resize(around.room_count + 1);
  ASSERT_C_OK(navnet_rooms_copy_planes(o.rooms, reinterpret_cast<navnet_half_space*>(rooms.planes.data()),
                                       rooms.planes.size(), nullptr));
  ASSERT_C_OK(navnet_rooms_copy_first_planes(o.rooms, rooms.first_plane.data(), rooms.first_plane.size(), nullptr));
  const Vec3 points[] = {FromC(way[0]), FromC(way[1])};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  const Trajectory whole = PlanTrajectory(query).trajectory;
  const double end_s = whole.duration_s();
  ASSERT_GT(end_s, 1);
  const navnet_trajectory all[] = {o.trajectory, o.other_trajectory};
  const navnet_trajectory_query both[] = {motion, motion};
  ASSERT_C_OK(navnet_trajectory_plan_all(all, both, 2, 2));
  for (const navnet_trajectory each : all) ExpectPieces(each, whole);
  const navnet_trajectory twice[] = {o.trajectory, o.trajectory};
  EXPECT_EQ(navnet_trajectory_plan_all(twice, both, 2, 2), NAVNET_ERROR_BUSY);
  ExpectPieces(o.trajectory, whole);

  ASSERT_C_OK(navnet_trajectory_cut(o.trajectory, 0.3, 0.8 * end_s, o.other_trajectory));
  const Trajectory part = PartOf(whole, 0.3, 0.8 * end_s);
  ExpectPieces(o.other_trajectory, part);
  ASSERT_C_OK(navnet_trajectory_scale_time(o.other_trajectory, 1.5, o.other_trajectory));
  ExpectPieces(o.other_trajectory, TimeScaled(part, 1.5));
  navnet_trajectory_info info;
  ASSERT_C_OK(navnet_trajectory_get_info(o.other_trajectory, &info, sizeof info));
  EXPECT_EQ(info.status, NAVNET_TRAJECTORY_STATUS_COMPLETE);
  EXPECT_EQ(info.duration_s, 1.5 * part.duration_s());
  EXPECT_EQ(info.bound_s, 0);
  double distance_m = 0, time_s = 0;
  ASSERT_C_OK(navnet_trajectory_min_distance(o.trajectory, o.other_trajectory, 0.5, 1e-6, &distance_m, &time_s));
  const ClosestApproach closest = MinDistance(whole, TimeScaled(part, 1.5), 0.5);
  EXPECT_EQ(distance_m, closest.distance_m);
  EXPECT_EQ(time_s, closest.time_s);

  // A stop from the middle, and the flight up to there with it.
  TrajectoryContext context;
  PlannedTrajectory stop;
  PlanStop(whole, end_s / 2, rooms, {}, context, stop);
  navnet_trajectory_query limits_of_stop = motion;
  limits_of_stop.points = nullptr;
  limits_of_stop.point_count = 0;
  limits_of_stop.max_steps = 20;
  ASSERT_C_OK(
      navnet_trajectory_plan_stop(o.trajectory, end_s / 2, &limits_of_stop, o.other_trajectory, &info, sizeof info));
  EXPECT_EQ(info.status, int(stop.status));
  ExpectPieces(o.other_trajectory, stop.trajectory);
  EXPECT_EQ(navnet_trajectory_splice(o.trajectory, end_s / 3, o.other_trajectory, 0, o.trajectory),
            NAVNET_ERROR_INVALID_ARGUMENT);
  ExpectPieces(o.trajectory, whole);
  ASSERT_C_OK(navnet_trajectory_splice(o.trajectory, end_s / 2, o.other_trajectory, 7, o.other_trajectory));
  const Trajectory spliced = Spliced(whole, end_s / 2, stop.trajectory, 7);
  ExpectPieces(o.other_trajectory, spliced);
  ASSERT_C_OK(navnet_trajectory_plan_stop(o.trajectory, end_s / 2, &limits_of_stop, o.trajectory, nullptr, 0));
  ExpectPieces(o.trajectory, stop.trajectory);

  // No trajectory: nothing to make another one from.
  ASSERT_C_OK(navnet_trajectory_cut(o.trajectory, 5 * end_s, 6 * end_s, o.trajectory));
  ASSERT_C_OK(navnet_trajectory_scale_time(o.trajectory, 2, o.trajectory));
  ASSERT_C_OK(navnet_trajectory_get_info(o.trajectory, &info, sizeof info));
  EXPECT_EQ(info.piece_count, 0u);
  EXPECT_EQ(navnet_trajectory_min_distance(o.trajectory, o.other_trajectory, 0, 0, &distance_m, nullptr),
            NAVNET_ERROR_INVALID_ARGUMENT);
}

TEST_F(CApiRooms, YawIsThatOfTheLibrary) {
  ASSERT_C_OK(navnet_room_maker_find(o.maker, o.navigator, &flight, way, 2, o.rooms, nullptr, 0));
  ASSERT_C_OK(navnet_trajectory_plan(o.trajectory, &motion, nullptr, 0));
  navnet_trajectory_piece pieces[64];
  size_t count = 0;
  ASSERT_C_OK(navnet_trajectory_copy_pieces(o.trajectory, pieces, 64, &count));
  std::vector<TrajectoryPiece> own(count);
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < 6; ++k) own[i].points[k] = FromC(pieces[i].points[k]);
    own[i].duration_s = pieces[i].duration_s;
  }
  const Trajectory trajectory(own);
  for (const navnet_yaw_aim aim : {NAVNET_YAW_AIM_VELOCITY, NAVNET_YAW_AIM_POINT, NAVNET_YAW_AIM_FIXED}) {
    turn.aim = aim;
    turn.point = {3, -2, 0};
    turn.angle_rad = 2;
    turn.start_rad = 0.5;
    turn.start_rate_rad_s = 0.1;
    turn.rate_rad_s = 1.1;
    turn.acceleration_rad_s2 = 2.5;
    turn.least_speed_m_s = 0.2;
    ASSERT_C_OK(navnet_yaw_plan(o.yaw, o.trajectory, &turn));
    const YawProfile profile = PlanYaw(trajectory, {.aim = YawAim(aim),
                                                    .point = {3, -2, 0},
                                                    .angle_rad = 2,
                                                    .start_rad = 0.5,
                                                    .start_rate_rad_s = 0.1,
                                                    .rate_rad_s = 1.1,
                                                    .acceleration_rad_s2 = 2.5,
                                                    .least_speed_m_s = 0.2});
    for (double t = -0.1; t < trajectory.duration_s() + 0.2; t += 0.05) {
      double angle = 0, rate = 0, acceleration = 0;
      ASSERT_C_OK(navnet_yaw_sample(o.yaw, &t, 1, &angle, &rate, &acceleration));
      const YawSample at = profile.At(t);
      EXPECT_EQ(angle, at.angle_rad);
      EXPECT_EQ(rate, at.rate_rad_s);
      EXPECT_EQ(acceleration, at.acceleration_rad_s2);
    }
  }
  turn.rate_rad_s = 0;
  EXPECT_EQ(navnet_yaw_options_check(&turn), NAVNET_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(navnet_yaw_plan(o.yaw, o.trajectory, &turn), NAVNET_ERROR_INVALID_ARGUMENT);
}

TEST_F(CApiRooms, ExactPathsAreCheckedAndFollowedInTheirRooms) {
  const std::string saved = file + ".navnet";
  ASSERT_C_OK(navnet_net_save(o.net, saved.c_str(), nullptr));
  const Result<Net> net = LoadNet(saved);
  ASSERT_TRUE(net);
  const Navigator navigator(*net);
  // An agent that flies along a wall, nearer to it than any free voxel's middle: free in its room alone.
  flight.radius_m = 0;
  const navnet_vec3 beside[] = {{1, 1, 1}, {1, 1, 3.99}};
  navnet_rooms_info around;
  ASSERT_C_OK(navnet_room_maker_find(o.maker, o.navigator, &flight, beside, 2, o.rooms, &around, sizeof around));
  ASSERT_EQ(around.status, NAVNET_ROOM_STATUS_COMPLETE);
  RoomCorridor rooms;
  rooms.planes.resize(around.plane_count);
  rooms.first_plane.resize(around.room_count + 1);
  ASSERT_C_OK(navnet_rooms_copy_planes(o.rooms, reinterpret_cast<navnet_half_space*>(rooms.planes.data()),
                                       rooms.planes.size(), nullptr));
  ASSERT_C_OK(navnet_rooms_copy_first_planes(o.rooms, rooms.first_plane.data(), rooms.first_plane.size(), nullptr));
  const Vec3 points[] = {FromC(beside[0]), FromC(beside[1])};
  navnet_path_check check;
  ASSERT_C_OK(navnet_check_flight(o.navigator, beside, 2, 0, {0, 0}, {}, &check));
  EXPECT_EQ(check.state, int(CheckPath(navigator, points, 0).state));
  ASSERT_C_OK(navnet_check_flight_in_rooms(o.navigator, beside, 2, 0, {0, 0}, {}, o.rooms, &check));
  EXPECT_EQ(check.state, NAVNET_PATH_VALIDITY_VALID);
  EXPECT_EQ(check.state, int(CheckPath(navigator, points, 0, {.rooms = &rooms}).state));
  const navnet_follow_state from = {beside[0], {0, 0, 0}, {0, 0}};
  navnet_follow_step step;
  ASSERT_C_OK(navnet_follow_flight_in_rooms(o.navigator, beside, 2, 0, o.rooms, &from, &limits, 0.02, &step));
  const FollowStep next = FollowPath(navigator, points, 0, {points[0], {}, {}}, {}, 0.02, {}, &rooms);
  EXPECT_EQ(FromC(step.velocity), next.velocity);
  EXPECT_EQ(FromC(step.target), next.target);
  EXPECT_EQ(step.outcome, int(next.outcome));
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
  const YawOptions yaw;
  EXPECT_EQ(turn.aim, int(yaw.aim));
  EXPECT_EQ(turn.rate_rad_s, yaw.rate_rad_s);
  EXPECT_EQ(turn.acceleration_rad_s2, yaw.acceleration_rad_s2);
  EXPECT_EQ(turn.least_speed_m_s, yaw.least_speed_m_s);
}

}  // namespace
}  // namespace navnet
