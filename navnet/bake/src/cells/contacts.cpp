// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/contacts.h>

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace navnet {
namespace {

// Up to these numbers of candidate pairs, testing each pair is cheaper than writing cell indices to all voxels of a
// block, or of one of its faces.
constexpr size_t kFewPairsInside = 60'000;
constexpr size_t kFewPairsAcross = 600;

bool Overlap(const VoxelBox& a, const VoxelBox& b, int axis) {
  return a.lo[axis] < b.hi[axis] && b.lo[axis] < a.hi[axis];
}

// Finds the contacts among the cells of one block, and across its high faces.
class BlockContacts {
 public:
  BlockContacts(std::span<const VoxelBox> cells, const NetBlock& block) : cells_(cells), block_(block) {}

  void Inside(std::vector<CellPair>& out) const {
    if (block_.cell_count <= 1) return;
    std::array<Planes, 3> planes;
    size_t pairs = 0;
    for (int axis = 0; axis < 3; ++axis) pairs += FillPlanes(axis, planes[size_t(axis)]);
    if (pairs <= kFewPairsInside) {
      for (int axis = 0; axis < 3; ++axis) PlanePairs(planes[size_t(axis)], out);
    } else if (block_.cell_count < UINT16_MAX) {
      PaintedPairs<uint16_t>(out);
    } else {
      PaintedPairs<uint32_t>(out);
    }
  }

  // The cells that touch the block's high face along an axis.
  std::vector<uint32_t> Touching(int axis) const {
    std::vector<uint32_t> touching;
    const int32_t end = block_.origin[axis] + block_.size;
    for (uint32_t i = 0; i < block_.cell_count; ++i) {
      if (Cell(block_.first_cell + i).hi[axis] == end) touching.push_back(block_.first_cell + i);
    }
    return touching;
  }

  // Appends the contacts across the block's high face along an axis, with all blocks on the other side.
  void Across(std::span<const NetBlock> blocks, int axis, std::vector<CellPair>& out) const {
    const std::vector<uint32_t> touching = Touching(axis);
    if (touching.empty()) return;
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    VoxelCoord p;
    p[axis] = block_.origin[axis] + block_.size;
    for (p[u] = block_.origin[u]; p[u] < block_.origin[u] + block_.size; p[u] += kBlockSize) {
      for (p[v] = block_.origin[v]; p[v] < block_.origin[v] + block_.size; p[v] += kBlockSize) {
        const NetBlock* other = FindBlock(blocks, p);
        if (!other) continue;
        // Handles a large neighbour once, at the first 64³ step that lies in it.
        bool first = true;
        for (const int k : {u, v}) first = first && p[k] == std::max(block_.origin[k], other->origin[k]);
        if (first) AcrossTo(*other, axis, touching, out);
      }
    }
  }

  void AcrossTo(const NetBlock& other, int axis, const std::vector<uint32_t>& touching,
                std::vector<CellPair>& out) const {
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    std::vector<uint32_t> facing;
    for (uint32_t i = 0; i < other.cell_count; ++i) {
      if (Cell(other.first_cell + i).lo[axis] == other.origin[axis]) facing.push_back(other.first_cell + i);
    }
    if (block_.cell_count == 1 || other.cell_count == 1 || touching.size() * facing.size() <= kFewPairsAcross) {
      for (uint32_t a : touching) {
        for (uint32_t b : facing) {
          if (Overlap(Cell(a), Cell(b), u) && Overlap(Cell(a), Cell(b), v)) out.push_back(std::minmax(a, b));
        }
      }
      return;
    }
    // Both blocks are 64³ here, since a larger block is a single cell.
    std::array<uint32_t, kBlockRows> owner;
    owner.fill(kNoCell);
    const auto at = [&](VoxelCoord p) -> uint32_t& {
      return owner[size_t(BlockRow(p[u] - other.origin[u], p[v] - other.origin[v]))];
    };
    for (uint32_t b : facing) {
      VoxelCoord p;
      for (p[u] = Cell(b).lo[u]; p[u] < Cell(b).hi[u]; ++p[u]) {
        for (p[v] = Cell(b).lo[v]; p[v] < Cell(b).hi[v]; ++p[v]) at(p) = b;
      }
    }
    for (uint32_t a : touching) WalkFace(a, axis, at, out);
  }

 private:
  // A cell projected along an axis: its extent on the other two axes, relative to the block.
  struct Facet {
    uint8_t u_lo, u_hi, v_lo, v_hi;
    uint32_t cell;
  };

  // For each plane perpendicular to an axis, the cells that end at it and those that begin at it: only these can touch.
  struct Planes {
    std::array<uint32_t, kBlockSize + 2> ends_at{}, begins_at{};  ///< By plane: index of its first cell in the lists.
    std::vector<Facet> ending, beginning;
  };

  const VoxelBox& Cell(uint32_t i) const { return cells_[i]; }

  // Returns the number of candidate pairs; fills the lists only if there are at most kFewPairsInside.
  size_t FillPlanes(int axis, Planes& out) const {
    const uint32_t first = block_.first_cell, end = first + block_.cell_count;
    const auto plane = [&](int32_t at) { return size_t(at - block_.origin[axis]); };
    for (uint32_t i = first; i < end; ++i) {
      ++out.ends_at[plane(Cell(i).hi[axis]) + 1];
      ++out.begins_at[plane(Cell(i).lo[axis]) + 1];
    }
    size_t pairs = 0;
    for (size_t p = 0; p <= kBlockSize; ++p) {
      pairs += size_t{out.ends_at[p + 1]} * out.begins_at[p + 1];
      out.ends_at[p + 1] += out.ends_at[p];
      out.begins_at[p + 1] += out.begins_at[p];
    }
    if (pairs > kFewPairsInside) return pairs;
    out.ending.resize(block_.cell_count);
    out.beginning.resize(block_.cell_count);
    auto next_ending = out.ends_at, next_beginning = out.begins_at;
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    const auto local = [&](VoxelCoord p, int a) { return uint8_t(p[a] - block_.origin[a]); };
    for (uint32_t i = first; i < end; ++i) {
      const VoxelBox& c = Cell(i);
      const Facet facet{local(c.lo, u), local(c.hi, u), local(c.lo, v), local(c.hi, v), i};
      out.ending[next_ending[plane(c.hi[axis])]++] = facet;
      out.beginning[next_beginning[plane(c.lo[axis])]++] = facet;
    }
    return pairs;
  }

  static void PlanePairs(const Planes& planes, std::vector<CellPair>& out) {
    for (size_t p = 1; p < kBlockSize; ++p) {
      for (size_t i = planes.ends_at[p]; i < planes.ends_at[p + 1]; ++i) {
        const Facet a = planes.ending[i];
        for (size_t k = planes.begins_at[p]; k < planes.begins_at[p + 1]; ++k) {
          const Facet& b = planes.beginning[k];
          if ((a.u_lo < b.u_hi) & (b.u_lo < a.u_hi) & (a.v_lo < b.v_hi) & (b.v_lo < a.v_hi)) {
            out.push_back(std::minmax(a.cell, b.cell));
          }
        }
      }
    }
  }

  // Writes each cell's index to its voxels, then reads each cell's neighbours from the voxels behind its high faces.
  template <class Number>
  void PaintedPairs(std::vector<CellPair>& out) const {
    constexpr auto kNone = Number(-1);
    std::vector<Number> owner(size_t{kBlockRows} * kBlockSize, kNone);
    const auto at = [&](VoxelCoord v) -> Number& {
      const VoxelCoord d = v - block_.origin;
      return owner[size_t(BlockRow(d.x, d.y)) * kBlockSize + size_t(d.z)];
    };
    for (uint32_t i = 0; i < block_.cell_count; ++i) {
      const VoxelBox& c = Cell(block_.first_cell + i);
      for (int x = c.lo.x; x < c.hi.x; ++x) {
        for (int y = c.lo.y; y < c.hi.y; ++y) std::fill_n(&at({x, y, c.lo.z}), c.Size(2), Number(i));
      }
    }
    for (uint32_t i = 0; i < block_.cell_count; ++i) {
      const uint32_t cell = block_.first_cell + i;
      for (int axis = 0; axis < 3; ++axis) {
        const int32_t behind = Cell(cell).hi[axis];
        if (behind == block_.origin[axis] + kBlockSize) continue;
        WalkFace(
            cell, axis,
            [&](VoxelCoord v) {
              v[axis] = behind;
              const Number found = at(v);
              return found == kNone ? kNoCell : block_.first_cell + found;
            },
            out);
      }
    }
  }

  // Visits the voxels behind a face of a cell, skipping along the second axis to the end of each neighbour found.
  // Appends each neighbour once, at the low corner of the shared rectangle.
  template <class OwnerAt>
  void WalkFace(uint32_t cell, int axis, const OwnerAt& owner_at, std::vector<CellPair>& out) const {
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    const VoxelBox& c = Cell(cell);
    VoxelCoord p;
    for (p[u] = c.lo[u]; p[u] < c.hi[u]; ++p[u]) {
      for (p[v] = c.lo[v]; p[v] < c.hi[v];) {
        const uint32_t other = owner_at(p);
        if (other == kNoCell) {
          ++p[v];
          continue;
        }
        const VoxelBox& o = Cell(other);
        if (p[u] == std::max(c.lo[u], o.lo[u]) && p[v] == std::max(c.lo[v], o.lo[v])) {
          out.push_back(std::minmax(cell, other));
        }
        p[v] = o.hi[v];
      }
    }
  }

  const std::span<const VoxelBox> cells_;
  const NetBlock& block_;
};

}  // namespace

void PairsInside(std::span<const VoxelBox> cells, const NetBlock& block, std::vector<CellPair>& out) {
  BlockContacts(cells, block).Inside(out);
}

void PairsAcross(std::span<const VoxelBox> cells, const NetBlock& block, int axis, const NetBlock& behind,
                 std::vector<CellPair>& out) {
  const BlockContacts contacts(cells, block);
  contacts.AcrossTo(behind, axis, contacts.Touching(axis), out);
}

PairLists FindPairs(const LevelArrays& level, int threads, const ProgressFunction& progress) {
  PairLists pairs(level.blocks.size());
  const bool done = ParallelFor(level.blocks.size(), threads, "contacts", progress, [&](size_t i) {
    const BlockContacts contacts(level.cells, level.blocks[i]);
    contacts.Inside(pairs[i]);
    for (int axis = 0; axis < 3; ++axis) contacts.Across(level.blocks, axis, pairs[i]);
    pairs[i].shrink_to_fit();
  });
  if (!done) throw CancelledError();
  return pairs;
}

}  // namespace navnet
