// SPDX-License-Identifier: Apache-2.0
#include "agents/neighbours.h"

#include <utility>

namespace navnet {

void NeighbourTree::Build(std::span<const Item> items) {
  items_.assign(items.begin(), items.end());
  nodes_.clear();
  if (!items_.empty()) Split(0, uint32_t(items_.size()));
}

void NeighbourTree::Split(uint32_t begin, uint32_t end) {
  const size_t at = nodes_.size();
  Node node{.lo = items_[begin].point, .hi = items_[begin].point, .begin = begin, .end = end};
  for (uint32_t i = begin + 1; i < end; ++i) {
    for (int a = 0; a < 3; ++a) {
      node.lo[a] = std::min(node.lo[a], items_[i].point[a]);
      node.hi[a] = std::max(node.hi[a], items_[i].point[a]);
    }
  }
  nodes_.push_back(node);
  if (end - begin <= kLeaf) return;
  const Vec3 size = node.hi - node.lo;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const uint32_t middle = begin + (end - begin) / 2;
  const auto key = [axis](const Item& item) { return std::pair(item.point[axis], item.number); };
  std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                   [&](const Item& a, const Item& b) { return key(a) < key(b); });
  Split(begin, middle);
  nodes_[at].second = uint32_t(nodes_.size());
  Split(middle, end);
}

}  // namespace navnet
