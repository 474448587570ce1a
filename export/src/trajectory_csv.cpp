// SPDX-License-Identifier: Apache-2.0
#include <navnet/export/trajectory_files.h>

#include <navnet/internal/core/text.h>

#include "text_file.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace navnet {
namespace {

constexpr double kMostSamples = 1e7;
constexpr int kSampleDigits = 9, kExactDigits = 17;

Status CheckNotEmpty(const std::filesystem::path& file, const Trajectory& trajectory) {
  if (!trajectory.empty()) return Ok();
  return Error{ErrorCode::InvalidArgument, file.string() + ": there is no trajectory to write; plan one first"};
}

}  // namespace

std::vector<double> SampleTimes(const Trajectory& trajectory, double rate_hz) {
  const double duration_s = trajectory.duration_s(), wanted = std::ceil(duration_s * rate_hz);
  const double count = std::clamp(wanted, 1.0, kMostSamples);
  const double step_s = wanted > kMostSamples ? duration_s / count : 1 / rate_hz;
  std::vector<double> times_s;
  for (double i = 0; i < count; ++i) times_s.push_back(i * step_s);
  times_s.push_back(duration_s);
  return times_s;
}

Track TrackOf(const Trajectory& trajectory, const TrackTraits& traits, const TrajectorySampling& options) {
  Track track{.name = traits.name, .kind = traits.kind, .radius_m = traits.radius_m};
  for (const double time_s : SampleTimes(trajectory, options.rate_hz)) {
    TrackPoint& point = track.points.emplace_back();
    point.time_s = time_s;
    point.position = trajectory.At(time_s).position;
    point.mode = TravelMode::Fly;
    if (options.yaw) point.yaw_rad = options.yaw->At(time_s).angle_rad;
  }
  return track;
}

Result<uint64_t> SaveTrajectoryCsv(const std::filesystem::path& file, const Trajectory& trajectory,
                                   const TrajectorySampling& options) {
  if (Status s = CheckNotEmpty(file, trajectory); !s) return s.error();
  if (Status s = CheckRange("rate_hz", options.rate_hz, TrajectorySampling::kRate_hz); !s) return s.error();
  std::string text = "time_s,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,ax_m_s2,ay_m_s2,az_m_s2,jx_m_s3,jy_m_s3,jz_m_s3";
  text += options.yaw ? ",yaw_rad,yaw_rate_rad_s,yaw_acceleration_rad_s2\n" : "\n";
  const auto append = [&](double number) { (text += ',') += Shortest(number, kSampleDigits); };
  for (const double time_s : SampleTimes(trajectory, options.rate_hz)) {
    text += Shortest(time_s, kSampleDigits);
    const MotionSample at = trajectory.At(time_s);
    for (const Vec3& v : {at.position, at.velocity, at.acceleration, at.jerk}) {
      for (int k = 0; k < 3; ++k) append(v[k]);
    }
    if (options.yaw) {
      const YawSample yaw = options.yaw->At(time_s);
      for (const double number : {yaw.angle_rad, yaw.rate_rad_s, yaw.acceleration_rad_s2}) append(number);
    }
    text += '\n';
  }
  return WriteTextFile(file, text);
}

Result<PolynomialFile> SavePolynomialCsv(const std::filesystem::path& file, const Trajectory& trajectory,
                                         const PolynomialOptions& options) {
  if (Status s = CheckNotEmpty(file, trajectory); !s) return s.error();
  if (Status s = CheckRange("yaw_tolerance_rad", options.yaw_tolerance_rad, PolynomialOptions::kYawTolerance_rad); !s) {
    return s.error();
  }
  const Polynomials polynomials = PolynomialsOf(trajectory, options);
  std::string text = "duration";
  for (const char* name : {"x", "y", "z", "yaw"}) {
    for (int k = 0; k < 8; ++k) ((text += ',') += name) += "^" + std::to_string(k);
  }
  text += '\n';
  for (const PolynomialPiece& piece : polynomials.pieces) {
    text += Shortest(piece.duration_s, kExactDigits);
    for (const auto& coefficients : {piece.axes[0], piece.axes[1], piece.axes[2], piece.yaw}) {
      for (const double number : coefficients) (text += ',') += Shortest(number, kExactDigits);
    }
    text += '\n';
  }
  const Result<uint64_t> bytes = WriteTextFile(file, text);
  if (!bytes) return bytes.error();
  return PolynomialFile{*bytes, polynomials.pieces.size(), polynomials.yaw_error_rad};
}

}  // namespace navnet
