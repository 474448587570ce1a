/* SPDX-License-Identifier: Apache-2.0 */
/* Gates: in nets, on flights and journeys, in live worlds. */
#include "bindings/c/check.h"

#include <math.h>

static const navnet_vec3 kStart = {3, 3, 1}, kGoal = {17, 3, 1};

static void test_flight(navnet_navigator navigator, navnet_context context, navnet_path path) {
  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  CHECK(query.speed_m_s == 0 && query.closed_gate_count == 0);
  query.start = kStart;
  query.goal = kGoal;
  navnet_path_info info;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &info, sizeof info));
  CHECK(info.jump_count == 0 && info.length_m > 14);
  query.speed_m_s = 2;
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &info, sizeof info));
  CHECK(info.status == NAVNET_PATH_STATUS_COMPLETE && info.jump_count == 1 && info.length_m < 5);
  CHECK(fabs(info.cost - info.length_m - 1) < 1e-9);
  navnet_jump jumps[4];
  size_t count = 0;
  CHECK_COPY(count, jumps, navnet_path_copy_jumps, path);
  CHECK(count == 1 && jumps[0].gate == 0 && jumps[0].point == 1 && jumps[0].seconds == 0.5);

  const navnet_path_place begin = {0, 0};
  navnet_path_place place;
  CHECK_OK(navnet_place_on_flight(path, (navnet_vec3){10, 3, 1}, begin, &place));
  CHECK(place.segment == 0 || place.segment == 2);
  navnet_path_check check;
  CHECK_OK(navnet_check_path(navigator, path, 0, begin, (navnet_change){0}, NULL, 0, &check));
  CHECK(check.state == NAVNET_PATH_VALIDITY_VALID);
  const uint32_t closed = 0;
  CHECK_OK(navnet_check_path(navigator, path, 0, begin, (navnet_change){0}, &closed, 1, &check));
  CHECK(check.state == NAVNET_PATH_VALIDITY_BROKEN && check.first_broken.segment == 1);

  navnet_follow_state state = {kStart, {0, 0, 0}, {0, 0}};
  int jumped = 0;
  navnet_follow_step step = {0};
  for (int i = 0; i < 2000 && step.outcome != NAVNET_FOLLOW_OUTCOME_ARRIVED; ++i) {
    CHECK_OK(navnet_follow_path(navigator, path, 0, &state, NULL, 0.05, &step));
    state.position.x += 0.05 * step.velocity.x;
    state.position.y += 0.05 * step.velocity.y;
    state.position.z += 0.05 * step.velocity.z;
    state.velocity = step.velocity;
    state.place = step.place;
    if (step.outcome != NAVNET_FOLLOW_OUTCOME_AT_GATE) continue;
    state = (navnet_follow_state){{15, 3, 1}, {0, 0, 0}, step.behind_gate};
    ++jumped;
  }
  CHECK(jumped == 1 && step.outcome == NAVNET_FOLLOW_OUTCOME_ARRIVED);

  query.closed_gates = &closed;
  query.closed_gate_count = 1;
  navnet_run run = {0};
  navnet_bool done = 0;
  CHECK_OK(navnet_run_create(&run));
  CHECK_OK(navnet_run_begin_flight(run, navigator, &query));
  while (!done) CHECK_OK(navnet_run_step(run, 100, &done));
  CHECK_OK(navnet_run_take(run, path, &info, sizeof info));
  CHECK_OK(navnet_run_destroy(run));
  CHECK(info.status == NAVNET_PATH_STATUS_COMPLETE && info.jump_count == 0);
  query.speed_m_s = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_flight_query_check(&query));
}

static void test_journey(navnet_navigator navigator, navnet_context context, navnet_path path) {
  navnet_traveller traveller = {0};
  CHECK_OK(navnet_traveller_create(navigator, &traveller));
  navnet_travel_query query;
  CHECK_OK(navnet_travel_query_default(&query, sizeof query));
  query.start = kStart;
  query.goal = kGoal;
  query.fly_m_s = 2;
  navnet_path_info info;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &info, sizeof info));
  navnet_travel_segment segments[8];
  size_t count = 0;
  CHECK_COPY(count, segments, navnet_path_copy_segments, path);
  CHECK(count == 3 && segments[1].mode == NAVNET_TRAVEL_MODE_LINK && segments[1].is_gate && segments[1].link == 0);
  CHECK(segments[1].length_m == 0 && segments[1].seconds == 0.5 && !segments[0].is_gate);
  const uint32_t closed = 0;
  query.closed_gates = &closed;
  query.closed_gate_count = 1;
  CHECK_OK(navnet_traveller_find(traveller, &query, context, path, &info, sizeof info));
  CHECK(info.status == NAVNET_PATH_STATUS_COMPLETE && info.segment_count == 1);
  CHECK_OK(navnet_traveller_destroy(traveller));
}

