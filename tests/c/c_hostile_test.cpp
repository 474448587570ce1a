// Every function of the C API, with every argument in turn made hostile: null, destroyed, forged and foreign handles,
// null pointers, structs of another size, counts that cannot be, numbers of no enumeration, NaN and the rest. Each
// gives the status it should, and none crashes. A function of the header that is missing here fails the test.
#include "c_scene.h"
#include "hostile.h"

#include "support/octomap_bytes.h"

#include <navnet/worlds/worlds.h>

#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace navnet {
namespace {

/// One object of each kind, alive throughout.
struct Objects {
  navnet_world world = {}, voxels = {};
  navnet_net net = {};
  navnet_ground ground = {};
  navnet_navigator navigator = {};
  navnet_traveller traveller = {};
  navnet_context context = {};
  navnet_path path = {}, other_path = {};
  navnet_path_set paths = {};
  navnet_run run = {};
  navnet_cancel cancel = {};
  navnet_change change = {};
  navnet_watch watch = {};
  navnet_avoidance avoidance = {};
  navnet_crowd crowd = {};
  navnet_grid grid = {};
  navnet_sampling sampling = {};
  navnet_probe probe = {};
  navnet_live live = {}, unknown = {}, live_voxels = {};
  navnet_snapshot snapshot = {};
  navnet_explored_map map = {};
  navnet_explored_changes changes = {};
};

class CApiHostile : public ::testing::Test {
 protected:
  void SetUp() override {
    TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {8, 8, 4}}, 0.5);
    mesh.Append(MakeBox({{3.5, 0, 0}, {4, 5, 4}}));
    o.world = WorldOf(mesh);
    ASSERT_C_OK(navnet_bake_options_default(&bake, sizeof bake));
    bake.sample.voxel_m = 0.25;
    bake.sample.threads = 1;
    bake.walks = 1;
    ASSERT_C_OK(navnet_bake(o.world, &bake, &o.net, &o.sampling, nullptr, 0));
    ASSERT_C_OK(navnet_net_ground(o.net, &o.ground));
    ASSERT_C_OK(navnet_navigator_create(o.net, &o.navigator));
    ASSERT_C_OK(navnet_traveller_create(o.navigator, &o.traveller));
    ASSERT_C_OK(navnet_context_create(&o.context));
    ASSERT_C_OK(navnet_path_create(&o.path));
    ASSERT_C_OK(navnet_path_create(&o.other_path));
    ASSERT_C_OK(navnet_path_set_create(&o.paths));
    ASSERT_C_OK(navnet_run_create(&o.run));
    ASSERT_C_OK(navnet_cancel_create(&o.cancel));
    ASSERT_C_OK(navnet_change_create(1, &box, 1, &box, 1, &o.change));
    ASSERT_C_OK(navnet_watch_create(10, &o.watch));
    ASSERT_C_OK(navnet_avoidance_create(o.navigator, NAVNET_UP_Z, &o.avoidance));
    ASSERT_C_OK(navnet_crowd_create(o.navigator, nullptr, &o.crowd));
    ASSERT_C_OK(navnet_sampling_grid(o.sampling, 0, &o.grid));
    ASSERT_C_OK(navnet_probe_create(o.world, 1, &o.probe));
    ASSERT_C_OK(navnet_live_create(o.world, &bake, &o.live));
    const navnet_box bounds = {{0, 0, 0}, {8, 8, 4}};
    ASSERT_C_OK(navnet_live_create_unknown(&bounds, 0.25, NAVNET_UP_Z, nullptr, nullptr, &o.unknown));
    ASSERT_C_OK(navnet_live_get_frame(o.unknown, &frame, &voxel_bounds));
    ASSERT_C_OK(navnet_explored_map_create(&frame, &voxel_bounds, nullptr, &o.map));
    ASSERT_C_OK(navnet_explored_map_set_box(o.map, {{0, 0, 0}, {4, 4, 4}}, NAVNET_VOXEL_FREE));
    ASSERT_C_OK(navnet_explored_map_take_changes(o.map, &o.changes));

