#include <navnet/core/parallel.h>
#include <navnet/runtime/crowd.h>

#include "../navigator_tables.h"
#include "../repair/path_check.h"
#include "free_steps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace navnet {
namespace {

constexpr double kWalkSnap_m = 0.1;

Error Refused(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }
Error NoAgent() { return Refused("The id names no agent of this crowd: it was removed, or is of another crowd."); }

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

// What an agent has in mind.
struct Intent {
  FollowLimits limits;
  std::vector<Vec3> points;  // Empty: no path.
  std::optional<Vec3> goal;
  bool wants_plan = false;
  bool has_arrived = false;
  double since_plan_s = 0;
  PathPlace watched;     // Where it was …
  double watched_s = 0;  // … this long ago.

  void Forget() {
    points.clear();
    goal.reset();
    wants_plan = false;
    Begin();
  }
  void Begin() {
    has_arrived = false;
    watched = {};
    watched_s = 0;
  }
};

struct Slot {
  uint32_t generation = 1;
  uint32_t number = 0;  // Of the agent, among all; of a free slot, none.
  bool is_used = false;
};

}  // namespace

const char* ToString(AgentStatus status) {
  switch (status) {
    case AgentStatus::Moving: return "moving";
    case AgentStatus::Arrived: return "arrived";
    case AgentStatus::Stuck: return "stuck";
    case AgentStatus::OffPath: return "off the path";
    case AgentStatus::NoPath: return "no path";
    case AgentStatus::Blocked: return "blocked";
    case AgentStatus::Idle: break;
  }
  return "idle";
}

struct Crowd::Data {
  Data(Navigator n, const CrowdOptions& o) : navigator(std::move(n)), options(o), avoidance(navigator) {}

  Navigator navigator;
  CrowdOptions options;
  Avoidance avoidance;
  std::vector<Slot> slots;
  std::vector<uint32_t> free_slots;
  // By agent.
  std::vector<AgentState> states;
  std::vector<Intent> intents;
  std::vector<Mover> movers;
  std::vector<SafeStep> steps;

  std::optional<uint32_t> NumberOf(AgentId id) const {
    if (id.slot >= slots.size()) return std::nullopt;
    const Slot& slot = slots[id.slot];
    return slot.is_used && slot.generation == id.generation ? std::optional(slot.number) : std::nullopt;
  }
  void Plan(AgentState& state, Intent& intent) const;
  FollowStep Follow(const AgentState& state, const Intent& intent, double step_s) const;
  Vec3 Decide(AgentState& state, Intent& intent, double step_s) const;
  void Watch(AgentState& state, Intent& intent, double step_s) const;
};

void Crowd::Data::Plan(AgentState& state, Intent& intent) const {
  PathStatus status = PathStatus::OutsideWorld;
  if (state.kind == AgentKind::Flyer) {
    thread_local FlightContext context;
    thread_local FlightPath path;
    FlightQuery query{.start = state.position, .goal = *intent.goal, .radius_m = state.radius_m};
    query.snap_m = navigator.info().frame.voxel_m;
    navigator.Find(query, context, path);
    status = path.status;
    intent.points = path.points;
  } else if (const Walker* walker = navigator.walker()) {
    thread_local WalkContext context;
    thread_local WalkPath path;
    WalkQuery query{.start = state.position, .goal = *intent.goal, .radius_m = state.radius_m};
    query.snap_m = kWalkSnap_m;
    walker->Find(query, context, path);
    status = path.status;
    intent.points = path.points;
  }
  intent.since_plan_s = 0;
  intent.wants_plan = status != PathStatus::Complete;
  if (intent.wants_plan) intent.points.clear();
  intent.watched = {};
  intent.watched_s = 0;
  state.place = {};
}

