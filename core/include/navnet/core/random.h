// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random numbers that are the same on every machine, unlike the distributions of the standard library.

#include <cstdint>

namespace navnet {

/// Mixes 64 bits: the finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014). A bijection; neighbouring numbers give independent ones.
constexpr uint64_t Scramble(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// SplitMix64. All seeds are equally good, and neighbouring seeds give independent numbers.
class SplitMix64 {
 public:
  static constexpr uint64_t kStep =
      0x9E3779B97F4A7C15u;  ///< Difference of consecutive states: 2^64 divided by the golden ratio, odd.

  /// Equal seeds give equal sequences.
  explicit constexpr SplitMix64(uint64_t seed) : state_(seed) {}

  /// The next number of the sequence.
  constexpr uint64_t Next() { return Scramble(state_ += kStep); }
  /// In [0, 1), a multiple of 2^-53.
  constexpr double Unit() { return double(Next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

/// The seed of element `index` in the sequence of seeds derived from `seed`; element 0 is `seed` itself.
///
///   for (uint64_t i = 0; i < 1000; ++i) places.push_back(*navigator.RandomFree(SeedAt(seed, i), radius_m));
///
/// Two elements of sequences of different seeds are equal with a probability of 2^-64. With `seed + i` instead,
/// neighbouring seeds would give the same sequence, shifted by one.
constexpr uint64_t SeedAt(uint64_t seed, uint64_t index) {
  return index == 0 ? seed : Scramble(seed + SplitMix64::kStep) + index;
}

}  // namespace navnet
