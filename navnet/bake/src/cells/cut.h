// SPDX-License-Identifier: Apache-2.0
#pragma once
// Partitions a grid into cells, block by block.

#include <navnet/core/parallel.h>
#include <navnet/internal/bake/cells/leaf_grid.h>
#include <navnet/internal/net/image.h>
#include <navnet/voxel/occupancy_grid.h>

#include <optional>

namespace navnet {

struct CutLevel {
  LevelArrays level;  ///< Only radius, blocks, cells and numbers of voxels are set.
  LeafGrid leaves;    ///< The grid's blocked voxels.
  uint64_t hash = 0;  ///< Of the grid's voxels.
};

/// Partitions all blocks in parallel. Empty if `progress` asked to stop.
std::optional<CutLevel> CutGrid(const OccupancyGrid& grid, int threads, const ProgressFunction& progress);

}  // namespace navnet
