// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads voxel worlds from OpenVDB files.

#include <navnet/core/result.h>
#include <navnet/voxel/world.h>

#include <filesystem>

namespace navnet {

/// Reads one grid of a .vdb file. Blocked voxels: the active ones of a mask grid, the active and true ones of a bool
/// grid; for float grids see LoadOptions::vdb_threshold. Bounds: those that WriteVdb stored, else the box of the
/// blocked voxels and, for float grids, of all active ones.
Result<OccupancyGrid> ImportVdb(const std::filesystem::path& file, const LoadOptions& options);

}  // namespace navnet
