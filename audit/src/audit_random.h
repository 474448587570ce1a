#pragma once
// Random numbers determined by a seed and a query's number, the same on every platform.

#include <navnet/core/geometry.h>

#include <cstdint>

namespace navnet {

/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014).
class AuditRandom {
 public:
  AuditRandom(uint64_t seed, uint64_t number) : state_(seed * 0x9E3779B97F4A7C15u ^ Mixed(number + 1)) {}

  uint64_t Next() { return Mixed(state_ += 0x9E3779B97F4A7C15u); }
  double Uniform(double lo, double hi) { return lo + (hi - lo) * double(Next() >> 11) * 0x1p-53; }
  /// A number in [0, limit). Requires: limit > 0.
  uint64_t Below(uint64_t limit) { return Next() % limit; }
  Vec3 PointIn(const Box3& box) {
    return {Uniform(box.min.x, box.max.x), Uniform(box.min.y, box.max.y), Uniform(box.min.z, box.max.z)};
  }

 private:
  static uint64_t Mixed(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
  }

  uint64_t state_;
};

}  // namespace navnet
