/* SPDX-License-Identifier: Apache-2.0 */
/* Trajectories in flight, in a hall with a wall and a doorway: changes of plan, checks, following, traffic. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

enum { kMaxPoints = 64 };
static const double kRadius_m = 0.4;

static double distance(navnet_vec3 a, navnet_vec3 b) {
  return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* A world with a navigator, a maker of its rooms, and the memory of queries. */
typedef struct hall {
  navnet_room_maker maker;
  navnet_navigator navigator;
  navnet_context context;
  navnet_path path;
} hall;

/* Plans from one point to another, with rooms. */
static void plan(const hall* h, navnet_vec3 from, navnet_vec3 to, navnet_rooms rooms, navnet_trajectory_query* query,
                 navnet_vec3* points) {
  navnet_flight_query flight;
  CHECK_OK(navnet_flight_query_default(&flight, sizeof flight));
  flight.start = from;
  flight.goal = to;
  flight.radius_m = kRadius_m;
  navnet_path_info found;
  CHECK_OK(navnet_navigator_find_flight(h->navigator, &flight, h->context, h->path, &found, sizeof found));
  CHECK(found.status == NAVNET_PATH_STATUS_COMPLETE);
  CHECK_OK(navnet_path_copy_points(h->path, points, kMaxPoints, &query->point_count));
  CHECK_OK(navnet_room_maker_find(h->maker, h->navigator, &flight, points, query->point_count, rooms, NULL, 0));
  CHECK_OK(navnet_rooms_copy_points(rooms, points, kMaxPoints, &query->point_count));
  query->points = points;
  query->rooms = rooms;
}

static void check_following(navnet_trajectory trajectory) {
  navnet_track_options options;
  CHECK_OK(navnet_track_options_default(&options, sizeof options));
  CHECK(options.position_gain_s2 == 16 && options.velocity_gain_s == 8 && isinf(options.acceleration_m_s2));
  CHECK_OK(navnet_track_options_check(&options));
  const double step_s = 0.01;
  const navnet_track_disturbance gusts = {.acceleration_m_s2 = 1};
  navnet_tracking_bound bound;
  CHECK_OK(navnet_track_bound(&options, 20, &gusts, step_s, &bound));
  CHECK(bound.position_m > 1.0 / 16 && bound.position_m < 1.3 / 16 && bound.feedback_m_s2 < 1.6);
  navnet_vec3 p, v;
  const double zero = 0;
  CHECK_OK(navnet_trajectory_sample(trajectory, &zero, 1, &p, &v, NULL, NULL));
  navnet_track_progress progress = {0, 1};
  navnet_track_step step = {.error_m = 0};
  double largest_m = 0;
  for (int i = 0; i < 4000 && !step.has_ended; ++i) {
    CHECK_OK(navnet_trajectory_follow(trajectory, &options, p, v, step_s, &progress, &step));
    CHECK(!step.is_waiting);
    /* A steady wind from the side. */
    const navnet_vec3 a = {step.acceleration.x, step.acceleration.y + 1, step.acceleration.z};
    p = (navnet_vec3){p.x + v.x * step_s + a.x * step_s * step_s / 2, p.y + v.y * step_s + a.y * step_s * step_s / 2,
                      p.z + v.z * step_s + a.z * step_s * step_s / 2};
    v = (navnet_vec3){v.x + a.x * step_s, v.y + a.y * step_s, v.z + a.z * step_s};
    largest_m = fmax(largest_m, step.error_m);
  }
  CHECK(step.has_ended && largest_m <= bound.position_m && largest_m > 0.5 * bound.position_m);
  options.ease_s = 0;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_track_options_check(&options));
}

