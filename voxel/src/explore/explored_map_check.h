#pragma once
// What an explored map refuses, and why.

#include <navnet/voxel/explored_map.h>

namespace navnet {

/// Log-odds in the steps of 1/32 an explored map keeps. Requires: within ±127/32.
int LogOddsSteps(double log_odds);

Status CheckExploredFrame(const GridFrame& frame, const VoxelBox& bounds);
Status CheckExploredOptions(const ExploredMapOptions& options);
Status CheckDepthScan(const DepthScan& scan);

}  // namespace navnet
