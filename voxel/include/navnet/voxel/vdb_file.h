#pragma once
// Grids as OpenVDB files that other tools can open.

#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <filesystem>
#include <span>
#include <string>

namespace navnet {

/// Writes one mask grid per level, named `blocked_r<radius>`; an active voxel is a blocked one. Radius and bounds are
/// kept as metadata, so that LoadWorld() gives the same voxels and bounds back, as a world of its own with radius 0.
/// The file appears whole or not at all: it is written beside its place and renamed. Returns its size in bytes.
Result<uint64_t> WriteVdb(const std::filesystem::path& file, std::span<const OccupancyGrid> levels);

}  // namespace navnet
