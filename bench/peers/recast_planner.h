#pragma once
// What games mostly walk with: Recast's navigation mesh and Detour's queries on it (M. Mononen, recastnavigation), set
// up as its users do.
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

/// An agent and Recast's own choices. What is not here is as in Recast's demo: watershed regions of 8² cells or more,
/// merged up to 20², edges up to 12 m with an error of 1.3 cells, six corners to a polygon, a detail mesh sampled every
/// 6 cells with an error of one.
struct RecastOptions {
  double radius_m = 0.3;  ///< >= 0. The mesh is shrunk by it, rounded up to cells.
  double height_m = 1.8, step_m = 0.3, max_slope_deg = 45;
  /// Width of a cell; its height is half of that. 0: a third of the radius, what Recast's manual says for indoors (half
  /// of it, as for outdoors, breaks stairs); 0.1 m for radius 0.
  double cell_m = 0;
  UpAxis up = UpAxis::Z;
  int tile_cells = 0;  ///< Edge of a tile; 0: one tile for all up to 1,024² cells, tiles of 128² cells beyond.
};

struct WalkAnswer {
  bool found = false;             ///< Only if the path reaches the goal's own polygon.
  double length_m = 0;            ///< Sum of the segments of `points`.
  double us = 0;                  ///< Nearest polygons of both ends, findPath and findStraightPath, in microseconds.
  std::vector<Vec3> points = {};  ///< From the start as given to the goal as given.
};

/// A polygon of the mesh, in world coordinates.
struct RecastPolygon {
  /// Part of a side that leads to another polygon, as shares of that side's length.
  struct Joint {
    uint32_t side = 0;  ///< From corner `side` to the next.
    double from = 0, to = 1;
    uint32_t polygon = 0;
  };
  std::vector<Vec3> corners;                   ///< All polygons run the same way around.
  std::vector<Joint> joints;                   ///< Side by side, ascending along each.
  std::vector<std::array<Vec3, 3>> triangles;  ///< The same surface with the detail mesh's heights.
};

/// Not thread-safe: queries share one node pool.
class RecastPlanner {
 public:
  /// Fails with TooLarge where Recast's limits (65,535 vertices or polygons to a tile, 2^22 polygons in all) do not
  /// hold the world, with EmptyWorld where nothing is walkable. Winding matters to Recast: faces are walkable on the
  /// side their normal points to.
  static Result<RecastPlanner> Build(MeshView mesh, const RecastOptions& options);

  RecastPlanner(RecastPlanner&&) noexcept;
  RecastPlanner& operator=(RecastPlanner&&) noexcept;
  ~RecastPlanner();

  /// A path between two points near the mesh: up to a metre beside, above or below it.
  WalkAnswer Find(Vec3 start, Vec3 goal);

  /// All polygons; time and memory for a copy.
  std::vector<RecastPolygon> Polygons() const;

  double build_seconds() const { return build_seconds_; }
  size_t bytes() const { return bytes_; }  ///< Of the mesh as it is shipped, without the query's node pool.
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
