#include "cut.h"

#include "block_tree.h"
#include "partition.h"

#include <xxhash.h>

#include <vector>

namespace navnet {

std::optional<CutLevel> CutGrid(const OccupancyGrid& grid, int threads, const ProgressFunction& progress) {
  const std::vector<BlockCube> cubes = BlockTree(grid.bounds(), grid.MixedBlocks()).Cover();
  struct Cut {
    std::vector<LocalBox> cells;
    PackedBlock packed;
    uint64_t hash = 0;
  };
  std::vector<Cut> cuts(cubes.size());
  const bool done = ParallelFor(cubes.size(), threads, "cells", progress, [&](size_t i) {
    if (cubes[i].whole) return;
    BlockMask mask;
    grid.ReadBlock(BlockOf(cubes[i].origin), mask);
    cuts[i].hash = XXH3_64bits(mask.data(), sizeof mask);
    PartitionBlock(mask, cuts[i].cells);
    cuts[i].packed = PackBlock(mask);
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