FollowStep Crowd::Data::Follow(const AgentState& state, const Intent& intent, double step_s) const {
  const FollowState from{state.position, state.velocity, state.place};
  if (state.kind == AgentKind::Flyer) {
    return FollowPath(navigator, intent.points, state.radius_m, from, intent.limits, step_s);
  }
  const Walker* walker = navigator.walker();
  return walker ? FollowPath(*walker, intent.points, state.radius_m, from, intent.limits, step_s) : FollowStep{};
}

// The velocity that an agent would like to have. Says how it stands, and plans if it has to.
Vec3 Crowd::Data::Decide(AgentState& state, Intent& intent, double step_s) const {
  intent.since_plan_s += step_s;
  if (intent.wants_plan && intent.since_plan_s >= options.replan_s) Plan(state, intent);
  if (intent.points.empty()) {
    state.status = intent.goal ? AgentStatus::NoPath : AgentStatus::Idle;
    return {};
  }
  const FollowStep step = Follow(state, intent, step_s);
  state.place = step.place;
  intent.has_arrived = intent.has_arrived || step.outcome == FollowOutcome::Arrived;
  if (step.outcome == FollowOutcome::OffPath || step.outcome == FollowOutcome::Invalid) {
    intent.wants_plan = intent.goal.has_value();
    state.status = intent.has_arrived ? AgentStatus::Arrived : AgentStatus::OffPath;
  } else if (intent.has_arrived) {
    state.status = AgentStatus::Arrived;
  } else {
    Watch(state, intent, step_s);
  }
  return step.velocity;
}

void Crowd::Data::Watch(AgentState& state, Intent& intent, double step_s) const {
  if (state.status != AgentStatus::Stuck) state.status = AgentStatus::Moving;
  intent.watched_s += step_s;
  if (intent.watched_s < options.stuck_s) return;
  const double way = WayBetween(intent.points, intent.watched, state.place);
  state.status = way < 0.1 * intent.limits.speed_m_s * intent.watched_s ? AgentStatus::Stuck : AgentStatus::Moving;
  intent.watched = state.place;
  intent.watched_s = 0;
}

Crowd::Crowd(Navigator navigator, const CrowdOptions& options)
    : data_(std::make_unique<Data>(std::move(navigator), options)) {}
Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

std::span<const AgentState> Crowd::agents() const { return data_->states; }
const Navigator& Crowd::navigator() const { return data_->navigator; }

const AgentState* Crowd::Find(AgentId id) const {
  const auto number = data_->NumberOf(id);
  return number ? &data_->states[*number] : nullptr;
}

Result<AgentId> Crowd::Add(const AgentSpec& spec) {
  if (!IsFinite(spec.position)) return Refused("The agent's position must be finite.");
  if (!(spec.radius_m >= 0 && std::isfinite(spec.radius_m))) return Refused("The agent's radius must be 0 m or more.");
  if (!IsValid(spec.limits)) return Refused("The agent's limits must be above 0, and its speed finite.");
  Vec3 position = spec.position;
  const Navigator& navigator = data_->navigator;
  if (spec.kind == AgentKind::Flyer) {
    const LevelIndex* index = navigator.tables().For(spec.radius_m);
    if (!index) return Refused("The net has no clearance level for the agent's radius: bake one.");
    if (!FreeBoxFor(*index, navigator.info().frame, position, {}, 1)) {
      return Refused("The agent's position is not free: Navigator::NearestFree names the nearest point that is.");
    }
  } else if (spec.kind == AgentKind::Walker) {
    if (!navigator.walker()) return Refused("The net has no ground for an agent that walks: bake one.");
    const auto place = navigator.walker()->Locate(position);
    if (!place || place->clearance_m < spec.radius_m) {
      return Refused("The agent has no room there: Walker::NearestWalkable names the nearest place that has.");
    }
    position = place->point;
  } else {
    return Refused("An agent is a flyer or a walker.");
  }

  if (data_->free_slots.empty()) {
    data_->free_slots.push_back(uint32_t(data_->slots.size()));
    data_->slots.emplace_back();
  }
  const uint32_t at = data_->free_slots.back();
  data_->free_slots.pop_back();
  Slot& slot = data_->slots[at];
  slot.is_used = true;
  slot.number = uint32_t(data_->states.size());
  AgentState state;
  state.id = {at, slot.generation};
  state.kind = spec.kind;
  state.radius_m = spec.radius_m;
  state.position = position;
  data_->states.push_back(state);
  data_->intents.emplace_back().limits = spec.limits;
  return state.id;
}

