// SPDX-License-Identifier: Apache-2.0
#include "agents/velocity_obstacle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// A unit vector perpendicular to `d`. Across(-d) = -Across(d), so that both agents of a pair agree.
Vec3 Across(Vec3 d) {
  Vec3 across = Cross(d, {0, 0, 1});
  if (LengthSquared(across) < 1e-6 * LengthSquared(d)) across = Cross(d, {1, 0, 0});
  const double length = Length(across);
  return length > 0 ? across * (1 / length) : Vec3{1, 0, 0};
}

// The shortest way for the relative velocity `v` out of a forbidden ball: along `normal`, from the ball's centre
// through `v`.
struct WayOut {
  Vec3 normal;
  double length;  ///< Negative when v is outside.
};

WayOut OutOf(Vec3 centre, double radius, Vec3 v, Vec3 apart) {
  const Vec3 w = v - centre;
  const double length = Length(w);
  // Below this, the direction is only rounding error.
  if (length <= 1e-9 * (Length(v) + Length(centre))) return {Across(apart), radius};
  return {w * (1 / length), radius - length};
}

}  // namespace

VelocityHalfSpace ReciprocalHalfSpace(const Encounter& e, double horizon_s, double step_s) {
  const Vec3 v = e.velocity - e.others;
  const double distance_squared = LengthSquared(e.apart), radius_squared = e.radius_m * e.radius_m;
  WayOut out;
  if (distance_squared <= radius_squared) {
    out = OutOf(e.apart * (1 / step_s), e.radius_m / step_s, v, e.apart);
  } else {
    // The forbidden velocities are a cone truncated by a ball; the ball applies where the shortest way out meets it.
    const Vec3 centre = e.apart * (1 / horizon_s), w = v - centre;
    const double along = Dot(w, e.apart);
    if (along < 0 && along * along > radius_squared * LengthSquared(w)) {
      out = OutOf(centre, e.radius_m / horizon_s, v, e.apart);
    } else {
      // The ball inscribed in the cone, centred at t * `apart`, on whose surface the shortest way out meets the cone at
      // a right angle.
      const double b = Dot(e.apart, v);
      const double c = LengthSquared(v) - LengthSquared(Cross(e.apart, v)) / (distance_squared - radius_squared);
      const double t = (b + std::sqrt(std::max(0.0, b * b - distance_squared * c))) / distance_squared;
      out = OutOf(e.apart * t, e.radius_m * t, v, e.apart);
    }
  }
  return {out.normal, Dot(out.normal, e.velocity) + e.share * out.length};
}

VelocityHalfSpace OwnSide(const Encounter& e, double step_s) {
  const double distance = Length(e.apart);
  if (!(distance > 0)) return {{1, 0, 0}, -std::numeric_limits<double>::max()};
  return {e.apart * (-1 / distance), -0.5 * std::max(0.0, distance - e.radius_m) / step_s};
}

}  // namespace navnet
