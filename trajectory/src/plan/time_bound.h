// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lower bounds of the duration of a motion.

namespace navnet {

/// The shortest time to cover a length with limits of speed and acceleration, from one speed to another: a trapezoidal
/// profile. `goal_is_free`: the speed at the end is any. 0 or more.
double TrapezoidTime(double length_m, double start_m_s, double goal_m_s, bool goal_is_free, double speed_m_s,
                     double acceleration_m_s2);

}  // namespace navnet
