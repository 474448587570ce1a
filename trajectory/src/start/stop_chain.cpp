// SPDX-License-Identifier: Apache-2.0
#include "start/stop_chain.h"

#include "start/interior_point.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr int kStages = 80;           // Maximum number of relaxed problems.
constexpr int kStepsPerStage = 2;     // Newton steps in each.
constexpr double kRelax = 0.1;        // Most by which limits are relaxed beyond what the chain uses, relatively.
constexpr double kLeastRelax = 0.01;  // Least of that.
constexpr double kEnough = 0.9999;    // Use of the limits at which a chain is accepted.
constexpr double kStalled = 0.9995;   // Ratio of the uses of consecutive stages that counts as no progress.
constexpr int kPatience = 6;          // Stages without progress before giving up.
constexpr double kFirstBarrier = 50;  // Centres count, durations hardly.
constexpr int kPiecesPerRoom = 3;
constexpr double kExtraLength = 0.1;  // Of the braking length, added to each piece for its first duration.

// The largest ratio of a motion's control point to its limit.
double LimitUse(const KnotChain& chain, const MotionBounds& bounds) {
  double use = 0;
  PieceShape shape;
  for (size_t i = 0; i < chain.pieces.size(); ++i) {
    ShapeOf(chain.knots[i], chain.knots[i + 1], chain.pieces[i].duration_s, shape);
    for (int m = 0; m < kMotions; ++m) {
      const double* q = shape.motion[m];
      const double per = PerLimit(bounds, m);
      use = std::max(use, per * std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]));
      if (m < kVelocities) use = std::max({use, q[bounds.up] * bounds.per_climb, -q[bounds.up] * bounds.per_descent});
    }
  }
  return use;
}

MotionBounds Relaxed(const MotionBounds& bounds, double factor) {
  const double per = 1 / factor;
  return {bounds.per_speed * per, bounds.per_acceleration * per, bounds.per_jerk * per,
          bounds.per_climb * per, bounds.per_descent * per,      bounds.up};
}

// Shortens a piece until it stays inside its room, whatever the limits. False when it does not: a given end leaves the
// room at once.
bool Shorten(size_t index, const MotionBounds& bounds, GuessScratch& scratch, KnotChain& chain) {
  constexpr int kHalvings = 40;
  constexpr double kNoLimits = 1e100;
  Piece& piece = chain.pieces[index];
  scratch.slacks.resize(piece.Size());
  PieceShape shape;
  for (int i = 0; i < kHalvings; ++i, piece.duration_s /= 2) {
    ShapeOf(chain.knots[index], chain.knots[index + 1], piece.duration_s, shape);
    if (std::isfinite(SlacksOf(piece, Relaxed(bounds, kNoLimits), shape, scratch.slacks))) return true;
  }
  return false;
}

// Knots at rest inside the rooms, joined by pieces that stay inside. False when a given end leaves its room at once, or
// a portal has no room for curves.
bool PlaceStop(const Knot& start, uint32_t first, uint32_t last, const Knot* goal, std::span<const PortalPoint> portals,
               const RoomCorridor& rooms, const MotionBounds& bounds, GuessScratch& scratch, KnotChain& chain) {
  chain.knots.assign(1, start);
  chain.fixed.assign(1, kFixAll);
  chain.pieces.clear();
  const auto add = [&](uint32_t room, const Knot& to) {
    Piece piece;
    piece.room = room;
    piece.planes = rooms.PlanesOf(room);
    chain.pieces.push_back(piece);
    chain.knots.push_back(to);
    chain.fixed.push_back(0);
  };
  const double brake_m = BrakeLength(bounds);
  for (uint32_t room = first; room <= last; ++room) {
    if (room < last && portals[room].is_thin) return false;
    const Vec3 from = chain.knots.back().p;
    const InteriorPoint inside = DeepPoint(rooms.PlanesOf(room), {}, from, brake_m);
    if (!(inside.depth_m > 0)) return false;
    for (int i = 1; i < kPiecesPerRoom; ++i) add(room, {inside.point, {}, {}});
    add(room, room < last ? Knot{portals[room].p, {}, {}} : goal ? *goal : Knot{inside.point, {}, {}});
  }
  chain.fixed.back() = goal ? kFixAll : kFixVelocity | kFixAcceleration;
  chain.LayOut(bounds);
  for (size_t i = 0; i < chain.pieces.size(); ++i) {
    const double length_m = Length(chain.knots[i + 1].p - chain.knots[i].p);
    chain.pieces[i].duration_s = (length_m + kExtraLength * brake_m) * bounds.per_speed;
  }
  return Shorten(0, bounds, scratch, chain) && (!goal || Shorten(chain.pieces.size() - 1, bounds, scratch, chain));
}

}  // namespace

bool FindStop(const Knot& start, uint32_t first, uint32_t last, const Knot* goal, std::span<const PortalPoint> portals,
              const RoomCorridor& rooms, GuessScratch& scratch, BarrierNewton& solver) {
  const MotionBounds bounds = solver.bounds;
  if (!PlaceStop(start, first, last, goal, portals, rooms, bounds, scratch, solver.chain)) return false;
  double use = LimitUse(solver.chain, bounds);
  int stalled = 0;
  for (int stage = 0; stage < kStages && use > kEnough && stalled < kPatience; ++stage) {
    // Near the limits in small steps: some states, such as full speed, use nearly all of them.
    solver.bounds = Relaxed(bounds, use * (1 + std::clamp(use - 1, kLeastRelax, kRelax)));
    if (!solver.Begin({.first_barrier = kFirstBarrier})) break;
    for (int step = 0; step < kStepsPerStage; ++step) solver.Step();
    const double before = use;
    use = LimitUse(solver.chain, bounds);
    stalled = use > kStalled * before ? stalled + 1 : 0;
  }
  solver.bounds = bounds;
  return use <= kEnough;
}

}  // namespace navnet
