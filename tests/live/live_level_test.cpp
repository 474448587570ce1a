// SPDX-License-Identifier: Apache-2.0
#include "live_level.h"

#include <navnet/core/block.h>
#include <navnet/internal/bake/cells/level.h>

#include "grid/occupancy_build.h"
#include "level_assembly.h"
#include "level_publisher.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace navnet {
namespace {

// An editable voxel world, the reference for a live level.
class EditedVoxels {
 public:
  explicit EditedVoxels(const VoxelBox& bounds) : bounds_(bounds) {}

  void Fill(const VoxelBox& box, bool blocked) {
    VoxelCoord v;
    for (v.x = std::max(box.lo.x, bounds_.lo.x); v.x < std::min(box.hi.x, bounds_.hi.x); ++v.x) {
      for (v.y = std::max(box.lo.y, bounds_.lo.y); v.y < std::min(box.hi.y, bounds_.hi.y); ++v.y) {
        for (v.z = std::max(box.lo.z, bounds_.lo.z); v.z < std::min(box.hi.z, bounds_.hi.z); ++v.z) {
          const VoxelCoord block = BlockOf(v), d = v - BlockOrigin(block);
          uint64_t& row = masks_[block][size_t(BlockRow(d.x, d.y))];
          row = blocked ? row | uint64_t{1} << d.z : row & ~(uint64_t{1} << d.z);
          dirty_.insert(block);
        }
      }
    }
  }

  std::vector<VoxelCoord> TakeDirty() {
    std::vector<VoxelCoord> out(dirty_.begin(), dirty_.end());
    dirty_.clear();
    return out;
  }

  void Read(VoxelCoord block, BlockMask& mask) const {
    const auto found = masks_.find(block);
    if (found == masks_.end()) {
      mask.fill(0);
    } else {
      mask = found->second;
    }
    const VoxelCoord origin = BlockOrigin(block);
    for (int x = 0; x < kBlockSize; ++x) {
      for (int y = 0; y < kBlockSize; ++y) {
        const VoxelCoord v = origin + VoxelCoord{x, y, 0};
        uint64_t& row = mask[size_t(BlockRow(x, y))];
        const bool inside = v.x >= bounds_.lo.x && v.x < bounds_.hi.x && v.y >= bounds_.lo.y && v.y < bounds_.hi.y;
        row |= inside ? ~RowBits(std::max(bounds_.lo.z - v.z, 0), std::min(bounds_.hi.z - v.z, kBlockSize) - 1)
                      : ~uint64_t{0};
      }
    }
  }

  OccupancyGrid Grid() const {
    std::vector<VoxelBox> runs;
    for (const auto& [block, mask] : masks_) {
      for (int x = 0; x < kBlockSize; ++x) {
        for (int y = 0; y < kBlockSize; ++y) {
          for (uint64_t row = mask[size_t(BlockRow(x, y))]; row != 0;) {
            const int lo = std::countr_zero(row), length = std::countr_one(row >> lo);
            const VoxelCoord at = BlockOrigin(block) + VoxelCoord{x, y, lo};
            runs.push_back({at, at + VoxelCoord{1, 1, length}});
            row &= ~RowBits(lo, lo + length - 1);
          }
        }
      }
    }
    return BuildOccupancy({}, bounds_, 0, runs);
  }

