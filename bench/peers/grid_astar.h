// SPDX-License-Identifier: Apache-2.0
#pragma once
// Baseline of the benchmark: A* over voxels with 26 neighbours (Hart, Nilsson & Raphael 1968).

#include <navnet/core/result.h>

#include "peers/dense_grid.h"
#include "peers/peer.h"
#include "peers/radix_heap.h"
#include "peers/scratch.h"

namespace navnet::peers {

/// Shortest paths with moves of 1, √2 and √3 that cut no corners (see grid_moves.h). Costs are integers, so the order
/// of the queue is exact; the returned length is computed in double precision. Paths longer than 2^23 voxels may not be
/// found.
///
///   Result<DenseGrid> grid = DenseGrid::Create(occupancy);
///   Result<GridAStar> astar = GridAStar::Create(*grid);
///   PeerAnswer answer = astar->Find({1, 2, 3}, {40, 5, 6});
///
/// Uses 8 bytes for each voxel that a search has touched. The grid must outlive the planner.
class GridAStar final : public Planner {
 public:
  static Result<GridAStar> Create(const DenseGrid& grid);

  PeerAnswer Find(VoxelCoord start, VoxelCoord goal) override;

 private:
  GridAStar(const DenseGrid& grid, Scratch<uint64_t> nodes) : grid_(&grid), nodes_(std::move(nodes)) {}
  void NextGeneration();
  bool Search(VoxelCoord start, VoxelCoord goal, int64_t& expanded);
  void ReadPath(VoxelCoord start, VoxelCoord goal, PeerAnswer& answer) const;

  const DenseGrid* grid_;
  Scratch<uint64_t> nodes_;  // Bit-packed; see the source.
  RadixHeap open_;
  uint64_t generation_ = 0;
};

}  // namespace navnet::peers
