// SPDX-License-Identifier: Apache-2.0
// Clipping after I. E. Sutherland and G. W. Hodgman, "Reentrant polygon clipping" (1974).

#include "polytope.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet {
namespace {

// Tolerance for corners on a plane, relative to the largest coordinate. A larger one drops planes that cut off a
// little.
constexpr double kOnPlane = 1e-14;

// Appends the part of a polygon in a half-space to `out`. Returns its number of corners.
uint32_t ClipTo(const HalfSpace& plane, double tolerance, std::span<const Vec3> polygon, std::vector<Vec3>& out) {
  const size_t before = out.size();
  Vec3 from = polygon.back();
  double from_distance = plane.DistanceTo(from);
  for (const Vec3& to : polygon) {
    const double to_distance = plane.DistanceTo(to);
    if ((from_distance > tolerance) != (to_distance > tolerance)) {
      const double share = std::clamp(from_distance / (from_distance - to_distance), 0.0, 1.0);
      out.push_back(from + (to - from) * share);
    }
    if (to_distance <= tolerance) out.push_back(to);
    from = to;
    from_distance = to_distance;
  }
  return uint32_t(out.size() - before);
}

}  // namespace

void Polytope::Begin(const Box3& box) {
  faces_.clear();
  corners_.clear();
  bounds_ = box;
  const Vec3 far = Max(box.max, box.min * -1.0);
  tolerance_ = kOnPlane * std::max({far.x, far.y, far.z});
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool high : {true, false}) {
      Face face;
      face.plane.normal[axis] = high ? 1 : -1;
      face.plane.offset_m = high ? box.max[axis] : -box.min[axis];
      face.first = uint32_t(corners_.size());
      face.count = 4;
      for (int i = 0; i < 4; ++i) {
        Vec3 corner;
        corner[axis] = high ? box.max[axis] : box.min[axis];
        // Counter-clockwise as seen from outside.
        corner[high ? u : v] = i == 1 || i == 2 ? box.max[high ? u : v] : box.min[high ? u : v];
        corner[high ? v : u] = i >= 2 ? box.max[high ? v : u] : box.min[high ? v : u];
        corners_.push_back(corner);
      }
      faces_.push_back(face);
    }
  }
}

bool Polytope::Cut(const HalfSpace& plane) {
  if (std::none_of(corners_.begin(), corners_.end(),
                   [&](const Vec3& corner) { return plane.DistanceTo(corner) > tolerance_; })) {
    return false;
  }
  next_faces_.clear();
  next_corners_.clear();
  for (const Face& face : faces_) {
    Face cut{face.plane, uint32_t(next_corners_.size()), 0};
    cut.count = ClipTo(plane, tolerance_, std::span(corners_).subspan(face.first, face.count), next_corners_);
    if (cut.count > 0) next_faces_.push_back(cut);
  }
  faces_.swap(next_faces_);
  corners_.swap(next_corners_);
  if (!faces_.empty()) AddFace(plane);
  UpdateBounds();
  return true;
}

// Adds the polygon of a new plane: a square as large as the polytope, clipped by all other planes.
bool Polytope::AddFace(const HalfSpace& plane) {
  const Vec3 middle = (bounds_.min + bounds_.max) * 0.5;
  const Vec3 foot = middle - plane.normal * plane.DistanceTo(middle);
  const double half = Length(bounds_.Size());
  const Vec3 n = plane.normal, size = Max(n, n * -1.0);
  Vec3 axis;
  axis[size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2] = 1;
  Vec3 u = Cross(axis, n);
  u = u * (half / Length(u));
  const Vec3 v = Cross(n, u);
  polygon_ = {foot - u - v, foot + u - v, foot + u + v, foot - u + v};
  for (const Face& face : faces_) {
    clipped_.clear();
    if (ClipTo(face.plane, tolerance_, polygon_, clipped_) == 0) return false;
    polygon_.swap(clipped_);
  }
  faces_.push_back({plane, uint32_t(corners_.size()), uint32_t(polygon_.size())});
  corners_.insert(corners_.end(), polygon_.begin(), polygon_.end());
  return true;
}

void Polytope::UpdateBounds() {
  bounds_ = {};
  for (const Vec3& corner : corners_) bounds_.Extend(corner);
}

Vec3 Polytope::Middle() const {
  Vec3 sum;
  for (const Vec3& corner : corners_) sum = sum + corner;
  return sum * (1 / double(corners_.size()));
}

}  // namespace navnet
