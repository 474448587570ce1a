// SPDX-License-Identifier: Apache-2.0
#pragma once
// Builds Detour tiles from triangles with Recast's pipeline: rasterise, filter, erode, regions, contours, polygons.

#include "peers/recast_planner.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace navnet::peers {

/// Converts to Recast's axes: y up, right-handed. World points are rotated about x, never mirrored.
inline std::array<float, 3> ToRecast(Vec3 p, UpAxis up) {
  if (up == UpAxis::Z) return {float(p.x), float(p.z), float(-p.y)};
  return {float(p.x), float(p.y), float(p.z)};
}
inline Vec3 FromRecast(const float* p, UpAxis up) {
  return up == UpAxis::Z ? Vec3{p[0], -double{p[2]}, p[1]} : Vec3{p[0], p[1], p[2]};
}

/// Data of one tile, allocated by Detour's allocator; pass it to a dtNavMesh that takes ownership.
struct RecastTile {
  unsigned char* data = nullptr;  ///< Null if the tile has no walkable surface.
  int size = 0;
};

/// Triangles in Recast's format, and the grid over them.
class RecastInput {
 public:
  /// Checks that the world fits a grid: 1 to 2^20 cells along both sides, and at most 2^14 tiles.
  static Status Check(MeshView mesh, const RecastOptions& options);

  /// Requires: Check() passed.
  RecastInput(MeshView mesh, const RecastOptions& options);

  int tiles_x() const { return tiles_x_; }
  int tiles_z() const { return tiles_z_; }
  bool is_tiled() const { return tile_cells_ > 0; }
  const float* low() const { return low_.data(); }
  double tile_m() const { return tile_cells_ * cell_m_; }

  /// Runs the pipeline for one tile. The caller owns the data. Fails with TooLarge if a limit of Recast is exceeded.
  Result<RecastTile> BuildTile(int x, int z) const;

 private:
  RecastOptions options_;
  double cell_m_;
  int tile_cells_ = 0;  ///< 0: a single tile.
  int tiles_x_ = 1, tiles_z_ = 1;
  std::array<float, 3> low_ = {}, high_ = {};
  std::vector<float> vertices_;
  std::vector<int> triangles_;
  std::vector<std::vector<int>> in_tile_;  ///< If tiled: indices of the triangles whose bounding boxes touch each tile.
};

}  // namespace navnet::peers
