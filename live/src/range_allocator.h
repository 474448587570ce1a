// SPDX-License-Identifier: Apache-2.0
#pragma once
// Allocates ranges of consecutive ids for groups of objects, and reuses ranges that are given back.

#include <cstdint>
#include <map>
#include <vector>

namespace navnet {

/// The ids first .. first + capacity - 1.
struct IdRange {
  uint32_t first = 0, capacity = 0;
};

/// Capacities are rounded up to one of a few sizes, so that freed ranges fit later requests: limit() stays within twice
/// the sum, over all sizes, of the largest number of ids ever needed at once.
class RangeAllocator {
 public:
  /// Ranges begin at multiples of `unit`, a power of two.
  explicit RangeAllocator(uint32_t unit) : unit_(unit) {}

  /// Allocates at least `count` ids; an empty range for 0.
  IdRange Take(uint32_t count);
  void Give(IdRange range);
  /// One more than the largest id ever allocated.
  uint32_t limit() const { return limit_; }

 private:
  uint32_t unit_, limit_ = 0;
  std::map<uint32_t, std::vector<uint32_t>> unused_;  ///< First ids of free ranges, by capacity.
};

}  // namespace navnet
