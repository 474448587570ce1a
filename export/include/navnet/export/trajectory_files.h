// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trajectories as samples and as polynomials, for controllers and for other tools.
//
//   const YawProfile yaw = PlanYaw(trajectory);
//   Result<uint64_t> bytes = SaveTrajectoryCsv("flight.csv", trajectory, {.rate_hz = 50, .yaw = &yaw});
//   Result<PolynomialFile> written = SavePolynomialCsv("flight_poly.csv", trajectory, {.yaw = &yaw});
//
// As a track (TrackOf), a trajectory is also written as glTF, as a mission, and beside other tracks.

#include <navnet/core/geometry.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/export/track.h>
#include <navnet/trajectory/trajectory.h>
#include <navnet/trajectory/yaw.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace navnet {

/// How a trajectory is sampled.
struct TrajectorySampling {
  static constexpr Range kRate_hz = {1e-3, 1e5};  ///< Range of the field of the same name.

  double rate_hz = 50;              ///< Samples per second; a lower one is used beyond 1e7 samples. Range: 1e-3 to 1e5.
  const YawProfile* yaw = nullptr;  ///< Sampled with it; null: no yaw. Must live as long as the call.
};

/// The times of the samples: from 0 on, and the end. Requires: the rate is in range.
std::vector<double> SampleTimes(const Trajectory& trajectory, double rate_hz);

/// A trajectory as a track with times, and with yaw if there is a profile. `traits.speed_m_s` is ignored. Requires: the
/// trajectory is not empty, and the rate is in range.
Track TrackOf(const Trajectory& trajectory, const TrackTraits& traits, const TrajectorySampling& options = {});

/// Writes samples as CSV, in metres and seconds: a line of column names, then one row per sample.
///
///   time_s,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s,ax_m_s2,ay_m_s2,az_m_s2,jx_m_s3,jy_m_s3,jz_m_s3
///
/// With yaw, also yaw_rad, yaw_rate_rad_s and yaw_acceleration_rad_s2. Numbers have 9 digits. Returns the size in
/// bytes. Refuses an empty trajectory and a rate out of range.
Result<uint64_t> SaveTrajectoryCsv(const std::filesystem::path& file, const Trajectory& trajectory,
                                   const TrajectorySampling& options = {});

/// A part of a motion as polynomials of the time since the part began: coefficient k belongs to time^k.
struct PolynomialPiece {
  double duration_s = 0;                        ///< Above 0.
  std::array<std::array<double, 8>, 3> axes{};  ///< By axis, in m, m/s, m/s² …
  std::array<double, 8> yaw{};                  ///< In rad, rad/s …
};

/// How trajectories become polynomials.
struct PolynomialOptions {
  static constexpr Range kYawTolerance_rad = {1e-4, 10};  ///< Range of the field of the same name.

  /// The world's up axis. Axes of the pieces are x and y on the plan as PlanOf has it, and the height.
  UpAxis up = UpAxis::Z;
  const YawProfile* yaw = nullptr;  ///< Null: the yaw is 0. Must live as long as the call.
  /// A piece whose yaw differs by more than this from the profile is halved, down to 50 ms. Range: 1e-4 to 10.
  double yaw_tolerance_rad = 0.02;
};

/// A trajectory as polynomials.
struct Polynomials {
  std::vector<PolynomialPiece> pieces;  ///< In order.
  double yaw_error_rad = 0;             ///< Largest difference between a piece's yaw and the profile, every 5 ms.
};

/// Converts a trajectory. Positions are exact but for rounding: pieces have degree 5. Yaw profiles consist of many
/// short parabolas: each piece has the polynomial of degree 7 with the profile's angle and rate at both ends that fits
/// best between them, so that angle and rate are continuous. Requires: the tolerance is in range.
Polynomials PolynomialsOf(const Trajectory& trajectory, const PolynomialOptions& options = {});

/// A file of polynomials that was written.
struct PolynomialFile {
  uint64_t bytes = 0;        ///< Size of the file.
  size_t pieces = 0;         ///< Number of pieces: rows below the first.
  double yaw_error_rad = 0;  ///< See Polynomials.
};

/// Writes polynomials as CSV in the layout that Crazyswarm reads: a line of column names, then for each piece its
/// duration and the coefficients 0 to 7 of x, y, z and yaw, 33 columns. z is up. Refuses an empty trajectory and a
/// tolerance out of range.
Result<PolynomialFile> SavePolynomialCsv(const std::filesystem::path& file, const Trajectory& trajectory,
                                         const PolynomialOptions& options = {});

}  // namespace navnet
