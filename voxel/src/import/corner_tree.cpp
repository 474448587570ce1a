// SPDX-License-Identifier: Apache-2.0
#include "import/corner_tree.h"

#include <algorithm>

namespace navnet {

CornerTree::CornerTree(const std::vector<PlanePoint>& points, std::vector<uint32_t> corners)
    : points_(points), corners_(std::move(corners)), place_(points.size(), kGone) {
  nodes_.reserve(2 * corners_.size() / kLeaf + 2);
  nodes_.emplace_back();
  Build(0, 0, uint32_t(corners_.size()));
  for (uint32_t i = 0; i < corners_.size(); ++i) place_[corners_[i]] = i;
}

// Splits into halves of equal count, so that the depth is O(log n) for any points.
void CornerTree::Build(uint32_t node, uint32_t begin, uint32_t end) {
  Node built;
  built.begin = begin;
  built.end = end;
  built.count = end - begin;
  if (begin < end) built.lo = built.hi = points_[corners_[begin]];
  for (uint32_t i = begin; i < end; ++i) {
    const PlanePoint p = points_[corners_[i]];
    built.lo = {std::min(built.lo.x, p.x), std::min(built.lo.y, p.y)};
    built.hi = {std::max(built.hi.x, p.x), std::max(built.hi.y, p.y)};
  }
  if (end - begin > kLeaf) {
    const bool by_x = built.hi.x - built.lo.x > built.hi.y - built.lo.y;
    const uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(
        corners_.begin() + begin, corners_.begin() + middle, corners_.begin() + end, [&](uint32_t a, uint32_t b) {
          const double of_a = by_x ? points_[a].x : points_[a].y, of_b = by_x ? points_[b].x : points_[b].y;
          return of_a != of_b ? of_a < of_b : a < b;
        });
    built.left = uint32_t(nodes_.size());
    nodes_.resize(nodes_.size() + 2);
    Build(built.left, begin, middle);
    Build(built.left + 1, middle, end);
  }
  nodes_[node] = built;
}

void CornerTree::Remove(uint32_t corner) {
  const uint32_t place = place_[corner];
  if (place == kGone) return;
  place_[corner] = kGone;
  corners_[place] = kGone;
  for (uint32_t node = 0;;) {
    --nodes_[node].count;
    const uint32_t left = nodes_[node].left;
    if (left == 0) return;
    node = place < nodes_[left].end ? left : left + 1;
  }
}

bool CornerTree::AnyIn(PlanePoint a, PlanePoint b, PlanePoint c) {
  const auto holds = [&](PlanePoint p) {
    return Orientation(a, b, p) >= 0 && Orientation(b, c, p) >= 0 && Orientation(c, a, p) >= 0 && p != a && p != b &&
           p != c;
  };
  // A box lies wholly to the right of an edge if its leftmost corner, relative to the edge, does.
  const auto is_right_of = [](PlanePoint from, PlanePoint to, const Node& n) {
    const PlanePoint leftmost{to.y > from.y ? n.lo.x : n.hi.x, to.x > from.x ? n.hi.y : n.lo.y};
    return Orientation(from, to, leftmost) < 0;
  };
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const Node& node = nodes_[stack_.back()];
    stack_.pop_back();
    ++work_;
    if (node.count == 0 || is_right_of(a, b, node) || is_right_of(b, c, node) || is_right_of(c, a, node)) continue;
    if (node.left != 0) {
      stack_.push_back(node.left + 1);
      stack_.push_back(node.left);
      continue;
    }
    for (uint32_t i = node.begin; i < node.end; ++i) {
      if (corners_[i] != kGone && holds(points_[corners_[i]])) return true;
    }
  }
  return false;
}

}  // namespace navnet
