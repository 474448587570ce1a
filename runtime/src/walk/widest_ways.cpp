// SPDX-License-Identifier: Apache-2.0
#include "walk/widest_ways.h"

#include <algorithm>
#include <numeric>

namespace navnet {

WidestWays::WidestWays(const GroundView& ground) : parent_(ground.vertices.size()), width_(ground.vertices.size(), -1) {
  std::iota(parent_.begin(), parent_.end(), 0u);
  std::vector<uint32_t> order(ground.edges.size()), size(ground.vertices.size(), 1);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return ground.edges[a].min_clearance_m > ground.edges[b].min_clearance_m;
  });
  const auto root = [&](uint32_t v) {
    while (parent_[v] != v) v = parent_[v];
    return v;
  };
  for (const uint32_t e : order) {
    const GroundEdge& edge = ground.edges[e];
    uint32_t a = root(edge.from), b = root(edge.to);
    if (a == b) continue;
    if (size[a] < size[b]) std::swap(a, b);
    size[a] += size[b];
    parent_[b] = a;
    width_[b] = edge.min_clearance_m;
  }
}

double WidestWays::Widest(uint32_t a, uint32_t b) const {
  double width = std::numeric_limits<double>::infinity();
  while (a != b) {
    if (width_[a] < width_[b]) std::swap(a, b);
    width = width_[a];
    if (width < 0) return 0;
    a = parent_[a];
  }
  return width;
}

}  // namespace navnet