    ASSERT_C_OK(navnet_flight_query_default(&flight, sizeof flight));
    flight.start = {1, 1, 1};
    flight.goal = {7, 1, 1};
    ASSERT_C_OK(navnet_walk_query_default(&walk, sizeof walk));
    walk.start = {1, 1, 0};
    walk.goal = {7, 1, 0};
    ASSERT_C_OK(navnet_travel_query_default(&travel, sizeof travel));
    travel.start = walk.start;
    travel.goal = walk.goal;
    travel.walk_m_s = 1;
    ASSERT_C_OK(navnet_follow_limits_default(&limits, sizeof limits));
    ASSERT_C_OK(navnet_avoidance_options_default(&avoid, sizeof avoid));
    ASSERT_C_OK(navnet_crowd_options_default(&crowd_options, sizeof crowd_options));
    ASSERT_C_OK(navnet_agent_spec_default(&spec, sizeof spec));
    spec.position = {1, 1, 1};
    spec.radius_m = 0;
    ASSERT_C_OK(navnet_crowd_add(o.crowd, &spec, &agent));
    ASSERT_C_OK(navnet_watch_add(o.watch, way, 2, 0, &watched));
    ASSERT_C_OK(navnet_load_options_default(&load, sizeof load));
    ASSERT_C_OK(navnet_sample_options_default(&sample, sizeof sample));
    sample.voxel_m = 0.25;
    ASSERT_C_OK(navnet_explore_options_default(&explore, sizeof explore));
    ASSERT_C_OK(navnet_explored_map_options_default(&map_options, sizeof map_options));
    ASSERT_C_OK(navnet_obstacle_default(&obstacle, sizeof obstacle));
    obstacle.transform.position = {6, 6, 2};
    ASSERT_C_OK(navnet_live_add_obstacle(o.live, &obstacle, &obstacle_id));
    obstacle.is_door = 1;
    ASSERT_C_OK(navnet_live_add_obstacle(o.live, &obstacle, &door_id));
    obstacle.is_door = 0;
    ASSERT_C_OK(navnet_live_add_region(o.live, &region, &region_id));
    ASSERT_C_OK(navnet_live_update(o.live, nullptr));
    ASSERT_C_OK(navnet_live_latest(o.live, &o.snapshot));
    file = ::testing::TempDir() + "c_hostile_test";
    ASSERT_C_OK(navnet_sampling_write_vdb(o.sampling, (file + ".vdb").c_str(), nullptr));
    ASSERT_C_OK(navnet_world_load((file + ".vdb").c_str(), nullptr, &o.voxels));
    ASSERT_C_OK(navnet_live_create(o.voxels, nullptr, &o.live_voxels));
    octomap = OctomapWriter({{{1, 1, 1}, true}}, "0.25").bytes();
    foreign_ids = {o.path.id, o.cancel.id};
  }

  void TearDown() override {
    std::remove((file + ".navnet").c_str());
    std::remove((file + ".vdb").c_str());
  }

  Objects o;
  Hostile hostile;
  std::string file;
  const navnet_box box = {{1, 1, 1}, {2, 2, 2}};
  const navnet_cost_region region = {box, 2};
  const navnet_vec3 way[2] = {{1, 1, 1}, {1, 6, 1}}, floor_way[2] = {{1, 1, 0}, {1, 6, 0}};
  navnet_bake_options bake;
  navnet_frame frame;
  navnet_voxel_box voxel_bounds;
  navnet_flight_query flight;
  navnet_walk_query walk;
  navnet_travel_query travel;
  navnet_follow_limits limits;
  navnet_avoidance_options avoid;
  navnet_crowd_options crowd_options;
  navnet_agent_spec spec;
  navnet_agent_id agent = {};
  navnet_watch_id watched = {};
  navnet_load_options load;
  navnet_sample_options sample;
  navnet_explore_options explore;
  navnet_explored_map_options map_options;
  navnet_obstacle obstacle;
  uint64_t obstacle_id = 0, region_id = 0, door_id = 0;
  std::string octomap;

  void CheckNets();
  void CheckPaths();
  void CheckChanges();
  void CheckAgents();
  void CheckBaking();
  void CheckLive();
  void CheckExplored();
  void CheckDestruction();
};

