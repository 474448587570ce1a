// SPDX-License-Identifier: Apache-2.0
#include "plan/planner.h"

#include <navnet/internal/core/stopwatch.h>

#include "plan/time_bound.h"
#include "start/stop_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kOutside_m = 1e-6;        // How far the ends may be outside their rooms: rounding of paths.
constexpr double kOutsideShare = 1e-9;     // The same, relative to the coordinates.
constexpr double kReach = 0.3;             // How far a portal's knot may be from the path, in braking lengths.
constexpr double kOverLimit = 1 + 1e-9;    // Speed of an end relative to its limit that counts as rounding.
constexpr double kInsideLimit = 1 + 1e-9;  // The solver's limits are smaller by this factor, for rounding.

constexpr double kStill = 1e-9;  // Motion at an end, relative to the limits, that counts as rest.

bool IsAtRest(const Knot& knot) { return knot.v == Vec3{} && knot.a == Vec3{}; }

// The same motion with time running backwards.
Knot Reversed(const Knot& knot) { return {knot.p, knot.v * -1, knot.a}; }

void Reverse(KnotChain& chain) {
  std::reverse(chain.knots.begin(), chain.knots.end());
  std::reverse(chain.fixed.begin(), chain.fixed.end());
  std::reverse(chain.pieces.begin(), chain.pieces.end());
  for (Knot& knot : chain.knots) knot = Reversed(knot);
}

bool KeepsLimits(const Knot& knot, const MotionBounds& bounds) {
  return Length(knot.v) * bounds.per_speed <= kOverLimit && Length(knot.a) * bounds.per_acceleration <= kOverLimit &&
         knot.v[bounds.up] * bounds.per_climb <= kOverLimit && -knot.v[bounds.up] * bounds.per_descent <= kOverLimit;
}

// A state whose motion is only rounding is at rest.
void Settle(Knot& knot, const MotionBounds& bounds) {
  if (Length(knot.v) * bounds.per_speed > kStill || Length(knot.a) * bounds.per_acceleration > kStill) return;
  knot.v = knot.a = {};
}

double LengthOf(std::span<const Vec3> points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Length(points[i] - points[i - 1]);
  return length_m;
}

}  // namespace

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
  if (DepthIn(rooms_.PlanesOf(rooms_.size() - 1), goal_.p) < -tolerance_m_) return TrajectoryStatus::GoalOutside;
  if (!KeepsLimits(start_, bounds_)) return TrajectoryStatus::StartTooFast;
  if (!goal_is_free_ && !KeepsLimits(goal_, bounds_)) return TrajectoryStatus::GoalTooFast;
  return TrajectoryStatus::Complete;
}

// Sets the part of the trajectory in which a moving start comes to rest, in as few rooms as possible.
bool Planner::FindHead() {
  const auto last = uint32_t(rooms_.size() - 1);
  for (uint32_t room = 0;; room = std::min(last, 2 * room + 1)) {
    stop_.bounds = bounds_;
    if (FindStop(start_, 0, room, nullptr, portals_, rooms_, guess_, stop_)) break;
    if (room == last) return false;
  }
  head_ = stop_.chain;
  return true;
}

// The same for a moving goal, backwards.
bool Planner::FindTail() {
  const auto last = uint32_t(rooms_.size() - 1);
  reversed_rooms_.Clear();
  for (uint32_t room = 0; room <= last; ++room) reversed_rooms_.Append(rooms_.PlanesOf(last - room));
  reversed_portals_.assign(portals_.rbegin(), portals_.rend());
  for (uint32_t room = 0;; room = std::min(last, 2 * room + 1)) {
    stop_.bounds = bounds_;
    std::swap(stop_.bounds.per_climb, stop_.bounds.per_descent);
    if (FindStop(Reversed(goal_), 0, room, nullptr, reversed_portals_, reversed_rooms_, guess_, stop_)) break;
    if (room == last) return false;
  }
  tail_ = stop_.chain;
  Reverse(tail_);
  for (Piece& piece : tail_.pieces) {
    piece.room = last - piece.room;
    piece.planes = rooms_.PlanesOf(piece.room);
  }
  return true;
}

// Adds a part to the solver's chain: its first knot is the chain's last one.
void Planner::Append(const KnotChain& part) {
  KnotChain& chain = solver_.chain;
  if (chain.knots.empty()) {
    chain.knots.push_back(part.knots[0]);
    chain.fixed.push_back(part.fixed[0]);
  } else {
    // What joins two parts is given only if the later one says so: stops need not stay.
    chain.fixed.back() = part.fixed[0];
  }
  chain.knots.insert(chain.knots.end(), part.knots.begin() + 1, part.knots.end());
  chain.fixed.insert(chain.fixed.end(), part.fixed.begin() + 1, part.fixed.end());
  chain.pieces.insert(chain.pieces.end(), part.pieces.begin(), part.pieces.end());
}

