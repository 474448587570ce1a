#include "travel_tables.h"

#include "../flight.h"
#include "../walk/region.h"
#include "../walk/walk_tables.h"

#include <algorithm>
#include <cmath>

namespace navnet {
Traveller::Tables::Tables(const Navigator& navigator) {
  const GroundView& ground = navigator.ground();
  air.resize(navigator.tables().levels.size());
  for (const GroundLink& link : ground.links) {
    from.push_back(OnGround(navigator, link.from, 0, 0));
    to.push_back(link.kind == LinkKind::Spot ? from.back() : OnGround(navigator, link.to, 0, 0));
    for (size_t i = 0; i < air.size(); ++i) {
      const bool spot = link.kind == LinkKind::Spot && from.back();
      air[i].push_back(spot ? Above(navigator, navigator.tables().levels[i], from.back()->point) : std::nullopt);
    }
  }
}

std::optional<GroundStop> Traveller::Tables::OnGround(const Navigator& navigator, Vec3 p, double radius_m,
                                                      double snap_m) const {
  const Walker* walker = navigator.walker();
  if (!walker) return std::nullopt;
  if (!IsFinite(p)) return std::nullopt;
  const std::optional<CellPoint> place = walker->tables().PlaceFor(p, radius_m, snap_m);
  if (!place) return std::nullopt;
  return GroundStop{WorldOf(place->p, place->height, walker->up()), *place};
}

uint32_t Traveller::Tables::WalkGroup(const Navigator& navigator, const GroundStop& stop, double radius_m) {
  // Ways that are just wide enough must not get lost to rounding; legs along them are tried.
  constexpr double kDoubt_m = 1e-6;
  const Walker::Tables& walker = navigator.walker()->tables();
  const double radius = std::max(RadiusUsed(radius_m) - kDoubt_m, kLeastRadius_m / 2);
  return walker.GroupOf(RegionAt(walker.index, walker.portals, stop.place, radius), radius);
}

std::optional<AirStop> Traveller::Tables::Above(const Navigator& navigator, const LevelIndex& level,
                                                Vec3 on_ground) const {
  const NetInfo& info = navigator.info();
  const int up = info.up == UpAxis::Z ? 2 : 1;
  Vec3 p = info.frame.ToVoxelSpace(on_ground);
  const double highest = std::min(p[up] + navigator.ground().height_m / info.frame.voxel_m, double(info.bounds.hi[up]));
  p[up] = std::max(p[up], double(info.bounds.lo[up]));
  // From the floor of each voxel of the column to the next. Where an agent has room to stand, it may rise as high as
  // the ground's headroom: nothing stands or hangs nearer than its radius up to there.
  for (; p[up] <= highest; p[up] = std::floor(p[up]) + 1) {
    if (const TouchingCells cells = level.CellsAt(p); cells.count > 0) {
      return AirStop{info.frame.ToWorld(p), level.component(cells.cells[0])};
    }
  }
  return std::nullopt;
}

}  // namespace navnet
