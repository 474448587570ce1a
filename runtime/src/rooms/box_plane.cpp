// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/rooms/box_plane.h>

#include <algorithm>
#include <limits>

namespace navnet {
namespace {

// Relative length of a cross product below which its factors count as parallel: its direction would be rounding.
constexpr double kParallel = 1e-9;

// The smallest dot product of a normal and a point of the box. A component of 0 counts as 0 in infinite boxes, too.
double LeastAlong(const Box3& box, Vec3 normal) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    if (normal[k] != 0) sum += normal[k] * (normal[k] > 0 ? box.min[k] : box.max[k]);
  }
  return sum;
}

}  // namespace

HalfSpace PlaneBetween(Vec3 a, Vec3 b, const Box3& box) {
  HalfSpace best;
  double farthest = -std::numeric_limits<double>::infinity();
  const auto offer = [&](Vec3 normal) {
    for (const double sign : {1.0, -1.0}) {
      const HalfSpace plane{normal * sign, LeastAlong(box, normal * sign)};
      const double distance = -std::max(plane.DistanceTo(a), plane.DistanceTo(b));
      if (!(distance > farthest)) continue;
      farthest = distance;
      best = plane;
    }
  };
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    offer(axis);
  }
  const Vec3 d = b - a;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    const Vec3 normal = Cross(axis, d);
    if (const double length = Length(normal); length > kParallel * Length(d)) offer(normal * (1 / length));
  }
  return best;
}

}  // namespace navnet
