// SPDX-License-Identifier: Apache-2.0
#include "start/first_guess.h"

#include "start/interior_point.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Factor by which a rest-to-rest piece takes longer than its limits allow: with kLeastSlack of them left.
constexpr double kMargin = 1.06;
constexpr double kLeastSlack = 0.05;  // Of the limits, in the guess: the solver starts away from them.
constexpr double kTopSpeed = 0.9;     // Highest speed at a knot, relative to the limit.
constexpr double kSpeedUp = 0.3;      // Acceleration assumed between knots, relative to the limit.
constexpr int kHalvings = 6;          // Of a knot's speed, before it becomes 0.
constexpr double kDurations[] = {0.85, 1, 1.2, 1.5, 2, 3};  // Tried for a piece, relative to a smooth motion.
// Lengths in units of BrakeLength: a room longer than these has two and three pieces; of three, the outer ones are so
// long. More pieces make shorter trajectories that take longer to compute.
constexpr double kTwoPieces = 1, kThreePieces = 2, kRamp = 0.5;
constexpr double kLeastDepth = 1e-2;  // A room less deep than this fraction of what is wanted counts as flat.
constexpr double kStraight = 1e-3;    // Length of the sum of two unit directions below which they are opposite.
// Two stops nearer to each other count as one, which may be that far outside a room. Between them, jerks would be
// rounding: that of coordinates of a hundred metres is a millionth of the limit at this distance.
constexpr double kSamePlace_m = 2.5e-7;

// Shortest duration of a quintic along a straight line between two rests, with the margin.
double RestDuration(double length, const MotionBounds& bounds) {
  const double per_vertical = std::max(bounds.per_climb, bounds.per_descent);
  // The largest control points of its velocity, acceleration and jerk: 5, 20 and 120 length / T^k.
  return kMargin *
         std::max({5 * length * std::max(bounds.per_speed, per_vertical),
                   std::sqrt(20 * length * bounds.per_acceleration), std::cbrt(120 * length * bounds.per_jerk)});
}

// The shortest duration of any piece: that in which speed, acceleration and jerk could be reached at their limits
// within rounding of a second. Keeps durations of pieces without length above 0.
double LeastDuration(const MotionBounds& bounds) {
  return 1e-3 * std::min(bounds.per_acceleration / bounds.per_speed, bounds.per_jerk / bounds.per_acceleration);
}

class Guess {
 public:
  Guess(const GuessEnd& start, const GuessEnd& goal, std::span<const PortalPoint> portals, const RoomCorridor& rooms,
        const MotionBounds& bounds, GuessScratch& scratch, KnotChain& chain)
      : start_(start),
        goal_(goal),
        portals_(portals),
        rooms_(rooms),
        bounds_(bounds),
        s_(scratch),
        chain_(chain),
        brake_m_(BrakeLength(bounds)) {}

  bool Make() {
    PlaceKnots();
    ChooseSpeeds();
    LayOutChain();
    return FindDurations();
  }

 private:
  void PlaceKnots() {
    s_.knots.clear();
    s_.rooms.clear();
    s_.knots.push_back({.p = start_.p, .fixed = start_.fixed});
    uint32_t room = start_.room;
    for (const PortalPoint& portal : portals_) {
      AddRoom(room, {.p = portal.p, .fixed = uint8_t(portal.is_thin ? kFixAll : 0)});
      room = portal.to;
    }
    AddRoom(room, {.p = goal_.p, .fixed = goal_.fixed});
  }

  // The pieces of a room, up to a knot: a ramp, a cruise and a ramp where it is long. None between two stops at the
  // same place, but one for a trajectory that has no other.
  void AddRoom(uint32_t room, const GuessKnot& to) {
    const GuessKnot from = s_.knots.back();
    const double length = Length(to.p - from.p);
    if (from.fixed == kFixAll && to.fixed == kFixAll && length <= kSamePlace_m) {
      const bool is_last = portals_.empty() || room == portals_.back().to;
      if (!is_last) return;
      if (s_.knots.size() > 1) {
        s_.knots.back().p = to.p;
        return;
      }
    }
    int count = length > kThreePieces * brake_m_ ? 3 : length > kTwoPieces * brake_m_ ? 2 : 1;
    if (from.fixed && to.fixed) count = std::max(count, 2);
    // Between two given knots a straight line may run along the border, where knots are not strictly inside: so they
    // lie on the lines to a point inside and from there on.
    Vec3 inwards;
    if (from.fixed && to.fixed) {
      const std::span<const HalfSpace> planes = rooms_.PlanesOf(room);
      const Vec3 middle = (from.p + to.p) * 0.5;
      const double wanted_m = 1e-3 * brake_m_;
      if (DepthIn(planes, middle) < wanted_m) {
        const InteriorPoint deep = DeepPoint(planes, {}, middle, brake_m_);
        if (deep.depth_m < kLeastDepth * wanted_m) count = 1;
        inwards = (deep.point - middle) * std::min(1.0, 2 * wanted_m / std::max(deep.depth_m, wanted_m));
      }
    }
    const double ramp = count == 3 ? std::min(1.0 / 3, kRamp * brake_m_ / length) : 1.0 / count;
    const auto add = [&](double share) {
      const double bend = 2 * std::min(share, 1 - share);
      s_.knots.push_back({.p = from.p + (to.p - from.p) * share + inwards * bend});
      s_.rooms.push_back(room);
    };
    // At a rest the acceleration rises and falls within the ramp: two pieces do so faster than one.
    const bool splits_first = from.fixed && count > 1, splits_last = to.fixed && count > 1;
    if (splits_first) add(ramp / 2);
    for (int i = 1; i < count; ++i) add(count == 3 && i == 2 ? 1 - ramp : ramp);
    if (splits_last) add(1 - ramp / 2);
    s_.knots.push_back(to);
    s_.rooms.push_back(room);
  }

