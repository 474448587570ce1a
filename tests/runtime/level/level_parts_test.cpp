// SPDX-License-Identifier: Apache-2.0
// Levels assembled block by block, compared with those of a net in one part; copies of them do not change.

#include <navnet/core/range.h>
#include <navnet/internal/runtime/level/level_parts.h>

#include <navnet/bake.h>
#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/net/net_file.h>
#include <navnet/runtime/navigator.h>

#include "support/voxel_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

namespace navnet {
namespace {

using ranges::kInfinity;

// A world of about 30 blocks with boxes, every third of them hollow; with few boxes, some blocks are merged.
Net BakeBoxes(uint64_t seed, int box_count) {
  TestRandom random(seed);
  VoxelBox bounds;
  for (int a = 0; a < 3; ++a) {
    bounds.lo[a] = random.Integer(-130, 60);
    bounds.hi[a] = bounds.lo[a] + random.Integer(box_count < 10 ? 300 : 150, 330);
  }
  std::vector<VoxelBox> blocked;
  for (int i = 0; i < box_count; ++i) {
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1);
      box.hi[a] = box.lo[a] + random.Integer(1, 60);
    }
    for (int a = 0; a < 3 && i % 3 == 0; ++a) {
      VoxelBox low = box, high = box;
      low.hi[a] = low.lo[a] + 1;
      high.lo[a] = high.hi[a] - 1;
      blocked.insert(blocked.end(), {low, high});
    }
    if (i % 3) blocked.push_back(box);
  }
  return Bake(World{"boxes", UpAxis::Z, BuildOccupancy({{}, 1}, bounds, 0, blocked)})->net;
}

// The blocks of a net's level as in a live world: separate tables for each block, and cells with other numbers.
struct BlockWithRecords {
  std::shared_ptr<const LevelBlock> block;
  std::vector<CellRecord> records;
};

void Put(LevelParts& parts, const BlockWithRecords& put) { parts.Put(put.block, put.records); }

struct TakenApart {
  std::vector<BlockWithRecords> blocks;  // In the net's order.
  std::vector<uint32_t> number;          // By cell of the net.
  std::shared_ptr<const std::vector<uint32_t>> component_of_piece;
};

TakenApart TakeApart(const NetLevel& level, uint64_t seed) {
  TakenApart out;
  TestRandom random(seed);
  std::vector<size_t> order(level.blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[size_t(random.Integer(0, int(i) - 1))]);
  out.number.resize(level.cells.size());
  uint32_t next = 0;
  for (const size_t i : order) {
    const NetBlock& block = level.blocks[i];
    next += uint32_t(random.Integer(0, 30));
    for (uint32_t k = 0; k < block.cell_count; ++k) out.number[block.first_cell + k] = next++;
  }
  for (const NetBlock& from : level.blocks) {
    auto block = std::make_shared<LevelBlock>();
    block->origin = from.origin;
    block->size = from.size;
    block->first_cell = out.number[from.first_cell];
    const auto cells = level.cells.subspan(from.first_cell, from.cell_count);
    auto contacts = std::make_shared<std::vector<ContactBatch>>();
    std::vector<size_t> first_doors;
    for (uint32_t i = 0; i < from.cell_count; ++i) {
      const auto neighbours = level.NeighboursOf(from.first_cell + i);
      first_doors.push_back(contacts->size());
      contacts->resize(contacts->size() + BatchCount(neighbours.size()));
      for (size_t k = 0; k < neighbours.size(); ++k) {
        const uint32_t to = neighbours[k].cell;
        SetContact(contacts->data() + first_doors[i], k, cells[i], out.number[to], level.cells[to]);
      }
    }
    std::vector<CellRecord> records;
    for (uint32_t i = 0; i < from.cell_count; ++i) {
      const uint32_t cell = from.first_cell + i;
      // Two parts to each component.
      records.push_back({cells[i], level.volumes[cell], contacts->data() + first_doors[i],
                         BatchCount(level.NeighboursOf(cell).size()), 2 * level.components[cell] + cell % 2});
      block->voxels_free += cells[i].Volume();
    }
    block->contacts = std::move(contacts);
    if (from.size == kBlockSize) block->bins = MakeBins(from.origin, cells);
    out.blocks.push_back({std::move(block), std::move(records)});
  }
  std::vector<uint32_t> components(2 * size_t{level.component_count});
  for (uint32_t i = 0; i < components.size(); ++i) components[i] = i / 2;
  out.component_of_piece = std::make_shared<const std::vector<uint32_t>>(std::move(components));
  return out;
}

