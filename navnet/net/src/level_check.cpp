// SPDX-License-Identifier: Apache-2.0
// Checks everything that queries rely on in a level, in linear time except for binary searches among merged blocks.

#include <navnet/core/block.h>
#include <navnet/internal/core/union_find.h>
#include <navnet/internal/net/image.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace navnet {
namespace {

bool IsInside(const VoxelBox& inner, const VoxelBox& outer) {
  for (int a = 0; a < 3; ++a) {
    if (inner.lo[a] < outer.lo[a] || inner.hi[a] > outer.hi[a]) return false;
  }
  return true;
}

std::string At(const char* what, size_t i) { return std::string(what) + " " + std::to_string(i) + " "; }

// Whether two boxes share a face: they touch on one axis and overlap on the other two.
bool ShareAFace(const VoxelBox& a, const VoxelBox& b) {
  int flat = 0;
  bool meet = true;
  for (int k = 0; k < 3; ++k) {
    const int32_t lo = std::max(a.lo[k], b.lo[k]), hi = std::min(a.hi[k], b.hi[k]);
    flat += lo == hi;
    meet &= lo <= hi;
  }
  return meet && flat == 1;
}

class LevelCheck {
 public:
  LevelCheck(const NetLevel& level, const VoxelBox& bounds) : level_(level), bounds_(bounds) {}

  /// The first fault found, or an empty string.
  std::string Run() {
    for (const auto part : {&LevelCheck::Blocks, &LevelCheck::Overlaps, &LevelCheck::Cells, &LevelCheck::Neighbours}) {
      if (std::string fault = (this->*part)(); !fault.empty()) return fault;
    }
    return {};
  }

 private:
  std::string Blocks() {
    size_t next_cell = 0;
    for (size_t i = 0; i < level_.blocks.size(); ++i) {
      const NetBlock& block = level_.blocks[i];
      if (block.size < kBlockSize || block.size > kLargestBlock || !std::has_single_bit(uint32_t(block.size))) {
        return At("block", i) + "has an impossible size";
      }
      if (i > 0 && !BlockBefore(level_.blocks[i - 1], block)) return At("block", i) + "is out of order";
      if (block.first_cell != next_cell || block.cell_count == 0 ||
          block.cell_count > level_.cells.size() - next_cell) {
        return At("block", i) + "names cells that are not its own";
      }
      for (int a = 0; a < 3; ++a) {
        if (block.origin[a] % block.size != 0 || std::abs(int64_t{block.origin[a]}) > (1 << 30)) {
          return At("block", i) + "is not aligned";
        }
      }
      const VoxelBox cube = {block.origin, block.origin + VoxelCoord{block.size, block.size, block.size}};
      // A merged block must be a single cell, since queries do not search its cells for a voxel.
      if (block.size > kBlockSize && (block.cell_count != 1 || !(level_.cells[next_cell] == cube))) {
        return At("block", i) + "is large but not a single cell";
      }
      for (size_t cell = next_cell; cell < next_cell + block.cell_count; ++cell) {
        if (level_.cells[cell].IsEmpty() || !IsInside(level_.cells[cell], cube)) {
          return At("cell", cell) + "is not inside its block";
        }
      }
      next_cell += block.cell_count;
    }
    if (next_cell != level_.cells.size()) return "there are cells outside all blocks";
    return {};
  }

  std::string Overlaps() {
    const std::span<const NetBlock> blocks = level_.blocks;
    for (auto first = blocks.begin(); first != blocks.end();) {
      const auto larger = std::upper_bound(first, blocks.end(), first->size,
                                           [](int32_t size, const NetBlock& b) { return size < b.size; });
      for (; first != larger; ++first) {
        if (larger == blocks.end() || !FindBlock({larger, blocks.end()}, first->origin)) continue;
        return At("block", size_t(first - blocks.begin())) + "lies inside another one";
      }
    }
    return {};
  }

  std::string Cells() {
    const int64_t all = bounds_.Volume();
    int64_t voxels = 0;
    for (size_t cell = 0; cell < level_.cells.size(); ++cell) {
      if (!IsInside(level_.volumes[cell], bounds_) || !IsInside(level_.cells[cell], level_.volumes[cell])) {
        return At("volume", cell) + "does not fit its cell and the bounds";
      }
      voxels += level_.cells[cell].Volume();
      if (voxels > all) return At("cell", cell) + "and those before it have more voxels than the bounds";
    }
    if (voxels != level_.voxels_free || level_.voxels_left_out < 0 || level_.voxels_left_out > all - voxels ||
        level_.voxels_blocked != all - voxels - level_.voxels_left_out) {
      return "the numbers of voxels do not add up";
    }
    return {};
  }

  std::string Neighbours() {
    const size_t count = level_.cells.size();
    const std::span<const uint32_t> first = level_.first_neighbour;
    if (first.front() != 0 || first.back() != level_.neighbours.size()) return "neighbours out of range";
    for (size_t cell = 0; cell < count; ++cell) {
      if (first[cell] > first[cell + 1]) return At("cell", cell) + "has neighbours out of order";
    }
    // Contacts are numbered in ascending order of their lower cell, then of their higher cell. Each contact is visited
    // from its lower cell, and its reverse must be the next unvisited neighbour of the higher cell.
    std::vector<uint32_t> back(first.begin(), first.end() - 1), labels(count, kNoCell);
    UnionFind same(count);  // Of labels, which are cells; most cells copy the label of a lower neighbour.
    uint32_t contact = 0;
    for (uint32_t cell = 0; cell < count; ++cell) {
      if (labels[cell] == kNoCell) labels[cell] = cell;
      uint32_t least = cell + 1;
      for (uint32_t i = back[cell]; i < first[cell + 1]; ++i) {
        const NetNeighbour neighbour = level_.neighbours[i];
        if (neighbour.cell < least || neighbour.cell >= count)
          return At("cell", cell) + "has a neighbour that does not exist or is out of order";
        least = neighbour.cell + 1;
        uint32_t& reverse = back[neighbour.cell];
        if (neighbour.contact != contact || reverse >= first[neighbour.cell + 1] ||
            level_.neighbours[reverse].cell != cell || level_.neighbours[reverse].contact != contact) {
          return At("contact", contact) + "does not lead back";
        }
        ++reverse;
        ++contact;
        if (!ShareAFace(level_.cells[cell], level_.cells[neighbour.cell])) {
          return At("cell", cell) + "has a neighbour that it does not touch";
        }
        uint32_t& label = labels[neighbour.cell];
        if (label == kNoCell) {
          label = labels[cell];
        } else if (label != labels[cell]) {
          same.Join(label, labels[cell]);
        }
      }
    }
    return Components(labels, same);
  }

  // Checks that components are the connected components, numbered in order of their first cells.
  std::string Components(std::span<const uint32_t> labels, UnionFind& same) const {
    uint32_t components = 0;
    for (size_t cell = 0; cell < labels.size(); ++cell) {
      const size_t root = same.Find(labels[cell]);
      const uint32_t expected = root == cell ? components++ : level_.components[root];
      if (level_.components[cell] != expected) {
        return At("cell", cell) + "is in another component than what it is connected to";
      }
    }
    if (components != level_.component_count) return "the component count is wrong";
    return {};
  }

  const NetLevel& level_;
  const VoxelBox& bounds_;
};

}  // namespace

std::string FindFault(const NetLevel& level, const VoxelBox& bounds) { return LevelCheck(level, bounds).Run(); }

}  // namespace navnet
