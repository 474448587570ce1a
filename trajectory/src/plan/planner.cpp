// SPDX-License-Identifier: Apache-2.0
#include "plan/planner.h"

#include <navnet/internal/core/stopwatch.h>

#include "plan/time_bound.h"
#include "start/brake.h"
#include "start/moving_end.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kOutside_m = 1.1e-5;      // How far the ends may be outside their rooms: rounding of paths, see Rooms.
constexpr double kOutsideShare = 1e-9;     // The same, relative to the coordinates.
constexpr double kOverLimit = 1 + 1e-9;    // Speed of an end relative to its limit that counts as rounding.
constexpr double kInsideLimit = 1 + 1e-9;  // The solver's limits are smaller by this factor, for rounding.

constexpr int kCheckEvery = 5;  // Steps after which progress is checked.
// Ratio of the decreases of the cost in consecutive kCheckEvery steps that is assumed at most: a larger one is noise.
constexpr double kSlowest = 0.8;
// What may be left to gain at the end, as a share of the tolerance: decreases are not that regular.
constexpr double kRest = 0.15;
// Share of the cost, relative to the tolerance, that the barrier may have then: with more of it, the cost may not
// decrease while the chain is being centred.
constexpr double kBarrier = 5;
constexpr double kStill = 1e-9;  // Motion at an end, relative to the limits, that counts as rest.

double LengthOf(std::span<const Vec3> points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Length(points[i] - points[i - 1]);
  return length_m;
}

}  // namespace

bool IsAtRest(const Knot& knot) { return knot.v == Vec3{} && knot.a == Vec3{}; }

bool KeepsLimits(const Knot& knot, const MotionBounds& bounds) {
  return Length(knot.v) * bounds.per_speed <= kOverLimit && Length(knot.a) * bounds.per_acceleration <= kOverLimit &&
         knot.v[bounds.up] * bounds.per_climb <= kOverLimit && -knot.v[bounds.up] * bounds.per_descent <= kOverLimit;
}

void Settle(Knot& knot, const MotionBounds& bounds) {
  if (Length(knot.v) * bounds.per_speed > kStill || Length(knot.a) * bounds.per_acceleration > kStill) return;
  knot.v = knot.a = {};
}

MotionBounds BoundsOf(const MotionLimits& limits) {
  // A limit at the speed's own is left out: it always holds.
  const auto per = [&](double limit) { return limit > 0 && limit < limits.speed_m_s ? kInsideLimit / limit : 0; };
  return {kInsideLimit / limits.speed_m_s, kInsideLimit / limits.acceleration_m_s2,
          kInsideLimit / limits.jerk_m_s3, per(limits.climb_m_s),
          per(limits.descent_m_s),         limits.up == UpAxis::Z ? 2 : 1};
}

// Moves path and rooms to the path's start, where numbers are small.
void Planner::Localise(std::span<const Vec3> points, const RoomCorridor& rooms) {
  origin_ = points.front();
  points_.clear();
  double largest_m = 0;
  for (const Vec3& p : points) {
    points_.push_back(p - origin_);
    for (int k = 0; k < 3; ++k) largest_m = std::max(largest_m, std::abs(p[k]));
  }
  rooms_.first_plane = rooms.first_plane;
  rooms_.planes.clear();
  for (const HalfSpace& plane : rooms.planes) rooms_.planes.push_back({plane.normal, -plane.DistanceTo(origin_)});
  tolerance_m_ = kOutside_m + kOutsideShare * largest_m;
}

TrajectoryStatus Planner::CheckEnds() {
  Settle(start_, bounds_);
  Settle(goal_, bounds_);
  if (DepthIn(rooms_.PlanesOf(0), start_.p) < -tolerance_m_) return TrajectoryStatus::StartOutside;
  const TrajectoryStatus goal = CheckGoal(rooms_.PlanesOf(rooms_.size() - 1));
  if (goal == TrajectoryStatus::GoalOutside) return goal;
  return KeepsLimits(start_, bounds_) ? goal : TrajectoryStatus::StartTooFast;
}

// Whether the goal is possible in the last room.
TrajectoryStatus Planner::CheckGoal(std::span<const HalfSpace> room) const {
  if (DepthIn(room, goal_.p) < -tolerance_m_) return TrajectoryStatus::GoalOutside;
  if (!goal_is_free_ && !KeepsLimits(goal_, bounds_)) return TrajectoryStatus::GoalTooFast;
  return TrajectoryStatus::Complete;
}

// Sets the solver's chain to a first trajectory inside all constraints.
TrajectoryStatus Planner::MakeChain() {
  const GuessEnd to{goal_.p, uint8_t(goal_is_free_ ? kFixPosition : kFixAll)};
  const auto guess = [&](const GuessEnd& from) {
    return MakeGuess(from, to, portals_, rooms_, bounds_, guess_, solver_.chain);
  };
  if (!guess({start_.p})) return TrajectoryStatus::RoomsApart;
  stop_.pieces.clear();
  if (!IsAtRest(start_) && !SetMotion(start_.v, start_.a, false, solver_)) {
    // A stop first, if straight braking fits: the solver makes of it no more than is needed.
    if (!MakeBrake(start_, 0, uint32_t(rooms_.size() - 1), rooms_, bounds_, guess_.slacks, stop_)) {
      return TrajectoryStatus::StartTooFast;
    }
    const uint32_t room = stop_.pieces.back().room;
    PlacePortals(points_, rooms_, reach_m_, tolerance_m_, portals_);
    portals_.erase(portals_.begin(), portals_.begin() + room);
    MergePortals(rooms_, room, reach_m_, kShortRoom * BrakeLength(bounds_), tolerance_m_, portals_);
    if (!guess({stop_.knots.back().p, kFixAll, room})) return TrajectoryStatus::StartTooFast;
  }
  const bool arrives = goal_is_free_ || IsAtRest(goal_) || SetMotion(goal_.v, goal_.a, true, solver_);
  PrependStop();
  return arrives ? TrajectoryStatus::Complete : TrajectoryStatus::GoalTooFast;
}