LevelParts PutTogether(const TakenApart& apart, const NetLevel& level, const VoxelBox& bounds, uint64_t seed) {
  LevelParts parts(level.radius_m, bounds);
  TestRandom random(seed);
  std::vector<BlockWithRecords> blocks = apart.blocks;
  for (size_t i = blocks.size(); i > 1; --i) std::swap(blocks[i - 1], blocks[size_t(random.Integer(0, int(i) - 1))]);
  for (const BlockWithRecords& block : blocks) Put(parts, block);
  parts.SetComponents(apart.component_of_piece, level.component_count);
  return parts;
}

// A point in or near the bounds, often on faces of voxels.
Vec3 SomePoint(TestRandom& random, const VoxelBox& bounds) {
  Vec3 p;
  for (int a = 0; a < 3; ++a) {
    p[a] = random.Uniform(bounds.lo[a] - 3, bounds.hi[a] + 3);
    if (random.Integer(0, 1)) p[a] = std::round(p[a]);
  }
  return p;
}

VoxelCoord VoxelOf(Vec3 p) { return {int(std::floor(p.x)), int(std::floor(p.y)), int(std::floor(p.z))}; }

TEST(LevelParts, GivesTheAnswersOfANetsLevel) {
  size_t merged = 0, several = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    const Net net = BakeBoxes(seed, seed % 3 == 0 ? 4 : 60);
    const NetLevel& level = net.levels()[0];
    const VoxelBox& bounds = net.info().bounds;
    const LevelIndex whole(level, bounds);
    const TakenApart apart = TakeApart(level, seed);
    const LevelIndex index(PutTogether(apart, level, bounds, seed + 100));
    merged += level.blocks.back().size > kBlockSize;
    several += level.component_count > 1;

    EXPECT_EQ(index.radius_m(), whole.radius_m());
    EXPECT_EQ(index.voxels_free(), whole.voxels_free());
    EXPECT_EQ(index.component_count(), whole.component_count());
    for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
      const uint32_t number = apart.number[cell];
      ASSERT_LT(number, index.cell_limit());
      ASSERT_EQ(index[number].cell, level.cells[cell]);
      ASSERT_EQ(index[number].volume, level.volumes[cell]);
      ASSERT_EQ(index.component(number), level.components[cell]);
      ASSERT_EQ(whole[cell].volume, level.volumes[cell]);
      ASSERT_EQ(whole.component(cell), level.components[cell]);
      const auto neighbours = level.NeighboursOf(cell);
      size_t contacts = 0;
      for (const LevelIndex* each : {&index, &whole}) {
        for (const ContactBatch& eight : each->ContactsOf(each == &index ? number : cell)) {
          for (size_t i = 0; i < ContactBatch::kCount && eight.cells[i] != kNoCell; ++i) {
            const NetNeighbour& link = neighbours[contacts++ % neighbours.size()];
            ASSERT_EQ(eight.cells[i], each == &index ? apart.number[link.cell] : link.cell);
            const VoxelBox contact = ContactOf(level.cells[cell], level.cells[link.cell]);
            for (int a = 0; a < 3; ++a) {
              ASSERT_EQ(level.cells[cell].lo[a] + eight.lo[a][i], contact.lo[a]);
              ASSERT_EQ(level.cells[cell].lo[a] + eight.hi[a][i], contact.hi[a]);
            }
          }
        }
      }
      ASSERT_EQ(contacts, 2 * neighbours.size());
    }

    TestRandom random(seed);
    for (int i = 0; i < 3000; ++i) {
      const Vec3 p = SomePoint(random, bounds);
      const uint32_t cell = level.CellAt(VoxelOf(p));
      ASSERT_EQ(whole.CellAt(VoxelOf(p)), cell);
      ASSERT_EQ(index.CellAt(VoxelOf(p)), cell == kNoCell ? kNoCell : apart.number[cell]);
      const TouchingCells touching = whole.CellsAt(p), found = index.CellsAt(p);
      ASSERT_EQ(found.count, touching.count);
      for (size_t k = 0; k < found.count; ++k) ASSERT_EQ(found.cells[k], apart.number[touching.cells[k]]);
      if (i % 20) continue;
      const double within = i % 40 ? 9 : kInfinity;
      std::optional<uint32_t> component;
      if (level.component_count > 0 && i % 60) component = uint32_t(random.Integer(0, int(level.component_count) - 1));
      const auto expected = whole.Nearest(p, within, component), near = index.Nearest(p, within, component);
      ASSERT_EQ(near.has_value(), expected.has_value());
      if (near) {
        ASSERT_EQ(near->cell, apart.number[expected->cell]);
        ASSERT_EQ(near->point, expected->point);
      }
      if (level.cells.empty()) continue;
      const double share = random.Uniform(0, 1);
      const Vec3 inside = random.Point(0, 1);
      ASSERT_EQ(index.PointAt(share, inside), whole.PointAt(share, inside));
    }
  }
  EXPECT_GT(merged, 2u);
  EXPECT_GT(several, 3u);
}

