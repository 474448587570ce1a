#pragma once
// The outline of the walkable surface: per layer polygons with holes, on an integer grid, and the connections along
// which layers join. What the walkable surface gives and the Explicit Corridor Map is built from.

#include <navnet/core/geometry.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// A point of the ground plane in units of GroundContours::unit_m. |x|, |y| < 2^28.
struct GroundPoint {
  int32_t x = 0, y = 0;
  friend bool operator==(const GroundPoint&, const GroundPoint&) = default;
};

inline constexpr uint32_t kNoConnection = 0xFFFFFFFF;

/// A closed line; the walkable side is to the left of each edge, so outer boundaries run counter-clockwise and holes
/// clockwise. Edges of a layer cross nowhere, but rings may touch in points.
struct GroundRing {
  std::vector<GroundPoint> points;    ///< Three or more; no two neighbours are equal.
  std::vector<uint32_t> connections;  ///< By edge (point i to point i + 1): the connection it is, or kNoConnection.
  /// Rings that come near each other are of one cluster of their layer, and those that bound the same ground or are of
  /// one cluster are of one island. An outline is simplified cluster by cluster, a diagram made island by island,
  /// without looking at others. The rings of a layer are grouped by island, and in it by cluster.
  uint32_t island = 0, cluster = 0;
};

/// A part of the walkable surface that nowhere lies above itself.
struct GroundLayer {
  std::vector<GroundRing> rings;
};

/// A straight piece of border that two layers share, or one layer with itself: open, not an obstacle. It is the edge
/// a→b of a ring of layers[0] and the edge b→a of a ring of layers[1].
struct GroundConnection {
  uint32_t layers[2] = {0, 0};
  GroundPoint a, b;
};

struct GroundContours {
  double unit_m = 1e-4;
  double origin_m[2] = {0, 0};  ///< Where (0, 0) lies on the ground plane.
  std::vector<GroundLayer> layers;
  std::vector<GroundConnection> connections;

  /// From the integer grid to the ground plane, in metres.
  Vec2 ToPlan(GroundPoint p) const { return {origin_m[0] + unit_m * p.x, origin_m[1] + unit_m * p.y}; }
};

}  // namespace navnet
