#pragma once
// Places on the ground where agents that walk and fly may change from one to the other.

#include <navnet/core/result.h>
#include <navnet/net/ground.h>

#include <vector>

namespace navnet {

/// A vertex of the medial axis with its height.
struct PlacedVertex {
  const GroundVertex* vertex = nullptr;
  double height = 0;
};

/// The vertices with at least this clearance, in metres > 0, that lie on a patch, or in the gap that rounding leaves
/// between two. Some may be there twice, on the border of two.
std::vector<PlacedVertex> PlaceVertices(const GroundView& ground, double clearance_m);

/// Spots on a grid of `spacing_m` over all layers, and one in the middle of each place where corridors meet. Whether
/// the air above is free depends on the agent and is looked at by the runtime. The same ground gives the same spots.
/// spacing_m: > 0, or 0 for one that gives about two thousand spots, but at least 1 m. Fails when it is so small that
/// the ground would have more than a million spots on the grid.
Result<std::vector<GroundLink>> MakeSpots(const GroundView& ground, UpAxis up, double spacing_m);

}  // namespace navnet