 private:
  VoxelBox bounds_;
  std::map<VoxelCoord, BlockMask> masks_;
  std::set<VoxelCoord> dirty_;
};

// Succeeds if two levels are equal; otherwise names the first difference.
testing::AssertionResult SameLevels(const LevelArrays& live, const LevelArrays& baked) {
  const auto differ = [](const char* what) { return testing::AssertionFailure() << what << " differ"; };
  const auto same_blocks = [](const NetBlock& a, const NetBlock& b) {
    return a.origin == b.origin && a.size == b.size && a.first_cell == b.first_cell && a.cell_count == b.cell_count;
  };
  const auto same_neighbours = [](const NetNeighbour& a, const NetNeighbour& b) {
    return a.cell == b.cell && a.contact == b.contact;
  };
  if (!std::ranges::equal(live.blocks, baked.blocks, same_blocks)) return differ("blocks");
  if (live.cells != baked.cells) return differ("cells");
  if (live.volumes != baked.volumes) return differ("volumes");
  if (live.components != baked.components || live.component_count != baked.component_count) return differ("components");
  if (live.first_neighbour != baked.first_neighbour) return differ("numbers of neighbours");
  if (!std::ranges::equal(live.neighbours, baked.neighbours, same_neighbours)) return differ("neighbours");
  if (live.voxels_free != baked.voxels_free || live.voxels_blocked != baked.voxels_blocked ||
      live.voxels_left_out != baked.voxels_left_out) {
    return differ("numbers of voxels");
  }
  return testing::AssertionSuccess();
}

// Whether the tables that queries read equal the level of a net.
testing::AssertionResult SameTables(const LevelParts& parts, const LevelArrays& baked, const VoxelBox& bounds,
                                    TestRandom& random) {
  if (parts.voxels_free() != baked.voxels_free) return testing::AssertionFailure() << "numbers of voxels differ";
  std::vector<uint32_t> ids;
  std::map<uint32_t, uint32_t> live_of, baked_of;  // Components.
  for (uint32_t i = 0; i < baked.cells.size(); ++i) {
    const uint32_t id = parts.CellAt(baked.cells[i].lo);
    if (id == kNoCell || parts[id].cell != baked.cells[i]) return testing::AssertionFailure() << "no cell " << i;
    if (parts[id].volume != baked.volumes[i]) return testing::AssertionFailure() << "volume " << i << " differs";
    const uint32_t component = parts.component(id);
    if (component >= parts.component_count()) return testing::AssertionFailure() << "component of " << i;
    if (live_of.emplace(baked.components[i], component).first->second != component ||
        baked_of.emplace(component, baked.components[i]).first->second != baked.components[i]) {
      return testing::AssertionFailure() << "component of " << i << " differs";
    }
    ids.push_back(id);
  }
  for (uint32_t i = 0; i < baked.cells.size(); ++i) {
    std::set<uint32_t> live_neighbours, neighbours;
    for (uint32_t batch = 0; batch < parts[ids[i]].batch_count; ++batch) {
      for (const uint32_t cell : parts[ids[i]].contacts[batch].cells) {
        if (cell != kNoCell) live_neighbours.insert(cell);
      }
    }
    for (uint32_t k = baked.first_neighbour[i]; k < baked.first_neighbour[i + 1]; ++k)
      neighbours.insert(ids[baked.neighbours[k].cell]);
    if (live_neighbours != neighbours) return testing::AssertionFailure() << "contacts of " << i << " differ";
  }
  for (int i = 0; i < 300; ++i) {
    VoxelCoord v;
    for (int a = 0; a < 3; ++a) v[a] = random.Integer(bounds.lo[a] - 2, bounds.hi[a] + 1);
    const uint32_t id = parts.CellAt(v);
    const bool is_there = std::ranges::any_of(baked.cells, [&](const VoxelBox& cell) { return cell.Contains(v); });
    if ((id != kNoCell) != is_there)
      return testing::AssertionFailure() << "a cell at a voxel without one, or none at a voxel with one";
    if (is_there && !parts[id].cell.Contains(v)) return testing::AssertionFailure() << "another cell";
  }
  return testing::AssertionSuccess();
}

struct Scene {
  const char* name;
  VoxelBox bounds;
  int largest_box;
};

const Scene kScenes[] = {
    {"one block", {{0, 0, 0}, {64, 64, 64}}, 20},
    {"border inside blocks", {{-70, -10, 5}, {100, 90, 80}}, 40},
    {"merging blocks", {{-128, -128, -128}, {256, 256, 128}}, 90},
    {"flat", {{3, 3, 3}, {500, 400, 60}}, 60},
};

// Blocks and frees random boxes, sometimes very large ones, so that blocks merge and split.
void RandomEdit(TestRandom& random, const Scene& scene, EditedVoxels& voxels) {
  const bool blocked = random.Integer(0, 99) < 55;
  const int largest = random.Integer(0, 9) == 0 ? 3 * scene.largest_box : random.Integer(1, scene.largest_box);
  VoxelBox box;
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = random.Integer(scene.bounds.lo[a] - 3, scene.bounds.hi[a]);
    box.hi[a] = box.lo[a] + random.Integer(1, blocked ? std::min(largest, 40) : largest);
  }
  if (blocked && random.Integer(0, 1) == 0) box.hi[random.Integer(0, 2)] = box.lo[0];  // Often a plate.
  for (int a = 0; a < 3; ++a) box.hi[a] = std::max(box.hi[a], box.lo[a] + 1);
  voxels.Fill(box, blocked);
}

