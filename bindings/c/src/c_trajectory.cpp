// SPDX-License-Identifier: Apache-2.0
// Trajectories: planning and sampling.
#include <navnet/core/range.h>

#include "convert.h"
#include "room_objects.h"
#include "trajectory_calls.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace navnet;
using namespace navnet::c;

HeldTrajectoryQuery navnet::c::TrajectoryQueryOf(Call& call, const navnet_trajectory_query* query) {
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

namespace {

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

std::span<const double> navnet::c::TimesOf(Call& call, const double* times_s, size_t count) {
  call.NeedArray(times_s, count, "times_s");
  if (!call.ok()) return {};
  const std::span times(times_s, count);
  const auto bad = std::ranges::find_if(times, [](double t) { return std::isnan(t); });
  if (bad == times.end()) return times;
  call.Fail(NAVNET_ERROR_INVALID_ARGUMENT, "times_s[" + std::to_string(bad - times.begin()) + "]: is not a number");
  return {};
}

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

navnet_status navnet_trajectory_plan_all(const navnet_trajectory* trajectories, const navnet_trajectory_query* queries,
                                         size_t count, int32_t threads) {
  return Guard(__func__, [&](Call& call) {
    call.NeedArray(trajectories, count, "trajectories");
    call.NeedArray(queries, count, "queries");
    call.NeedThreads(threads);
    std::vector<Held<TrajectoryObject>> answers;
    std::vector<HeldTrajectoryQuery> asked;
    std::vector<TrajectoryQuery> all;
    for (size_t i = 0; call.ok() && i < count; ++i) {
      answers.push_back(call.Write<TrajectoryObject>(trajectories[i], "trajectories"));
      asked.push_back(TrajectoryQueryOf(call, queries + i));
      all.push_back(asked.back().query);
    }
    if (!call.ok()) return;
    std::vector<PlannedTrajectory> planned = PlanTrajectories(all, threads);
    for (size_t i = 0; i < count; ++i) {
      answers[i]->planned = std::move(planned[i]);
      answers[i]->up = all[i].limits.up;
    }
  });
}

navnet_status navnet_trajectory_plan_stop(navnet_trajectory trajectory, double time_s,
                                          const navnet_trajectory_query* query, navnet_trajectory stop,
                                          navnet_trajectory_info* info, size_t info_bytes) {
  return Guard(__func__, [&](Call& call) {
    const bool is_same = trajectory.id == stop.id;
    const auto held = is_same ? Held<TrajectoryObject>() : call.Read<TrajectoryObject>(trajectory, "trajectory");
    const auto answer = call.Write<TrajectoryObject>(stop, "stop");
    const HeldTrajectoryQuery asked = TrajectoryQueryOf(call, query);
    if (info) call.NeedBytes(info_bytes, sizeof *info, "navnet_trajectory_info");
    if (!call.ok() || !call.Check(CheckRange("time_s", time_s, kTrajectoryTime_s))) return;
    const Trajectory own = is_same ? answer->planned.trajectory : Trajectory();
    PlannedTrajectory planned = std::move(answer->planned);
    answer->planned = {};
    PlanStop(is_same ? own : held->planned.trajectory, time_s, *asked.query.rooms, asked.query.limits, answer->context,
             planned, asked.query.max_steps);
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
    const std::span<const double> times = TimesOf(call, times_s, count);
    if (!call.ok()) return;
    held->planned.trajectory.Sample(times, {.positions = SamplesIn(positions, count),
                                            .velocities = SamplesIn(velocities, count),
                                            .accelerations = SamplesIn(accelerations, count),
                                            .jerks = SamplesIn(jerks, count)});
  });
}
