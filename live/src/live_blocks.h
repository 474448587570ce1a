#pragma once
// The blocks of one clearance level while the world changes: what the bake makes of each of them, kept apart, so that
// one can be made anew without the others.

#include <navnet/core/geometry.h>
#include <navnet/internal/bake/cells/block_tree.h>
#include <navnet/internal/bake/cells/contacts.h>
#include <navnet/internal/bake/cells/selection.h>

#include "range_allocator.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Names a cube of a level's cover: its place and size in one number.
using BlockKey = uint64_t;

struct LiveBlock;

/// The cells of a block that touch those of another one behind its high face.
struct LiveFace {
  BlockKey behind = 0;
  LiveBlock* block = nullptr;    ///< The one behind.
  std::vector<CellPair> pairs;   ///< Own cell, the other's cell: numbers within the blocks.
  std::vector<CellPair> pieces;  ///< The same for pieces, each pair once.
};

/// One cube of the cover and what stands in it. Cells are numbered within the block.
struct LiveBlock {
  BlockCube cube;
  BlockKey key = 0;
  uint64_t hash = 0;    ///< Of the mask; 0 for whole cubes.
  uint64_t update = 0;  ///< The update that cut its cells.
  std::vector<VoxelBox> cells;
  CellMarks left_out;                          ///< Too thin, by cell.
  std::vector<VoxelBox> volumes;               ///< By cell; empty boxes for cells left out.
  std::vector<CellPair> inside;                ///< Its cells that touch each other.
  std::array<std::vector<LiveFace>, 3> faces;  ///< By axis, ascending by `behind`.
  std::vector<uint32_t> piece_of;              ///< By cell: which connected piece of the block.
  uint32_t piece_count = 0;
  IdRange pieces;  ///< The numbers of its pieces in the level.
  std::vector<int64_t> piece_voxels;
  std::vector<uint8_t> piece_at_border;  ///< Whether it touches the border of the bounds.
};

/// All blocks of a level, found by place.
class LiveBlocks {
 public:
  explicit LiveBlocks(const VoxelBox& bounds);

  const VoxelBox& bounds() const { return bounds_; }
  size_t size() const { return blocks_.size(); }

  BlockKey KeyOf(VoxelCoord origin, int32_t size) const;
  /// Null when there is none.
  LiveBlock* Find(BlockKey key) const;
  /// The block that holds a voxel; null outside the bounds.
  LiveBlock* At(VoxelCoord voxel) const;

  /// Puts an empty block in the place of a cube, where none is.
  LiveBlock& Add(const BlockCube& cube);
  /// Takes a block out. Requires: it is there.
  std::unique_ptr<LiveBlock> Remove(BlockKey key);

  /// Calls visit(block) once for each block that meets a box of voxels (empty blocks of the net too).
  void EachIn(const VoxelBox& box, const std::function<void(LiveBlock&)>& visit) const;
  /// Calls visit(block) for each block behind the face of one along an axis, high or low.
  void EachBehind(const LiveBlock& block, int axis, bool high, const std::function<void(LiveBlock&)>& visit) const;
  /// Ascending by size, then by origin: the order of a net.
  std::vector<LiveBlock*> Sorted() const;
  void Each(const std::function<void(LiveBlock&)>& visit) const;

 private:
  VoxelBox bounds_;
  VoxelCoord base_;
  std::unordered_map<BlockKey, std::unique_ptr<LiveBlock>> blocks_;
  std::array<size_t, 32> count_of_size_{};  ///< By logarithm of the size.
};

VoxelBox BoxOf(const BlockCube& cube);
bool Meet(const VoxelBox& a, const VoxelBox& b);
VoxelBox Grown(const VoxelBox& box, int32_t by);

}  // namespace navnet
