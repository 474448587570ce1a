// SPDX-License-Identifier: Apache-2.0
#pragma once
// Disjoint sets, for labelling connected components.

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace navnet {

/// Disjoint sets of 0 .. size - 1. The root of a set is its smallest member, whatever the order of joins.
class UnionFind {
 public:
  explicit UnionFind(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), size_t{0}); }

  size_t Find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void Join(size_t a, size_t b) {
    a = Find(a);
    b = Find(b);
    if (a > b) std::swap(a, b);
    parent_[b] = a;
  }

 private:
  std::vector<size_t> parent_;
};

}  // namespace navnet
