// SPDX-License-Identifier: Apache-2.0
#pragma once
// A planner widely used in robotics: RRT-Connect (Kuffner & LaValle, ICRA 2000) from the Open Motion Planning Library,
// followed by that library's path simplification.

#include "peers/dense_grid.h"
#include "peers/peer.h"

#include <cstdint>

namespace navnet::peers {

struct OmplOptions {
  double time_limit_s = 1;  ///< Time limit of a whole query, search and simplification; > 0.
  double range_voxels = 0;  ///< Longest motion the trees grow by; 0: the library's choice, a fifth of the diagonal.
  uint32_t seed = 1;        ///< > 0. Every query starts from this seed, independent of earlier ones.
};

/// A state is a point whose voxel is free, a motion a segment that touches no blocked voxel (see line_of_sight.h). All
/// other settings are the library's defaults. A query that ends before the time limit always returns the same path.
/// Reseeds the library and disables its log for the whole process, so only one thread may use it. The grid must outlive
/// the planner.
class OmplPlanner final : public Planner {
 public:
  explicit OmplPlanner(const DenseGrid& grid, OmplOptions options = {}) : grid_(&grid), options_(options) {}

  PeerAnswer Find(VoxelCoord start, VoxelCoord goal) override;

 private:
  const DenseGrid* grid_;
  OmplOptions options_;
};

}  // namespace navnet::peers
