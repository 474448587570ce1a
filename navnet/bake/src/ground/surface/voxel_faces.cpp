// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/ground/surface/voxel_faces.h>

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>

#include <algorithm>
#include <bit>
#include <memory>

namespace navnet {
namespace {

/// A rectangle of voxel corners: `lo` and `hi` are equal along one axis.
struct Face {
  VoxelCoord lo, hi;
};

using Slice = std::array<uint64_t, kBlockSize>;

/// Decomposes a slice into rectangles: each is as wide as a run of bits in its first row, and extends over as many rows
/// as contain that run. Calls `use(row, bit, row_end, bit_end)` for each. Clears the slice.
template <class Use>
void EachRectangle(Slice& rows, const Use& use) {
  for (int row = 0; row < kBlockSize; ++row) {
    while (rows[row] != 0) {
      const int bit = std::countr_zero(rows[row]);
      const int end = bit + std::countr_one(rows[row] >> bit);
      const uint64_t run = RowBits(bit, end - 1);
      int last = row;
      while (last < kBlockSize && (rows[last] & run) == run) rows[last++] &= ~run;
      use(row, bit, last, end);
    }
  }
}

/// Finds the faces of a block, given its six neighbours.
class BlockFaces {
 public:
  BlockFaces(const OccupancyGrid& grid, VoxelCoord block) : origin_(BlockOrigin(block)) {
    grid.ReadBlock(block, blocked_);
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        VoxelCoord next = block;
        next[axis] += side == 0 ? -1 : 1;
        grid.ReadBlock(next, beside_[axis][side]);
      }
    }
    const VoxelBox& bounds = grid.bounds();
    const auto inside = [&](int axis, int i) {
      return i + origin_[axis] >= bounds.lo[axis] && i + origin_[axis] < bounds.hi[axis];
    };
    const int first = std::max(0, bounds.lo.z - origin_.z);
    const int last = std::min(kBlockSize, bounds.hi.z - origin_.z) - 1;
    for (int x = 0; x < kBlockSize; ++x) {
      for (int y = 0; y < kBlockSize; ++y) {
        own_[BlockRow(x, y)] = inside(0, x) && inside(1, y) ? blocked_[BlockRow(x, y)] & RowBits(first, last) : 0;
      }
    }
  }

  void Find(std::vector<Face>& out) const {
    for (const int side : {0, 1}) {
      for (int i = 0; i < kBlockSize; ++i) {
        FindSlice(0, side, i, out);
        FindSlice(1, side, i, out);
      }
      FindLevels(side, out);
    }
  }

 private:
  /// Faces normal to x or y: their slices consist of rows along z.
  void FindSlice(int axis, int side, int i, std::vector<Face>& out) const {
    const int j = side == 0 ? i - 1 : i + 1;
    const bool outside = j < 0 || j >= kBlockSize;
    const BlockMask& other = outside ? beside_[axis][side] : blocked_;
    const int k = (j + kBlockSize) % kBlockSize;
    Slice slice;
    for (int row = 0; row < kBlockSize; ++row) {
      const int here = axis == 0 ? BlockRow(i, row) : BlockRow(row, i);
      const int there = axis == 0 ? BlockRow(k, row) : BlockRow(row, k);
      slice[row] = own_[here] & ~other[there];
    }
    EachRectangle(slice, [&](int row, int bit, int row_end, int bit_end) {
      const int level = i + side;
      const VoxelCoord lo = axis == 0 ? VoxelCoord{level, row, bit} : VoxelCoord{row, level, bit};
      const VoxelCoord hi = axis == 0 ? VoxelCoord{level, row_end, bit_end} : VoxelCoord{row_end, level, bit_end};
      out.push_back({origin_ + lo, origin_ + hi});
    });
  }

  /// Faces normal to z: the bits of all rows are transposed into one slice per level.
  void FindLevels(int side, std::vector<Face>& out) const {
    std::vector<Slice> levels(kBlockSize, Slice{});
    for (int x = 0; x < kBlockSize; ++x) {
      for (int y = 0; y < kBlockSize; ++y) {
        const int row = BlockRow(x, y);
        const uint64_t next =
            side == 0 ? blocked_[row] << 1 | beside_[2][0][row] >> 63 : blocked_[row] >> 1 | beside_[2][1][row] << 63;
        for (uint64_t bits = own_[row] & ~next; bits != 0; bits &= bits - 1) {
          levels[size_t(std::countr_zero(bits))][x] |= uint64_t{1} << y;
        }
      }
    }
    for (int z = 0; z < kBlockSize; ++z) {
      EachRectangle(levels[size_t(z)], [&](int row, int bit, int row_end, int bit_end) {
        out.push_back({origin_ + VoxelCoord{row, bit, z + side}, origin_ + VoxelCoord{row_end, bit_end, z + side}});
      });
    }
  }

  VoxelCoord origin_;
  BlockMask blocked_, own_;  ///< Including and excluding voxels outside the bounds.
  BlockMask beside_[3][2];   ///< The neighbours below and above along each axis.
};

}  // namespace

Result<TriangleMesh> VoxelFaces(const OccupancyGrid& grid, int threads) {
  const std::vector<VoxelCoord> blocks = grid.MixedBlocks();
  std::vector<std::vector<Face>> faces(blocks.size());
  ParallelFor(blocks.size(), threads, [&](size_t i) { std::make_unique<BlockFaces>(grid, blocks[i])->Find(faces[i]); });
  size_t count = 0;
  for (const std::vector<Face>& some : faces) count += some.size();
  if (count >= (size_t{1} << 30)) {
    return Error{ErrorCode::TooLarge, "voxels to triangles: " + std::to_string(count) + " faces are too many"};
  }
  TriangleMesh mesh;
  mesh.vertices.reserve(4 * count);
  mesh.triangles.reserve(2 * count);
  for (const std::vector<Face>& some : faces) {
    for (const Face& face : some) {
      const uint32_t first = uint32_t(mesh.vertices.size());
      const int axis = face.lo.x == face.hi.x ? 0 : face.lo.y == face.hi.y ? 1 : 2;
      VoxelCoord b = face.lo, d = face.lo;  // The two corners adjacent to the first.
      b[(axis + 1) % 3] = face.hi[(axis + 1) % 3];
      d[(axis + 2) % 3] = face.hi[(axis + 2) % 3];
      for (VoxelCoord corner : {face.lo, b, face.hi, d}) mesh.vertices.push_back(grid.frame().CornerWorld(corner));
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
    }
  }
  return mesh;
}

}  // namespace navnet