static void check_traffic(const navnet_trajectory_query* query, navnet_trajectory first) {
  navnet_trajectory second = {0};
  CHECK_OK(navnet_trajectory_create(&second));
  navnet_traffic_query traffic;
  CHECK_OK(navnet_traffic_query_default(&traffic, sizeof traffic));
  CHECK(traffic.holds == 4 && traffic.stays && traffic.wait_step_s == 0.25);
  traffic.radius_m = kRadius_m;
  navnet_traffic_info info;
  CHECK_OK(navnet_trajectory_plan_in_traffic(second, query, &traffic, &info));
  CHECK(info.way == NAVNET_TRAFFIC_WAY_FREE && info.wait_s == 0);
  CHECK(strcmp(navnet_traffic_way_name(info.way), "free") == 0);
  /* Another drone flies the same way, and is gone when it has arrived. */
  const navnet_moving_ball ball = {first, 0, kRadius_m, 0, 0};
  traffic.balls = &ball;
  traffic.ball_count = 1;
  navnet_bool found = 0;
  navnet_conflict conflict;
  CHECK_OK(navnet_trajectory_first_conflict(second, &traffic, &found, &conflict));
  CHECK(found && conflict.with == 0 && !conflict.is_box && conflict.time_s == 0);
  /* A door, which opens after four seconds. */
  const navnet_timed_box door = {{{9.5, 0, 0}, {10.5, 20, 6}}, -INFINITY, 4};
  traffic.balls = NULL;
  traffic.ball_count = 0;
  traffic.boxes = &door;
  traffic.box_count = 1;
  CHECK_OK(navnet_trajectory_first_conflict(second, &traffic, &found, &conflict));
  CHECK(found && conflict.is_box && conflict.time_s > 0);
  CHECK_OK(navnet_trajectory_plan_in_traffic(second, query, &traffic, &info));
  CHECK(info.way != NAVNET_TRAFFIC_WAY_FREE && info.way != NAVNET_TRAFFIC_WAY_BLOCKED && info.conflict.is_box);
  CHECK_OK(navnet_trajectory_first_conflict(second, &traffic, &found, &conflict));
  CHECK(!found);
  traffic.wait_step_s = 0;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_trajectory_plan_in_traffic(second, query, &traffic, &info));
  CHECK_OK(navnet_trajectory_destroy(second));
}

static void check_changes(const hall* h, navnet_trajectory flown, navnet_rooms rooms, double time_s) {
  navnet_trajectory next = {0};
  navnet_rooms to = {0}, of_next = {0};
  CHECK_OK(navnet_trajectory_create(&next));
  CHECK_OK(navnet_rooms_create(&to));
  CHECK_OK(navnet_rooms_create(&of_next));
  navnet_vec3 points[kMaxPoints], p[2], v[2];
  navnet_trajectory_query query;
  CHECK_OK(navnet_trajectory_query_default(&query, sizeof query));
  CHECK_OK(navnet_trajectory_sample(flown, &time_s, 1, p, v, NULL, NULL));
  plan(h, p[0], (navnet_vec3){3, 15, 3}, to, &query, points);
  navnet_replan_info info;
  CHECK_OK(navnet_trajectory_replan(flown, rooms, time_s, &query, next, of_next, &info));
  CHECK(info.way == NAVNET_REPLAN_WAY_DIRECT || info.way == NAVNET_REPLAN_WAY_BY_OLD_ROOMS);
  CHECK(strcmp(navnet_replan_way_name(NAVNET_REPLAN_WAY_BY_OLD_ROOMS), "by_old_rooms") == 0);
  const double zero = 0;
  CHECK_OK(navnet_trajectory_sample(next, &zero, 1, p + 1, v + 1, NULL, NULL));
  CHECK(distance(p[0], p[1]) < 1e-6 && distance(v[0], v[1]) < 1e-5);
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT,
               navnet_trajectory_replan(next, rooms, NAN, &query, flown, of_next, &info));
  CHECK_STATUS(NAVNET_ERROR_BUSY, navnet_trajectory_replan(flown, rooms, time_s, &query, flown, of_next, &info));

  /* All of it is free; with a block in the way only what comes before is. */
  navnet_flight_query rules;
  CHECK_OK(navnet_flight_query_default(&rules, sizeof rules));
  rules.radius_m = kRadius_m;
  navnet_trajectory_info before;
  CHECK_OK(navnet_trajectory_get_info(flown, &before, sizeof before));
  navnet_trajectory_check check;
  CHECK_OK(navnet_trajectory_check_free(flown, 0, h->maker, h->navigator, &rules, next, of_next, &check));
  CHECK(check.is_valid && fabs(check.valid_until_s - before.duration_s) < 1e-9);
  CHECK_OK(navnet_trajectory_sample(flown, &check.valid_until_s, 1, p, NULL, NULL, NULL));
  CHECK_OK(navnet_trajectory_sample(next, &check.valid_until_s, 1, p + 1, NULL, NULL, NULL));
  CHECK(distance(p[0], p[1]) < 1e-6);
  const navnet_vec3 block[3] = {{12, 0, 0}, {12, 40, 0}, {12, 0, 40}};
  const uint32_t indices[3] = {0, 1, 2};
  navnet_room_maker makers[2] = {h->maker, {0}}, joined = {0};
  CHECK_OK(navnet_room_maker_create(block, 3, indices, 1, 1, &makers[1]));
  CHECK_OK(navnet_room_maker_join(makers, 2, &joined));
  CHECK_OK(navnet_trajectory_check_free(flown, 0, joined, h->navigator, &rules, next, of_next, &check));
  CHECK(!check.is_valid && check.valid_until_s > 0 && check.valid_until_s < before.duration_s);
  const navnet_room_maker none = {0};
  CHECK_OK(navnet_trajectory_check_free(flown, 0, none, h->navigator, &rules, next, of_next, &check));
  CHECK_OK(navnet_room_maker_destroy(makers[1]));
  CHECK_OK(navnet_room_maker_destroy(joined));
  CHECK_OK(navnet_rooms_destroy(to));
  CHECK_OK(navnet_rooms_destroy(of_next));
  CHECK_OK(navnet_trajectory_destroy(next));
}

