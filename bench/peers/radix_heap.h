// SPDX-License-Identifier: Apache-2.0
#pragma once
// A monotone priority queue: keys never fall below the last one taken. After Ahuja, Mehlhorn, Orlin & Tarjan, "Faster
// algorithms for the shortest path problem", J. ACM 37 (1990).

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace navnet::peers {

/// Bucket b > 0 contains the keys whose highest bit that differs from the last key taken is bit b - 1; bucket 0
/// contains the keys equal to it. Equal keys come out last in, first out, which makes a search continue towards its
/// goal.
class RadixHeap {
 public:
  struct Entry {
    uint64_t key;
    uint32_t value;
  };

  void Clear() {
    for (std::vector<Entry>& bucket : buckets_) bucket.clear();
    last_ = 0;
    size_ = 0;
  }
  bool IsEmpty() const { return size_ == 0; }

  /// Requires: the key is at least that of the last entry taken.
  void Push(Entry entry) {
    assert(entry.key >= last_);
    buckets_[BucketOf(entry.key)].push_back(entry);
    ++size_;
  }

  /// Requires: !IsEmpty().
  Entry Pop() {
    if (buckets_[0].empty()) Refill();
    const Entry entry = buckets_[0].back();
    buckets_[0].pop_back();
    --size_;
    return entry;
  }

 private:
  size_t BucketOf(uint64_t key) const { return size_t(64 - std::countl_zero(key ^ last_)); }

  /// Redistributes the lowest non-empty bucket over those below it.
  void Refill() {
    size_t from = 1;
    while (buckets_[from].empty()) ++from;
    std::vector<Entry>& bucket = buckets_[from];
    last_ = std::ranges::min(bucket, {}, &Entry::key).key;
    for (const Entry& entry : bucket) buckets_[BucketOf(entry.key)].push_back(entry);
    bucket.clear();
  }

  std::array<std::vector<Entry>, 65> buckets_;
  uint64_t last_ = 0;
  size_t size_ = 0;
};

}  // namespace navnet::peers