Navigator Over(const NetInfo& info, LevelParts parts) {
  auto tables = std::make_shared<NavigatorTables>();
  tables->info = info;
  tables->levels.emplace_back(std::move(parts));
  return RuntimeAccess::MakeNavigator(std::move(tables));
}

// ContactBatch stand in the same order, so that searches meet the same ties: paths are equal to the last bit, whatever
// the cells' numbers. One context serves both navigators, and others before, in which its numbers mean other cells.
TEST(LevelParts, GivesTheSamePathsAsTheNet) {
  int complete = 0, with_costs = 0;
  QueryContext context;
  FlightPath expected, path;
  for (uint64_t seed = 20; seed < 28; ++seed) {
    SCOPED_TRACE(seed);
    const Net net = BakeBoxes(seed, 70);
    const NetLevel& level = net.levels()[0];
    const TakenApart apart = TakeApart(level, seed);
    const Navigator whole(net), navigator = Over(net.info(), PutTogether(apart, level, net.info().bounds, seed));
    TestRandom random(seed);
    for (int i = 0; i < 60; ++i) {
      FlightQuery query{.start = SomePoint(random, net.info().bounds), .goal = SomePoint(random, net.info().bounds)};
      query.snap_m = i % 3 ? 20 : 0;
      query.partial = i % 2;
      if (i % 4 == 0) query.climb_cost = 0.5;
      whole.Find(query, context, expected);
      navigator.Find(query, context, path);
      ASSERT_EQ(path.status, expected.status);
      ASSERT_EQ(path.points, expected.points);
      ASSERT_EQ(path.cost_m, expected.cost_m);
      ASSERT_EQ(path.statistics.expanded, expected.statistics.expanded);
      ASSERT_EQ(path.volumes.size(), expected.volumes.size());
      for (size_t k = 0; k < path.volumes.size(); ++k) ASSERT_EQ(path.volumes[k], apart.number[expected.volumes[k]]);
      ASSERT_EQ(navigator.ClearanceAt(query.start), whole.ClearanceAt(query.start));
      ASSERT_EQ(navigator.IsVisible(query.start, query.goal, 0), whole.IsVisible(query.start, query.goal, 0));
      ASSERT_EQ(navigator.RandomFree(uint64_t(i), 0), whole.RandomFree(uint64_t(i), 0));
      complete += path.status == PathStatus::Complete && path.points.size() > 2;
      with_costs += path.status == PathStatus::Complete && query.climb_cost > 0;
    }
  }
  EXPECT_GT(complete, 100);
  EXPECT_GT(with_costs, 30);
}

TEST(LevelParts, MakesNavigatorsWhoseNetIsEmptyButForItsInfo) {
  const Net net = BakeBoxes(3, 10);
  const NetLevel& level = net.levels()[0];
  const Navigator navigator = Over(net.info(), PutTogether(TakeApart(level, 3), level, net.info().bounds, 3));
  EXPECT_EQ(navigator.info().bounds, net.info().bounds);
  EXPECT_EQ(navigator.net().info().bounds, net.info().bounds);
  EXPECT_TRUE(navigator.net().levels().empty());
  EXPECT_TRUE(navigator.ground().IsEmpty());
  EXPECT_EQ(navigator.walker(), nullptr);
  const auto saved = SaveNet(testing::TempDir() + "describes_only.navnet", navigator.net());
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::InvalidArgument);
}

// Slow reference for a level, stored in a map.
struct PlainLevel {
  std::map<std::array<int32_t, 4>, BlockWithRecords> blocks;  // By origin and size.

