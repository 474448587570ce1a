// SPDX-License-Identifier: Apache-2.0
#include "range_allocator.h"

#include <bit>

namespace navnet {

IdRange RangeAllocator::Take(uint32_t count) {
  if (count == 0) return {};
  // Capacities are powers of two and the values half way between them.
  const uint32_t units = (count + unit_ - 1) / unit_;
  uint32_t size = std::bit_ceil(units);
  if (size >= 4 && units <= size / 4 * 3) size = size / 4 * 3;
  IdRange range{0, size * unit_};
  std::vector<uint32_t>& unused = unused_[range.capacity];
  if (unused.empty()) {
    range.first = limit_;
    limit_ += range.capacity;
  } else {
    range.first = unused.back();
    unused.pop_back();
  }
  return range;
}

void RangeAllocator::Give(IdRange range) {
  if (range.capacity > 0) unused_[range.capacity].push_back(range.first);
}

}  // namespace navnet
