// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small world with one object of each kind, and valid options, for tests with hostile arguments.

#include <navnet/worlds/worlds.h>

#include "bindings/c/c_scene.h"
#include "bindings/c/hostile.h"
#include "support/octomap_bytes.h"

#include <cstdio>
#include <string>

namespace navnet {

/// One object of each kind, alive during the whole test.
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
  navnet_room_maker maker = {};
  navnet_rooms rooms = {}, other_rooms = {};
  navnet_trajectory trajectory = {}, other_trajectory = {};
  navnet_yaw yaw = {};
  navnet_grid grid = {};
  navnet_sampling sampling = {};
  navnet_probe probe = {};
  navnet_live live = {}, unknown = {}, live_voxels = {};
  navnet_snapshot snapshot = {};
  navnet_explored_map map = {};
  navnet_explored_changes changes = {};
};

class HostileScene : public ::testing::Test {
 protected:
  void SetUp() override {
    TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {8, 8, 4}}, 0.5);
    mesh.Append(MakeBox({{3.5, 0, 0}, {4, 5, 4}}));
    o.world = WorldOf(mesh);
    ASSERT_C_OK(navnet_bake_options_default(&bake, sizeof bake));
    bake.sample.voxel_m = 0.25;
    bake.sample.threads = 1;
    bake.walks = 1;
    bake.gates = &gate;
    bake.gate_count = 1;
    bake.with_world = 1;
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
    ASSERT_C_OK(navnet_watch_create(10, &o.watch));
    ASSERT_C_OK(navnet_avoidance_create(o.navigator, NAVNET_UP_AXIS_Z, &o.avoidance));
    ASSERT_C_OK(navnet_crowd_create(o.navigator, nullptr, &o.crowd));
    ASSERT_C_OK(navnet_room_maker_create_from_net(o.net, 1, &o.maker));
    ASSERT_C_OK(navnet_rooms_create(&o.rooms));
    ASSERT_C_OK(navnet_rooms_create(&o.other_rooms));
    ASSERT_C_OK(navnet_trajectory_create(&o.trajectory));
    ASSERT_C_OK(navnet_trajectory_create(&o.other_trajectory));
    ASSERT_C_OK(navnet_yaw_create(&o.yaw));
    ASSERT_C_OK(navnet_yaw_options_default(&turn, sizeof turn));
    ASSERT_C_OK(navnet_sampling_grid(o.sampling, 0, &o.grid));
    ASSERT_C_OK(navnet_probe_create(o.world, 1, &o.probe));
    ASSERT_C_OK(navnet_live_create(o.world, &bake, &o.live));
    const navnet_box bounds = {{0, 0, 0}, {8, 8, 4}};
    ASSERT_C_OK(navnet_live_create_unknown(&bounds, 0.25, NAVNET_UP_AXIS_Z, nullptr, nullptr, &o.unknown));
    ASSERT_C_OK(navnet_live_get_frame(o.unknown, &frame, &voxel_bounds));
    ASSERT_C_OK(navnet_explored_map_create(&frame, &voxel_bounds, nullptr, &o.map));
    ASSERT_C_OK(navnet_explored_map_set_box(o.map, {{0, 0, 0}, {4, 4, 4}}, NAVNET_VOXEL_STATE_FREE));
    ASSERT_C_OK(navnet_explored_map_take_changes(o.map, &o.changes));

    ASSERT_C_OK(navnet_flight_query_default(&flight, sizeof flight));
    flight.start = {1, 1, 1};
    flight.goal = {7, 1, 1};
    flight.speed_m_s = 1;
    ASSERT_C_OK(navnet_trajectory_query_default(&motion, sizeof motion));
    motion.points = way;
    motion.point_count = 2;
    motion.rooms = o.rooms;
    ASSERT_C_OK(navnet_track_options_default(&track, sizeof track));
    ASSERT_C_OK(navnet_traffic_query_default(&traffic, sizeof traffic));
    traffic.radius_m = 0.1;
    traffic.boxes = &timed;
    traffic.box_count = 1;
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
    obstacle.transform.position = {6, 3, 2};
    ASSERT_C_OK(navnet_live_add_obstacle(o.live, &obstacle, &door_id));
    obstacle.is_door = 0;
    ASSERT_C_OK(navnet_live_add_region(o.live, &region, &region_id));
    ASSERT_C_OK(navnet_live_add_gate(o.live, &gate, &gate_id));
    uint64_t version = 0;
    navnet_bool found = 0;
    ASSERT_C_OK(navnet_live_version(o.live, &version));
    ASSERT_C_OK(navnet_live_update(o.live, nullptr));
    // A change of every kind.
    obstacle.transform.position = {6, 6, 1};
    ASSERT_C_OK(navnet_live_move_obstacle(o.live, obstacle_id, &obstacle.transform));
    ASSERT_C_OK(navnet_live_set_gate_open(o.live, gate_id, 0));
    ASSERT_C_OK(navnet_live_update(o.live, nullptr));
    ASSERT_C_OK(navnet_live_changes_since(o.live, version, &found, &o.change));
    ASSERT_EQ(found, 1);
    ASSERT_C_OK(navnet_live_latest(o.live, &o.snapshot));
    file = ::testing::TempDir() + "c_api_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
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
  std::string file;
  const navnet_box box = {{1, 1, 1}, {2, 2, 2}};
  const navnet_cost_region region = {box, 2};
  const navnet_gate gate = {{1.5, 1, 1}, {6.5, 1, 1}, 0, 0, 0, 0};
  const navnet_vec3 way[2] = {{1, 1, 1}, {1, 6, 1}}, floor_way[2] = {{1, 1, 0}, {1, 6, 0}};
  navnet_bake_options bake;
  navnet_frame frame;
  navnet_voxel_box voxel_bounds;
  navnet_flight_query flight;
  navnet_trajectory_query motion;
  navnet_yaw_options turn;
  navnet_track_options track;
  const navnet_timed_box timed = {{{6, 6, 3}, {7, 7, 4}}, 0, 1};
  navnet_traffic_query traffic;
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
  uint64_t obstacle_id = 0, region_id = 0, door_id = 0, gate_id = 0;
  std::string octomap;
};

}  // namespace navnet
