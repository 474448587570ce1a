// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/ground/ground_maker.h>

#include <navnet/internal/voxel/sample/grid_bounds.h>

#include "ground/corridor_map/ecm.h"
#include "ground/plan/content_key.h"
#include "ground/spots.h"
#include "ground/surface/surface.h"

#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace navnet {
namespace {

/// Minimum clearance, in metres, of the vertices at which air is looked for. If it grows, the search is faster but
/// misses narrow components.
constexpr double kSomeClearance_m = 0.01;
/// Number of equal intervals from the ground to the agent's height at whose ends air is looked for. If it grows,
/// thinner layers of air are found, more slowly.
constexpr int kLooksUp = 16;

WalkOptions WalkOf(const BakeOptions& options) {
  WalkOptions walk = *options.walk;
  walk.threads = options.sample.threads;
  walk.progress = options.sample.progress;
  return walk;
}

std::vector<Triangle> TrianglesIn(MeshView mesh, const GridFrame& frame, const VoxelBox& bounds) {
  std::vector<Triangle> out;
  out.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    Box3 box;
    for (const uint32_t v : t) box.Extend(frame.ToVoxelSpace(mesh.vertices[v]));
    if (ReachesInto(box, bounds)) out.push_back(t);
  }
  return out;
}

ContentKey KeyOf(const GroundSurface& surface) {
  KeyMaker key;
  for (const GroundLayer& layer : surface.contours.layers) {
    key.Add(layer.rings.size());
    for (const GroundRing& ring : layer.rings) {
      key.AddList(std::span(ring.points)).AddList(std::span(ring.connections)).Add(ring.island).Add(ring.cluster);
    }
  }
  key.AddList(std::span(surface.contours.connections));
  key.AddList(std::span(surface.corners)).AddList(std::span(surface.patches));
  return key.Add(surface.contours.unit_m).Add(surface.contours.origin_m).Add(surface.area_m2).Make();
}

}  // namespace

class GroundMaker::Stages {
 public:
  Stages(const NetInfo& info, BakeOptions options);
  Result<std::shared_ptr<const Ground>> Make(MeshView mesh, const IsAir& is_air);

 private:
  /// A ground without links, and the inputs it was computed from.
  struct Bare {
    uint64_t version = 0;  ///< SurfaceMaker::version.
    std::vector<Vec3> seeds_world;
    ContentKey surface_key;
    std::shared_ptr<const Ground> ground;
  };

  Status Remake(const std::vector<Vec3>& seeds_world, Bare& bare);
  /// One point on each component of the ground that has air above it.
  std::vector<Vec3> PointsUnderAir(const IsAir& is_air);

  GridFrame frame_;
  VoxelBox bounds_;
  UpAxis up_;
  BakeOptions options_;
  SurfaceMaker surface_;
  CorridorMapMaker map_;
  Bare all_, under_air_;              ///< All components; only those with air above them.
  std::vector<PlacedVertex> placed_;  ///< The vertices of `placed_of_`.
  std::shared_ptr<const Ground> placed_of_;
  std::shared_ptr<const Ground> last_bare_, last_;  ///< The last result without and with links.
};

GroundMaker::Stages::Stages(const NetInfo& info, BakeOptions options)
    : frame_(info.frame),
      bounds_(info.bounds),
      up_(info.up),
      options_(std::move(options)),
      surface_(up_, WalkOf(options_), frame_.WorldBox(bounds_)) {}

Status GroundMaker::Stages::Remake(const std::vector<Vec3>& seeds_world, Bare& bare) {
  if (bare.ground && bare.version == surface_.version() && bare.seeds_world == seeds_world) return Ok();
  Result<GroundSurface> surface = surface_.Make(seeds_world);
  if (!surface) return surface.error();
  const ContentKey key = KeyOf(*surface);
  bare.version = surface_.version();
  bare.seeds_world = seeds_world;
  if (bare.ground && bare.surface_key == key) return Ok();
  bare.ground = nullptr;
  Result<Ground> ground = map_.Make(surface->contours, options_.sample.threads, options_.sample.progress);
  if (!ground) return ground.error();
  ground->max_slope_deg = options_.walk->max_slope_deg;
  ground->step_m = options_.walk->step_m;
  ground->height_m = options_.walk->height_m;
  ground->area_m2 = surface->area_m2;
  ground->corners = std::move(surface->corners);
  ground->patches = std::move(surface->patches);
  bare.surface_key = key;
  bare.ground = std::make_shared<const Ground>(std::move(*ground));
  return Ok();
}

std::vector<Vec3> GroundMaker::Stages::PointsUnderAir(const IsAir& is_air) {
  const Ground& ground = *all_.ground;
  if (placed_of_ != all_.ground) {
    placed_ = PlaceVertices(ground, kSomeClearance_m);
    placed_of_ = all_.ground;
  }
  std::vector<std::optional<Vec3>> found(ground.component_count);
  for (const PlacedVertex& placed : placed_) {
    std::optional<Vec3>& point = found[placed.vertex->component];
    for (int i = 0; i <= kLooksUp && !point; ++i) {
      const double rise = ground.height_m * i / kLooksUp;
      if (!is_air(WorldOf(placed.vertex->p, placed.height + rise, up_))) continue;
      point = WorldOf(placed.vertex->p, placed.height, up_);
    }
  }
  std::vector<Vec3> points;
  for (const auto& point : found) {
    if (point) points.push_back(*point);
  }
  return points;
}

Result<std::shared_ptr<const Ground>> GroundMaker::Stages::Make(MeshView mesh, const IsAir& is_air) {
  if (Status ok = Validate(options_); !ok) return ok.error();
  if (Status ok = Validate(mesh); !ok) return ok.error();
  const std::vector<Triangle> part = TrianglesIn(mesh, frame_, bounds_);
  mesh.triangles = part;
  if (Status ok = surface_.Update(mesh); !ok) return ok.error();
  const std::vector<Vec3>& seeds_world = options_.walk->seeds_world;
  if (Status ok = Remake(seeds_world, all_); !ok) return ok.error();
  const Bare* bare = &all_;
  if (is_air && seeds_world.empty()) {
    const std::vector<Vec3> points = PointsUnderAir(is_air);
    if (points.empty()) {
      return Error{ErrorCode::EmptyWorld, "no walkable ground lies in the free space that is kept"};
    }
    if (points.size() < all_.ground->component_count) {
      if (Status ok = Remake(points, under_air_); !ok) return ok.error();
      bare = &under_air_;
    }
  }
  if (bare->ground != last_bare_ || !last_) {
    auto ground = std::make_shared<Ground>(*bare->ground);
    ground->links = options_.links;
    const Result<std::vector<GroundLink>> spots = MakeSpots(*ground, up_, options_.spot_spacing_m);
    if (!spots) return spots.error();
    ground->links.insert(ground->links.end(), spots->begin(), spots->end());
    last_bare_ = bare->ground;
    last_ = std::move(ground);
  }
  return last_;
}

GroundMaker::GroundMaker(const NetInfo& info, BakeOptions options)
    : stages_(std::make_unique<Stages>(info, std::move(options))) {}
GroundMaker::~GroundMaker() = default;
GroundMaker::GroundMaker(GroundMaker&&) noexcept = default;
GroundMaker& GroundMaker::operator=(GroundMaker&&) noexcept = default;

Result<std::shared_ptr<const Ground>> GroundMaker::Make(MeshView mesh, const IsAir& is_air) {
  return stages_->Make(mesh, is_air);
}

}  // namespace navnet
