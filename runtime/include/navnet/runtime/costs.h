#pragma once
// Cost regions: boxes, given with a query, in which moving costs more.

#include <navnet/core/geometry.h>

namespace navnet {

/// A box of the world in which the cost of a path is its length times `factor`. Where boxes overlap, their factors
/// multiply.
struct CostRegion {
  Box3 box_world;     ///< Range: any numbers, also infinite.
  double factor = 1;  ///< Infinity: forbidden, never entered (its border may be touched). Range: 1 to infinity.
};

}  // namespace navnet
