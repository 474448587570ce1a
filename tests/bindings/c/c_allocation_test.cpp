// SPDX-License-Identifier: Apache-2.0
// A warmed-up query through the C API allocates nothing. A separate program, because it counts every allocation.
#include <navnet/worlds/worlds.h>

#include "bindings/c/c_scene.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations{0};
}

// Not inlined, so that the compiler treats new and delete as a pair. The nothrow variant is used by std::stable_sort.
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);  // NOLINT
}
[[gnu::noinline]] void* operator new(size_t size) {
  if (void* p = operator new(size, std::nothrow)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }          // NOLINT
[[gnu::noinline]] void operator delete(void* p, size_t) noexcept { std::free(p); }  // NOLINT

namespace navnet {
namespace {

TEST(CApi, AllocatesNothingOnceWarmedUp) {
  const navnet_world world = WorldOf(*MakeWorld({.kind = WorldKind::Building}));
  navnet_bake_options options;
  ASSERT_C_OK(navnet_bake_options_default(&options, sizeof options));
  options.sample.voxel_m = 0.25;
  options.walks = 1;
  options.with_world = 1;
  navnet_net net = {};
  navnet_navigator navigator = {};
  navnet_context context = {};
  navnet_path path = {};
  navnet_room_maker maker = {};
  navnet_rooms rooms = {};
  navnet_trajectory trajectory = {};
  ASSERT_C_OK(navnet_bake(world, &options, &net, nullptr, nullptr, 0));
  ASSERT_C_OK(navnet_navigator_create(net, &navigator));
  ASSERT_C_OK(navnet_context_create(&context));
  ASSERT_C_OK(navnet_path_create(&path));
  ASSERT_C_OK(navnet_room_maker_create_from_net(net, 1, &maker));
  ASSERT_C_OK(navnet_rooms_create(&rooms));
  ASSERT_C_OK(navnet_trajectory_create(&trajectory));
  std::vector<navnet_vec3> points(10000);
  navnet_trajectory_query motion;
  ASSERT_C_OK(navnet_trajectory_query_default(&motion, sizeof motion));
  motion.points = points.data();
  motion.rooms = rooms;
  const navnet_cost_region region = {{{3, 3, 0}, {9, 9, 4}}, 2.5};
  std::vector<navnet_flight_query> flights(100);
  std::vector<navnet_walk_query> walks(100);
  for (uint64_t i = 0; i < 100; ++i) {
    navnet_bool found = 0;
    ASSERT_C_OK(navnet_flight_query_default(&flights[i], sizeof flights[i]));
    ASSERT_C_OK(navnet_navigator_random_free(navigator, 2 * i, 0, &found, &flights[i].start));
    ASSERT_C_OK(navnet_navigator_random_free(navigator, 2 * i + 1, 0, &found, &flights[i].goal));
    flights[i].regions = &region;
    flights[i].region_count = i % 2;
    ASSERT_C_OK(navnet_walk_query_default(&walks[i], sizeof walks[i]));
    ASSERT_C_OK(navnet_navigator_random_walkable(navigator, 2 * i, 0.3, &found, &walks[i].start));
    ASSERT_C_OK(navnet_navigator_random_walkable(navigator, 2 * i + 1, 0.3, &found, &walks[i].goal));
    walks[i].radius_m = 0.3;
  }
  int complete = 0, planned = 0;
  const auto ask_all = [&] {
    for (size_t i = 0; i < flights.size(); ++i) {
      navnet_path_info flown, walked;
      navnet_navigator_find_flight(navigator, &flights[i], context, path, &flown, sizeof flown);
      navnet_path_copy_points(path, points.data(), points.size(), nullptr);
      navnet_follow_state state = {flights[i].start, {}, {}};
      navnet_follow_step step;
      navnet_follow_flight(navigator, points.data(), flown.point_count, 0, &state, nullptr, 0.02, &step);
      if (i % 10 == 0) {
        motion.point_count = flown.point_count;
        navnet_room_maker_find(maker, navigator, &flights[i], points.data(), flown.point_count, rooms, nullptr, 0);
        navnet_navigator_find_box_rooms(navigator, &flights[i], points.data(), flown.point_count, context, rooms,
                                        nullptr, 0);
        navnet_trajectory_info info = {};
        navnet_vec3 position;
        const double time_s = 1;
        navnet_trajectory_plan(trajectory, &motion, &info, sizeof info);
        navnet_trajectory_sample(trajectory, &time_s, 1, &position, nullptr, nullptr, nullptr);
        planned += info.piece_count > 0;
      }
      navnet_repair_flight(navigator, &flights[i], {}, {}, context, path, nullptr);
      navnet_navigator_find_walk(navigator, &walks[i], context, path, &walked, sizeof walked);
      complete += (flown.status == NAVNET_PATH_STATUS_COMPLETE) + (walked.status == NAVNET_PATH_STATUS_COMPLETE);
    }
  };
  ask_all();
  ask_all();
  const long before = allocations;
  complete = planned = 0;
  ask_all();
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(complete, 100);
  EXPECT_GT(planned, 4);
  navnet_trajectory_destroy(trajectory);
  navnet_rooms_destroy(rooms);
  navnet_room_maker_destroy(maker);
  navnet_path_destroy(path);
  navnet_context_destroy(context);
  navnet_navigator_destroy(navigator);
  navnet_net_destroy(net);
  navnet_world_destroy(world);
  EXPECT_EQ(navnet_object_count(), 0u);
}

}  // namespace
}  // namespace navnet
