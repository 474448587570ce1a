// SPDX-License-Identifier: Apache-2.0
#pragma once
// A planner widely used in games: Recast's navigation mesh and Detour's queries on it (M. Mononen, recastnavigation),
// configured as is common.
//
//   Result<RecastPlanner> planner = RecastPlanner::Build(mesh, {.radius_m = 0.4, .up = UpAxis::Z});
//   WalkAnswer answer = planner->Find(start, goal);

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace navnet::peers {

/// Agent and Recast settings. All other settings are those of Recast's demo: watershed regions of at least 8² cells,
/// merged up to 20², edges up to 12 m with an error of 1.3 cells, six vertices per polygon, a detail mesh sampled every
/// 6 cells with an error of one cell.
struct RecastOptions {
  double radius_m = 0.3;  ///< >= 0. The mesh is eroded by it, rounded up to whole cells.
  double height_m = 1.8, step_m = 0.3, max_slope_deg = 45;
  /// Width of a cell; its height is half of that. Smaller cells follow the surface more closely, but take more time and
  /// memory. 0: a third of the radius, which Recast's manual recommends indoors (half the radius, recommended outdoors,
  /// breaks stairs); 0.1 m for radius 0.
  double cell_m = 0;
  UpAxis up = UpAxis::Z;
  int tile_cells = 0;  ///< Edge of a tile; 0: a single tile up to 1,024² cells, tiles of 128² cells beyond.
};

struct WalkAnswer {
  bool found = false;   ///< True only if the path reaches the goal's polygon.
  double length_m = 0;  ///< Total length of the segments of `points`.
  double us = 0;        ///< Time for both ends' polygons, findPath, findStraightPath and heights, in microseconds.
  std::vector<Vec3> points = {};  ///< From the given start to the given goal.
};

/// A polygon of the mesh, in world coordinates.
struct RecastPolygon {
  /// Part of a side shared with another polygon, as fractions of that side's length.
  struct Joint {
    uint32_t side = 0;  ///< Side from corner `side` to the next.
    double from = 0, to = 1;
    uint32_t polygon = 0;
  };
  std::vector<Vec3> corners;                   ///< The same orientation for all polygons.
  std::vector<Joint> joints;                   ///< Sorted by side, then along it.
  std::vector<std::array<Vec3, 3>> triangles;  ///< The same surface, with the heights of the detail mesh.
};

/// Not thread-safe: queries share one node pool.
class RecastPlanner {
 public:
  /// Fails with TooLarge if the world exceeds Recast's limits (65,535 vertices or polygons per tile, 2^22 polygons in
  /// all), and with EmptyWorld if nothing is walkable. Recast depends on winding: faces are walkable on the side that
  /// their normal points to.
  static Result<RecastPlanner> Build(MeshView mesh, const RecastOptions& options);

  RecastPlanner(RecastPlanner&&) noexcept;
  RecastPlanner& operator=(RecastPlanner&&) noexcept;
  ~RecastPlanner();

  /// What a path consists of.
  enum class Points {
    Bends,    ///< The points where it bends, at the heights that they have on edges of polygons: findStraightPath.
    Surface,  ///< Also where it crosses edges of polygons, all at the heights of the detail mesh (getPolyHeight): about
              ///< what NavNet's walks contain. Between edges, such a path may still leave the surface.
  };

  /// Finds a path between two points that lie up to a metre beside, above or below the mesh.
  WalkAnswer Find(Vec3 start, Vec3 goal, Points points = Points::Bends);

  /// Copies all polygons.
  std::vector<RecastPolygon> Polygons() const;

  double build_seconds() const { return build_seconds_; }
  size_t bytes() const { return bytes_; }  ///< Size of the serialised mesh, without the query's node pool.
  int tiles() const { return tiles_; }     ///< 1 for a mesh without tiles.

 private:
  struct Detour;
  RecastPlanner();

  std::unique_ptr<Detour> detour_;
  RecastOptions options_;
  double build_seconds_ = 0;
  size_t bytes_ = 0;
  int tiles_ = 0;
};

}  // namespace navnet::peers
