// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/runtime/follow.h>

#include <navnet/core/range.h>
#include <navnet/internal/runtime/level/navigator_tables.h>

#include "agents/sight.h"
#include "repair/jumps.h"
#include "repair/path_check.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace navnet {
namespace {

constexpr double kStill = 1e-9;  // In metres and metres per second: shorter vectors have no direction.

bool IsSense(std::span<const Vec3> points, double radius_m, const FollowState& state, const FollowLimits& limits,
             double step_s) {
  return !points.empty() && ranges::kLength_m.Contains(radius_m) && IsFinite(state.position) &&
         IsFinite(state.velocity) && state.place.share >= 0 && state.place.share <= 1 &&
         state.place.segment < std::max<size_t>(points.size(), 2) - 1 && Validate(limits).ok() &&
         ranges::kTimeStep_s.Contains(step_s) && std::ranges::all_of(points, IsFinite);
}

// The highest speed from which braking reaches `at_end` within `way_m`, when braking acts at the ends of steps.
double SpeedBefore(double way_m, double at_end, double braking, double step_s) {
  const double once = braking * step_s;
  return std::max(at_end, std::sqrt(once * once + at_end * at_end + 2 * braking * way_m) - once);
}

template <class Sight>
class Following {
 public:
  Following(const Sight& sight, std::span<const Vec3> points, const FollowState& state, const FollowLimits& limits,
            double step_s)
      : sight_(sight),
        points_(points),
        limits_(limits),
        step_s_(step_s),
        position_(sight.Flat(state.position)),
        velocity_(sight.Flat(state.velocity)),
        place_(state.place) {}

  FollowStep Step() {
    Advance();
    FollowStep step;
    step.place = place_;
    const Vec3 here = At(place_), goal = Point(points_.size() - 1);
    const auto target = Target();
    if (!target || Length(here - position_) > limits_.off_path_m) {
      step.outcome = FollowOutcome::OffPath;
      return step;
    }
    const bool is_there = IsLast(place_.segment) && Length(goal - position_) <= limits_.arrival_m && sight_.Sees(goal);
    step.outcome = is_there ? FollowOutcome::Arrived : FollowOutcome::Moving;
    step.target = PointAt(points_, *target);
    step.velocity = sight_.Upright(VelocityTo(At(*target)));
    return step;
  }

 private:
  Vec3 Point(size_t i) const { return sight_.Flat(points_[std::min(i, points_.size() - 1)]); }
  Vec3 At(PathPlace place) const {
    const Vec3 a = Point(place.segment), b = Point(place.segment + 1);
    return place.share >= 1 ? b : a + (b - a) * place.share;
  }
  bool IsLast(size_t segment) const { return segment + 2 >= points_.size(); }

  // Calls `visit(segment, from, to, before)` for the pieces of the path from the place on, with the path length before
  // each, as long as that is less than `within_m` and `visit` returns true.
  template <class Visit>
  void EachAhead(double within_m, const Visit& visit) const {
    Vec3 from = At(place_);
    double before = 0;
    for (size_t segment = place_.segment;; ++segment) {
      const Vec3 to = Point(segment + 1);
      if (!visit(segment, from, to, before)) return;
      before += Length(to - from);
      if (IsLast(segment) || before > within_m) return;
      from = to;
    }
  }

  // Advances to the visible place nearest to the agent: among those up to the look-ahead, else on the current piece.
  void Advance() {
    for (const double within : {limits_.look_ahead_m + limits_.speed_m_s * step_s_, 0.0}) {
      const PathPlace nearest = Nearest(within);
      if (nearest == place_) return;
      if (!sight_.Sees(At(nearest))) continue;
      place_ = nearest;
      return;
    }
  }

  PathPlace Nearest(double within_m) const {
    PathPlace best = place_;
    double least = LengthSquared(At(place_) - position_);
    EachAhead(within_m, [&](size_t segment, Vec3, Vec3, double) {
      const Vec3 a = Point(segment), d = Point(segment + 1) - a;
      const double squared = LengthSquared(d), first = segment == place_.segment ? place_.share : 0;
      const double share = squared > 0 ? std::clamp(Dot(position_ - a, d) / squared, first, 1.0) : 1;
      const double distance = LengthSquared(a + d * share - position_);
      // At a bend, ties go to the next piece: the path ahead is searched from there.
      if (distance <= least * (1 + 1e-12) + kStill * kStill) {
        least = std::min(least, distance);
        best = {segment, share};
      }
      return true;
    });
    return best;
  }