// Keeps the solver's chain if it is the best so far.
void Planner::Keep(bool may_scale) {
  const double scale = may_scale ? solver_.SlowestScale() : 1;
  const double cost = solver_.cost() * scale;
  if (!(cost < best_s_) || !(scale > 0)) return;
  best_s_ = cost;
  best_scale_ = scale;
  best_knots_ = solver_.chain.knots;
  best_durations_.clear();
  for (const Piece& piece : solver_.chain.pieces) best_durations_.push_back(piece.duration_s);
}

// Runs the solver from its chain within a budget. False when the chain is not strictly inside the constraints.
bool Planner::Improve(const NewtonOptions& options, int max_steps, double max_us, bool may_scale,
                      PlannedTrajectory& planned) {
  const Stopwatch watch;
  if (!solver_.Begin(options)) return false;
  best_s_ = std::numeric_limits<double>::infinity();
  Keep(may_scale);
  // A motion from a point to itself takes no time; its knots do not differ.
  const auto& knots = solver_.chain.knots;
  const bool stays =
      std::all_of(knots.begin(), knots.end(), [&](const Knot& k) { return k.p == knots[0].p && IsAtRest(k); });
  planned.status = stays ? TrajectoryStatus::Complete : TrajectoryStatus::OutOfBudget;
  if (!(best_s_ < std::numeric_limits<double>::infinity())) Keep(false);
  double last_s = best_s_, decrease_s = best_s_;  // At the last check for progress, and until then.
  while (planned.status != TrajectoryStatus::Complete && planned.steps < max_steps) {
    if (max_us > 0 && 1e6 * watch.Elapsed() >= max_us) break;
    ++planned.steps;
    bool goes_on = solver_.Step();
    Keep(may_scale);
    if (planned.steps % kCheckEvery == 0) {
      // What is left to gain, if the cost goes on to decrease geometrically.
      const double now_s = last_s - best_s_, ratio = std::min(kSlowest, now_s / decrease_s);
      const double rest_s = now_s * ratio / (1 - ratio);
      const bool is_early = solver_.BarrierShare() > kBarrier * options.tolerance * solver_.cost();
      goes_on = goes_on && (is_early || rest_s > kRest * options.tolerance * best_s_);
      decrease_s = now_s;
      last_s = best_s_;
    }
    if (!goes_on) planned.status = TrajectoryStatus::Complete;
  }
  return true;
}

// Appends the best chain to `pieces_`, as Bézier curves in the world.
void Planner::AppendBest() {
  const double faster = 1 / best_scale_;
  for (size_t i = 0; i < best_durations_.size(); ++i) {
    const double T = best_durations_[i] * best_scale_;
    Knot from = best_knots_[i], to = best_knots_[i + 1];
    for (Knot* knot : {&from, &to}) {
      knot->v = knot->v * faster;
      knot->a = knot->a * (faster * faster);
    }
    PieceShape shape;
    ShapeOf(from, to, T, shape);
    TrajectoryPiece& piece = pieces_.emplace_back();
    for (size_t k = 0; k < 6; ++k) {
      piece.points[k] = origin_ + Vec3{shape.point[0][k], shape.point[1][k], shape.point[2][k]};
    }
    piece.duration_s = T;
    piece.room = solver_.chain.pieces[i].room;
  }
}

void Planner::Plan(const TrajectoryQuery& query, PlannedTrajectory& planned) {
  Localise(query.points, *query.rooms);
  bounds_ = solver_.bounds = BoundsOf(query.limits);
  start_ = {points_.front(), query.start_velocity, query.start_acceleration};
  goal_ = {points_.back(), query.goal_velocity, query.goal_acceleration};
  goal_is_free_ = query.goal_is_free;
  planned.status = CheckEnds();
  if (planned.status != TrajectoryStatus::Complete) return;
  const double length_m = LengthOf(points_);
  const double brake_m = BrakeLength(bounds_), farthest_m = kPortalReach * brake_m;
  reach_m_ = length_m > 0 ? std::min(farthest_m, length_m) : farthest_m;
  PlacePortals(points_, rooms_, reach_m_, tolerance_m_, portals_);
  MergePortals(rooms_, 0, reach_m_, kShortRoom * brake_m, tolerance_m_, portals_);
  for (const PortalPoint& portal : portals_) {
    if (portal.depth_m < -kTouching * tolerance_m_) planned.status = TrajectoryStatus::RoomsApart;
  }
  if (planned.status == TrajectoryStatus::Complete) planned.status = MakeChain();
  if (planned.status != TrajectoryStatus::Complete) return;
  const double jerk = query.limits.jerk_m_s3;
  const NewtonOptions options{.jerk_weight = query.smoothness / (jerk * jerk), .tolerance = query.tolerance};
  const bool may_scale = query.smoothness == 0 && IsAtRest(start_) && (goal_is_free_ || IsAtRest(goal_));
  if (!Improve(options, query.max_steps, query.max_us, may_scale, planned)) {
    planned.status = TrajectoryStatus::RoomsApart;
    return;
  }
  pieces_.clear();
  AppendBest();
  planned.trajectory.Assign(pieces_);
  const double own_m = std::min(length_m, planned.trajectory.Length());
  planned.bound_s = TrapezoidTime(own_m, Length(start_.v), goal_is_free_ ? 0 : Length(goal_.v), goal_is_free_,
                                  query.limits.speed_m_s, query.limits.acceleration_m_s2);
}

}  // namespace navnet
