// SPDX-License-Identifier: Apache-2.0
#pragma once
// Wind that changes: seeded, bounded, correlated in time.

#include <navnet/core/geometry.h>
#include <navnet/core/random.h>

#include <cstdint>

namespace navnet {

/// The velocity of the air. Each coordinate is an Ornstein-Uhlenbeck process, whose spectrum is that of the Dryden
/// model along the wind; the vector is cut off at the bound. It is at the bound about a third of the time, and on
/// average at two thirds of it.
class Gusts {
 public:
  /// `most_m_s`: largest speed, in any direction. `correlation_s`: the time after which the correlation has fallen to
  /// 1/e. The same seed gives the same wind. Requires: most_m_s >= 0, correlation_s > 0.
  Gusts(uint64_t seed, double most_m_s, double correlation_s);

  /// The wind `step_s` after the last call, in m/s.
  Vec3 Next(double step_s);

 private:
  Vec3 Noise();

  SplitMix64 random_;
  double most_m_s_, correlation_s_;
  Vec3 state_;
};

}  // namespace navnet
