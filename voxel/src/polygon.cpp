#include "polygon.h"

#include <algorithm>

namespace navnet {
namespace {

constexpr size_t kMostCornersToClip = 1024;  // Clipping is quadratic, and worse when a file means harm.

struct Point2 {
  double x, y;
};

double Orientation(Point2 a, Point2 b, Point2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The corners in the plane that the polygon's normal is most perpendicular to, counter-clockwise.
std::vector<Point2> Flatten(std::span<const Vec3> vertices, std::span<const uint32_t> corners) {
  Vec3 normal;
  const Vec3 origin = vertices[corners[0]];
  for (size_t i = 1; i + 1 < corners.size(); ++i) {
    normal = normal + Cross(vertices[corners[i]] - origin, vertices[corners[i + 1]] - origin);
  }
  int drop = 0;
  for (int axis : {1, 2}) {
    if (std::abs(normal[axis]) > std::abs(normal[drop])) drop = axis;
  }
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  std::vector<Point2> points;
  points.reserve(corners.size());
  for (uint32_t corner : corners) {
    const Vec3 p = vertices[corner] - origin;
    points.push_back(normal[drop] < 0 ? Point2{p[v], p[u]} : Point2{p[u], p[v]});
  }
  return points;
}

}  // namespace

void AppendPolygon(std::span<const Vec3> vertices, std::span<const uint32_t> corners,
                   std::vector<Triangle>& triangles) {
  if (corners.empty()) return;
  if (corners.size() <= 3) {
    triangles.push_back({corners[0], corners[std::min<size_t>(1, corners.size() - 1)], corners.back()});
    return;
  }
  const auto fan = [&](std::span<const uint32_t> rest) {
    for (size_t i = 1; i + 1 < rest.size(); ++i) triangles.push_back({rest[0], rest[i], rest[i + 1]});
  };
  const bool usable = std::all_of(corners.begin(), corners.end(),
                                  [&](uint32_t c) { return c < vertices.size() && IsFinite(vertices[c]); });
  if (!usable || corners.size() > kMostCornersToClip) return fan(corners);

  std::vector<uint32_t> rest(corners.begin(), corners.end());
  std::vector<Point2> points = Flatten(vertices, corners);
  while (rest.size() > 3) {
    const size_t n = rest.size();
    const auto is_ear = [&](size_t i) {
      const size_t before = (i + n - 1) % n, after = (i + 1) % n;
      const Point2 a = points[before], b = points[i], c = points[after];
      if (!(Orientation(a, b, c) > 0)) return false;
      for (size_t k = 0; k < n; ++k) {
        if (k == before || k == i || k == after) continue;
        if (Orientation(a, b, points[k]) < 0 || Orientation(b, c, points[k]) < 0 || Orientation(c, a, points[k]) < 0)
          continue;
        // A corner inside blocks the ear, unless it is one of the ear's own corners visited twice.
        const uint32_t v = rest[k];
        if (v != rest[before] && v != rest[i] && v != rest[after]) return false;
      }
      return true;
    };
    size_t ear = 1;  // From the second corner, so that a convex polygon gives the usual fan.
    for (size_t tried = 0; tried < n && !is_ear(ear); ++tried) {
      ear = (ear + 1) % n;
      if (tried + 1 == n) return fan(rest);
    }
    triangles.push_back({rest[(ear + n - 1) % n], rest[ear], rest[(ear + 1) % n]});
    rest.erase(rest.begin() + std::ptrdiff_t(ear));
    points.erase(points.begin() + std::ptrdiff_t(ear));
  }
  fan(rest);
}

}  // namespace navnet