// What the functions write to; nobody reads it.
navnet_bool yes;
uint32_t number;
uint64_t wide;
size_t count;
double metres;
navnet_vec3 point;
navnet_path_info path_info;

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
  CHECK_C(navnet_net_load, Needed(name.c_str()), Enum(NAVNET_NET_READ), Needed(&net));
  CHECK_C(navnet_net_image, Handle(o.net), Needed(&bytes), Needed(&count));
  static const void* image = nullptr;
  static size_t image_bytes = 0;
  if (!image) {
    // Of a net that stays.
    navnet_net kept = {};
    ASSERT_C_OK(navnet_net_load(name.c_str(), NAVNET_NET_READ, &kept));
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
  CHECK_C_COPY(navnet_net_copy_first_links, uint32_t, Handle(o.net), Index(0));
  CHECK_C_COPY(navnet_net_copy_links, navnet_link, Handle(o.net), Index(0));
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
  CHECK_C(navnet_navigator_ground, Handle(o.navigator), Needed(&ground));
  CHECK_C(navnet_context_create, Needed(&context));
  CHECK_C(navnet_cancel_create, Needed(&cancel));
  CHECK_C(navnet_cancel_set, Handle(o.cancel), Value(navnet_bool{0}));
  CHECK_C(navnet_path_create, Needed(&path));
  CHECK_C_DEFAULT(navnet_flight_query_default, navnet_flight_query);
  CHECK_C(navnet_navigator_find_flight, Handle(o.navigator), Sized(&flight), Handle(o.context), Handle(o.path),
          Optional(&path_info), Bytes(sizeof path_info));
  CHECK_C(navnet_path_get_info, Handle(o.path), Needed(&path_info), Bytes(sizeof path_info));
  CHECK_C(navnet_path_copy, Handle(o.path), Handle(o.other_path));
  CHECK_C_COPY(navnet_path_copy_points, navnet_vec3, Handle(o.path));
  CHECK_C_COPY(navnet_path_copy_volumes, uint32_t, Handle(o.path));
  CHECK_C(navnet_navigator_find_flights, Handle(o.navigator), Sized(&flight), Count(1), Threads(1), Handle(o.paths));
  CHECK_C(navnet_navigator_is_visible, Handle(o.navigator), Value(p), Value(q), Value(0.0), Needed(&yes));
  CHECK_C(navnet_navigator_nearest_free, Handle(o.navigator), Value(p), Value(0.0), Value(1.0), Needed(&yes),
          Needed(&point));
  CHECK_C(navnet_navigator_random_free, Handle(o.navigator), Value(uint64_t{1}), Value(0.0), Needed(&yes),
          Needed(&point));
  CHECK_C(navnet_navigator_clearance_at, Handle(o.navigator), Value(p), Needed(&metres));
  CHECK_C_DEFAULT(navnet_walk_query_default, navnet_walk_query);
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
  static navnet_repair_kind done;
  static navnet_watch_id id;
  static size_t counts[2];
  const navnet_path_place start = {0, 0};
  CHECK_C(navnet_change_create, Value(uint64_t{1}), Needed(&box), Count(1), Needed(&box), Count(1), Needed(&change));
  CHECK_C(navnet_change_get_info, Handle(o.change), Needed(&change_info), Bytes(sizeof change_info));
  CHECK_C_COPY(navnet_change_copy_blocked, navnet_box, Handle(o.change));
  CHECK_C_COPY(navnet_change_copy_freed, navnet_box, Handle(o.change));
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
  static const navnet_mover mover = {NAVNET_AGENT_FLYER, 0, {1, 1, 1}, {0, 0, 0}, {1, 0, 0}, 0, 1};
  CHECK_C_DEFAULT(navnet_follow_limits_default, navnet_follow_limits);
  CHECK_C_DEFAULT(navnet_avoidance_options_default, navnet_avoidance_options);
  CHECK_C_DEFAULT(navnet_crowd_options_default, navnet_crowd_options);
  CHECK_C_DEFAULT(navnet_agent_spec_default, navnet_agent_spec);
  CHECK_C(navnet_follow_flight, Handle(o.navigator), Needed(way), Count(2), Value(0.0), Needed(&from),
          Sized(&limits, true), Value(0.02), Needed(&step));
  CHECK_C(navnet_follow_walk, Handle(o.navigator), Needed(floor_way), Count(2), Value(0.1), Needed(&from),
          Sized(&limits, true), Value(0.02), Needed(&step));
  CHECK_C(navnet_avoidance_create, Handle(o.navigator, true), Enum(NAVNET_UP_Z), Needed(&avoidance));
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
  const Argument<size_t> block_words(NAVNET_BLOCK_WORDS, {{0, NAVNET_ERROR_BUFFER_TOO_SMALL},
                                                          {NAVNET_BLOCK_WORDS - 1, NAVNET_ERROR_BUFFER_TOO_SMALL}});
  CHECK_C_DEFAULT(navnet_load_options_default, navnet_load_options);
  CHECK_C_DEFAULT(navnet_sample_options_default, navnet_sample_options);
  CHECK_C_DEFAULT(navnet_walk_options_default, navnet_walk_options);
  CHECK_C_DEFAULT(navnet_bake_options_default, navnet_bake_options);
  CHECK_C(navnet_world_from_floats, Optional("floats"), Enum(NAVNET_UP_Y), Needed(floats), Count(3), Needed(indices),
          Count(1), Needed(&world));
  CHECK_C(navnet_world_from_doubles, Optional("doubles"), Enum(NAVNET_UP_Y), Needed(doubles), Count(3), Needed(indices),
          Count(1), Needed(&world));
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
  CHECK_C(navnet_live_create_unknown, Needed(&bounds), Value(0.25), Enum(NAVNET_UP_Z), Sized(&explore, true),
          Exactly<const navnet_bake_options*>(nullptr), Needed(&live));
  CHECK_C(navnet_live_add_obstacle, Handle(o.live), Sized(&obstacle), Needed(&wide));
  CHECK_C(navnet_live_move_obstacle, Handle(o.live), Value(obstacle_id), Needed(&obstacle.transform));
  CHECK_C(navnet_live_add_region, Handle(o.live), Needed(&region), Needed(&wide));
  CHECK_C(navnet_live_set_region, Handle(o.live), Value(region_id), Needed(&region));
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
  CHECK_C(navnet_live_changes_since, Handle(o.live), Value(uint64_t{1}), Needed(&yes), Needed(&change));
  CHECK_C(navnet_live_get_frame, Handle(o.live), Needed(&out_frame), Needed(&out_bounds));
  CHECK_C(navnet_live_make_net, Handle(o.live), Needed(&net));
  CHECK_C(navnet_live_save, Handle(o.live), Needed(name.c_str()));
  CHECK_C(navnet_live_current_world, Handle(o.live), Needed(&world));
  CHECK_C(navnet_live_get_bake_options, Handle(o.live), Needed(&options), Bytes(sizeof options));
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
          Enum(NAVNET_VOXEL_FREE));
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

