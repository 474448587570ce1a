// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes one clearance level of a net from one occupancy grid.

#include <navnet/bake.h>
#include <navnet/internal/net/image.h>

namespace navnet {

struct LevelOptions {
  Keep keep = Keep::All;
  int min_cell = 1;
  int threads = 0;
  ProgressFunction progress;
};

/// BakeOptions::min_cell, or the default for the kind of world if it is unset.
int MinCellOf(const World& world, const BakeOptions& options);

/// Cells, NavVolumes, contacts and components of a grid. Adds the time of each stage to `seconds` and combines the hash
/// of the grid's voxels into `source_hash`.
Result<LevelArrays> BakeLevel(const OccupancyGrid& grid, const LevelOptions& options, BakeSeconds& seconds,
                              uint64_t& source_hash);

}  // namespace navnet
