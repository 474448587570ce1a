#pragma once
// Random numbers that are the same on every machine; the standard's distributions are not.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace navnet::worlds {

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014): scrambles 64 bits.
constexpr uint64_t Scramble(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Splitmix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(Scramble(seed)) {}

  uint64_t Next() { return Scramble(state_ += 0x9e3779b97f4a7c15u); }
  /// In [0, 1).
  double Unit() { return double(Next() >> 11) * 0x1p-53; }
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
  uint64_t state_;
};

}  // namespace navnet::worlds