Status Crowd::Remove(AgentId id) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  Slot& slot = data_->slots[id.slot];
  slot.is_used = false;
  // A slot whose generations are used up is never used again.
  if (++slot.generation != 0) data_->free_slots.push_back(id.slot);
  // The last agent takes the place of the one that goes.
  data_->slots[data_->states.back().id.slot].number = *number;
  std::swap(data_->states[*number], data_->states.back());
  std::swap(data_->intents[*number], data_->intents.back());
  data_->states.pop_back();
  data_->intents.pop_back();
  return Ok();
}

Status Crowd::SetGoal(AgentId id, Vec3 goal) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  if (!IsFinite(goal)) return Refused("The goal must be finite.");
  Intent& intent = data_->intents[*number];
  intent.Forget();
  intent.goal = goal;
  intent.wants_plan = true;
  intent.since_plan_s = data_->options.replan_s;  // At the next step.
  data_->states[*number].status = AgentStatus::Moving;
  data_->states[*number].place = {};
  return Ok();
}

Status Crowd::SetPath(AgentId id, std::span<const Vec3> points) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  if (points.empty()) return Refused("The path has no points.");
  if (!std::all_of(points.begin(), points.end(), IsFinite)) return Refused("The path's points must be finite.");
  Intent& intent = data_->intents[*number];
  intent.Forget();
  intent.points.assign(points.begin(), points.end());
  data_->states[*number].status = AgentStatus::Moving;
  data_->states[*number].place = {};
  return Ok();
}

Status Crowd::Stop(AgentId id) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  data_->intents[*number].Forget();
  data_->states[*number].status = AgentStatus::Idle;
  data_->states[*number].place = {};
  return Ok();
}

void Crowd::SetNavigator(Navigator navigator) {
  data_->navigator = std::move(navigator);
  data_->avoidance = Avoidance(data_->navigator);
  for (Intent& intent : data_->intents) {
    if (!intent.goal) continue;
    intent.wants_plan = true;
    intent.since_plan_s = data_->options.replan_s;
  }
}

Status Crowd::Step(double step_s, int threads) {
  if (!(step_s > 0 && std::isfinite(step_s))) return Refused("The time step must be above 0 s and finite.");
  if (!(data_->options.stuck_s > 0) || !(data_->options.replan_s >= 0)) {
    return Refused("The crowd's options make no sense: stuck_s must be above 0 s, replan_s 0 s or more.");
  }
  const size_t count = data_->states.size();
  data_->movers.resize(count);
  data_->steps.resize(count);
  ParallelFor(count, threads, [&](size_t i) {
    AgentState& state = data_->states[i];
    const Vec3 preferred = data_->Decide(state, data_->intents[i], step_s);
    data_->movers[i] = {.kind = state.kind,
                        .position = state.position,
                        .velocity = state.velocity,
                        .preferred = preferred,
                        .radius_m = state.radius_m,
                        .speed_m_s = data_->intents[i].limits.speed_m_s};
  });
  if (Status solved = data_->avoidance.Solve(data_->movers, step_s, data_->options.avoidance, data_->steps, threads);
      !solved) {
    return solved;
  }
  for (size_t i = 0; i < count; ++i) {
    AgentState& state = data_->states[i];
    state.position = data_->steps[i].position;
    state.velocity = data_->steps[i].velocity;
    if (!data_->steps[i].is_free) state.status = AgentStatus::Blocked;
  }
  return Ok();
}

}  // namespace navnet
