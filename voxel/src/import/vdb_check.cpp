// SPDX-License-Identifier: Apache-2.0
// The format as OpenVDB 10 writes it: RootNode.h, InternalNode.h, LeafNode*.h and io/Compression.h, readTopology() and
// readBuffers().

#include "import/vdb_check.h"

#include <openvdb/io/Compression.h>

#include <array>
#include <bit>

namespace navnet {
namespace {

constexpr uint64_t kLeafVoxels = 512, kOriginBytes = 12;

class TreeWalk {
 public:
  TreeWalk(CheckedStream& file, const VdbTreeLayout& layout) : file_(file), layout_(layout) {}

  void Run() {
    if (file_.Value<int32_t>() != 1) CheckedStream::ThrowDamaged();  // Buffers for each leaf.
    file_.Skip(layout_.value_bytes);                                 // Background.
    const auto tiles = file_.Value<uint32_t>(), children = file_.Value<uint32_t>();
    for (uint32_t i = 0; i < tiles; ++i) {
      file_.Skip(kOriginBytes);
      SkipPlain(1, layout_.value_bytes);
      if (file_.Value<uint8_t>() > 1) CheckedStream::ThrowDamaged();  // Active.
    }
    for (uint32_t i = 0; i < children; ++i) {
      file_.Skip(kOriginBytes);
      const uint64_t nodes = Node<32 * 32 * 32>();
      for (uint64_t k = 0; k < nodes; ++k) {
        const uint64_t leaves = Node<16 * 16 * 16>();
        file_.Skip(leaves * kLeafVoxels / 8);
        leaves_ += leaves;
      }
    }
    for (uint64_t i = 0; i < leaves_; ++i) Leaf();
  }

 private:
  template <uint64_t kBits>
  uint64_t CountBits() {
    std::array<uint64_t, kBits / 64> words;
    file_.Read(words.data(), kBits / 8);
    uint64_t count = 0;
    for (uint64_t word : words) count += uint64_t(std::popcount(word));
    return count;
  }

  // Reads the masks and tiles of an internal node; returns the number of its children.
  template <uint64_t kSlots>
  uint64_t Node() {
    const uint64_t children = CountBits<kSlots>();
    const uint64_t active = CountBits<kSlots>();
    Values(kSlots, active);
    return children;
  }

  void Leaf() {
    const uint64_t active = CountBits<kLeafVoxels>();
    switch (layout_.leaves) {
      case VdbTreeLayout::Leaves::Values: return Values(kLeafVoxels, active);
      case VdbTreeLayout::Leaves::Bools: return file_.Skip(kOriginBytes + kLeafVoxels / 8);
      case VdbTreeLayout::Leaves::Masks: return file_.Skip(kOriginBytes);
    }
  }

  // Skips values that are not compressed; checks that bools are 0 or 1.
  void SkipPlain(uint64_t values, uint64_t value_bytes) {
    if (value_bytes > 1) return file_.Skip(values * value_bytes);
    for (uint64_t i = 0; i < values; ++i) {
      if (file_.Value<uint8_t>() > 1) CheckedStream::ThrowDamaged();
    }
  }

  void Values(uint64_t slots, uint64_t active) {
    using namespace openvdb::io;
    const auto kind = file_.Value<int8_t>();
    if (kind < NO_MASK_OR_INACTIVE_VALS || kind > NO_MASK_AND_ALL_VALS) CheckedStream::ThrowDamaged();
    const bool two_inactive = kind == MASK_AND_TWO_INACTIVE_VALS;
    const bool one_inactive = kind == NO_MASK_AND_ONE_INACTIVE_VAL || kind == MASK_AND_ONE_INACTIVE_VAL;
    SkipPlain(two_inactive ? 2 : one_inactive ? 1 : 0, layout_.value_bytes);
    if (kind == MASK_AND_NO_INACTIVE_VALS || kind == MASK_AND_ONE_INACTIVE_VAL || two_inactive) file_.Skip(slots / 8);
    const bool only_active = (layout_.compression & COMPRESS_ACTIVE_MASK) != 0 && kind != NO_MASK_AND_ALL_VALS;
    Block(only_active ? active : slots);
  }

  // Skips an array of values: plain, or preceded by its length, which is negative if the array is stored uncompressed.
  void Block(uint64_t values) {
    using namespace openvdb::io;
    const uint64_t bytes = values * layout_.stored_bytes;
    const bool half_floats = layout_.stored_bytes != layout_.value_bytes;
    if (values == 0 && half_floats) return;
    if ((layout_.compression & (COMPRESS_BLOSC | COMPRESS_ZIP)) == 0) return SkipPlain(values, layout_.stored_bytes);
    const auto length = file_.Value<int64_t>();
    if (length <= 0) {
      if (length != -int64_t(bytes)) CheckedStream::ThrowDamaged();
      return SkipPlain(values, layout_.stored_bytes);
    }
    uint64_t skipped = 0;
    if ((layout_.compression & COMPRESS_BLOSC) != 0) {
      // Blosc's header: four bytes, then the lengths of the data, of a block, and of the compressed whole.
      const auto header = file_.Value<std::array<uint32_t, 4>>();
      skipped = sizeof header;
      if (header[1] != bytes || header[3] != uint64_t(length)) CheckedStream::ThrowDamaged();
    }
    file_.Skip(uint64_t(length) - skipped);
  }

  CheckedStream& file_;
  const VdbTreeLayout layout_;
  uint64_t leaves_ = 0;
};

}  // namespace

void CheckVdbTree(CheckedStream& file, const VdbTreeLayout& layout) { TreeWalk(file, layout).Run(); }

}  // namespace navnet