  // The farthest visible point within the look-ahead: its end, else a way point before it, else the place itself.
  std::optional<PathPlace> Target() const {
    std::optional<PathPlace> target;
    PathPlace next = place_;
    const double ahead = limits_.look_ahead_m;
    const auto look = [&](const auto& sees) {
      EachAhead(ahead, [&](size_t segment, Vec3 from, Vec3 to, double before) {
        const double length = Length(to - from), whole = Length(to - Point(segment));
        PathPlace candidate{segment, 1};
        if (before + length > ahead) candidate.share = std::min(1.0, 1 - (before + length - ahead) / whole);
        if (segment == place_.segment) next = candidate;
        if (sees(At(candidate))) target = candidate;
        return true;
      });
    };
    look([&](Vec3 p) { return sight_.Sees(p); });
    if (!target) look([&](Vec3 p) { return sight_.SeesWithCare(p); });
    if (target) return target;
    // The path itself is free, even where the line-of-sight test from a point on it fails.
    constexpr double kOn_m = 1e-6;
    if (Length(At(place_) - position_) <= kOn_m && sight_.Sees(position_)) return next;
    return sight_.Sees(At(place_)) ? std::optional(place_) : std::nullopt;
  }

  // Maximum speed in a bend: the velocity component straight on is braked to 0 within `stray_m`.
  double SpeedAtBend(Vec3 in, Vec3 out) const {
    const double lengths = Length(in) * Length(out);
    if (!(lengths > 0)) return limits_.speed_m_s;
    const double cosine = std::clamp(Dot(in, out) / lengths, -1.0, 1.0);
    const double sine = cosine < 0 ? 1 : std::sqrt(1 - cosine * cosine);
    double speed = limits_.speed_m_s;
    if (sine > 0) speed = std::min(speed, std::sqrt(2 * limits_.acceleration_m_s2 * limits_.stray_m) / sine);
    if (cosine < 1) speed = std::min(speed, limits_.stray_m * limits_.turn_rad_s / (1 - cosine));
    return speed;
  }

  // Maximum speed from which the agent can slow down in time for all bends ahead and the goal.
  double SpeedHere() const {
    const double braking = limits_.acceleration_m_s2;
    const double within = limits_.speed_m_s * (limits_.speed_m_s / (2 * braking) + step_s_);
    double speed = limits_.speed_m_s;
    EachAhead(within, [&](size_t segment, Vec3 from, Vec3 to, double before) {
      const double way = before + Length(to - from);
      const double there = IsLast(segment) ? 0 : SpeedAtBend(to - from, Point(segment + 2) - to);
      // The straight distance to the goal may be longer than the rest of the path.
      const double left = IsLast(segment) ? std::max(way, Length(to - position_)) : way;
      speed = std::min(speed, SpeedBefore(left, there, braking, step_s_));
      return true;
    });
    return speed;
  }

  Vec3 VelocityTo(Vec3 target) const {
    double speed = SpeedHere();
    // Near round corners on the ground, move first to the point beside the position from which lines can be traced.
    constexpr double kSamePoint_m = 1e-7;
    const bool is_beside = Length(sight_.from() - position_) > kSamePoint_m;
    const Vec3 way = (is_beside ? sight_.from() : target) - position_;
    const double distance = Length(way);
    const Vec3 straight = distance > speed * step_s_ ? way * (speed / distance) : way * (1 / step_s_);
    if (is_beside || !(distance > kStill)) return straight;
    // Until the velocity has turned, it carries the agent outwards as in a bend.
    if (Length(velocity_) > kStill) speed = std::min(speed, SpeedAtBend(velocity_, way));
    const Vec3 limited = Limited(way * (1 / distance), speed);
    // The straight segment is free; one bent by the limits may not be.
    return sight_.Sees(position_ + limited * step_s_) ? limited : straight;
  }

