#pragma once
// The walkable surface of a world: layers of polygons with holes, how they connect, and heights.
//
// From the triangles' own edges, not from voxels (R. Oliva, A Framework for Navigation of Autonomous Characters in
// Complex Virtual Environments, 2016, chapters 5 and 6, does the same from voxels, refined):
//   triangles.h  triangles on an integer plan grid; which are walkable by slope
//   pieces.h     of each walkable triangle what nothing stands on and nothing hangs over
//   sheets.h     pieces that touch, joined within tiles so small that none of it lies above itself
//   seams.h      where sheets of neighbouring tiles run on into each other
//   layers.h     as few sets of sheets as an ordered flood gives, of which none lies above another
//   rings.h      the outline of each layer; simplify.h makes it short
//   patches.h    convex polygons with a plane, for heights

#include <navnet/core/mesh.h>
#include <navnet/ground.h>
#include <navnet/net/ground.h>

#include "ground/plan/contours.h"

#include <memory>
#include <optional>
#include <span>

namespace navnet {

struct GroundSurface {
  GroundContours contours;
  std::vector<Vec2> corners;         ///< Of the patches, in metres on the ground plane.
  std::vector<GroundPatch> patches;  ///< Grouped by layer. Patches may overlap by rounding, less than 1 mm.
  uint32_t component_count = 0;      ///< Connected pieces of ground, across connections.
  double area_m2 = 0;                ///< Of all layers, on the plan.
};

/// Finds the walkable surface of a mesh. The same triangles in any order and any number of threads give the same bytes;
/// winding does not matter. Fails when the mesh or an option makes no sense, when nothing is walkable, when a seed is
/// near no ground, and when cancelled.
///
/// Coordinates are rounded to 0.05 mm on the plan (coarser for worlds larger than 13 km). Obstacles are widened by up
/// to 0.4 mm and surfaces by up to 0.15 mm, so that cracks of a mesh close and walls of no thickness stay. Takes O(n
/// log n) time for n triangles with a bounded number of others in the column of agent height above each.
Result<GroundSurface> MakeGroundSurface(MeshView mesh, UpAxis up, const WalkOptions& options);

/// The same for a world that changes: what the last mesh and this one have in common is not done again. What it
/// gives depends on the last mesh alone. Not thread-safe.
class SurfaceMaker {
 public:
  /// With bounds (see BakeOptions) the plan grid and the tiles do not depend on where the triangles lie.
  SurfaceMaker(UpAxis up, WalkOptions options, std::optional<Box3> bounds_world = {});
  ~SurfaceMaker();
  SurfaceMaker(SurfaceMaker&&) noexcept;
  SurfaceMaker& operator=(SurfaceMaker&&) noexcept;

  /// Takes a mesh in. After an error it still may be given another.
  Status Update(MeshView mesh);
  /// Counts the meshes whose surface was another than that of the mesh before; the same number, the same surface.
  uint64_t version() const { return version_; }
  /// The surface of the last mesh, with these seeds. Requires: Update gave no error.
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
