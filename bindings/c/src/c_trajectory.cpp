// SPDX-License-Identifier: Apache-2.0
// Trajectories.
#include "convert.h"
#include "room_objects.h"

#include <algorithm>
#include <cmath>

using namespace navnet;
using namespace navnet::c;

namespace {

/// A query, and the rooms that it refers to.
struct HeldTrajectoryQuery {
  TrajectoryQuery query;
  Held<RoomsObject> rooms;
};

HeldTrajectoryQuery TrajectoryQueryOf(Call& call, const navnet_trajectory_query* query) {
  HeldTrajectoryQuery out;
  call.NeedPointer(query, "query");
  if (!call.ok()) return out;
  call.NeedBytes(query->struct_bytes, sizeof *query, "navnet_trajectory_query");
  if (!call.ok()) return out;
  call.NeedArray(query->points, query->point_count, "query.points");
  call.NeedEnum(query->up, NAVNET_UP_AXIS_Z, "query.up");
  out.rooms = call.Read<RoomsObject>(query->rooms, "query.rooms");
  if (!call.ok()) return out;
  out.query = {.points = ViewOf<Vec3>(query->points, query->point_count),
               .rooms = &out.rooms->rooms.corridor,
               .start_velocity = In(query->start_velocity),
               .start_acceleration = In(query->start_acceleration),
               .goal_velocity = In(query->goal_velocity),
               .goal_acceleration = In(query->goal_acceleration),
               .goal_is_free = query->goal_is_free != 0,
               .limits = {.speed_m_s = query->speed_m_s,
                          .climb_m_s = query->climb_m_s,
                          .descent_m_s = query->descent_m_s,
                          .acceleration_m_s2 = query->acceleration_m_s2,
                          .jerk_m_s3 = query->jerk_m_s3,
                          .up = UpOf(query->up)},
               .smoothness = query->smoothness,
               .tolerance = query->tolerance,
               .max_steps = query->max_steps,
               .max_us = query->max_us};
  return out;
}

navnet_trajectory_info InfoOf(const TrajectoryObject& object) {
  const PlannedTrajectory& planned = object.planned;
  const MotionPeaks peaks = planned.trajectory.Peaks(object.up);
  navnet_trajectory_info out = {};
  out.status = navnet_trajectory_status(planned.status);
  out.steps = planned.steps;
  out.piece_count = planned.trajectory.pieces().size();
  out.duration_s = planned.trajectory.duration_s();
  out.length_m = planned.trajectory.Length();
  out.bound_s = planned.bound_s;
  out.us = planned.us;
  out.max_speed_m_s = peaks.speed_m_s;
  out.max_climb_m_s = peaks.climb_m_s;
  out.max_descent_m_s = peaks.descent_m_s;
  out.max_acceleration_m_s2 = peaks.acceleration_m_s2;
  out.max_jerk_m_s3 = peaks.jerk_m_s3;
  return out;
}

/// The caller's array for samples as elements of the library; empty if it is null.
std::span<Vec3> SamplesIn(navnet_vec3* array, size_t count) {
  static_assert(kSameBytes<navnet_vec3, Vec3>);
  return {reinterpret_cast<Vec3*>(array), array ? count : 0};
}

}  // namespace

navnet_status navnet_trajectory_query_default(navnet_trajectory_query* query, size_t query_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(query, "query");
    call.NeedBytes(query_bytes, sizeof *query, "navnet_trajectory_query");
    if (!call.ok()) return;
    const TrajectoryQuery usual = {};
    *query = {};
    query->struct_bytes = sizeof *query;
    query->speed_m_s = usual.limits.speed_m_s;
    query->climb_m_s = usual.limits.climb_m_s;
    query->descent_m_s = usual.limits.descent_m_s;
    query->acceleration_m_s2 = usual.limits.acceleration_m_s2;
    query->jerk_m_s3 = usual.limits.jerk_m_s3;
    query->up = Out(usual.limits.up);
    query->max_steps = usual.max_steps;
    query->smoothness = usual.smoothness;
    query->tolerance = usual.tolerance;
    query->max_us = usual.max_us;
  });
}

navnet_status navnet_trajectory_query_check(const navnet_trajectory_query* query) {
  return Guard(__func__, [&](Call& call) {
    const HeldTrajectoryQuery asked = TrajectoryQueryOf(call, query);
    if (call.ok()) call.Check(Validate(asked.query));
  });
}

navnet_status navnet_trajectory_create(navnet_trajectory* trajectory) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(trajectory, "trajectory");
    if (call.ok()) call.Give<TrajectoryObject>(trajectory);
  });
}

navnet_status navnet_trajectory_destroy(navnet_trajectory trajectory) {
  return DestroyHandle<TrajectoryObject>(__func__, trajectory);
}

navnet_status navnet_trajectory_plan(navnet_trajectory trajectory, const navnet_trajectory_query* query,
                                     navnet_trajectory_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto answer = call.Write<TrajectoryObject>(trajectory, "trajectory");
    const HeldTrajectoryQuery asked = TrajectoryQueryOf(call, query);
    if (info) call.NeedBytes(info_bytes, sizeof *info, "navnet_trajectory_info");
    if (!call.ok()) return;
    // Empty while the planner runs, and if it throws.
    PlannedTrajectory planned = std::move(answer->planned);
    answer->planned = {};
    PlanTrajectory(asked.query, answer->context, planned);
    answer->planned = std::move(planned);
    answer->up = asked.query.limits.up;
    if (info) *info = InfoOf(*answer);
  });
}

navnet_status navnet_trajectory_get_info(navnet_trajectory trajectory, navnet_trajectory_info* info,
                                         size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<TrajectoryObject>(trajectory, "trajectory");
    call.NeedPointer(info, "info");
    call.NeedBytes(info_bytes, sizeof *info, "navnet_trajectory_info");
    if (call.ok()) *info = InfoOf(*held);
  });
}

navnet_status navnet_trajectory_sample(navnet_trajectory trajectory, const double* times_s, size_t count,
                                       navnet_vec3* positions, navnet_vec3* velocities, navnet_vec3* accelerations,
                                       navnet_vec3* jerks) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<TrajectoryObject>(trajectory, "trajectory");
    call.NeedArray(times_s, count, "times_s");
    if (!call.ok()) return;
    const std::span times(times_s, count);
    const auto bad = std::ranges::find_if(times, [](double t) { return std::isnan(t); });
    if (bad != times.end()) {
      call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "times_s[" + std::to_string(bad - times.begin()) + "]: is not a number");
      return;
    }
    held->planned.trajectory.Sample(times, {.positions = SamplesIn(positions, count),
                                            .velocities = SamplesIn(velocities, count),
                                            .accelerations = SamplesIn(accelerations, count),
                                            .jerks = SamplesIn(jerks, count)});
  });
}
