// SPDX-License-Identifier: Apache-2.0
#pragma once
// Common representation of the navigation meshes to compare: ours, Recast's, and the true surface of a generated scene.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/net/ground.h>
#include <navnet/worlds/ground_scenes.h>

#include "peers/recast_planner.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace navnet {

/// A convex polygon on the plan, with its plane in space.
struct WalkPart {
  std::vector<Vec2> corners = {};  ///< Counter-clockwise.
  double base = 0, slope_x = 0, slope_y = 0;
  uint32_t component = 0;

  double HeightAt(Vec2 p) const { return base + slope_x * p.x + slope_y * p.y; }
  bool Contains(Vec2 p) const;
  double Area() const;
};

/// Size of a navigation mesh, or of a connected component of it.
struct WalkSize {
  uint32_t components = 0;
  int loops = 0;  ///< Number of closed boundary curves.
  size_t graph_vertices = 0, graph_edges = 0, regions = 0;

  void Add(const WalkSize& other);
};

/// A navigation mesh with the quantities of the comparative study (W. van Toll, 2017, chapter 7).
struct WalkRegions {
  std::vector<WalkPart> parts;
  std::vector<WalkSize> components;  ///< By WalkPart::component; a single entry if the parts' components are unknown.
  size_t bytes = 0;
  double build_ms = 0;
};

/// Sizes of the corridor map (vertices, edges, cells); parts are the surface's patches, all in one component entry.
WalkRegions RegionsOf(const GroundView& ground);

/// Polygons and their adjacency. For a tiled mesh, the loop count is approximate: joints across tile borders end at
/// multiples of 1/255 of a side.
WalkRegions RegionsOf(const peers::RecastPlanner& planner, UpAxis up);

/// Parts of the true surface, all in one component entry; without a graph.
WalkRegions RegionsOf(const WalkableTruth& truth);

/// Total size of a Ground's arrays, in bytes.
size_t BytesOf(const GroundView& ground);

/// Result of our whole bake for walking: surface, then corridor map, with the milliseconds of both.
struct BuiltGround {
  Ground ground;
  double surface_ms = 0, map_ms = 0;
};
Result<BuiltGround> BuildGround(MeshView mesh, UpAxis up, std::vector<Vec3> seeds, int threads);

}  // namespace navnet
