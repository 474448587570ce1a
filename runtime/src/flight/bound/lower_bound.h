// SPDX-License-Identifier: Apache-2.0
#pragma once
// A lower bound of the length of every free path between two points, by branch and bound.
//
// A screen is a plane along a face of the grid, with one of the two layers of voxels at it. Where it separates two
// points, every path between them crosses the plane at a free voxel of that layer: while the path changes from one side
// to the other, it is in the closed free voxels of both layers at once. So the free rectangles of the layer, moved to
// the plane, are a choice that every path makes. A node of the tree is a sequence of boxes that a path touches in this
// order; its bound is the length of the taut path through them. The node with the smallest bound is divided: a screen
// between two consecutive boxes that its taut path crosses where it is not free gives one child for each rectangle.
// Where a box lies on both sides of the plane, it is cut in two first. The smallest bound of all leaves holds for every
// path, whenever the division stops.

#include <navnet/internal/runtime/level/level_index.h>

#include "flight/bound/free_layers.h"
#include "flight/portal.h"
#include "flight/taut_path.h"
#include "query/open_list.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// Computes lower bounds; memory is reused.
class LowerBound {
 public:
  /// Lower bound, in metres, of the length of every path between the ends of `path` in the free space of a component:
  /// the union of its NavVolumes, each widened by kOnFace. `path`, in metres, is a free path between them, and
  /// `length_m` its length, which the bound does not exceed. `most_nodes`: limit on the taut paths computed; more give
  /// a larger bound.
  double Of(const LevelIndex& index, uint32_t component, const GridFrame& frame, std::span<const Vec3> path,
            double length_m, int most_nodes);

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  /// One change of its parent's sequence of boxes.
  struct Node {
    uint32_t parent = kNone;
    uint32_t at = 0;         ///< Index in the parent's sequence …
    bool is_insert = false;  ///< … before which `box` is inserted, or whose box it replaces.
    Portal box;
  };
  struct Entry {
    double bound;
    uint32_t node;
    bool is_pulled;  ///< Whether `bound` is that of the taut path, not only that of the parent and the rectangle.
    bool operator<(const Entry& other) const { return bound != other.bound ? bound < other.bound : node < other.node; }
  };
  /// A way to divide a node.
  struct Division {
    Screen screen;
    uint32_t leg = 0;  ///< The screen lies between the boxes leg - 1 and leg of the sequence with both ends.
    double gain = 0;   ///< How much longer the leg gets, if nothing else changes.
  };

  /// A box of the chain that lies on both sides of a plane where a leg from or to it is blocked.
  struct BoxSplit {
    uint32_t box = 0;
    int axis = 0;
    double plane = 0;  ///< Relative to the base.
  };

  void ReadChain(uint32_t node);
  double Pull(double bound);
  void PlacePoints();
  bool Divide(const Entry& top);
  void OfferBends();
  void OfferBlocked(const LevelIndex& index);
  void Offer(Screen screen);
  void OfferSplit(Screen screen, size_t leg);
  bool Separates(const Screen& screen, const Portal& a, const Portal& b) const;
  bool Split(const Entry& top);

  FreeLayers layers_;
  TautPath taut_;
  double length_ = 0;
  std::vector<Vec3> path_;
  std::vector<Node> nodes_;
  OpenList<Entry> open_;
  std::vector<uint32_t> lineage_;
  std::vector<Portal> chain_;  ///< The boxes of the current node, without the ends.
  std::vector<Vec3> points_;   ///< Start, a point of its taut path in each box, goal.
  Division best_;
  std::optional<BoxSplit> split_;
};

}  // namespace navnet
