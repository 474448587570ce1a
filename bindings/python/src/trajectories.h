// SPDX-License-Identifier: Apache-2.0
#pragma once
// A trajectory with what it was planned for.

#include <navnet/rooms/rooms.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/yaw.h>

#include "types.h"

#include <memory>
#include <vector>

namespace navnet::python {

/// A trajectory, and the rooms and limits that it keeps. Immutable.
struct PythonTrajectory {
  PlannedTrajectory planned;
  MotionLimits limits;
  std::shared_ptr<const Rooms> rooms;

  const Trajectory& get() const { return planned.trajectory; }
};

/// Samples of a yaw profile, as arrays.
struct YawSamples {
  YawSamples() = default;
  YawSamples(const YawProfile& profile, const std::vector<double>& times_s);

  std::vector<double> angles_rad, rates_rad_s, accelerations_rad_s2;
};

/// Times in seconds, of shape (N,).
std::vector<double> TimesFrom(py::handle value, const char* name);

}  // namespace navnet::python
