// SPDX-License-Identifier: Apache-2.0
// Growth with a dynamic rate (Hale 2011, app. C): each face in turn moves by a step that doubles in every round. A face
// that meets a blocked voxel is final, since the box only grows.

#include <navnet/internal/bake/cells/volumes.h>

#include <navnet/net/net.h>

#include <algorithm>

namespace navnet {
namespace {

// First step in voxels. A smaller one only takes more rounds: paths had the same length with 4 and with 8.
constexpr int32_t kFirstStep = 8;

}  // namespace

VoxelBox ReachOf(const VoxelBox& cell, const VoxelBox& bounds) {
  VoxelBox reach;
  for (int a = 0; a < 3; ++a) {
    reach.lo[a] = std::max(bounds.lo[a], (cell.lo[a] & -kBlockSize) - kVolumeReach);
    reach.hi[a] = std::min(bounds.hi[a], ((cell.hi[a] + kBlockSize - 1) & -kBlockSize) + kVolumeReach);
  }
  return reach;
}

VoxelBox GrowVolume(const LeafGrid& grid, const VoxelBox& reach, const VoxelBox& cell) {
  VoxelBox box = cell;
  unsigned open = 0b111111;
  for (int32_t step = kFirstStep; open != 0; step = std::min(2 * step, 1 << 20)) {
    for (int i = 0; i < 6; ++i) {
      if (!(open >> i & 1)) continue;
      const BoxFace face{i / 2, i % 2 == 1};
      const int32_t room =
          face.high ? reach.hi[face.axis] - box.hi[face.axis] : box.lo[face.axis] - reach.lo[face.axis];
      const int32_t most = std::min(step, room);
      const int32_t run = most > 0 ? grid.FreeRun(box, face, most) : 0;
      if (face.high) {
        box.hi[face.axis] += run;
      } else {
        box.lo[face.axis] -= run;
      }
      if (run < most || run == room) open &= ~(1u << i);
    }
  }
  return box;
}

}  // namespace navnet
