// SPDX-License-Identifier: Apache-2.0
#pragma once
// The blocks of one clearance level in a changing world. The bake's results are stored for each block separately, so
// that one block can be rebuilt without the others.

#include <navnet/core/geometry.h>
#include <navnet/internal/bake/cells/block_tree.h>
#include <navnet/internal/bake/cells/contacts.h>
#include <navnet/internal/bake/cells/selection.h>

#include "range_allocator.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Identifies a cube of a level's cover: its position and size, packed into one number.
using BlockKey = uint64_t;

struct LiveBlock;

/// The contacts between the cells of a block and those of a neighbour at its high face.
struct LiveFace {
  BlockKey behind = 0;
  LiveBlock* block = nullptr;   ///< The neighbour.
  std::vector<CellPair> pairs;  ///< This block's cell, the neighbour's cell; indices within each block.
  std::vector<CellPair> parts;  ///< The same for connected parts, without duplicates.
};

/// One cube of the cover and its cells. Cells are indexed within the block.
struct LiveBlock {
  BlockCube cube;
  BlockKey key = 0;
  uint64_t hash = 0;    ///< Hash of the mask; 0 for cubes that are entirely free.
  uint64_t update = 0;  ///< The update that made its cells.
  std::vector<VoxelBox> cells;
  CellMarks left_out;                          ///< By cell: whether it is left out as too thin.
  std::vector<VoxelBox> volumes;               ///< NavVolumes by cell; empty boxes for cells left out.
  std::vector<CellPair> inside;                ///< Pairs of its cells that touch each other.
  std::array<std::vector<LiveFace>, 3> faces;  ///< By axis, ascending by `behind`.
  std::vector<uint32_t> part_of;               ///< By cell: its connected part within the block.
  uint32_t part_count = 0;
  IdRange parts;  ///< The ids of its parts in the level.
  std::vector<int64_t> part_voxels;
  std::vector<uint8_t> part_at_border;  ///< By part: whether it touches the border of the bounds.
};

/// Sorts blocks in the order of a net's blocks.
inline std::tuple<int32_t, VoxelCoord> OrderOf(const LiveBlock* block) {
  return {block->cube.size, block->cube.origin};
}

/// All blocks of a level, found by position.
class LiveBlocks {
 public:
  explicit LiveBlocks(const VoxelBox& bounds);

  const VoxelBox& bounds() const { return bounds_; }
  size_t size() const { return blocks_.size(); }

  BlockKey KeyOf(VoxelCoord origin, int32_t size) const;
  /// Null when there is none.
  LiveBlock* Find(BlockKey key) const;
  /// The block that contains a voxel; null outside the bounds.
  LiveBlock* At(VoxelCoord voxel) const;

  /// Adds an empty block for a cube. Requires: there is none.
  LiveBlock& Add(const BlockCube& cube);
  /// Removes a block. Requires: it exists.
  std::unique_ptr<LiveBlock> Remove(BlockKey key);

  /// Calls visit(block) once for each block that intersects a box of voxels, including blocks without cells.
  void EachIn(const VoxelBox& box, const std::function<void(LiveBlock&)>& visit) const;
  /// Calls visit(block) for each block adjacent to a block's high or low face along an axis.
  void EachBehind(const LiveBlock& block, int axis, bool high, const std::function<void(LiveBlock&)>& visit) const;
  /// All blocks, ascending by size, then by origin: the order of a net.
  std::vector<LiveBlock*> Sorted() const;
  void Each(const std::function<void(LiveBlock&)>& visit) const;

 private:
  VoxelBox bounds_;
  VoxelCoord base_;
  std::unordered_map<BlockKey, std::unique_ptr<LiveBlock>> blocks_;
  std::array<size_t, 32> count_of_size_{};  ///< Number of blocks by binary logarithm of their size.
};

VoxelBox BoxOf(const BlockCube& cube);
bool Meet(const VoxelBox& a, const VoxelBox& b);
VoxelBox Grown(const VoxelBox& box, int32_t by);

}  // namespace navnet
