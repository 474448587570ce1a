// SPDX-License-Identifier: Apache-2.0
#pragma once
// A k-d tree over the corners of a planar polygon that tests whether any of them lies in a triangle.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace navnet {

struct PlanePoint {
  double x = 0, y = 0;

  friend constexpr bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// Twice the signed area of a triangle: positive when counter-clockwise.
inline double Orientation(PlanePoint a, PlanePoint b, PlanePoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// A k-d tree over some of a polygon's corners. Corners can be removed. Not thread-safe.
class CornerTree {
 public:
  /// `corners`: indices into `points`, each at most once. O(n log n). The points must outlive the tree.
  CornerTree(const std::vector<PlanePoint>& points, std::vector<uint32_t> corners);

  /// Removes a corner; does nothing if it is not in the tree. O(log n).
  void Remove(uint32_t corner);

  /// Whether a corner lies in the closed triangle a, b, c (counter-clockwise) and is none of its three corners.
  bool AnyIn(PlanePoint a, PlanePoint b, PlanePoint c);

  /// Total number of nodes visited by AnyIn.
  uint64_t work() const { return work_; }

 private:
  static constexpr uint32_t kLeaf = 8, kGone = UINT32_MAX;

  struct Node {
    PlanePoint lo, hi;            ///< Bounds of all its corners, including removed ones.
    uint32_t begin = 0, end = 0;  ///< Range in `corners_`.
    uint32_t left = 0;            ///< Index of the first child, the second follows; 0: a leaf.
    uint32_t count = 0;           ///< Corners not removed.
  };

  void Build(uint32_t node, uint32_t begin, uint32_t end);

  const std::vector<PlanePoint>& points_;
  std::vector<uint32_t> corners_;  ///< kGone: removed.
  std::vector<uint32_t> place_;    ///< By corner: position in `corners_`; kGone: not in the tree.
  std::vector<Node> nodes_;
  std::vector<uint32_t> stack_;
  uint64_t work_ = 0;
};

}  // namespace navnet