// Sets the solver's chain to a first trajectory inside all constraints.
TrajectoryStatus Planner::MakeChain() {
  const auto last = uint32_t(rooms_.size() - 1);
  const bool moves = !IsAtRest(start_), arrives_moving = !goal_is_free_ && !IsAtRest(goal_);
  GuessEnd from{start_.p, 0, kFixAll};
  GuessEnd to{goal_.p, last, uint8_t(goal_is_free_ ? kFixPosition : kFixAll)};
  if (moves && !FindHead()) return TrajectoryStatus::StartTooFast;
  if (arrives_moving && !FindTail()) return TrajectoryStatus::GoalTooFast;
  if (moves) from = {head_.knots.back().p, head_.pieces.back().room, 0};
  if (arrives_moving) to = {tail_.knots.front().p, tail_.pieces.front().room, 0};
  solver_.bounds = bounds_;
  KnotChain& chain = solver_.chain;
  if (from.room > to.room) {
    // Start and goal cannot rest between each other: both at once.
    if (!FindStop(start_, 0, last, arrives_moving ? &goal_ : nullptr, portals_, rooms_, guess_, solver_)) {
      return TrajectoryStatus::StartTooFast;
    }
    return TrajectoryStatus::Complete;
  }
  if (!MakeGuess(from, to, portals_, rooms_, bounds_, guess_, middle_)) return TrajectoryStatus::RoomsApart;
  chain.knots.clear();
  chain.fixed.clear();
  chain.pieces.clear();
  if (moves) Append(head_);
  Append(middle_);
  if (arrives_moving) {
    tail_.fixed.front() = 0;
    Append(tail_);
  }
  chain.LayOut(bounds_);
  return TrajectoryStatus::Complete;
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
  solver_.bounds = bounds_;
  if (!solver_.Begin(options)) return false;
  best_s_ = std::numeric_limits<double>::infinity();
  Keep(may_scale);
  // A motion from a point to itself takes no time; its knots do not differ.
  const auto& knots = solver_.chain.knots;
  const bool stays =
      std::all_of(knots.begin(), knots.end(), [&](const Knot& k) { return k.p == knots[0].p && IsAtRest(k); });
  planned.status = stays ? TrajectoryStatus::Complete : TrajectoryStatus::OutOfBudget;
  if (!(best_s_ < std::numeric_limits<double>::infinity())) Keep(false);
  while (planned.status != TrajectoryStatus::Complete && planned.steps < max_steps) {
    if (max_us > 0 && 1e6 * watch.Elapsed() >= max_us) break;
    ++planned.steps;
    const bool goes_on = solver_.Step();
    Keep(may_scale);
    if (!goes_on) planned.status = TrajectoryStatus::Complete;
  }
  return true;
}

// Writes the best chain as Bézier curves in the world.
void Planner::WriteTo(Trajectory& trajectory) {
  pieces_.clear();
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
  trajectory.Assign(pieces_);
}

void Planner::Plan(const TrajectoryQuery& query, PlannedTrajectory& planned) {
  Localise(query.points, *query.rooms);
  bounds_ = BoundsOf(query.limits);
  start_ = {points_.front(), query.start_velocity, query.start_acceleration};
  goal_ = {points_.back(), query.goal_velocity, query.goal_acceleration};
  goal_is_free_ = query.goal_is_free;
  planned.status = CheckEnds();
  if (planned.status != TrajectoryStatus::Complete) return;
  const double length_m = LengthOf(points_);
  const double brake_m = BrakeLength(bounds_), reach_m = kReach * brake_m;
  PlacePortals(points_, rooms_, length_m > 0 ? std::min(reach_m, length_m) : reach_m, tolerance_m_, portals_);
  for (const PortalPoint& portal : portals_) {
    if (portal.depth_m < -tolerance_m_) planned.status = TrajectoryStatus::RoomsApart;
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
  WriteTo(planned.trajectory);
  const double own_m = std::min(length_m, planned.trajectory.Length());
  planned.bound_s = TrapezoidTime(own_m, Length(start_.v), goal_is_free_ ? 0 : Length(goal_.v), goal_is_free_,
                                  query.limits.speed_m_s, query.limits.acceleration_m_s2);
}

void Planner::Stop(const Trajectory& trajectory, double time_s, const RoomCorridor& rooms, const MotionLimits& limits,
                   int max_steps, PlannedTrajectory& planned) {
  const MotionState state = trajectory.StateAt(time_s);
  const Trajectory remainder = PartOf(trajectory, time_s, trajectory.duration_s());
  const MotionState end = trajectory.StateAt(trajectory.duration_s());
  bounds_ = BoundsOf(limits);
  const auto first = trajectory.pieces()[trajectory.PieceAt(time_s)].room;
  const auto last = trajectory.pieces().back().room;
  // The remainder's corners stand for the path: they lie in the rooms in order.
  std::vector<Vec3> points{state.position};
  for (const TrajectoryPiece& piece : remainder.pieces()) points.push_back(piece.points.back());
  RoomCorridor ahead;
  for (uint32_t room = first; room <= last; ++room) ahead.Append(rooms.PlanesOf(room));
  Localise(points, ahead);
  start_ = {points_.front(), state.velocity, state.acceleration};
  Settle(start_, bounds_);
  PlacePortals(points_, rooms_, kReach * BrakeLength(bounds_), tolerance_m_, portals_);
  solver_.bounds = bounds_;
  const bool found = !IsAtRest(start_) && KeepsLimits(start_, bounds_) && FindHead();
  if (found) {
    solver_.chain = head_;
    if (Improve({.tolerance = 0.05}, max_steps, 0, false, planned)) {
      WriteTo(planned.trajectory);
      for (TrajectoryPiece& piece : pieces_) piece.room += first;
      planned.trajectory.Assign(pieces_);
    }
  }
  Knot last_knot{{}, end.velocity, end.acceleration};
  Settle(last_knot, bounds_);
  const bool rests = IsAtRest(last_knot);
  if (rests && (planned.trajectory.empty() || remainder.duration_s() <= planned.trajectory.duration_s())) {
    planned.trajectory = remainder;
    planned.status = TrajectoryStatus::Complete;
  }
  if (!HasTrajectory(planned.status)) planned.status = TrajectoryStatus::StartTooFast;
}

}  // namespace navnet
