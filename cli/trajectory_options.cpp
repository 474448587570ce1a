// SPDX-License-Identifier: Apache-2.0
#include "trajectory_options.h"

#include <navnet/internal/core/atomic_file.h>

#include "number_option.h"
#include "parse.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tuple>

namespace navnet::cli {
namespace {

constexpr Range kLimit = {1e-3, 1e6}, kLimitOrNone = {1e-3, 1e6, true}, kRate_hz = {1e-3, 1e5};
constexpr double kDefaultSpeed_m_s = 5;
constexpr double kMostSamples = 1e7;  // Of a file: a lower rate is used beyond it.

}  // namespace

void TrajectoryArguments::AddTo(CLI::App& command) {
  command_ = &command;
  command.add_flag(
      "--trajectory", wanted_,
      "fly: plan the fastest trajectory along the path, inside convex rooms, with --speed as its limit (5 if\n"
      "0); written by --out: .csv with position, velocity, acceleration and jerk");
  const auto add = [&](const char* name, std::string& value, const char* type, const Range& range, const char* help) {
    TakesNumber(command.add_option(name, value, help)->type_name(type)->capture_default_str(), range);
  };
  add("--acceleration", acceleration_, "M/S2", kLimit, "--trajectory: limit of the acceleration, in m/s²");
  add("--jerk", jerk_, "M/S3", kLimit, "--trajectory: limit of the jerk, in m/s³");
  add("--climb-speed", climb_, "M/S", kLimitOrNone, "--trajectory: limit of the speed upwards; 0: as --speed");
  add("--descent-speed", descent_, "M/S", kLimitOrNone, "--trajectory: limit of the speed downwards; 0: as --speed");
  add("--rate", rate_, "HZ", kRate_hz, "--trajectory: samples per second in the file");
}

Result<MotionLimits> TrajectoryArguments::Limits(double speed_m_s, UpAxis up) const {
  for (const char* name : {"--acceleration", "--jerk", "--climb-speed", "--descent-speed", "--rate"}) {
    if (!wanted_ && command_->count(name) > 0) {
      return Error{ErrorCode::InvalidArgument, std::string(name) + " is for --trajectory: give both, or leave it out"};
    }
  }
  MotionLimits limits{.speed_m_s = speed_m_s > 0 ? speed_m_s : kDefaultSpeed_m_s, .up = up};
  double rate_hz = 0;
  for (const auto& [option, text, value] :
       {std::tuple{"--acceleration", &acceleration_, &limits.acceleration_m_s2},
        std::tuple{"--jerk", &jerk_, &limits.jerk_m_s3}, std::tuple{"--climb-speed", &climb_, &limits.climb_m_s},
        std::tuple{"--descent-speed", &descent_, &limits.descent_m_s}, std::tuple{"--rate", &rate_, &rate_hz}}) {
    Result<double> number = ParseNumber(option, *text);
    if (!number) return number.error();
    *value = *number;
  }
  if (wanted_ && !kLimit.Contains(limits.speed_m_s)) {
    return Error{ErrorCode::InvalidArgument, "--speed: " + Shortest(limits.speed_m_s) +
                                                 " is out of range for a trajectory: expected " + Text(kLimit)};
  }
  return limits;
}

void TrajectoryArguments::Report(const PlannedTrajectory& planned, size_t rooms, UpAxis up, double us, Json& figures,
                                 TextReport& lines) {
  const MotionPeaks peaks = planned.trajectory.Peaks(up);
  Json& out = figures["trajectory"];
  out["status"] = ToString(planned.status);
  out["rooms"] = rooms;
  out["us"] = us;
  if (!HasTrajectory(planned.status)) {
    lines.Line("trajectory", ToString(planned.status));
    return;
  }
  out["duration_s"] = planned.trajectory.duration_s();
  out["bound_s"] = planned.bound_s;
  out["gap"] = planned.Gap();
  out["length_m"] = planned.trajectory.Length();
  out["pieces"] = planned.trajectory.pieces().size();
  out["max_speed_m_s"] = peaks.speed_m_s;
  out["max_acceleration_m_s2"] = peaks.acceleration_m_s2;
  out["max_jerk_m_s3"] = peaks.jerk_m_s3;
  lines.Line("trajectory", Shortest(planned.trajectory.duration_s(), 5) + " s, " + Shortest(100 * planned.Gap(), 3) +
                               " % above the bound of a profile without bends; " +
                               Grouped(int64_t(planned.trajectory.pieces().size())) + " pieces in " +
                               Grouped(int64_t(rooms)) + " rooms, planned in " + Shortest(us, 3) + " us");
  lines.Line("at most", Shortest(peaks.speed_m_s, 4) + " m/s, " + Shortest(peaks.acceleration_m_s2, 4) + " m/s2, " +
                            Shortest(peaks.jerk_m_s3, 4) + " m/s3");
}

std::vector<double> TrajectoryArguments::Times(const Trajectory& trajectory) const {
  const double wanted = std::ceil(trajectory.duration_s() * *ParseNumber("--rate", rate_));
  const double count = std::clamp(wanted, 1.0, kMostSamples);
  const double step_s = wanted > kMostSamples ? trajectory.duration_s() / count : 1 / *ParseNumber("--rate", rate_);
  std::vector<double> times_s;
  for (double i = 0; i < count; ++i) times_s.push_back(i * step_s);
  times_s.push_back(trajectory.duration_s());
  return times_s;
}

Track TrajectoryArguments::Sampled(const Trajectory& trajectory, const TrackTraits& traits) const {
  Track track{.name = traits.name, .kind = traits.kind, .radius_m = traits.radius_m};
  for (const double time_s : Times(trajectory)) {
    track.points.push_back({time_s, trajectory.At(time_s).position, TravelMode::Fly});
  }
  return track;
}

Result<uint64_t> TrajectoryArguments::WriteCsv(const std::string& file, const Trajectory& trajectory) const {
  Result<AtomicFile> target = AtomicFile::Create(file);
  if (!target) return target.error();
  std::ofstream stream = target->Stream();
  stream << "time_s,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,ax_m_s2,ay_m_s2,az_m_s2,jx_m_s3,jy_m_s3,jz_m_s3\n";
  for (const double time_s : Times(trajectory)) {
    const MotionSample at = trajectory.At(time_s);
    stream << Shortest(time_s, 9);
    for (const Vec3 v : {at.position, at.velocity, at.acceleration, at.jerk}) {
      for (int k = 0; k < 3; ++k) stream << ',' << Shortest(v[k], 9);
    }
    stream << '\n';
  }
  stream.close();
  if (!stream) return Error{ErrorCode::WriteFailed, file + ": cannot write: no room, or an I/O error"};
  return target->Commit();
}

}  // namespace navnet::cli
