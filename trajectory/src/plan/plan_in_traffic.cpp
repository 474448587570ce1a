// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/traffic.h>

#include "plan/traffic_planner.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kSlower[] = {1.1, 1.25, 1.5, 2, 3};
constexpr int kStopSteps = 10;  // Newton steps for a stop on the way.

bool StartsAtRest(const Trajectory& trajectory) {
  constexpr double kStill_m_s = 1e-9;
  const MotionState start = trajectory.StateAt(0);
  return Length(start.velocity) <= kStill_m_s && Length(start.acceleration) <= kStill_m_s;
}

}  // namespace

const char* ToString(TrafficWay way) {
  switch (way) {
    case TrafficWay::Free: return "free";
    case TrafficWay::Slowed: return "slowed";
    case TrafficWay::Waited: return "waited";
    case TrafficWay::Held: return "held";
    case TrafficWay::Blocked: return "blocked";
  }
  return "unknown";
}

// The least wait after a head, at the place where it ends, such that head, wait and tail have no conflict and end
// before `best_s_`. Nothing if there is none.
std::optional<double> TrafficPlanner::LeastWait(const TrafficQuery& query, double head_s, const Trajectory& tail) {
  const auto conflict = [&](const Trajectory& trajectory, double begin_s, bool stays) {
    return FirstConflict(trajectory, begin_s, query.radius_m, query.traffic, stays);
  };
  // How long the place of the wait stays free.
  const double arrival_s = query.begin_s + head_s;
  rest_pieces_.assign(1, RestPiece(tail.pieces()[0].points[0], 1, 0));
  rest_.Assign(rest_pieces_);
  const std::optional<Conflict> end = conflict(rest_, arrival_s, true);
  const double before_s = std::min((end ? end->time_s : kInfinite) - arrival_s, best_s_ - head_s - tail.duration_s());
  for (double i = 0;; ++i) {
    const double wait_s = i * query.wait_step_s;
    if (wait_s > query.most_wait_s || !(wait_s < before_s)) return std::nullopt;
    if (!conflict(tail, arrival_s + wait_s, query.stays)) return wait_s;
  }
}

void TrafficPlanner::Keep(TrafficWay way, double wait_s, std::span<const TrajectoryPiece> head, const Trajectory& tail,
                          TrafficPlan& plan) {
  pieces_.assign(head.begin(), head.end());
  if (wait_s > 0) {
    const TrajectoryPiece& first = tail.pieces()[0];
    pieces_.push_back(RestPiece(first.points[0], wait_s, first.room));
  }
  pieces_.insert(pieces_.end(), tail.pieces().begin(), tail.pieces().end());
  plan.planned.trajectory.Assign(pieces_);
  plan.way = way;
  plan.wait_s = wait_s;
  best_s_ = plan.planned.trajectory.duration_s();
}

// Tries a stop on the way, from a time of the trajectory without traffic on.
void TrafficPlanner::TryHold(const TrafficQuery& query, double time_s, Planner& planner, TrafficPlan& plan) {
  const RoomCorridor& rooms = *query.to.rooms;
  planner.Stop(free_, time_s, rooms, query.to.limits, kStopSteps, part_);
  if (!HasTrajectory(part_.status)) return;
  head_.clear();
  AppendPart(free_, 0, time_s, head_);
  const auto stop = part_.trajectory.pieces();
  head_.insert(head_.end(), stop.begin(), stop.end());
  head_trajectory_.Assign(head_);
  const double head_s = head_trajectory_.duration_s();
  if (head_s >= best_s_ || FirstConflict(head_trajectory_, query.begin_s, query.radius_m, query.traffic, false)) return;

  // From the stop on: the knots ahead stand for the path.
  const uint32_t room = head_.back().room;
  points_.assign(1, head_.back().points.back());
  for (const TrajectoryPiece& piece : free_.pieces()) {
    if (piece.room > room) points_.push_back(piece.points.front());
  }
  points_.push_back(query.to.points.back());
  ahead_.Clear();
  for (size_t i = room; i < rooms.size(); ++i) ahead_.Append(rooms.PlanesOf(i));
  TrajectoryQuery rest = query.to;
  rest.points = points_;
  rest.rooms = &ahead_;
  rest.start_velocity = rest.start_acceleration = {};
  part_.steps = 0;
  planner.Plan(rest, part_);
  if (!HasTrajectory(part_.status)) return;
  pieces_.assign(part_.trajectory.pieces().begin(), part_.trajectory.pieces().end());
  for (TrajectoryPiece& piece : pieces_) piece.room += room;
  tail_.Assign(pieces_);
  if (const auto wait_s = LeastWait(query, head_s, tail_)) Keep(TrafficWay::Held, *wait_s, head_, tail_, plan);
}

void TrafficPlanner::Plan(const TrafficQuery& query, Planner& planner, TrafficPlan& plan) {
  planner.Plan(query.to, plan.planned);
  if (!HasTrajectory(plan.planned.status)) return;
  const auto first = FirstConflict(plan.planned.trajectory, query.begin_s, query.radius_m, query.traffic, query.stays);
  plan.way = TrafficWay::Free;
  if (!first) return;
  plan.conflict = *first;
  plan.way = TrafficWay::Blocked;
  free_ = plan.planned.trajectory;
  plan.planned.trajectory.Assign({});
  best_s_ = kInfinite;
  const double conflict_s = std::min(first->time_s - query.begin_s, free_.duration_s());
  if (StartsAtRest(free_)) {
    if (const auto wait_s = LeastWait(query, 0, free_)) Keep(TrafficWay::Waited, *wait_s, {}, free_, plan);
    for (const double factor : kSlower) {
      if (factor * free_.duration_s() >= best_s_) break;
      pieces_.assign(free_.pieces().begin(), free_.pieces().end());
      for (TrajectoryPiece& piece : pieces_) piece.duration_s *= factor;
      tail_.Assign(pieces_);
      if (FirstConflict(tail_, query.begin_s, query.radius_m, query.traffic, query.stays)) continue;
      Keep(TrafficWay::Slowed, 0, {}, tail_, plan);
    }
  }
  // The later on the way, the earlier it arrives.
  for (int i = query.holds; i > 0; --i) {
    TryHold(query, conflict_s * i / (query.holds + 1), planner, plan);
  }
}

}  // namespace navnet
