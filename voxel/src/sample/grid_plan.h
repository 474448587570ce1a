#pragma once
// Before anything large is allocated: which voxels, which bounds, how much memory.

#include <navnet/core/result.h>
#include <navnet/internal/voxel/sample/sample_for.h>

namespace navnet {

struct GridPlan {
  GridFrame frame;
  VoxelBox bounds;
  std::string reason;          ///< Why this voxel size.
  size_t estimated_bytes = 0;  ///< An upper bound of what sampling will hold.
};

/// Chooses or checks the voxel size and the bounds for a mesh, and refuses what does not fit the memory budget together
/// with what the caller needs (may be empty). Requires: Validate(mesh) and Validate(options) passed; radii sorted.
Result<GridPlan> PlanGrid(MeshView mesh, const SampleOptions& options, const BytesForBounds& bytes_beside = {});

/// The bounds of a voxel world under the options. Requires: as above.
Result<VoxelBox> PlanVoxelBounds(const OccupancyGrid& grid, const SampleOptions& options);

}  // namespace navnet
