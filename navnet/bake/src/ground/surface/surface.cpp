// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/surface.h"

#include <navnet/core/range.h>
#include <navnet/internal/core/text.h>

#include "ground/surface/layers.h"
#include "ground/surface/patches.h"
#include "ground/surface/pieces.h"
#include "ground/surface/rings.h"
#include "ground/surface/seams.h"
#include "ground/surface/sheets.h"
#include "ground/surface/simplify.h"
#include "ground/surface/triangles.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <string>

namespace navnet {
namespace {

Error Cancelled() { return {ErrorCode::Cancelled, "walkable ground: cancelled"}; }

/// Squared distance of a point to a polygon on the plan, in square grid units; 0 inside.
double DistanceSquared(const PlanPolygon& polygon, GroundPoint p) {
  if (Holds(polygon, p)) return 0;
  double best = INFINITY;
  for (const PlanRing& ring : polygon.rings) {
    for (size_t i = 0, last = ring.size() - 1; i < ring.size(); last = i++) {
      const Vec2 a{double(ring[last].x), double(ring[last].y)}, b{double(ring[i].x), double(ring[i].y)};
      const Vec2 q{double(p.x), double(p.y)};
      const double along = std::clamp(Dot(q - a, b - a) / LengthSquared(b - a), 0.0, 1.0);
      best = std::min(best, LengthSquared(q - (a + (b - a) * along)));
    }
  }
  return best;
}

/// The sheet nearest to a seed, by distance on the plan, then by height difference; nothing if either exceeds
/// `reach_m`.
std::optional<uint32_t> SheetOfSeed(Vec2 plan, double height, double reach_m, const PlanGrid& grid,
                                    const GroundSheets& sheets) {
  const double reach = reach_m / grid.unit_m;
  const Vec2 local = (plan - grid.origin) * (1 / grid.unit_m);
  if (!(std::abs(local.x) < 0x1p28 && std::abs(local.y) < 0x1p28)) return {};
  const GroundPoint p{int32_t(std::lround(local.x)), int32_t(std::lround(local.y))};
  std::optional<uint32_t> best;
  std::pair<double, double> best_distance;
  for (const GroundFragment& fragment : sheets.fragments) {
    const PlanBox& box = fragment.part->box;
    if (p.x < box.x0 - reach || p.x > box.x1 + reach || p.y < box.y0 - reach || p.y > box.y1 + reach) continue;
    const double beside = DistanceSquared(fragment.part->polygon, p);
    const double above = std::abs(fragment.part->triangle->HeightAt(p) - height);
    if (beside > reach * reach || above > reach_m) continue;
    if (!best || std::pair(beside, above) < best_distance) {
      best = fragment.sheet;
      best_distance = {beside, above};
    }
  }
  return best;
}

ContentKey KeyOf(std::span<const GroundPiece> pieces) {
  KeyMaker key;
  for (const GroundPiece& piece : pieces) {
    for (const PlanPartPtr& part : piece.parts) key.Add(part->key);
  }
  return key.Make();
}

/// The minimum box of the first tile: the bounds, clamped to the range of coordinates, so that tiles do not move when
/// the world changes; empty without bounds.
PlanBox LeastTile(const PlanGrid& grid, const std::optional<Box3>& bounds_world, UpAxis up) {
  PlanBox box;
  if (!bounds_world) return box;
  const double far = double(1 << 27) * grid.unit_m;
  for (const Vec3& corner : {bounds_world->min, bounds_world->max}) {
    const Vec2 from = PlanOf(corner, up) - grid.origin;
    box.Extend(grid.Snap(grid.origin + Vec2{std::clamp(from.x, -far, far), std::clamp(from.y, -far, far)}));
  }
  return box;
}

}  // namespace

Status Validate(const WalkOptions& options) {
  RangeCheck check;
  check.Number("max_slope_deg", options.max_slope_deg, WalkOptions::kMaxSlope_deg)
      .Number("height_m", options.height_m, WalkOptions::kHeight_m)
      .Number("step_m", options.step_m, WalkOptions::kStep_m)
      .Number("contour_error_m", options.contour_error_m, WalkOptions::kContourError_m)
      .Number("min_area_m2", options.min_area_m2, WalkOptions::kMinArea_m2)
      .Number("threads", options.threads, ranges::kThreads);
  for (const Vec3& seed : options.seeds_world) check.Point("seeds_world", seed);
  return check.status();
}

/// The data of the last mesh, and the caches of the stages.
struct SurfaceMaker::Memory {
  Memory(UpAxis up, const PlanGrid& of_grid, const WalkOptions& options)
      : grid(of_grid),
        limits(options, grid.unit_m),
        triangles(up, grid, options),
        piece_maker(limits),
        sheet_maker(limits),
        simplifier(options.contour_error_m / grid.unit_m) {}

