/* SPDX-License-Identifier: Apache-2.0 */
/* Flights, walks, journeys: single, in batches, in slices. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

static const navnet_vec3 kStart = {3, 3, 1}, kGoal = {17, 3, 1};

static void test_flights(navnet_navigator navigator, navnet_context context, navnet_path path) {
  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = kStart;
  query.goal = kGoal;
  query.radius_m = 0.4;
  CHECK_OK(navnet_flight_query_check(&query));
  navnet_flight_query out_of_range = query;
  out_of_range.radius_m = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_flight_query_check(&out_of_range));
  navnet_path_info info;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &info, sizeof info));
  CHECK(info.kind == NAVNET_PATH_KIND_FLIGHT && info.status == NAVNET_PATH_STATUS_COMPLETE && info.length_m > 14);
  CHECK(info.radius_m == 0.4 && info.point_count >= 3 && info.volume_count > 0 && info.start.x == kStart.x);
  static navnet_vec3 points[64];
  static uint32_t volumes[4096];
  static navnet_travel_segment segments[4];
  size_t count = 0;
  CHECK_COPY(count, points, navnet_path_copy_points, path);
  CHECK(count == info.point_count && points[0].x == kStart.x && points[count - 1].x == kGoal.x);
  CHECK_COPY(count, volumes, navnet_path_copy_volumes, path);
  CHECK(count == info.volume_count);
  CHECK_COPY(count, segments, navnet_path_copy_segments, path);
  CHECK(count == 0);

  navnet_path copy = {0};
  CHECK_OK(navnet_path_create(&copy));
  navnet_path_info same;
  CHECK_OK(navnet_path_get_info(copy, &same, sizeof same));
  CHECK(same.kind == NAVNET_PATH_KIND_NONE);
  CHECK_OK(navnet_path_copy(path, copy));
  CHECK_OK(navnet_path_copy(copy, copy));
  CHECK_OK(navnet_path_get_info(copy, &same, sizeof same));
  CHECK(memcmp(&same, &info, sizeof same) == 0);
  CHECK_OK(navnet_path_destroy(copy));

  /* Costs: if the space above the wall is forbidden, the path uses the door; if both are, there is none. */
  const navnet_cost_region regions[2] = {{{{9, -1, 4}, {11, 21, 7}}, INFINITY}, {{{9, 11, -1}, {11, 15, 5}}, INFINITY}};
  query.regions = regions;
  query.region_count = 1;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, NULL, 0));
  navnet_path_info over;
  CHECK_OK(navnet_path_get_info(path, &over, sizeof over));
  CHECK(over.status == NAVNET_PATH_STATUS_COMPLETE && over.length_m > info.length_m + 1);
  query.region_count = 2;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &over, sizeof over));
  CHECK(over.status != NAVNET_PATH_STATUS_COMPLETE);

  navnet_cancel cancel = {0};
  CHECK_OK(navnet_cancel_create(&cancel));
  CHECK_OK(navnet_cancel_set(cancel, 1));
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = kStart;
  query.goal = kGoal;
  query.cancel = cancel;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &over, sizeof over));
  CHECK(over.status == NAVNET_PATH_STATUS_CANCELLED);
  CHECK_OK(navnet_cancel_destroy(cancel));
  CHECK_STATUS(NAVNET_ERROR_BAD_HANDLE, navnet_navigator_find_flight(navigator, &query, context, path, NULL, 0));
}

