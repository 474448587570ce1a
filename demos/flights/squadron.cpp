// SPDX-License-Identifier: Apache-2.0
#include "flights/squadron.h"

#include <navnet/internal/core/stopwatch.h>
#include <navnet/internal/core/text.h>

#include <algorithm>
#include <map>

namespace navnet {
namespace {

/// Look-ahead for other fighters. They fly side by side; a longer look-ahead would only spread them.
constexpr AvoidanceOptions kAvoidance = {.horizon_s = 1};
/// Search radius in metres for a free place from which a fighter can continue.
constexpr double kSearchM = 30;

/// Limits for evading a rock: sharper acceleration and turns, and closer following of the path.
FollowLimits Evading(FollowLimits limits) {
  limits.acceleration_m_s2 *= 3;
  limits.turn_rad_s *= 3;
  limits.look_ahead_m /= 3;
  return limits;
}

}  // namespace

Status Squadron::Add(std::shared_ptr<const LiveSnapshot> now, Vec3 start, Vec3 goal) {
  Fighter fighter{.position = start, .velocity = {options_.limits.speed_m_s, 0, 0}, .goal = goal, .state = now};
  const Stopwatch watch;
  now->navigator.Find({.start = start, .goal = goal, .radius_m = options_.plan_m}, context_, fighter.path);
  recorder_.report().queries.Add(1e6 * watch.Elapsed());
  if (fighter.path.status != PathStatus::Complete) {
    return Error{ErrorCode::InvalidArgument, "no path from " + Text(start) + " to " + Text(goal) + ": " +
                                                 std::string(ToString(fighter.path.status))};
  }
  const Result<WatchId> id = paths_.Add(fighter.path.points, options_.plan_m);
  if (!id) return id.error();
  fighter.watch = *id;
  const uint32_t number =
      recorder_.AddAgent({.name = NameOf(uint32_t(size())), .kind = "fighter", .radius_m = options_.radius_m}, start);
  recorder_.Plan(number, fighter.path.points);
  recorder_.AddShortest(fighter.path.length_m);
  fighters_.push_back(std::move(fighter));
  return Ok();
}

Status Squadron::Replan(const std::shared_ptr<const LiveSnapshot>& now, const WorldChange& change) {
  const Navigator& navigator = now->navigator;
  newest_version_ = now->version;
  for (const Fighter& fighter : fighters_) paths_.Advance(fighter.watch, fighter.position);
  const PathWatch::Concerns concerns = paths_.Concerned(navigator, change);
  for (uint32_t i = 0; i < size(); ++i) {
    Fighter& fighter = fighters_[i];
    oldest_s_ = std::max(oldest_s_, recorder_.time_s() - fighter.state_s);
    if (navigator.NearestFree(fighter.position, options_.hold_m, 0)) {
      fighter.state = now;
      fighter.state_s = recorder_.time_s();
    } else {
      ++evasions_;
      const size_t rock = belt_.NearestTo(fighter.position, recorder_.time_s());
      recorder_.Say(NameOf(i) + " gets out of the way of rock " + std::to_string(rock + 1));
    }
    const std::optional<Vec3> start = navigator.NearestFree(fighter.position, options_.plan_m, kSearchM);
    if (!start) continue;  // Keeps its current path.
    const auto is_among = [&](const std::vector<WatchId>& ids) {
      return std::ranges::find(ids, fighter.watch) != ids.end();
    };
    const bool has_path = fighter.path.status == PathStatus::Complete && !fighter.is_lost;
    if (!has_path || start != fighter.position || is_among(concerns.broken) || is_among(concerns.improvable)) {
      if (Status s = FindWay(i, *start, navigator, change); !s) return s;
    }
  }
  return Ok();
}

std::optional<size_t> Squadron::RockInTheWay(const Fighter& fighter, const Navigator& now,
                                             const WorldChange& change) const {
  const std::vector<Vec3>& points = fighter.path.points;
  const PathCheck check =
      CheckPath(now, points, options_.plan_m, {.from = *paths_.PlaceOf(fighter.watch), .change = &change});
  if (check.state != PathValidity::Broken) return std::nullopt;
  const auto [segment, share] = check.last_broken;
  const Vec3 a = points[segment], b = points[std::min(segment + 1, points.size() - 1)];
  return belt_.NearestTo(a + (b - a) * share, recorder_.time_s());
}

Status Squadron::FindWay(uint32_t number, Vec3 start, const Navigator& now, const WorldChange& change) {
  Fighter& fighter = fighters_[number];
  const FlightQuery query = {.start = start, .goal = fighter.goal, .radius_m = options_.plan_m};
  const PathPlace from = *paths_.PlaceOf(fighter.watch);
  const std::optional<size_t> rock = RockInTheWay(fighter, now, change);
  const Stopwatch watch;
  RepairOutcome outcome = RepairOutcome::Replanned;
  if (fighter.is_lost) {
    now.Find(query, context_, fighter.path);
  } else {
    outcome = RepairPath(now, query, fighter.path, {.from = from, .change = &change}, context_, fighter.path).done;
  }
  recorder_.report().queries.Add(1e6 * watch.Elapsed());
  ++repairs_[size_t(outcome)];
  // The gaps between rocks guarantee a path. If there is none nevertheless, the fighter stops.
  if (fighter.path.status != PathStatus::Complete) fighter.path.points = {fighter.position};
  fighter.place = {};
  if (outcome != RepairOutcome::Kept) recorder_.Plan(number, fighter.path.points);
  if (rock && fighter.rocks.insert(*rock).second) {
    recorder_.Say(NameOf(number) + ": path repaired around rock " + std::to_string(*rock + 1));
  }
  return paths_.Replace(fighter.watch, fighter.path.points);
}

std::vector<Mover> Squadron::Movers(double step_s) {
  std::vector<Mover> movers;
  for (Fighter& fighter : fighters_) {
    const bool is_evading = fighter.state->version < newest_version_;
    const FollowStep step = FollowPath(fighter.state->navigator, fighter.path.points, options_.hold_m,
                                       {fighter.position, fighter.velocity, fighter.place},
                                       is_evading ? Evading(options_.limits) : options_.limits, step_s);
    fighter.place = step.place;
    fighter.is_lost = step.outcome == FollowOutcome::OffPath;
    const bool leads_there = fighter.path.status == PathStatus::Complete;
    if (leads_there && step.outcome == FollowOutcome::Arrived) recorder_.Arrived(uint32_t(movers.size()));
    movers.push_back({.position = fighter.position,
                      .velocity = fighter.velocity,
                      .preferred = step.velocity,
                      .radius_m = options_.hold_m,
                      .speed_m_s = options_.limits.speed_m_s});
  }
  return movers;
}

Status Squadron::Step(double step_s) {
  const Stopwatch watch;
  const std::vector<Mover> movers = Movers(step_s);
  // All fighters use the same separating planes, which depend only on their positions. So each may take its step from a
  // different solution: the one without obstacles if that step is free, otherwise the one confined to a volume of its
  // snapshot.
  std::vector<SafeStep> in_the_open(size()), among_rocks(size());
  Avoidance open;
  if (Status s = open.Solve(movers, step_s, kAvoidance, in_the_open, options_.threads); !s) return s;
  std::map<uint64_t, std::shared_ptr<const LiveSnapshot>> states;
  for (const Fighter& fighter : fighters_) states[fighter.state->version] = fighter.state;
  for (const auto& [version, state] : states) {
    Avoidance avoidance(state->navigator);
    if (Status s = avoidance.Solve(movers, step_s, kAvoidance, among_rocks, options_.threads); !s) return s;
    for (uint32_t i = 0; i < size(); ++i) {
      Fighter& fighter = fighters_[i];
      if (fighter.state != state) continue;
      const bool is_free = state->navigator.IsVisible(fighter.position, in_the_open[i].position, options_.hold_m);
      const SafeStep& step = is_free ? in_the_open[i] : among_rocks[i];
      fighter.position = step.position;
      fighter.velocity = step.velocity;
      recorder_.MoveTo(i, fighter.position);
    }
  }
  recorder_.report().steps.Add(1e6 * watch.Elapsed());
  return Ok();
}

std::string Squadron::Note() const {
  const auto count = [&](RepairOutcome outcome) { return std::to_string(repairs_[size_t(outcome)]); };
  return count(RepairOutcome::Repaired) + " paths repaired, " + count(RepairOutcome::Improved) + " shortened, " +
         count(RepairOutcome::Replanned) + " replaced by new searches, " + count(RepairOutcome::Kept) +
         " checked and kept; " + std::to_string(evasions_) + " evasions of rocks; snapshots in use were up to " +
         Shortest(oldest_s_, 3) + " s old, and are safe for " + Shortest(options_.holds_s, 3) + " s";
}

}  // namespace navnet
