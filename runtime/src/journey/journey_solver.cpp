// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "walk/walk_tables.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace navnet {
namespace {

// Legs computed before the better bounds are made. Most journeys are a straight flight or a walk, and need no more.
// Larger: difficult journeys compute more legs in vain.
constexpr int64_t kLegsBeforeBounds = 16;

}  // namespace

void JourneySolver::Begin() {
  s_.done = true;
  s_.legs = 0;
  s_.open.clear();
  s_.is_bounded = s_.is_cut_short = s_.is_raised = false;
  s_.ends[kStart] = s_.ends[kGoal] = std::nullopt;
  s_.status = PathStatus::InvalidQuery;
  if (!Validate(query_)) return;
  ReadCosts();
  s_.status = PathStatus::OutsideWorld;
  const TravelAgent& agent = query_.agent;
  if (!IsFinite(query_.start) || !IsFinite(query_.goal)) return;
  s_.level = kNoStop;
  const auto& levels = RuntimeAccess::TablesOf(navigator_).levels;
  for (size_t i = levels.size(); i-- > 0;) {
    if (levels[i].radius_m() >= agent.radius_m) s_.level = i;
  }
  if (s_.level == kNoStop && !(agent.walk_m_s > 0)) return;
  s_.air_components = s_.level == kNoStop ? 0 : levels[s_.level].component_count();
  const size_t links = navigator_.ground().links.size();
  s_.stops.assign(kFirstLink + 2 * links, {});
  s_.states.assign(2 * s_.stops.size(), {});
  s_.flights_flown.clear();
  s_.flown_from.assign(s_.stops.size(), kNoStop);
  s_.flown_to.assign(s_.stops.size(), kNoStop);
  for (const auto& [p, stop, above, blocked] : {std::tuple{query_.start, kStart, kAboveStart, PathStatus::StartBlocked},
                                                std::tuple{query_.goal, kGoal, kAboveGoal, PathStatus::GoalBlocked}}) {
    if (PlaceEnd(p, stop, above)) continue;
    s_.status = s_.is_cut_short ? PathStatus::OutOfBudget : blocked;
    return;
  }
  PlaceLinks();
  MakeChanges();
  s_.status = PathStatus::Unreachable;
  if (!MayReachGoal()) return;
  s_.done = false;
  Push(Changed(kStart), Changed(kStart), {0, 0}, true);
}

// Computes a leg, and leaves its path in `walked` or `flown`. kNever if there is none.
JourneySolver::Took JourneySolver::MeasureLeg(const Stop& a, const Stop& b) {
  ++s_.legs;
  if (a.in_air) {
    navigator_.Find(FlightFrom(a.point, b.point), context_, s_.flown);
    s_.is_cut_short = s_.is_cut_short || s_.flown.status == PathStatus::OutOfBudget;
    if (s_.flown.status != PathStatus::Complete) return {kNever, kNever};
    return {s_.flown.cost_m / query_.agent.fly_m_s, s_.flown.length_m / query_.agent.fly_m_s};
  }
  WalkQuery query;
  query.start = a.point;
  query.goal = b.point;
  query.radius_m = query_.agent.radius_m;
  query.regions = query_.walk_regions;
  navigator_.walker()->Find(query, context_, s_.walked);
  if (s_.walked.status != PathStatus::Complete) return {kNever, kNever};
  return {s_.walked.cost_m / query_.agent.walk_m_s, s_.walked.length_m / query_.agent.walk_m_s};
}

// Adds an open entry. `took`: cost and time from the start to `to`.
void JourneySolver::Push(uint32_t from, uint32_t to, Took took, bool certain) {
  if (s_.states[to].closed || !(took.cost_s < kNever)) return;
  const double key = LeastKey(to, took.cost_s, certain);
  if (!(key < kNever)) return;
  s_.open.Push({key, took.cost_s, took.seconds, from, to, certain});
}

// Computes the better bounds, and updates the open list with them.
void JourneySolver::MakeBounds() {
  SearchBounds();
  s_.is_bounded = true;
  s_.open.UpdateAll([&](Entry& entry) {
    if (!entry.certain) {
      const double least = s_.states[entry.from].cost_s + LeastCost(StopOf(entry.from), StopOf(entry.to));
      entry.cost_s = std::max(entry.cost_s, least);
    }
    entry.key = LeastKey(entry.to, entry.cost_s, entry.certain);
    return entry.key < kNever && !s_.states[entry.to].closed;
  });
}

