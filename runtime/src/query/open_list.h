#pragma once
// The open list of a search: a heap with four children a node. Fewer levels than with two, and a node's children share
// a cache line.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace navnet {

/// Entries by their member `key`, the smallest first; entries with equal keys in an order that depends on the sequence
/// of calls alone. Keeps its memory when cleared.
template <class Entry>
class OpenList {
 public:
  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  const Entry& front() const { return entries_.front(); }

  /// True when the entry is now the first.
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

  /// Takes the first entry away. Requires: not empty.
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