static void test_points(navnet_navigator navigator) {
  navnet_bool found = 0, visible = 1;
  navnet_vec3 p = {0, 0, 0};
  double metres = -1;
  CHECK_OK(navnet_navigator_is_visible(navigator, kStart, kGoal, 0.4, &visible));
  CHECK(!visible);
  CHECK_OK(navnet_navigator_nearest_free(navigator, (navnet_vec3){10, 5, 1}, 0.4, 3, &found, &p));
  CHECK(found && p.x != 10);
  CHECK_OK(navnet_navigator_nearest_free(navigator, (navnet_vec3){10, 5, 1}, 0.4, 0.01, &found, &p));
  CHECK(!found);
  CHECK_OK(navnet_navigator_random_free(navigator, 7, 0.4, &found, &p));
  CHECK(found && navnet_seed_at(7, 0) == 7);
  navnet_vec3 other = {0, 0, 0};
  CHECK_OK(navnet_navigator_random_free(navigator, navnet_seed_at(6, 1), 0.4, &found, &other));
  CHECK(found && other.x != p.x);
  CHECK_OK(navnet_navigator_clearance_at(navigator, kStart, &metres));
  CHECK(metres > 0 && metres <= 1 + 1e-9);

  const navnet_vec3 floor_point = {5, 5, 0};
  navnet_ground_place place;
  CHECK_OK(navnet_navigator_locate_ground(navigator, floor_point, &found, &place));
  CHECK(found && fabs(place.point.z) < 1e-6 && place.clearance_m > 3);
  CHECK_OK(navnet_navigator_ground_height(navigator, floor_point, &found, &metres));
  CHECK(found && fabs(metres) < 1e-6);
  CHECK_OK(navnet_navigator_nearest_obstacle(navigator, floor_point, &found, &p));
  CHECK(found);
  CHECK_OK(navnet_navigator_walk_clearance(navigator, floor_point, &metres));
  CHECK(metres == place.clearance_m);
  CHECK_OK(navnet_navigator_retract(navigator, floor_point, &found, &p));
  CHECK(found);
  CHECK_OK(navnet_navigator_widest_radius(navigator, floor_point, (navnet_vec3){15, 5, 0}, &metres));
  CHECK(fabs(metres - 1) < 0.05);
  CHECK_OK(navnet_navigator_nearest_walkable(navigator, (navnet_vec3){10, 5, 0}, 0.4, 3, &found, &p));
  CHECK(found);
  CHECK_OK(navnet_navigator_random_walkable(navigator, 3, 0.4, &found, &p));
  CHECK(found);
}

static void test_walks(navnet_navigator navigator, navnet_context context, navnet_path path) {
  navnet_walk_query query;
  CHECK_OK(navnet_walk_query_default(&query, sizeof query));
  query.start = (navnet_vec3){3, 3, 0};
  query.goal = (navnet_vec3){17, 3, 0};
  query.radius_m = 0.4;
  CHECK_OK(navnet_walk_query_check(&query));
  navnet_walk_query out_of_range = query;
  out_of_range.radius_m = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_walk_query_check(&out_of_range));
  navnet_path_info info;
  CHECK_OK(navnet_navigator_find_walk(navigator, &query, context, path, &info, sizeof info));
  CHECK(info.kind == NAVNET_PATH_KIND_WALK && info.status == NAVNET_PATH_STATUS_COMPLETE && info.corridor_count > 0);
  static uint32_t corridor[4096];
  size_t count = 0;
  CHECK_COPY(count, corridor, navnet_path_copy_corridor, path);
  CHECK(count == info.corridor_count);

  navnet_path_set set = {0};
  CHECK_OK(navnet_path_set_create(&set));
  const navnet_walk_query queries[2] = {query, query};
  CHECK_OK(navnet_navigator_find_walks(navigator, queries, 2, 1, set));
  navnet_path_info infos[2];
  size_t required = 0;
  CHECK_OK(navnet_path_set_copy_infos(set, infos, sizeof infos[0], 2, &required));
  CHECK(required == 2 && infos[1].length_m == info.length_m && infos[1].point_count == info.point_count);
  CHECK_OK(navnet_path_set_destroy(set));
}

