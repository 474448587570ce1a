#pragma once
// Places on the ground where agents that walk and fly may change from one to the other.

#include <navnet/net/ground.h>

namespace navnet {

/// Spots on a grid of `spacing_m` over all layers, and one in the middle of each place where corridors meet. Whether
/// the air above is free depends on the agent and is looked at by the runtime. The same ground gives the same spots.
/// spacing_m: > 0, or 0 for one that gives about two thousand spots, but at least 1 m.
std::vector<GroundLink> MakeSpots(const GroundView& ground, UpAxis up, double spacing_m);

}  // namespace navnet
