// SPDX-License-Identifier: Apache-2.0
#include "agents/sight.h"

#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>

#include "agents/free_steps.h"
#include "level/free_air.h"
#include "walk/walk_tables.h"

#include <algorithm>

namespace navnet {
FlightSight::FlightSight(const Navigator& navigator, Vec3 position, double radius_m, const RoomCorridor* rooms)
    : navigator_(&navigator),
      index_(RuntimeAccess::TablesOf(navigator).For(radius_m)),
      rooms_(rooms),
      position_(position) {}

bool FlightSight::Sees(Vec3 flat) const {
  if (!index_ || !IsFinite(flat)) return false;
  if (rooms_ && AreRoomsAlong(*rooms_, position_, flat)) return true;
  const GridFrame& frame = navigator_->info().frame;
  Vec3 p = frame.ToVoxelSpace(position_);
  const Vec3 to = frame.ToVoxelSpace(flat);
  // A line of sight is covered by the volumes of the cells along it. Through voxels without cells, volumes of cells
  // beside the line may cover it.
  constexpr int kVolumesBeside = 4;
  for (int i = 0; i < kVolumesBeside; ++i) {
    if (IsFreeLine(*index_, p, to, Care::Quick)) return true;
    const uint32_t cell = VolumeAround(*index_, p, to);
    if (cell == kNoCell) return false;
    const double share = FreeBox{(*index_)[cell].volume}.ShareOf(p, to);
    if (share >= 1) return true;
    if (!(share > 0)) return false;
    p = p + (to - p) * share;
  }
  return false;
}

bool FlightSight::SeesWithCare(Vec3 flat) const {
  const GridFrame& frame = navigator_->info().frame;
  return index_ && IsFinite(flat) &&
         IsFreeLine(*index_, frame.ToVoxelSpace(position_), frame.ToVoxelSpace(flat), Care::Exact);
}

WalkSight::WalkSight(const Walker& walker, Vec3 position, double radius_m) : up_(walker.up()), from_(Flat(position)) {
  // Rounding may move positions at a wall too close to it; the micrometre tolerates that.
  constexpr double kRounding_m = 1e-6;
  const WalkTables& tables = RuntimeAccess::TablesOf(walker);
  const double radius = std::max(kLeastRadius_m, radius_m - kRounding_m);
  const auto place = tables.index.Locate(PlanOf(position, up_), HeightOf(position, up_));
  if (!place || !(place->clearance_m >= radius)) return;
  space_ = FreeSpace(tables.ground(), tables.portals, radius);
  polygon_ = PolygonAt(tables.index, tables.portals, *place, radius);
  const Vec2 inside = MovedInto(tables.portals, *polygon_, *place, radius);
  from_ = {inside.x, inside.y, 0};
}

bool WalkSight::Sees(Vec3 flat) const {
  if (!polygon_) return false;
  thread_local std::vector<FreeSpace::Side> sides;
  WalkPolygon polygon = *polygon_;
  const Vec2 to{flat.x, flat.y};
  return space_.Follow(polygon, {from_.x, from_.y}, to) && space_.Contains(polygon, to, sides);
}

bool SeeEachOther(const Navigator& navigator, const Ball& flyer, const UprightBody& walker, double radius_m) {
  const UpAxis up = navigator.info().up;
  const double above = HeightOf(flyer.centre, up) - HeightOf(walker.foot, up);
  if (const LevelIndex* index = RuntimeAccess::TablesOf(navigator).For(radius_m)) {
    const GridFrame& frame = navigator.info().frame;
    const double height = std::clamp(above, walker.axis_from_m(), walker.axis_to_m());
    const Vec3 to = walker.foot + WorldOf({}, height, up);
    if (IsFreeLine(*index, frame.ToVoxelSpace(flyer.centre), frame.ToVoxelSpace(to), Care::Quick)) return true;
  }
  // Bodies can be closer to walls and the floor than the voxels resolve.
  const bool is_beside = above >= -flyer.radius_m && above <= walker.height_m + flyer.radius_m;
  if (!is_beside || !navigator.walker()) return false;
  const WalkSight sight(*navigator.walker(), walker.foot, radius_m);
  return sight.Sees(sight.Flat(flyer.centre));
}

}  // namespace navnet