void JourneySolver::Expand(uint32_t state) {
  const uint32_t stop = StopOf(state);
  const double cost_s = s_.states[state].cost_s, seconds = s_.states[state].seconds;
  const Stop& from = s_.stops[stop];
  const uint32_t other = s_.changes[stop];
  if (other != kNoStop && (!IsChanged(state) || stop == kStart)) {
    const double change_s = ChangeSeconds(stop, other, Length(s_.stops[other].point - from.point));
    Push(state, Changed(other), {cost_s + s_.change_costs[stop], seconds + change_s}, true);
  }
  if (!IsChanged(state) || !from.has_legs) return;
  if (from.in_air ? !(query_.agent.fly_m_s > 0) : !(query_.agent.walk_m_s > 0)) return;
  for (uint32_t to = 0; to < s_.stops.size(); ++to) {
    const Stop& stop_to = s_.stops[to];
    if (to == stop || !stop_to.usable || stop_to.in_air != from.in_air || stop_to.component != from.component) continue;
    if (to == kStart || to == kAboveStart || !stop_to.has_legs || (to != kGoal && s_.changes[to] == kNoStop)) continue;
    Push(state, Moved(to), {cost_s + LeastCost(stop, to), 0}, false);
  }
}

bool JourneySolver::Step(int64_t legs) {
  while (!s_.done) {
    if (query_.cancel && query_.cancel->load(std::memory_order_relaxed)) {
      End(PathStatus::Cancelled);
    } else if (s_.open.empty()) {
      s_.is_cut_short ? GiveUp() : End(PathStatus::Unreachable);
    } else if (const Entry top = s_.open.front(); !NeedsLeg(top)) {
      s_.open.Pop();
      if (!s_.states[top.to].closed) Close(top);
    } else if (RaiseBound(top)) {
      continue;
    } else if (query_.max_legs > 0 && s_.legs >= query_.max_legs) {
      GiveUp();
    } else if (legs <= 0) {
      return false;
    } else if (s_.legs >= kLegsBeforeBounds && !s_.is_bounded) {
      MakeBounds();
    } else {
      --legs;
      s_.open.Pop();
      ComputeLeg(top);
    }
  }
  return true;
}

void JourneySolver::End(PathStatus status) {
  s_.status = status;
  s_.done = true;
}

// Tries to raise the lower bound of the first open entry, which is cheaper than computing its leg; removes the entry if
// its stops are known to be disconnected since it was pushed. True when the open list changed.
bool JourneySolver::RaiseBound(const Entry& entry) {
  const uint32_t from = StopOf(entry.from), to = StopOf(entry.to);
  if (s_.stops[from].component != s_.stops[to].component) {
    s_.open.Pop();
    return true;
  }
  if (!s_.stops[to].in_air) return false;
  const double before = s_.states[entry.from].cost_s;
  const double least = before + LeastByOthers(from, to, entry.cost_s - before);
  if (!(least > entry.cost_s)) return false;
  s_.open.Pop();
  Push(entry.from, entry.to, {least, 0}, false);
  return true;
}

// Computes the leg of an entry and pushes its exact cost. Ends the query if the leg shows that the goal is unreachable.
void JourneySolver::ComputeLeg(const Entry& entry) {
  const uint32_t from = StopOf(entry.from), to = StopOf(entry.to);
  const bool in_air = s_.stops[to].in_air;
  const Took took = MeasureLeg(s_.stops[from], s_.stops[to]);
  if (in_air && CutOffUnreached(from, to) && !MayReachGoal()) return End(PathStatus::Unreachable);
  if (in_air && took.cost_s < kNever) {
    const uint32_t number = uint32_t(s_.flights_flown.size());
    s_.flights_flown.push_back({from, to, took.cost_s, s_.flown_from[from], s_.flown_to[to]});
    s_.flown_from[from] = s_.flown_to[to] = number;
  }
  const auto& before = s_.states[entry.from];
  Push(entry.from, entry.to, {before.cost_s + took.cost_s, before.seconds + took.seconds}, true);
}

