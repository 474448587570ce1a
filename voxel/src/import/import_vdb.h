#pragma once
// Worlds from OpenVDB files.

#include <navnet/core/result.h>
#include <navnet/voxel/world.h>

#include <filesystem>

namespace navnet {

/// Reads one grid of a .vdb file. Blocked are: active voxels of a mask grid; active and true voxels of a bool grid; of
/// a float grid see LoadOptions::vdb_threshold. Bounds: what WriteVdb noted, else the box of the blocked voxels and,
/// for float grids, of all active ones.
Result<OccupancyGrid> ImportVdb(const std::filesystem::path& file, const LoadOptions& options);

}  // namespace navnet
