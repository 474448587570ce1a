// SPDX-License-Identifier: Apache-2.0
// Trajectories in flight: changes of plan, checks, following, traffic.
#include <navnet/core/range.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/trajectory/check_trajectory.h>
#include <navnet/trajectory/follow_trajectory.h>
#include <navnet/trajectory/replan.h>
#include <navnet/trajectory/traffic.h>

#include "convert.h"
#include "objects.h"
#include "paths.h"
#include "room_objects.h"
#include "trajectory_calls.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace navnet;
using namespace navnet::c;

namespace {

// Rooms without a taut path.
void SetRooms(RoomsObject& object, RoomCorridor corridor) {
  Rooms& rooms = object.rooms;
  rooms.status = corridor.empty() ? RoomStatus::InvalidQuery : RoomStatus::Complete;
  rooms.corridor = std::move(corridor);
  rooms.path.clear();
  rooms.length_m = rooms.lower_bound_m = rooms.grow_us = rooms.pull_us = 0;
  rooms.blocked_segment = 0;
}

TrackOptions TrackOptionsOf(Call& call, const navnet_track_options* options) {
  if (!options) return {};
  call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_track_options");
  return {.position_gain_s2 = options->position_gain_s2,
          .velocity_gain_s = options->velocity_gain_s,
          .acceleration_m_s2 = options->acceleration_m_s2,
          .wait_error_m = options->wait_error_m,
          .ease_s = options->ease_s};
}

navnet_conflict Out(const Conflict& conflict) { return {conflict.time_s, conflict.with, conflict.is_box ? 1 : 0, 0}; }

/// Traffic, and the trajectories that it refers to.
struct HeldTraffic {
  std::vector<Held<TrajectoryObject>> held;
  std::vector<MovingBall> balls;
  std::vector<TimedBox> boxes;
  TrafficQuery query;
};

void ReadTraffic(Call& call, const navnet_traffic_query* query, HeldTraffic& out) {
  call.NeedPointer(query, "traffic");
  if (!call.ok()) return;
  call.NeedBytes(query->struct_bytes, sizeof *query, "navnet_traffic_query");
  if (!call.ok()) return;
  call.NeedArray(query->balls, query->ball_count, "traffic.balls");
  call.NeedArray(query->boxes, query->box_count, "traffic.boxes");
  for (size_t i = 0; call.ok() && i < query->ball_count; ++i) {
    const navnet_moving_ball& ball = query->balls[i];
    out.held.push_back(call.Read<TrajectoryObject>(ball.trajectory, "traffic.balls.trajectory"));
    if (!call.ok()) return;
    out.balls.push_back({&out.held.back()->planned.trajectory, ball.begin_s, ball.radius_m, ball.stays != 0});
  }
  for (size_t i = 0; call.ok() && i < query->box_count; ++i) {
    const navnet_timed_box& box = query->boxes[i];
    out.boxes.push_back({In(box.box), box.from_s, box.until_s});
  }
  if (!call.ok()) return;
  out.query.begin_s = query->begin_s;
  out.query.radius_m = query->radius_m;
  out.query.traffic = {out.balls, out.boxes};
  out.query.stays = query->stays != 0;
  out.query.most_wait_s = query->most_wait_s;
  out.query.wait_step_s = query->wait_step_s;
  out.query.holds = query->holds;
}

}  // namespace

