// SPDX-License-Identifier: Apache-2.0
#include <navnet/live/live_world.h>

#include "support/live_worlds.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

void RunMeshWorld(uint64_t seed, const World& world, double size, const BakeOptions& options, int updates) {
  TestRandom random(seed);
  Result<LiveWorld> live = LiveWorld::Make(world, options);
  ASSERT_TRUE(live) << live.error().message;
  LiveObstacles there;
  for (int update = 0; update < updates; ++update) {
    if (update > 0) {
      for (int i = random.Integer(1, 6); i > 0; --i) RandomEdit(random, size, *live, there);
      if (random.Integer(0, 1)) {
        ASSERT_TRUE(live->Update());
      } else {
        for (;;) {
          const Result<bool> done = live->Step(random.Integer(0, 1) ? 0 : 300);
          ASSERT_TRUE(done);
          if (*done) break;
        }
      }
    }
    ASSERT_NO_FATAL_FAILURE(
        ExpectSameAsABake(*live, "seed " + std::to_string(seed) + ", update " + std::to_string(update)));
  }
}

TEST(LiveWorld, OfTrianglesEqualsABakeAfterRandomEdits) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    RunMeshWorld(seed, WalledRooms(12, UpAxis::Z), 12, LiveOptions(0.1, {0, 0.3}, 12), 12);
  }
}

TEST(LiveWorld, KeepsTheOutsideOrTheLargestComponentAsABakeDoes) {
  for (uint64_t seed = 10; seed < 14; ++seed) {
    BakeOptions options = LiveOptions(0.15, {0.2}, 12);
    options.keep = seed % 2 == 0 ? Keep::Outside : Keep::Largest;
    options.min_cell = seed < 12 ? 1 : 3;
    RunMeshWorld(seed, WalledRooms(12, UpAxis::Y), 12, options, 12);
  }
}

TEST(LiveWorld, OnATurnedGridEqualsABake) {
  World world = WalledRooms(12, UpAxis::Z);
  Transform turned;
  turned.rotation = Quaternion::AboutAxis({0, 0, 1}, 0.4);
  world.geometry = Transformed(*world.mesh(), turned);
  BakeOptions options;
  options.sample.voxel_m = 0.2;
  options.sample.radii_m = {0, 0.25};
  options.align = Align::Auto;
  Result<LiveWorld> live = LiveWorld::Make(world, options);
  ASSERT_TRUE(live) << live.error().message;
  EXPECT_FALSE(live->frame().turn.IsNone());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(*live, "at first"));
  Obstacle box;
  box.shape = BoxShape{{1, 0.5, 2}};
  box.transform.position = {4, 5, 1};
  ASSERT_TRUE(live->Add(box));
  ASSERT_TRUE(live->Update());
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(*live, "with a box"));
}

TEST(LiveWorld, GroundEqualsABakeAfterRandomEdits) {
  for (uint64_t seed = 20; seed < 24; ++seed) {
    BakeOptions options = LiveOptions(0.25, {0.2}, 12);
    options.walk.emplace();
    options.keep = seed % 2 == 0 ? Keep::All : Keep::Outside;
    RunMeshWorld(seed, WalledRooms(12, seed < 22 ? UpAxis::Z : UpAxis::Y), 12, options, 12);
  }
}

}  // namespace
}  // namespace navnet
