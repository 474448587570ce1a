#pragma once
// Numbers for things that come and go in groups: ranges of consecutive numbers, used again when they are given back.

#include <cstdint>
#include <map>
#include <vector>

namespace navnet {

/// The numbers first .. first + capacity - 1.
struct IdRange {
  uint32_t first = 0, capacity = 0;
};

/// Ranges are rounded up to one of few sizes, so that what is given back fits what is taken later: the numbers in use
/// stay within twice the most that were ever needed of each size at once.
class RangeAllocator {
 public:
  /// Ranges begin at multiples of `unit`, a power of two.
  explicit RangeAllocator(uint32_t unit) : unit_(unit) {}

  /// At least `count` numbers; none for 0.
  IdRange Take(uint32_t count);
  void Give(IdRange range);
  /// One more than the largest number ever taken.
  uint32_t limit() const { return limit_; }

 private:
  uint32_t unit_, limit_ = 0;
  std::map<uint32_t, std::vector<uint32_t>> unused_;  ///< By capacity.
};

}  // namespace navnet
