// SPDX-License-Identifier: Apache-2.0
#pragma once
// The NavNet: everything a query needs to know about a world, and nothing else. An immutable value stored as one
// contiguous image, with the same bytes in memory and on disk.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>
#include <navnet/net/gates.h>
#include <navnet/net/ground.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

inline constexpr uint32_t kNoCell = 0xFFFFFFFF;  ///< No cell: what CellAt returns for a voxel outside all cells.

/// A NavVolume reaches at most this many voxels beyond the blocks of 64³ voxels its cell lies in. A larger reach gives
/// larger volumes in open space, but they cost more to grow, and a change of the world affects more of them.
inline constexpr int32_t kVolumeReach = 128;

/// Edge of the largest block in voxels: coordinates relative to a cell's corner fit in 16 bits.
inline constexpr int32_t kLargestBlock = 1 << 15;

/// A cube of the world whose cells are consecutive: a block of 64³ voxels, or a larger one (128³, 256³ …) that is
/// entirely free and therefore a single cell. Blocks do not overlap.
struct NetBlock {
  VoxelCoord origin;        ///< Lowest voxel, a multiple of `size`.
  int32_t size = 0;         ///< Edge in voxels, a power of two from 64 to kLargestBlock.
  uint32_t first_cell = 0;  ///< Its cells are first_cell .. first_cell + cell_count - 1.
  uint32_t cell_count = 0;  ///< > 0.
};

/// One direction of a contact: the neighbour it leads to, and the contact's index, which both directions share.
struct NetNeighbour {
  uint32_t cell = 0;     ///< Index of the neighbour.
  uint32_t contact = 0;  ///< Index of the contact.
};

/// The free space of agents up to one radius. Views into the net's image; valid as long as the net.
struct NetLevel {
  double radius_m = 0;           ///< Radius of the largest agents that it serves.
  int64_t voxels_free = 0;       ///< Covered by cells.
  int64_t voxels_left_out = 0;   ///< Free, but in no cell: components not kept and cells too thin (see BakeOptions).
  int64_t voxels_blocked = 0;    ///< The rest of the bounds.
  uint32_t component_count = 0;  ///< Number of connected components.
  std::span<const NetBlock> blocks;  ///< Ascending by size, then by origin (x, y, z).
  std::span<const VoxelBox> cells;   ///< Disjoint boxes of free voxels, block by block.
  std::span<const VoxelBox>
      volumes;  ///< The NavVolume of each cell: a maximal free box that contains it, within reach.
  std::span<const uint32_t> components;       ///< By cell: its connected component, numbered in order of first cells.
  std::span<const uint32_t> first_neighbour;  ///< By cell, plus one: index of its first neighbour.
  std::span<const NetNeighbour> neighbours;   ///< Two for each contact, grouped by cell, ascending.

  /// Number of contacts.
  size_t contact_count() const { return neighbours.size() / 2; }
  /// The neighbours of a cell.
  std::span<const NetNeighbour> NeighboursOf(uint32_t cell) const {
    return neighbours.subspan(first_neighbour[cell], first_neighbour[cell + 1] - first_neighbour[cell]);
  }

  /// The block that contains a voxel, or null. Cost: a binary search for each block size in use.
  const NetBlock* BlockAt(VoxelCoord voxel) const;
  /// The cell that contains a voxel, or kNoCell. Cost: BlockAt() and a scan of the block's cells. Navigator is faster.
  uint32_t CellAt(VoxelCoord voxel) const;
};

/// The normal axis of the face that two boxes share, or -1 if they share none.
int ContactAxis(const VoxelBox& a, const VoxelBox& b);

/// The face that two touching cells share: a box of thickness 0 along one axis.
VoxelBox ContactOf(const VoxelBox& a, const VoxelBox& b);

/// Which free space a net covers.
enum class Keep : uint8_t {
  All,      ///< Everything, including sealed pockets.
  Outside,  ///< Only components that reach the border of the bounds.
  Largest,  ///< Only the largest component.
  Seeds,    ///< Only components that contain a given point.
};

/// Lower-case name: all, outside, largest, seeds.
const char* ToString(Keep keep);

/// How a net was made: frame, bounds and options.
struct NetInfo {
  GridFrame frame;           ///< Maps voxels to the world.
  VoxelBox bounds;           ///< The voxels that the net covers.
  UpAxis up = UpAxis::Z;     ///< The world's up axis.
  Keep keep = Keep::All;     ///< Which free space it covers.
  uint32_t min_cell = 1;     ///< Cells thinner than this, in voxels, were omitted where connectivity allows; 1: none.
  uint64_t source_hash = 0;  ///< Of the sampled grids: equal worlds and options give equal hashes.
};

/// An immutable net. Copies share the image. Thread-safe.
class Net {
 public:
  /// Makes a net from an image after checking everything that queries rely on: a damaged or hostile image gives an
  /// error, never undefined behaviour later. `image` must be aligned to 64 bytes and stay unchanged.
  static Result<Net> FromImage(std::shared_ptr<const std::byte> image, size_t bytes);

  /// A net that has only an info: no levels, no ground, no image. It cannot be saved.
  static Net WithoutLevels(const NetInfo& info);

  /// How the net was made.
  const NetInfo& info() const { return info_; }
  /// Ascending by radius.
  std::span<const NetLevel> levels() const { return levels_; }
  /// The walkable ground; empty if the net was baked without ground.
  const GroundView& ground() const { return ground_; }
  /// Links in the air, at most kMostGates.
  std::span<const Gate> gates() const { return gates_; }
  /// The whole net as bytes: what SaveNet() writes.
  std::span<const std::byte> image() const { return {image_.get(), bytes_}; }

  /// The level with the smallest radius of at least `radius_m`; null if the agent is too large for every level.
  const NetLevel* LevelFor(double radius_m) const;

 private:
  Net() = default;

  std::shared_ptr<const std::byte> image_;
  size_t bytes_ = 0;
  NetInfo info_;
  std::vector<NetLevel> levels_;
  GroundView ground_;
  std::span<const Gate> gates_;
};

}  // namespace navnet