TEST_F(CApiHostile, EveryFunctionRefusesEveryBadArgument) {
  for (const bool after : {false, true}) {
    if (after) {
      CheckDestruction();
      hostile.ExpectDestroyed();
    }
    CheckNets();
    CheckPaths();
    CheckChanges();
    CheckAgents();
    CheckBaking();
    CheckLive();
    CheckExplored();
  }
  // What cannot fail.
  for (const int32_t value : {-1, 0, 3, 99, INT32_MIN, INT32_MAX}) {
    EXPECT_NE(navnet_status_name(value), nullptr);
    EXPECT_NE(navnet_path_status_name(value), nullptr);
    EXPECT_NE(navnet_travel_mode_name(value), nullptr);
    EXPECT_NE(navnet_link_kind_name(value), nullptr);
    EXPECT_NE(navnet_follow_outcome_name(value), nullptr);
    EXPECT_NE(navnet_agent_status_name(value), nullptr);
  }
  for (const char* name : {"navnet_version", "navnet_can_bake", "navnet_last_error_message", "navnet_object_count",
                           "navnet_status_name", "navnet_path_status_name", "navnet_travel_mode_name",
                           "navnet_link_kind_name", "navnet_follow_outcome_name", "navnet_agent_status_name"}) {
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

// Options and queries with hostile contents.
TEST_F(CApiHostile, StructsWithBadContentsAreRefusedOrAnswered) {
  const auto find = [&](const navnet_flight_query& query) {
    return navnet_navigator_find_flight(o.navigator, &query, o.context, o.path, &path_info, sizeof path_info);
  };
  navnet_flight_query query = flight;
  for (const double bad : BadNumbers()) {
    for (double navnet_flight_query::*field :
         {&navnet_flight_query::radius_m, &navnet_flight_query::climb_cost, &navnet_flight_query::descend_cost,
          &navnet_flight_query::floor_m, &navnet_flight_query::ceiling_m, &navnet_flight_query::snap_m,
          &navnet_flight_query::max_us}) {
      query = flight;
      query.*field = bad;
      EXPECT_C_OK(find(query));
    }
    const navnet_cost_region odd[2] = {{{{bad, 0, 0}, {1, bad, 1}}, 2}, {box, bad}};
    query = flight;
    query.regions = odd;
    query.region_count = 2;
    EXPECT_C_OK(find(query));
    query = flight;
    query.start.y = bad;
    EXPECT_C_OK(find(query));
    EXPECT_C_OK(navnet_path_get_info(o.path, &path_info, sizeof path_info));

    for (double navnet_walk_query::*field : {&navnet_walk_query::radius_m, &navnet_walk_query::preferred_clearance_m,
                                             &navnet_walk_query::snap_m, &navnet_walk_query::max_us}) {
      navnet_walk_query walking = walk;
      walking.*field = bad;
      EXPECT_C_OK(navnet_navigator_find_walk(o.navigator, &walking, o.context, o.path, nullptr, 0));
    }
    for (double navnet_travel_query::*field :
         {&navnet_travel_query::radius_m, &navnet_travel_query::walk_m_s, &navnet_travel_query::fly_m_s,
          &navnet_travel_query::switch_s, &navnet_travel_query::snap_m}) {
      navnet_travel_query travelling = travel;
      travelling.*field = bad;
      EXPECT_C_OK(navnet_traveller_find(o.traveller, &travelling, o.context, o.path, nullptr, 0));
    }
    navnet_net net = {};
    for (double navnet_sample_options::*field :
         {&navnet_sample_options::voxel_m, &navnet_sample_options::margin_m, &navnet_sample_options::turn_cos}) {
      if (bad == 0 && field == &navnet_sample_options::voxel_m) continue;  // Chooses the size.
      navnet_bake_options options = bake;
      options.sample.has_margin = 1;
      options.sample.*field = bad;
      const navnet_status status = navnet_bake(o.world, &options, &net, nullptr, nullptr, 0);
      EXPECT_NE(status, NAVNET_ERROR_INTERNAL) << navnet_last_error_message();
    }
    navnet_transform odd_transform = obstacle.transform;
    odd_transform.rotation_w = bad;
    odd_transform.scale.x = bad;
    EXPECT_EQ(navnet_live_move_obstacle(o.live, obstacle_id, &odd_transform) == NAVNET_OK, bad == 1e12) << bad;
  }
  const auto refused = [&](navnet_flight_query bad, navnet_status status) { EXPECT_EQ(find(bad), status); };
  query = flight;
  query.effort = 3;
  refused(query, NAVNET_ERROR_INVALID_ARGUMENT);
  query = flight;
  query.region_count = 1;
  refused(query, NAVNET_ERROR_NULL_POINTER);
  query.regions = &region;
  query.region_count = size_t{1} << 60;
  refused(query, NAVNET_ERROR_INVALID_ARGUMENT);
  query = flight;
  query.cancel.id = o.path.id;
  refused(query, NAVNET_ERROR_BAD_HANDLE);

  navnet_bake_options options = bake;
  navnet_net net = {};
  const auto bakes = [&] { return navnet_bake(o.world, &options, &net, nullptr, nullptr, 0); };
  options.keep = 9;
  EXPECT_EQ(bakes(), NAVNET_ERROR_INVALID_ARGUMENT);
  options = bake;
  options.sample.struct_bytes = 8;
  EXPECT_EQ(bakes(), NAVNET_ERROR_BAD_VERSION);
  options = bake;
  options.walk.struct_bytes = 8;
  EXPECT_EQ(bakes(), NAVNET_ERROR_BAD_VERSION);
  options = bake;
  options.sample.radius_count = 3;
  EXPECT_EQ(bakes(), NAVNET_ERROR_NULL_POINTER);
  options = bake;
  options.link_count = 1;
  EXPECT_EQ(bakes(), NAVNET_ERROR_NULL_POINTER);
  options = bake;
  options.min_cell = -5;
  EXPECT_EQ(bakes(), NAVNET_ERROR_INVALID_ARGUMENT);
  options = bake;
  options.sample.threads = -1;
  EXPECT_EQ(bakes(), NAVNET_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(net.id, 0u);

  navnet_obstacle odd = obstacle;
  uint64_t id = 0;
  odd.shape = 9;
  EXPECT_EQ(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_ERROR_INVALID_ARGUMENT);
  odd.shape = NAVNET_SHAPE_MESH;
  EXPECT_NE(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_OK);
  odd.vertex_count = 3;
  EXPECT_EQ(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_ERROR_NULL_POINTER);
  const uint32_t indices[3] = {0, 1, 7};
  odd.vertices = way;
  odd.vertex_count = 2;
  odd.indices = indices;
  odd.triangle_count = 1;
  EXPECT_EQ(navnet_live_add_obstacle(o.live, &odd, &id), NAVNET_ERROR_BAD_FORMAT);
  EXPECT_EQ(id, 0u);
}

}  // namespace
}  // namespace navnet
