// SPDX-License-Identifier: Apache-2.0
// OctoMap updates of an explored map: valid, misplaced and damaged ones.

#include <navnet/voxel/explored_map.h>

#include "support/octomap_bytes.h"
#include "support/oracles.h"

#include <gtest/gtest.h>

#include <random>

namespace navnet {
namespace {

constexpr VoxelBox kBounds = {{-20, -20, -20}, {20, 20, 20}};

ExploredMap MakeMap(const GridFrame& frame = {{}, 0.1, {}}) {
  Result<ExploredMap> map = ExploredMap::Make(frame, kBounds);
  EXPECT_TRUE(map.ok()) << map.error().message;
  return *std::move(map);
}

/// Boxes of known voxels, some of them large and aligned, around the bounds and beyond.
KnownVoxels RandomVoxels(std::mt19937& random, int boxes) {
  KnownVoxels voxels;
  const auto whole = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  for (int i = 0; i < boxes; ++i) {
    const int width = 1 << whole(0, 4);
    const VoxelCoord lo = {whole(-32, 31) / width * width, whole(-32, 31) / width * width,
                           whole(-32, 31) / width * width};
    const bool is_occupied = whole(0, 1) != 0;
    oracle::EachVoxel({lo, lo + VoxelCoord{width, width, width}},
                      [&](VoxelCoord voxel) { voxels[voxel] = is_occupied; });
  }
  return voxels;
}

TEST(ExploredOctomap, SetsKnownVoxelsOfTheUpdateAndNoOthers) {
  std::mt19937 random(1);
  // The second frame begins 3 voxels below the world's origin along x, and 7 above it along z.
  for (const VoxelCoord shift : {VoxelCoord{}, VoxelCoord{3, 0, -7}}) {
    ExploredMap map = MakeMap({{-0.1 * shift.x, -0.1 * shift.y, -0.1 * shift.z}, 0.1, {}});
    KnownVoxels expected;
    for (int update = 0; update < 4; ++update) {
      const KnownVoxels voxels = RandomVoxels(random, 25);
      const OctomapWriter file(voxels, "0.1");
      EXPECT_GT(file.coarse_leaves(), 0);
      const Status status = map.InsertOctomap(file.bytes());
      ASSERT_TRUE(status.ok()) << status.error().message;
      for (const auto& [voxel, is_occupied] : voxels) expected[voxel + shift] = is_occupied;
      oracle::EachVoxel(kBounds, [&](VoxelCoord voxel) {
        const auto found = expected.find(voxel);
        ASSERT_EQ(map.StateAt(voxel), found == expected.end() ? VoxelState::Unknown
                                      : found->second         ? VoxelState::Occupied
                                                              : VoxelState::Free);
      });
    }
  }
}

TEST(ExploredOctomap, UpdatesWithoutKnownVoxelsInTheBoundsChangeNothing) {
  ExploredMap map = MakeMap();
  EXPECT_TRUE(map.InsertOctomap(OctomapWriter({}, "0.1").bytes()).ok());
  EXPECT_TRUE(map.InsertOctomap(OctomapWriter({{{500, 0, 0}, true}}, "0.1").bytes()).ok());
  EXPECT_TRUE(map.TakeChanges().empty());
  EXPECT_EQ(map.memory_bytes(), 0u);
}

TEST(ExploredOctomap, RefusesAnotherResolution) {
  ExploredMap map = MakeMap();
  const Status status = map.InsertOctomap(OctomapWriter({{{0, 0, 0}, true}}, "0.05").bytes());
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("0.05 m"), std::string::npos) << status.error().message;
  EXPECT_EQ(map.occupied_count(), 0);
}

TEST(ExploredOctomap, RefusesFramesThatDoNotFitTheUpdatesVoxels) {
  const std::string bytes = OctomapWriter({{{0, 0, 0}, true}}, "0.1").bytes();
  ExploredMap turned = MakeMap({{}, 0.1, {.cos = 0.8, .sin = 0.6, .up = UpAxis::Z}});
  EXPECT_FALSE(turned.InsertOctomap(bytes).ok());
  ExploredMap between = MakeMap({{0.05, 0, 0}, 0.1, {}});
  EXPECT_FALSE(between.InsertOctomap(bytes).ok());
}

TEST(ExploredOctomap, DamagedUpdatesAreRefusedAndChangeNothing) {
  std::mt19937 random(2);
  const auto below = [&](size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); };
  const std::string whole = OctomapWriter(RandomVoxels(random, 12), "0.1").bytes();
  ExploredMap map = MakeMap();
  ASSERT_TRUE(map.SetBox({{0, 0, 0}, {5, 5, 5}}, VoxelState::Occupied).ok());
  map.TakeChanges();
  int refused = 0;
  for (int run = 0; run < 4000; ++run) {
    std::string bytes = whole;
    for (size_t edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
      const size_t at = below(bytes.size()), count = 1 + below(8);
      switch (below(4)) {
        case 0: bytes[at] = static_cast<char>(below(256)); break;
        case 1: bytes.resize(at); break;
        case 2: bytes.erase(at, count); break;
        default: bytes.insert(at, bytes.substr(below(bytes.size()), count));
      }
    }
    const Status status = map.InsertOctomap(bytes);
    const std::vector<ExploredChange> changes = map.TakeChanges();
    if (status.ok()) continue;
    ++refused;
    EXPECT_FALSE(status.error().message.empty());
    ASSERT_TRUE(changes.empty()) << run;
  }
  EXPECT_GT(refused, 2000);
  EXPECT_FALSE(map.InsertOctomap({}).ok());

  // Every truncation is refused.
  ExploredMap fresh = MakeMap();
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_FALSE(fresh.InsertOctomap(std::string_view(whole).substr(0, size)).ok()) << size;
  }
  EXPECT_EQ(fresh.memory_bytes(), 0u);
}

}  // namespace
}  // namespace navnet
