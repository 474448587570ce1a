// SPDX-License-Identifier: Apache-2.0
// A context holds the scratch memory of every module that answers queries.

#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/runtime/query.h>

#include "journey/journey_solver.h"
#include "navigator/flight_solver.h"
#include "navigator/gate_solver.h"
#include "query/planner.h"
#include "query/scratch.h"
#include "repair/repair_scratch.h"
#include "rooms/room_scratch.h"
#include "walk/walk_solver.h"

namespace navnet {

struct QueryContext::Scratch {
  FlightScratch flight;
  GateScratch gates;
  WalkScratch walk;
  JourneyScratch journey;
  RepairScratch repair;
  RoomScratch rooms;
};

QueryContext::QueryContext() : scratch_(std::make_unique<Scratch>()) {}
QueryContext::~QueryContext() = default;
QueryContext::QueryContext(QueryContext&&) noexcept = default;
QueryContext& QueryContext::operator=(QueryContext&&) noexcept = default;

QueryContext& ThreadContext() {
  thread_local QueryContext context;
  return context;
}

FlightScratch& FlightScratchOf(QueryContext& context) { return RuntimeAccess::ScratchOf(context).flight; }
GateScratch& GateScratchOf(QueryContext& context) { return RuntimeAccess::ScratchOf(context).gates; }
WalkScratch& WalkScratchOf(QueryContext& context) { return RuntimeAccess::ScratchOf(context).walk; }
JourneyScratch& JourneyScratchOf(QueryContext& context) { return RuntimeAccess::ScratchOf(context).journey; }
RepairScratch& RepairScratchOf(QueryContext& context) { return RuntimeAccess::ScratchOf(context).repair; }
RoomScratch& RoomScratchOf(QueryContext& context) { return RuntimeAccess::ScratchOf(context).rooms; }

}  // namespace navnet
