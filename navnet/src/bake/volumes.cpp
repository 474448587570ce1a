// Growth with a dynamic rate (Hale 2011, app. C): each face in turn moves by a step that doubles when there is room and
// halves when there is not. A face that cannot move by one voxel never can again, since the box only grows.

#include "volumes.h"

#include <algorithm>
#include <array>

namespace navnet {

VoxelBox GrowVolume(const FreeProbe& probe, const VoxelBox& bounds, const VoxelBox& cell) {
  VoxelBox box = cell;
  std::array<int32_t, 6> step;
  step.fill(1);
  bool growing = true;
  while (growing) {
    growing = false;
    for (int face = 0; face < 6; ++face) {
      const int axis = face / 2;
      const bool high = face % 2;
      const int32_t room = high ? bounds.hi[axis] - box.hi[axis] : box.lo[axis] - bounds.lo[axis];
      int32_t& move = step[size_t(face)];
      for (move = std::min(move, room); move > 0; move /= 2) {
        VoxelBox slab = box;
        if (high) {
          slab.lo[axis] = box.hi[axis];
          slab.hi[axis] = box.hi[axis] + move;
        } else {
          slab.hi[axis] = box.lo[axis];
          slab.lo[axis] = box.lo[axis] - move;
        }
        if (!probe.IsFree(slab)) continue;
        (high ? box.hi : box.lo)[axis] += high ? move : -move;
        move *= 2;
        growing = true;
        break;
      }
    }
  }
  return box;
}

}  // namespace navnet
