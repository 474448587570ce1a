// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes grids as OpenVDB files that other tools can open.

#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <filesystem>
#include <span>
#include <string>

namespace navnet {

/// Writes one mask grid per level, named `blocked_r<radius>`; an active voxel is a blocked one. Radius and bounds are
/// stored as metadata, so that LoadWorld() restores the same voxels and bounds, as a voxel world of radius 0. Atomic: a
/// temporary file in the same folder is written and then renamed. Returns the file's size in bytes.
Result<uint64_t> WriteVdb(const std::filesystem::path& file, std::span<const OccupancyGrid> levels);

}  // namespace navnet
