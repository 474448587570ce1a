// SPDX-License-Identifier: Apache-2.0
#include "noise.h"

#include "random.h"

#include <cmath>

namespace navnet::worlds {
namespace {

double LatticeValue(int64_t x, int64_t y, int64_t z, uint64_t seed) {
  const uint64_t key = uint64_t(x) * 0x8da6b343u + uint64_t(y) * 0xd8163841u + uint64_t(z) * 0xcb1ab31fu;
  return double(Scramble(key ^ seed) >> 11) * 0x1p-52 - 1;
}

double Smooth(double t) { return t * t * (3 - 2 * t); }

double Mix(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace

double Noise(Vec3 p, uint64_t seed) {
  const double fx = std::floor(p.x), fy = std::floor(p.y), fz = std::floor(p.z);
  const int64_t x = int64_t(fx), y = int64_t(fy), z = int64_t(fz);
  const double tx = Smooth(p.x - fx), ty = Smooth(p.y - fy), tz = Smooth(p.z - fz);
  auto row = [&](int64_t dy, int64_t dz) {
    return Mix(LatticeValue(x, y + dy, z + dz, seed), LatticeValue(x + 1, y + dy, z + dz, seed), tx);
  };
  return Mix(Mix(row(0, 0), row(1, 0), ty), Mix(row(0, 1), row(1, 1), ty), tz);
}

double FractalNoise(Vec3 p, int octaves, uint64_t seed) {
  double sum = 0, strength = 0.5;
  for (int i = 0; i < octaves; ++i) {
    sum += strength * Noise(p, seed + uint64_t(i));
    p = p * 2;
    strength *= 0.5;
  }
  return sum;
}

}  // namespace navnet::worlds
