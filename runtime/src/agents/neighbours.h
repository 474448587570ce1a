#pragma once
// Which agents are near an agent? Points in a tree of boxes, each halved along its longest side (J. L. Bentley,
// Multidimensional binary search trees used for associative searching, 1975): in a press as in the open, a question
// costs about as many points as it asks for.

#include <navnet/core/geometry.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

/// Memory is reused from build to build. Between builds any number of threads may ask at once.
class NeighbourTree {
 public:
  struct Item {
    Vec3 point;
    uint32_t number = 0;
  };

  /// Takes over the items in an order of its own: n log n.
  void Build(std::span<const Item> items);

  /// Calls `visit(number, point)` for every point within `reach_m` of `p`, and some that are farther. The visitor may
  /// shrink `reach_m`, which is read again after every point.
  template <class Visit>
  void EachNear(Vec3 p, const double& reach_m, const Visit& visit) const {
    Search(p, reach_m, std::numeric_limits<double>::infinity(), visit);
  }
  /// The same where distances are those of the first two coordinates, and the third differs by less than `height_m`.
  template <class Visit>
  void EachNearOnPlan(Vec3 p, const double& reach_m, double height_m, const Visit& visit) const {
    Search(p, reach_m, height_m, visit);
  }

 private:
  struct Node {
    Vec3 lo, hi;
    uint32_t begin = 0, end = 0;
    uint32_t second = 0;  ///< The first child follows its parent; 0: none, a leaf.
  };
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
  // The squared distance to a box, or infinity for one that is too high up or down.
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
  std::array<Waiting, 64> waiting;  // A tree of 32-bit numbers halved is never as deep.
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
