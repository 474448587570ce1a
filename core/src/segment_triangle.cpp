// SPDX-License-Identifier: Apache-2.0
// The nearest points of a segment and a triangle that do not cross are an end of the segment and a point of the
// triangle, or a point of the segment and one of an edge. Every candidate is the distance between a point on the
// segment and a point on the triangle, so a badly chosen one is never too small. The points are found by removing the
// component along the longer of two directions first (Gram-Schmidt): unlike with determinants, the error stays as small
// as that of the coordinates when lines are nearly parallel or triangles nearly degenerate.

#include <navnet/internal/core/segment_triangle.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// The component of v along a direction, as a multiple of the direction.
double Along(Vec3 v, Vec3 direction) {
  const double squared = LengthSquared(direction);
  return squared > 0 ? Dot(v, direction) / squared : 0;
}

// The shortest vector from the segment from `start` along `d` to a point.
Vec3 SegmentToPoint(Vec3 start, Vec3 d, Vec3 p) {
  const Vec3 q = p - start;
  return q - d * std::clamp(Along(q, d), 0.0, 1.0);
}

// The shortest vector from the segment from the origin along `d` to the one from `start` along `e` if it is attained
// inside both, else a longer one: the caller handles the ends.
Vec3 InnerSegments(Vec3 d, Vec3 start, Vec3 e) {
  if (LengthSquared(d) < LengthSquared(e)) return InnerSegments(e, start * -1.0, d) * -1.0;
  const Vec3 across = e - d * Along(e, d);
  const Vec3 gap = start - d * Along(start, d);
  const Vec3 q = start + e * std::clamp(-Along(gap, across), 0.0, 1.0);
  return SegmentToPoint({}, d, q);
}

// A triangle represented by its longest edge and the height on it, which are perpendicular.
class Face {
 public:
  explicit Face(std::array<Vec3, 3> corners) {
    const auto edge_squared = [&](size_t i) { return LengthSquared(corners[(i + 1) % 3] - corners[i]); };
    size_t longest = 0;
    for (size_t i = 1; i < 3; ++i) {
      if (edge_squared(i) > edge_squared(longest)) longest = i;
    }
    origin_ = corners[longest];
    edge_ = corners[(longest + 1) % 3] - origin_;
    const Vec3 apex = corners[(longest + 2) % 3] - origin_;
    apex_along_ = Along(apex, edge_);
    height_ = apex - edge_ * apex_along_;
    // A height whose square underflows counts as 0: dividing by it would put every point over the face.
    has_area_ = LengthSquared(height_) > std::numeric_limits<double>::min();
    if (has_area_) normal_ = Cross(edge_, height_) * (1 / (Length(edge_) * Length(height_)));
  }

  bool has_area() const { return has_area_; }
  double SignedHeight(Vec3 p) const { return Dot(p - origin_, normal_); }

  /// Whether the projection of p onto the plane lies in the triangle.
  bool IsOver(Vec3 p) const {
    const Vec3 q = p - origin_;
    const double along = Along(q, edge_);
    const double up = Along(q - edge_ * along, height_);
    const double second = along - up * apex_along_;
    return up >= 0 && second >= 0 && up + second <= 1;
  }

  /// The shortest vector from the plane to a point.
  Vec3 FromPlane(Vec3 p) const {
    const Vec3 q = p - origin_;
    const Vec3 across = q - edge_ * Along(q, edge_);
    return across - height_ * Along(across, height_);
  }

 private:
  Vec3 origin_, edge_, height_, normal_;
  double apex_along_ = 0;  ///< Foot of the height on the edge, 0 to 1.
  bool has_area_ = false;
};

bool Crosses(Vec3 d, const Face& face) {
  const double from = face.SignedHeight({}), to = face.SignedHeight(d);
  if ((from > 0 && to > 0) || (from < 0 && to < 0) || from == to) return false;
  return face.IsOver(d * (from / (from - to)));
}

double LargestCoordinate(Vec3 v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

}  // namespace

Vec3 SegmentToTriangle(Vec3 a, Vec3 b, const std::array<Vec3, 3>& corners) {
  const Vec3 d = b - a;
  const std::array<Vec3, 3> p{corners[0] - a, corners[1] - a, corners[2] - a};
  const Face face(p);
  if (face.has_area() && Crosses(d, face)) return {};

  double squared = std::numeric_limits<double>::infinity();
  Vec3 shortest;
  const auto offer = [&](Vec3 v) {
    const double its = LengthSquared(v);
    if (!(its < squared)) return;
    squared = its;
    shortest = v;
  };
  double size = LargestCoordinate(d);
  for (size_t i = 0; i < 3; ++i) {
    const Vec3 edge = p[(i + 1) % 3] - p[i];
    offer(SegmentToPoint({}, d, p[i]));
    offer(SegmentToPoint(p[i], edge, {}) * -1.0);
    offer(SegmentToPoint(p[i], edge, d) * -1.0);
    offer(InnerSegments(d, p[i], edge));
    size = std::max(size, LargestCoordinate(p[i]));
  }
  if (face.has_area()) {
    for (const Vec3 end : {Vec3{}, d}) {
      if (face.IsOver(end)) offer(face.FromPlane(end) * -1.0);
    }
  }
  return std::sqrt(squared) <= kDistanceRounding * size ? Vec3{} : shortest;
}

}  // namespace navnet
