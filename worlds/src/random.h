// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random numbers for procedural worlds, the same on every machine.

#include <navnet/core/random.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace navnet::worlds {

/// SplitMix64 with the distributions that the generators need.
class Random {
 public:
  explicit Random(uint64_t seed) : numbers_(Scramble(seed)) {}

  uint64_t Next() { return numbers_.Next(); }
  /// In [0, 1).
  double Unit() { return numbers_.Unit(); }
  /// In [low, high).
  double Uniform(double low, double high) { return low + (high - low) * Unit(); }
  /// In [0, count). Requires: count > 0. The bias is below 2^-32 for the counts used here.
  int Below(int count) { return int(((Next() >> 32) * uint64_t(count)) >> 32); }
  bool Chance(double probability) { return Unit() < probability; }

  template <class T>
  void Shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[size_t(Next() % i)]);
  }

 private:
  SplitMix64 numbers_;
};

}  // namespace navnet::worlds
