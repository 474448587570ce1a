/* SPDX-License-Identifier: Apache-2.0 */
/* Live worlds and explored maps. */
#include "bindings/c/check.h"

#include <math.h>
#include <string.h>

typedef struct update_counter {
  navnet_live live;
  int count;
  uint64_t version;
} update_counter;

static void on_update(void* user, navnet_snapshot now, navnet_change change) {
  update_counter* const updates = user;
  uint64_t latest = 0;
  CHECK_OK(navnet_snapshot_version(now, &updates->version));
  CHECK_OK(navnet_live_version(updates->live, &latest));
  CHECK(latest == updates->version);
  navnet_snapshot snapshot = {0};
  CHECK_OK(navnet_live_latest(updates->live, &snapshot));
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  navnet_change_info info;
  CHECK_OK(navnet_change_get_info(change, &info, sizeof info));
  CHECK(info.version == updates->version);
  /* Other calls on the world would deadlock, and are refused. */
  CHECK_STATUS(NAVNET_ERROR_BUSY, navnet_live_update(updates->live, NULL));
  CHECK_STATUS(NAVNET_ERROR_BUSY, navnet_live_destroy(updates->live));
  ++updates->count;
}

static navnet_path_status flight_status(navnet_live live) {
  navnet_snapshot snapshot = {0};
  navnet_navigator navigator = {0};
  navnet_context context = {0};
  navnet_path path = {0};
  CHECK_OK(navnet_live_latest(live, &snapshot));
  CHECK_OK(navnet_snapshot_navigator(snapshot, &navigator));
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = (navnet_vec3){3, 3, 1};
  query.goal = (navnet_vec3){17, 3, 1};
  query.ceiling_m = 4.5;
  navnet_path_info info = {0};
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &info, sizeof info));
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_navigator_destroy(navigator));
  return info.status;
}

