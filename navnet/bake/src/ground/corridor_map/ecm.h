// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Explicit Corridor Map of the walkable surface (W. van Toll, Navigation for Characters and Crowds in Complex
// Virtual Environments, 2017, chapters 4 and 5): its medial axis, annotated with the nearest obstacle points on both
// sides.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/net/ground.h>

#include "ground/plan/contours.h"

#include <memory>

namespace navnet {

class VoronoiMaker;

/// Fills layer_count, component_count, ring_count, walls, vertices, edges, bends and spokes of a Ground; the other
/// members keep their defaults. Layer connections are open: the layers behave like one surface.
///
/// Rings may touch each other and themselves, and edges may partly overlap. Fails with InvalidArgument and a position
/// if edges cross or if the contours do not define for every point whether it is walkable.
/// The result depends on the contours alone, not on `threads` (0 = all hardware threads).
/// Cost: O(n log n) for n edges.
Result<Ground> BuildCorridorMap(const GroundContours& contours, int threads);

/// BuildCorridorMap for contours that change over time: caches the Voronoi diagrams of unchanged islands. The result
/// depends on the last contours alone. Not thread-safe.
class CorridorMapMaker {
 public:
  CorridorMapMaker();
  ~CorridorMapMaker();

  /// Throws CancelledError when `progress` (may be empty) requests cancellation; it is called between the stages.
  Result<Ground> Make(const GroundContours& contours, int threads, const ProgressFunction& progress = {});

 private:
  std::unique_ptr<VoronoiMaker> voronoi_;
};

}  // namespace navnet
