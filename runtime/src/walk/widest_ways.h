// SPDX-License-Identifier: Apache-2.0
#pragma once
// Answers, for any radius and without a search, between which vertices of the medial axis an agent can walk: the widest
// paths form a maximum spanning tree over the least clearances of the edges. Union by size keeps it flat.

#include <navnet/net/ground.h>

#include <cstdint>
#include <vector>

namespace navnet {

class WidestWays {
 public:
  explicit WidestWays(const GroundView& ground);

  /// Equal for two vertices if and only if an agent of this radius can walk between them. O(log n).
  uint32_t Group(uint32_t vertex, double radius_m) const {
    while (width_[vertex] >= radius_m) vertex = parent_[vertex];
    return vertex;
  }

  /// The largest radius of an agent that can walk between two vertices; 0 if they are not connected, infinite if a ==
  /// b. O(log n).
  double Widest(uint32_t a, uint32_t b) const;

 private:
  std::vector<uint32_t> parent_;
  std::vector<double> width_;  ///< Of the path to the parent, non-increasing towards the root; -1 for a root.
};

}  // namespace navnet
