#include "ground.h"

#include "ecm.h"
#include "spots.h"
#include "surface.h"
#include "voxel_faces.h"

#include <cmath>

namespace navnet {
namespace {

constexpr double kSomeClearance_m = 0.01;
constexpr int kLooksUp = 16;  // Places between the ground and the agent's height where air is looked for.

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

Result<Ground> GroundOf(const TriangleMesh& mesh, UpAxis up, const WalkOptions& walk) {
  Result<GroundSurface> surface = MakeGroundSurface(mesh, up, walk);
  if (!surface) return surface.error();
  Result<Ground> ground = BuildCorridorMap(surface->contours, walk.threads);
  if (!ground) return ground.error();
  ground->max_slope_deg = walk.max_slope_deg;
  ground->step_m = walk.step_m;
  ground->height_m = walk.height_m;
  ground->area_m2 = surface->area_m2;
  ground->corners = std::move(surface->corners);
  ground->patches = std::move(surface->patches);
  return ground;
}

// For each piece of ground with air above it, a point on it.
std::vector<Vec3> PointsUnderAir(const GroundView& ground, UpAxis up, const IsAir& is_air) {
  std::vector<std::optional<Vec3>> found(ground.component_count);
  for (const PlacedVertex& placed : PlaceVertices(ground, kSomeClearance_m)) {
    std::optional<Vec3>& point = found[placed.vertex->component];
    for (int i = 0; i <= kLooksUp && !point; ++i) {
      const double rise = ground.height_m * i / kLooksUp;
      if (!is_air(WorldOf(placed.vertex->p, placed.height + rise, up))) continue;
      point = WorldOf(placed.vertex->p, placed.height, up);
    }
  }
  std::vector<Vec3> points;
  for (const auto& point : found) {
    if (point) points.push_back(*point);
  }
  return points;
}

}  // namespace

Result<Ground> MakeGround(const World& world, const BakeOptions& options, const IsAir& is_air) {
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
  Result<Ground> ground = GroundOf(*mesh, world.up, walk);
  if (!ground) return ground.error();
  if (is_air && walk.seeds_world.empty()) {
    walk.seeds_world = PointsUnderAir(*ground, world.up, is_air);
    if (walk.seeds_world.empty()) {
      return Error{ErrorCode::EmptyWorld, "no walkable ground lies in the free space that is kept"};
    }
    if (walk.seeds_world.size() < ground->component_count) ground = GroundOf(*mesh, world.up, walk);
    if (!ground) return ground.error();
  }
  ground->links = options.links;
  const std::vector<GroundLink> spots = MakeSpots(*ground, world.up, options.spot_spacing_m);
  ground->links.insert(ground->links.end(), spots.begin(), spots.end());
  return ground;
}

}  // namespace navnet
