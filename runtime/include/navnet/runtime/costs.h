#pragma once
// Places that cost more than others, given with a query.

#include <navnet/core/geometry.h>

namespace navnet {

/// A box of the world in which a path counts for more than its length. Where boxes overlap, factors multiply.
struct CostRegion {
  Box3 box_world;     ///< Range: any numbers, also infinite.
  double factor = 1;  ///< Infinity: forbidden, never entered (its border may be touched). Range: 1 to infinity.
};

}  // namespace navnet
