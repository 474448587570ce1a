// SPDX-License-Identifier: Apache-2.0
#include <navnet/live/live_world.h>

#include "grid/occupancy_build.h"
#include "support/grids.h"
#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

// Voxels of an odd size, on both sides of zero, in bounds that cut through blocks.
const GridFrame kFrame{{101.3, -57.7, 3.1}, 0.37};
constexpr VoxelBox kBounds{{-70, -40, -10}, {75, 50, 61}};

World RandomVoxels(TestRandom& random) {
  std::vector<VoxelBox> blocked;
  for (int i = 0; i < 30; ++i) {
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(kBounds.lo[a], kBounds.hi[a] - 1);
      box.hi[a] = box.lo[a] + random.Integer(1, 12);
    }
    blocked.push_back(box);
  }
  return {"voxels", UpAxis::Z, BuildOccupancy(kFrame, kBounds, 0, blocked)};
}

// A box in the world that overlaps exactly these voxels: its sides are inside the outer ones.
Box3 BoxInside(TestRandom& random, const VoxelBox& voxels) {
  Box3 out{{}, {}};
  for (int a = 0; a < 3; ++a) {
    const double most = voxels.Size(a) == 1 ? 0.4 : 0.9;
    out.min[a] = kFrame.origin_world[a] + kFrame.voxel_m * (voxels.lo[a] + random.Uniform(0.05, most));
    out.max[a] = kFrame.origin_world[a] + kFrame.voxel_m * (voxels.hi[a] - random.Uniform(0.05, most));
  }
  return out;
}

VoxelBox RandomBox(TestRandom& random, const VoxelBox& bounds, int largest) {
  VoxelBox box;
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = random.Integer(bounds.lo[a] - 5, bounds.hi[a] - 1);
    box.hi[a] = std::max(box.lo[a] + random.Integer(1, largest), bounds.lo[a] + 1);
  }
  return box;
}

// A random obstacle in the grid, from about a voxel to a block in size.
Obstacle ObstacleInGrid(TestRandom& random) {
  Obstacle out = RandomObstacle(random, 40 * kFrame.voxel_m);
  for (int a = 0; a < 3; ++a) {
    out.transform.position[a] =
        kFrame.origin_world[a] + kFrame.voxel_m * random.Uniform(kBounds.lo[a] - 8, kBounds.hi[a] + 8);
  }
  return out;
}

void EditSomething(TestRandom& random, LiveWorld& live, LiveObstacles& there) {
  const int kind = random.Integer(0, 9);
  if (kind <= 4) {
    const VoxelBox box = RandomBox(random, live.bounds(), random.Integer(0, 4) == 0 ? 70 : 9);
    ASSERT_TRUE(live.SetVoxels(BoxInside(random, box), random.Integer(0, 1) == 1));
  } else if (kind <= 6 || there.empty()) {
    const Obstacle obstacle = ObstacleInGrid(random);
    if (const Result<ObstacleId> id = live.Add(obstacle)) there.emplace_back(*id, obstacle);
  } else {
    const size_t which = size_t(random.Integer(0, int(there.size()) - 1));
    auto& [id, obstacle] = there[which];
    if (kind == 7) {
      ASSERT_TRUE(live.Remove(id));
      there.erase(there.begin() + std::ptrdiff_t(which));
    } else if (kind == 8 && obstacle.is_door) {
      ASSERT_TRUE(live.SetDoor(id, random.Integer(0, 1) == 1));
    } else {
      obstacle.transform.position = obstacle.transform.position + random.Point(-2, 2);
      if (!live.Move(id, obstacle.transform)) {
        ASSERT_TRUE(live.Remove(id));
        there.erase(there.begin() + std::ptrdiff_t(which));
      }
    }
  }
}

void RunVoxelWorld(uint64_t seed, const BakeOptions& options, int updates) {
  TestRandom random(seed);
  Result<LiveWorld> live = LiveWorld::Make(RandomVoxels(random), options);
  ASSERT_TRUE(live) << live.error().message;
  LiveObstacles there;
  for (int update = 0; update < updates; ++update) {
    if (update > 0) {
      for (int i = random.Integer(1, 5); i > 0; --i) ASSERT_NO_FATAL_FAILURE(EditSomething(random, *live, there));
      ASSERT_TRUE(live->Update());
    }
    ASSERT_NO_FATAL_FAILURE(
        ExpectSameAsABake(*live, "seed " + std::to_string(seed) + ", update " + std::to_string(update)));
  }
}

