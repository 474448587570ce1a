// SPDX-License-Identifier: Apache-2.0
#include "start/brake.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

// Acceleration and jerk relative to the limits: the solver starts away from them.
constexpr double kBelowLimits = 0.9;
constexpr double kLeastSpare = 1e-3;     // Slack of the limits, as a share of their squares.
constexpr double kDepthOfBrake = 1e-4;   // Of the control points in their rooms, relative to the braking length.
constexpr int kParts = 4;                // Pieces of the braking, so that it may bend and change rooms.
constexpr double kLeastDuration = 0.02;  // Of the piece that ends the acceleration, relative to the braking; else none.
constexpr double kLeastSpeed = 1e-3;     // Relative to the limit: less needs no braking.

// The state of the braking from `from`, without acceleration, at a share of its duration T. Velocity control points are
// v, v, v / 2, 0, 0; those of the acceleration reach 2 v / T, those of the jerk 6 v / T².
Knot BrakingAt(const Knot& from, double T, double u) {
  const Vec3 v = from.v;
  const double w = 1 - u;
  const double speed = w * w * w * w + 4 * w * w * w * u + 3 * w * w * u * u;
  const double slope = -6 * w * w * u - 6 * w * u * u;
  // Control points of the way: 0, 1, 2, 2.5, 2.5, 2.5 fifths.
  const double way = (5 * w * w * w * w * u + 2 * 10 * w * w * w * u * u + 2.5 * 10 * w * w * u * u * u +
                      2.5 * 5 * w * u * u * u * u + 2.5 * u * u * u * u * u) /
                     5;
  return {from.p + v * (T * way), v * speed, v * (slope / T)};
}

class Brake {
 public:
  Brake(uint32_t first, uint32_t last, const RoomCorridor& rooms, const MotionBounds& bounds, double depth_m,
        KnotChain& chain)
      : first_(first), room_(first), last_(last), rooms_(rooms), bounds_(bounds), depth_m_(depth_m), chain_(chain) {}

  void Begin(const Knot& start) {
    chain_.knots.assign(1, start);
    chain_.fixed.assign(1, uint8_t(kFixAll));
    chain_.pieces.clear();
  }

  // Appends a piece to a knot, in the present room or a later one. False when none contains it.
  bool Append(const Knot& to, double duration_s) {
    PieceShape shape;
    ShapeOf(chain_.knots.back(), to, duration_s, shape);
    const auto is_in = [&](uint32_t room) {
      for (const HalfSpace& plane : rooms_.PlanesOf(room)) {
        // The start is given: it may touch the border of its room.
        for (int i = chain_.pieces.empty() && room == first_ ? 1 : 0; i < 6; ++i) {
          const Vec3 p{shape.point[0][i], shape.point[1][i], shape.point[2][i]};
          if (plane.DistanceTo(p) > -depth_m_) return false;
        }
      }
      return true;
    };
    while (!is_in(room_)) {
      if (room_ == last_) return false;
      ++room_;
    }
    Piece piece;
    piece.duration_s = duration_s;
    piece.room = room_;
    piece.planes = rooms_.PlanesOf(room_);
    chain_.pieces.push_back(piece);
    chain_.knots.push_back(to);
    chain_.fixed.push_back(0);
    return true;
  }

  // Whether all constraints hold with some spare. Requires: the chain is laid out.
  bool Holds(std::vector<double>& slacks) const {
    for (size_t i = 0; i < chain_.pieces.size(); ++i) {
      const Piece& piece = chain_.pieces[i];
      PieceShape shape;
      ShapeOf(chain_.knots[i], chain_.knots[i + 1], piece.duration_s, shape);
      slacks.resize(piece.Size());
      if (!std::isfinite(SlacksOf(piece, bounds_, shape, slacks))) return false;
      const auto motions = slacks.begin() + ptrdiff_t(piece.planes.size() * kLanes);
      if (!(*std::min_element(motions, slacks.end()) > kLeastSpare)) return false;
    }
    return true;
  }

 private:
  uint32_t first_, room_, last_;
  const RoomCorridor& rooms_;
  const MotionBounds& bounds_;
  double depth_m_;
  KnotChain& chain_;
};

}  // namespace

bool MakeBrake(const Knot& start, uint32_t first, uint32_t last, const RoomCorridor& rooms, const MotionBounds& bounds,
               std::vector<double>& slacks, KnotChain& chain) {
  const double top_m_s = 1 / bounds.per_speed;
  Brake brake(first, last, rooms, bounds, kDepthOfBrake * top_m_s * top_m_s * bounds.per_acceleration, chain);
  brake.Begin(start);
  const auto duration = [&](double speed) {
    return std::max(2 * speed * bounds.per_acceleration / kBelowLimits,
                    std::sqrt(6 * speed * bounds.per_jerk / kBelowLimits));
  };
  Knot from = start;
  // Constant jerk against the acceleration, until it is 0.
  const double steady_s = Length(start.a) * bounds.per_jerk / kBelowLimits;
  if (steady_s > kLeastDuration * duration(Length(start.v))) {
    from.p = start.p + start.v * steady_s + start.a * (steady_s * steady_s / 3);
    from.v = start.v + start.a * (steady_s / 2);
    from.a = {};
    if (!brake.Append(from, steady_s)) return false;
  }
  if (!(Length(from.v) * bounds.per_speed > kLeastSpeed)) return false;
  const double T = duration(Length(from.v));
  for (int i = 1; i <= kParts; ++i) {
    Knot to = BrakingAt(from, T, double(i) / kParts);
    if (i == kParts) to.v = to.a = {};
    if (!brake.Append(to, T / kParts)) return false;
  }
  chain.fixed.back() = kFixVelocity | kFixAcceleration;
  chain.LayOut(bounds);
  return brake.Holds(slacks);
}

}  // namespace navnet
