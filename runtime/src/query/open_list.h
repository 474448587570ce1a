#pragma once
// The open list of a search: a 4-ary heap. It has fewer levels than a binary heap, and the children of a node share a
// cache line.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace navnet {

/// A priority queue on the member `key`, smallest first; the order of equal keys depends only on the sequence of calls.
/// Keeps its memory when cleared.
template <class Entry>
class OpenList {
 public:
  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  const Entry& front() const { return entries_.front(); }

  /// Adds an entry. True when it is now the first.
  bool Push(Entry entry) {
    size_t at = entries_.size();
    entries_.push_back(entry);
    while (at > 0) {
      const size_t parent = (at - 1) / 4;
      if (entries_[parent].key <= entry.key) break;
      entries_[at] = entries_[parent];
      at = parent;
    }
    entries_[at] = entry;
    return at == 0;
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
        if (entries_[child].key < entries_[least].key) least = child;
      }
      if (entries_[least].key >= last.key) break;
      entries_[at] = entries_[least];
      at = least;
    }
    entries_[at] = last;
    return top;
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace navnet