  void ChooseSpeeds() {
    auto& k = s_.knots;
    const double per_fastest = std::max({bounds_.per_speed, bounds_.per_climb, bounds_.per_descent});
    for (size_t i = 1; i + 1 < k.size(); ++i) {
      const Vec3 in = k[i].p - k[i - 1].p, out = k[i + 1].p - k[i].p;
      const double in_m = Length(in), out_m = Length(out);
      if (k[i].fixed || !(in_m > 0) || !(out_m > 0)) continue;
      const Vec3 sum = in * (1 / in_m) + out * (1 / out_m);
      const double twice = Length(sum);
      if (twice < kStraight) continue;
      k[i].direction = sum * (1 / twice);
      k[i].speed = kTopSpeed / per_fastest * twice / 2;
    }
    const double twice_a = 2 * kSpeedUp / bounds_.per_acceleration;
    const auto limit = [&](GuessKnot& knot, const GuessKnot& from) {
      knot.speed = std::min(knot.speed, std::sqrt(from.speed * from.speed + twice_a * Length(knot.p - from.p)));
    };
    for (size_t i = 1; i < k.size(); ++i) limit(k[i], k[i - 1]);
    for (size_t i = k.size() - 1; i-- > 0;) limit(k[i], k[i + 1]);
  }

  static Knot KnotOf(const GuessKnot& k) { return {k.p, k.direction * k.speed, {}}; }

  void LayOutChain() {
    chain_.knots.clear();
    chain_.fixed.clear();
    chain_.pieces.clear();
    for (const GuessKnot& knot : s_.knots) {
      chain_.knots.push_back({knot.p, {}, {}});
      chain_.fixed.push_back(knot.fixed);
    }
    for (const uint32_t room : s_.rooms) {
      Piece piece;
      piece.room = room;
      piece.planes = rooms_.PlanesOf(room);
      chain_.pieces.push_back(piece);
    }
    chain_.LayOut(bounds_);
  }

  // Finds a duration for each piece, and halves the speeds of knots beside pieces without one; after some rounds they
  // become 0. Each further round stops at one more knot, so there are no more rounds than knots.
  bool FindDurations() {
    auto& k = s_.knots;
    auto& pieces = chain_.pieces;
    for (int round = 0;; ++round) {
      bool all = true;
      for (size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].duration_s > 0) continue;
        pieces[i].duration_s = DurationOf(i);
        if (pieces[i].duration_s > 0) continue;
        if (k[i].speed == 0 && k[i + 1].speed == 0) return false;
        all = false;
        for (const size_t end : {i, i + 1}) {
          k[end].speed = round < kHalvings ? k[end].speed / 2 : 0;
          if (end > 0) pieces[end - 1].duration_s = 0;
          if (end < pieces.size()) pieces[end].duration_s = 0;
        }
      }
      if (!all) continue;
      for (size_t i = 0; i < k.size(); ++i) chain_.knots[i] = KnotOf(k[i]);
      return true;
    }
  }

  // The shortest duration of those tried in which a piece keeps its limits and its room; 0 when none does.
  double DurationOf(size_t index) {
    const GuessKnot &from = s_.knots[index], &to = s_.knots[index + 1];
    const double length = Length(to.p - from.p), speeds = from.speed + to.speed;
    const double rest_s = std::max(RestDuration(length, bounds_), LeastDuration(bounds_));
    const double smooth_s = speeds > 0 ? std::min(rest_s, 2 * length / speeds) : rest_s;
    Piece piece = chain_.pieces[index];
    s_.slacks.resize(piece.Size());
    for (const double ratio : kDurations) {
      piece.duration_s = std::min(smooth_s * ratio, rest_s);
      PieceShape shape;
      ShapeOf(KnotOf(from), KnotOf(to), piece.duration_s, shape);
      if (std::isfinite(SlacksOf(piece, bounds_, shape, s_.slacks))) {
        const auto motions = s_.slacks.begin() + ptrdiff_t(piece.planes.size() * kLanes);
        if (*std::min_element(motions, s_.slacks.end()) > kLeastSlack) return piece.duration_s;
      }
      if (piece.duration_s == rest_s) return 0;
    }
    return 0;
  }

  const GuessEnd &start_, &goal_;
  std::span<const PortalPoint> portals_;
  const RoomCorridor& rooms_;
  const MotionBounds& bounds_;
  GuessScratch& s_;
  KnotChain& chain_;
  double brake_m_;
};

}  // namespace

double BrakeLength(const MotionBounds& bounds) {
  const double speed = 1 / bounds.per_speed;
  return speed * std::max(speed * bounds.per_acceleration, std::sqrt(1.5 * speed * bounds.per_jerk));
}

bool MakeGuess(const GuessEnd& start, const GuessEnd& goal, std::span<const PortalPoint> portals,
               const RoomCorridor& rooms, const MotionBounds& bounds, GuessScratch& scratch, KnotChain& chain) {
  return Guess(start, goal, portals, rooms, bounds, scratch, chain).Make();
}

}  // namespace navnet
