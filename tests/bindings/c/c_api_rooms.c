/* SPDX-License-Identifier: Apache-2.0 */
/* Rooms and trajectories, in a hall with a wall and a doorway. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

enum { kMaxPoints = 64 };
static const double kRadius_m = 0.4;

static double dot(navnet_vec3 a, navnet_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* Whether some room contains a point. */
static int is_inside(navnet_rooms rooms, navnet_vec3 p) {
  static navnet_half_space planes[4096];
  static uint32_t first[256];
  size_t plane_count = 0, count = 0;
  CHECK_COPY(plane_count, planes, navnet_rooms_copy_planes, rooms);
  CHECK_COPY(count, first, navnet_rooms_copy_first_planes, rooms);
  CHECK(first[0] == 0 && first[count - 1] == plane_count);
  for (size_t room = 0; room + 1 < count; ++room) {
    int inside = 1;
    for (size_t i = first[room]; i < first[room + 1]; ++i) {
      inside = inside && dot(planes[i].normal, p) <= planes[i].offset_m + 1e-5;
    }
    if (inside) return 1;
  }
  return 0;
}

static void check_trajectory(navnet_rooms rooms, const navnet_vec3* points, size_t point_count) {
  navnet_trajectory trajectory = {0};
  CHECK_OK(navnet_trajectory_create(&trajectory));
  navnet_trajectory_info info;
  CHECK_OK(navnet_trajectory_get_info(trajectory, &info, sizeof info));
  CHECK(info.status == NAVNET_TRAJECTORY_STATUS_INVALID_QUERY && info.piece_count == 0 && info.duration_s == 0);

  navnet_trajectory_query query;
  CHECK_OK(navnet_trajectory_query_default(&query, sizeof query));
  CHECK(query.speed_m_s == 5 && query.max_steps == 60 && query.up == NAVNET_UP_AXIS_Z);
  query.points = points;
  query.point_count = point_count;
  CHECK_STATUS(NAVNET_ERROR_BAD_HANDLE, navnet_trajectory_query_check(&query));
  query.rooms = rooms;
  query.climb_m_s = 2;
  CHECK_OK(navnet_trajectory_query_check(&query));
  CHECK_OK(navnet_trajectory_plan(trajectory, &query, &info, sizeof info));
  CHECK(info.status == NAVNET_TRAJECTORY_STATUS_COMPLETE && info.piece_count > 0);
  CHECK(info.duration_s >= info.bound_s && info.bound_s > 1 && info.length_m > 10);
  CHECK(info.max_speed_m_s <= query.speed_m_s * (1 + 1e-5) && info.max_climb_m_s <= query.climb_m_s * (1 + 1e-5));
  CHECK(info.max_acceleration_m_s2 <= query.acceleration_m_s2 * (1 + 1e-5));
  CHECK(info.max_jerk_m_s3 <= query.jerk_m_s3 * (1 + 1e-5));

  enum { kSamples = 101 };
  double times_s[kSamples];
  navnet_vec3 p[kSamples], v[kSamples], a[kSamples], j[kSamples];
  for (int i = 0; i < kSamples; ++i) times_s[i] = info.duration_s * i / (kSamples - 1);
  times_s[0] = -INFINITY;
  CHECK_OK(navnet_trajectory_sample(trajectory, times_s, kSamples, p, v, a, j));
  for (int i = 0; i < kSamples; ++i) {
    CHECK(is_inside(rooms, p[i]));
    CHECK(sqrt(dot(v[i], v[i])) <= info.max_speed_m_s + 1e-9 && sqrt(dot(j[i], j[i])) <= info.max_jerk_m_s3 + 1e-9);
  }
  CHECK(fabs(p[0].x - points[0].x) < 1e-6 && fabs(p[kSamples - 1].y - points[point_count - 1].y) < 1e-6);
  CHECK(dot(v[0], v[0]) < 1e-12 && dot(a[0], a[0]) < 1e-12);
  CHECK_OK(navnet_trajectory_sample(trajectory, times_s + 50, 1, NULL, v, NULL, NULL));
  CHECK(v[0].x == v[50].x && v[0].y == v[50].y);
  times_s[1] = NAN;
  p[0].x = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_trajectory_sample(trajectory, times_s, 2, p, NULL, NULL, NULL));
  CHECK(p[0].x == -1);

  /* The flight up to its middle and a stop there, in twice the time, beside the flight itself. */
  const double end_s = info.duration_s;
  navnet_trajectory other = {0};
  CHECK_OK(navnet_trajectory_create(&other));
  navnet_trajectory_query stop = query;
  stop.max_steps = 60;
  navnet_trajectory_info stopped, changed;
  CHECK_OK(navnet_trajectory_plan_stop(trajectory, end_s / 2, &stop, other, &stopped, sizeof stopped));
  CHECK(stopped.status == NAVNET_TRAJECTORY_STATUS_COMPLETE && stopped.duration_s <= end_s / 2 + 1e-9);
  CHECK_OK(navnet_trajectory_splice(trajectory, end_s / 2, other, 0, other));
  CHECK_OK(navnet_trajectory_scale_time(other, 2, other));
  CHECK_OK(navnet_trajectory_get_info(other, &changed, sizeof changed));
  CHECK(fabs(changed.duration_s - end_s - 2 * stopped.duration_s) < 1e-9);
  double distance_m = -1, when_s = -1;
  CHECK_OK(navnet_trajectory_min_distance(trajectory, other, 0, 1e-6, &distance_m, &when_s));
  CHECK(distance_m < 1e-5 && when_s >= 0);
  CHECK_OK(navnet_trajectory_cut(trajectory, end_s / 4, end_s / 2, other));
  navnet_trajectory_piece pieces[64];
  size_t piece_count = 0;
  CHECK_COPY(piece_count, pieces, navnet_trajectory_copy_pieces, other);
  double sum_s = 0;
  for (size_t i = 0; i < piece_count; ++i) sum_s += pieces[i].duration_s;
  CHECK(fabs(sum_s - end_s / 4) < 1e-9);
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_trajectory_cut(trajectory, NAN, 1, other));
  CHECK_OK(navnet_trajectory_plan_all(&other, &query, 1, 0));
  CHECK_OK(navnet_trajectory_get_info(other, &changed, sizeof changed));
  CHECK(changed.duration_s == end_s);

  navnet_yaw yaw = {0};
  navnet_yaw_options turn;
  CHECK_OK(navnet_yaw_create(&yaw));
  CHECK_OK(navnet_yaw_options_default(&turn, sizeof turn));
  turn.aim = NAVNET_YAW_AIM_FIXED;
  turn.angle_rad = 0.5;
  CHECK_OK(navnet_yaw_options_check(&turn));
  CHECK_OK(navnet_yaw_plan(yaw, trajectory, &turn));
  double angle_rad = 0, rate_rad_s = 1;
  CHECK_OK(navnet_yaw_sample(yaw, &end_s, 1, &angle_rad, &rate_rad_s, NULL));
  CHECK(fabs(angle_rad - 0.5) < 0.01 && fabs(rate_rad_s) < 0.05);
  CHECK(strcmp(navnet_yaw_aim_name(NAVNET_YAW_AIM_POINT), "point") == 0);
  CHECK_OK(navnet_yaw_destroy(yaw));
  CHECK_OK(navnet_trajectory_destroy(other));

  query.start_velocity.x = 100;
  CHECK_OK(navnet_trajectory_plan(trajectory, &query, &info, sizeof info));
  CHECK(info.status == NAVNET_TRAJECTORY_STATUS_START_TOO_FAST && info.piece_count == 0);
  query.speed_m_s = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_trajectory_query_check(&query));
  CHECK_OK(navnet_trajectory_plan(trajectory, &query, &info, sizeof info));
  CHECK(info.status == NAVNET_TRAJECTORY_STATUS_INVALID_QUERY);
  CHECK_OK(navnet_trajectory_destroy(trajectory));
}

