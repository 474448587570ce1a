#pragma once
// From triangles to Detour's tiles, by Recast's pipeline: rasterise, filter, erode, regions, contours, polygons.

#include "peers/recast_planner.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace navnet::peers {

/// Recast's axes: y up, right-handed. World points are turned about x, never mirrored.
inline std::array<float, 3> ToRecast(Vec3 p, UpAxis up) {
  if (up == UpAxis::Z) return {float(p.x), float(p.z), float(-p.y)};
  return {float(p.x), float(p.y), float(p.z)};
}
inline Vec3 FromRecast(const float* p, UpAxis up) {
  return up == UpAxis::Z ? Vec3{p[0], -double{p[2]}, p[1]} : Vec3{p[0], p[1], p[2]};
}

/// One tile's data, allocated by Detour's allocator: to be handed to a dtNavMesh that owns it.
struct RecastTile {
  unsigned char* data = nullptr;  ///< Null where nothing is walkable.
  int size = 0;
};

/// The triangles as Recast takes them, and the grid over them.
class RecastInput {
 public:
  /// Whether the world fits a grid at all: 1 to 2^20 cells along both sides, and up to 2^14 tiles.
  static Status Check(MeshView mesh, const RecastOptions& options);

  /// Requires: Check() passed.
  RecastInput(MeshView mesh, const RecastOptions& options);

  int tiles_x() const { return tiles_x_; }
  int tiles_z() const { return tiles_z_; }
  bool is_tiled() const { return tile_cells_ > 0; }
  const float* low() const { return low_.data(); }
  double tile_m() const { return tile_cells_ * cell_m_; }

  /// Runs the pipeline for one tile. The caller owns the data. Fails with TooLarge at Recast's limits.
  Result<RecastTile> BuildTile(int x, int z) const;

 private:
  RecastOptions options_;
  double cell_m_;
  int tile_cells_ = 0;  ///< 0: one tile for all.
  int tiles_x_ = 1, tiles_z_ = 1;
  std::array<float, 3> low_ = {}, high_ = {};
  std::vector<float> vertices_;
  std::vector<int> triangles_;
  std::vector<std::vector<int>> in_tile_;  ///< By tile, when tiled: indices of triangles, by bounding box.
};

}  // namespace navnet::peers
