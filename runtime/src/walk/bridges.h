// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bridges of the medial axis: edges that are the only connection between two parts of it. A search never needs to cross
// a bridge into a part that does not contain the goal, so dead ends cost nothing.
//
// R. Tarjan, A note on finding the bridges of a graph, 1974. A larger radius only removes edges, and a bridge of the
// whole axis remains one; so the bridges of the whole axis are valid for every radius.

#include <navnet/net/ground.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// Immutable. Built in linear time.
class Bridges {
 public:
  explicit Bridges(const GroundView& ground);

  /// Whether `spoke` crosses a bridge into a part that does not contain `vertex`. O(1).
  bool LeadsAway(GroundSpoke spoke, uint32_t vertex) const {
    const Part& part = parts_[spoke / 2];
    if (part.begin == part.end) return false;
    const bool is_in = rank_[vertex] >= part.begin && rank_[vertex] < part.end;
    return is_in != (spoke % 2 == part.direction);
  }

  /// The part on one side of a bridge: the vertices whose rank is in [begin, end). Empty for edges that are not
  /// bridges.
  struct Part {
    uint32_t begin = 0, end = 0;
    uint32_t direction = 0;  ///< 0 if the edge points into the part, 1 if it points out of it.
  };
  const Part& PartBehind(uint32_t edge) const { return parts_[edge]; }
  /// By vertex: its number in the order of a depth-first traversal.
  const std::vector<uint32_t>& ranks() const { return rank_; }

 private:
  std::vector<uint32_t> rank_;
  std::vector<Part> parts_;  ///< By edge.
};

}  // namespace navnet
