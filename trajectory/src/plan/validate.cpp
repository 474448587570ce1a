// SPDX-License-Identifier: Apache-2.0
// Validation of queries: the ranges of their numbers.

#include <navnet/core/range.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/replan.h>
#include <navnet/trajectory/traffic.h>

#include "plan/planner.h"

#include <cmath>
#include <string>

namespace navnet {
namespace {

constexpr Range kLimit = {1e-3, 1e6}, kLimitOrNone = {1e-3, 1e6, true};
constexpr Range kCoordinate = {-1e9, 1e9}, kMotion = {-1e9, 1e9};
constexpr double kUnit = 1e-6;  // Error of a normal's length.

Error Bad(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

bool IsPoint(Vec3 p) { return kCoordinate.Contains(p.x) && kCoordinate.Contains(p.y) && kCoordinate.Contains(p.z); }

bool IsPlane(const HalfSpace& plane) {
  return std::abs(LengthSquared(plane.normal) - 1) <= kUnit && kCoordinate.Contains(plane.offset_m);
}

Status CheckRooms(const std::string& name, const RoomCorridor* rooms) {
  if (!rooms || rooms->first_plane.empty() || rooms->empty()) return Bad(name + ": there is none; give at least one");
  for (size_t room = 0; room < rooms->size(); ++room) {
    if (rooms->first_plane[room] > rooms->first_plane[room + 1]) return Bad(name + ".first_plane decreases");
  }
  if (rooms->first_plane.front() != 0 || rooms->first_plane.back() != rooms->planes.size()) {
    return Bad(name + ".first_plane does not count the planes");
  }
  for (size_t i = 0; i < rooms->planes.size(); ++i) {
    if (IsPlane(rooms->planes[i])) continue;
    return Bad(name + ".planes[" + std::to_string(i) +
               "]: expected a normal of length 1 and an offset from -1e9 to 1e9");
  }
  return Ok();
}

}  // namespace

Status Validate(const TrajectoryQuery& query) {
  if (query.points.empty()) return Bad("points: there is none; give at least one");
  for (size_t i = 0; i < query.points.size(); ++i) {
    if (IsPoint(query.points[i])) continue;
    return RangeCheck().Point("points[" + std::to_string(i) + "]", query.points[i], kCoordinate).status();
  }
  if (Status rooms = CheckRooms("rooms", query.rooms); !rooms) return rooms;
  return RangeCheck()
      .Point("start_velocity", query.start_velocity, kMotion)
      .Point("start_acceleration", query.start_acceleration, kMotion)
      .Point("goal_velocity", query.goal_velocity, kMotion)
      .Point("goal_acceleration", query.goal_acceleration, kMotion)
      .Number("limits.speed_m_s", query.limits.speed_m_s, kLimit)
      .Number("limits.climb_m_s", query.limits.climb_m_s, kLimitOrNone)
      .Number("limits.descent_m_s", query.limits.descent_m_s, kLimitOrNone)
      .Number("limits.acceleration_m_s2", query.limits.acceleration_m_s2, kLimit)
      .Number("limits.jerk_m_s3", query.limits.jerk_m_s3, kLimit)
      .Number("smoothness", query.smoothness, {0, 1e6})
      .Number("tolerance", query.tolerance, {1e-6, 1})
      .Number("max_steps", query.max_steps, {0, 10000})
      .Number("max_us", query.max_us, {0, ranges::kInfinity})
      .status();
}

Status Validate(const ReplanQuery& query) {
  if (Status to = Validate(query.to); !to) return Error{to.error().code, "to." + to.error().message};
  if (!query.flown || query.flown->empty()) return Bad("flown: there is no trajectory; plan one from rest");
  if (Status rooms = CheckRooms("flown_rooms", query.flown_rooms); !rooms) return rooms;
  if (!RunsThrough(*query.flown, *query.flown_rooms)) {
    return Bad(
        "flown, flown_rooms: the pieces of flown do not run through flown_rooms in ascending order; give the rooms "
        "that it was planned in");
  }
  return RangeCheck().Number("time_s", query.time_s, {-1e12, 1e12}).status();
}

Status Validate(const TrafficQuery& query) {
  const Status to = Validate(query.to);
  return to ? ValidateTraffic(query) : Error{to.error().code, "to." + to.error().message};
}

Status ValidateTraffic(const TrafficQuery& query) {
  constexpr Range kTime = {-1e9, 1e9}, kRadius = {0, 1e9};
  // Names are made only for what is wrong: valid queries allocate nothing.
  const auto name = [](const char* array, size_t i) {
    return "traffic." + std::string(array) + "[" + std::to_string(i) + "].";
  };
  for (size_t i = 0; i < query.traffic.balls.size(); ++i) {
    const MovingBall& ball = query.traffic.balls[i];
    if (!ball.trajectory || ball.trajectory->empty()) {
      return Bad(name("balls", i) + "trajectory: there is none; leave out what does not move, or give it a rest");
    }
    if (kTime.Contains(ball.begin_s) && kRadius.Contains(ball.radius_m)) continue;
    return RangeCheck(name("balls", i))
        .Number("begin_s", ball.begin_s, kTime)
        .Number("radius_m", ball.radius_m, kRadius)
        .status();
  }
  for (size_t i = 0; i < query.traffic.boxes.size(); ++i) {
    const TimedBox& timed = query.traffic.boxes[i];
    if (!RangeCheck().Box("", timed.box, kCoordinate).ok()) {
      return RangeCheck(name("boxes", i)).Box("box", timed.box, kCoordinate).status();
    }
    if (timed.from_s <= timed.until_s) continue;
    return Bad(name("boxes", i) + "from_s: expected at most until_s, and no NaN");
  }
  return RangeCheck()
      .Number("begin_s", query.begin_s, kTime)
      .Number("radius_m", query.radius_m, kRadius)
      .Number("most_wait_s", query.most_wait_s, {0, 1e6})
      .Number("wait_step_s", query.wait_step_s, {1e-3, 1e6})
      .Number("holds", query.holds, {0, 100})
      .status();
}

const char* ToString(ReplanWay way) {
  switch (way) {
    case ReplanWay::Direct: return "direct";
    case ReplanWay::ByOldRooms: return "by_old_rooms";
    case ReplanWay::Stop: return "stop";
  }
  return "unknown";
}

const char* ToString(TrajectoryStatus status) {
  switch (status) {
    case TrajectoryStatus::Complete: return "complete";
    case TrajectoryStatus::OutOfBudget: return "out_of_budget";
    case TrajectoryStatus::InvalidQuery: return "invalid_query";
    case TrajectoryStatus::RoomsApart: return "rooms_apart";
    case TrajectoryStatus::StartOutside: return "start_outside";
    case TrajectoryStatus::GoalOutside: return "goal_outside";
    case TrajectoryStatus::StartTooFast: return "start_too_fast";
    case TrajectoryStatus::GoalTooFast: return "goal_too_fast";
  }
  return "unknown";
}

}  // namespace navnet
