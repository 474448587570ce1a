// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/level.h>

#include <navnet/core/parallel.h>
#include <navnet/internal/bake/cells/selection.h>
#include <navnet/internal/bake/cells/volumes.h>
#include <navnet/internal/core/stopwatch.h>

#include "cells/cut.h"

#include <xxhash.h>

#include <algorithm>
#include <vector>

namespace navnet {
namespace {

constexpr size_t kVolumesPerTask = 64;

// Removes the cells that the options leave out, and counts their voxels.
Status Select(const LevelOptions& options, const VoxelBox& bounds, LevelArrays& level, PairLists& pairs) {
  CellMarks marks(level.cells.size(), 0);
  if (options.keep == Keep::Outside || options.keep == Keep::Largest) {
    MarkUnkept(level.cells, FindComponents(pairs, level.cells.size()), bounds, options.keep, marks);
  }
  if (options.keep == Keep::Outside && !marks.empty() && std::ranges::find(marks, 0) == marks.end()) {
    return NoOutside(level.radius_m);
  }
  if (options.min_cell > 1) {
    MarkThin(level, MakeGraph(pairs, level.cells.size(), options.threads), options.min_cell, options.threads,
             options.progress, marks);
  }
  for (size_t i = 0; i < level.cells.size(); ++i) {
    if (marks[i]) level.voxels_left_out += level.cells[i].Volume();
  }
  if (level.voxels_left_out == 0) return Ok();
  level.voxels_free -= level.voxels_left_out;
  RemoveMarked(marks, level, pairs);
  return Ok();
}

}  // namespace

int MinCellOf(const World& world, const BakeOptions& options) {
  constexpr int kOfMeshes = 2;
  return options.min_cell.value_or(world.mesh() ? kOfMeshes : 1);
}

Result<LevelArrays> BakeLevel(const OccupancyGrid& grid, const LevelOptions& options, BakeSeconds& seconds,
                              uint64_t& source_hash) {
  Stopwatch watch;
  std::optional<CutLevel> cut = CutGrid(grid, options.threads, options.progress);
  if (!cut) return Error{ErrorCode::Cancelled, "cancelled"};
  source_hash = XXH3_64bits_withSeed(&cut->hash, sizeof cut->hash, source_hash);
  LevelArrays& level = cut->level;
  seconds.partition += watch.Lap();

  PairLists pairs = FindPairs(level, options.threads, options.progress);
  if (Status s = Select(options, grid.bounds(), level, pairs); !s) return s.error();
  ReportProgress(options.progress, "links", 0);
  ConnectCells(std::move(pairs), options.threads, level);
  seconds.contacts += watch.Lap();

  level.volumes.resize(level.cells.size());
  const size_t tasks = (level.cells.size() + kVolumesPerTask - 1) / kVolumesPerTask;
  const bool grown = ParallelFor(tasks, options.threads, "volumes", options.progress, [&](size_t task) {
    const size_t end = std::min(level.cells.size(), (task + 1) * kVolumesPerTask);
    for (size_t i = task * kVolumesPerTask; i < end; ++i) {
      level.volumes[i] = GrowVolume(cut->leaves, ReachOf(level.cells[i], grid.bounds()), level.cells[i]);
    }
  });
  if (!grown) return Error{ErrorCode::Cancelled, "cancelled"};
  seconds.volumes += watch.Lap();
  return std::move(level);
}

}  // namespace navnet
