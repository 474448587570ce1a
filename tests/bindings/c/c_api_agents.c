/* SPDX-License-Identifier: Apache-2.0 */
/* Repairs, watches, following, avoidance, crowds. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

static double distance(navnet_vec3 a, navnet_vec3 b) {
  return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static navnet_vec3 moved(navnet_vec3 p, navnet_vec3 velocity, double s) {
  return (navnet_vec3){p.x + velocity.x * s, p.y + velocity.y * s, p.z + velocity.z * s};
}

void test_repair(navnet_net net) {
  navnet_navigator navigator = {0};
  navnet_context context = {0};
  navnet_path path = {0};
  CHECK_OK(navnet_navigator_create(net, &navigator));
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  const navnet_box near_box = {{9, 2, 0}, {11, 14, 6}}, far_box = {{0, 19, 5}, {1, 20, 6}};
  navnet_change change = {0};
  CHECK_OK(navnet_change_create(7, &near_box, 1, &far_box, 1, &change));
  navnet_change_info info;
  CHECK_OK(navnet_change_get_info(change, &info, sizeof info));
  CHECK(info.version == 7 && info.blocked_count == 1 && info.freed_count == 1 && info.box.max.y == 20);
  navnet_box boxes[2];
  size_t count = 0;
  CHECK_COPY(count, boxes, navnet_change_copy_blocked, change);
  CHECK(count == 1 && boxes[0].min.x == 9);
  CHECK_COPY(count, boxes, navnet_change_copy_freed, change);
  CHECK(count == 1 && boxes[0].min.y == 19);

  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = (navnet_vec3){3, 3, 1};
  query.goal = (navnet_vec3){17, 3, 1};
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, NULL, 0));
  static navnet_vec3 points[64];
  CHECK_COPY(count, points, navnet_path_copy_points, path);
  const navnet_path_place start = {0, 0};
  navnet_path_place place;
  CHECK_OK(navnet_place_on_path(points, count, points[1], start, &place));
  CHECK(place.segment <= 1);
  navnet_path_check check;
  CHECK_OK(navnet_check_flight(navigator, points, count, 0, start, change, &check));
  CHECK(check.state == NAVNET_PATH_VALIDITY_VALID && check.segments_looked_at > 0);
  const navnet_vec3 through_the_wall[2] = {query.start, query.goal};
  CHECK_OK(navnet_check_flight(navigator, through_the_wall, 2, 0, start, (navnet_change){0}, &check));
  CHECK(check.state == NAVNET_PATH_VALIDITY_BROKEN && check.first_broken.share > 0.4 && check.last_broken.share < 0.6);
  navnet_bool yes = 1;
  CHECK_OK(navnet_may_be_improved(change, query.start, query.goal, 14, &yes));
  CHECK(!yes);
  navnet_repair_outcome done = -1;
  CHECK_OK(navnet_repair_flight(navigator, &query, start, (navnet_change){0}, context, path, &done));
  CHECK(done == NAVNET_REPAIR_OUTCOME_KEPT);

  navnet_watch watch = {0};
  navnet_watch_id id = {0, 0}, broken[2], improvable[2];
  size_t broken_count = 9, improvable_count = 9;
  CHECK_OK(navnet_watch_create(10, &watch));
  CHECK_OK(navnet_watch_add(watch, through_the_wall, 2, 0, &id));
  CHECK_OK(navnet_watch_count(watch, &count));
  CHECK(count == 1);
  const navnet_box wall = {{9, 0, 0}, {11, 12, 5}};
  navnet_change blocked = {0};
  CHECK_OK(navnet_change_create(8, &wall, 1, NULL, 0, &blocked));
  CHECK_OK(
      navnet_watch_concerned(watch, navigator, blocked, broken, 2, &broken_count, improvable, 2, &improvable_count));
  CHECK(broken_count == 1 && improvable_count == 0 && memcmp(&broken[0], &id, sizeof id) == 0);
  CHECK_STATUS(NAVNET_ERROR_BUFFER_TOO_SMALL, navnet_watch_concerned(watch, navigator, blocked, broken, 0,
                                                                     &broken_count, improvable, 2, &improvable_count));
  CHECK_OK(navnet_watch_advance(watch, id, (navnet_vec3){16, 3, 1}));
  CHECK_OK(navnet_watch_place_of(watch, id, &place));
  CHECK(place.share > 0.9);
  CHECK_OK(navnet_watch_replace(watch, id, points, 2));
  CHECK_OK(navnet_watch_remove(watch, id));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_watch_remove(watch, id));
  CHECK_OK(navnet_watch_destroy(watch));

  navnet_walk_query walk;
  CHECK_OK(navnet_walk_query_default(&walk, sizeof walk));
  walk.start = (navnet_vec3){3, 3, 0};
  walk.goal = (navnet_vec3){17, 3, 0};
  CHECK_OK(navnet_navigator_find_walk(navigator, &walk, context, path, NULL, 0));
  CHECK_COPY(count, points, navnet_path_copy_points, path);
  CHECK_OK(navnet_is_walk_untouched(navigator, points, count, 0.4, change, start, &yes));
  CHECK(!yes);
  CHECK_OK(navnet_repair_walk(navigator, &walk, start, change, context, path, &done));
  CHECK(done == NAVNET_REPAIR_OUTCOME_REPLANNED);

  CHECK_OK(navnet_change_destroy(blocked));
  CHECK_OK(navnet_change_destroy(change));
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_navigator_destroy(navigator));
}

static void test_follow(navnet_navigator navigator) {
  navnet_follow_limits limits;
  CHECK_OK(navnet_follow_limits_default(&limits, sizeof limits));
  CHECK(limits.speed_m_s == 1.5 && isinf(limits.off_path_m));
  limits.speed_m_s = 4;
  const navnet_vec3 flight[3] = {{3, 3, 1}, {6, 3, 1}, {6, 8, 1}}, walk[3] = {{3, 3, 0}, {6, 3, 0}, {6, 8, 0}};
  for (int walks = 0; walks < 2; ++walks) {
    navnet_follow_state state = {walks ? walk[0] : flight[0], {0, 0, 0}, {0, 0}};
    navnet_follow_step step;
    int steps = 0;
    do {
      CHECK_OK(walks ? navnet_follow_walk(navigator, walk, 3, 0.4, &state, &limits, 0.02, &step)
                     : navnet_follow_flight(navigator, flight, 3, 0.4, &state, &limits, 0.02, &step));
      state.position = moved(state.position, step.velocity, 0.02);
      state.velocity = step.velocity;
      state.place = step.place;
    } while (step.outcome == NAVNET_FOLLOW_OUTCOME_MOVING && ++steps < 1000);
    CHECK(step.outcome == NAVNET_FOLLOW_OUTCOME_ARRIVED);
    CHECK(distance(state.position, walks ? walk[2] : flight[2]) < 0.1);
  }
}

static void test_avoidance(navnet_navigator navigator) {
  navnet_avoidance_options options;
  CHECK_OK(navnet_avoidance_options_default(&options, sizeof options));
  for (int open = 0; open < 2; ++open) {
    navnet_avoidance avoidance = {0};
    CHECK_OK(navnet_avoidance_create(open ? (navnet_navigator){0} : navigator, NAVNET_UP_AXIS_Z, &avoidance));
    navnet_mover movers[2];
    for (int k = 0; k < 2; ++k) CHECK_OK(navnet_mover_default(&movers[k]));
    CHECK(movers[0].passes_right && movers[0].radius_m == 0.4 && movers[0].speed_m_s == 2);
    movers[0].position = (navnet_vec3){3, 3, 2};
    movers[0].preferred = (navnet_vec3){2, 0, 0};
    movers[1].position = (navnet_vec3){8, 3.01, 2};
    movers[1].preferred = (navnet_vec3){-2, 0, 0};
    for (int i = 0; i < 100; ++i) {
      navnet_safe_step steps[2];
      CHECK_OK(navnet_avoidance_solve(avoidance, movers, 2, 0.05, &options, steps, 1));
      for (int k = 0; k < 2; ++k) {
        CHECK(steps[k].is_free);
        movers[k].position = steps[k].position;
        movers[k].velocity = steps[k].velocity;
      }
      CHECK(distance(movers[0].position, movers[1].position) > 0.8 - 1e-6);
    }
    CHECK(movers[0].position.x > movers[1].position.x);
    navnet_safe_step step;
    movers[0].height_m = -1;
    CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_avoidance_solve(avoidance, movers, 1, 0.05, &options, &step, 1));
    CHECK_OK(navnet_avoidance_destroy(avoidance));
  }
}

static void test_crowd(navnet_navigator navigator) {
  navnet_crowd_options options;
  CHECK_OK(navnet_crowd_options_default(&options, sizeof options));
  navnet_crowd crowd = {0};
  CHECK_OK(navnet_crowd_create(navigator, &options, &crowd));
  navnet_agent_spec spec;
  CHECK_OK(navnet_agent_spec_default(&spec, sizeof spec));
  CHECK(spec.radius_m == 0.4 && spec.height_m == 0);
  navnet_agent_id flyer = {0, 0}, walker = {0, 0}, third = {0, 0};
  spec.position = (navnet_vec3){3, 3, 2};
  CHECK_OK(navnet_crowd_add(crowd, &spec, &flyer));
  spec.position = (navnet_vec3){5, 5, 2};
  CHECK_OK(navnet_crowd_add(crowd, &spec, &third));
  spec.kind = NAVNET_AGENT_KIND_WALKER;
  spec.position = (navnet_vec3){3, 3, 0};
  spec.height_m = 50;
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_crowd_add(crowd, &spec, &walker));
  spec.height_m = 1.5;
  CHECK_OK(navnet_crowd_add(crowd, &spec, &walker));
  spec.position = (navnet_vec3){-50, 3, 0};
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_crowd_add(crowd, &spec, &walker));

  CHECK_OK(navnet_crowd_set_goal(crowd, flyer, (navnet_vec3){15, 3, 2}));
  CHECK_OK(navnet_crowd_set_goal(crowd, walker, (navnet_vec3){8, 3, 0}));
  const navnet_vec3 way[2] = {{5, 5, 2}, {5, 8, 2}};
  CHECK_OK(navnet_crowd_set_path(crowd, third, way, 2));
  CHECK_OK(navnet_crowd_set_navigator(crowd, navigator));
  for (int i = 0; i < 60 * 30; ++i) CHECK_OK(navnet_crowd_step(crowd, 1.0 / 60, 1));
  navnet_agent_state states[3];
  size_t count = 0;
  CHECK_COPY(count, states, navnet_crowd_copy_agents, crowd);
  CHECK(count == 3);
  for (size_t i = 0; i < 3; ++i) CHECK(states[i].status == NAVNET_AGENT_STATUS_ARRIVED);
  navnet_bool found = 0;
  navnet_agent_state state;
  CHECK_OK(navnet_crowd_find_agent(crowd, flyer, &found, &state));
  CHECK(found && distance(state.position, (navnet_vec3){15, 3, 2}) < 0.3 && state.height_m == 0);
  CHECK_OK(navnet_crowd_find_agent(crowd, walker, &found, &state));
  CHECK(found && state.height_m == 1.5);
  CHECK_OK(navnet_crowd_stop(crowd, flyer));
  CHECK_OK(navnet_crowd_remove(crowd, flyer));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_crowd_stop(crowd, flyer));
  CHECK_OK(navnet_crowd_find_agent(crowd, flyer, &found, &state));
  CHECK(!found);
  navnet_navigator own = {0};
  CHECK_OK(navnet_crowd_navigator(crowd, &own));
  CHECK_OK(navnet_navigator_destroy(own));
  CHECK_OK(navnet_crowd_destroy(crowd));
}

void test_agents(navnet_net net) {
  navnet_navigator navigator = {0};
  CHECK_OK(navnet_navigator_create(net, &navigator));
  test_follow(navigator);
  test_avoidance(navigator);
  test_crowd(navigator);
  CHECK_OK(navnet_navigator_destroy(navigator));
}
