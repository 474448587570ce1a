// SPDX-License-Identifier: Apache-2.0
#pragma once
// The .3dmap format of the public 3D voxel benchmark (Brewer & Sturtevant 2018): `voxel X Y Z`, the size of the world,
// then one blocked voxel `x y z` per line.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <string_view>

namespace navnet {

/// Reads a map: the low corner of voxel (0, 0, 0) is the origin, the bounds are the declared size, 1 to 2^19 along each
/// axis. A map without blocked voxels is valid, and so are duplicate voxels. Strict otherwise: errors are `line N:
/// expected ...`. Requires: voxel_m finite, > 0.
Result<OccupancyGrid> Import3dmap(std::string_view text, double voxel_m, const ProgressFunction& progress = {});

}  // namespace navnet
