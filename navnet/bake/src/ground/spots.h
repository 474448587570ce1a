// SPDX-License-Identifier: Apache-2.0
#pragma once
// Spots: points on the ground where agents that can both walk and fly may switch between the two.

#include <navnet/core/result.h>
#include <navnet/net/ground.h>

#include <vector>

namespace navnet {

/// A vertex of the medial axis and the height of the ground there.
struct PlacedVertex {
  const GroundVertex* vertex = nullptr;
  double height = 0;
};

/// The vertices with at least this clearance (metres, > 0) that lie on a patch, or in the gap that rounding leaves
/// between two patches. A vertex on the border of two patches may be listed twice.
std::vector<PlacedVertex> PlaceVertices(const GroundView& ground, double clearance_m);

/// Spots on a grid of `spacing_m` over all layers, plus one at each vertex of the medial axis where three or more edges
/// meet and there is room. Whether the air above is free depends on the agent and is tested at run time. Deterministic.
/// spacing_m: > 0, or 0 for a spacing of at least 1 m that gives about two thousand spots. Fails with TooLarge if the
/// grid would have more than a million spots.
Result<std::vector<GroundLink>> MakeSpots(const GroundView& ground, UpAxis up, double spacing_m);

}  // namespace navnet
