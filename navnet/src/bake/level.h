#pragma once
// One clearance level of a net from one occupancy grid.

#include <navnet/core/parallel.h>
#include <navnet/voxel/occupancy_grid.h>

#include "../net/image.h"

#include <optional>

namespace navnet {

struct LevelSeconds {
  double partition = 0, volumes = 0, contacts = 0;
};

/// Cells, NavVolumes, contacts and components of a grid. Nothing when `progress` asked to stop. `source_hash` is
/// changed by what the grid holds.
std::optional<LevelArrays> BakeLevel(const OccupancyGrid& grid, int threads, const ProgressFunction& progress,
                                     LevelSeconds& seconds, uint64_t& source_hash);

}  // namespace navnet
