#pragma once
// Memory of repairs, kept with a query's.

#include <navnet/runtime/navigator.h>

#include <vector>

namespace navnet {

struct RepairScratch {
  std::vector<Vec3> tail;     ///< The old path from the agent on.
  std::vector<Vec3> spliced;  ///< The tail with its break replaced.
  std::vector<uint32_t> volumes, volume_scratch;
  FlightPath found;  ///< By the search at hand.
};

}  // namespace navnet
