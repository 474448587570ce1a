// SPDX-License-Identifier: Apache-2.0
#include "trajectory_options.h"

#include <navnet/export/trajectory_files.h>

#include "number_option.h"
#include "parse.h"

#include <cmath>
#include <numbers>
#include <tuple>

namespace navnet::cli {
namespace {

constexpr Range kLimit = {1e-3, 1e6}, kLimitOrNone = {1e-3, 1e6, true};
constexpr double kDefaultSpeed_m_s = 5;

}  // namespace

void TrajectoryArguments::AddTo(CLI::App& command) {
  command_ = &command;
  command.add_flag(
      "--trajectory", wanted_,
      "fly: plan the fastest trajectory along the path, inside convex rooms, with --speed as its limit (5 if\n"
      "0); written by --out: .csv with position, velocity, acceleration, jerk and yaw");
  const auto add = [&](const char* name, std::string& value, const char* type, const Range& range, const char* help) {
    TakesNumber(command.add_option(name, value, help)->type_name(type)->capture_default_str(), range);
  };
  add("--acceleration", acceleration_, "M/S2", kLimit, "--trajectory: limit of the acceleration, in m/s²");
  add("--jerk", jerk_, "M/S3", kLimit, "--trajectory: limit of the jerk, in m/s³");
  add("--climb-speed", climb_, "M/S", kLimitOrNone, "--trajectory: limit of the speed upwards; 0: as --speed");
  add("--descent-speed", descent_, "M/S", kLimitOrNone, "--trajectory: limit of the speed downwards; 0: as --speed");
  add("--rate", rate_, "HZ", TrajectorySampling::kRate_hz, "--trajectory: samples per second in the file");
  command
      .add_option("--yaw", yaw_,
                  "--trajectory: where the nose points in the file: along the velocity, at an angle in degrees about\n"
                  "the up axis, or towards a point. Range: DEG: -1e6 to 1e6; X, Y, Z: -1e12 to 1e12")
      ->type_name("velocity|DEG|X,Y,Z")
      ->capture_default_str();
  command.add_flag("--polynomials", polynomials_,
                   "--trajectory: a .csv gets the polynomials of x, y, z and yaw in place of samples: 33 columns, as\n"
                   "Crazyswarm reads them");
}

Result<MotionLimits> TrajectoryArguments::Limits(double speed_m_s, UpAxis up) const {
  for (const char* name :
       {"--acceleration", "--jerk", "--climb-speed", "--descent-speed", "--rate", "--yaw", "--polynomials"}) {
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
  if (const Result<YawOptions> yaw = Yaw(up); !yaw) return yaw.error();
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

Result<YawOptions> TrajectoryArguments::Yaw(UpAxis up) const {
  YawOptions options{.up = up};
  if (yaw_ == "velocity") return options;
  const Result<std::vector<double>> numbers = ParseNumbers("--yaw", yaw_, 0);
  if (!numbers || (numbers->size() != 1 && numbers->size() != 3) ||
      (numbers->size() == 1 && !(std::abs((*numbers)[0]) <= 1e6))) {
    return Error{ErrorCode::InvalidArgument, "--yaw: '" + yaw_ +
                                                 "' is not velocity, an angle in degrees from -1e6 to 1e6, or a point "
                                                 "X,Y,Z"};
  }
  if (numbers->size() == 1) {
    options.aim = YawAim::Fixed;
    options.angle_rad = options.start_rad = (*numbers)[0] * std::numbers::pi / 180;
  } else {
    options.aim = YawAim::Point;
    options.point = {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
  }
  if (const Status valid = Validate(options); !valid) {
    return Error{valid.error().code, "--yaw: " + valid.error().message};
  }
  return options;
}

Track TrajectoryArguments::Sampled(const Trajectory& trajectory, const TrackTraits& traits, UpAxis up) const {
  const YawProfile yaw = PlanYaw(trajectory, *Yaw(up));
  return TrackOf(trajectory, traits, {.rate_hz = *ParseNumber("--rate", rate_), .yaw = &yaw});
}

Result<ExportedFile> TrajectoryArguments::WriteCsv(const std::string& file, const Trajectory& trajectory,
                                                   UpAxis up) const {
  const YawProfile yaw = PlanYaw(trajectory, *Yaw(up));
  if (polynomials_) {
    const Result<PolynomialFile> written = SavePolynomialCsv(file, trajectory, {.up = up, .yaw = &yaw});
    if (!written) return written.error();
    return ExportedFile{written->bytes,
                        {std::to_string(written->pieces) + " polynomials; their yaw differs by at most " +
                         Shortest(written->yaw_error_rad * 180 / std::numbers::pi, 2) + " degrees from the profile"}};
  }
  const Result<uint64_t> bytes =
      SaveTrajectoryCsv(file, trajectory, {.rate_hz = *ParseNumber("--rate", rate_), .yaw = &yaw});
  if (!bytes) return bytes.error();
  return ExportedFile{*bytes};
}

}  // namespace navnet::cli
