// SPDX-License-Identifier: Apache-2.0
#pragma once
// Smooth random fields for rocks, caves and terrain.

#include <navnet/core/geometry.h>

#include <cstdint>

namespace navnet::worlds {

/// Value noise: random values at integer points, smoothly interpolated. In [-1, 1].
double Noise(Vec3 p, uint64_t seed);

/// Sum of `octaves` noises, each with twice the frequency and half the amplitude of the previous one. In (-1, 1).
double FractalNoise(Vec3 p, int octaves, uint64_t seed);

}  // namespace navnet::worlds
