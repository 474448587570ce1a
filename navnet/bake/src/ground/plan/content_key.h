#pragma once
// Names for contents: what has the same name is the same, so that a result can be kept for as long as its input lasts.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace navnet {

/// 128 bits of hash over an input: two inputs of one world share it with a chance of less than 1e-20.
struct ContentKey {
  uint64_t low = 0, high = 0;
  friend auto operator<=>(const ContentKey&, const ContentKey&) = default;
};

struct ContentKeyHash {
  size_t operator()(const ContentKey& key) const { return size_t(key.low); }
};

/// Gathers an input, value by value. Requires: values without padding.
class KeyMaker {
 public:
  template <class Value>
  KeyMaker& Add(const Value& value) {
    return Add(std::span<const Value>(&value, 1));
  }
  /// A list; its length counts too, so that two lists in a row are not mistaken for others.
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
