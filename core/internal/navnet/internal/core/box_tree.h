// SPDX-License-Identifier: Apache-2.0
#pragma once
// A bounding volume hierarchy in double precision that finds the object nearest to a segment.

#include <navnet/core/geometry.h>
#include <navnet/internal/core/segment_box.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace navnet {

/// Binary tree over boxes, split by the surface area heuristic. Immutable; any number of threads may query at once.
/// Takes about 50 bytes per box. Uses doubles so that its bounds are exact; in single precision they would have to be
/// widened.
class BoxTree {
 public:
  /// An empty tree.
  BoxTree() = default;

  /// The tree is the same for any number of threads. Requires: fewer than 2^31 boxes, coordinates of at most 1e12.
  BoxTree(std::vector<Box3> boxes, int threads);

  /// Returns the minimum of `at_most` (>= 0) and of the distances from the segment a-b to all objects. `distance(index,
  /// best)` returns the distance between the segment and the object in box `index`, in the unit of the boxes. It is not
  /// called for boxes farther away than `best`, the minimum so far, and may stop early and return any number above
  /// `best`.
  template <class Distance>
  double Nearest(Vec3 a, Vec3 b, double at_most, const Distance& distance) const {
    const SegmentToBoxes segment(b - a);
    struct OpenNode {
      double squared;
      uint32_t node;
    };
    std::array<OpenNode, kMaxDepth + 2> open;
    size_t count = 0;
    if (!nodes_.empty()) open[count++] = {0, 0};
    double best = at_most;
    while (count > 0) {
      const OpenNode next = open[--count];
      if (next.squared > best * best) continue;
      const Node& node = nodes_[next.node];
      for (uint32_t i = 0; i < node.count; ++i) best = std::min(best, distance(order_[node.first + i], best));
      if (best == 0) return 0;
      if (node.count > 0) continue;
      std::array<OpenNode, 2> child;
      for (uint32_t i = 0; i < 2; ++i) {
        const Box3& world = nodes_[node.first + i].box;
        const Box3 box{world.min - a, world.max - a};
        child[i] = {segment.AtLeastSquared(box), node.first + i};
        if (child[i].squared <= best * best) child[i].squared = segment.DistanceSquared(box);
      }
      if (child[0].squared < child[1].squared) std::swap(child[0], child[1]);
      for (const OpenNode& c : child) {
        if (c.squared <= best * best) open[count++] = c;
      }
    }
    return best;
  }

  /// An entry of the queue of EachByDistance.
  struct Open {
    enum Kind : uint16_t { Bound, Object };
    double squared;   ///< Of an object, its squared distance; of a bound, no more than that of any object below it.
    uint32_t number;  ///< Of a node, or the number of nodes plus that of an object.
    Kind kind;
    uint16_t tree;  ///< Index of its tree.
  };
  /// Largest number of trees in one call of EachByDistance.
  static constexpr size_t kMostTrees = 1 << 16;
  /// An object of one of several trees.
  struct ObjectId {
    uint32_t tree, index;
  };

