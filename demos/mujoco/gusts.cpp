// SPDX-License-Identifier: Apache-2.0
#include "mujoco/gusts.h"

#include <cmath>
#include <numbers>

namespace navnet {
namespace {

constexpr double kDeviation = 0.5;  // Of each coordinate, as a fraction of the bound.

}  // namespace

Gusts::Gusts(uint64_t seed, double most_m_s, double correlation_s)
    : random_(seed), most_m_s_(most_m_s), correlation_s_(correlation_s), state_(Noise() * kDeviation) {}

// Uniform, of mean 0 and variance 1: many steps add up to a normal distribution.
Vec3 Gusts::Noise() {
  Vec3 out;
  for (int k = 0; k < 3; ++k) out[k] = (2 * random_.Unit() - 1) * std::numbers::sqrt3;
  return out;
}

Vec3 Gusts::Next(double step_s) {
  const double kept = std::exp(-step_s / correlation_s_);
  state_ = state_ * kept + Noise() * (kDeviation * std::sqrt(1 - kept * kept));
  const double length = Length(state_);
  return state_ * (most_m_s_ / (length > 1 ? length : 1));
}

}  // namespace navnet