static void test_sets(navnet_navigator navigator, navnet_context context, navnet_path path) {
  enum { kQueries = 8 };
  navnet_flight_query queries[kQueries];
  for (int i = 0; i < kQueries; ++i) {
    CHECK_OK(navnet_flight_query_default(&queries[i], sizeof queries[i]));
    queries[i].start = kStart;
    queries[i].goal = (navnet_vec3){2.0 + 2 * i, 17, 2};
  }
  navnet_path_set set = {0};
  CHECK_OK(navnet_path_set_create(&set));
  CHECK_OK(navnet_navigator_find_flights(navigator, queries, kQueries, 2, set));
  size_t count = 0;
  CHECK_OK(navnet_path_set_count(set, &count));
  CHECK(count == kQueries);
  static navnet_path_status statuses[kQueries];
  static double lengths[kQueries];
  static uint64_t offsets[kQueries + 1];
  static navnet_vec3 points[1024], own[1024];
  CHECK_COPY(count, statuses, navnet_path_set_copy_statuses, set);
  CHECK_COPY(count, lengths, navnet_path_set_copy_lengths, set);
  CHECK_COPY(count, offsets, navnet_path_set_copy_offsets, set);
  CHECK(count == kQueries + 1);
  CHECK_COPY(count, points, navnet_path_set_copy_points, set);
  CHECK(offsets[0] == 0 && offsets[kQueries] == count);
  for (size_t i = 0; i < kQueries; ++i) {
    navnet_path_info alone;
    CHECK_OK(navnet_navigator_find_flight(navigator, &queries[i], context, path, &alone, sizeof alone));
    CHECK(alone.status == statuses[i] && alone.length_m == lengths[i]);
    CHECK(alone.point_count == offsets[i + 1] - offsets[i]);
    CHECK_OK(navnet_path_set_get(set, i, path));
    CHECK_COPY(count, own, navnet_path_copy_points, path);
    CHECK(memcmp(own, points + offsets[i], count * sizeof own[0]) == 0);
  }
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_path_set_get(set, kQueries, path));
  CHECK_OK(navnet_path_set_destroy(set));
}

static void test_runs(navnet_navigator navigator, navnet_context context, navnet_path path) {
  navnet_run run = {0};
  CHECK_OK(navnet_run_create(&run));
  navnet_bool done = 0;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_run_step(run, 1, &done));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_run_take(run, path, NULL, 0));
  navnet_flight_query flight;
  CHECK_OK(navnet_flight_query_default(&flight, sizeof flight));
  flight.start = kStart;
  flight.goal = kGoal;
  navnet_path_info whole, slices;
  CHECK_OK(navnet_navigator_find_flight(navigator, &flight, context, path, &whole, sizeof whole));
  /* The first run is abandoned half way. */
  for (int times = 0; times < 2; ++times) {
    CHECK_OK(navnet_run_begin_flight(run, navigator, &flight));
    for (done = 0; !done;) {
      CHECK_OK(navnet_run_step(run, 1, &done));
      if (times == 0) break;
    }
  }
  CHECK_OK(navnet_run_take(run, path, &slices, sizeof slices));
  CHECK(slices.status == NAVNET_PATH_STATUS_COMPLETE && slices.length_m == whole.length_m);
  navnet_walk_query walk;
  CHECK_OK(navnet_walk_query_default(&walk, sizeof walk));
  walk.start = (navnet_vec3){3, 3, 0};
  walk.goal = (navnet_vec3){17, 3, 0};
  CHECK_OK(navnet_run_begin_walk(run, navigator, &walk));
  for (done = 0; !done;) CHECK_OK(navnet_run_step(run, 5, &done));
  CHECK_OK(navnet_run_take(run, path, &slices, sizeof slices));
  CHECK(slices.kind == NAVNET_PATH_KIND_WALK && slices.status == NAVNET_PATH_STATUS_COMPLETE);
  CHECK_OK(navnet_run_destroy(run));
}

