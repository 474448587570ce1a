// SPDX-License-Identifier: Apache-2.0
#include "plan/time_bound.h"

#include <algorithm>
#include <cmath>

namespace navnet {

double TrapezoidTime(double length_m, double start_m_s, double goal_m_s, bool goal_is_free, double speed_m_s,
                     double acceleration_m_s2) {
  const double a = acceleration_m_s2, v0 = start_m_s;
  // The speed reached when all of the length is spent on speeding up and slowing down.
  const double v1 = goal_is_free ? std::min(speed_m_s, std::sqrt(v0 * v0 + 2 * a * length_m)) : goal_m_s;
  const double top = std::sqrt((2 * a * length_m + v0 * v0 + v1 * v1) / 2);
  if (top < std::max(v0, v1)) return length_m / std::max(v0, v1);  // Too short for both speeds: no profile.
  if (top <= speed_m_s) return (2 * top - v0 - v1) / a;
  const double v = speed_m_s;
  const double ramps_m = (2 * v * v - v0 * v0 - v1 * v1) / (2 * a);
  return (2 * v - v0 - v1) / a + (length_m - ramps_m) / v;
}

}  // namespace navnet
