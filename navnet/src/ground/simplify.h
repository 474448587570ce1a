#pragma once
// Fewer corners for the outline of a layer.

#include "ground/contours.h"

namespace navnet {

/// Leaves out corners of a layer's rings, least deviation first. What is left out lies at most `error` grid units on
/// the obstacle's side of the new edge, and on the walkable side at most what rounding to the grid may have caused: so
/// ground is lost, within `error`, but none is won. Rings cross no more than before, connections stay as they are.
/// Takes O(n log n) time for n points, times the points an edge replaces.
void Simplify(GroundLayer& layer, double error);

}  // namespace navnet
