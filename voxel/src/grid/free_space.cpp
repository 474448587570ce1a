// SPDX-License-Identifier: Apache-2.0
// Every block is labelled separately, in parallel; a union-find then joins the labels that touch across block faces.

#include "grid/free_space.h"

#include <navnet/internal/core/union_find.h>

#include "grid/block_components.h"
#include "grid/occupancy_data.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace navnet {
namespace {

constexpr int32_t kNotMixed = -1;

// The blocks of the bounds as a dense array.
struct BlockRange {
  VoxelCoord lo, size;

  explicit BlockRange(const VoxelBox& bounds) : lo(BlockOf(bounds.lo)) {
    for (int a = 0; a < 3; ++a) size[a] = ((bounds.hi[a] - 1) >> 6) - lo[a] + 1;
  }
  int64_t Count() const { return int64_t{size.x} * size.y * size.z; }
  bool Contains(VoxelCoord block) const { return VoxelBox{lo, lo + size}.Contains(block); }
  size_t IndexOf(VoxelCoord block) const {
    const VoxelCoord d = block - lo;
    return (size_t(d.x) * size_t(size.y) + size_t(d.y)) * size_t(size.z) + size_t(d.z);
  }
  VoxelCoord BlockAt(size_t index) const {
    const size_t z = size_t(size.z), y = size_t(size.y);
    return lo + VoxelCoord{int32_t(index / (y * z)), int32_t(index / z % y), int32_t(index % z)};
  }
};

// A block with blocked voxels: the number of its components and the free runs on its faces.
struct MixedBlock {
  VoxelCoord block;
  uint32_t count = 0;
  std::array<std::vector<FaceRun>, 6> faces;  ///< [2 * axis + high]
};

class FreeSpace {
 public:
  FreeSpace(const OccupancyGrid& grid, int threads) : grid_(grid), range_(grid.bounds()), threads_(threads) {}

  bool Label(const ProgressFunction& progress) {
    const std::vector<VoxelCoord> blocks = grid_.MixedBlocks();
    mixed_.resize(blocks.size());
    mixed_of_.assign(size_t(range_.Count()), kNotMixed);
    const bool finished = ParallelFor(blocks.size(), threads_, "connect", progress, [&](size_t i) {
      MixedBlock& mixed = mixed_[i];
      mixed.block = blocks[i];
      BlockComponents components;
      LabelOne(mixed.block, components);
      mixed.count = components.count;
      for (int face = 0; face < 6; ++face) mixed.faces[size_t(face)] = FaceOf(components, face / 2, face % 2);
    });
    if (!finished) return false;
    for (size_t i = 0; i < blocks.size(); ++i) mixed_of_[range_.IndexOf(blocks[i])] = int32_t(i);
    return true;
  }

  // Numbers the components of all blocks (those of mixed blocks first, then one for each free block) and joins them
  // across block faces.
  void Join() {
    first_id_.resize(mixed_.size() + 1, 0);
    for (size_t i = 0; i < mixed_.size(); ++i) first_id_[i + 1] = first_id_[i] + mixed_[i].count;
    sets_ = UnionFind(first_id_.back() + mixed_of_.size());
    for (size_t index = 0; index < mixed_of_.size(); ++index) {
      for (int axis = 0; axis < 3; ++axis) {
        VoxelCoord next = range_.BlockAt(index);
        ++next[axis];
        if (range_.Contains(next)) JoinAcross(index, range_.IndexOf(next), axis);
      }
    }
    for (MixedBlock& mixed : mixed_) mixed.faces = {};
  }

  size_t ComponentAt(VoxelCoord voxel) {
    const VoxelCoord block = BlockOf(voxel), origin = BlockOrigin(block);
    const size_t index = range_.IndexOf(block);
    if (mixed_of_[index] == kNotMixed) return sets_.Find(FreeBlockId(index));
    BlockComponents components;
    LabelOne(block, components);
    const size_t row = size_t(BlockRow(voxel.x - origin.x, voxel.y - origin.y));
    const int z = voxel.z - origin.z;
    uint32_t i = components.row_start[row];
    while (components.runs[i].hi < z) ++i;
    assert(i < components.row_start[row + 1] && components.runs[i].lo <= z);
    return sets_.Find(first_id_[size_t(mixed_of_[index])] + components.runs[i].component);
  }

  // Returns the grid with all components blocked that are not in `kept` (sorted roots).
  Result<OccupancyGrid> Without(const std::vector<size_t>& kept, const ProgressFunction& progress) {
    std::vector<char> keep_id(first_id_.back() + mixed_of_.size());
    for (size_t i = 0; i < keep_id.size(); ++i) keep_id[i] = std::ranges::binary_search(kept, sets_.Find(i));

    const BlockRange nodes = [&] {
      BlockRange r(grid_.bounds());
      for (int a = 0; a < 3; ++a) {
        const int32_t last = (r.lo[a] + r.size[a] - 1) >> 1;
        r.lo[a] >>= 1;
        r.size[a] = last - r.lo[a] + 1;
      }
      return r;
    }();
    std::vector<Rebuilt> made(size_t(nodes.Count()));
    const bool finished = ParallelFor(made.size(), threads_, "keep", progress,
                                      [&](size_t i) { made[i] = RebuildNode(nodes.BlockAt(i), keep_id); });
    if (!finished) return Error{ErrorCode::Cancelled, "cancelled"};
    auto tree = std::make_shared<MaskTree>(false);
    for (size_t i = 0; i < made.size(); ++i) {
      if (made[i].solid) AttachSolid(BlockOrigin(FirstBlock(nodes.BlockAt(i))), *tree);
      if (made[i].node) AttachNode(std::move(made[i].node), *tree);
    }
    return MakeOccupancy(grid_.frame(), grid_.bounds(), grid_.radius_m(), std::move(tree));
  }

