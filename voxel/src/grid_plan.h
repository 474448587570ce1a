#pragma once
// Before anything large is allocated: which voxels, which bounds, how much memory.

#include <navnet/core/result.h>
#include <navnet/voxel/sampler.h>

namespace navnet {

struct GridPlan {
  GridFrame frame;
  VoxelBox bounds;
  std::string reason;          ///< Why this voxel size.
  size_t estimated_bytes = 0;  ///< An upper bound of what sampling will hold.
};

/// Checks the options that need no world: radii, bounds, margin, seeds, voxel size.
Status CheckOptions(const SampleOptions& options);

/// Chooses or checks the voxel size and the bounds for a mesh, and refuses what does not fit the memory budget.
/// Requires: Validate(mesh) and CheckOptions(options) passed; radii sorted.
Result<GridPlan> PlanGrid(MeshView mesh, const SampleOptions& options);

/// The bounds of a voxel world under the options. Requires: as above.
Result<VoxelBox> PlanVoxelBounds(const OccupancyGrid& grid, const SampleOptions& options);

}  // namespace navnet
