// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lower bounds on the walking distance from a vertex of the medial axis to a goal, by landmarks: by the triangle
// inequality, two points are at least as far apart as their distances to a landmark differ.
//
// A. Goldberg and C. Harrelson, Computing the Shortest Path: A* Search Meets Graph Theory (ALT), 2005. Distances are
// those of a point agent, which are lower bounds for every larger one; so one table serves every radius.

#include <navnet/net/ground.h>

#include "walk/portals.h"
#include "walk/walk_graph.h"
#include "walk/widest_ways.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace navnet {

/// Each connected component of the ground has its own landmarks, far from each other. Immutable; 32 bytes per vertex.
class Landmarks {
 public:
  /// Landmarks per component. More of them give tighter bounds, but take more memory and time for each bound.
  static constexpr uint32_t kCount = 8;

  Landmarks(const GroundView& ground, const WalkPortals& portals, const WalkGraph& graph, const WidestWays& widest);

  /// Distances from a vertex to the landmarks of its component, in metres; all kUnknown if it has none.
  using Distances = std::array<float, kCount>;
  static constexpr float kUnknown = -1;
  const Distances& At(uint32_t vertex) const { return distances_[vertex]; }

  /// Bounds on the distances from a goal to the landmarks.
  struct Goal {
    Goal() {
      least.fill(-std::numeric_limits<float>::infinity());
      most.fill(std::numeric_limits<float>::infinity());
    }
    /// Tightens the bounds: the goal is at most `off_m` away from a vertex with the distances `at`.
    void Add(const Distances& at, double off_m);

    Distances least, most;
  };

  /// Lower bound on the distance from `vertex` to the goal, in metres; 0 if nothing is known.
  double LeastRest(uint32_t vertex, const Goal& goal) const {
    const Distances& at = distances_[vertex];
    // In halves, so that compilers use vectors.
    Distances rest;
    for (uint32_t k = 0; k < kCount; ++k) {
      const float beyond = at[k] - goal.most[k], before = goal.least[k] - at[k];
      rest[k] = beyond > before ? beyond : before;
    }
    for (uint32_t half = kCount / 2; half > 0; half /= 2) {
      for (uint32_t k = 0; k < half; ++k) rest[k] = rest[k] > rest[k + half] ? rest[k] : rest[k + half];
    }
    return std::max(rest[0], 0.0f);
  }

 private:
  std::vector<Distances> distances_;  ///< By vertex.
};

}  // namespace navnet
