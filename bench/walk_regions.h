#pragma once
// Navigation meshes to compare, in one form: ours, Recast's, and the truth of a generated scene.

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

/// A convex part of a walkable surface over the plan.
struct WalkPart {
  std::vector<Vec2> corners = {};  ///< Counter-clockwise.
  double base = 0, slope_x = 0, slope_y = 0;
  uint32_t component = 0;

  double HeightAt(Vec2 p) const { return base + slope_x * p.x + slope_y * p.y; }
  bool Contains(Vec2 p) const;
  double Area() const;
};

/// The size of a navigation mesh, or of a connected part of it.
struct WalkSize {
  uint32_t components = 0;
  int loops = 0;  ///< Closed lines of its boundary.
  size_t graph_vertices = 0, graph_edges = 0, regions = 0;

  void Add(const WalkSize& other);
};

/// A navigation mesh as the comparative study sees it (W. van Toll, 2017, chapter 7).
struct WalkRegions {
  std::vector<WalkPart> parts;
  std::vector<WalkSize> components;  ///< By component of the parts; one entry for all where parts do not tell.
  size_t bytes = 0;
  double build_ms = 0;
};

/// The corridor map's vertices, edges and cells; the surface's patches as parts, all in one entry.
WalkRegions RegionsOf(const GroundView& ground);

/// Polygons and their neighbourhoods. Of a mesh in tiles, loops are as good as the joints across borders, which end at
/// 1/255ths of a side.
WalkRegions RegionsOf(const peers::RecastPlanner& planner, UpAxis up);

/// Its pieces, all in one entry; without a graph.
WalkRegions RegionsOf(const WalkableTruth& truth);

/// What a Ground's arrays take.
size_t BytesOf(const GroundView& ground);

/// The whole of our bake for walking: surface, then corridor map, and the milliseconds of both.
struct BuiltGround {
  Ground ground;
  double surface_ms = 0, map_ms = 0;
};
Result<BuiltGround> BuildGround(MeshView mesh, UpAxis up, std::vector<Vec3> seeds, int threads);

}  // namespace navnet