BakeOptions OptionsFor(std::vector<double> radii_voxels) {
  BakeOptions options;
  for (double& radius : radii_voxels) radius *= kFrame.voxel_m;
  options.sample.radii_m = std::move(radii_voxels);
  return options;
}

TEST(LiveVoxels, EqualABakeAfterRandomEdits) {
  for (uint64_t seed = 0; seed < 3; ++seed) RunVoxelWorld(seed, OptionsFor({0, 0.5, 2}), 12);
}

TEST(LiveVoxels, EqualABakeForLargeAgents) { RunVoxelWorld(3, OptionsFor({5.3, 17}), 6); }

TEST(LiveVoxels, KeepTheComponentsThatABakeKeeps) {
  for (uint64_t seed = 10; seed < 14; ++seed) {
    BakeOptions options = OptionsFor({0, 2});
    options.keep = seed % 2 == 0 ? Keep::Outside : Keep::Largest;
    options.min_cell = seed < 12 ? 1 : 3;
    RunVoxelWorld(seed, options, 8);
  }
}

// Blocked voxels outside of bounds smaller than the world affect agents inside.
TEST(LiveVoxels, OutsideOfSmallerBoundsBlockAgentsInside) {
  for (uint64_t seed = 20; seed < 23; ++seed) {
    BakeOptions options = OptionsFor({0, 1.5, 4});
    options.sample.bounds_world = kFrame.WorldBox({{-30, -64, 3}, {40, 20, 40}});
    RunVoxelWorld(seed, options, 10);
  }
}

TEST(LiveVoxels, EqualABakeInLargerBounds) {
  for (uint64_t seed = 30; seed < 32; ++seed) {
    BakeOptions options = OptionsFor({0, 2});
    if (seed % 2) {
      options.sample.margin_m = 11.3 * kFrame.voxel_m;
    } else {
      options.sample.bounds_world = kFrame.WorldBox({{-90, -41, -70}, {80, 130, 20}});
    }
    RunVoxelWorld(seed, options, 10);
  }
}

// Compared with a set of voxels, and with obstacles sampled separately.
TEST(LiveVoxels, AreThoseThatWereSet) {
  TestRandom random(40);
  const World world = RandomVoxels(random);
  oracle::VoxelSet truth = BlockedVoxels(*world.voxels());
  Result<LiveWorld> live = LiveWorld::Make(world, OptionsFor({0}));
  ASSERT_TRUE(live) << live.error().message;
  LiveObstacles there;
  for (int update = 0; update < 30; ++update) {
    for (int i = random.Integer(1, 4); i > 0; --i) {
      const VoxelBox box = RandomBox(random, kBounds, random.Integer(0, 4) == 0 ? 40 : 9);
      const bool blocked = random.Integer(0, 1) == 1;
      ASSERT_TRUE(live->SetVoxels(BoxInside(random, box), blocked));
      oracle::EachVoxel(box, [&](VoxelCoord v) {
        if (!kBounds.Contains(v)) return;
        if (blocked) {
          truth.insert(v);
        } else {
          truth.erase(v);
        }
      });
    }
    if (random.Integer(0, 1)) {
      const Obstacle obstacle = ObstacleInGrid(random);
      if (const Result<ObstacleId> id = live->Add(obstacle)) there.emplace_back(*id, obstacle);
    } else if (!there.empty()) {
      ASSERT_TRUE(live->Remove(there.front().first));
      there.erase(there.begin());
    }
    ASSERT_TRUE(live->Update());
    oracle::VoxelSet expected = truth;
    for (const auto& [id, obstacle] : there) {
      SampleOptions alone;
      alone.voxel_m = kFrame.voxel_m;
      alone.placement.origin_world = kFrame.origin_world;
      alone.bounds_world = kFrame.WorldBox(kBounds);
      const Result<Sampling> sampled = Sample(Transformed(MeshOfShape(obstacle.shape), obstacle.transform), alone);
      ASSERT_TRUE(sampled) << sampled.error().message;
      expected.merge(BlockedVoxels(sampled->levels[0]));
    }
    ASSERT_TRUE(SameVoxels(BlockedVoxels(*live->CurrentWorld().voxels()), expected)) << "update " << update;
  }
}

}  // namespace
}  // namespace navnet
