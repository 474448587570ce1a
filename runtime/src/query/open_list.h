// SPDX-License-Identifier: Apache-2.0
#pragma once
// The open list of a search: a 4-ary heap. It has fewer levels than a binary heap, and the children of a node share a
// cache line.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace navnet {

/// A priority queue ordered by the entries' operator<, smallest first; the order of equal entries depends only on the
/// sequence of calls. Keeps its memory when cleared.
template <class Entry>
class OpenList {
 public:
  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  const Entry& front() const { return entries_.front(); }

  /// Adds an entry. True when it is now the first.
  bool Push(Entry entry) {
    entries_.push_back(entry);
    return SiftUp(entries_.size() - 1);
  }

  /// Removes and returns the first entry. Requires: not empty.
  Entry Pop() {
    const Entry top = entries_.front(), last = entries_.back();
    entries_.pop_back();
    const size_t count = entries_.size();
    if (count == 0) return top;
    size_t at = 0;
    for (;;) {
      const size_t first = 4 * at + 1;
      if (first >= count) break;
      size_t least = first;
      for (size_t child = first + 1; child < std::min(first + 4, count); ++child) {
        if (entries_[child] < entries_[least]) least = child;
      }
      if (!(entries_[least] < last)) break;
      entries_[at] = entries_[least];
      at = least;
    }
    entries_[at] = last;
    return top;
  }

  /// All entries, in no particular order.
  std::span<const Entry> entries() const { return entries_; }

  /// Calls `update(entry)` for each entry, which may change it; entries for which it returns false are removed.
  template <class Update>
  void UpdateAll(const Update& update) {
    size_t kept = 0;
    for (size_t i = 0; i < entries_.size(); ++i) {
      Entry entry = entries_[i];
      if (!update(entry)) continue;
      entries_[kept] = entry;
      SiftUp(kept++);
    }
    entries_.resize(kept);
  }

 private:
  /// Moves the entry at `at` up to its place. True when it is now the first.
  bool SiftUp(size_t at) {
    const Entry entry = entries_[at];
    while (at > 0) {
      const size_t parent = (at - 1) / 4;
      if (!(entry < entries_[parent])) break;
      entries_[at] = entries_[parent];
      at = parent;
    }
    entries_[at] = entry;
    return at == 0;
  }

  std::vector<Entry> entries_;
};

}  // namespace navnet