void test_live(void) {
  navnet_world world = make_hall();
  navnet_bake_options options;
  CHECK_OK(navnet_bake_options_default(&options, sizeof options));
  options.sample.voxel_m = 0.25;
  options.sample.has_bounds = 1;
  options.sample.bounds = (navnet_box){{0, 0, -0.5}, {20, 20, 6}};
  navnet_live live = {0};
  CHECK_OK(navnet_live_create(world, &options, &live));
  CHECK_OK(navnet_world_destroy(world));
  update_counter updates = {live, 0, 0};
  CHECK_OK(navnet_live_on_update(live, on_update, &updates));
  CHECK(flight_status(live) == NAVNET_PATH_STATUS_COMPLETE);

  /* A door in the gap of the wall: closed, open, closed again, removed. */
  navnet_obstacle door;
  CHECK_OK(navnet_obstacle_default(&door, sizeof door));
  door.half_size_m = (navnet_vec3){0.25, 1.25, 2.5};
  CHECK_OK(navnet_transform_default(&door.transform));
  door.transform.position = (navnet_vec3){10, 13, 2.5};
  door.is_door = 1;
  uint64_t door_id = 0, sphere_id = 0, mesh_id = 0;
  CHECK_OK(navnet_live_add_obstacle(live, &door, &door_id));
  navnet_change change = {0};
  CHECK_OK(navnet_live_update(live, &change));
  navnet_change_info info;
  CHECK_OK(navnet_change_get_info(change, &info, sizeof info));
  CHECK(info.blocked_count > 0 && info.freed_count == 0);
  CHECK_OK(navnet_change_destroy(change));
  CHECK(updates.count == 1);
  CHECK(flight_status(live) == NAVNET_PATH_STATUS_UNREACHABLE);
  const uint64_t closed_version = updates.version;
  CHECK_OK(navnet_live_set_door(live, door_id, 1));
  navnet_bool done = 0;
  while (!done) CHECK_OK(navnet_live_step(live, 100, &done));
  CHECK(flight_status(live) == NAVNET_PATH_STATUS_COMPLETE);
  navnet_bool found = 0;
  CHECK_OK(navnet_live_changes_since(live, closed_version, &found, &change));
  CHECK(found);
  CHECK_OK(navnet_change_get_info(change, &info, sizeof info));
  CHECK(info.freed_count > 0 && info.version == updates.version);
  CHECK_OK(navnet_change_destroy(change));
  CHECK_OK(navnet_live_changes_since(live, 1u << 30, &found, &change));
  CHECK(!found);

  navnet_obstacle shape;
  CHECK_OK(navnet_obstacle_default(&shape, sizeof shape));
  shape.shape = NAVNET_SHAPE_SPHERE;
  shape.transform.position = (navnet_vec3){5, 5, 2};
  CHECK_OK(navnet_live_add_obstacle(live, &shape, &sphere_id));
  shape.shape = NAVNET_SHAPE_CAPSULE;
  CHECK_OK(navnet_live_add_obstacle(live, &shape, &mesh_id));
  const navnet_vec3 vertices[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}};
  const uint32_t indices[3] = {0, 1, 2};
  shape.shape = NAVNET_SHAPE_MESH;
  shape.vertices = vertices;
  shape.vertex_count = 3;
  shape.indices = indices;
  shape.triangle_count = 1;
  CHECK_OK(navnet_live_add_obstacle(live, &shape, &mesh_id));
  shape.transform.position.x = 7;
  CHECK_OK(navnet_live_move_obstacle(live, sphere_id, &shape.transform));
  CHECK_OK(navnet_live_remove_obstacle(live, mesh_id));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_live_remove_obstacle(live, mesh_id));
  const navnet_box box = {{1, 1, 1}, {2, 2, 2}};
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_live_set_voxels(live, &box, 1));

  navnet_cost_region region = {box, 3};
  uint64_t region_id = 0;
  CHECK_OK(navnet_live_add_region(live, &region, &region_id));
  region.factor = 4;
  CHECK_OK(navnet_live_set_region(live, region_id, &region));
  CHECK_OK(navnet_live_start_background(live));
  CHECK_OK(navnet_live_stop_background(live));
  CHECK_OK(navnet_live_update(live, NULL));
  navnet_snapshot snapshot = {0};
  CHECK_OK(navnet_live_latest(live, &snapshot));
  navnet_cost_region regions[4];
  size_t count = 0;
  CHECK_COPY(count, regions, navnet_snapshot_copy_regions, snapshot);
  CHECK(count == 1 && regions[0].factor == 4);
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  CHECK_OK(navnet_live_remove_region(live, region_id));
  CHECK_OK(navnet_live_on_update(live, NULL, NULL));
  CHECK_OK(navnet_live_update(live, NULL));

  /* The net equals a bake of the current world, byte for byte. */
  navnet_net live_net = {0}, baked = {0}, saved = {0};
  navnet_world current = {0};
  navnet_bake_options same;
  CHECK_OK(navnet_live_make_net(live, &live_net));
  CHECK_OK(navnet_live_current_world(live, &current));
  CHECK_OK(navnet_live_get_bake_options(live, &same, sizeof same));
  CHECK_OK(navnet_bake(current, &same, &baked, NULL, NULL, 0));
  CHECK_OK(navnet_live_save(live, "c_api_test_live.navnet"));
  CHECK_OK(navnet_net_load("c_api_test_live.navnet", NAVNET_NET_LOADING_READ, &saved));
  remove("c_api_test_live.navnet");
  const void *a = NULL, *b = NULL, *c = NULL;
  size_t a_bytes = 0, b_bytes = 0, c_bytes = 0;
  CHECK_OK(navnet_net_image(live_net, &a, &a_bytes));
  CHECK_OK(navnet_net_image(baked, &b, &b_bytes));
  CHECK_OK(navnet_net_image(saved, &c, &c_bytes));
  CHECK(a_bytes == b_bytes && memcmp(a, b, a_bytes) == 0);
  CHECK(a_bytes == c_bytes && memcmp(a, c, a_bytes) == 0);
  CHECK_OK(navnet_net_destroy(saved));
  CHECK_OK(navnet_net_destroy(baked));
  CHECK_OK(navnet_net_destroy(live_net));
  CHECK_OK(navnet_world_destroy(current));
  CHECK_OK(navnet_live_destroy(live));
}

