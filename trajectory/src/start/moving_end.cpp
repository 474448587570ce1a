// SPDX-License-Identifier: Apache-2.0
#include "start/moving_end.h"

namespace navnet {
namespace {

constexpr int kStages = 32;        // Maximum number of moves.
constexpr int kHalvings = 40;      // Of the first motion.
constexpr double kStalled = 1e-3;  // Part of the remaining motion that counts as no progress.
constexpr int kPatience = 12;      // Moves without progress before giving up.
constexpr int kCentring = 2;       // Newton steps between moves.
constexpr double kBarrier = 1;     // Stays so: the chain follows near the analytic centre.

}  // namespace

bool SetMotion(Vec3 velocity, Vec3 acceleration, bool at_end, BarrierNewton& solver) {
  const size_t index = at_end ? solver.chain.knots.size() - 1 : 0;
  Knot& knot = solver.chain.knots[index];
  const auto holds = [&](double scale) {
    knot.v = velocity * scale;
    knot.a = acceleration * scale;
    return solver.Begin({.tolerance = kBarrier, .first_barrier = kBarrier});
  };
  holds(1);
  solver.chain.LayOut(solver.bounds);
  double scale = 1;
  for (int i = 0; !holds(scale); ++i, scale /= 2) {
    if (i == kHalvings) return false;
  }
  int stalled = 0;
  for (int stage = 0; stage < kStages && stalled < kPatience; ++stage) {
    if (scale == 1) return true;
    for (int step = 0; step < kCentring; ++step) solver.Step();
    const double part = solver.Shift(index, velocity - knot.v, acceleration - knot.a);
    scale = part < 1 ? scale + part * (1 - scale) : 1;
    if (part == 1) return holds(1);
    stalled = part < kStalled ? stalled + 1 : 0;
  }
  return false;
}

}  // namespace navnet