  void Remove(VoxelCoord origin, int32_t size) {
    std::erase_if(blocks, [&](const auto& item) {
      const LevelBlock& block = *item.second.block;
      for (int a = 0; a < 3; ++a) {
        if (block.origin[a] + block.size <= origin[a] || origin[a] + size <= block.origin[a]) return false;
      }
      return true;
    });
  }
  void Put(const BlockWithRecords& put) {
    const LevelBlock& block = *put.block;
    Remove(block.origin, block.size);
    blocks[{block.origin.x, block.origin.y, block.origin.z, block.size}] = put;
  }
  uint32_t CellAt(VoxelCoord v) const {
    for (const auto& [key, block] : blocks) {
      for (size_t i = 0; i < block.records.size(); ++i) {
        if (block.records[i].cell.Contains(v)) return block.block->first_cell + uint32_t(i);
      }
    }
    return kNoCell;
  }
  int64_t voxels_free() const {
    int64_t sum = 0;
    for (const auto& [key, block] : blocks) sum += block.block->voxels_free;
    return sum;
  }
};

testing::AssertionResult Agree(const LevelParts& parts, const PlainLevel& plain, const VoxelBox& bounds,
                               uint64_t seed) {
  if (parts.voxels_free() != plain.voxels_free()) return testing::AssertionFailure() << "another number of voxels";
  TestRandom random(seed);
  for (int i = 0; i < 60; ++i) {
    const VoxelCoord v = VoxelOf(SomePoint(random, bounds));
    const uint32_t cell = plain.CellAt(v);
    if (parts.CellAt(v) != cell) return testing::AssertionFailure() << "another cell at a voxel";
    if (cell != kNoCell && !parts[cell].cell.Contains(v)) return testing::AssertionFailure() << "another record";
  }
  size_t in_use = 0;
  for (uint32_t i = 0; i < parts.entry_count(); ++i) in_use += parts.entry(i).size > 0;
  if (in_use != plain.blocks.size()) return testing::AssertionFailure() << "another number of blocks";
  return testing::AssertionSuccess();
}

// A free cube as one cell.
BlockWithRecords FreeCube(VoxelCoord origin, int32_t size, uint32_t first_cell) {
  auto block = std::make_shared<LevelBlock>();
  block->origin = origin;
  block->size = size;
  block->first_cell = first_cell;
  const VoxelBox box{origin, origin + VoxelCoord{size, size, size}};
  block->voxels_free = box.Volume();
  if (size == kBlockSize) block->bins = MakeBins(origin, std::array{box});
  return {std::move(block), {{box, box, nullptr, 0, 0}}};
}

// Puts and removes blocks at random, including cubes of many blocks or of a part of one, and reused numbers.
TEST(LevelParts, DoesNotChangeOldCopies) {
  for (uint64_t seed = 40; seed < 44; ++seed) {
    SCOPED_TRACE(seed);
    const Net net = BakeBoxes(seed, 40);
    const NetLevel& level = net.levels()[0];
    const VoxelBox& bounds = net.info().bounds;
    const TakenApart apart = TakeApart(level, seed);
    LevelParts parts(0, bounds);
    PlainLevel plain;
    std::vector<std::pair<LevelParts, PlainLevel>> copies;
    uint32_t spare = *std::max_element(apart.number.begin(), apart.number.end()) + 1;
    TestRandom random(seed);
    for (int step = 0; step < 300; ++step) {
      VoxelCoord origin;
      const int32_t size = kBlockSize << random.Integer(0, 2);
      for (int a = 0; a < 3; ++a) origin[a] = random.Integer(bounds.lo[a], bounds.hi[a] - 1) & -size;
      switch (random.Integer(0, 9)) {
        case 0:
          parts.Remove(origin, size);
          plain.Remove(origin, size);
          break;
        case 1: {
          const BlockWithRecords cube = FreeCube(origin, size, spare);
          const auto same = [&](const auto& item) { return item.second.block->first_cell == spare; };
          const auto before = std::find_if(plain.blocks.begin(), plain.blocks.end(), same);
          if (before != plain.blocks.end()) {
            const VoxelCoord at = before->second.block->origin;
            const int32_t its_size = before->second.block->size;
            parts.Remove(at, its_size);
            plain.Remove(at, its_size);
          }
          Put(parts, cube);
          plain.Put(cube);
          spare += uint32_t(random.Integer(0, 1));  // Half of them reuse the previous number.
          break;
        }
        default: {
          const auto& block = apart.blocks[size_t(random.Integer(0, int(apart.blocks.size()) - 1))];
          Put(parts, block);
          plain.Put(block);
        }
      }
      ASSERT_TRUE(Agree(parts, plain, bounds, uint64_t(step))) << "step " << step;
      if (step % 30 == 7) copies.emplace_back(parts, plain);
      // Changes of a copy affect neither the original nor other copies.
      if (step % 90 == 8) {
        auto& [copy, its] = copies[size_t(random.Integer(0, int(copies.size()) - 1))];
        LevelParts branch = copy;
        branch.Remove(bounds.lo, kLargestBlock);
        copy.Remove(origin, size);
        its.Remove(origin, size);
      }
    }
    for (size_t i = 0; i < copies.size(); ++i) {
      ASSERT_TRUE(Agree(copies[i].first, copies[i].second, bounds, i)) << "copy " << i;
    }
  }
}

