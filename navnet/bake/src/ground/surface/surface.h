// SPDX-License-Identifier: Apache-2.0
#pragma once
// The walkable surface of a world: layers of polygons with holes, layer connections, and heights.
//
// It is computed from the edges of the triangles, not from voxels (R. Oliva, A Framework for Navigation of Autonomous
// Characters in Complex Virtual Environments, 2016, chapters 5 and 6, refines a voxelisation instead):
//   triangles.h  triangles on an integer plan grid, walkable or not by slope
//   pieces.h     the part of each walkable triangle without obstacles on it or too low above it
//   sheets.h     pieces that touch, joined within tiles so small that no sheet overlaps itself on the plan
//   seams.h      where sheets of adjacent tiles continue each other
//   layers.h     few sets of sheets in which no sheet lies above another
//   rings.h      the outline of each layer; simplify.h removes corners from it
//   patches.h    convex polygons with a plane, for heights

#include <navnet/core/mesh.h>
#include <navnet/net/ground.h>
#include <navnet/walk_options.h>

#include "ground/plan/contours.h"

#include <memory>
#include <optional>
#include <span>

namespace navnet {

struct GroundSurface {
  GroundContours contours;
  std::vector<Vec2> corners;         ///< Of the patches, in metres on the ground plane.
  std::vector<GroundPatch> patches;  ///< Grouped by layer. Patches may overlap by rounding, less than 1 mm.
  uint32_t component_count = 0;      ///< Connected components of the ground, across layer connections.
  double area_m2 = 0;                ///< Of all layers, on the plan.
};

/// Finds the walkable surface of a mesh. The result is bitwise the same for any order and winding of the triangles and
/// any number of threads. Fails when the mesh or an option is invalid, when nothing is walkable, when there is no
/// ground near a seed, and when cancelled.
///
/// Coordinates are rounded to 0.05 mm on the plan (coarser for worlds larger than 13 km). Obstacles are widened by up
/// to 0.4 mm and surfaces by up to 0.15 mm, so that cracks in a mesh close and walls without thickness remain. Cost:
/// O(n log n) for n triangles, if each has a bounded number of others in the column of agent height above it.
Result<GroundSurface> MakeGroundSurface(MeshView mesh, UpAxis up, const WalkOptions& options);

/// MakeGroundSurface for a world that changes over time: does not recompute what the last mesh and the new one have in
/// common. The result depends on the last mesh alone. Not thread-safe.
class SurfaceMaker {
 public:
  /// With bounds (see BakeOptions), the plan grid and the tiles do not depend on the positions of the triangles.
  SurfaceMaker(UpAxis up, WalkOptions options, std::optional<Box3> bounds_world = {});
  ~SurfaceMaker();
  SurfaceMaker(SurfaceMaker&&) noexcept;
  SurfaceMaker& operator=(SurfaceMaker&&) noexcept;

  /// Replaces the mesh. May be called again after an error.
  Status Update(MeshView mesh);
  /// Increases whenever Update changes the surface: the same number means the same surface.
  uint64_t version() const { return version_; }
  /// The surface of the last mesh; `seeds_world` select the components to keep, none = all of at least min_area_m2.
  /// Requires: the last Update succeeded.
  Result<GroundSurface> Make(std::span<const Vec3> seeds_world);

 private:
  struct Memory;

  UpAxis up_;
  WalkOptions options_;
  std::optional<Box3> bounds_world_;
  std::unique_ptr<Memory> memory_;
  uint64_t version_ = 0;
};

}  // namespace navnet
