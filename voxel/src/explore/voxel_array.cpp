// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/block.h>
#include <navnet/internal/core/text.h>
#include <navnet/internal/voxel/clearance/voxel_widening.h>
#include <navnet/voxel/world.h>

#include "explore/explored_map_check.h"

#include <new>
#include <vector>

namespace navnet {
namespace {

/// Packs `count` (at most 64) bytes into the bits of a block's row.
uint64_t RowOf(const uint8_t* blocked, int count) {
  uint64_t row = 0;
  for (int z = 0; z < count; ++z) row |= uint64_t{blocked[z] != 0} << z;
  return row;
}

}  // namespace

Result<World> WorldFromVoxels(const VoxelArray& voxels, UpAxis up, std::string name) {
  const VoxelBox bounds{{}, voxels.size};
  const GridFrame frame{voxels.origin_world, voxels.voxel_m, {}};
  if (Status status = CheckExploredFrame(frame, bounds); !status) return status.error();
  // Sides are at most 2^19, so the product fits.
  if (voxels.blocked.size() != size_t(bounds.Volume())) {
    return Error{ErrorCode::InvalidArgument, "blocked: expected " + std::to_string(bounds.Volume()) +
                                                 " voxels for a size of " + Text(bounds) + ", got " +
                                                 std::to_string(voxels.blocked.size())};
  }
  const auto read = [&](VoxelCoord block, BlockMask& mask) {
    mask.fill(0);
    uint64_t any = 0;
    const VoxelCoord origin = BlockOrigin(block);
    const VoxelBox part = BlockPartInside(block, bounds);
    for (int x = 0; x < part.hi.x; ++x) {
      for (int y = 0; y < part.hi.y; ++y) {
        const size_t first =
            (size_t(origin.x + x) * size_t(voxels.size.y) + size_t(origin.y + y)) * size_t(voxels.size.z);
        any |= mask[size_t(BlockRow(x, y))] = RowOf(&voxels.blocked[first + size_t(origin.z)], part.hi.z);
      }
    }
    return any != 0;
  };
  try {
    std::vector<VoxelCoord> blocks;
    EachBlockIn(bounds, [&](VoxelCoord at) { blocks.push_back(at); });
    return World{std::move(name), up, MakeGrid(frame, bounds, 0, blocks, read)};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "not enough memory for a grid of " + Text(bounds) + " voxels"};
  }
}

}  // namespace navnet
