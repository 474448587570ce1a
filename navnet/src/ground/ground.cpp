#include "ground.h"

#include "ecm.h"
#include "spots.h"
#include "surface.h"
#include "voxel_faces.h"

#include <cmath>

namespace navnet {
namespace {

Status CheckLinks(std::span<const GroundLink> links) {
  for (size_t i = 0; i < links.size(); ++i) {
    const auto invalid = [&](const char* why) {
      return Error{ErrorCode::InvalidArgument, "link " + std::to_string(i) + ": " + why};
    };
    if (!IsFinite(links[i].from) || !IsFinite(links[i].to)) return invalid("an end that is not finite");
    if (!(links[i].seconds >= 0 && std::isfinite(links[i].seconds))) return invalid("its seconds must be 0 or more");
    if (links[i].kind > LinkKind::Door) return invalid("of no known kind");
  }
  return Ok();
}

// The triangles that reach into the bounds.
TriangleMesh Within(const TriangleMesh& mesh, const Box3& bounds) {
  TriangleMesh out{mesh.vertices, {}};
  for (const Triangle& t : mesh.triangles) {
    Box3 box;
    for (const uint32_t v : t) box.Extend(mesh.vertices[v]);
    bool apart = false;
    for (int a = 0; a < 3; ++a) apart = apart || box.max[a] < bounds.min[a] || box.min[a] > bounds.max[a];
    if (!apart) out.triangles.push_back(t);
  }
  return out;
}

}  // namespace

Result<Ground> MakeGround(const World& world, const BakeOptions& options) {
  if (Status s = CheckLinks(options.links); !s) return s.error();
  if (!(options.spot_spacing_m >= 0 && std::isfinite(options.spot_spacing_m))) {
    return Error{ErrorCode::InvalidArgument, "the spacing of spots must be 0 or more metres"};
  }
  WalkOptions walk = *options.walk;
  walk.threads = options.sample.threads;
  walk.progress = options.sample.progress;
  const TriangleMesh* mesh = world.mesh();
  TriangleMesh faces, part;
  if (const OccupancyGrid* voxels = world.voxels()) {
    Result<TriangleMesh> made = VoxelFaces(*voxels, walk.threads);
    if (!made) return made.error();
    faces = std::move(*made);
    mesh = &faces;
  }
  if (options.sample.bounds_world) {
    part = Within(*mesh, *options.sample.bounds_world);
    mesh = &part;
  }
  Result<GroundSurface> surface = MakeGroundSurface(*mesh, world.up, walk);
  if (!surface) return surface.error();
  Result<Ground> ground = BuildCorridorMap(surface->contours, walk.threads);
  if (!ground) return ground.error();
  ground->max_slope_deg = walk.max_slope_deg;
  ground->step_m = walk.step_m;
  ground->height_m = walk.height_m;
  ground->area_m2 = surface->area_m2;
  ground->corners = std::move(surface->corners);
  ground->patches = std::move(surface->patches);
  ground->links = options.links;
  const std::vector<GroundLink> spots = MakeSpots(*ground, world.up, options.spot_spacing_m);
  ground->links.insert(ground->links.end(), spots.begin(), spots.end());
  return ground;
}

}  // namespace navnet
