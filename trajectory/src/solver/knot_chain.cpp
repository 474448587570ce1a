// SPDX-License-Identifier: Apache-2.0
#include "solver/barrier_newton.h"

namespace navnet {
namespace {

// Control points of the position at and near the start of a piece, and at and near its end.
constexpr unsigned kAllPoints = 0b111111, kAtStart = 1, kNearStart = 0b110, kNearEnd = 0b11000, kAtEnd = 1u << 5;
// Motions: see kMotions.
constexpr unsigned kAllMotions = (1u << kMotions) - 1;
constexpr unsigned kSpeedNearStart = 1, kSpeedNearEnd = 1u << 2, kSpeedAtEnd = 1u << 3, kAccelerationAtEnd = 1u << 6;

}  // namespace

double KnotChain::Duration() const {
  double sum = 0;
  for (const Piece& piece : pieces) sum += piece.duration_s;
  return sum;
}

void KnotChain::LayOut(const MotionBounds& bounds) {
  size_t first = 0;
  const auto is_steady = [&](size_t knot) { return fixed[knot] == kFixAll && knots[knot].a == Vec3{}; };
  const auto rests = [&](size_t knot) { return is_steady(knot) && knots[knot].v == Vec3{}; };
  for (size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    piece.first = first;
    first += piece.Size();
    unsigned points = kAllPoints, motions = kAllMotions;
    if (fixed[i] & kFixPosition || (i > 0 && pieces[i - 1].room == piece.room)) points &= ~kAtStart;
    if (fixed[i + 1] & kFixPosition) points &= ~kAtEnd;
    if (rests(i)) points &= ~kNearStart;
    if (rests(i + 1)) points &= ~kNearEnd;
    if (is_steady(i)) motions &= ~kSpeedNearStart;
    if (is_steady(i + 1)) motions &= ~kSpeedNearEnd;
    if (fixed[i + 1] & kFixVelocity) motions &= ~kSpeedAtEnd;
    if (fixed[i + 1] & kFixAcceleration) motions &= ~kAccelerationAtEnd;
    piece.points = uint8_t(points);
    piece.motions = uint16_t(motions);
    piece.duration_powers = 0;
    for (int m = 0; m < kMotions; ++m) {
      if (!(motions >> m & 1)) continue;
      piece.duration_powers += PowerOf(m);
      if (m < kVelocities) piece.duration_powers += (bounds.per_climb > 0) + (bounds.per_descent > 0);
    }
  }
}

}  // namespace navnet
