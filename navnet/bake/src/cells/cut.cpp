// SPDX-License-Identifier: Apache-2.0
#include "cells/cut.h"

#include <navnet/internal/bake/cells/block_tree.h>
#include <navnet/internal/bake/cells/partition.h>

#include <xxhash.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace navnet {
namespace {

struct Cut {
  std::vector<LocalBox> cells;
  PackedBlock packed;
  uint64_t hash = 0;
};

Cut CutBlock(const OccupancyGrid& grid, VoxelCoord block) {
  Cut cut;
  BlockMask mask;
  grid.ReadBlock(block, mask);
  cut.hash = XXH3_64bits(mask.data(), sizeof mask);
  PartitionBlock(mask, cut.cells);
  cut.packed = PackBlock(mask);
  return cut;
}

// Partitions of the blocks that have no blocked voxel inside the bounds. They differ only in how the bounds clip them,
// which has 27 cases: on each axis a block is the first, the last or in between. Large empty bounds have millions of
// such blocks, so each case is computed once.
class FreeCuts {
 public:
  FreeCuts(const OccupancyGrid& grid, std::span<const BlockCube> cubes, const BlockTree& tree)
      : bounds_(grid.bounds()) {
    for (const BlockCube& cube : cubes) {
      const VoxelCoord block = BlockOf(cube.origin);
      if (cube.whole || tree.IsMixed(block)) continue;
      std::optional<Cut>& cut = cuts_[Kind(block)];
      if (!cut) cut = CutBlock(grid, block);
    }
  }

  /// The partition of a block. Requires: the block is one of the cubes, neither whole nor mixed.
  const Cut& Of(VoxelCoord block) const { return *cuts_[Kind(block)]; }

 private:
  size_t Kind(VoxelCoord block) const {
    size_t kind = 0;
    for (int a = 0; a < 3; ++a) {
      const VoxelCoord first = BlockOf(bounds_.lo), last = BlockOf(bounds_.hi - VoxelCoord{1, 1, 1});
      kind = 3 * kind + (block[a] == first[a] ? 0 : block[a] == last[a] ? 1 : 2);
    }
    return kind;
  }

  VoxelBox bounds_;
  std::array<std::optional<Cut>, 27> cuts_;
};

}  // namespace

std::optional<CutLevel> CutGrid(const OccupancyGrid& grid, int threads, const ProgressFunction& progress) {
  const BlockTree tree(grid.bounds(), grid.MixedBlocks());
  const std::vector<BlockCube> cubes = tree.Cover();
  const FreeCuts free_cuts(grid, cubes, tree);
  std::vector<Cut> cuts(cubes.size());
  const bool done = ParallelFor(cubes.size(), threads, "cells", progress, [&](size_t i) {
    if (cubes[i].whole) return;
    const VoxelCoord block = BlockOf(cubes[i].origin);
    cuts[i] = tree.IsMixed(block) ? CutBlock(grid, block) : free_cuts.Of(block);
  });
  if (!done) return std::nullopt;

  LevelArrays level;
  level.radius_m = grid.radius_m();
  LeafGrid leaves(grid.bounds());
  uint64_t hash = 0;
  size_t cell_count = 0;
  for (size_t i = 0; i < cubes.size(); ++i) cell_count += cubes[i].whole ? 1 : cuts[i].cells.size();
  level.cells.reserve(cell_count);
  for (size_t i = 0; i < cubes.size(); ++i) {
    const auto& [origin, size, whole] = cubes[i];
    const uint32_t first = uint32_t(level.cells.size());
    if (whole) {
      level.cells.push_back({origin, origin + VoxelCoord{size, size, size}});
    } else {
      leaves.Set(BlockOf(origin), std::move(cuts[i].packed));
    }
    for (const LocalBox& cell : cuts[i].cells) {
      level.cells.push_back({origin + VoxelCoord{cell.lo[0], cell.lo[1], cell.lo[2]},
                             origin + VoxelCoord{cell.hi[0], cell.hi[1], cell.hi[2]}});
    }
    hash = XXH3_64bits_withSeed(&cuts[i].hash, sizeof cuts[i].hash, hash);
    const uint32_t count = uint32_t(level.cells.size()) - first;
    if (count > 0) level.blocks.push_back({origin, size, first, count});
    cuts[i].cells = {};
  }
  for (const VoxelBox& cell : level.cells) level.voxels_free += cell.Volume();
  level.voxels_blocked = grid.bounds().Volume() - level.voxels_free;
  return CutLevel{std::move(level), std::move(leaves), hash};
}

}  // namespace navnet
