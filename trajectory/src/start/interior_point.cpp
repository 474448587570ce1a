// SPDX-License-Identifier: Apache-2.0
#include "start/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int kMostSteps = 40;
constexpr double kShrink = 0.2;      // Of the barrier, after each step that was not cut short.
constexpr double kAlmost = 0.3;      // Stop when the barrier may hide no more than this fraction of the depth.
constexpr double kToBorder = 0.9;    // Of the distance to the nearest border that a step may go.
constexpr double kThinnest = 1e-12;  // Barrier, relative to the reach, at which the intersection counts as flat.

// A point moved along with the excess by which it may violate the half-spaces.
struct Relaxed {
  double at[4];  // x, y, z, excess.
};

// Solves a symmetric positive definite system of 4 unknowns in place.
bool Solve4(double m[4][4], double b[4]) {
  for (int k = 0; k < 4; ++k) {
    if (!(m[k][k] > 0)) return false;
    for (int r = k + 1; r < 4; ++r) {
      const double f = m[r][k] / m[k][k];
      for (int c = k; c < 4; ++c) m[r][c] -= f * m[k][c];
      b[r] -= f * b[k];
    }
  }
  for (int k = 3; k >= 0; --k) {
    for (int c = k + 1; c < 4; ++c) b[k] -= m[k][c] * b[c];
    b[k] /= m[k][k];
  }
  return true;
}

// Calls visit(half-space) for all half-spaces: those of the rooms, and the faces of the cube.
template <class Visit>
void ForAll(std::span<const HalfSpace> room, std::span<const HalfSpace> other, Vec3 near, double reach,
            const Visit& visit) {
  for (const HalfSpace& plane : room) visit(plane);
  for (const HalfSpace& plane : other) visit(plane);
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {1.0, -1.0}) {
      Vec3 normal;
      normal[k] = sign;
      visit(HalfSpace{normal, sign * near[k] + reach});
    }
  }
}

}  // namespace

InteriorPoint DeepPoint(std::span<const HalfSpace> room, std::span<const HalfSpace> other, Vec3 near, double reach_m) {
  double worst = -reach_m;
  ForAll(room, other, near, reach_m, [&](const HalfSpace& plane) { worst = std::max(worst, plane.DistanceTo(near)); });
  const double count = double(room.size() + other.size() + 6);
  Vec3 p = near;
  double excess = worst + reach_m, barrier = reach_m / count;
  for (int step = 0; step < kMostSteps; ++step) {
    double m[4][4] = {}, b[4] = {0, 0, 0, -1 / barrier};
    ForAll(room, other, near, reach_m, [&](const HalfSpace& plane) {
      const double per = 1 / (excess - plane.DistanceTo(p));
      const double row[4] = {-plane.normal.x * per, -plane.normal.y * per, -plane.normal.z * per, per};
      for (int r = 0; r < 4; ++r) {
        b[r] += row[r];
        for (int c = 0; c < 4; ++c) m[r][c] += row[r] * row[c];
      }
    });
    if (!Solve4(m, b)) break;
    const Vec3 move{b[0], b[1], b[2]};
    double scale = 1;
    ForAll(room, other, near, reach_m, [&](const HalfSpace& plane) {
      const double closer = Dot(plane.normal, move) - b[3];
      if (closer > 0) scale = std::min(scale, kToBorder * (excess - plane.DistanceTo(p)) / closer);
    });
    p = p + move * scale;
    excess += b[3] * scale;
    if (barrier * count <= kAlmost * -excess) break;
    if (scale > 0.5) barrier *= kShrink;
    if (barrier <= kThinnest * reach_m) break;
  }
  double depth = std::numeric_limits<double>::infinity();
  for (const HalfSpace& plane : room) depth = std::min(depth, -plane.DistanceTo(p));
  for (const HalfSpace& plane : other) depth = std::min(depth, -plane.DistanceTo(p));
  return {p, depth};
}

}  // namespace navnet
