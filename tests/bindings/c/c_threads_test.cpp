// SPDX-License-Identifier: Apache-2.0
// Handles used by many threads: calls that hold an object finish with it; all others get an error.
#include <navnet/worlds/worlds.h>

#include "bindings/c/c_scene.h"

#include <atomic>
#include <thread>
#include <vector>

namespace navnet {
namespace {

navnet_net RoomNet() {
  const navnet_world world = WorldOf(MakeBoxRoom({{0, 0, 0}, {8, 8, 4}}, 0.5));
  navnet_bake_options options;
  EXPECT_C_OK(navnet_bake_options_default(&options, sizeof options));
  options.sample.voxel_m = 0.25;
  options.sample.threads = 1;
  navnet_net net = {};
  EXPECT_C_OK(navnet_bake(world, &options, &net, nullptr, nullptr, 0));
  EXPECT_C_OK(navnet_world_destroy(world));
  return net;
}

navnet_flight_query AcrossTheRoom() {
  navnet_flight_query query;
  EXPECT_C_OK(navnet_flight_query_default(&query, sizeof query));
  query.start = {1, 1, 1};
  query.goal = {7, 7, 3};
  return query;
}

TEST(CApiThreads, FinishWithAnObjectThatAnotherThreadDestroys) {
  const navnet_net net = RoomNet();
  const navnet_flight_query query = AcrossTheRoom();
  for (int round = 0; round < 30; ++round) {
    navnet_navigator navigator = {};
    ASSERT_C_OK(navnet_navigator_create(net, &navigator));
    std::atomic<int> found{0}, destroyed{0}, wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        navnet_context context = {};
        navnet_path path = {};
        navnet_context_create(&context);
        navnet_path_create(&path);
        for (;;) {
          navnet_path_info info;
          const navnet_status status =
              navnet_navigator_find_flight(navigator, &query, context, path, &info, sizeof info);
          if (status == NAVNET_OK) {
            ++found;
            wrong += info.status != NAVNET_PATH_STATUS_COMPLETE;
            continue;
          }
          ++destroyed;
          wrong += status != NAVNET_ERROR_BAD_HANDLE;
          break;
        }
        navnet_path_destroy(path);
        navnet_context_destroy(context);
      });
    }
    while (found < 20) std::this_thread::yield();
    ASSERT_C_OK(navnet_navigator_destroy(navigator));
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(destroyed, 3);
    EXPECT_EQ(wrong, 0);
  }
  ASSERT_C_OK(navnet_net_destroy(net));
}

TEST(CApiThreads, GetBusyForAnObjectInUse) {
  const navnet_net net = RoomNet();
  navnet_navigator navigator = {};
  navnet_context context = {};
  navnet_path path = {};
  ASSERT_C_OK(navnet_navigator_create(net, &navigator));
  ASSERT_C_OK(navnet_context_create(&context));
  ASSERT_C_OK(navnet_path_create(&path));
  const navnet_flight_query query = AcrossTheRoom();
  std::atomic<int> found{0}, busy{0}, wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const navnet_status status = navnet_navigator_find_flight(navigator, &query, context, path, nullptr, 0);
        if (status == NAVNET_OK) ++found;
        if (status == NAVNET_ERROR_BUSY) ++busy;
        navnet_path_info info;
        const navnet_status read = navnet_path_get_info(path, &info, sizeof info);
        wrong += read != NAVNET_OK && read != NAVNET_ERROR_BUSY;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found + busy, 8000);
  EXPECT_GT(found, 0);
  EXPECT_EQ(wrong, 0);
  navnet_path_destroy(path);
  navnet_context_destroy(context);
  navnet_navigator_destroy(navigator);
  navnet_net_destroy(net);
}

struct Background {
  navnet_live live;
  std::atomic<int> calls{0}, refused{0};
};

// The update function runs in the background thread; destroying the world waits for that thread.
TEST(CApiThreads, DestroyALiveWorldDuringAnUpdateFunction) {
  const navnet_world world = WorldOf(MakeBoxRoom({{0, 0, 0}, {8, 8, 4}}, 0.5));
  navnet_bake_options options;
  ASSERT_C_OK(navnet_bake_options_default(&options, sizeof options));
  options.sample.voxel_m = 0.25;
  options.sample.threads = 1;
  for (int round = 0; round < 10; ++round) {
    Background background;
    ASSERT_C_OK(navnet_live_create(world, &options, &background.live));
    ASSERT_C_OK(navnet_live_on_update(
        background.live,
        [](void* user, navnet_snapshot now, navnet_change) {
          Background& self = *static_cast<Background*>(user);
          ++self.calls;
          for (int i = 0; i < 200; ++i) {
            navnet_snapshot latest = {};
            EXPECT_C_OK(navnet_live_latest(self.live, &latest));
            navnet_snapshot_destroy(latest);
            self.refused += navnet_live_stop_background(self.live) == NAVNET_ERROR_BUSY;
          }
          navnet_navigator navigator = {};
          EXPECT_C_OK(navnet_snapshot_navigator(now, &navigator));
          EXPECT_C_OK(navnet_navigator_destroy(navigator));
        },
        &background));
    navnet_obstacle obstacle;
    ASSERT_C_OK(navnet_obstacle_default(&obstacle, sizeof obstacle));
    obstacle.transform.position = {4, 4, 2};
    uint64_t id = 0;
    ASSERT_C_OK(navnet_live_add_obstacle(background.live, &obstacle, &id));
    ASSERT_C_OK(navnet_live_start_background(background.live));
    while (background.calls == 0) std::this_thread::yield();
    ASSERT_C_OK(navnet_live_destroy(background.live));
    EXPECT_EQ(background.refused, 200 * background.calls);
  }
  ASSERT_C_OK(navnet_world_destroy(world));
}

}  // namespace
}  // namespace navnet