static void test_live_gates(const navnet_bake_options* options, navnet_context context, navnet_path path) {
  navnet_world world = make_hall();
  navnet_live live = {0};
  CHECK_OK(navnet_live_create(world, options, &live));
  CHECK_OK(navnet_world_destroy(world));
  uint64_t ids[4], added = 0;
  size_t count = 0;
  navnet_snapshot snapshot = {0};
  CHECK_OK(navnet_live_latest(live, &snapshot));
  CHECK_COPY(count, ids, navnet_snapshot_copy_gate_ids, snapshot);
  CHECK(count == 1 && ids[0] > 0);
  navnet_navigator before = {0}, now = {0};
  CHECK_OK(navnet_snapshot_navigator(snapshot, &before));
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = kStart;
  query.goal = kGoal;
  query.speed_m_s = 2;
  CHECK_OK(navnet_navigator_find_flight(before, &query, context, path, NULL, 0));
  navnet_watch watch = {0};
  navnet_watch_id id;
  CHECK_OK(navnet_watch_create(10, &watch));
  CHECK_OK(navnet_watch_add_path(watch, path, 0, &id));

  navnet_gate gate = {{4, 4, 1}, {16, 4, 1}, 3, 0, 1, 0};
  CHECK_OK(navnet_live_add_gate(live, &gate, &added));
  gate.seconds = -1;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_live_set_gate(live, added, &gate));
  gate.seconds = 2;
  CHECK_OK(navnet_live_set_gate(live, added, &gate));
  CHECK_OK(navnet_live_set_gate_open(live, ids[0], 0));
  navnet_change change = {0};
  CHECK_OK(navnet_live_update(live, &change));
  navnet_change_info info;
  CHECK_OK(navnet_change_get_info(change, &info, sizeof info));
  CHECK(info.closed_gate_count == 1 && info.opened_gate_count == 1 && info.blocked_count == 0);
  navnet_gate gates[4];
  CHECK_COPY(count, gates, navnet_change_copy_closed_gates, change);
  CHECK(count == 1 && gates[0].seconds == 0.5 && !gates[0].is_closed);
  CHECK_COPY(count, gates, navnet_change_copy_opened_gates, change);
  CHECK(count == 1 && gates[0].seconds == 2 && gates[0].one_way);
  CHECK_OK(navnet_live_latest(live, &snapshot));
  CHECK_OK(navnet_snapshot_navigator(snapshot, &now));
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  navnet_watch_id broken[2], improvable[2];
  size_t broken_count = 0, improvable_count = 0;
  CHECK_OK(navnet_watch_concerned(watch, now, change, broken, 2, &broken_count, improvable, 2, &improvable_count));
  CHECK(broken_count == 1 && improvable_count == 0);
  navnet_repair_outcome done = -1;
  CHECK_OK(navnet_repair_flight(now, &query, (navnet_path_place){0, 0}, change, context, path, &done));
  CHECK(done == NAVNET_REPAIR_OUTCOME_REPLANNED);
  CHECK_OK(navnet_watch_replace_path(watch, id, path));
  CHECK_OK(navnet_change_destroy(change));
  CHECK_OK(navnet_watch_destroy(watch));
  navnet_bake_options fixed;
  CHECK_OK(navnet_live_get_bake_options(live, &fixed, sizeof fixed));
  CHECK(fixed.gate_count == 2 && fixed.gates[0].is_closed && fixed.gates[1].seconds == 2);
  CHECK_OK(navnet_live_remove_gate(live, added));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_live_remove_gate(live, added));
  CHECK_OK(navnet_navigator_destroy(before));
  CHECK_OK(navnet_navigator_destroy(now));
  CHECK_OK(navnet_live_destroy(live));
}

void test_gates(void) {
  const navnet_gate gates[2] = {{{5, 3, 1}, {15, 3, 1}, 0.5, 0, 0, 0}, {{-900, 3, 1}, {15, 3, 1}, 0, 0, 0, 0}};
  navnet_bake_options options;
  CHECK_OK(navnet_bake_options_default(&options, sizeof options));
  CHECK(options.gates == NULL && options.gate_count == 0);
  options.sample.voxel_m = 0.25;
  options.gates = gates;
  options.gate_count = 2;
  navnet_world world = make_hall();
  navnet_net net = {0};
  navnet_navigator navigator = {0};
  CHECK_OK(navnet_bake(world, &options, &net, NULL, NULL, 0));
  CHECK_OK(navnet_world_destroy(world));
  CHECK_OK(navnet_navigator_create(net, &navigator));
  CHECK_OK(navnet_net_destroy(net));
  navnet_gate stored[4];
  size_t count = 0;
  CHECK_COPY(count, stored, navnet_navigator_copy_gates, navigator);
  CHECK(count == 2 && stored[0].to.x == 15 && stored[0].seconds == 0.5);
  navnet_bool serves = 0;
  CHECK_OK(navnet_navigator_serves_gate(navigator, 0, 0, &serves));
  CHECK(serves);
  CHECK_OK(navnet_navigator_serves_gate(navigator, 2, 0, &serves));
  CHECK(!serves);

  navnet_context context = {0};
  navnet_path path = {0};
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  test_flight(navigator, context, path);
  test_journey(navigator, context, path);
  options.gate_count = 1;
  test_live_gates(&options, context, path);
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_navigator_destroy(navigator));
}
