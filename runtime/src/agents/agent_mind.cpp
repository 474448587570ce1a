#include "agent_mind.h"

#include "../repair/path_check.h"

#include <algorithm>
#include <limits>

namespace navnet {
namespace {

constexpr double kWalkSnap_m = 0.1;
constexpr double kNow = std::numeric_limits<double>::infinity();

// The way along a path from one place to a later one.
double WayBetween(std::span<const Vec3> points, PathPlace from, PathPlace to) {
  double way = 0;
  Vec3 p = PointAt(points, from);
  for (size_t i = from.segment; i < to.segment; ++i) {
    way += Length(points[i + 1] - p);
    p = points[i + 1];
  }
  return way + Length(PointAt(points, to) - p);
}

// A number from -1 to 1 that belongs to two others.
double Lot(uint64_t a, uint64_t b) {
  uint64_t z = a * 0x9E3779B97F4A7C15ull + b * 0xD1B54A32D192ED03ull + 1;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return double((z ^ z >> 31) >> 11) * 0x1p-52 - 1;
}

FollowStep FollowWith(const Navigator& navigator, std::span<const Vec3> points, const FollowLimits& limits,
                      double step_s, const AgentState& state) {
  const FollowState from{state.position, state.velocity, state.place};
  if (state.kind == AgentKind::Flyer) return FollowPath(navigator, points, state.radius_m, from, limits, step_s);
  const Walker* walker = navigator.walker();
  return walker ? FollowPath(*walker, points, state.radius_m, from, limits, step_s) : FollowStep{};
}

}  // namespace

void AgentMind::GoTo(Vec3 goal) {
  Stop();
  goal_ = goal;
  Reconsider();
}

void AgentMind::Follow(std::span<const Vec3> points) {
  Stop();
  points_.assign(points.begin(), points.end());
}

void AgentMind::Stop() {
  points_.clear();
  goal_.reset();
  wants_plan_ = has_arrived_ = false;
  watched_ = {};
  watched_s_ = yield_s_ = 0;
}

void AgentMind::Reconsider() {
  wants_plan_ = goal_.has_value();
  since_plan_s_ = kNow;
}

void AgentMind::Plan(const Navigator& navigator, AgentState& state) {
  PathStatus status = PathStatus::OutsideWorld;
  if (state.kind == AgentKind::Flyer) {
    thread_local FlightContext context;
    thread_local FlightPath path;
    FlightQuery query{.start = state.position, .goal = *goal_, .radius_m = state.radius_m};
    query.snap_m = navigator.info().frame.voxel_m;
    navigator.Find(query, context, path);
    status = path.status;
    points_ = path.points;
  } else if (const Walker* walker = navigator.walker()) {
    thread_local WalkContext context;
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
  watched_s_ = 0;
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
    return step.velocity;
  }
  if (!(yield_s_ > 0)) {
    Watch(options, step_s, state);
    return step.velocity;
  }
  yield_s_ -= step_s;
  state.status = AgentStatus::Stuck;
  const Vec3 back = state.position - step.target;
  const double length = Length(back);
  return length > 0 ? back * (0.5 * limits_.speed_m_s / length) : Vec3{};
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
  // Agents that face each other in a narrow place draw lots who backs off, and for how long: longer each time, as there
  // may be many. They also plan anew from where they are. Those on paths of their own do neither.
  constexpr uint32_t kMostTimes = 8;
  times_stuck_ = is_stuck ? std::min(times_stuck_ + 1, kMostTimes) : 0;
  if (!is_stuck || !goal_) return;
  yield_s_ = 0.5 * options.stuck_s * times_stuck_ * Lot(state.id.slot, ++lots_drawn_);
  wants_plan_ = true;
}

}  // namespace navnet
