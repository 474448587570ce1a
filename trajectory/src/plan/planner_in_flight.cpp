// SPDX-License-Identifier: Apache-2.0
// What is planned in flight: stops, and changes of plan. Both begin from a state of a trajectory that ends at rest,
// which is a continuation itself.
#include "curve/parts.h"
#include "plan/planner.h"
#include "plan/time_bound.h"
#include "start/brake.h"
#include "start/interior_point.h"
#include "start/moving_end.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kStopTolerance = 0.05;  // See NewtonOptions: a stop is asked for while flying.
constexpr double kStay_s = 1e-3;         // Duration of a stop that has begun at rest.
// When a stop may begin, if none is found at once: after this share of the time to brake; then each wait is longer by a
// factor.
constexpr double kFirstWait = 0.125, kLater = 1.5;
constexpr int kSearches = 1, kManySearches = 24;  // For stops: see FindStop.

// The time, or that of a knot nearby: cutting there leaves no piece so short that rounding shows in its derivatives.
double NearKnot(const Trajectory& trajectory, double time_s) {
  constexpr double kNear = 0.05;  // As a share of the piece.
  const size_t i = trajectory.PieceAt(time_s);
  const double share = (time_s - trajectory.StartOf(i)) / trajectory.pieces()[i].duration_s;
  return share < kNear ? trajectory.StartOf(i) : share > 1 - kNear ? trajectory.StartOf(i + 1) : time_s;
}

}  // namespace

bool RunsThrough(const Trajectory& trajectory, const RoomCorridor& rooms) {
  uint32_t room = 0;
  for (const TrajectoryPiece& piece : trajectory.pieces()) {
    if (piece.room < room || piece.room >= rooms.size()) return false;
    room = piece.room;
  }
  return true;
}

// Sets rooms, portals and limits to those of a trajectory from a time on; the start to the state there.
void Planner::LookAhead(const Trajectory& flown, double time_s, const RoomCorridor& rooms, const MotionLimits& limits) {
  bounds_ = solver_.bounds = BoundsOf(limits);
  const size_t piece = flown.PieceAt(time_s);
  ahead_.Clear();
  used_.clear();
  for (size_t i = piece; i < flown.pieces().size(); ++i) {
    const uint32_t room = flown.pieces()[i].room;
    if (!used_.empty() && used_.back() == room) continue;
    used_.push_back(room);
    ahead_.Append(rooms.PlanesOf(room));
  }
  ahead_points_.assign(1, flown.StateAt(time_s).position);
  for (size_t i = piece; i < flown.pieces().size(); ++i) ahead_points_.push_back(flown.pieces()[i].points.back());
  Localise(ahead_points_, ahead_);
  PlacePortals(points_, rooms_, kPortalReach * BrakeLength(bounds_), tolerance_m_, portals_);
  SetStart(flown, time_s);
}

// The index among the rooms ahead of a room of the trajectory flown.
uint32_t Planner::RoomAhead(uint32_t room) const {
  return uint32_t(std::lower_bound(used_.begin(), used_.end(), room) - used_.begin());
}

void Planner::SetStart(const Trajectory& flown, double time_s) {
  const MotionState state = flown.StateAt(time_s);
  start_ = {state.position - origin_, state.velocity, state.acceleration};
  Settle(start_, bounds_);
}

// Sets the solver's chain to a stop from `start_`, in the room `first`, to the room `last`, wherever it is fastest.
// False when none is found.
bool Planner::MakeStop(uint32_t first, uint32_t last) {
  const Vec3 near = last > first ? portals_[last - 1].p : start_.p;
  const InteriorPoint rest = DeepPoint(rooms_.PlanesOf(last), {}, near, BrakeLength(bounds_));
  if (!(rest.depth_m > 0)) return false;
  const GuessEnd from{start_.p, kFixAll, first}, to{rest.point, kFixVelocity | kFixAcceleration};
  const std::span passed = std::span(portals_).subspan(first, last - first);
  return MakeGuess(from, to, passed, rooms_, bounds_, guess_, solver_.chain) &&
         SetMotion(start_.v, start_.a, false, solver_);
}