navnet_status navnet_trajectory_check_free(navnet_trajectory trajectory, double from_s, navnet_room_maker maker,
                                           navnet_navigator navigator, const navnet_flight_query* query,
                                           navnet_trajectory valid, navnet_rooms rooms,
                                           navnet_trajectory_check* check) {
  return Guard(__func__, [&](Call& call) {
    Trajectory checked;
    if (const auto held = call.Read<TrajectoryObject>(trajectory, "trajectory")) checked = held->planned.trajectory;
    const auto triangles = maker.id == 0 ? Held<RoomMakerObject>() : call.Use<RoomMakerObject>(maker, "maker");
    const auto in = call.Use<NavigatorObject>(navigator, "navigator");
    const HeldQuery<FlightQuery> asked = QueryOf(call, query);
    const auto part = call.Write<TrajectoryObject>(valid, "valid");
    const auto around = call.Write<RoomsObject>(rooms, "rooms");
    call.NeedPointer(check, "check");
    if (!call.ok() || !call.Check(CheckRange("from_s", from_s, kTrajectoryTime_s)) ||
        !call.Check(Validate(asked.query))) {
      return;
    }
    part->planned = {};
    TrajectoryCheck result;
    if (triangles) {
      const auto walls = WallsOf(in->navigator.info());
      TriangleRoomSource source(triangles->maker, {.radius_m = asked.query.radius_m,
                                                   .walls = walls,
                                                   .regions = asked.query.regions,
                                                   .floor_m = asked.query.floor_m,
                                                   .ceiling_m = asked.query.ceiling_m,
                                                   .up = in->navigator.info().up,
                                                   .navigator = &in->navigator});
      CheckTrajectory(checked, from_s, source, part->context, result);
    } else {
      BoxRoomSource source(in->navigator, asked.query);
      CheckTrajectory(checked, from_s, source, part->context, result);
    }
    part->planned.trajectory = std::move(result.trajectory);
    part->planned.status =
        part->planned.trajectory.empty() ? TrajectoryStatus::InvalidQuery : TrajectoryStatus::Complete;
    SetRooms(*around, std::move(result.rooms));
    *check = {result.is_valid ? 1 : 0, result.valid_until_s};
  });
}

navnet_status navnet_trajectory_replan(navnet_trajectory flown, navnet_rooms flown_rooms, double time_s,
                                       const navnet_trajectory_query* query, navnet_trajectory trajectory,
                                       navnet_rooms rooms, navnet_replan_info* info) {
  return Guard(__func__, [&](Call& call) {
    const auto from = call.Read<TrajectoryObject>(flown, "flown");
    const auto from_rooms = call.Read<RoomsObject>(flown_rooms, "flown_rooms");
    const HeldTrajectoryQuery asked = TrajectoryQueryOf(call, query);
    const auto answer = call.Write<TrajectoryObject>(trajectory, "trajectory");
    const auto new_rooms = call.Write<RoomsObject>(rooms, "rooms");
    if (!call.ok()) return;
    const ReplanQuery change{.flown = &from->planned.trajectory,
                             .flown_rooms = &from_rooms->rooms.corridor,
                             .time_s = time_s,
                             .to = asked.query};
    if (!call.Check(Validate(change))) return;
    // Empty while the planner runs, and if it throws; its memory is reused.
    Replanned replanned;
    replanned.planned = std::exchange(answer->planned, {});
    replanned.rooms = std::exchange(new_rooms->rooms.corridor, {});
    Replan(change, answer->context, replanned);
    answer->planned = std::move(replanned.planned);
    answer->up = asked.query.limits.up;
    SetRooms(*new_rooms, std::move(replanned.rooms));
    if (info) *info = {navnet_replan_way(replanned.way), navnet_trajectory_status(replanned.refused)};
  });
}

navnet_status navnet_track_options_default(navnet_track_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_track_options");
    if (!call.ok()) return;
    const TrackOptions usual;
    *options = {sizeof *options,    0,           usual.position_gain_s2, usual.velocity_gain_s, usual.acceleration_m_s2,
                usual.wait_error_m, usual.ease_s};
  });
}

navnet_status navnet_track_options_check(const navnet_track_options* options) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    if (!call.ok()) return;
    const TrackOptions asked = TrackOptionsOf(call, options);
    if (call.ok()) call.Check(Validate(asked));
  });
}

