// SPDX-License-Identifier: Apache-2.0
#include "audit_modes.h"

#include <cmath>

namespace navnet {
namespace {

// Floor and ceiling of a flight or a journey.
template <class Query>
bool HasHeights(const Query& query) {
  return std::isfinite(query.floor_m) || std::isfinite(query.ceiling_m);
}

template <class Query>
void ClearHeights(Query& query) {
  query.floor_m = Query{}.floor_m;
  query.ceiling_m = Query{}.ceiling_m;
}

bool IsOutOfBudget(PathStatus status) { return status == PathStatus::Partial || status == PathStatus::OutOfBudget; }

}  // namespace

// Forbidden boxes, floor and ceiling may leave no path. There must be one if the path found without these rules
// satisfies them anyway.

void FlightMode::Ask(uint64_t number, Scratch& scratch, AuditFindings& findings) const {
  if (!queries_.MakeFlight(number, scratch.flight)) return;
  const FlightQuery& query = scratch.flight.query;
  ++findings.queries;
  navigator_.Find(query, scratch.context, scratch.path);
  auditor_.Audit(number, query, scratch.path, findings);
  if (scratch.path.status == PathStatus::Complete || !scratch.flight.has_path) return;
  if (!query.regions.empty() || HasHeights(query)) {
    // No path need exist if the grid is rotated, as boxes are then enlarged, or if regions exhaust the budget.
    if (scratch.path.status == PathStatus::OutOfBudget || !navigator_.info().frame.turn.IsNone()) return;
    FlightQuery plain = query;
    plain.regions = {};
    ClearHeights(plain);
    navigator_.Find(plain, scratch.context, scratch.path);
    if (scratch.path.status == PathStatus::Complete && !auditor_.KeepsRules(query, scratch.path.points)) return;
  }
  findings.Fail(number);
}

void WalkMode::Ask(uint64_t number, Scratch& scratch, AuditFindings& findings) const {
  if (!queries_.MakeWalk(number, scratch.walk)) return;
  const WalkQuery& query = scratch.walk.query;
  ++findings.queries;
  walker_.Find(query, scratch.context, scratch.path);
  auditor_.Audit(number, query, scratch.path, findings);
  if (scratch.path.status == PathStatus::Complete || !scratch.walk.has_path) return;
  if (!query.regions.empty()) {
    WalkQuery plain = query;
    plain.regions = {};
    plain.preferred_clearance_m = 0;
    walker_.Find(plain, scratch.context, scratch.path);
    if (scratch.path.status == PathStatus::Complete && !auditor_.KeepsRules(query.regions, scratch.path.points)) return;
  }
  findings.Fail(number);
}

void JourneyMode::Ask(uint64_t number, Scratch& scratch, AuditFindings& findings) const {
  if (!queries_.MakeJourney(number, scratch.journey)) return;
  const TravelQuery& query = scratch.journey.query;
  ++findings.queries;
  traveller_.Find(query, scratch.context, scratch.path);
  auditor_.Audit(number, query, scratch.path, findings);
  const auto is_answered = [&] {
    return scratch.path.status == PathStatus::Complete || IsOutOfBudget(scratch.path.status);
  };
  if (is_answered() || !scratch.journey.has_path) return;
  if (!query.fly_regions.empty() || !query.walk_regions.empty() || HasHeights(query)) {
    if (!traveller_.navigator().info().frame.turn.IsNone()) return;
    TravelQuery plain = query;
    plain.fly_regions = plain.walk_regions = {};
    ClearHeights(plain);
    traveller_.Find(plain, scratch.context, scratch.path);
    if (IsOutOfBudget(scratch.path.status)) return;
    if (scratch.path.status == PathStatus::Complete && !auditor_.KeepsRules(query, scratch.path)) return;
  }
  findings.Fail(number);
}

}  // namespace navnet