void test_paths(navnet_net net) {
  navnet_navigator navigator = {0};
  navnet_context context = {0};
  navnet_path path = {0};
  CHECK_OK(navnet_navigator_create(net, &navigator));
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  navnet_net_info a, b;
  navnet_net same = {0};
  CHECK_OK(navnet_navigator_net(navigator, &same));
  CHECK_OK(navnet_net_get_info(same, &a, sizeof a));
  CHECK_OK(navnet_navigator_get_info(navigator, &b, sizeof b));
  CHECK(memcmp(&a, &b, sizeof a) == 0);
  CHECK_OK(navnet_net_destroy(same));
  navnet_ground ground = {0};
  CHECK_OK(navnet_navigator_ground(navigator, &ground));
  CHECK_OK(navnet_ground_destroy(ground));

  test_flights(navigator, context, path);
  test_points(navigator);
  test_walks(navigator, context, path);
  test_sets(navigator, context, path);
  test_runs(navigator, context, path);
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_navigator_destroy(navigator));
}

/* A drone flies through the doorway of the hall, or over the wall if a no-fly box closes the doorway. */
static void test_journey_costs(navnet_traveller traveller, navnet_context context, navnet_path path) {
  navnet_travel_query query;
  CHECK_OK(navnet_travel_query_default(&query, sizeof query));
  CHECK(query.floor_m == -INFINITY && query.ceiling_m == INFINITY && query.fly_region_count == 0);
  query.start = (navnet_vec3){3, 13, 2};
  query.goal = (navnet_vec3){17, 13, 2};
  query.fly_m_s = 5;
  navnet_path_info through, over, dear, low;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &through, sizeof through));
  CHECK(through.status == NAVNET_PATH_STATUS_COMPLETE && through.cost == through.seconds);
  const navnet_cost_region no_fly = {{{9, 11, -1}, {11, 15, 5}}, INFINITY};
  query.fly_regions = &no_fly;
  query.fly_region_count = 1;
  CHECK_OK(navnet_travel_query_check(&query));
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &over, sizeof over));
  CHECK(over.status == NAVNET_PATH_STATUS_COMPLETE && over.seconds > through.seconds && over.cost == over.seconds);
  navnet_vec3 points[64];
  size_t count = 0;
  CHECK_COPY(count, points, navnet_path_copy_points, path);
  double highest_m = 0;
  for (size_t i = 0; i < count; ++i) highest_m = points[i].z > highest_m ? points[i].z : highest_m;
  CHECK(highest_m >= 5);

  query.climb_cost = 2;
  query.descend_cost = 1;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &dear, sizeof dear));
  CHECK(dear.status == NAVNET_PATH_STATUS_COMPLETE && dear.cost > over.cost);
  navnet_travel_segment segments[8];
  CHECK_COPY(count, segments, navnet_path_copy_segments, path);
  CHECK(count == 1 && segments[0].cost_s == dear.cost && segments[0].seconds == dear.seconds);
  query.ceiling_m = 4;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &low, sizeof low));
  CHECK(low.status == NAVNET_PATH_STATUS_UNREACHABLE);

  /* Energy: twice the watts, twice the joules. A limit below the straight distance, and one that nothing binds. */
  CHECK_OK(navnet_travel_query_default(&query, sizeof query));
  CHECK(query.fly_weight == 1 && query.max_fly_m == INFINITY && query.max_fly_s == INFINITY);
  query.start = (navnet_vec3){3, 13, 2};
  query.goal = (navnet_vec3){17, 13, 2};
  query.fly_m_s = 5;
  query.fly_weight = 2;
  query.max_fly_s = through.seconds;
  navnet_path_info joules, beyond, part;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &joules, sizeof joules));
  CHECK(joules.status == NAVNET_PATH_STATUS_COMPLETE && joules.cost == 2 * through.cost);
  CHECK(joules.flown_m == through.length_m);
  query.max_fly_m = 5;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &beyond, sizeof beyond));
  CHECK(beyond.status == NAVNET_PATH_STATUS_BEYOND_LIMIT && beyond.point_count == 0);
  query.partial = 1;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &part, sizeof part));
  CHECK(part.status == NAVNET_PATH_STATUS_PARTIAL && part.flown_m <= 5 && part.flown_m > 4.9);

  CHECK_OK(navnet_travel_query_default(&query, sizeof query));
  query.fly_m_s = 5;
  query.ceiling_m = 4;
  const navnet_cost_region cheap = {{{9, 11, -1}, {11, 15, 5}}, 0.5};
  navnet_travel_query wrong = query;
  wrong.walk_regions = &cheap;
  wrong.walk_region_count = 1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_travel_query_check(&wrong));
  wrong = query;
  wrong.floor_m = 5;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_travel_query_check(&wrong));
  wrong = query;
  wrong.walk_weight = 0;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_travel_query_check(&wrong));
  wrong = query;
  wrong.max_fly_m = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_travel_query_check(&wrong));
  wrong = query;
  wrong.climb_cost = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_travel_query_check(&wrong));
  CHECK_OK(navnet_traveller_find(traveller, &wrong, context, path, &low, sizeof low));
  CHECK(low.status == NAVNET_PATH_STATUS_INVALID_QUERY);
  wrong = query;
  wrong.walk_region_count = 1;
  CHECK_STATUS(NAVNET_ERROR_NULL_POINTER, navnet_traveller_find(traveller, &wrong, context, path, NULL, 0));
}

