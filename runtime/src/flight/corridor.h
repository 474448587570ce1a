// SPDX-License-Identifier: Apache-2.0
#pragma once
// The NavVolumes that a path runs through.

#include <navnet/internal/runtime/level/level_index.h>

#include "flight/portal.h"

#include <span>
#include <vector>

namespace navnet {

/// Appends cells whose NavVolumes, in this order, cover the segment from a to b (in voxels), each as far as it reaches;
/// an entry equal to the last one is not repeated. Where there is no cell, the volumes of `also` are tried. False when
/// the segment leaves the free space; what was appended by then stays.
bool CoverLine(const LevelIndex& index, Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& cells);

/// Appends the portal between two volumes. False when they do not meet.
bool AddPortal(const VoxelBox& volume, const VoxelBox& next, std::vector<Portal>& portals);

/// Sets the portals between consecutive volumes. False when two of them do not meet.
bool PortalsBetween(const LevelIndex& index, std::span<const uint32_t> cells, std::vector<Portal>& portals);

}  // namespace navnet