// Sets the solver's chain to a stop that begins `leave_s_` later: at once if that is found. False when none is found,
// and when the state there is a rest already. Straight braking costs nothing to try; a search takes milliseconds where
// it fails, so that there is one, unless nothing else is safe: where the trajectory flown does not end at rest.
bool Planner::FindStop(const Trajectory& flown, double time_s) {
  const double brake_s = bounds_.per_acceleration / bounds_.per_speed + bounds_.per_jerk / bounds_.per_acceleration;
  const uint32_t last = uint32_t(ahead_.size() - 1);
  const MotionState end = flown.StateAt(flown.duration_s());
  Knot goal{{}, end.velocity, end.acceleration};
  Settle(goal, bounds_);
  int searches = IsAtRest(goal) ? kSearches : kManySearches;
  leave_s_ = 0;
  SetStart(flown, time_s);
  if (IsAtRest(start_)) return false;
  const auto search = [&](uint32_t first) {
    for (uint32_t room = first; searches-- > 0; room = std::min(last, 2 * room + 1 - first)) {
      if (MakeStop(first, room)) return true;
      if (room == last) break;
    }
    return false;
  };
  // Braking at each moment; a search at the first one, and where that is not enough, at all of them.
  for (const bool again : {false, true}) {
    double wait_s = kFirstWait * brake_s;
    for (double at_s = time_s; at_s < flown.duration_s(); at_s += wait_s, wait_s *= kLater) {
      const double from_s = at_s > time_s ? std::max(time_s, NearKnot(flown, at_s)) : time_s;
      leave_s_ = from_s - time_s;
      SetStart(flown, from_s);
      if (IsAtRest(start_)) break;
      if (!KeepsLimits(start_, bounds_)) continue;
      const uint32_t first = RoomAhead(flown.pieces()[flown.PieceAt(from_s)].room);
      if (!again && MakeBrake(start_, first, last, rooms_, bounds_, guess_.slacks, solver_.chain)) return true;
      if ((again || at_s == time_s) && search(first)) return true;
    }
    if (IsAtRest(goal)) break;
  }
  return false;
}

// Sets `pieces_` to a stop: the shorter of that in the solver's chain, if there is one, and the trajectory's own
// remainder; none if there is neither. Rooms are those of `ahead_`.
void Planner::WriteStop(const Trajectory& flown, double time_s, bool found, int max_steps, PlannedTrajectory& planned) {
  const double rest_s = std::max(0.0, flown.duration_s() - time_s);
  const MotionState end = flown.StateAt(flown.duration_s());
  Knot goal{{}, end.velocity, end.acceleration};
  Settle(goal, bounds_);
  const bool ends_at_rest = IsAtRest(goal);
  planned.status = TrajectoryStatus::StartTooFast;
  planned.steps = 0;
  pieces_.clear();
  SetStart(flown, time_s);
  if (IsAtRest(start_)) {
    planned.status = TrajectoryStatus::Complete;
    pieces_.push_back(RestPiece(flown.StateAt(time_s).position, kStay_s, 0));
    return;
  }
  const auto append_flown = [&](double for_s) {
    AppendPart(flown, time_s, time_s + for_s, pieces_);
    for (TrajectoryPiece& piece : pieces_) piece.room = RoomAhead(piece.room);
  };
  if (found && Improve({.tolerance = kStopTolerance}, max_steps, 0, false, planned) &&
      (!ends_at_rest || leave_s_ + best_s_ < rest_s)) {
    append_flown(leave_s_);
    AppendBest();
  } else if (ends_at_rest) {
    planned.status = TrajectoryStatus::Complete;
    append_flown(rest_s);
  }
}

void Planner::Stop(const Trajectory& trajectory, double time_s, const RoomCorridor& rooms, const MotionLimits& limits,
                   int max_steps, PlannedTrajectory& planned) {
  LookAhead(trajectory, time_s, rooms, limits);
  WriteStop(trajectory, time_s, FindStop(trajectory, time_s), max_steps, planned);
  for (TrajectoryPiece& piece : pieces_) piece.room = used_[piece.room];
  planned.trajectory.Assign(pieces_);
}