// 64,000 blocks: an edit after a copy copies a few chunks of 16 KB, not the tables of all blocks.
TEST(LevelParts, SharesTheTablesOfUnchangedBlocks) {
  constexpr int32_t kAcross = 40;
  const VoxelBox bounds{{0, 0, 0}, {kAcross * 64, kAcross * 64, kAcross * 64}};
  LevelParts parts(0, bounds);
  uint32_t page = 0;
  for (int x = 0; x < kAcross; ++x) {
    for (int y = 0; y < kAcross; ++y) {
      for (int z = 0; z < kAcross; ++z) Put(parts, FreeCube({64 * x, 64 * y, 64 * z}, 64, 8 * page++));
    }
  }
  const size_t all = parts.BytesBeside(LevelParts(0, bounds));
  EXPECT_GT(all, size_t{64} * page);
  const LevelParts before = parts;
  EXPECT_EQ(parts.BytesBeside(before), 0u);

  // The same cube again: copies records and entries, but not the table of places.
  Put(parts, FreeCube({640, 1280, 64}, 64, before.BlockAt({640, 1280, 64})->first_cell));
  const size_t one = parts.BytesBeside(before);
  EXPECT_GT(one, 0u);
  EXPECT_LT(one, size_t{40} << 10);
  EXPECT_LT(200 * one, all);
  EXPECT_NE(&parts[parts.CellAt({640, 1280, 64})], &before[before.CellAt({640, 1280, 64})]);
  EXPECT_EQ(&parts[parts.CellAt({704, 1280, 64})], &before[before.CellAt({704, 1280, 64})]);

  // More edits at the same place before the next copy allocate nothing.
  for (int i = 0; i < 20; ++i) Put(parts, FreeCube({640, 1280, 64}, 64, 8 * (10 + uint32_t(i))));
  EXPECT_LE(parts.BytesBeside(before), one + (size_t{20} << 10));

  parts.Remove({640, 1280, 64}, 64);
  EXPECT_EQ(parts.CellAt({640, 1280, 64}), kNoCell);
  EXPECT_NE(before.CellAt({640, 1280, 64}), kNoCell);
  EXPECT_LT(parts.BytesBeside(before), size_t{100} << 10);
}

// The largest possible bounds have 2^39 blocks; the largest block covers 2^27 of them.
TEST(LevelParts, HoldsBlocksOfAnySizeInBoundsOfAnySize) {
  constexpr int32_t kHalf = 1 << 18;
  LevelParts parts(0, {{-kHalf, -kHalf, -kHalf}, {kHalf, kHalf, kHalf}});
  Put(parts, FreeCube({0, 0, 0}, kLargestBlock, 0));
  Put(parts, FreeCube({-kHalf, -kHalf, -kHalf}, 64, 8));
  Put(parts, FreeCube({kHalf - 4096, kHalf - 4096, kHalf - 4096}, 4096, 16));
  EXPECT_EQ(parts.CellAt({kLargestBlock - 1, 5, 77}), 0u);
  EXPECT_EQ(parts.CellAt({kLargestBlock, 5, 77}), kNoCell);
  EXPECT_EQ(parts.CellAt({-kHalf, -kHalf + 63, -kHalf}), 8u);
  EXPECT_EQ(parts.CellAt({kHalf - 1, kHalf - 1, kHalf - 4096}), 16u);
  EXPECT_EQ(parts.CellAt({kHalf, kHalf - 1, kHalf - 4096}), kNoCell);
  const LevelParts before = parts;
  // A small block in its middle replaces the large one.
  Put(parts, FreeCube({6400, 6400, 6400}, 64, 24));
  EXPECT_EQ(parts.CellAt({6400, 6410, 6420}), 24u);
  EXPECT_EQ(parts.CellAt({0, 0, 0}), kNoCell);
  EXPECT_EQ(before.CellAt({6400, 6410, 6420}), 0u);
  Put(parts, FreeCube({0, 0, 0}, kLargestBlock, 0));
  EXPECT_EQ(parts.CellAt({6400, 6410, 6420}), 0u);
}

