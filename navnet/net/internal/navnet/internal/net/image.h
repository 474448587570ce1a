// SPDX-License-Identifier: Apache-2.0
#pragma once
// The layout of a net's image, and how an image is made.

#include <navnet/core/mesh.h>
#include <navnet/net/net.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace navnet {

inline constexpr std::array<char, 8> kImageMagic = {'N', 'A', 'V', 'N', 'E', 'T', '\r', '\n'};
inline constexpr uint32_t kImageVersion = 3;
inline constexpr size_t kImageAlignment = 64;
inline constexpr uint32_t kMaxLevels = 64;

/// All numbers in an image are little-endian. Padding is explicit, in fields that are zero.
struct ImageHeader {
  std::array<char, 8> magic;
  uint32_t version;
  uint32_t level_count;
  uint64_t bytes;     ///< Of the whole image.
  uint64_t checksum;  ///< Of everything after this field.
  double origin_world[3];
  double voxel_m;
  double turn_cos, turn_sin;
  int32_t bounds_lo[3], bounds_hi[3];
  uint64_t source_hash;
  uint32_t up;  ///< 0: y, 1: z.
  uint32_t keep;
  uint32_t min_cell;
  uint32_t parts;  ///< kGroundPart, kGatesPart and kWorldPart: what follows the ImageLevels, in this order.
};
static_assert(sizeof(ImageHeader) == 128);

/// Parts of an image that a net need not have: an ImageGround, an ImageGates, and an ImageWorld.
inline constexpr uint32_t kGroundPart = 1, kGatesPart = 2, kWorldPart = 4;

/// The offset of the ImageWorld, where there is one.
uint64_t WorldTableAt(const ImageHeader& header);

/// One for each level, after the header. Offsets are from the image's start, multiples of 64.
struct ImageLevel {
  double radius_m;
  int64_t voxels_free, voxels_left_out, voxels_blocked;
  uint32_t component_count, block_count, cell_count, contact_count;
  uint64_t blocks_at, cells_at, volumes_at, components_at, first_neighbour_at, neighbours_at;
};
static_assert(sizeof(ImageLevel) == 96);

/// The gates, if there are any. The offset is from the image's start, a multiple of 64.
struct ImageGates {
  uint64_t gates_at;
  uint32_t gate_count;
  uint32_t zero;
};
static_assert(sizeof(ImageGates) == 16);
static_assert(sizeof(Gate) == 72);

/// A BadFormat error.
inline Error Bad(const std::string& why) { return {ErrorCode::BadFormat, why}; }

/// Whether an array of `count` elements of `size` bytes at `offset` is aligned and lies between the end of the tables
/// and the end of an image of `bytes` bytes.
inline bool Fits(uint64_t offset, uint64_t count, size_t size, uint64_t tables_end, uint64_t bytes) {
  return offset % kImageAlignment == 0 && offset >= tables_end && offset <= bytes && count <= (bytes - offset) / size;
}

template <class T>
std::span<const T> ViewAt(const std::byte* image, uint64_t at, uint64_t count) {
  return {reinterpret_cast<const T*>(image + at), size_t(count)};
}

/// The order of a level's blocks: by size, then by origin.
bool BlockBefore(const NetBlock& a, const NetBlock& b);

/// The block that contains a voxel, or null. Requires: blocks ordered by BlockBefore.
const NetBlock* FindBlock(std::span<const NetBlock> blocks, VoxelCoord voxel);

uint64_t ImageChecksum(std::span<const std::byte> image);

/// The arrays of a NetLevel under construction.
struct LevelArrays {
  double radius_m = 0;
  int64_t voxels_free = 0, voxels_left_out = 0, voxels_blocked = 0;
  uint32_t component_count = 0;
  std::vector<NetBlock> blocks;
  std::vector<VoxelBox> cells, volumes;
  std::vector<uint32_t> components, first_neighbour;
  std::vector<NetNeighbour> neighbours;
};

/// Writes an image and makes a net from it. Requires: consistent arrays, in which FindFault finds no fault, and gates
/// that Validate accepts. `world`: the triangles to store, or null; Validate must find no fault in them, except that
/// there may be none.
Result<Net> MakeNet(const NetInfo& info, std::span<const LevelArrays> levels, const GroundView& ground = {},
                    std::span<const Gate> gates = {}, const TriangleMesh* world = nullptr);

/// Checks everything that queries rely on. Returns what is wrong with a level, or an empty string.
std::string FindFault(const NetLevel& level, const VoxelBox& bounds);

}  // namespace navnet