// Sets `rooms` and `rooms_` to the rooms ahead up to `last`, back from there to the first that meets a new room, and
// the new rooms from that one on; `portals_` to their portals. False when no new room meets the way of the stop, whose
// end is `end`, or when the new rooms do not meet each other.
bool Planner::LinkRooms(uint32_t last, Vec3 end, const ReplanQuery& query, RoomCorridor& rooms) {
  const auto newest_at = [&](Vec3 p) {
    size_t room = new_rooms_.size();
    while (room > 0 && DepthIn(new_rooms_.PlanesOf(room - 1), p) < 0) --room;
    return room;  // Its index plus 1; 0 for none.
  };
  uint32_t back = last;
  Vec3 link = end;
  size_t next = newest_at(link);
  while (next == 0 && back > 0) {
    link = portals_[--back].p;
    next = newest_at(link);
  }
  if (next == 0) {  // Where the vehicle is: the path may begin there, up to rounding.
    link = {};
    if (DepthIn(new_rooms_.PlanesOf(0), link) < -tolerance_m_) return false;
    next = 1;
  }
  --next;

  const double brake_m = BrakeLength(bounds_), reach_m = kPortalReach * brake_m;
  joined_portals_.clear();
  const auto append = [&](PortalPoint portal) {
    portal.to = last + 1 + uint32_t(joined_portals_.size());
    joined_portals_.push_back(portal);
  };
  for (uint32_t room = last; room-- > back;) append(portals_[room]);
  append(PortalNear(rooms_.PlanesOf(back), new_rooms_.PlanesOf(next), link, reach_m, tolerance_m_));
  PlacePortals(new_points_, new_rooms_, reach_m, tolerance_m_, new_portals_);
  for (size_t room = next; room < new_portals_.size(); ++room) append(new_portals_[room]);
  rooms.Clear();
  for (uint32_t room = 0; room <= last; ++room) rooms.Append(ahead_.PlanesOf(room));
  for (uint32_t room = last; room-- > back;) rooms.Append(ahead_.PlanesOf(room));
  for (size_t room = next; room < new_rooms_.size(); ++room) rooms.Append(query.to.rooms->PlanesOf(room));
  Localise(ahead_points_, rooms);
  portals_.assign(joined_portals_.begin(), joined_portals_.end());
  MergePortals(rooms_, last, reach_m, kShortRoom * brake_m, tolerance_m_, portals_);
  return std::all_of(portals_.begin(), portals_.end(),
                     [&](const PortalPoint& portal) { return portal.depth_m >= -kTouching * tolerance_m_; });
}

// Puts the stop before the solver's chain, which begins where it ends, and frees the knot between them.
void Planner::PrependStop() {
  KnotChain& chain = solver_.chain;
  if (stop_.pieces.empty()) return;
  chain.fixed.front() = 0;
  chain.knots.insert(chain.knots.begin(), stop_.knots.begin(), stop_.knots.end() - 1);
  chain.fixed.insert(chain.fixed.begin(), stop_.fixed.begin(), stop_.fixed.end() - 1);
  chain.pieces.insert(chain.pieces.begin(), stop_.pieces.begin(), stop_.pieces.end());
  for (Piece& piece : chain.pieces) piece.planes = rooms_.PlanesOf(piece.room);
  chain.LayOut(bounds_);
}