void test_motion(void) {
  hall h = {{0}, {0}, {0}, {0}};
  const double radii[1] = {kRadius_m};
  navnet_bake_options options;
  CHECK_OK(navnet_bake_options_default(&options, sizeof options));
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = radii;
  options.sample.radius_count = 1;
  options.sample.has_bounds = 1;
  options.sample.bounds = (navnet_box){{0, 0, -0.5}, {20, 20, 6}};
  navnet_world world = make_hall();
  navnet_live live = {0};
  CHECK_OK(navnet_live_create(world, &options, &live));
  CHECK_OK(navnet_world_destroy(world));
  CHECK_OK(navnet_live_make_room_maker(live, &h.maker));
  navnet_snapshot snapshot = {0};
  CHECK_OK(navnet_live_latest(live, &snapshot));
  CHECK_OK(navnet_snapshot_navigator(snapshot, &h.navigator));
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  CHECK_OK(navnet_live_destroy(live));
  CHECK_OK(navnet_context_create(&h.context));
  CHECK_OK(navnet_path_create(&h.path));

  navnet_rooms rooms = {0};
  navnet_trajectory trajectory = {0};
  CHECK_OK(navnet_rooms_create(&rooms));
  CHECK_OK(navnet_trajectory_create(&trajectory));
  navnet_vec3 points[kMaxPoints];
  navnet_trajectory_query query;
  navnet_trajectory_info info;
  CHECK_OK(navnet_trajectory_query_default(&query, sizeof query));
  plan(&h, (navnet_vec3){2, 4, 1}, (navnet_vec3){18, 5, 2}, rooms, &query, points);
  CHECK_OK(navnet_trajectory_plan(trajectory, &query, &info, sizeof info));
  CHECK(info.status == NAVNET_TRAJECTORY_STATUS_COMPLETE);
  check_following(trajectory);
  check_traffic(&query, trajectory);
  check_changes(&h, trajectory, rooms, 0.4 * info.duration_s);
  CHECK_OK(navnet_trajectory_destroy(trajectory));
  CHECK_OK(navnet_rooms_destroy(rooms));
  CHECK_OK(navnet_path_destroy(h.path));
  CHECK_OK(navnet_context_destroy(h.context));
  CHECK_OK(navnet_navigator_destroy(h.navigator));
  CHECK_OK(navnet_room_maker_destroy(h.maker));
}