static navnet_net bake_with_world(navnet_bool with_world) {
  const double radii[1] = {kRadius_m};
  navnet_bake_options options;
  CHECK_OK(navnet_bake_options_default(&options, sizeof options));
  CHECK(!options.with_world);
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = radii;
  options.sample.radius_count = 1;
  options.sample.has_bounds = 1;
  options.sample.bounds = (navnet_box){{0, 0, -0.5}, {20, 20, 6}};
  options.with_world = with_world;
  navnet_world world = make_hall();
  navnet_net net = {0};
  CHECK_OK(navnet_bake(world, &options, &net, NULL, NULL, 0));
  CHECK_OK(navnet_world_destroy(world));
  return net;
}

void test_rooms(void) {
  navnet_room_maker maker = {0}, stored = {0};
  navnet_net plain = bake_with_world(0), net = bake_with_world(1);
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_room_maker_create_from_net(plain, 1, &stored));
  CHECK_OK(navnet_net_destroy(plain));
  CHECK_OK(navnet_room_maker_create_from_net(net, 1, &stored));
  navnet_vec3 vertices[32];
  uint32_t indices[128];
  size_t vertex_count = 0, index_count = 0;
  navnet_world world = make_hall();
  CHECK_COPY(vertex_count, vertices, navnet_world_copy_vertices, world);
  CHECK_COPY(index_count, indices, navnet_world_copy_indices, world);
  CHECK_OK(navnet_world_destroy(world));
  CHECK_OK(navnet_room_maker_create(vertices, vertex_count, indices, index_count / 3, 1, &maker));

  navnet_navigator navigator = {0};
  navnet_context context = {0};
  navnet_path path = {0};
  navnet_rooms rooms = {0};
  CHECK_OK(navnet_navigator_create(net, &navigator));
  CHECK_OK(navnet_net_destroy(net));
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  CHECK_OK(navnet_rooms_create(&rooms));
  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = (navnet_vec3){2, 4, 1};
  query.goal = (navnet_vec3){18, 5, 2};
  query.radius_m = kRadius_m;
  navnet_path_info found;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &found, sizeof found));
  CHECK(found.status == NAVNET_PATH_STATUS_COMPLETE);
  navnet_vec3 points[kMaxPoints], taut[kMaxPoints];
  size_t point_count = 0, taut_count = 0;
  CHECK_COPY(point_count, points, navnet_path_copy_points, path);

  navnet_rooms_info info;
  CHECK_OK(navnet_rooms_get_info(rooms, &info, sizeof info));
  CHECK(info.status == NAVNET_ROOM_STATUS_INVALID_QUERY && info.room_count == 0);
  double lengths_m[2];
  for (int i = 0; i < 2; ++i) {
    CHECK_OK(
        navnet_room_maker_find(i ? stored : maker, navigator, &query, points, point_count, rooms, &info, sizeof info));
    CHECK(info.status == NAVNET_ROOM_STATUS_COMPLETE && info.room_count > 0 && info.plane_count >= 4);
    CHECK(info.lower_bound_m <= info.length_m + 1e-9 && info.length_m <= found.length_m + 1e-9);
    lengths_m[i] = info.length_m;
  }
  CHECK(fabs(lengths_m[0] - lengths_m[1]) < 1e-6);
  CHECK_COPY(taut_count, taut, navnet_rooms_copy_points, rooms);
  CHECK(taut_count == info.point_count && taut_count >= 2);
  const navnet_path_place start = {0, 0};
  navnet_path_check check;
  CHECK_OK(
      navnet_check_flight_in_rooms(navigator, taut, taut_count, kRadius_m, start, (navnet_change){0}, rooms, &check));
  CHECK(check.state == NAVNET_PATH_VALIDITY_VALID);
  const navnet_follow_state here = {taut[0], {0, 0, 0}, start};
  navnet_follow_step step;
  CHECK_OK(navnet_follow_flight_in_rooms(navigator, taut, taut_count, kRadius_m, rooms, &here, NULL, 0.02, &step));
  CHECK(step.outcome == NAVNET_FOLLOW_OUTCOME_MOVING && dot(step.velocity, step.velocity) > 0);
  check_trajectory(rooms, taut, taut_count);

  CHECK_OK(navnet_navigator_find_box_rooms(navigator, &query, points, point_count, context, rooms, &info, sizeof info));
  CHECK(info.status == NAVNET_ROOM_STATUS_COMPLETE && info.room_count > 0 && info.point_count == 0);
  check_trajectory(rooms, points, point_count);

  const navnet_vec3 through_wall[2] = {{2, 4, 1}, {18, 4, 1}};
  CHECK_OK(navnet_room_maker_find(maker, navigator, &query, through_wall, 2, rooms, &info, sizeof info));
  CHECK(info.status == NAVNET_ROOM_STATUS_BLOCKED && info.blocked_segment == 0 && info.room_count == 0);
  CHECK_OK(navnet_navigator_find_box_rooms(navigator, &query, through_wall, 2, context, rooms, &info, sizeof info));
  CHECK(info.status == NAVNET_ROOM_STATUS_BLOCKED && info.room_count == 0);
  CHECK_OK(navnet_navigator_find_box_rooms(navigator, &query, NULL, 0, context, rooms, &info, sizeof info));
  CHECK(info.status == NAVNET_ROOM_STATUS_INVALID_QUERY);
  indices[5] = 1000;
  CHECK_STATUS(NAVNET_ERROR_BAD_FORMAT,
               navnet_room_maker_create(vertices, vertex_count, indices, index_count / 3, 1, &(navnet_room_maker){0}));

  CHECK_OK(navnet_rooms_destroy(rooms));
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_navigator_destroy(navigator));
  CHECK_OK(navnet_room_maker_destroy(maker));
  CHECK_OK(navnet_room_maker_destroy(stored));
}
