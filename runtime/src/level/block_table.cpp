// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/level/block_table.h>

#include <algorithm>

namespace navnet {
namespace {

template <class Visit>
void EachBlock(VoxelCoord lo, VoxelCoord hi, const Visit& visit) {
  for (int x = lo.x; x < hi.x; ++x) {
    for (int y = lo.y; y < hi.y; ++y) {
      for (int z = lo.z; z < hi.z; ++z) visit(VoxelCoord{x, y, z});
    }
  }
}

}  // namespace

BlockTable::BlockTable(const VoxelBox& bounds) {
  if (bounds.IsEmpty()) return;
  lo_ = BlockOf(bounds.lo);
  size_ = BlockOf(bounds.hi - VoxelCoord{1, 1, 1}) - lo_ + VoxelCoord{1, 1, 1};
  for (int a = 0; a < 3; ++a) leaf_count_[a] = (size_[a] + kLeafSize - 1) >> kLeafBits;
  leaves_.Grow(size_t(leaf_count_.x) * size_t(leaf_count_.y) * size_t(leaf_count_.z));
}

BlockTable::Range BlockTable::RangeOf(VoxelCoord origin, int32_t size) const {
  Range range{BlockOf(origin) - lo_, {}};
  for (int a = 0; a < 3; ++a) {
    range.hi[a] = std::min(range.lo[a] + size / kBlockSize, size_[a]);
    range.lo[a] = std::max(range.lo[a], 0);
  }
  return range;
}

template <class Visit>
void BlockTable::EachLeaf(const Range& range, const Visit& visit) const {
  if (range.IsEmpty()) return;
  const auto leaf_of = [](VoxelCoord d) { return VoxelCoord{d.x >> kLeafBits, d.y >> kLeafBits, d.z >> kLeafBits}; };
  EachBlock(leaf_of(range.lo), leaf_of(range.hi - VoxelCoord{1, 1, 1}) + VoxelCoord{1, 1, 1}, [&](VoxelCoord leaf) {
    Range part;
    bool is_whole = true;
    for (int a = 0; a < 3; ++a) {
      const int32_t lo = leaf[a] << kLeafBits, hi = std::min(lo + kLeafSize, size_[a]);
      part.lo[a] = std::max(range.lo[a], lo);
      part.hi[a] = std::min(range.hi[a], hi);
      is_whole = is_whole && part.lo[a] == lo && part.hi[a] == hi;
    }
    visit(LeafAt(part.lo), part, is_whole);
  });
}

BlockTable::Blocks& BlockTable::EditBlocks(Leaf& leaf) {
  if (!leaf.blocks) {
    leaf.blocks = std::make_shared<Blocks>();
    leaf.blocks->fill(leaf.uniform);
  } else if (leaf.epoch != epoch_.now()) {
    leaf.blocks = std::make_shared<Blocks>(*leaf.blocks);
  }
  leaf.epoch = epoch_.now();
  return *leaf.blocks;
}

void BlockTable::Fill(VoxelCoord origin, int32_t size, uint32_t number) {
  EachLeaf(RangeOf(origin, size), [&](size_t at, const Range& part, bool is_whole) {
    Leaf& leaf = leaves_.Edit(at);
    if (is_whole) {
      leaf = {nullptr, 0, number};
      return;
    }
    Blocks& blocks = EditBlocks(leaf);
    EachBlock(part.lo, part.hi, [&](VoxelCoord d) { blocks[BlockIn(d)] = number; });
  });
}

std::vector<uint32_t> BlockTable::NumbersIn(VoxelCoord origin, int32_t size) const {
  std::vector<uint32_t> numbers;
  const auto add = [&](uint32_t number) {
    if (number != kNone && (numbers.empty() || numbers.back() != number)) numbers.push_back(number);
  };
  EachLeaf(RangeOf(origin, size), [&](size_t at, const Range& part, bool) {
    const Leaf* leaf = leaves_.Find(at);
    if (!leaf) return;
    if (!leaf->blocks) return add(leaf->uniform);
    EachBlock(part.lo, part.hi, [&](VoxelCoord d) { add((*leaf->blocks)[BlockIn(d)]); });
  });
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

size_t BlockTable::BytesBeside(const BlockTable& other) const {
  size_t bytes = leaves_.BytesBeside(other.leaves_);
  for (size_t i = 0; i < leaves_.size(); ++i) {
    const Leaf *mine = leaves_.Find(i), *its = i < other.leaves_.size() ? other.leaves_.Find(i) : nullptr;
    if (mine && mine->blocks && (!its || its->blocks != mine->blocks)) bytes += sizeof(Blocks);
  }
  return bytes;
}

}  // namespace navnet
