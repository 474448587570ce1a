// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>
#include <navnet/flights/flights.h>

namespace navnet {

Status Validate(const FlightOptions& options) {
  return RangeCheck()
      .Number("agents", options.agents, FlightOptions::kAgents)
      .Number("threads", options.threads, ranges::kThreads)
      .status();
}

Status Validate(const OwnWorldOptions& own) {
  return RangeCheck()
      .Number("radius_m", own.radius_m, ranges::kSizeOrNone_m)
      .Number("voxel_m", own.voxel_m, ranges::kSizeOrNone_m)
      .status();
}

}  // namespace navnet
