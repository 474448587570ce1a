// SPDX-License-Identifier: Apache-2.0
#pragma once
// Point queries on the cells of an Explicit Corridor Map, and slow reference answers to compare them with.

#include <navnet/net/ground.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace navnet {

/// The cell between two consecutive bends of an edge.
struct CorridorCell {
  GroundBend from, to;

  std::array<Vec2, 6> Outline() const { return {from.p, from.right, to.right, to.p, to.left, from.left}; }
};

inline std::vector<CorridorCell> CellsOf(const GroundView& ground) {
  std::vector<CorridorCell> cells;
  for (const GroundEdge& edge : ground.edges) {
    for (uint32_t i = 0; i + 1 < edge.bend_count; ++i) {
      cells.push_back({ground.bends[edge.first_bend + i], ground.bends[edge.first_bend + i + 1]});
    }
  }
  return cells;
}

inline double AreaOf(std::span<const Vec2> polygon) {
  double twice = 0;
  for (size_t i = 0; i < polygon.size(); ++i) {
    twice += Cross(polygon[i] - polygon[0], polygon[(i + 1) % polygon.size()] - polygon[0]);
  }
  return twice / 2;
}

inline double DistanceToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double squared = LengthSquared(along);
  const double t = squared > 0 ? std::clamp(Dot(p - a, along) / squared, 0.0, 1.0) : 0;
  return Length(a + along * t - p);
}

/// Even-odd rule; a point on the border may give either result.
inline bool Contains(std::span<const Vec2> polygon, Vec2 p) {
  bool inside = false;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 a = polygon[i], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/// Clearance of a point in the cell, from the cell's own obstacles.
inline double ClearanceIn(const CorridorCell& cell, Vec2 p) {
  return std::min(DistanceToSegment(p, cell.from.left, cell.to.left),
                  DistanceToSegment(p, cell.from.right, cell.to.right));
}

inline double ClearanceOf(std::span<const GroundWall> walls, Vec2 p) {
  double nearest = INFINITY;
  for (const GroundWall& wall : walls) nearest = std::min(nearest, DistanceToSegment(p, wall.a, wall.b));
  return nearest;
}

}  // namespace navnet
