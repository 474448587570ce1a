// SPDX-License-Identifier: Apache-2.0
#include "agents/agent_mind.h"

#include "repair/path_check.h"

#include <algorithm>
#include <limits>

namespace navnet {
namespace {

constexpr double kWalkSnap_m = 0.1;
constexpr double kNow = std::numeric_limits<double>::infinity();

// Length of a path between a place and a later one.
double WayBetween(std::span<const Vec3> points, PathPlace from, PathPlace to) {
  double way = 0;
  Vec3 p = PointAt(points, from);
  for (size_t i = from.segment; i < to.segment; ++i) {
    way += Length(points[i + 1] - p);
    p = points[i + 1];
  }
  return way + Length(PointAt(points, to) - p);
}

FollowStep FollowWith(const Navigator& navigator, std::span<const Vec3> points, const FollowLimits& limits,
                      double step_s, const AgentState& state) {
  const FollowState from{state.position, state.velocity, state.place};
  if (state.kind == AgentKind::Flyer) return FollowPath(navigator, points, state.radius_m, from, limits, step_s);
  const Walker* walker = navigator.walker();
  return walker ? FollowPath(*walker, points, state.radius_m, from, limits, step_s) : FollowStep{};
}

}  // namespace

void AgentMind::GoTo(Vec3 goal, uint64_t rank) {
  Stop();
  rank_ = rank;
  goal_ = goal;
  Reconsider();
}

void AgentMind::Follow(std::span<const Vec3> points, uint64_t rank) {
  Stop();
  rank_ = rank;
  points_.assign(points.begin(), points.end());
}

void AgentMind::Stop() {
  points_.clear();
  goal_.reset();
  wants_plan_ = has_arrived_ = false;
  watched_ = {};
  watched_s_ = held_s_ = 0;
  is_held_ = false;
  rank_ = kNoRank;
}

void AgentMind::Reconsider() {
  wants_plan_ = goal_.has_value();
  since_plan_s_ = kNow;
}

void AgentMind::Plan(const Navigator& navigator, AgentState& state) {
  PathStatus status = PathStatus::OutsideWorld;
  if (state.kind == AgentKind::Flyer) {
    thread_local QueryContext context;
    thread_local FlightPath path;
    FlightQuery query{.start = state.position, .goal = *goal_, .radius_m = state.radius_m};
    query.snap_m = navigator.info().frame.voxel_m;
    navigator.Find(query, context, path);
    status = path.status;
    points_ = path.points;
  } else if (const Walker* walker = navigator.walker()) {
    thread_local QueryContext context;
    thread_local WalkPath path;
    WalkQuery query{.start = state.position, .goal = *goal_, .radius_m = state.radius_m};
    query.snap_m = kWalkSnap_m;
    walker->Find(query, context, path);
    status = path.status;
    points_ = path.points;
  }
  since_plan_s_ = 0;
  wants_plan_ = status != PathStatus::Complete;
  if (wants_plan_) points_.clear();
  watched_ = {};
  state.place = {};
}

Vec3 AgentMind::Decide(const Navigator& navigator, const CrowdOptions& options, double step_s, AgentState& state) {
  since_plan_s_ += step_s;
  if (wants_plan_ && since_plan_s_ >= options.replan_s) Plan(navigator, state);
  if (points_.empty()) {
    state.status = goal_ ? AgentStatus::NoPath : AgentStatus::Idle;
    return {};
  }
  const FollowStep step = FollowWith(navigator, points_, limits_, step_s, state);
  state.place = step.place;
  has_arrived_ = has_arrived_ || step.outcome == FollowOutcome::Arrived;
  if (step.outcome == FollowOutcome::OffPath || step.outcome == FollowOutcome::Invalid) {
    wants_plan_ = goal_.has_value();
    state.status = has_arrived_ ? AgentStatus::Arrived : AgentStatus::OffPath;
    return {};
  }
  if (has_arrived_) {
    state.status = AgentStatus::Arrived;
    rank_ = kNoRank;
    is_held_ = false;
    return step.velocity;
  }
  Watch(options, step_s, state);
  Feel(step.velocity, step_s, state);
  return step.velocity;
}

// An agent is blocked when it moves at less than half its desired velocity. It claims its way once it has been blocked
// for kPatience_s, until it has made progress for as long as it was blocked (at most kMost_s).
void AgentMind::Feel(const Vec3& wish, double step_s, const AgentState& state) {
  constexpr double kPatience_s = 1, kMost_s = 2;
  const bool comes_on = Dot(state.velocity, wish) >= 0.5 * LengthSquared(wish);
  held_s_ = std::clamp(held_s_ + (comes_on ? -step_s : step_s), 0.0, kMost_s);
  is_held_ = held_s_ >= kPatience_s || (is_held_ && held_s_ > 0);
}

void AgentMind::Watch(const CrowdOptions& options, double step_s, AgentState& state) {
  if (state.status != AgentStatus::Stuck) state.status = AgentStatus::Moving;
  watched_s_ += step_s;
  if (watched_s_ < options.stuck_s) return;
  const double way = WayBetween(points_, watched_, state.place);
  const bool is_stuck = way < 0.1 * limits_.speed_m_s * watched_s_;
  state.status = is_stuck ? AgentStatus::Stuck : AgentStatus::Moving;
  watched_ = state.place;
  watched_s_ = 0;
  if (is_stuck && goal_) wants_plan_ = true;
}

}  // namespace navnet
