// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reusable memory for rooms.

#include <navnet/runtime/room.h>

#include <cstdint>
#include <vector>

namespace navnet {

struct RoomScratch {
  std::vector<Vec3> points;             ///< The path, in voxels.
  std::vector<uint32_t> cells, probed;  ///< Cells whose volumes contain the path; memory to find them.
  std::vector<HalfSpace> planes;        ///< Of one room.
};

}  // namespace navnet
