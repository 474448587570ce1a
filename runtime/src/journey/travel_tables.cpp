// SPDX-License-Identifier: Apache-2.0
#include "journey/travel_tables.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "walk/walk_polygon.h"
#include "walk/walk_tables.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <tuple>

namespace navnet {
namespace {

uint64_t NextNumber() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

}  // namespace

TravelTables::TravelTables(const Navigator& navigator) : number(NextNumber()) {
  const GroundView& ground = navigator.ground();
  air.resize(RuntimeAccess::TablesOf(navigator).levels.size());
  for (const GroundLink& link : ground.links) {
    from.push_back(OnGround(navigator, link.from, 0, 0));
    to.push_back(link.kind == LinkKind::Spot ? from.back() : OnGround(navigator, link.to, 0, 0));
    for (size_t i = 0; i < air.size(); ++i) {
      const bool spot = link.kind == LinkKind::Spot && from.back();
      air[i].push_back(spot ? Above(navigator, RuntimeAccess::TablesOf(navigator).levels[i], from.back()->point)
                            : std::nullopt);
    }
  }
  std::vector<AirSpots::Spot> in_air;
  for (size_t i = 0; i < air.size(); ++i) {
    in_air.clear();
    for (uint32_t link = 0; link < air[i].size(); ++link) {
      if (air[i][link]) in_air.push_back({navigator.info().frame.ToVoxelSpace(air[i][link]->point), link});
    }
    gates.emplace_back(RuntimeAccess::TablesOf(navigator).levels[i]);
    spots.emplace_back(RuntimeAccess::TablesOf(navigator).levels[i], in_air);
  }
  // Order links by storey, then by stripe in a serpentine, so that nearby ones are adjacent.
  const UpAxis up = navigator.info().up;
  const auto place = [&](uint32_t link) {
    constexpr double kStorey_m = 2, kStripe_m = 6;
    const Vec2 p = PlanOf(ground.links[link].from, up);
    const double stripe = std::floor(p.x / kStripe_m);
    return std::tuple(std::floor(HeightOf(ground.links[link].from, up) / kStorey_m), stripe,
                      std::fmod(stripe, 2) == 0 ? p.y : -p.y, link);
  };
  nearby.resize(ground.links.size());
  std::iota(nearby.begin(), nearby.end(), 0u);
  std::sort(nearby.begin(), nearby.end(), [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
  WalkSearch search;
  for (size_t link = 0; link < from.size(); ++link) {
    for (const auto& stop : {from[link], to[link]}) {
      landmarks.push_back(stop ? ToLandmarks(navigator, *stop, search) : Landmarks::Goal{});
    }
  }
}

std::optional<GroundStop> TravelTables::OnGround(const Navigator& navigator, Vec3 p, double radius_m,
                                                 double snap_m) const {
  const Walker* walker = navigator.walker();
  if (!walker) return std::nullopt;
  if (!IsFinite(p)) return std::nullopt;
  const std::optional<CellPoint> place = RuntimeAccess::TablesOf(*walker).PlaceFor(p, radius_m, snap_m);
  if (!place) return std::nullopt;
  return GroundStop{WorldOf(place->p, place->height, walker->up()), *place};
}

uint32_t TravelTables::WalkGroup(const Navigator& navigator, const GroundStop& stop, double radius_m) {
  // Tolerance, so that rounding does not separate groups joined by a passage just wide enough. Legs through it are then
  // tried.
  constexpr double kDoubt_m = 1e-6;
  const WalkTables& walker = RuntimeAccess::TablesOf(*navigator.walker());
  const double radius = std::max(RadiusUsed(radius_m) - kDoubt_m, kLeastRadius_m / 2);
  return walker.GroupOf(PolygonAt(walker.index, walker.portals, stop.place, radius), radius);
}

Landmarks::Goal TravelTables::ToLandmarks(const Navigator& navigator, const GroundStop& stop, WalkSearch& search) {
  const WalkTables& walker = RuntimeAccess::TablesOf(*navigator.walker());
  // Where walks from and to the stop begin and end.
  const std::optional<CellPoint> place = walker.PlaceFor(stop.point, kLeastRadius_m, 0);
  if (!place) return {};
  WalkSearch::Problem problem;
  problem.ground = &walker.ground();
  problem.portals = &walker.portals;
  problem.landmarks = &walker.landmarks;
  problem.radius_m = kLeastRadius_m;
  problem.goal = place->p;
  problem.goal_polygon = PolygonAt(walker.index, walker.portals, *place, kLeastRadius_m);
  return search.ToLandmarks(problem);
}

std::optional<AirStop> TravelTables::Above(const Navigator& navigator, const LevelIndex& level, Vec3 on_ground) const {
  const NetInfo& info = navigator.info();
  const int up = info.up == UpAxis::Z ? 2 : 1;
  Vec3 p = info.frame.ToVoxelSpace(on_ground);
  const double highest = std::min(p[up] + navigator.ground().height_m / info.frame.voxel_m, double(info.bounds.hi[up]));
  p[up] = std::max(p[up], double(info.bounds.lo[up]));
  // Tests the bottom of each voxel of the column upwards. Where an agent has room to stand, it may rise to the headroom
  // of the ground: no obstacle is nearer than its radius up to there.
  for (; p[up] <= highest; p[up] = std::floor(p[up]) + 1) {
    if (const TouchingCells cells = level.CellsAt(p); cells.count > 0) {
      return AirStop{info.frame.ToWorld(p), level.component(cells.cells[0])};
    }
  }
  return std::nullopt;
}

}  // namespace navnet