void test_journeys(navnet_net net) {
  navnet_navigator navigator = {0};
  navnet_traveller traveller = {0};
  navnet_context context = {0};
  navnet_path path = {0};
  navnet_path_set set = {0};
  navnet_run run = {0};
  CHECK_OK(navnet_navigator_create(net, &navigator));
  CHECK_OK(navnet_traveller_create(navigator, &traveller));
  CHECK_OK(navnet_navigator_destroy(navigator));
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  CHECK_OK(navnet_path_set_create(&set));
  CHECK_OK(navnet_run_create(&run));

  navnet_travel_query query;
  CHECK_OK(navnet_travel_query_default(&query, sizeof query));
  query.start = (navnet_vec3){3, 5, 0};
  query.goal = (navnet_vec3){17, 5, 0};
  query.walk_m_s = 1.5;
  CHECK_OK(navnet_travel_query_check(&query));
  navnet_travel_query out_of_range = query;
  out_of_range.switch_s = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_travel_query_check(&out_of_range));
  navnet_path_info open_way, closed_way, slices;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &open_way, sizeof open_way));
  CHECK(open_way.kind == NAVNET_PATH_KIND_JOURNEY && open_way.status == NAVNET_PATH_STATUS_COMPLETE);
  static navnet_travel_segment segments[64];
  size_t count = 0;
  CHECK_COPY(count, segments, navnet_path_copy_segments, path);
  CHECK(count == 3 && segments[1].mode == NAVNET_TRAVEL_MODE_LINK && segments[1].link == 0);
  const uint32_t closed = 0;
  query.closed_links = &closed;
  query.closed_link_count = 1;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &closed_way, sizeof closed_way));
  CHECK(closed_way.status == NAVNET_PATH_STATUS_COMPLETE && closed_way.seconds > open_way.seconds);

  CHECK_OK(navnet_traveller_find_all(traveller, &query, 1, 1, set));
  double length = 0;
  CHECK_OK(navnet_path_set_copy_lengths(set, &length, 1, NULL));
  CHECK(length == closed_way.length_m);
  CHECK_OK(navnet_run_begin_travel(run, traveller, &query));
  for (navnet_bool done = 0; !done;) CHECK_OK(navnet_run_step(run, 1, &done));
  CHECK_OK(navnet_run_take(run, path, &slices, sizeof slices));
  CHECK(slices.seconds == closed_way.seconds);

  test_journey_costs(traveller, context, path);
  CHECK_OK(navnet_run_destroy(run));
  CHECK_OK(navnet_path_set_destroy(set));
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_traveller_destroy(traveller));
}