  /// Calls `visit(object)` for the objects of all trees in ascending order of their squared distance from the segment
  /// a-b; of objects at equal distances, first for the one that `precedes(object, other)`. The order depends on the
  /// objects only, not on how they are divided among trees. `skips(box)` and `skips_object(object)` say what needs no
  /// visit any more; `box_of(object)` is an object's box, and `squared(object)` its squared distance, up to a relative
  /// error of 1e-12 of the objects' size, which is called only for objects whose box is nearer than the next object.
  /// `tree_of(i)` is the tree of index i; at most kMostTrees. `open`: reusable memory.
  template <class TreeOf, class Skips, class SkipsObject, class BoxOf, class Squared, class Precedes, class Visit>
  static void EachByDistance(size_t trees, const TreeOf& tree_of, Vec3 a, Vec3 b, std::vector<Open>& open,
                             const Skips& skips, const SkipsObject& skips_object, const BoxOf& box_of,
                             const Squared& squared, const Precedes& precedes, const Visit& visit) {
    const SegmentToBoxes segment(b - a);
    const auto object_of = [&](const Open& entry) { return ObjectId{entry.tree, entry.number}; };
    // The heap's top is the entry that is before all others; bounds before objects at the same distance.
    const auto is_behind = [&](const Open& x, const Open& y) {
      if (x.squared != y.squared) return x.squared > y.squared;
      if (x.kind != y.kind) return x.kind == Open::Object;
      return x.kind == Open::Object && precedes(object_of(y), object_of(x));
    };
    const auto push = [&](const Open& entry) {
      open.push_back(entry);
      std::push_heap(open.begin(), open.end(), is_behind);
    };
    const auto bound_of = [&](const Box3& box) { return segment.SurelySquared({box.min - a, box.max - a}); };
    open.clear();
    for (size_t i = 0; i < trees; ++i) {
      const std::vector<Node>& nodes = tree_of(i).nodes_;
      if (!nodes.empty() && !skips(nodes[0].box)) push({bound_of(nodes[0].box), 0, Open::Bound, uint16_t(i)});
    }
    while (!open.empty()) {
      std::pop_heap(open.begin(), open.end(), is_behind);
      const Open next = open.back();
      open.pop_back();
      const ObjectId object = object_of(next);
      if (next.kind == Open::Object) {
        if (!skips_object(object)) visit(object);
        continue;
      }
      const BoxTree& tree = tree_of(next.tree);
      const uint32_t node_count = uint32_t(tree.nodes_.size());
      if (next.number >= node_count) {
        const ObjectId below{object.tree, next.number - node_count};
        if (!skips_object(below)) push({squared(below), below.index, Open::Object, next.tree});
        continue;
      }
      const Node& node = tree.nodes_[next.number];
      if (skips(node.box)) continue;
      for (uint32_t i = 0; i < node.count; ++i) {
        const ObjectId below{object.tree, tree.order_[node.first + i]};
        if (!skips_object(below)) push({bound_of(box_of(below)), node_count + below.index, Open::Bound, next.tree});
      }
      if (node.count > 0) continue;
      for (uint32_t i = 0; i < 2; ++i) {
        const Box3& box = tree.nodes_[node.first + i].box;
        if (!skips(box)) push({bound_of(box), node.first + i, Open::Bound, next.tree});
      }
    }
  }

  /// Numbers the objects in the order of the leaves, so that those near each other in space have numbers near each
  /// other. Returns the old number of each.
  std::vector<uint32_t> Renumber();

  /// Calls `visit(index)` for a superset of the boxes that touch `around` (closed): all boxes of the leaves that touch
  /// it. The order depends on the boxes only.
  template <class Visit>
  void EachTouching(const Box3& around, const Visit& visit) const {
    const auto touches = [&](const Box3& box) {
      for (int axis = 0; axis < 3; ++axis) {
        if (box.max[axis] < around.min[axis] || box.min[axis] > around.max[axis]) return false;
      }
      return true;
    };
    std::array<uint32_t, kMaxDepth + 2> open;
    size_t count = 0;
    if (!nodes_.empty()) open[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[open[--count]];
      if (!touches(node.box)) continue;
      for (uint32_t i = 0; i < node.count; ++i) visit(order_[node.first + i]);
      if (node.count > 0) continue;
      open[count++] = node.first + 1;
      open[count++] = node.first;
    }
  }

 private:
  struct Item;
  class Builder;
  static constexpr int kMaxDepth = 96;

  struct Node {
    Box3 box;
    uint32_t first = 0;  ///< Leaf: its first entry of order_. Inner: the first of two consecutive children.
    uint32_t count = 0;  ///< Boxes of a leaf; 0 = inner.
  };
  std::vector<Node> nodes_;  ///< The root is the first.
  std::vector<uint32_t> order_;
};

}  // namespace navnet
