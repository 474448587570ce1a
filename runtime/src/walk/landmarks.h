#pragma once
// How far is it at least from a vertex of the medial axis to a goal? From distances to a few landmarks: by the triangle
// inequality, what two places differ in their distance to a landmark they are apart.
//
// A. Goldberg and C. Harrelson, Computing the Shortest Path: A* Search Meets Graph Theory (ALT), 2005. Distances are
// those of an agent of no radius, which no larger one beats; so one table serves every radius.

#include <navnet/net/ground.h>

#include "walk/portals.h"
#include "walk/widest_ways.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace navnet {

/// Each connected piece of the ground has landmarks of its own, far from each other. Immutable; 32 bytes a vertex.
class Landmarks {
 public:
  static constexpr uint32_t kCount = 8;

  Landmarks(const GroundView& ground, const WalkPortals& portals, const WidestWays& widest);

  /// From a vertex to each of its landmarks, in metres; all kUnknown if it has none.
  using Distances = std::array<float, kCount>;
  static constexpr float kUnknown = -1;
  const Distances& At(uint32_t vertex) const { return distances_[vertex]; }

  /// What is known of a goal: its distances to the landmarks are between these.
  struct Goal {
    Goal() {
      least.fill(-std::numeric_limits<float>::infinity());
      most.fill(std::numeric_limits<float>::infinity());
    }
    /// That it is at most this far from a vertex.
    void Add(const Distances& at, double off_m);

    Distances least, most;
  };

  /// Metres from a vertex to the goal; 0 if nothing is known.
  double LeastRest(uint32_t vertex, const Goal& goal) const {
    const Distances& at = distances_[vertex];
    float rest = 0;
    for (uint32_t k = 0; k < kCount; ++k) rest = std::max({rest, at[k] - goal.most[k], goal.least[k] - at[k]});
    return rest;
  }

 private:
  std::vector<Distances> distances_;  ///< By vertex.
};

}  // namespace navnet
