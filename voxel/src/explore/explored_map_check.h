// SPDX-License-Identifier: Apache-2.0
#pragma once
// Validates the arguments of ExploredMap; errors name the argument and the expected range.

#include <navnet/voxel/explored_map.h>

namespace navnet {

/// Log-odds rounded to steps of 1/32, the unit in which an explored map stores them. Requires: within ±127/32.
int LogOddsSteps(double log_odds);

Status CheckExploredFrame(const GridFrame& frame, const VoxelBox& bounds);
Status CheckExploredOptions(const ExploredMapOptions& options);
Status CheckDepthScan(const DepthScan& scan);

}  // namespace navnet