 private:
  size_t FreeBlockId(size_t index) const { return first_id_.back() + index; }

  void LabelOne(VoxelCoord block, BlockComponents& components) const {
    BlockMask mask;
    grid_.ReadBlock(block, mask);
    LabelComponents(mask, components);
  }

  void JoinAcross(size_t a, size_t b, int axis) {
    const int32_t mixed_a = mixed_of_[a], mixed_b = mixed_of_[b];
    if (mixed_a == kNotMixed && mixed_b == kNotMixed) return sets_.Join(FreeBlockId(a), FreeBlockId(b));
    if (mixed_a == kNotMixed || mixed_b == kNotMixed) {
      // A block without blocked voxels is free on its whole face, inside the bounds.
      const size_t whole = mixed_a == kNotMixed ? a : b;
      const size_t mixed = size_t(mixed_a == kNotMixed ? mixed_b : mixed_a);
      for (const FaceRun& run : mixed_[mixed].faces[size_t(2 * axis + (mixed_a != kNotMixed))]) {
        sets_.Join(first_id_[mixed] + run.component, FreeBlockId(whole));
      }
      return;
    }
    const auto& face_a = mixed_[size_t(mixed_a)].faces[size_t(2 * axis + 1)];
    const auto& face_b = mixed_[size_t(mixed_b)].faces[size_t(2 * axis)];
    for (auto i = face_a.begin(), j = face_b.begin(); i != face_a.end() && j != face_b.end();) {
      if (i->row == j->row && i->lo <= j->hi && j->lo <= i->hi) {
        sets_.Join(first_id_[size_t(mixed_a)] + i->component, first_id_[size_t(mixed_b)] + j->component);
      }
      if (i->row != j->row ? i->row < j->row : i->hi < j->hi) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  // A node of the result: `node` is null when it is all free or all solid.
  struct Rebuilt {
    std::unique_ptr<MaskNode128> node;
    bool solid = false;
  };

  static VoxelCoord FirstBlock(VoxelCoord node) { return {node.x * 2, node.y * 2, node.z * 2}; }

  Rebuilt RebuildNode(VoxelCoord node, const std::vector<char>& keep_id) const {
    Rebuilt out;
    BlockMask mask;
    BlockComponents components;
    for (int i = 0; i < 8; ++i) {
      const VoxelCoord block = FirstBlock(node) + VoxelCoord{i >> 2, (i >> 1) & 1, i & 1};
      if (!range_.Contains(block)) continue;
      const size_t index = range_.IndexOf(block);
      if (mixed_of_[index] == kNotMixed && keep_id[FreeBlockId(index)]) continue;
      grid_.ReadBlock(block, mask);
      if (mixed_of_[index] == kNotMixed) {
        mask.fill(~uint64_t{0});
      } else {
        LabelComponents(mask, components);
        for (size_t row = 0; row < kBlockRows; ++row) {
          for (uint32_t r = components.row_start[row]; r < components.row_start[row + 1]; ++r) {
            const FreeRun& run = components.runs[r];
            if (!keep_id[first_id_[size_t(mixed_of_[index])] + run.component]) mask[row] |= RowBits(run.lo, run.hi);
          }
        }
      }
      ClearOutside(BlockPartInside(block, grid_.bounds()), mask);
      if (!out.node) out.node = MakeNode(FirstBlock(node));
      StoreBlock(mask, block, *out.node);
    }
    out.solid = out.node && IsSolid(*out.node);
    if (out.solid) out.node.reset();
    return out;
  }

  const OccupancyGrid& grid_;
  BlockRange range_;
  int threads_;
  std::vector<MixedBlock> mixed_;
  std::vector<int32_t> mixed_of_;  ///< By block index: position in mixed_, or kNotMixed.
  std::vector<size_t> first_id_;   ///< By position in mixed_: the number of its first component.
  UnionFind sets_{0};
};

}  // namespace

double KeepBytes(const VoxelBox& bounds) {
  // For each block a union-find entry, a position and two flags; for each node, of eight blocks, a Rebuilt (two bytes
  // per block).
  const double blocks = double(BlockRange(bounds).Count()) * (sizeof(size_t) + sizeof(int32_t) + 2 + 2);
  // Nodes that straddle the bounds cannot become tiles, even when they are blocked.
  double cut_nodes = 0;
  for (int a = 0; a < 3; ++a) {
    const int faces = (bounds.lo[a] % 128 != 0) + (bounds.hi[a] % 128 != 0);
    cut_nodes += faces * (double(bounds.Size((a + 1) % 3)) / 128 + 2) * (double(bounds.Size((a + 2) % 3)) / 128 + 2);
  }
  return blocks + cut_nodes * sizeof(MaskNode128::UnionType) * MaskNode128::NUM_VALUES;
}

Result<OccupancyGrid> KeepConnected(const OccupancyGrid& grid, std::span<const VoxelCoord> seeds, int threads,
                                    const ProgressFunction& progress) {
  FreeSpace space(grid, threads);
  if (!space.Label(progress)) return Error{ErrorCode::Cancelled, "cancelled"};
  space.Join();
  std::vector<size_t> kept;
  for (VoxelCoord seed : seeds) kept.push_back(space.ComponentAt(seed));
  std::ranges::sort(kept);
  return space.Without(kept, progress);
}

}  // namespace navnet
