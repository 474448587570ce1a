// SPDX-License-Identifier: Apache-2.0
#pragma once
// Neighbour search: a k-d tree whose boxes are halved along their longest side (J. L. Bentley, Multidimensional binary
// search trees used for associative searching, 1975). A query visits about as many points as it asks for, in dense
// crowds as in the open.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

/// Memory is reused by the next build. Between builds any number of threads may query at once.
class NeighbourTree {
 public:
  struct Item {
    Vec3 point;
    uint32_t number = 0;
  };

  /// Builds the tree from a copy of the items: O(n log n).
  void Build(std::span<const Item> items);

  /// Calls `visit(number, point)` for every point within `reach_m` of `p`, and for some farther ones. The visitor may
  /// reduce `reach_m`, which is read again for every node.
  template <class Visit>
  void EachNear(Vec3 p, const double& reach_m, const Visit& visit) const {
    Search(p, reach_m, std::numeric_limits<double>::infinity(), visit);
  }
  /// The same with distances in the first two coordinates, for points whose third differs by less than `height_m`.
  template <class Visit>
  void EachNearOnPlan(Vec3 p, const double& reach_m, double height_m, const Visit& visit) const {
    Search(p, reach_m, height_m, visit);
  }

 private:
  struct Node {
    Vec3 lo, hi;
    uint32_t begin = 0, end = 0;
    uint32_t second = 0;  ///< Second child; the first one follows its parent. 0: a leaf.
  };
  /// Maximum number of points in a leaf. More make the tree smaller and queries visit more points.
  static constexpr uint32_t kLeaf = 8;

  void Split(uint32_t begin, uint32_t end);
  template <class Visit>
  void Search(Vec3 p, const double& reach_m, double height_m, const Visit& visit) const;

  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

template <class Visit>
void NeighbourTree::Search(Vec3 p, const double& reach_m, double height_m, const Visit& visit) const {
  const bool on_plan = std::isfinite(height_m);
  // The squared distance to a box; infinite for one outside the height range.
  const auto distance_squared = [&](const Node& node) {
    const auto off = [&](int a) { return std::max({node.lo[a] - p[a], p[a] - node.hi[a], 0.0}); };
    const double x = off(0), y = off(1), z = off(2);
    if (!on_plan) return x * x + y * y + z * z;
    return z < height_m ? x * x + y * y : std::numeric_limits<double>::infinity();
  };
  struct Waiting {
    uint32_t node;
    double distance_squared;
  };
  std::array<Waiting, 64> waiting;  // A halved range of 32-bit indices is never that deep.
  size_t count = 0;
  if (!nodes_.empty()) waiting[count++] = {0, distance_squared(nodes_[0])};
  while (count > 0) {
    const Waiting next = waiting[--count];
    if (next.distance_squared > reach_m * reach_m) continue;
    const Node& node = nodes_[next.node];
    if (node.second == 0) {
      for (uint32_t i = node.begin; i < node.end; ++i) visit(items_[i].number, items_[i].point);
      continue;
    }
    Waiting first{next.node + 1, distance_squared(nodes_[next.node + 1])};
    Waiting second{node.second, distance_squared(nodes_[node.second])};
    if (first.distance_squared > second.distance_squared) std::swap(first, second);
    waiting[count++] = second;
    waiting[count++] = first;
  }
}

}  // namespace navnet
