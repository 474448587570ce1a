// SPDX-License-Identifier: Apache-2.0
#include "agents/upright_body.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kFlyersShare = 0.75;  // The flyer's share of the avoiding: flyers have one more dimension to avoid in.
constexpr double kOverHead_m = 0.05;   // Extra room that flyers leave above a head.
constexpr double kUpright = 1e-9;      // Normals with a horizontal part below this count as vertical.

Vec3 OnPlan(Vec3 v) { return {v.x, v.y, 0}; }

// The time in [0, most] at which a point that starts at `from` and moves at `velocity` is nearest to 0.
double NearestTime(Vec3 from, Vec3 velocity, double most) {
  const double squared = LengthSquared(velocity);
  return squared > 0 ? std::clamp(-Dot(from, velocity) / squared, 0.0, most) : 0;
}

}  // namespace

NearestOfLines NearestBetween(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const Vec3 u = b - a, v = d - c, w = a - c;
  const double uu = LengthSquared(u), vv = LengthSquared(v), uv = Dot(u, v), uw = Dot(u, w), vw = Dot(v, w);
  const double across = uu * vv - uv * uv;
  // On the infinite lines first; then a parameter outside its segment is clamped, and the other follows from it.
  double s = across > 1e-12 * uu * vv ? std::clamp((uv * vw - vv * uw) / across, 0.0, 1.0) : 0;
  double t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (!(t >= 0 && t <= 1) || !(vv > 0)) {
    t = std::clamp(t, 0.0, 1.0);
    s = uu > 0 ? std::clamp((uv * t - uw) / uu, 0.0, 1.0) : 0;
  }
  return {s, t, Length(w + u * s - v * t)};
}

Apart Between(const UprightBody& walker, const Ball& flyer) {
  const Vec3 to = flyer.centre - walker.foot, aside = OnPlan(to);
  const double from_axis = Length(aside);
  const double beside = std::max(0.0, from_axis - walker.radius_m);
  const double above = to.z - std::clamp(to.z, 0.0, walker.height_m);
  const double distance = std::hypot(beside, above);
  if (distance > 0) {
    const Vec3 outward = from_axis > 0 ? aside * (beside / (from_axis * distance)) : Vec3{};
    return {{outward.x, outward.y, above / distance}, distance - flyer.radius_m};
  }
  // The centre is inside the body: separate horizontally.
  return {from_axis > 0 ? aside * (1 / from_axis) : Vec3{}, from_axis - walker.radius_m - flyer.radius_m};
}

VelocityHalfSpace OwnSideOfFlyer(const Apart& apart, double step_s) {
  return {apart.normal, -0.5 * std::max(0.0, apart.gap_m) / step_s};
}

std::optional<VelocityHalfSpace> OwnSideOfWalker(const Apart& apart, double step_s) {
  const Vec3 away = OnPlan(apart.normal) * -1;
  const double length = Length(away);
  if (!(length > kUpright)) return std::nullopt;
  return VelocityHalfSpace{away * (1 / length), -0.5 * std::max(0.0, apart.gap_m) / (step_s * length)};
}

bool MayClimb(const Apart& apart, Vec3 move) {
  return apart.normal.z * move.z <= 0 || Dot(apart.normal, move) <= 0.5 * std::max(0.0, apart.gap_m);
}

VelocityHalfSpace ReciprocalOfFlyer(const MixedEncounter& e, double horizon_s, double step_s) {
  const auto axis = [&](double height_m) { return e.walker.foot + Vec3{0, 0, height_m}; };
  const double from = e.walker.axis_from_m(), to = e.walker.axis_to_m(), both = e.walker.radius_m + e.flyer.radius_m;
  // The ball along the body's axis that the flyer would come closest to represents the body: so the flyer goes round
  // the body unless over its head is shorter.
  double height = std::clamp(e.flyer.centre.z - e.walker.foot.z, from, to);
  if (Length(axis(height) - e.flyer.centre) > both) {
    const Vec3 way = (e.flyer_velocity - e.walker_velocity) * horizon_s;
    const auto nearest = NearestBetween(e.flyer.centre, e.flyer.centre + way, axis(from), axis(to));
    height = from + (to - from) * nearest.share_cd;
  }
  return ReciprocalHalfSpace({.apart = axis(height) - e.flyer.centre,
                              .velocity = e.flyer_velocity,
                              .others = e.walker_velocity,
                              .radius_m = both,
                              .share = kFlyersShare},
                             horizon_s, step_s);
}

std::optional<VelocityHalfSpace> ReciprocalOfWalker(const MixedEncounter& e, double horizon_s, double step_s) {
  const Vec3 apart = e.flyer.centre - e.walker.foot, relative = e.flyer_velocity - e.walker_velocity;
  const double both = e.walker.radius_m + e.flyer.radius_m;
  const auto passes = [&](double height_m) {
    return height_m <= -e.flyer.radius_m || height_m >= e.walker.height_m + e.flyer.radius_m;
  };
  if (passes(apart.z + relative.z * NearestTime(OnPlan(apart), OnPlan(relative), horizon_s))) return std::nullopt;
  // A flyer that descends on the walker must avoid it alone: no half-plane separates the two.
  if (LengthSquared(OnPlan(apart)) < both * both && passes(apart.z)) return std::nullopt;
  return ReciprocalHalfSpace({.apart = OnPlan(apart),
                              .velocity = e.walker_velocity,
                              .others = OnPlan(e.flyer_velocity),
                              .radius_m = both,
                              .share = 1 - kFlyersShare},
                             horizon_s, step_s);
}

double HeightOverHead(const UprightBody& walker, double flyer_radius_m) {
  return walker.foot.z + walker.height_m + flyer_radius_m + kOverHead_m;
}

std::optional<VelocityHalfSpace> OverHead(const MixedEncounter& e, Vec3 preferred, double speed_m_s, double horizon_s,
                                          double step_s) {
  const double rise = HeightOverHead(e.walker, e.flyer.radius_m) - e.flyer.centre.z;
  if (rise <= 0 || e.flyer.centre.z < e.walker.foot.z) return std::nullopt;
  const Vec3 apart = OnPlan(e.flyer.centre - e.walker.foot), relative = OnPlan(preferred - e.walker_velocity);
  const double both = e.walker.radius_m + e.flyer.radius_m;
  double ahead_s = 0;
  if (LengthSquared(apart) > both * both) {
    const double speed = Length(relative), nearest_s = speed > 0 ? -Dot(apart, relative) / (speed * speed) : 0;
    const double least = Length(apart + relative * nearest_s);
    if (!(nearest_s > 0) || least >= both) return std::nullopt;
    ahead_s = nearest_s - std::sqrt(both * both - least * least) / speed;
    if (ahead_s > horizon_s) return std::nullopt;
  }
  return VelocityHalfSpace{{0, 0, 1}, std::min(rise / std::max(ahead_s, step_s), speed_m_s)};
}

}  // namespace navnet