void test_explored(void) {
  navnet_explore_options explore;
  CHECK_OK(navnet_explore_options_default(&explore, sizeof explore));
  explore.unknown = NAVNET_UNKNOWN_AT_A_COST;
  const navnet_box bounds = {{0, 0, 0}, {20, 20, 6}};
  navnet_live live = {0};
  CHECK_OK(navnet_live_create_unknown(&bounds, 0.25, NAVNET_UP_AXIS_Z, &explore, NULL, &live));
  navnet_frame frame;
  navnet_voxel_box voxels;
  CHECK_OK(navnet_live_get_frame(live, &frame, &voxels));
  CHECK(frame.voxel_m == 0.25 && voxels.hi.x - voxels.lo.x == 80);

  navnet_explored_map_options options;
  CHECK_OK(navnet_explored_map_options_default(&options, sizeof options));
  CHECK(options.hit_log_odds == 0.85 && options.max_range_m == 10);
  navnet_explored_map map = {0};
  CHECK_OK(navnet_explored_map_create(&frame, &voxels, &options, &map));
  const navnet_vec3 origin = {3, 3, 1}, seen[2] = {{6.1, 3, 1}, {3, 6.1, 1}}, clear[1] = {{-1, 0, 0}};
  CHECK_OK(navnet_explored_map_insert_scan(map, origin, seen, 2, clear, 1));
  CHECK_OK(navnet_explored_map_set_box(map, (navnet_voxel_box){{60, 60, 0}, {64, 64, 4}}, NAVNET_VOXEL_STATE_FREE));
  CHECK_STATUS(NAVNET_ERROR_BAD_FORMAT, navnet_explored_map_insert_octomap(map, "not a map", 9));
  navnet_voxel_state state = -1;
  CHECK_OK(navnet_explored_map_state_at(map, (navnet_voxel){24, 12, 4}, &state));
  CHECK(state == NAVNET_VOXEL_STATE_OCCUPIED);
  CHECK_OK(navnet_explored_map_state_at(map, (navnet_voxel){20, 12, 4}, &state));
  CHECK(state == NAVNET_VOXEL_STATE_FREE);
  navnet_explored_map_info info;
  CHECK_OK(navnet_explored_map_get_info(map, &info, sizeof info));
  CHECK(info.occupied_count == 2 && info.free_count > 64 && info.unknown_count > info.free_count);

  static navnet_voxel blocks[64], changed[64];
  static uint64_t occupied[NAVNET_BLOCK_WORDS], known[NAVNET_BLOCK_WORDS];
  static uint64_t read_occupied[NAVNET_BLOCK_WORDS], read_known[NAVNET_BLOCK_WORDS];
  size_t count = 0, changed_count = 0;
  CHECK_COPY(count, blocks, navnet_explored_map_copy_blocks, map);
  navnet_explored_changes changes = {0};
  CHECK_OK(navnet_explored_map_take_changes(map, &changes));
  CHECK_COPY(changed_count, changed, navnet_explored_changes_copy_blocks, changes);
  CHECK(count > 0 && changed_count == count && memcmp(blocks, changed, count * sizeof blocks[0]) == 0);
  for (size_t i = 0; i < count; ++i) {
    CHECK_OK(navnet_explored_map_read_block(map, blocks[i], occupied, known, NAVNET_BLOCK_WORDS));
    CHECK_OK(navnet_explored_changes_read(changes, i, read_occupied, read_known, NAVNET_BLOCK_WORDS));
    CHECK(memcmp(occupied, read_occupied, sizeof occupied) == 0 && memcmp(known, read_known, sizeof known) == 0);
  }
  /* Changes of a map with another frame are refused. */
  navnet_live coarse = {0};
  CHECK_OK(
      navnet_live_create_unknown(&(navnet_box){{0, 0, 0}, {16, 16, 16}}, 1, NAVNET_UP_AXIS_Z, NULL, NULL, &coarse));
  CHECK_STATUS(NAVNET_ERROR_INVALID_ARGUMENT, navnet_live_explore(coarse, changes));
  CHECK_OK(navnet_live_destroy(coarse));
  CHECK_OK(navnet_live_explore(live, changes));
  CHECK_OK(navnet_live_update(live, NULL));
  navnet_snapshot snapshot = {0};
  CHECK_OK(navnet_live_latest(live, &snapshot));
  CHECK_OK(navnet_snapshot_copy_regions(snapshot, NULL, 0, &count));
  CHECK(count > 0);
  CHECK_OK(navnet_snapshot_destroy(snapshot));
  const navnet_box box = {{15, 1, 1}, {16, 2, 2}};
  CHECK_OK(navnet_explored_changes_destroy(changes));
  CHECK_OK(navnet_explored_map_destroy(map));
  const navnet_status edited = navnet_live_set_voxels(live, &box, 1);
  CHECK(edited == NAVNET_OK || edited == NAVNET_ERROR_INVALID_ARGUMENT);
  CHECK_OK(navnet_live_destroy(live));
}
