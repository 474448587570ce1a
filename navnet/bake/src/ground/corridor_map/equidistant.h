#pragma once
// Circles that touch three sites.

#include "ground/corridor_map/voronoi.h"

#include <optional>

namespace navnet {

/// The circle on the walkable side of three sites that touches them counter-clockwise in this order: where the cells of
/// three obstacles that follow each other around a place meet. Nothing if there is none, or if
/// `second` continues into both its neighbours (its cell then has no end).
/// A segment may miss the circle by `rounding`, in proportion.
std::optional<TouchingCircle> CircleTouching(const Sites& sites, uint32_t first, uint32_t second, uint32_t third,
                                             double rounding);

}  // namespace navnet
