// SPDX-License-Identifier: Apache-2.0
// Yaw along trajectories.
#include "convert.h"
#include "room_objects.h"

using namespace navnet;
using namespace navnet::c;

namespace {

YawOptions YawOptionsOf(Call& call, const navnet_yaw_options* options) {
  call.NeedPointer(options, "options");
  if (!call.ok()) return {};
  call.NeedBytes(options->struct_bytes, sizeof *options, "navnet_yaw_options");
  if (!call.ok()) return {};
  call.NeedEnum(options->aim, NAVNET_YAW_AIM_FIXED, "options.aim");
  if (!call.ok()) return {};
  const YawOptions out = {.aim = YawAim(options->aim),
                          .point = In(options->point),
                          .angle_rad = options->angle_rad,
                          .start_rad = options->start_rad,
                          .start_rate_rad_s = options->start_rate_rad_s,
                          .rate_rad_s = options->rate_rad_s,
                          .acceleration_rad_s2 = options->acceleration_rad_s2,
                          .least_speed_m_s = options->least_speed_m_s};
  call.Check(Validate(out));
  return out;
}

}  // namespace

navnet_status navnet_yaw_options_default(navnet_yaw_options* options, size_t options_bytes) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(options, "options");
    call.NeedBytes(options_bytes, sizeof *options, "navnet_yaw_options");
    if (!call.ok()) return;
    const YawOptions usual = {};
    *options = {.struct_bytes = sizeof *options,
                .aim = navnet_yaw_aim(usual.aim),
                .point = Out(usual.point),
                .angle_rad = usual.angle_rad,
                .start_rad = usual.start_rad,
                .start_rate_rad_s = usual.start_rate_rad_s,
                .rate_rad_s = usual.rate_rad_s,
                .acceleration_rad_s2 = usual.acceleration_rad_s2,
                .least_speed_m_s = usual.least_speed_m_s};
  });
}

navnet_status navnet_yaw_options_check(const navnet_yaw_options* options) {
  return Guard(__func__, [&](Call& call) { YawOptionsOf(call, options); });
}

navnet_status navnet_yaw_create(navnet_yaw* yaw) {
  return Guard(__func__, [&](Call& call) {
    call.NeedPointer(yaw, "yaw");
    if (call.ok()) call.Give<YawObject>(yaw);
  });
}

navnet_status navnet_yaw_destroy(navnet_yaw yaw) { return DestroyHandle<YawObject>(__func__, yaw); }

navnet_status navnet_yaw_plan(navnet_yaw yaw, navnet_trajectory trajectory, const navnet_yaw_options* options) {
  return Guard(__func__, [&](Call& call) {
    const auto answer = call.Write<YawObject>(yaw, "yaw");
    const auto along = call.Read<TrajectoryObject>(trajectory, "trajectory");
    YawOptions asked = YawOptionsOf(call, options);
    if (!call.ok()) return;
    asked.up = along->up;
    answer->profile = PlanYaw(along->planned.trajectory, asked);
  });
}

navnet_status navnet_yaw_sample(navnet_yaw yaw, const double* times_s, size_t count, double* angles_rad,
                                double* rates_rad_s, double* accelerations_rad_s2) {
  return Guard(__func__, [&](Call& call) {
    const auto held = call.Read<YawObject>(yaw, "yaw");
    const std::span<const double> times = TimesOf(call, times_s, count);
    for (size_t i = 0; i < times.size(); ++i) {
      const YawSample at = held->profile.At(times[i]);
      if (angles_rad) angles_rad[i] = at.angle_rad;
      if (rates_rad_s) rates_rad_s[i] = at.rate_rad_s;
      if (accelerations_rad_s2) accelerations_rad_s2[i] = at.acceleration_rad_s2;
    }
  });
}
