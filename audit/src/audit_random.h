// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random numbers determined by a seed and a query's number, the same on every platform.

#include <navnet/core/geometry.h>
#include <navnet/core/random.h>

#include <cstdint>

namespace navnet {

class AuditRandom {
 public:
  AuditRandom(uint64_t seed, uint64_t number) : numbers_(seed * SplitMix64::kStep ^ Scramble(number + 1)) {}

  uint64_t Next() { return numbers_.Next(); }
  double Uniform(double lo, double hi) { return lo + (hi - lo) * numbers_.Unit(); }
  /// A number in [0, limit). Requires: limit > 0.
  uint64_t Below(uint64_t limit) { return Next() % limit; }
  Vec3 PointIn(const Box3& box) {
    return {Uniform(box.min.x, box.max.x), Uniform(box.min.y, box.max.y), Uniform(box.min.z, box.max.z)};
  }

 private:
  SplitMix64 numbers_;
};

}  // namespace navnet
