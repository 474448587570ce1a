// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scratch memory of path repairs.

#include <navnet/runtime/navigator.h>

#include "flight/clearance/clearance_levels.h"
#include "flight/costs/cost_boxes.h"

#include <vector>

namespace navnet {

struct RepairScratch {
  std::vector<Vec3> tail;         ///< The old path from the agent's position on.
  std::vector<FlightJump> jumps;  ///< Of the tail.
  std::vector<Vec3> spliced;      ///< The tail with its break replaced.
  std::vector<uint32_t> volumes, volume_scratch;
  FlightPath found;  ///< Result of the last search.
  CostBoxes costs;
  ClearanceLevels levels;
};

}  // namespace navnet
