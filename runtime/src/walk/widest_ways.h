#pragma once
// Which vertices of the medial axis an agent can walk between, for any radius, without a search: the widest ways form a
// tree (a maximum spanning tree over the edges' least clearances, joined by size so that it is flat).

#include <navnet/net/ground.h>

#include <cstdint>
#include <vector>

namespace navnet {

class WidestWays {
 public:
  explicit WidestWays(const GroundView& ground);

  /// The same for two vertices just when an agent of this radius can walk between them. O(log n).
  uint32_t Group(uint32_t vertex, double radius_m) const {
    while (width_[vertex] >= radius_m) vertex = parent_[vertex];
    return vertex;
  }

  /// The largest radius that can walk between two vertices; 0 if none. O(log n).
  double Widest(uint32_t a, uint32_t b) const;

 private:
  std::vector<uint32_t> parent_;
  std::vector<double> width_;  ///< Of the way to the parent, never wider than that of the child; negative without one.
};

}  // namespace navnet
