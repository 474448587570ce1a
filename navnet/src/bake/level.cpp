#include "level.h"

#include <navnet/core/stopwatch.h>

#include "block_tree.h"
#include "contacts.h"
#include "leaf_grid.h"
#include "partition.h"
#include "volumes.h"

#include <xxhash.h>

#include <vector>

namespace navnet {
namespace {

constexpr size_t kVolumesPerTask = 64;

}  // namespace

std::optional<LevelArrays> BakeLevel(const OccupancyGrid& grid, int threads, const ProgressFunction& progress,
                                     LevelSeconds& seconds, uint64_t& source_hash) {
  Stopwatch watch;
  const std::vector<VoxelCoord> mixed = grid.MixedBlocks();
  const std::vector<BlockCube> cubes = CoverWithBlocks(grid.bounds(), mixed);
  struct Cut {
    std::vector<LocalBox> cells;
    PackedBlock packed;
    uint64_t hash = 0;
  };
  std::vector<Cut> cuts(cubes.size());
  const bool cut = ParallelFor(cubes.size(), threads, "cells", progress, [&](size_t i) {
    if (cubes[i].whole) return;
    BlockMask mask;
    grid.ReadBlock(BlockOf(cubes[i].origin), mask);
    cuts[i].hash = XXH3_64bits(mask.data(), sizeof mask);
    PartitionBlock(mask, cuts[i].cells);
    cuts[i].packed = PackBlock(mask);
  });
  if (!cut) return std::nullopt;

  LevelArrays level;
  level.radius_m = grid.radius_m();
  for (size_t i = 0; i < cubes.size(); ++i) {
    const BlockCube& cube = cubes[i];
    const size_t count = cube.whole ? 1 : cuts[i].cells.size();
    source_hash = XXH3_64bits_withSeed(&cuts[i].hash, sizeof cuts[i].hash, source_hash);
    if (count == 0) continue;
    level.blocks.push_back({cube.origin, cube.size, uint32_t(level.cells.size()), uint32_t(count)});
    if (cube.whole) level.cells.push_back({cube.origin, cube.origin + VoxelCoord{cube.size, cube.size, cube.size}});
    for (const LocalBox& cell : cuts[i].cells) {
      level.cells.push_back({cube.origin + VoxelCoord{cell.lo[0], cell.lo[1], cell.lo[2]},
                             cube.origin + VoxelCoord{cell.hi[0], cell.hi[1], cell.hi[2]}});
    }
    cuts[i].cells = {};
  }
  for (const VoxelBox& cell : level.cells) level.voxels_free += cell.Volume();
  level.voxels_blocked = grid.bounds().Volume() - level.voxels_free;
  seconds.partition += watch.Lap();

  level.volumes.resize(level.cells.size());
  std::vector<VoxelCoord> blocks;
  std::vector<PackedBlock> packed;
  for (size_t i = 0; i < cubes.size(); ++i) {
    if (cubes[i].whole) continue;
    blocks.push_back(BlockOf(cubes[i].origin));
    packed.push_back(std::move(cuts[i].packed));
  }
  const LeafGrid leaves(grid.bounds(), blocks, packed);
  const size_t tasks = (level.cells.size() + kVolumesPerTask - 1) / kVolumesPerTask;
  const bool grown = ParallelFor(tasks, threads, "volumes", progress, [&](size_t task) {
    for (size_t i = task * kVolumesPerTask; i < std::min(level.cells.size(), (task + 1) * kVolumesPerTask); ++i) {
      level.volumes[i] = GrowVolume(leaves, level.cells[i]);
    }
  });
  if (!grown) return std::nullopt;
  seconds.volumes += watch.Lap();

  FindContacts(level, threads);
  seconds.contacts += watch.Lap();
  return level;
}

}  // namespace navnet
