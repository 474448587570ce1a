// SPDX-License-Identifier: Apache-2.0
#pragma once
// The open list of a search that does not need an exact order: a priority queue of buckets, each a range of keys. Push
// and Pop take a few instructions, where a heap of a thousand entries takes ten unpredictable branches.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace navnet {

/// A priority queue of numbered items with float keys. Items whose keys differ by less than the width of a bucket may
/// be popped in either order: within a bucket, the last one pushed comes first. The order depends only on the sequence
/// of calls. Keeps its memory when cleared.
class BucketQueue {
 public:
  /// Empties the queue. The first buckets hold keys from `least` on, in ranges of `width`; smaller keys go into the
  /// first one. Keys beyond the last bucket are sorted into buckets once all smaller ones are popped. Requires: width >
  /// 0.
  void Begin(float least, float width) {
    count_ = 0;
    Clear();
    SetRange(least, width);
  }

  bool empty() const { return !any_; }

  /// Adds the next item; items are numbered from 0 in the order of these calls. Requires: `key` is finite.
  void Push(float key) {
    if (count_ == links_.size()) links_.resize(2 * count_ + kFirstCapacity);
    links_[count_].key = key;
    Insert(count_++);
  }

  /// The item that Pop removes next. Requires: not empty.
  uint32_t front() {
    size_t bucket = First();
    if (bucket == kBuckets - 1) {
      SpreadLast();
      bucket = First();
    }
    return heads_[bucket];
  }

  /// Removes and returns the first item. Requires: not empty.
  uint32_t Pop() {
    const uint32_t item = front();
    const size_t bucket = First();
    const uint32_t next = heads_[bucket] = links_[item].next;
    // Without branches: which items are the last ones of their buckets is hard to predict.
    uint64_t& word = words_[bucket / 64];
    word &= ~(uint64_t{next == kNone} << (bucket % 64));
    any_ &= ~(uint64_t{word == 0} << (bucket / 64));
    return item;
  }

  /// Removes all items, and adds those again for which `key_of(item, key)` returns true; it may change the key.
  template <class KeyOf>
  void Rekey(const KeyOf& key_of) {
    Clear();
    for (uint32_t item = 0; item < count_; ++item) {
      if (key_of(item, links_[item].key)) Insert(item);
    }
  }

 private:
  static constexpr size_t kBuckets = 4096;
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  static constexpr size_t kFirstCapacity = 1024;

  struct Link {
    float key = 0;
    uint32_t next = 0;  ///< The next item of the same bucket, or kNone.
  };

  void Clear() {
    words_ = {};
    any_ = 0;
  }
  void SetRange(float least, float width) {
    least_ = least;
    width_ = width;
    per_width_ = 1 / width;
  }
  void Insert(uint32_t item) {
    Link& link = links_[item];
    const float place = std::max(0.0f, std::min(float(kBuckets - 1), (link.key - least_) * per_width_));
    const auto bucket = size_t(uint32_t(place));
    const uint64_t bit = uint64_t{1} << (bucket % 64);
    uint64_t& word = words_[bucket / 64];
    const uint32_t head = heads_[bucket];  // Read in any case: whether the bucket has items is hard to predict.
    link.next = word & bit ? head : kNone;
    heads_[bucket] = item;
    word |= bit;
    any_ |= uint64_t{1} << (bucket / 64);
  }
  size_t First() const {
    const auto word = size_t(std::countr_zero(any_));
    return word * 64 + size_t(std::countr_zero(words_[word]));
  }
  /// Sorts the items of the last bucket, the only ones left, into buckets from their least key on, of twice the width.
  /// The order of items in a bucket is reversed twice, and so stays.
  void SpreadLast() {
    uint32_t item = heads_[kBuckets - 1], reversed = kNone;
    Clear();
    float least = links_[item].key;
    while (item != kNone) {
      least = std::min(least, links_[item].key);
      const uint32_t next = links_[item].next;
      links_[item].next = reversed;
      reversed = item;
      item = next;
    }
    SetRange(least, 2 * width_);
    while (reversed != kNone) {
      const uint32_t next = links_[reversed].next;
      Insert(reversed);
      reversed = next;
    }
  }

  std::vector<Link> links_;  ///< By item; the first `count_` are in use.
  uint32_t count_ = 0;
  std::array<uint32_t, kBuckets> heads_{};
  std::array<uint64_t, kBuckets / 64> words_{};  ///< A bit for each bucket: whether it has items.
  uint64_t any_ = 0;                             ///< A bit for each word: whether it is not zero.
  float least_ = 0, width_ = 1, per_width_ = 1;
};

}  // namespace navnet
