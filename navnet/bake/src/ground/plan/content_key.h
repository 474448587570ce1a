// SPDX-License-Identifier: Apache-2.0
#pragma once
// Content hashes used as cache keys: equal keys mean equal inputs, so a cached result is valid as long as the key of
// its input does not change.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace navnet {

/// A 128-bit hash of an input. The probability that two different inputs of one world share a key is below 1e-20.
struct ContentKey {
  uint64_t low = 0, high = 0;
  friend auto operator<=>(const ContentKey&, const ContentKey&) = default;
};

struct ContentKeyHash {
  size_t operator()(const ContentKey& key) const { return size_t(key.low); }
};

/// Collects an input value by value and hashes it. Requires: value types without padding bytes.
class KeyMaker {
 public:
  template <class Value>
  KeyMaker& Add(const Value& value) {
    return Add(std::span<const Value>(&value, 1));
  }
  /// Adds the length of a list and its values, so that consecutive lists cannot be confused with others.
  template <class Value>
  KeyMaker& AddList(std::span<const Value> values) {
    return Add(values.size()).Add(values);
  }
  ContentKey Make() const;

 private:
  template <class Value>
  KeyMaker& Add(std::span<const Value> values) {
    static_assert(std::is_trivially_copyable_v<Value>);
    Append(values.data(), values.size_bytes());
    return *this;
  }
  void Append(const void* data, size_t size);

  std::vector<std::byte> bytes_;
};

}  // namespace navnet
