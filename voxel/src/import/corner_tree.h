#pragma once
// Corners of a polygon on a plane, for one question: does one of them lie in a triangle?

#include <cstddef>
#include <cstdint>
#include <vector>

namespace navnet {

struct PlanePoint {
  double x = 0, y = 0;

  friend constexpr bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// Twice the signed area of a triangle: above 0 when it runs counter-clockwise.
inline double Orientation(PlanePoint a, PlanePoint b, PlanePoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// A k-d tree over some of a polygon's corners, from which corners can be removed. Not thread-safe.
class CornerTree {
 public:
  /// `corners`: numbers of points, each once. O(n log n). The points must outlive the tree.
  CornerTree(const std::vector<PlanePoint>& points, std::vector<uint32_t> corners);

  /// O(log n). A corner that is not there is no error.
  void Remove(uint32_t corner);

  /// Whether a corner lies in the closed triangle a, b, c (counter-clockwise) and is none of its three corners.
  bool AnyIn(PlanePoint a, PlanePoint b, PlanePoint c);

  /// Nodes looked at by AnyIn so far.
  uint64_t work() const { return work_; }

 private:
  static constexpr uint32_t kLeaf = 8, kGone = UINT32_MAX;

  struct Node {
    PlanePoint lo, hi;            ///< Around all of its corners, removed ones included.
    uint32_t begin = 0, end = 0;  ///< Of `corners_`.
    uint32_t left = 0;            ///< The two halves follow each other; 0: a leaf.
    uint32_t count = 0;           ///< Corners that are still there.
  };

  void Build(uint32_t node, uint32_t begin, uint32_t end);

  const std::vector<PlanePoint>& points_;
  std::vector<uint32_t> corners_;  ///< kGone: removed.
  std::vector<uint32_t> place_;    ///< Of a corner in `corners_`; kGone: not there.
  std::vector<Node> nodes_;
  std::vector<uint32_t> stack_;
  uint64_t work_ = 0;
};

}  // namespace navnet
