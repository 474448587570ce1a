// SPDX-License-Identifier: Apache-2.0
#include "agents/neighbours.h"

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace navnet {
namespace {

std::vector<NeighbourTree::Item> RandomItems(TestRandom& random, size_t count) {
  std::vector<NeighbourTree::Item> items;
  for (uint32_t i = 0; i < count; ++i) {
    // Some are at the same place, like overlapping agents.
    const Vec3 p{random.Uniform(-5, 5), random.Uniform(-5, 5), random.Uniform(-5, 5)};
    items.push_back({i % 7 == 6 ? items[i - 1].point : p, i});
  }
  return items;
}

TEST(NeighbourTree, FindsAllNeighboursWithinReach) {
  TestRandom random(1);
  NeighbourTree tree;
  for (const size_t count : {0, 1, 8, 9, 100, 500}) {
    const auto items = RandomItems(random, count);
    tree.Build(items);
    for (int round = 0; round < 50; ++round) {
      const Vec3 p{random.Uniform(-6, 6), random.Uniform(-6, 6), random.Uniform(-6, 6)};
      const double reach = random.Uniform(0, 4), height = random.Uniform(0.1, 3);
      std::set<uint32_t> in_space, on_plan;
      tree.EachNear(p, reach, [&](uint32_t number, Vec3 point) {
        EXPECT_EQ(point, items[number].point);
        EXPECT_TRUE(in_space.insert(number).second);
      });
      tree.EachNearOnPlan(p, reach, height, [&](uint32_t number, Vec3) { on_plan.insert(number); });
      for (const auto& [q, number] : items) {
        const Vec3 d = q - p;
        EXPECT_TRUE(Length(d) > reach || in_space.contains(number));
        EXPECT_TRUE(std::hypot(d.x, d.y) > reach || std::abs(d.z) >= height || on_plan.contains(number));
      }
    }
  }
}

TEST(NeighbourTree, FindsTheNearestWithAShrinkingReach) {
  TestRandom random(2);
  const auto items = RandomItems(random, 1000);
  NeighbourTree tree;
  tree.Build(items);
  size_t visited = 0;
  for (int round = 0; round < 100; ++round) {
    const Vec3 p{random.Uniform(-5, 5), random.Uniform(-5, 5), random.Uniform(-5, 5)};
    double reach = 100, least = 100;
    tree.EachNear(p, reach, [&](uint32_t, Vec3 q) {
      ++visited;
      reach = std::min(reach, Length(q - p));
    });
    for (const auto& item : items) least = std::min(least, Length(item.point - p));
    EXPECT_EQ(reach, least);
  }
  EXPECT_LT(visited, 100 * items.size() / 5);
}

}  // namespace
}  // namespace navnet