navnet_status navnet_trajectory_follow(navnet_trajectory trajectory, const navnet_track_options* options,
                                       navnet_vec3 position, navnet_vec3 velocity, double step_s,
                                       navnet_track_progress* progress, navnet_track_step* step) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<TrajectoryObject>(trajectory, "trajectory");
    const TrackOptions asked = TrackOptionsOf(call, options);
    call.NeedPointer(progress, "progress");
    call.NeedPointer(step, "step");
    if (!call.ok()) return;
    TrackProgress along{progress->time_s, progress->rate};
    const TrackStep next = FollowTrajectory(held->planned.trajectory, asked, In(position), In(velocity), step_s, along);
    *progress = {along.time_s, along.rate};
    *step = {navnet::c::Out(next.acceleration),
             navnet::c::Out(next.reference.position),
             navnet::c::Out(next.reference.velocity),
             navnet::c::Out(next.reference.acceleration),
             next.error_m,
             next.is_waiting ? 1 : 0,
             next.has_ended ? 1 : 0};
  });
}

navnet_status navnet_track_bound(const navnet_track_options* options, double jerk_m_s3,
                                 const navnet_track_disturbance* disturbance, double step_s,
                                 navnet_tracking_bound* bound) {
  return Guard(__func__, [&](Call& call) {
    const TrackOptions asked = TrackOptionsOf(call, options);
    call.NeedPointer(disturbance, "disturbance");
    call.NeedPointer(bound, "bound");
    if (!call.ok()) return;
    const TrackingBound of =
        BoundOf(asked, jerk_m_s3,
                {disturbance->acceleration_m_s2, disturbance->position_error_m, disturbance->velocity_error_m_s,
                 disturbance->start_error_m, disturbance->start_error_m_s},
                step_s);
    *bound = {of.position_m, of.velocity_m_s, of.feedback_m_s2};
  });
}

navnet_status navnet_traffic_query_default(navnet_traffic_query* query, size_t query_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(query, "query");
    call.NeedBytes(query_bytes, sizeof *query, "navnet_traffic_query");
    if (!call.ok()) return;
    const TrafficQuery usual = {};
    *query = {};
    query->struct_bytes = sizeof *query;
    query->holds = usual.holds;
    query->most_wait_s = usual.most_wait_s;
    query->wait_step_s = usual.wait_step_s;
    query->stays = usual.stays ? 1 : 0;
  });
}

navnet_status navnet_trajectory_first_conflict(navnet_trajectory trajectory, const navnet_traffic_query* query,
                                               navnet_bool* found, navnet_conflict* conflict) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<TrajectoryObject>(trajectory, "trajectory");
    HeldTraffic traffic;
    ReadTraffic(call, query, traffic);
    call.NeedPointer(found, "found");
    call.NeedPointer(conflict, "conflict");
    if (!call.ok()) return;
    const TrafficQuery& asked = traffic.query;
    if (held->planned.trajectory.empty()) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "trajectory: there is none; plan one first");
      return;
    }
    if (!call.Check(ValidateTraffic(asked))) return;
    const auto first =
        FirstConflict(held->planned.trajectory, asked.begin_s, asked.radius_m, asked.traffic, asked.stays);
    *found = first ? 1 : 0;
    *conflict = Out(first.value_or(Conflict{}));
  });
}

navnet_status navnet_trajectory_plan_in_traffic(navnet_trajectory trajectory, const navnet_trajectory_query* query,
                                                const navnet_traffic_query* traffic, navnet_traffic_info* info) {
  return Guard(__func__, [&](Call& call) {
    const auto answer = call.Write<TrajectoryObject>(trajectory, "trajectory");
    const HeldTrajectoryQuery asked = TrajectoryQueryOf(call, query);
    HeldTraffic among;
    ReadTraffic(call, traffic, among);
    call.NeedPointer(info, "info");
    if (!call.ok()) return;
    among.query.to = asked.query;
    if (!call.Check(Validate(among.query))) return;
    TrafficPlan plan;
    plan.planned = std::exchange(answer->planned, {});
    PlanInTraffic(among.query, answer->context, plan);
    *info = {navnet_traffic_way(plan.way), navnet_trajectory_status(plan.planned.status), plan.wait_s,
             Out(plan.conflict)};
    answer->planned = std::move(plan.planned);
    answer->up = asked.query.limits.up;
  });
}
