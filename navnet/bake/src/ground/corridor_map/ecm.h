#pragma once
// The Explicit Corridor Map of the walkable surface (W. van Toll, Navigation for Characters and Crowds in Complex
// Virtual Environments, 2017, chapters 4 and 5): its medial axis with the nearest obstacles on either side.

#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/net/ground.h>

#include "ground/plan/contours.h"

#include <memory>

namespace navnet {

class VoronoiMaker;

/// Fills layer_count, component_count, ring_count, walls, vertices, edges, bends and spokes of a Ground; the rest is
/// left as it is by default. Connections are open: the layers behave like one surface.
///
/// Rings may touch each other and themselves, edges may overlap in part; contours whose edges cross, or that do not
/// say of every place whether it is walkable or not, are refused with InvalidArgument and the place.
/// The result depends on the contours alone, not on `threads` (0 = all the machine has).
/// Cost: O(n log n) for n edges.
Result<Ground> BuildCorridorMap(const GroundContours& contours, int threads);

/// The same for contours that change: keeps the diagrams of islands for as long as they stay the same. The result
/// depends on the last contours alone. Not thread-safe.
class CorridorMapMaker {
 public:
  CorridorMapMaker();
  ~CorridorMapMaker();

  /// Throws CancelledError when `progress` (may be empty) asks to stop; it is asked between the stages.
  Result<Ground> Make(const GroundContours& contours, int threads, const ProgressFunction& progress = {});

 private:
  std::unique_ptr<VoronoiMaker> voronoi_;
};

}  // namespace navnet
