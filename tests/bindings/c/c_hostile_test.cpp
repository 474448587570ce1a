// SPDX-License-Identifier: Apache-2.0
// Every function of the C API with hostile values for each argument: null, destroyed, forged and foreign handles, null
// pointers, structs of another size, impossible counts, numbers outside of enumerations, NaN and more. Each call
// returns the expected status, and none crashes. The test fails if a function of the header is missing here.
#include "bindings/c/c_hostile_scene.h"

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

namespace navnet {
namespace {

// Output of the functions, not used.
navnet_bool yes;
uint32_t number;
uint64_t wide;
size_t count;
double metres;
navnet_vec3 point;
navnet_path_info path_info;

class CApiHostile : public HostileScene {
 protected:
  Hostile hostile;

  void ScrambleQueries(std::mt19937_64& random);
  void CheckAll();
  void CheckNets();
  void CheckPaths();
  void CheckChanges();
  void CheckAgents();
  void CheckRooms();
  void CheckTrajectories();
  void CheckFlight();
  void CheckBaking();
  void CheckLive();
  void CheckExplored();
  void CheckDestruction();
};

#define CHECK_C(name, ...) hostile.Check(#name, name, __VA_ARGS__)
#define CHECK_C_COPY(name, type, ...) hostile.CheckCopy<type>(#name, name, __VA_ARGS__)
#define CHECK_C_DEFAULT(name, type)                     \
  do {                                                  \
    static type value;                                  \
    CHECK_C(name, Needed(&value), Bytes(sizeof value)); \
  } while (false)
#define CHECK_C_DESTROY(name, handle) hostile.CheckDestroy(#name, name, handle)

void CApiHostile::CheckNets() {
  static navnet_box out_box;
  static navnet_voxel_box face;
  static navnet_net net;
  static navnet_ground ground;
  static navnet_net_info net_info;
  static navnet_level_info level;
  static navnet_level_quality quality;
  static navnet_ground_info ground_info;
  static navnet_block block;
  static const void* bytes;
  static int32_t axis;
  const std::string name = file + ".navnet";
  CHECK_C(navnet_frame_to_world, Needed(&frame), Value(navnet_vec3{1, 2, 3}), Needed(&point));
  CHECK_C(navnet_frame_to_voxels, Needed(&frame), Value(navnet_vec3{1, 2, 3}), Needed(&point));
  CHECK_C(navnet_frame_world_box, Needed(&frame), Value(voxel_bounds), Needed(&out_box));
  CHECK_C(navnet_check_api_version, Value(NAVNET_API_VERSION));
  CHECK_C(navnet_net_save, Handle(o.net), Needed(name.c_str()), Optional(&wide));
  CHECK_C(navnet_net_load, Needed(name.c_str()), Enum(NAVNET_NET_LOADING_READ), Needed(&net));
  CHECK_C(navnet_net_image, Handle(o.net), Needed(&bytes), Needed(&count));
  static const void* image = nullptr;
  static size_t image_bytes = 0;
  if (!image) {
    // Of a net that is not destroyed.
    navnet_net kept = {};
    ASSERT_C_OK(navnet_net_load(name.c_str(), NAVNET_NET_LOADING_READ, &kept));
    ASSERT_C_OK(navnet_net_image(kept, &image, &image_bytes));
  }
  const Argument<size_t> image_count(image_bytes, {{~size_t{0}, NAVNET_ERROR_INVALID_ARGUMENT},
                                                   {0, NAVNET_ERROR_BAD_FORMAT},
                                                   {image_bytes - 1, NAVNET_ERROR_BAD_FORMAT}});
  CHECK_C(navnet_net_from_memory, Needed(image), image_count, Needed(&net));
  CHECK_C(navnet_net_from_memory_in_place, Needed(image), image_count, Exactly<navnet_release_function>(nullptr),
          Exactly<void*>(nullptr), Needed(&net));
  CHECK_C(navnet_net_get_info, Handle(o.net), Needed(&net_info), Bytes(sizeof net_info));
  CHECK_C(navnet_net_get_level, Handle(o.net), Index(0), Needed(&level), Bytes(sizeof level));
  CHECK_C(navnet_net_level_for, Handle(o.net), Value(0.0), Needed(&yes), Needed(&number));
  CHECK_C_COPY(navnet_net_copy_blocks, navnet_block, Handle(o.net), Index(0));
  CHECK_C_COPY(navnet_net_copy_cells, navnet_voxel_box, Handle(o.net), Index(0));
  CHECK_C_COPY(navnet_net_copy_volumes, navnet_voxel_box, Handle(o.net), Index(0));
  CHECK_C_COPY(navnet_net_copy_components, uint32_t, Handle(o.net), Index(0));
  CHECK_C_COPY(navnet_net_copy_first_neighbours, uint32_t, Handle(o.net), Index(0));
  CHECK_C_COPY(navnet_net_copy_neighbours, navnet_neighbour, Handle(o.net), Index(0));
  CHECK_C(navnet_net_cell_at, Handle(o.net), Index(0), Value(navnet_voxel{1, 1, 1}), Needed(&number));
  CHECK_C(navnet_net_block_at, Handle(o.net), Index(0), Value(navnet_voxel{1, 1, 1}), Needed(&yes), Needed(&block));
  CHECK_C(navnet_contact_of, Value(voxel_bounds), Value(voxel_bounds), Needed(&axis), Needed(&face));
  CHECK_C(navnet_net_measure_quality, Handle(o.net), Index(0), Needed(&quality), Bytes(sizeof quality));
  CHECK_C(navnet_net_ground, Handle(o.net), Needed(&ground));
  CHECK_C(navnet_ground_get_info, Handle(o.ground), Needed(&ground_info), Bytes(sizeof ground_info));
  CHECK_C_COPY(navnet_ground_copy_corners, navnet_vec2, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_patches, navnet_ground_patch, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_walls, navnet_ground_wall, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_vertices, navnet_ground_vertex, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_edges, navnet_ground_edge, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_bends, navnet_ground_bend, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_spokes, uint32_t, Handle(o.ground));
  CHECK_C_COPY(navnet_ground_copy_links, navnet_ground_link, Handle(o.ground));
}

void CApiHostile::CheckPaths() {
  static navnet_navigator navigator;
  static navnet_traveller traveller;
  static navnet_context context;
  static navnet_cancel cancel;
  static navnet_path path;
  static navnet_path_set paths;
  static navnet_run run;
  static navnet_net net;
  static navnet_ground ground;
  static navnet_net_info net_info;
  static navnet_ground_place place;
  const navnet_vec3 p = {1, 1, 1}, q = {7, 1, 1}, floor_point = {1, 1, 0};
  CHECK_C(navnet_navigator_create, Handle(o.net), Needed(&navigator));
  CHECK_C(navnet_navigator_get_info, Handle(o.navigator), Needed(&net_info), Bytes(sizeof net_info));
  CHECK_C(navnet_navigator_net, Handle(o.navigator), Needed(&net));
  static navnet_bool serves;
  CHECK_C_COPY(navnet_navigator_copy_gates, navnet_gate, Handle(o.navigator));
  CHECK_C(navnet_navigator_serves_gate, Handle(o.navigator), Value(size_t{0}), Value(0.0), Needed(&serves));
  CHECK_C(navnet_navigator_ground, Handle(o.navigator), Needed(&ground));
  CHECK_C(navnet_context_create, Needed(&context));
  CHECK_C(navnet_cancel_create, Needed(&cancel));
  CHECK_C(navnet_cancel_set, Handle(o.cancel), Value(navnet_bool{0}));
  CHECK_C(navnet_path_create, Needed(&path));
  CHECK_C_DEFAULT(navnet_flight_query_default, navnet_flight_query);
  CHECK_C(navnet_flight_query_check, Sized(&flight));
  CHECK_C(navnet_navigator_find_flight, Handle(o.navigator), Sized(&flight), Handle(o.context), Handle(o.path),
          Optional(&path_info), Bytes(sizeof path_info));
  CHECK_C(navnet_path_get_info, Handle(o.path), Needed(&path_info), Bytes(sizeof path_info));
  CHECK_C(navnet_path_copy, Handle(o.path), Handle(o.other_path));
  CHECK_C_COPY(navnet_path_copy_points, navnet_vec3, Handle(o.path));
  CHECK_C_COPY(navnet_path_copy_volumes, uint32_t, Handle(o.path));
  CHECK_C_COPY(navnet_path_copy_jumps, navnet_jump, Handle(o.path));
  CHECK_C(navnet_navigator_find_flights, Handle(o.navigator), Sized(&flight), Count(1), Threads(1), Handle(o.paths));
  CHECK_C(navnet_navigator_is_visible, Handle(o.navigator), Value(p), Value(q), Value(0.0), Needed(&yes));
  CHECK_C(navnet_navigator_nearest_free, Handle(o.navigator), Value(p), Value(0.0), Value(1.0), Needed(&yes),
          Needed(&point));
  CHECK_C(navnet_navigator_random_free, Handle(o.navigator), Value(uint64_t{1}), Value(0.0), Needed(&yes),
          Needed(&point));
  CHECK_C(navnet_navigator_clearance_at, Handle(o.navigator), Value(p), Needed(&metres));
  CHECK_C_DEFAULT(navnet_walk_query_default, navnet_walk_query);
  CHECK_C(navnet_walk_query_check, Sized(&walk));
  CHECK_C(navnet_navigator_find_walk, Handle(o.navigator), Sized(&walk), Handle(o.context), Handle(o.path),
          Optional(&path_info), Bytes(sizeof path_info));
  CHECK_C_COPY(navnet_path_copy_corridor, uint32_t, Handle(o.path));
  CHECK_C(navnet_navigator_find_walks, Handle(o.navigator), Sized(&walk), Count(1), Threads(1), Handle(o.paths));
  CHECK_C(navnet_navigator_locate_ground, Handle(o.navigator), Value(floor_point), Needed(&yes), Needed(&place));
  CHECK_C(navnet_navigator_ground_height, Handle(o.navigator), Value(floor_point), Needed(&yes), Needed(&metres));
  CHECK_C(navnet_navigator_nearest_obstacle, Handle(o.navigator), Value(floor_point), Needed(&yes), Needed(&point));
  CHECK_C(navnet_navigator_walk_clearance, Handle(o.navigator), Value(floor_point), Needed(&metres));
  CHECK_C(navnet_navigator_retract, Handle(o.navigator), Value(floor_point), Needed(&yes), Needed(&point));
  CHECK_C(navnet_navigator_widest_radius, Handle(o.navigator), Value(floor_point), Value(walk.goal), Needed(&metres));
  CHECK_C(navnet_navigator_nearest_walkable, Handle(o.navigator), Value(floor_point), Value(0.1), Value(1.0),
          Needed(&yes), Needed(&point));
  CHECK_C(navnet_navigator_random_walkable, Handle(o.navigator), Value(uint64_t{1}), Value(0.1), Needed(&yes),
          Needed(&point));
  CHECK_C(navnet_traveller_create, Handle(o.navigator), Needed(&traveller));
  CHECK_C_DEFAULT(navnet_travel_query_default, navnet_travel_query);
  CHECK_C(navnet_travel_query_check, Sized(&travel));
  CHECK_C(navnet_traveller_find, Handle(o.traveller), Sized(&travel), Handle(o.context), Handle(o.path),
          Optional(&path_info), Bytes(sizeof path_info));
  CHECK_C_COPY(navnet_path_copy_segments, navnet_travel_segment, Handle(o.path));
  CHECK_C(navnet_traveller_find_all, Handle(o.traveller), Sized(&travel), Count(1), Threads(1), Handle(o.paths));

  CHECK_C(navnet_path_set_create, Needed(&paths));
  CHECK_C(navnet_path_set_count, Handle(o.paths), Needed(&count));
  CHECK_C_COPY(navnet_path_set_copy_statuses, navnet_path_status, Handle(o.paths));
  CHECK_C_COPY(navnet_path_set_copy_lengths, double, Handle(o.paths));
  CHECK_C_COPY(navnet_path_set_copy_offsets, uint64_t, Handle(o.paths));
  CHECK_C_COPY(navnet_path_set_copy_points, navnet_vec3, Handle(o.paths));
  CHECK_C(navnet_path_set_copy_infos, Handle(o.paths), Needed(&path_info), Bytes(sizeof path_info), Count(1),
          Optional(&count));
  CHECK_C(navnet_path_set_get, Handle(o.paths), Value(size_t{0}), Handle(o.path));

  CHECK_C(navnet_run_create, Needed(&run));
  CHECK_C(navnet_run_begin_flight, Handle(o.run), Handle(o.navigator), Sized(&flight));
  CHECK_C(navnet_run_begin_travel, Handle(o.run), Handle(o.traveller), Sized(&travel));
  CHECK_C(navnet_run_begin_walk, Handle(o.run), Handle(o.navigator), Sized(&walk));
  CHECK_C(navnet_run_step, Handle(o.run), Value(int64_t{1000000}), Needed(&yes));
  CHECK_C(navnet_run_take, Handle(o.run), Handle(o.path), Optional(&path_info), Bytes(sizeof path_info));
}

void CApiHostile::CheckChanges() {
  static navnet_change change;
  static navnet_watch watch;
  static navnet_change_info change_info;
  static navnet_path_place place;
  static navnet_path_check check;
  static navnet_repair_outcome done;
  static navnet_watch_id id;
  static size_t counts[2];
  const navnet_path_place start = {0, 0};
  CHECK_C(navnet_change_create, Value(uint64_t{1}), Needed(&box), Count(1), Needed(&box), Count(1), Needed(&change));
  CHECK_C(navnet_change_get_info, Handle(o.change), Needed(&change_info), Bytes(sizeof change_info));
  CHECK_C_COPY(navnet_change_copy_blocked, navnet_box, Handle(o.change));
  CHECK_C_COPY(navnet_change_copy_freed, navnet_box, Handle(o.change));
  CHECK_C_COPY(navnet_change_copy_closed_gates, navnet_gate, Handle(o.change));
  CHECK_C_COPY(navnet_change_copy_opened_gates, navnet_gate, Handle(o.change));
  static const uint32_t closed_gates[2] = {0, 7};
  // The answer is a flight again.
  static navnet_path_info flight_info;
  CHECK_C(navnet_navigator_find_flight, Handle(o.navigator), Sized(&flight), Handle(o.context), Handle(o.path),
          Optional(&flight_info), Bytes(sizeof flight_info));
  CHECK_C(navnet_place_on_flight, Handle(o.path), Value(way[0]), Value(start), Needed(&place));
  CHECK_C(navnet_check_path, Handle(o.navigator), Handle(o.path), Value(0.0), Value(start), Handle(o.change, true),
          Needed(closed_gates), Count(2), Needed(&check));
  CHECK_C(navnet_place_on_path, Needed(way), Count(2), Value(way[0]), Value(start), Needed(&place));
  CHECK_C(navnet_check_flight, Handle(o.navigator), Needed(way), Count(2), Value(0.0), Value(start),
          Handle(o.change, true), Needed(&check));
  CHECK_C(navnet_may_be_improved, Handle(o.change), Value(way[0]), Value(way[1]), Value(5.0), Needed(&yes));
  CHECK_C(navnet_is_walk_untouched, Handle(o.navigator), Needed(floor_way), Count(2), Value(0.1), Handle(o.change),
          Value(start), Needed(&yes));
  CHECK_C(navnet_repair_flight, Handle(o.navigator), Sized(&flight), Value(start), Handle(o.change, true),
          Handle(o.context), Handle(o.path), Optional(&done));
  CHECK_C(navnet_repair_walk, Handle(o.navigator), Sized(&walk), Value(start), Handle(o.change, true),
          Handle(o.context), Handle(o.path), Optional(&done));
  CHECK_C(navnet_watch_create, Value(10.0), Needed(&watch));
  CHECK_C(navnet_watch_add, Handle(o.watch), Needed(way), Count(2), Value(0.0), Needed(&id));
  // The answer is a flight again.
  CHECK_C(navnet_navigator_find_flight, Handle(o.navigator), Sized(&flight), Handle(o.context), Handle(o.path),
          Optional(&flight_info), Bytes(sizeof flight_info));
  CHECK_C(navnet_watch_add_path, Handle(o.watch), Handle(o.path), Value(0.0), Needed(&id));
  CHECK_C(navnet_watch_replace_path, Handle(o.watch), Id(watched), Handle(o.path));
  CHECK_C(navnet_watch_replace, Handle(o.watch), Id(watched), Needed(way), Count(2));
  CHECK_C(navnet_watch_advance, Handle(o.watch), Id(watched), Value(way[0]));
  CHECK_C(navnet_watch_count, Handle(o.watch), Needed(&count));
  CHECK_C(navnet_watch_place_of, Handle(o.watch), Id(watched), Needed(&place));
  static navnet_watch_id many[64];
  CHECK_C(navnet_watch_concerned, Handle(o.watch), Handle(o.navigator), Handle(o.change), Needed(many), Count(64),
          Optional(&counts[0]), Needed(many), Count(64), Optional(&counts[1]));
  CHECK_C(navnet_watch_remove, Handle(o.watch), Id(watched));
}

void CApiHostile::CheckAgents() {
  static navnet_avoidance avoidance;
  static navnet_crowd crowd;
  static navnet_navigator navigator;
  static navnet_follow_step step;
  static navnet_safe_step safe;
  static navnet_agent_id added;
  static navnet_agent_state state;
  static const navnet_follow_state from = {{1, 1, 1}, {0, 0, 0}, {0, 0}};
  static const navnet_mover mover = {NAVNET_AGENT_KIND_FLYER, 1, {1, 1, 1}, {0, 0, 0}, {1, 0, 0}, 0, 1, 0};
  CHECK_C_DEFAULT(navnet_follow_limits_default, navnet_follow_limits);
  CHECK_C_DEFAULT(navnet_avoidance_options_default, navnet_avoidance_options);
  CHECK_C_DEFAULT(navnet_crowd_options_default, navnet_crowd_options);
  CHECK_C_DEFAULT(navnet_agent_spec_default, navnet_agent_spec);
  CHECK_C(navnet_follow_flight, Handle(o.navigator), Needed(way), Count(2), Value(0.0), Needed(&from),
          Sized(&limits, true), Value(0.02), Needed(&step));
  // The answer is a flight again.
  static navnet_path_info flight_info;
  CHECK_C(navnet_navigator_find_flight, Handle(o.navigator), Sized(&flight), Handle(o.context), Handle(o.path),
          Optional(&flight_info), Bytes(sizeof flight_info));
  CHECK_C(navnet_follow_path, Handle(o.navigator), Handle(o.path), Value(0.0), Needed(&from), Sized(&limits, true),
          Value(0.02), Needed(&step));
  CHECK_C(navnet_follow_walk, Handle(o.navigator), Needed(floor_way), Count(2), Value(0.1), Needed(&from),
          Sized(&limits, true), Value(0.02), Needed(&step));
  CHECK_C(navnet_avoidance_create, Handle(o.navigator, true), Enum(NAVNET_UP_AXIS_Z), Needed(&avoidance));
  static navnet_mover default_mover;
  CHECK_C(navnet_mover_default, Needed(&default_mover));
  CHECK_C(navnet_avoidance_solve, Handle(o.avoidance), Needed(&mover), Count(1), Value(0.02), Sized(&avoid, true),
          Needed(&safe), Threads(1));
  CHECK_C(navnet_crowd_create, Handle(o.navigator), Sized(&crowd_options, true), Needed(&crowd));
  CHECK_C(navnet_crowd_add, Handle(o.crowd), Sized(&spec), Needed(&added));
  CHECK_C(navnet_crowd_set_goal, Handle(o.crowd), Id(agent), Value(navnet_vec3{2, 2, 2}));
  CHECK_C(navnet_crowd_set_path, Handle(o.crowd), Id(agent), Needed(way), Count(2));
  CHECK_C(navnet_crowd_stop, Handle(o.crowd), Id(agent));
  CHECK_C(navnet_crowd_set_navigator, Handle(o.crowd), Handle(o.navigator));
  CHECK_C(navnet_crowd_navigator, Handle(o.crowd), Needed(&navigator));
  CHECK_C(navnet_crowd_step, Handle(o.crowd), Value(0.02), Threads(1));
  CHECK_C_COPY(navnet_crowd_copy_agents, navnet_agent_state, Handle(o.crowd));
  CHECK_C(navnet_crowd_find_agent, Handle(o.crowd), Id(agent), Needed(&yes), Needed(&state));
  CHECK_C(navnet_crowd_remove, Handle(o.crowd), Id(agent));
}

void CApiHostile::CheckRooms() {
  static navnet_room_maker maker;
  static navnet_rooms rooms;
  static navnet_rooms_info rooms_info;
  static navnet_trajectory trajectory;
  static navnet_trajectory_info info;
  static navnet_vec3 samples[4][2];
  static const uint32_t triangle[3] = {0, 1, 1};
  static const double times_s[2] = {0, 1};
  CHECK_C(navnet_room_maker_create, Needed(way), Count(2), Needed(triangle), Count(1), Threads(1), Needed(&maker));
  CHECK_C(navnet_room_maker_create_from_net, Handle(o.net), Threads(1), Needed(&maker));
  CHECK_C(navnet_rooms_create, Needed(&rooms));
  CHECK_C(navnet_navigator_find_box_rooms, Handle(o.navigator), Sized(&flight), Needed(way), Count(2),
          Handle(o.context), Handle(o.rooms), Optional(&rooms_info), Bytes(sizeof rooms_info));
  CHECK_C(navnet_room_maker_find, Handle(o.maker), Handle(o.navigator), Sized(&flight), Needed(way), Count(2),
          Handle(o.rooms), Optional(&rooms_info), Bytes(sizeof rooms_info));
  CHECK_C(navnet_rooms_get_info, Handle(o.rooms), Needed(&rooms_info), Bytes(sizeof rooms_info));
  CHECK_C_COPY(navnet_rooms_copy_planes, navnet_half_space, Handle(o.rooms));
  CHECK_C_COPY(navnet_rooms_copy_first_planes, uint32_t, Handle(o.rooms));
  CHECK_C_COPY(navnet_rooms_copy_points, navnet_vec3, Handle(o.rooms));
  CHECK_C_DEFAULT(navnet_trajectory_query_default, navnet_trajectory_query);
  CHECK_C(navnet_trajectory_query_check, Sized(&motion));
  CHECK_C(navnet_trajectory_create, Needed(&trajectory));
  CHECK_C(navnet_trajectory_plan, Handle(o.trajectory), Sized(&motion), Optional(&info), Bytes(sizeof info));
  CHECK_C(navnet_trajectory_get_info, Handle(o.trajectory), Needed(&info), Bytes(sizeof info));
  CHECK_C(navnet_trajectory_sample, Handle(o.trajectory), Needed(times_s), Count(2), Optional(samples[0]),
          Optional(samples[1]), Optional(samples[2]), Optional(samples[3]));
  CheckTrajectories();
}

void CApiHostile::CheckTrajectories() {
  static navnet_trajectory_info info;
  static navnet_yaw yaw;
  static double numbers[3][2];
  static const double times_s[2] = {0, 1};
  static navnet_path_check check;
  static navnet_follow_step step;
  static const navnet_follow_state from = {way[0], {0, 0, 0}, {0, 0}};
  static const navnet_path_place start = {0, 0};
  CHECK_C(navnet_trajectory_plan_all, Needed(&o.trajectory), Needed(&motion), Count(1), Threads(1));
  CHECK_C_COPY(navnet_trajectory_copy_pieces, navnet_trajectory_piece, Handle(o.trajectory));
  CHECK_C(navnet_trajectory_plan_stop, Handle(o.trajectory), Number(0.5, -1e12, 1e12), Sized(&motion),
          Handle(o.other_trajectory), Optional(&info), Bytes(sizeof info));
  CHECK_C(navnet_trajectory_cut, Handle(o.trajectory), Number(0.0, -1e12, 1e12), Number(1.0, -1e12, 1e12),
          Handle(o.other_trajectory));
  CHECK_C(navnet_trajectory_splice, Handle(o.trajectory), Number(0.0, -1e12, 1e12), Handle(o.trajectory), Value(0u),
          Handle(o.other_trajectory));
  CHECK_C(navnet_trajectory_scale_time, Handle(o.trajectory), Number(2.0, 1e-3, 1e3), Handle(o.other_trajectory));
  CHECK_C(navnet_trajectory_min_distance, Handle(o.trajectory), Handle(o.other_trajectory), Number(1.0, -1e12, 1e12),
          Number(1e-3, 0.0, 1e12), Optional(&numbers[0][0]), Optional(&numbers[0][1]));
  CHECK_C_DEFAULT(navnet_yaw_options_default, navnet_yaw_options);
  CHECK_C(navnet_yaw_options_check, Sized(&turn));
  CHECK_C(navnet_yaw_create, Needed(&yaw));
  CHECK_C(navnet_yaw_plan, Handle(o.yaw), Handle(o.trajectory), Sized(&turn));
  CHECK_C(navnet_yaw_sample, Handle(o.yaw), Needed(times_s), Count(2), Optional(numbers[0]), Optional(numbers[1]),
          Optional(numbers[2]));
  CHECK_C(navnet_check_flight_in_rooms, Handle(o.navigator), Needed(way), Count(2), Value(0.0), Value(start),
          Handle(o.change, true), Handle(o.rooms), Needed(&check));
  CHECK_C(navnet_follow_flight_in_rooms, Handle(o.navigator), Needed(way), Count(2), Value(0.0), Handle(o.rooms),
          Needed(&from), Sized(&limits, true), Value(0.02), Needed(&step));
}

void CApiHostile::CheckFlight() {
  static navnet_room_maker maker;
  static navnet_rooms_info rooms_info;
  static navnet_trajectory_info planned;
  static navnet_trajectory_check check;
  static navnet_replan_info replanned;
  static navnet_track_progress progress = {0, 1};
  static navnet_track_step step;
  static navnet_tracking_bound bound;
  static navnet_conflict conflict;
  static navnet_traffic_info info;
  static const navnet_track_disturbance disturbance = {};
  // The rooms that the query names are still those of the hall.
  CHECK_C(navnet_navigator_find_box_rooms, Handle(o.navigator), Sized(&flight), Needed(way), Count(2),
          Handle(o.context), Handle(o.rooms), Optional(&rooms_info), Bytes(sizeof rooms_info));
  CHECK_C(navnet_room_maker_join, Needed(&o.maker), Count(1), Needed(&maker));
  CHECK_C(navnet_trajectory_plan, Handle(o.trajectory), Sized(&motion), Optional(&planned), Bytes(sizeof planned));
  CHECK_C(navnet_trajectory_replan, Handle(o.trajectory), Handle(o.rooms), Value(0.1), Sized(&motion),
          Handle(o.other_trajectory), Handle(o.other_rooms), Optional(&replanned));
  CHECK_C(navnet_trajectory_check_free, Handle(o.trajectory), Value(0.1), Handle(o.maker, true), Handle(o.navigator),
          Sized(&flight), Handle(o.other_trajectory), Handle(o.other_rooms), Needed(&check));
  CHECK_C_DEFAULT(navnet_track_options_default, navnet_track_options);
  CHECK_C(navnet_track_options_check, Sized(&track));
  CHECK_C(navnet_trajectory_follow, Handle(o.trajectory), Sized(&track, true), Value(way[0]), Value(way[1]),
          Value(0.01), Needed(&progress), Needed(&step));
  CHECK_C(navnet_track_bound, Sized(&track, true), Value(20.0), Needed(&disturbance), Value(0.01), Needed(&bound));
  CHECK_C_DEFAULT(navnet_traffic_query_default, navnet_traffic_query);
  CHECK_C(navnet_trajectory_first_conflict, Handle(o.trajectory), Sized(&traffic), Needed(&yes), Needed(&conflict));
  CHECK_C(navnet_trajectory_plan_in_traffic, Handle(o.other_trajectory), Sized(&motion), Sized(&traffic),
          Needed(&info));
  CHECK_C(navnet_live_make_room_maker, Handle(o.live), Needed(&maker));
}

void CApiHostile::CheckBaking() {
  static navnet_world world;
  static navnet_net net;
  static navnet_grid grid;
  static navnet_sampling sampling;
  static navnet_probe probe;
  static navnet_world_info world_info;
  static navnet_grid_info grid_info;
  static navnet_sampling_info sampling_info;
  static navnet_bake_report report;
  static navnet_alignment alignment;
  static uint64_t words[NAVNET_BLOCK_WORDS];
  const std::string name = file + ".vdb";
  const float floats[9] = {0, 0, 0, 1, 0, 0, 0, 1, 1};
  const double doubles[9] = {0, 0, 0, 1, 0, 0, 0, 1, 1};
  const uint32_t indices[3] = {0, 1, 2};
  const uint8_t voxels[4] = {0, 1, 0, 0};
  const Argument<size_t> block_words(NAVNET_BLOCK_WORDS, {{0, NAVNET_ERROR_BUFFER_TOO_SMALL},
                                                          {NAVNET_BLOCK_WORDS - 1, NAVNET_ERROR_BUFFER_TOO_SMALL}});
  CHECK_C_DEFAULT(navnet_load_options_default, navnet_load_options);
  CHECK_C_DEFAULT(navnet_sample_options_default, navnet_sample_options);
  CHECK_C_DEFAULT(navnet_walk_options_default, navnet_walk_options);
  CHECK_C_DEFAULT(navnet_bake_options_default, navnet_bake_options);
  CHECK_C(navnet_world_from_floats, Optional("floats"), Enum(NAVNET_UP_AXIS_Y), Needed(floats), Count(3),
          Needed(indices), Count(1), Needed(&world));
  CHECK_C(navnet_world_from_doubles, Optional("doubles"), Enum(NAVNET_UP_AXIS_Y), Needed(doubles), Count(3),
          Needed(indices), Count(1), Needed(&world));
  CHECK_C(navnet_world_from_voxels, Optional("voxels"), Enum(NAVNET_UP_AXIS_Y), Value(navnet_vec3{0, 0, 0}), Value(0.5),
          Value(navnet_voxel{2, 1, 2}), Needed(voxels), Count(4), Needed(&world));
  CHECK_C(navnet_world_get_info, Handle(o.world), Needed(&world_info), Bytes(sizeof world_info));
  CHECK_C_COPY(navnet_world_copy_name, char, Handle(o.world));
  CHECK_C_COPY(navnet_world_copy_vertices, navnet_vec3, Handle(o.world));
  CHECK_C_COPY(navnet_world_copy_indices, uint32_t, Handle(o.world));
  CHECK_C(navnet_find_alignment, Handle(o.world), Value(0.25), Value(0.0), Needed(&alignment));
  CHECK_C(navnet_sample, Handle(o.world), Sized(&sample, true), Needed(&sampling));
  CHECK_C(navnet_sampling_get_info, Handle(o.sampling), Needed(&sampling_info), Bytes(sizeof sampling_info));
  CHECK_C_COPY(navnet_sampling_copy_voxel_reason, char, Handle(o.sampling));
  CHECK_C(navnet_sampling_grid, Handle(o.sampling), Index(0), Needed(&grid));
  CHECK_C(navnet_sampling_write_vdb, Handle(o.sampling), Needed(name.c_str()), Optional(&wide));
  CHECK_C(navnet_world_load, Needed(name.c_str()), Sized(&load, true), Needed(&world));
  CHECK_C(navnet_world_grid, Handle(o.voxels), Needed(&grid));
  CHECK_C(navnet_grid_get_info, Handle(o.grid), Needed(&grid_info), Bytes(sizeof grid_info));
  CHECK_C(navnet_grid_is_blocked, Handle(o.grid), Value(navnet_voxel{1, 1, 1}), Needed(&yes));
  CHECK_C_COPY(navnet_grid_copy_mixed_blocks, navnet_voxel, Handle(o.grid));
  CHECK_C(navnet_grid_read_block, Handle(o.grid), Value(navnet_voxel{0, 0, 0}), Needed(words), block_words);
  CHECK_C(navnet_bake, Handle(o.world), Sized(&bake, true), Needed(&net), Optional(&sampling), Optional(&report),
          Bytes(sizeof report));
  CHECK_C(navnet_probe_create, Handle(o.world), Threads(1), Needed(&probe));
  CHECK_C(navnet_probe_segment, Handle(o.probe), Value(way[0]), Value(way[1]), Value(5.0), Needed(&metres));
  CHECK_C(navnet_probe_point, Handle(o.probe), Value(way[0]), Value(5.0), Needed(&metres));
}

void CApiHostile::CheckLive() {
  static navnet_live live;
  static navnet_snapshot snapshot;
  static navnet_change change;
  static navnet_navigator navigator;
  static navnet_world world;
  static navnet_net net;
  static navnet_transform transform;
  static navnet_frame out_frame;
  static navnet_voxel_box out_bounds;
  static navnet_bake_options options;
  static const navnet_box bounds = {{0, 0, 0}, {8, 8, 4}};
  const std::string name = file + ".navnet";
  CHECK_C_DEFAULT(navnet_explore_options_default, navnet_explore_options);
  CHECK_C_DEFAULT(navnet_obstacle_default, navnet_obstacle);
  CHECK_C(navnet_transform_default, Needed(&transform));
  CHECK_C(navnet_live_create, Handle(o.world), Sized(&bake, true), Needed(&live));
  CHECK_C(navnet_live_create_unknown, Needed(&bounds), Value(0.25), Enum(NAVNET_UP_AXIS_Z), Sized(&explore, true),
          Exactly<const navnet_bake_options*>(nullptr), Needed(&live));
  CHECK_C(navnet_live_add_obstacle, Handle(o.live), Sized(&obstacle), Needed(&wide));
  CHECK_C(navnet_live_move_obstacle, Handle(o.live), Value(obstacle_id), Needed(&obstacle.transform));
  CHECK_C(navnet_live_add_region, Handle(o.live), Needed(&region), Needed(&wide));
  CHECK_C(navnet_live_set_region, Handle(o.live), Value(region_id), Needed(&region));
  CHECK_C(navnet_live_add_gate, Handle(o.live), Needed(&gate), Needed(&wide));
  CHECK_C(navnet_live_set_gate, Handle(o.live), Value(gate_id), Needed(&gate));
  CHECK_C(navnet_live_set_gate_open, Handle(o.live), Value(gate_id), Value(navnet_bool{1}));
  CHECK_C(navnet_live_explore, Handle(o.unknown), Handle(o.changes));
  CHECK_C(navnet_live_update, Handle(o.live), Optional(&change));
  CHECK_C(navnet_live_step, Handle(o.live), Value(100.0), Needed(&yes));
  CHECK_C(navnet_live_start_background, Handle(o.live));
  CHECK_C(navnet_live_stop_background, Handle(o.live));
  CHECK_C(navnet_live_on_update, Handle(o.live), Exactly<navnet_update_function>(nullptr), Exactly<void*>(nullptr));
  CHECK_C(navnet_live_latest, Handle(o.live), Needed(&snapshot));
  CHECK_C(navnet_live_version, Handle(o.live), Needed(&wide));
  CHECK_C(navnet_snapshot_version, Handle(o.snapshot), Needed(&wide));
  CHECK_C(navnet_snapshot_navigator, Handle(o.snapshot), Needed(&navigator));
  CHECK_C_COPY(navnet_snapshot_copy_regions, navnet_cost_region, Handle(o.snapshot));
  CHECK_C_COPY(navnet_snapshot_copy_gate_ids, uint64_t, Handle(o.snapshot));
  CHECK_C(navnet_live_changes_since, Handle(o.live), Value(uint64_t{1}), Needed(&yes), Needed(&change));
  CHECK_C(navnet_live_get_frame, Handle(o.live), Needed(&out_frame), Needed(&out_bounds));
  CHECK_C(navnet_live_make_net, Handle(o.live), Needed(&net));
  CHECK_C(navnet_live_save, Handle(o.live), Needed(name.c_str()));
  CHECK_C(navnet_live_current_world, Handle(o.live), Needed(&world));
  CHECK_C(navnet_live_get_bake_options, Handle(o.live), Needed(&options), Bytes(sizeof options));
  CHECK_C(navnet_live_remove_gate, Handle(o.live), Value(gate_id));
  CHECK_C(navnet_live_remove_region, Handle(o.live), Value(region_id));
  CHECK_C(navnet_live_remove_obstacle, Handle(o.live), Value(obstacle_id));
  CHECK_C(navnet_live_set_door, Handle(o.live), Value(door_id), Value(navnet_bool{1}));
  CHECK_C(navnet_live_set_voxels, Handle(o.live_voxels), Needed(&box), Value(navnet_bool{1}));
}

void CApiHostile::CheckExplored() {
  static navnet_explored_map map;
  static navnet_explored_changes changes;
  static navnet_explored_map_info info;
  static navnet_voxel_state state;
  static uint64_t occupied[NAVNET_BLOCK_WORDS], known[NAVNET_BLOCK_WORDS];
  const Argument<size_t> block_words(NAVNET_BLOCK_WORDS, {{0, NAVNET_ERROR_BUFFER_TOO_SMALL},
                                                          {NAVNET_BLOCK_WORDS - 1, NAVNET_ERROR_BUFFER_TOO_SMALL}});
  CHECK_C_DEFAULT(navnet_explored_map_options_default, navnet_explored_map_options);
  CHECK_C(navnet_explored_map_create, Needed(&frame), Needed(&voxel_bounds), Sized(&map_options, true), Needed(&map));
  CHECK_C(navnet_explored_map_insert_scan, Handle(o.map), Value(way[0]), Needed(way), Count(2), Needed(way), Count(2));
  CHECK_C(navnet_explored_map_insert_octomap, Handle(o.map), Needed(octomap.data()), Count(octomap.size()));
  CHECK_C(navnet_explored_map_set_box, Handle(o.map), Value(navnet_voxel_box{{0, 0, 0}, {4, 4, 4}}),
          Enum(NAVNET_VOXEL_STATE_FREE));
  CHECK_C(navnet_explored_map_get_info, Handle(o.map), Needed(&info), Bytes(sizeof info));
  CHECK_C(navnet_explored_map_state_at, Handle(o.map), Value(navnet_voxel{1, 1, 1}), Needed(&state));
  CHECK_C(navnet_explored_map_read_block, Handle(o.map), Value(navnet_voxel{0, 0, 0}), Needed(occupied), Needed(known),
          block_words);
  CHECK_C_COPY(navnet_explored_map_copy_blocks, navnet_voxel, Handle(o.map));
  CHECK_C(navnet_explored_map_take_changes, Handle(o.map), Needed(&changes));
  CHECK_C_COPY(navnet_explored_changes_copy_blocks, navnet_voxel, Handle(o.changes));
  CHECK_C(navnet_explored_changes_read, Handle(o.changes), Value(size_t{0}), Needed(occupied), Needed(known),
          block_words);
}

void CApiHostile::CheckDestruction() {
  CHECK_C_DESTROY(navnet_net_destroy, o.net);
  CHECK_C_DESTROY(navnet_ground_destroy, o.ground);
  CHECK_C_DESTROY(navnet_navigator_destroy, o.navigator);
  CHECK_C_DESTROY(navnet_traveller_destroy, o.traveller);
  CHECK_C_DESTROY(navnet_context_destroy, o.context);
  CHECK_C_DESTROY(navnet_path_set_destroy, o.paths);
  CHECK_C_DESTROY(navnet_run_destroy, o.run);
  CHECK_C_DESTROY(navnet_change_destroy, o.change);
  CHECK_C_DESTROY(navnet_watch_destroy, o.watch);
  CHECK_C_DESTROY(navnet_avoidance_destroy, o.avoidance);
  CHECK_C_DESTROY(navnet_crowd_destroy, o.crowd);
  CHECK_C_DESTROY(navnet_room_maker_destroy, o.maker);
  CHECK_C_DESTROY(navnet_rooms_destroy, o.rooms);
  CHECK_C_DESTROY(navnet_trajectory_destroy, o.trajectory);
  CHECK_C_DESTROY(navnet_trajectory_destroy, o.other_trajectory);
  CHECK_C_DESTROY(navnet_yaw_destroy, o.yaw);
  CHECK_C_DESTROY(navnet_rooms_destroy, o.other_rooms);
  CHECK_C_DESTROY(navnet_world_destroy, o.world);
  CHECK_C_DESTROY(navnet_world_destroy, o.voxels);
  CHECK_C_DESTROY(navnet_grid_destroy, o.grid);
  CHECK_C_DESTROY(navnet_sampling_destroy, o.sampling);
  CHECK_C_DESTROY(navnet_probe_destroy, o.probe);
  CHECK_C_DESTROY(navnet_live_destroy, o.live);
  CHECK_C_DESTROY(navnet_live_destroy, o.live_voxels);
  CHECK_C_DESTROY(navnet_live_destroy, o.unknown);
  CHECK_C_DESTROY(navnet_snapshot_destroy, o.snapshot);
  CHECK_C_DESTROY(navnet_explored_map_destroy, o.map);
  CHECK_C_DESTROY(navnet_explored_changes_destroy, o.changes);
  CHECK_C_DESTROY(navnet_path_destroy, o.other_path);
  CHECK_C_DESTROY(navnet_path_destroy, o.path);
  CHECK_C_DESTROY(navnet_cancel_destroy, o.cancel);
}

void CApiHostile::CheckAll() {
  CheckNets();
  CheckPaths();
  CheckChanges();
  CheckAgents();
  CheckRooms();
  CheckFlight();
  CheckBaking();
  CheckLive();
  CheckExplored();
}

// Writes invalid numbers into some fields of queries and agents.
void CApiHostile::ScrambleQueries(std::mt19937_64& random) {
  const std::vector<double> bad = BadNumbers();
  for (double* field : {&flight.start.x,
                        &flight.goal.z,
                        &flight.radius_m,
                        &flight.preferred_clearance_m,
                        &flight.climb_cost,
                        &flight.descend_cost,
                        &flight.floor_m,
                        &flight.ceiling_m,
                        &flight.snap_m,
                        &flight.max_us,
                        &motion.start_velocity.x,
                        &motion.goal_acceleration.z,
                        &motion.speed_m_s,
                        &motion.climb_m_s,
                        &motion.acceleration_m_s2,
                        &motion.jerk_m_s3,
                        &motion.smoothness,
                        &motion.tolerance,
                        &motion.max_us,
                        &turn.point.x,
                        &turn.angle_rad,
                        &turn.start_rate_rad_s,
                        &turn.rate_rad_s,
                        &turn.acceleration_rad_s2,
                        &turn.least_speed_m_s,
                        &walk.start.y,
                        &walk.goal.x,
                        &walk.radius_m,
                        &walk.snap_m,
                        &walk.preferred_clearance_m,
                        &walk.max_us,
                        &travel.start.z,
                        &travel.goal.y,
                        &travel.radius_m,
                        &travel.walk_m_s,
                        &travel.fly_m_s,
                        &travel.switch_s,
                        &travel.snap_m,
                        &limits.speed_m_s,
                        &limits.acceleration_m_s2,
                        &limits.turn_rad_s,
                        &limits.stray_m,
                        &limits.look_ahead_m,
                        &limits.arrival_m,
                        &limits.off_path_m,
                        &spec.position.x,
                        &spec.radius_m,
                        &spec.height_m,
                        &avoid.horizon_s,
                        &avoid.neighbour_m,
                        &crowd_options.stuck_s,
                        &crowd_options.replan_s}) {
    if (random() % 5 == 0) *field = bad[size_t(random() % bad.size())];
  }
  for (int32_t* field : {&flight.effort, &travel.effort, &flight.partial, &walk.partial, &avoid.max_neighbours,
                         &motion.up, &motion.max_steps}) {
    if (random() % 5 == 0) *field = int32_t(random());
  }
  for (int64_t* field : {&flight.max_expansions, &walk.max_expansions, &travel.max_expansions}) {
    if (random() % 5 == 0) *field = int64_t(random());
  }
}

// The attack runs this test with other seeds and numbers of calls.
TEST_F(CApiHostile, EveryMixtureOfArgumentsIsAnswered) {
  const auto setting = [](const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text ? std::atoi(text) : otherwise;
  };
  CheckAll();  // Creates the objects that later calls use.
  const auto seed = uint64_t(setting("NAVNET_ATTACK_SEED", 1));
  hostile.MixArguments(seed, setting("NAVNET_ATTACK_CALLS", 2));
  std::mt19937_64 random(seed);
  for (int pass = 0; pass < 3; ++pass) {
    CheckAll();
    ScrambleQueries(random);
  }
  hostile.ExpectDestroyed();
  CheckDestruction();
  std::printf("%lld calls\n", static_cast<long long>(hostile.mixed_call_count()));
}

TEST_F(CApiHostile, EveryFunctionRefusesEveryBadArgument) {
  for (const bool after : {false, true}) {
    if (after) {
      CheckDestruction();
      hostile.ExpectDestroyed();
    }
    CheckAll();
  }
  // Functions that cannot fail.
  using NameFunction = const char* (*)(int32_t);
  const std::pair<const char*, NameFunction> names[] = {
      {"navnet_status_name", navnet_status_name},
      {"navnet_up_axis_name", navnet_up_axis_name},
      {"navnet_net_loading_name", navnet_net_loading_name},
      {"navnet_keep_name", navnet_keep_name},
      {"navnet_link_kind_name", navnet_link_kind_name},
      {"navnet_path_status_name", navnet_path_status_name},
      {"navnet_path_kind_name", navnet_path_kind_name},
      {"navnet_travel_mode_name", navnet_travel_mode_name},
      {"navnet_effort_name", navnet_effort_name},
      {"navnet_path_validity_name", navnet_path_validity_name},
      {"navnet_repair_outcome_name", navnet_repair_outcome_name},
      {"navnet_follow_outcome_name", navnet_follow_outcome_name},
      {"navnet_agent_kind_name", navnet_agent_kind_name},
      {"navnet_agent_status_name", navnet_agent_status_name},
      {"navnet_room_status_name", navnet_room_status_name},
      {"navnet_trajectory_status_name", navnet_trajectory_status_name},
      {"navnet_yaw_aim_name", navnet_yaw_aim_name},
      {"navnet_replan_way_name", navnet_replan_way_name},
      {"navnet_traffic_way_name", navnet_traffic_way_name},
      {"navnet_align_name", navnet_align_name},
      {"navnet_unknown_name", navnet_unknown_name},
      {"navnet_shape_name", navnet_shape_name},
      {"navnet_voxel_state_name", navnet_voxel_state_name},
  };
  for (const auto& [name, function] : names) {
    for (const int32_t value : {-1, 0, 3, 99, INT32_MIN, INT32_MAX}) EXPECT_NE(function(value), nullptr) << name;
    hostile.Add(name);
  }
  for (const char* name :
       {"navnet_version", "navnet_can_bake", "navnet_last_error_message", "navnet_object_count", "navnet_seed_at"}) {
    hostile.Add(name);
  }
  std::ifstream header(NAVNET_C_HEADER);
  const std::regex declaration("^NAVNET_API .*?(navnet_[a-z0-9_]+)\\(.*");
  std::set<std::string> declared;
  for (std::string line; std::getline(header, line);) {
    std::smatch match;
    if (std::regex_match(line, match, declaration)) declared.insert(match[1]);
  }
  EXPECT_GT(declared.size(), 200u);
  EXPECT_EQ(hostile.checked(), declared);
}

}  // namespace
}  // namespace navnet
