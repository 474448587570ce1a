// SPDX-License-Identifier: Apache-2.0
#include "audit_modes.h"

#include <navnet/runtime/box_rooms.h>

#include "audit_random.h"

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
  const bool flies = scratch.path.status == PathStatus::Complete && scratch.path.jumps.empty();
  if (trajectories_ && flies) Plan(number, scratch, findings);
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

// Plans a trajectory along the path: every path must get one.
void FlightMode::Plan(uint64_t number, Scratch& scratch, AuditFindings& findings) const {
  constexpr uint64_t kSeed = 20;  // The limits depend on the query's number alone.
  AuditRandom random(kSeed, number);
  TrajectoryQuery query;
  query.points = scratch.path.points;
  query.limits = {.speed_m_s = random.Uniform(0.5, 12),
                  .climb_m_s = random.Uniform(0.2, 12),
                  .descent_m_s = random.Uniform(0.2, 12),
                  .acceleration_m_s2 = random.Uniform(0.5, 12),
                  .jerk_m_s3 = random.Uniform(1, 100),
                  .up = navigator_.info().up};
  query.rooms = &scratch.rooms.corridor;
  if (maker_ && number % 2 == 1) {
    maker_->Find(navigator_, scratch.flight.query, scratch.path.points, scratch.room_context, scratch.rooms);
    if (scratch.rooms.status != RoomStatus::Complete) return findings.Fail(number);
    query.points = scratch.rooms.path;
  } else if (!BoxRoomsOf(navigator_, scratch.flight.query, scratch.path.points, scratch.context,
                         scratch.rooms.corridor)) {
    return findings.Fail(number);
  }
  PlanTrajectory(query, scratch.trajectory_context, scratch.planned);
  if (!HasTrajectory(scratch.planned.status)) return findings.Fail(number);
  trajectories_->Audit(number, query, scratch.planned, scratch.path.radius_m, findings);
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
