#pragma once
// What robots mostly plan with: RRT-Connect (Kuffner & LaValle, ICRA 2000) of the Open Motion Planning Library, and
// that library's simplification of the path found.

#include "peers/dense_grid.h"
#include "peers/peer.h"

#include <cstdint>

namespace navnet::peers {

struct OmplOptions {
  double time_limit_s = 1;  ///< For a whole query, search and simplification; > 0.
  double range_voxels = 0;  ///< Longest motion the trees grow by; 0: the library's choice, a fifth of the diagonal.
  uint32_t seed = 1;        ///< > 0. Each query starts from it, whatever was asked before.
};

/// A state is a point whose voxel is free, a motion a segment that touches no blocked voxel (see line_of_sight.h). All
/// else is as the library sets it up. Queries that the time limit does not cut short give the same path every time.
/// Reseeds and silences the library for the whole process, so only one thread may use it. The grid must outlive the
/// planner.
class OmplPlanner final : public Planner {
 public:
  explicit OmplPlanner(const DenseGrid& grid, OmplOptions options = {}) : grid_(&grid), options_(options) {}

  PeerAnswer Find(VoxelCoord start, VoxelCoord goal) override;

 private:
  const DenseGrid* grid_;
  OmplOptions options_;
};

}  // namespace navnet::peers
