// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options for trajectories, and their reports and files.

#include <navnet/export/track.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/yaw.h>

#include "export_options.h"
#include "report.h"

#include <CLI/CLI.hpp>

#include <string>

namespace navnet::cli {

class TrajectoryArguments {
 public:
  /// Adds --trajectory, --acceleration, --jerk, --climb-speed, --descent-speed, --rate, --yaw and --polynomials.
  void AddTo(CLI::App& command);

  /// Whether a trajectory was asked for.
  bool wanted() const { return wanted_; }
  /// Parses the numbers. Refuses options of trajectories without --trajectory. `speed_m_s`: of --speed; 0: the default.
  Result<MotionLimits> Limits(double speed_m_s, UpAxis up) const;

  /// Adds a trajectory to both reports. `us`: time that planning took.
  static void Report(const PlannedTrajectory& planned, size_t rooms, UpAxis up, double us, Json& figures,
                     TextReport& lines);
  /// Samples at the rate given, the end included, with yaw. Requires: Limits succeeded.
  Track Sampled(const Trajectory& trajectory, const TrackTraits& traits, UpAxis up) const;
  /// Writes a .csv: samples with velocity, acceleration, jerk and yaw, or polynomials. Requires: Limits succeeded.
  Result<ExportedFile> WriteCsv(const std::string& file, const Trajectory& trajectory, UpAxis up) const;

 private:
  Result<YawOptions> Yaw(UpAxis up) const;

  std::string acceleration_ = "5", jerk_ = "20", climb_ = "0", descent_ = "0", rate_ = "50", yaw_ = "velocity";
  bool wanted_ = false, polynomials_ = false;
  CLI::App* command_ = nullptr;
};

}  // namespace navnet::cli
