// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of a context, each used by one module alone.

#include <navnet/runtime/query.h>

namespace navnet {

struct FlightScratch;
struct GateScratch;
struct WalkScratch;
struct JourneyScratch;
struct RepairScratch;
struct RoomScratch;

FlightScratch& FlightScratchOf(QueryContext& context);
GateScratch& GateScratchOf(QueryContext& context);
WalkScratch& WalkScratchOf(QueryContext& context);
JourneyScratch& JourneyScratchOf(QueryContext& context);
RepairScratch& RepairScratchOf(QueryContext& context);
RoomScratch& RoomScratchOf(QueryContext& context);

}  // namespace navnet
