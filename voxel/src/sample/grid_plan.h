// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plans a grid before anything large is allocated: voxel size, bounds and memory.

#include <navnet/core/result.h>
#include <navnet/internal/voxel/sample/sample_for.h>

namespace navnet {

struct GridPlan {
  GridFrame frame;
  VoxelBox bounds;
  std::string reason;          ///< Why this voxel size.
  size_t estimated_bytes = 0;  ///< Upper bound on the memory of sampling.
};

/// Chooses or checks the voxel size and the bounds for a mesh. Fails when the grid and what the caller needs
/// (`bytes_beside`, may be empty) exceed the memory budget. Requires: Validate(mesh) and Validate(options) passed;
/// radii sorted.
Result<GridPlan> PlanGrid(MeshView mesh, const SampleOptions& options, const BytesForBounds& bytes_beside = {});

/// Returns the bounds of a voxel world for the options. Requires: Validate(options) passed; radii sorted.
Result<VoxelBox> PlanVoxelBounds(const OccupancyGrid& grid, const SampleOptions& options);

}  // namespace navnet