// Writes a trajectory by the stop in the solver's chain, if `found`, or by the end of the trajectory flown, into the
// new rooms. False when there is none.
bool Planner::JoinNewRooms(const ReplanQuery& query, bool found, Replanned& out) {
  const Trajectory& flown = *query.flown;
  const MotionState state = flown.StateAt(query.time_s), end_state = flown.StateAt(flown.duration_s());
  SetStart(flown, query.time_s);
  const bool rests = IsAtRest(start_);
  Knot end{end_state.position - origin_, end_state.velocity, end_state.acceleration};
  uint32_t last = uint32_t(ahead_.size() - 1);
  stop_.knots.clear();
  stop_.fixed.clear();
  stop_.pieces.clear();
  if (rests) {
    leave_s_ = 0;
    end = start_;
    last = 0;
  } else if (found) {
    stop_ = solver_.chain;
    end = stop_.knots.back();
    last = stop_.pieces.back().room;
  } else {
    leave_s_ = flown.duration_s() - query.time_s;
    Settle(end, bounds_);
    if (!IsAtRest(end)) return false;
  }
  new_points_.clear();
  for (const Vec3& p : query.to.points) new_points_.push_back(p - origin_);
  new_rooms_.first_plane = query.to.rooms->first_plane;
  new_rooms_.planes.clear();
  for (const HalfSpace& plane : query.to.rooms->planes) {
    new_rooms_.planes.push_back({plane.normal, -plane.DistanceTo(origin_)});
  }
  goal_ = {new_points_.back(), query.to.goal_velocity, query.to.goal_acceleration};
  goal_is_free_ = query.to.goal_is_free;
  Settle(goal_, bounds_);
  if (CheckGoal(new_rooms_.PlanesOf(new_rooms_.size() - 1)) != TrajectoryStatus::Complete) return false;
  if (!LinkRooms(last, end.p, query, out.rooms)) return false;

  const GuessEnd from{end.p, kFixAll, last}, to{goal_.p, uint8_t(goal_is_free_ ? kFixPosition : kFixAll)};
  if (!MakeGuess(from, to, portals_, rooms_, bounds_, guess_, solver_.chain)) return false;
  const bool arrives_moving = !goal_is_free_ && !IsAtRest(goal_);
  if (arrives_moving && !SetMotion(goal_.v, goal_.a, true, solver_)) return false;
  PrependStop();
  const double jerk = query.to.limits.jerk_m_s3;
  const NewtonOptions options{.jerk_weight = query.to.smoothness / (jerk * jerk), .tolerance = query.to.tolerance};
  const bool may_scale = query.to.smoothness == 0 && stop_.pieces.empty() && !arrives_moving;
  out.planned.steps = 0;
  if (!Improve(options, query.to.max_steps, query.to.max_us, may_scale, out.planned)) return false;
  pieces_.clear();
  AppendPart(flown, query.time_s, query.time_s + leave_s_, pieces_);
  for (TrajectoryPiece& piece : pieces_) piece.room = RoomAhead(piece.room);
  AppendBest();
  out.planned.trajectory.Assign(pieces_);
  out.planned.bound_s =
      TrapezoidTime(out.planned.trajectory.Length(), Length(state.velocity), goal_is_free_ ? 0 : Length(goal_.v),
                    goal_is_free_, query.to.limits.speed_m_s, query.to.limits.acceleration_m_s2);
  out.way = ReplanWay::ByOldRooms;
  return true;
}

void Planner::Replan(const ReplanQuery& query, Replanned& out) {
  const MotionState state = query.flown->StateAt(query.time_s);
  TrajectoryQuery direct = query.to;
  new_points_.assign(1, state.position);
  new_points_.insert(new_points_.end(), query.to.points.begin(), query.to.points.end());
  direct.points = new_points_;
  direct.start_velocity = state.velocity;
  direct.start_acceleration = state.acceleration;
  Plan(direct, out.planned);
  out.refused = out.planned.status;
  if (HasTrajectory(out.planned.status)) {
    out.rooms = *query.to.rooms;
    out.way = ReplanWay::Direct;
    return;
  }
  LookAhead(*query.flown, query.time_s, *query.flown_rooms, query.to.limits);
  const bool found = FindStop(*query.flown, query.time_s);
  if (JoinNewRooms(query, found, out)) return;
  out.way = ReplanWay::Stop;
  LookAhead(*query.flown, query.time_s, *query.flown_rooms, query.to.limits);
  out.rooms = ahead_;
  WriteStop(*query.flown, query.time_s, found && FindStop(*query.flown, query.time_s), query.to.max_steps, out.planned);
  out.planned.trajectory.Assign(pieces_);
}

}  // namespace navnet
