// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/runtime/crowd.h>

#include <navnet/core/parallel.h>
#include <navnet/core/range.h>
#include <navnet/internal/runtime/level/navigator_tables.h>

#include "agents/agent_mind.h"
#include "agents/free_steps.h"
#include "agents/right_of_way.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace navnet {
namespace {

Error Refused(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }
Error NoAgent() { return Refused("The id names no agent of this crowd: it was removed, or is of another crowd."); }

struct Slot {
  uint32_t generation = 1;
  uint32_t number = 0;  // Index of the agent; unused for a free slot.
  bool is_used = false;
};

}  // namespace

const char* ToString(AgentStatus status) {
  switch (status) {
    case AgentStatus::Moving: return "moving";
    case AgentStatus::Arrived: return "arrived";
    case AgentStatus::Stuck: return "stuck";
    case AgentStatus::OffPath: return "off_path";
    case AgentStatus::NoPath: return "no_path";
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
  RightOfWay right_of_way;
  uint64_t ways_given = 0;
  std::vector<Slot> slots;
  std::vector<uint32_t> free_slots;
  // By agent.
  std::vector<AgentState> states;
  std::vector<AgentMind> minds;
  std::vector<WayUser> users;
  std::vector<Vec3> preferred;
  std::vector<Mover> movers;
  std::vector<SafeStep> steps;

  std::optional<uint32_t> NumberOf(AgentId id) const {
    if (id.slot >= slots.size()) return std::nullopt;
    const Slot& slot = slots[id.slot];
    return slot.is_used && slot.generation == id.generation ? std::optional(slot.number) : std::nullopt;
  }
};

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
  if (Status s = Validate(spec); !s) return s.error();
  Vec3 position = spec.position;
  double height_m = 0;
  const Navigator& navigator = data_->navigator;
  if (spec.kind == AgentKind::Flyer) {
    const LevelIndex* index = RuntimeAccess::TablesOf(navigator).For(spec.radius_m);
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
    const double most = navigator.walker()->ground().height_m;
    // The ground is valid only up to this agent height.
    if (Status s = CheckRange("height_m", spec.height_m, {0, most}); !s) return s.error();
    height_m = spec.height_m > 0 ? spec.height_m : most;
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
  state.height_m = height_m;
  state.position = position;
  data_->states.push_back(state);
  data_->minds.emplace_back(spec.limits);
  return state.id;
}

Status Crowd::Remove(AgentId id) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  Slot& slot = data_->slots[id.slot];
  slot.is_used = false;
  // A slot whose generation counter wraps is never used again.
  if (++slot.generation != 0) data_->free_slots.push_back(id.slot);
  // The last agent moves to the index of the removed one.
  data_->slots[data_->states.back().id.slot].number = *number;
  std::swap(data_->states[*number], data_->states.back());
  std::swap(data_->minds[*number], data_->minds.back());
  data_->states.pop_back();
  data_->minds.pop_back();
  return Ok();
}

Status Crowd::SetGoal(AgentId id, Vec3 goal) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  if (!IsFinite(goal)) return Refused("The goal must be finite.");
  data_->minds[*number].GoTo(goal, data_->ways_given++);
  data_->states[*number].status = AgentStatus::Moving;
  data_->states[*number].place = {};
  return Ok();
}

Status Crowd::SetPath(AgentId id, std::span<const Vec3> points) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  if (points.empty()) return Refused("The path has no points.");
  if (!std::all_of(points.begin(), points.end(), IsFinite)) return Refused("The path's points must be finite.");
  data_->minds[*number].Follow(points, data_->ways_given++);
  data_->states[*number].status = AgentStatus::Moving;
  data_->states[*number].place = {};
  return Ok();
}

Status Crowd::Stop(AgentId id) {
  const auto number = data_->NumberOf(id);
  if (!number) return NoAgent();
  data_->minds[*number].Stop();
  data_->states[*number].status = AgentStatus::Idle;
  data_->states[*number].place = {};
  return Ok();
}

void Crowd::SetNavigator(Navigator navigator) {
  data_->navigator = std::move(navigator);
  data_->avoidance = Avoidance(data_->navigator);
  data_->right_of_way.Forget();
  for (AgentMind& mind : data_->minds) mind.Reconsider();
}

Status Crowd::Step(double step_s, int threads) {
  if (Status s = CheckRange("step_s", step_s, ranges::kTimeStep_s); !s) return s;
  if (Status s = Validate(data_->options); !s) return s;
  const size_t count = data_->states.size();
  data_->users.resize(count);
  data_->preferred.resize(count);
  data_->movers.resize(count);
  data_->steps.resize(count);
  ParallelFor(count, threads, [&](size_t i) {
    AgentState& state = data_->states[i];
    AgentMind& mind = data_->minds[i];
    const Vec3 wish = mind.Decide(data_->navigator, data_->options, step_s, state);
    data_->users[i] = {.id = state.id,
                       .kind = state.kind,
                       .position = state.position,
                       .radius_m = state.radius_m,
                       .height_m = state.height_m,
                       .speed_m_s = mind.limits().speed_m_s,
                       .wish = wish,
                       .rank = mind.rank(),
                       .is_held = mind.is_held(),
                       .path = mind.path(),
                       .place = state.place};
  });
  data_->right_of_way.Grant(data_->navigator, data_->users, step_s, threads, data_->preferred);
  for (size_t i = 0; i < count; ++i) {
    const AgentState& state = data_->states[i];
    data_->movers[i] = {.kind = state.kind,
                        .position = state.position,
                        .velocity = state.velocity,
                        .preferred = data_->preferred[i],
                        .radius_m = state.radius_m,
                        .speed_m_s = data_->minds[i].limits().speed_m_s,
                        .passes_right = false,
                        .height_m = state.height_m};
  }
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
