// SPDX-License-Identifier: Apache-2.0
#include "agents/half_spaces.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

// Normals whose directions differ by less than this count as parallel.
constexpr double kParallel = 1e-9;

template <class V>
V Clamped(V v, double most) {
  const double squared = LengthSquared(v);
  return squared > most * most ? v * (most / std::sqrt(squared)) : v;
}

// The optimum on the border of constraint `i`, subject to those before it.
std::optional<Vec2> NearestOnBorder(std::span<const VelocityHalfPlane> constraints, size_t i, double most,
                                    Vec2 preferred) {
  const VelocityHalfPlane& border = constraints[i];
  if (border.least > most) return std::nullopt;
  const Vec2 foot = border.normal * border.least, along{-border.normal.y, border.normal.x};
  double hi = std::sqrt(std::max(0.0, most * most - border.least * border.least)), lo = -hi;
  for (size_t j = 0; j < i; ++j) {
    const double slope = Dot(constraints[j].normal, along),
                 miss = constraints[j].least - Dot(constraints[j].normal, foot);
    if (std::abs(slope) < kParallel) {
      if (miss > kProgramSlack) return std::nullopt;
      continue;
    }
    if (slope > 0) {
      lo = std::max(lo, miss / slope);
    } else {
      hi = std::min(hi, miss / slope);
    }
    if (lo > hi + kProgramSlack) return std::nullopt;
  }
  return foot + along * std::clamp(Dot(along, preferred), std::min(lo, hi), hi);
}

// An orthonormal basis of the plane with a normal, determined by the normal alone.
std::pair<Vec3, Vec3> Spanning(Vec3 normal) {
  const Vec3 other = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = Cross(normal, other);
  const Vec3 unit = u * (1 / Length(u));
  return {unit, Cross(normal, unit)};
}

// The optimum in a plane, given by its foot point, subject to constraints; `radius` is that of the disc in which the
// plane cuts the ball.
std::optional<Vec3> NearestInSlice(std::span<const VelocityHalfSpace> constraints, Vec3 normal, Vec3 foot,
                                   double radius, Vec3 preferred, ProgramScratch& scratch) {
  const auto [u, w] = Spanning(normal);
  scratch.planes.clear();
  for (const VelocityHalfSpace& c : constraints) {
    const Vec2 slope{Dot(c.normal, u), Dot(c.normal, w)};
    const double steepness = Length(slope), miss = c.least - Dot(c.normal, foot);
    if (steepness < kParallel) {
      if (miss > kProgramSlack) return std::nullopt;
      continue;
    }
    scratch.planes.push_back({slope * (1 / steepness), miss / steepness});
  }
  const auto best = NearestInPlane(scratch.planes, radius, {Dot(u, preferred), Dot(w, preferred)});
  return best ? std::optional(foot + u * best->x + w * best->y) : std::nullopt;
}

std::optional<Vec3> Nearest(std::span<const VelocityHalfSpace> constraints, const SafestQuery& query,
                            ProgramScratch& scratch) {
  return query.upright ? NearestOnPlane(constraints, *query.upright, query.most, query.preferred, scratch)
                       : NearestInSpace(constraints, query.most, query.preferred, scratch);
}

}  // namespace

std::optional<Vec2> NearestInPlane(std::span<const VelocityHalfPlane> constraints, double most, Vec2 preferred) {
  Vec2 best = Clamped(preferred, most);
  for (size_t i = 0; i < constraints.size(); ++i) {
    if (Dot(constraints[i].normal, best) >= constraints[i].least - kProgramSlack) continue;
    const auto moved = NearestOnBorder(constraints, i, most, preferred);
    if (!moved) return std::nullopt;
    best = *moved;
  }
  return best;
}

std::optional<Vec3> NearestInSpace(std::span<const VelocityHalfSpace> constraints, double most, Vec3 preferred,
                                   ProgramScratch& scratch) {
  Vec3 best = Clamped(preferred, most);
  for (size_t i = 0; i < constraints.size(); ++i) {
    const auto& [normal, least] = constraints[i];
    if (Dot(normal, best) >= least - kProgramSlack) continue;
    if (least > most) return std::nullopt;
    const double radius = std::sqrt(std::max(0.0, most * most - least * least));
    const auto moved = NearestInSlice(constraints.first(i), normal, normal * least, radius, preferred, scratch);
    if (!moved) return std::nullopt;
    best = *moved;
  }
  return best;
}

std::optional<Vec3> NearestOnPlane(std::span<const VelocityHalfSpace> constraints, Vec3 upright, double most,
                                   Vec3 preferred, ProgramScratch& scratch) {
  return NearestInSlice(constraints, upright, {}, most, preferred, scratch);
}

Vec3 SafestVector(const SafestQuery& query, ProgramScratch& scratch) {
  if (const auto all = Nearest(query.constraints, query, scratch)) return *all;
  // Bisection for the smallest relaxation of the soft constraints; relaxing them until 0 satisfies all is always
  // enough.
  const auto hard = query.constraints.first(query.hard_count), soft = query.constraints.subspan(query.hard_count);
  double enough = 0, too_little = 0;
  for (const VelocityHalfSpace& c : soft) enough = std::max(enough, c.least);
  const auto with = [&](double way_given) {
    scratch.relaxed.assign(hard.begin(), hard.end());
    for (const VelocityHalfSpace& c : soft) scratch.relaxed.push_back({c.normal, c.least - way_given});
    return Nearest(scratch.relaxed, query, scratch);
  };
  Vec3 best{};
  constexpr int kHalvings = 20;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (enough + too_little);
    if (const auto found = with(middle)) {
      best = *found;
      enough = middle;
    } else {
      too_little = middle;
    }
  }
  return best;
}

}  // namespace navnet
