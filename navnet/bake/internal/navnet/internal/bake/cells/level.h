#pragma once
// One clearance level of a net from one occupancy grid.

#include <navnet/bake.h>
#include <navnet/internal/net/image.h>

namespace navnet {

struct LevelOptions {
  Keep keep = Keep::All;
  int min_cell = 1;
  int threads = 0;
  ProgressFunction progress;
};

/// The smallest cell a bake keeps: what the options say, or what suits the world.
int MinCellOf(const World& world, const BakeOptions& options);

/// Cells, NavVolumes, contacts and components of a grid. `seconds` grow by what each stage took; `source_hash` is
/// changed by what the grid holds.
Result<LevelArrays> BakeLevel(const OccupancyGrid& grid, const LevelOptions& options, BakeSeconds& seconds,
                              uint64_t& source_hash);

}  // namespace navnet