  // The velocity nearest to the given direction and speed that the agent can have after this step.
  Vec3 Limited(Vec3 direction, double speed) const {
    Vec3 wanted = direction * speed;
    const double now = Length(velocity_);
    const double most_turn = limits_.turn_rad_s * step_s_;
    if (now > kStill && most_turn < std::numbers::pi) {
      const Vec3 ahead = velocity_ * (1 / now);
      const double cosine = std::clamp(Dot(ahead, direction), -1.0, 1.0), angle = std::acos(cosine);
      if (angle > most_turn) {
        Vec3 side = direction - ahead * cosine;
        // For a turn by 180°: to the left on the plan, or any side.
        if (LengthSquared(side) < 1e-18) side = Cross({0, 0, 1}, ahead);
        if (LengthSquared(side) < 1e-18) side = Cross({1, 0, 0}, ahead);
        side = side * (1 / Length(side));
        wanted = (ahead * std::cos(most_turn) + side * std::sin(most_turn)) *
                 (speed * std::max(0.0, std::cos(angle - most_turn)));
      }
    }
    const Vec3 change = wanted - velocity_;
    const double most = limits_.acceleration_m_s2 * step_s_, length = Length(change);
    return length > most ? velocity_ + change * (most / length) : wanted;
  }

  const Sight& sight_;
  std::span<const Vec3> points_;
  const FollowLimits& limits_;
  double step_s_;
  Vec3 position_, velocity_;  // Flat.
  PathPlace place_;
};

}  // namespace

const char* ToString(FollowOutcome outcome) {
  switch (outcome) {
    case FollowOutcome::Moving: return "moving";
    case FollowOutcome::Arrived: return "arrived";
    case FollowOutcome::OffPath: return "off_path";
    case FollowOutcome::AtGate: return "at_gate";
    case FollowOutcome::Invalid: break;
  }
  return "invalid";
}

FollowStep FollowPath(const Navigator& navigator, std::span<const Vec3> points, double radius_m,
                      const FollowState& state, const FollowLimits& limits, double step_s,
                      std::span<const FlightJump> jumps, const RoomCorridor* rooms) {
  if (!IsSense(points, radius_m, state, limits, step_s) || !RuntimeAccess::TablesOf(navigator).For(radius_m) ||
      !AreJumpsOf(jumps, points.size())) {
    return {.place = state.place};
  }
  const FlightSight sight(navigator, state.position, radius_m, rooms);
  // The stretch of the path between the gates behind and ahead of the agent; at the gate itself, the one before it.
  size_t first = 0, end = points.size();
  for (const FlightJump& jump : jumps) {
    const bool is_ahead = IsAhead(jump, state.place);
    (is_ahead ? end : first) = size_t{jump.point} + 1;
    if (is_ahead) break;
  }
  const size_t count = end - first;
  FollowState on_stretch = state;
  on_stretch.place =
      state.place.segment < first ? PathPlace{} : PathPlace{state.place.segment - first, state.place.share};
  if (count > 1 && on_stretch.place.segment + 1 >= count) on_stretch.place = {count - 2, 1};
  if (count == 1) on_stretch.place = {};
  FollowStep step = Following(sight, points.subspan(first, count), on_stretch, limits, step_s).Step();
  // A stretch of one point has no places of its own.
  step.place = count == 1 ? state.place : PathPlace{step.place.segment + first, step.place.share};
  if (end == points.size()) return step;
  step.behind_gate = {end - 1, 1};
  if (step.outcome == FollowOutcome::Arrived) step.outcome = FollowOutcome::AtGate;
  return step;
}

FollowStep FollowPath(const Walker& walker, std::span<const Vec3> points, double radius_m, const FollowState& state,
                      const FollowLimits& limits, double step_s) {
  if (!IsSense(points, radius_m, state, limits, step_s)) return {.place = state.place};
  const WalkSight sight(walker, state.position, radius_m);
  return Following(sight, points, state, limits, step_s).Step();
}

}  // namespace navnet
