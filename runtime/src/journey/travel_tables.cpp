// SPDX-License-Identifier: Apache-2.0
#include "journey/travel_tables.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "walk/walk_tables.h"

#include <algorithm>
#include <atomic>
#include <cmath>

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
      air[i].push_back(
          spot ? Above(navigator, RuntimeAccess::TablesOf(navigator).levels[i], from.back()->point, Care::Quick)
               : std::nullopt);
    }
  }
  std::vector<AirSpots::Spot> in_air;
  for (size_t i = 0; i < air.size(); ++i) {
    in_air.clear();
    for (uint32_t link = 0; link < air[i].size(); ++link) {
      if (air[i][link]) in_air.push_back({navigator.info().frame.ToVoxelSpace(air[i][link]->point), StopOf(link) + 1});
    }
    uint32_t stop = StopOf(uint32_t(ground.links.size()));
    for (const GatePlace& place : RuntimeAccess::TablesOf(navigator).gate_places[i]) {
      if (place.Serves()) in_air.insert(in_air.end(), {{place.from, stop}, {place.to, stop + 1}});
      stop += 2;
    }
    spots.emplace_back().Build(RuntimeAccess::TablesOf(navigator).levels[i], in_air);
    spot_distance.emplace_back().Build(in_air, navigator.info().up == UpAxis::Z ? 2 : 1);
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

std::optional<AirStop> TravelTables::Above(const Navigator& navigator, const LevelIndex& level, Vec3 on_ground,
                                           Care care) const {
  const NetInfo& info = navigator.info();
  const int up = info.up == UpAxis::Z ? 2 : 1;
  Vec3 p = info.frame.ToVoxelSpace(on_ground);
  const double highest = std::min(p[up] + navigator.ground().height_m / info.frame.voxel_m, double(info.bounds.hi[up]));
  p[up] = std::max(p[up], double(info.bounds.lo[up]));
  // Tests the bottom of each voxel of the column upwards. Where an agent has room to stand, it may rise to the headroom
  // of the ground: no obstacle is nearer than its radius up to there.
  while (p[up] <= highest && level.CellsAt(p).count == 0) p[up] = std::floor(p[up]) + 1;
  std::optional<AirStop> lowest;
  if (p[up] <= highest) lowest = AirStop{info.frame.ToWorld(p), level.component(level.CellsAt(p).cells[0])};
  if (care == Care::Quick) return lowest;
  // Below that, or if there is no cell up to the headroom, voxels may be free that the net leaves out.
  const double bottom = std::max(info.frame.ToVoxelSpace(on_ground)[up], double(info.bounds.lo[up]));
  for (p[up] = std::min(p[up], highest); p[up] > bottom;) {
    p[up] = std::max(std::ceil(p[up]) - 1, bottom);
    const FreePlace place = FreePlaceAt(level, p);
    if (place.IsFree()) {
      lowest = AirStop{info.frame.ToWorld(p), level.component(place.cells.cells[0])};
    } else if (lowest) {
      break;
    }
  }
  return lowest;
}

}  // namespace navnet
