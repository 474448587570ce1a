#pragma once
// Edges of the medial axis that are the only way from one part of it to another: they need not be crossed unless the
// goal is in that part. So dead ends cost nothing.
//
// R. Tarjan, A note on finding the bridges of a graph, 1974. Narrow edges that an agent cannot pass only add bridges,
// so those of the whole axis are bridges for every radius.

#include <navnet/net/ground.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// Immutable; linear time.
class Bridges {
 public:
  explicit Bridges(const GroundView& ground);

  /// Whether a spoke leads over a bridge to a part without a vertex.
  bool LeadsAway(GroundSpoke spoke, uint32_t vertex) const {
    const Part& part = parts_[spoke / 2];
    if (part.begin == part.end) return false;
    const bool is_in = rank_[vertex] >= part.begin && rank_[vertex] < part.end;
    return is_in != (spoke % 2 == part.direction);
  }

 private:
  /// The part behind a bridge: vertices of these ranks. Empty for edges that are none.
  struct Part {
    uint32_t begin = 0, end = 0;
    uint32_t direction = 0;  ///< The edge leads into it along (0) or against (1) its direction.
  };
  std::vector<uint32_t> rank_;  ///< By vertex: its place in a depth-first walk.
  std::vector<Part> parts_;     ///< By edge.
};

}  // namespace navnet