// Closes the state of an entry with an exact cost, the lowest of all; ends the query at the goal.
void JourneySolver::Close(const Entry& entry) {
  s_.states[entry.to] = {entry.cost_s, entry.seconds, entry.from, true};
  if (StopOf(entry.to) != kGoal) return Expand(entry.to);
  End(PathStatus::Complete);
  TakeWayTo(entry.to);
}

// Ends the query out of budget; with the best partial journey, if that is wanted.
void JourneySolver::GiveUp() {
  End(PathStatus::OutOfBudget);
  if (!query_.partial) return;
  // Also consider journeys whose cost is exact but not yet proven the lowest to their stop.
  for (const Entry& entry : s_.open.entries()) {
    auto& state = s_.states[entry.to];
    if (!entry.certain || state.closed || entry.cost_s >= state.cost_s) continue;
    state = {entry.cost_s, entry.seconds, entry.from, false};
  }
  uint32_t best = Changed(kStart);
  const auto rank = [&](uint32_t state) {
    return std::pair(Length(s_.stops[StopOf(state)].point - s_.stops[kGoal].point), s_.states[state].cost_s);
  };
  for (uint32_t state = 0; state < s_.states.size(); ++state) {
    if (s_.states[state].cost_s < kNever && rank(state) < rank(best)) best = state;
  }
  s_.status = PathStatus::Partial;
  TakeWayTo(best);
}

void JourneySolver::TakeWayTo(uint32_t state) {
  s_.way.assign(1, state);
  while (s_.way.back() != Changed(kStart)) s_.way.push_back(s_.states[s_.way.back()].parent);
  std::reverse(s_.way.begin(), s_.way.end());
}

void JourneySolver::AddLeg(TravelPath& path, uint32_t from, uint32_t to) {
  const Stop &a = s_.stops[StopOf(from)], &b = s_.stops[StopOf(to)];
  TravelSegment segment;
  segment.seconds = s_.states[to].seconds - s_.states[from].seconds;
  segment.cost_s = s_.states[to].cost_s - s_.states[from].cost_s;
  segment.first_point = path.points.empty() ? 0 : uint32_t(path.points.size() - 1);
  const auto add = [&](Vec3 p) {
    if (path.points.empty() || path.points.size() > segment.first_point + size_t{1} || !(path.points.back() == p) ||
        path.points.size() == segment.first_point) {
      path.points.push_back(p);
    }
  };
  if (IsChanged(to)) {
    segment.mode = a.in_air == b.in_air ? TravelMode::Link : b.in_air ? TravelMode::TakeOff : TravelMode::Land;
    segment.length_m = Length(b.point - a.point);
    if (segment.mode == TravelMode::Link) segment.link = (StopOf(from) - kFirstLink) / 2;
    add(a.point);
    path.points.push_back(b.point);
  } else {
    MeasureLeg(a, b);
    segment.mode = a.in_air ? TravelMode::Fly : TravelMode::Walk;
    segment.length_m = a.in_air ? s_.flown.length_m : s_.walked.length_m;
    const std::vector<Vec3>& points = a.in_air ? s_.flown.points : s_.walked.points;
    add(points.front());
    path.points.insert(path.points.end(), points.begin() + 1, points.end());
  }
  segment.point_count = uint32_t(path.points.size()) - segment.first_point;
  path.length_m += segment.length_m;
  path.segments.push_back(segment);
}

void JourneySolver::Take(TravelPath& path) {
  path.status = s_.status;
  path.points.clear();
  path.segments.clear();
  path.length_m = path.seconds = path.cost_s = 0;
  path.legs = s_.legs;
  if (s_.status != PathStatus::Complete && s_.status != PathStatus::Partial) return;
  for (size_t i = 1; i < s_.way.size(); ++i) AddLeg(path, s_.way[i - 1], s_.way[i]);
  path.legs = s_.legs;
  path.seconds = s_.states[s_.way.back()].seconds;
  path.cost_s = s_.states[s_.way.back()].cost_s;
  if (path.points.empty()) path.points.assign(1, s_.stops[StopOf(s_.way.back())].point);
}

}  // namespace navnet
