#include "sight.h"

#include "../navigator_tables.h"
#include "../repair/free_line.h"
#include "../walk/walk_tables.h"

#include <algorithm>

namespace navnet {

FlightSight::FlightSight(const Navigator& navigator, Vec3 position, double radius_m)
    : navigator_(&navigator), index_(navigator.tables().For(radius_m)), position_(position) {}

bool FlightSight::Sees(Vec3 flat) const {
  if (!index_) return false;
  const GridFrame& frame = navigator_->info().frame;
  return FreePartsOf(*index_, frame.ToVoxelSpace(position_), frame.ToVoxelSpace(flat)).IsWhole();
}

WalkSight::WalkSight(const Walker& walker, Vec3 position, double radius_m) : up_(walker.up()), from_(Flat(position)) {
  // Positions that hug a wall are rounded; the micrometre keeps them in.
  constexpr double kForgiven_m = 1e-6;
  const Walker::Tables& tables = walker.tables();
  const double radius = std::max(kLeastRadius_m, radius_m - kForgiven_m);
  const auto place = tables.index.Locate(PlanOf(position, up_), HeightOf(position, up_));
  if (!place || !(place->clearance_m >= radius)) return;
  space_ = FreeSpace(tables.ground(), tables.portals, radius);
  region_ = RegionAt(tables.index, tables.portals, *place, radius);
  const Vec2 inside = MovedInto(tables.portals, *region_, place->p, radius);
  from_ = {inside.x, inside.y, 0};
}

bool WalkSight::Sees(Vec3 flat) const {
  if (!region_) return false;
  thread_local std::vector<FreeSpace::Side> sides;
  WalkRegion region = *region_;
  const Vec2 to{flat.x, flat.y};
  return space_.Follow(region, {from_.x, from_.y}, to) && space_.Contains(region, to, sides);
}

}  // namespace navnet
