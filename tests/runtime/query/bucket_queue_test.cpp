// SPDX-License-Identifier: Apache-2.0
// The bucket queue, compared with a sorted list.

#include "query/bucket_queue.h"

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace navnet {
namespace {

TEST(BucketQueue, PopsEveryItemOnceAndKeysInOrderUpToABucket) {
  BucketQueue queue;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    TestRandom random(seed);
    const float least = float(random.Uniform(0, 1000)), width = float(random.Uniform(1e-3, 1));
    // Key ranges from a single bucket to several times the range of all buckets.
    const double spread = double(width) * std::pow(10, random.Uniform(-1, 5));
    queue.Begin(least, width);
    std::vector<float> keys;
    std::set<uint32_t> in;
    float newest_width = width;
    const auto push = [&](float from) {
      keys.push_back(from + float(random.Uniform(0, spread)));
      in.insert(uint32_t(keys.size() - 1));
      queue.Push(keys.back());
    };
    for (int i = 0; i < 300; ++i) push(least);
    while (!queue.empty()) {
      const uint32_t front = queue.front(), item = queue.Pop();
      ASSERT_EQ(front, item);
      ASSERT_EQ(in.erase(item), 1u) << "popped twice, or never pushed";
      float smallest = keys[item];
      for (const uint32_t other : in) smallest = std::min(smallest, keys[other]);
      // The width of buckets doubles each time that all of them have been used.
      while (keys[item] - smallest > newest_width * 1.01f) {
        newest_width *= 2;
        ASSERT_LT(double(newest_width) * 4000, 2 * (spread + double(keys[item]))) << "out of order";
      }
      if (keys.size() < 600 && random.Uniform(0, 1) < 0.5) push(keys[item]);
    }
    ASSERT_TRUE(in.empty()) << "lost items";
  }
}

TEST(BucketQueue, PopsTheNewestItemOfABucketFirst) {
  BucketQueue queue;
  queue.Begin(10, 1);
  for (const float key : {10.5f, 10.1f, 11.2f, 9.0f}) queue.Push(key);
  std::vector<uint32_t> order;
  while (!queue.empty()) order.push_back(queue.Pop());
  EXPECT_EQ(order, (std::vector<uint32_t>{3, 1, 0, 2}));
}

TEST(BucketQueue, KeepsTheOrderOfKeysBeyondTheBuckets) {
  BucketQueue queue;
  queue.Begin(0, 1e-3f);
  for (const float key : {1e6f, 1e3f, 1.0f, 1e9f, 5e2f}) queue.Push(key);
  std::vector<uint32_t> order;
  while (!queue.empty()) order.push_back(queue.Pop());
  EXPECT_EQ(order, (std::vector<uint32_t>{2, 4, 1, 0, 3}));
}

TEST(BucketQueue, ReordersAndDropsItemsWithNewKeys) {
  BucketQueue queue;
  queue.Begin(0, 0.01f);
  for (int i = 0; i < 6; ++i) queue.Push(float(i));
  EXPECT_EQ(queue.Pop(), 0u);
  queue.Rekey([](uint32_t item, float& key) {
    key = -key;
    return item != 0 && item != 3;
  });
  // Smaller keys than those of the first bucket go into it.
  std::vector<uint32_t> items;
  while (!queue.empty()) items.push_back(queue.Pop());
  std::sort(items.begin(), items.end());
  EXPECT_EQ(items, (std::vector<uint32_t>{1, 2, 4, 5}));
}

}  // namespace
}  // namespace navnet