TEST(LevelParts, LeavesOutCellsThatAreNotKept) {
  const VoxelBox left{{0, 0, 0}, {30, 64, 64}}, right{{30, 0, 0}, {64, 64, 64}};
  auto block = std::make_shared<LevelBlock>();
  const std::array<CellRecord, 2> records = {{{left, left, nullptr, 0, kNoPart}, {right, right, nullptr, 0, 0}}};
  block->voxels_free = right.Volume();
  block->bins = MakeBins({0, 0, 0}, std::array{left, right}, std::array<uint8_t, 2>{0, 1});
  LevelParts parts(0, {{0, 0, 0}, {64, 64, 64}});
  parts.Put(block, records);
  parts.SetComponents(std::make_shared<const std::vector<uint32_t>>(1, 0u), 1);
  const LevelIndex index(std::move(parts));
  EXPECT_EQ(index.CellAt({10, 10, 10}), kNoCell);
  EXPECT_EQ(index.CellAt({40, 10, 10}), 1u);
  EXPECT_EQ(index.CellsAt({30, 10, 10}).count, 1u);
  EXPECT_EQ(index.Nearest({10, 10, 10}, 50, std::nullopt)->point, (Vec3{30, 10, 10}));
  EXPECT_EQ(index.PointAt(0, {0, 0, 0}), (Vec3{30, 0, 0}));
}

// Readers use copies while a writer changes its own and publishes new copies; readers' threads destroy copies.
TEST(LevelParts, LetsThreadsReadCopiesWhileAnotherIsWritten) {
  const Net net = BakeBoxes(50, 40);
  const NetLevel& level = net.levels()[0];
  const VoxelBox& bounds = net.info().bounds;
  const TakenApart apart = TakeApart(level, 50);
  LevelParts parts = PutTogether(apart, level, bounds, 50);
  std::mutex mutex;
  std::shared_ptr<const LevelIndex> published = std::make_shared<const LevelIndex>(parts);
  std::atomic<bool> stop = false;
  std::atomic<int> wrong = 0, asked = 0;
  const auto read = [&](uint64_t seed) {
    TestRandom random(seed);
    QueryContext context;
    FlightPath path;
    while (!stop) {
      const std::shared_ptr<const LevelIndex> index = [&] {
        const std::scoped_lock lock(mutex);
        return published;
      }();
      auto tables = std::make_shared<NavigatorTables>();
      tables->info = net.info();
      tables->levels.push_back(*index);
      const Navigator navigator = RuntimeAccess::MakeNavigator(std::move(tables));
      for (int i = 0; i < 20; ++i) {
        const Vec3 p = SomePoint(random, bounds);
        const uint32_t cell = index->CellAt(VoxelOf(p));
        wrong += cell != kNoCell && !(*index)[cell].cell.Contains(VoxelOf(p));
        const Vec3 q = index->PointAt(random.Uniform(0, 1), random.Point(0, 1));
        wrong += index->CellsAt(q).count == 0;
      }
      // Within one block, contacts lead only to existing cells.
      const Vec3 q = index->PointAt(random.Uniform(0, 1), random.Point(0, 1));
      navigator.Find({.start = q, .goal = q}, context, path);
      wrong += path.status != PathStatus::Complete;
      ++asked;
    }
  };
  std::vector<std::thread> readers;
  for (uint64_t i = 0; i < 3; ++i) readers.emplace_back(read, i);
  TestRandom random(9);
  for (int step = 0; step < 400 || asked < 30; ++step) {
    const auto& [block, records] = apart.blocks[size_t(random.Integer(0, int(apart.blocks.size()) - 1))];
    if (random.Integer(0, 2) == 0 && parts.voxels_free() > level.voxels_free / 2) {
      parts.Remove(block->origin, block->size);
    } else {
      parts.Put(std::make_shared<const LevelBlock>(*block), records);
    }
    if (step % 4) continue;
    auto next = std::make_shared<const LevelIndex>(parts);
    const std::scoped_lock lock(mutex);
    published = std::move(next);
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace navnet
