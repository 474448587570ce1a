#pragma once
// A grid cut into cells, block by block.

#include <navnet/core/parallel.h>
#include <navnet/internal/bake/cells/leaf_grid.h>
#include <navnet/internal/net/image.h>
#include <navnet/voxel/occupancy_grid.h>

#include <optional>

namespace navnet {

struct CutLevel {
  LevelArrays level;  ///< Radius, blocks, cells and numbers of voxels; nothing else yet.
  LeafGrid leaves;    ///< The grid's blocked voxels.
  uint64_t hash = 0;  ///< Of what the grid holds.
};

/// Cuts all blocks in parallel. Nothing when `progress` asked to stop.
std::optional<CutLevel> CutGrid(const OccupancyGrid& grid, int threads, const ProgressFunction& progress);

}  // namespace navnet
