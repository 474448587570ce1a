// SPDX-License-Identifier: Apache-2.0
// Binned surface area heuristic after I. Wald, "On fast construction of SAH-based bounding volume hierarchies" (2007),
// along the axis on which the boxes' centres are spread most.

#include <navnet/internal/core/box_tree.h>

#include <navnet/core/parallel.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace navnet {
namespace {

constexpr size_t kLeafSize = 4;     // Most boxes in a leaf. Larger: less memory, slower queries.
constexpr size_t kBins = 16;        // Bins per split. Larger: slower to build, slightly better trees.
constexpr size_t kTaskSize = 4096;  // Subtrees of at most this many boxes are one task each. Larger: less parallel.

// Below this depth boxes are split at the median, which adds at most 32 levels: keeps query stacks within kMaxDepth.
// Larger: more room for the surface area heuristic, deeper stacks.
constexpr int kHalvingDepth = 60;

double HalfArea(const Box3& box) {
  const Vec3 s = box.Size();
  return s.x * s.y + s.y * s.z + s.z * s.x;
}

}  // namespace

struct BoxTree::Item {
  Box3 box;
  uint32_t index;

  double Centre(int axis) const { return box.min[axis] + box.max[axis]; }  // Twice the centre: exact.
};

class BoxTree::Builder {
 public:
  static_assert(kHalvingDepth + 32 <= kMaxDepth);

  struct Task {
    uint32_t node;
    std::span<Item> items;
    size_t first;  ///< Index of the first item among all.
    int depth;
  };

  /// Fills the node and builds its subtree; appends subtrees of at most `task_size` boxes to `tasks` instead.
  void Build(const Task& task, size_t task_size) {
    Box3 box, centres;
    for (const Item& item : task.items) {
      box.Extend(item.box);
      centres.Extend(Vec3{item.Centre(0), item.Centre(1), item.Centre(2)});
    }
    nodes[task.node].box = box;
    if (task.items.size() <= kLeafSize) {
      nodes[task.node].first = uint32_t(task.first);
      nodes[task.node].count = uint32_t(task.items.size());
      return;
    }
    if (task.items.size() <= task_size) {
      tasks.push_back(task);
      return;
    }
    const size_t half = Split(task.items, centres, task.depth);
    const uint32_t child = uint32_t(nodes.size());
    nodes[task.node].first = child;
    nodes.resize(nodes.size() + 2);
    Build({child, task.items.first(half), task.first, task.depth + 1}, task_size);
    Build({child + 1, task.items.subspan(half), task.first + half, task.depth + 1}, task_size);
  }

  std::vector<Node> nodes = std::vector<Node>(1);
  std::vector<Task> tasks;

 private:
  // Reorders the items and returns how many go to the first child: at least one, and not all.
  static size_t Split(std::span<Item> items, const Box3& centres, int depth) {
    const Vec3 spread = centres.Size();
    const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
    const double low = centres.min[axis], scale = double(kBins) / spread[axis];
    if (depth < kHalvingDepth && scale < std::numeric_limits<double>::infinity()) {
      const auto bin = [&](const Item& item) { return std::min(size_t((item.Centre(axis) - low) * scale), kBins - 1); };
      const size_t first_of_second = CheapestPlane(items, bin);
      const auto middle =
          std::partition(items.begin(), items.end(), [&](const Item& item) { return bin(item) < first_of_second; });
      if (middle != items.begin() && middle != items.end()) return size_t(middle - items.begin());
    }
    const auto middle = items.begin() + std::ptrdiff_t(items.size() / 2);
    std::nth_element(items.begin(), middle, items.end(),
                     [axis](const Item& a, const Item& b) { return a.Centre(axis) < b.Centre(axis); });
    return items.size() / 2;
  }

  // Returns the first bin that goes to the second child.
  template <class Bin>
  static size_t CheapestPlane(std::span<const Item> items, const Bin& bin) {
    std::array<Box3, kBins> boxes;
    std::array<size_t, kBins> counts{};
    for (const Item& item : items) {
      const size_t b = bin(item);
      boxes[b].Extend(item.box);
      ++counts[b];
    }
    std::array<double, kBins> below{};  // Cost of all bins below the plane.
    Box3 box;
    size_t count = 0;
    for (size_t b = 0; b < kBins; ++b) {
      below[b] = HalfArea(box) * double(count);
      box.Extend(boxes[b]);
      count += counts[b];
    }
    size_t cheapest = kBins / 2;
    double least = std::numeric_limits<double>::infinity();
    box = {};
    count = 0;
    for (size_t b = kBins - 1; b > 0; --b) {
      box.Extend(boxes[b]);
      count += counts[b];
      const double cost = below[b] + HalfArea(box) * double(count);
      if (cost < least) {
        least = cost;
        cheapest = b;
      }
    }
    return cheapest;
  }
};

BoxTree::BoxTree(std::vector<Box3> boxes, int threads) {
  if (boxes.empty()) return;
  std::vector<Item> items(boxes.size());
  for (size_t i = 0; i < boxes.size(); ++i) items[i] = {boxes[i], uint32_t(i)};
  boxes = {};

  Builder top;
  top.Build({0, items, 0, 0}, kTaskSize);
  std::vector<std::vector<Node>> subtrees(top.tasks.size());
  ParallelFor(subtrees.size(), threads, [&](size_t i) {
    Builder builder;
    Builder::Task task = top.tasks[i];
    task.node = 0;
    builder.Build(task, 0);
    subtrees[i] = std::move(builder.nodes);
  });

  nodes_ = std::move(top.nodes);
  size_t total = nodes_.size();
  for (const auto& subtree : subtrees) total += subtree.size() - 1;
  nodes_.reserve(total);
  for (size_t i = 0; i < subtrees.size(); ++i) {
    // A subtree's root already has a node in the tree above; its other nodes are appended.
    const uint32_t moved = uint32_t(nodes_.size()) - 1;
    for (Node& node : subtrees[i]) {
      if (node.count == 0) node.first += moved;
    }
    nodes_[top.tasks[i].node] = subtrees[i][0];
    nodes_.insert(nodes_.end(), subtrees[i].begin() + 1, subtrees[i].end());
  }
  order_.reserve(items.size());
  for (const Item& item : items) order_.push_back(item.index);
}

std::vector<uint32_t> BoxTree::Renumber() {
  std::vector<uint32_t> old = order_;
  std::iota(order_.begin(), order_.end(), 0u);
  return old;
}

}  // namespace navnet
