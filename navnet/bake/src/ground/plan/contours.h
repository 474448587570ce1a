// SPDX-License-Identifier: Apache-2.0
#pragma once
// The outline of the walkable surface: polygons with holes for each layer, on an integer grid, and the layer
// connections. It is the output of surface.h and the input of the Explicit Corridor Map (ecm.h).

#include <navnet/core/geometry.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// A point of the ground plane in units of GroundContours::unit_m. |x|, |y| < 2^28.
struct GroundPoint {
  int32_t x = 0, y = 0;
  friend bool operator==(const GroundPoint&, const GroundPoint&) = default;
};

/// The index of no layer connection: a wall.
inline constexpr uint32_t kNoConnection = 0xFFFFFFFF;

/// A closed polyline; the walkable side is to the left of each edge, so outer boundaries run counter-clockwise and
/// holes clockwise. Edges of a layer do not cross, but rings may touch at points.
struct GroundRing {
  std::vector<GroundPoint> points;    ///< Three or more; consecutive points differ.
  std::vector<uint32_t> connections;  ///< By edge (point i to point i + 1): its layer connection or kNoConnection.
  /// Rings of a layer that come close to each other form a cluster; clusters that bound the same connected ground form
  /// an island. Outlines are simplified cluster by cluster and Voronoi diagrams are built island by island, each
  /// independently of the others. The rings of a layer are grouped by island, and within it by cluster.
  uint32_t island = 0, cluster = 0;
};

/// A part of the walkable surface that does not overlap itself on the plan.
struct GroundLayer {
  std::vector<GroundRing> rings;
};

/// A layer connection: a straight segment of border shared by two layers, or by one layer with itself. It is open, not
/// an obstacle: the edge a→b of a ring of layers[0] and the edge b→a of a ring of layers[1].
struct GroundConnection {
  uint32_t layers[2] = {0, 0};
  GroundPoint a, b;
};

struct GroundContours {
  double unit_m = 1e-4;         ///< Size of a grid unit in metres.
  double origin_m[2] = {0, 0};  ///< Position of the grid point (0, 0) on the ground plane.
  std::vector<GroundLayer> layers;
  std::vector<GroundConnection> connections;

  /// Converts a grid point to metres on the ground plane.
  Vec2 ToPlan(GroundPoint p) const { return {origin_m[0] + unit_m * p.x, origin_m[1] + unit_m * p.y}; }
};

}  // namespace navnet