  PlanGrid grid;
  WalkLimits limits;
  PlanTriangles triangles;
  PieceMaker piece_maker;
  SheetMaker sheet_maker;
  Simplifier simplifier;
  std::vector<GroundPiece> pieces;
  ContentKey pieces_key;
  GroundSheets sheets;
  GroundSeams seams;
};

SurfaceMaker::SurfaceMaker(UpAxis up, WalkOptions options, std::optional<Box3> bounds_world)
    : up_(up), options_(std::move(options)), bounds_world_(bounds_world) {}
SurfaceMaker::~SurfaceMaker() = default;
SurfaceMaker::SurfaceMaker(SurfaceMaker&&) noexcept = default;
SurfaceMaker& SurfaceMaker::operator=(SurfaceMaker&&) noexcept = default;

Status SurfaceMaker::Update(MeshView mesh) try {
  if (Status ok = Validate(options_); !ok) return ok;
  if (Status ok = Validate(mesh); !ok) return ok;
  const PlanGrid grid = MakePlanGrid(mesh, up_, bounds_world_);
  // Discarded unless all stages succeed: after a cancellation, their caches may refer to different meshes.
  std::unique_ptr<Memory> memory = std::move(memory_);
  if (!memory || memory->grid != grid) memory = std::make_unique<Memory>(up_, grid, options_);
  const std::vector<TriangleBox> changed = memory->triangles.Update(mesh);
  bool finished = true;
  memory->pieces =
      memory->piece_maker.Make(memory->triangles.list(), changed, options_.threads, options_.progress, finished);
  if (!finished) return Cancelled();
  if (const ContentKey key = KeyOf(memory->pieces); memory->sheets.sheets.empty() || key != memory->pieces_key) {
    memory->pieces_key = key;
    memory->sheets = memory->sheet_maker.Make(memory->pieces, LeastTile(grid, bounds_world_, up_), options_.threads,
                                              options_.progress, finished);
    if (!finished) return Cancelled();
    ReportProgress(options_.progress, "seams", 0);
    memory->seams = FindSeams(memory->sheets);
    ++version_;
  }
  memory_ = std::move(memory);
  return Ok();
} catch (const CancelledError&) {
  return Cancelled();
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::OutOfMemory, "walkable ground: out of memory"};
}

Result<GroundSurface> SurfaceMaker::Make(std::span<const Vec3> seeds_world) try {
  const PlanGrid& grid = memory_->grid;
  const GroundSheets& sheets = memory_->sheets;
  const GroundSeams& seams = memory_->seams;

  GroundSurface surface;
  uint32_t component_count = 0;
  const std::vector<uint32_t> components = FindComponents(sheets, seams, component_count);
  std::vector<bool> keep_component(component_count, false);
  std::vector<double> areas(component_count, 0);
  for (size_t i = 0; i < components.size(); ++i) {
    areas[components[i]] += sheets.sheets[i].area * grid.unit_m * grid.unit_m;
  }
  for (size_t i = 0; i < seeds_world.size(); ++i) {
    const Vec3 seed = seeds_world[i];
    const std::optional<uint32_t> sheet =
        SheetOfSeed(PlanOf(seed, up_), HeightOf(seed, up_), options_.height_m, grid, sheets);
    if (!sheet) {
      return Error{ErrorCode::InvalidArgument, "seed " + std::to_string(i) + ": no walkable ground within " +
                                                   Shortest(options_.height_m) + " m of it"};
    }
    keep_component[components[*sheet]] = true;
  }
  if (seeds_world.empty()) {
    for (size_t i = 0; i < areas.size(); ++i) keep_component[i] = areas[i] >= options_.min_area_m2;
  }
  std::vector<bool> keep(components.size());
  for (size_t i = 0; i < keep.size(); ++i) keep[i] = keep_component[components[i]];
  surface.component_count = uint32_t(std::count(keep_component.begin(), keep_component.end(), true));
  if (surface.component_count == 0) {
    return Error{ErrorCode::EmptyWorld, "walkable ground: there is none; check the up axis, the slope and the height"};
  }

  ReportProgress(options_.progress, "layers", 0);
  const GroundLayers layers = MakeLayers(sheets, seams, keep);
  surface.contours.unit_m = grid.unit_m;
  surface.contours.origin_m[0] = grid.origin.x;
  surface.contours.origin_m[1] = grid.origin.y;
  ReportProgress(options_.progress, "layers", 0.5);
  MakeRings(sheets, seams, layers, memory_->simplifier.Reach(), surface.contours);
  const bool simplified = memory_->simplifier.Simplify(surface.contours, options_.threads, options_.progress);
  if (!simplified) return Cancelled();
  for (const GroundLayer& layer : surface.contours.layers) {
    for (const GroundRing& ring : layer.rings) {
      surface.area_m2 += DoubleArea(ring.points) / 2 * grid.unit_m * grid.unit_m;
    }
  }
  ReportProgress(options_.progress, "patches", 0);
  MakePatches(memory_->pieces, sheets, layers, options_.threads, surface);
  return surface;
} catch (const CancelledError&) {
  return Cancelled();
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::OutOfMemory, "walkable ground: out of memory"};
}

Result<GroundSurface> MakeGroundSurface(MeshView mesh, UpAxis up, const WalkOptions& options) {
  SurfaceMaker maker(up, options);
  if (Status ok = maker.Update(mesh); !ok) return ok.error();
  return maker.Make(options.seeds_world);
}

}  // namespace navnet