void RunScene(const Scene& scene, uint64_t seed, int min_cell, Keep keep, int updates) {
  TestRandom random(seed);
  EditedVoxels voxels(scene.bounds);
  for (int i = 0; i < 25; ++i) RandomEdit(random, scene, voxels);
  LiveLevel level(0.5, scene.bounds, min_cell);
  LevelPublisher publisher(level, keep);
  const BlockReader read = [&](VoxelCoord block, BlockMask& mask) { voxels.Read(block, mask); };
  for (int update = 0; update <= updates; ++update) {
    if (update > 0) {
      for (int i = random.Integer(1, random.Integer(0, 4) == 0 ? 12 : 2); i > 0; --i) RandomEdit(random, scene, voxels);
    }
    level.Begin(voxels.TakeDirty(), read);
    WorkSlice slice{random.Integer(1, 3), {}};
    if (random.Integer(0, 1) == 1) slice.deadline = std::chrono::steady_clock::now();  // One item at a time.
    while (!level.Step(slice)) continue;
    publisher.Begin();
    while (!publisher.Step(slice)) continue;

    LevelOptions options;
    options.keep = keep;
    options.min_cell = min_cell;
    BakeSeconds seconds;
    uint64_t live_hash = 7, baked_hash = 7;
    const Result<LevelArrays> baked = BakeLevel(voxels.Grid(), options, seconds, baked_hash);
    const Result<LevelArrays> live = AssembleLevel(level, keep, 1, live_hash);
    ASSERT_EQ(live.ok(), baked.ok()) << scene.name << ", seed " << seed << ", update " << update;
    if (!live) {
      EXPECT_EQ(live.error().message, baked.error().message);
      continue;
    }
    ASSERT_TRUE(SameLevels(*live, *baked)) << scene.name << ", seed " << seed << ", update " << update;
    ASSERT_TRUE(SameTables(publisher.parts(), *baked, scene.bounds, random))
        << scene.name << ", seed " << seed << ", update " << update;
    ASSERT_EQ(live_hash, baked_hash) << scene.name << ", seed " << seed << ", update " << update;
  }
}

TEST(LiveLevel, EqualsABakeFromScratchAfterRandomEdits) {
  for (const Scene& scene : kScenes) {
    for (uint64_t seed = 0; seed < 4; ++seed) RunScene(scene, seed, 1, Keep::All, 25);
  }
}

TEST(LiveLevel, EqualsABakeThatLeavesOutThinCells) {
  for (const Scene& scene : kScenes) {
    for (uint64_t seed = 10; seed < 14; ++seed) RunScene(scene, seed, seed % 2 == 0 ? 2 : 4, Keep::All, 25);
  }
}

TEST(LiveLevel, EqualsABakeThatKeepsSomeComponents) {
  for (const Scene& scene : kScenes) {
    for (uint64_t seed = 20; seed < 22; ++seed) RunScene(scene, seed, 2, Keep::Outside, 20);
    for (uint64_t seed = 30; seed < 32; ++seed) RunScene(scene, seed, 1, Keep::Largest, 20);
  }
}

}  // namespace
}  // namespace navnet
