// SPDX-License-Identifier: Apache-2.0
#pragma once
// Line-of-sight tests from an agent's position: straight segments along which it can move.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/room.h>

#include "agents/upright_body.h"
#include "walk/free_space.h"

#include <optional>
#include <vector>

namespace navnet {

/// For a flyer, through the free space of its level (see free_air.h).
class FlightSight {
 public:
  /// `rooms`: free, too; null: none.
  FlightSight(const Navigator& navigator, Vec3 position, double radius_m, const RoomCorridor* rooms = nullptr);

  /// The coordinates in which distances and velocities are measured: those of the world.
  Vec3 Flat(Vec3 p) const { return p; }
  Vec3 Upright(Vec3 flat) const { return flat; }
  /// Start of the lines of sight: the position.
  Vec3 from() const { return position_; }
  /// Whether the segment from there to a point is free. May be false for a free segment through voxels without cells.
  bool Sees(Vec3 flat) const;
  /// The same, exactly: about ten microseconds, for agents that see nothing else.
  bool SeesWithCare(Vec3 flat) const;

 private:
  const Navigator* navigator_;
  const LevelIndex* index_;
  const RoomCorridor* rooms_;
  Vec3 position_;
};

/// For a walker, over the convex areas (WalkPolygon) of the ground for its radius less a micrometre. Distances are
/// horizontal.
class WalkSight {
 public:
  WalkSight(const Walker& walker, Vec3 position, double radius_m);

  Vec3 Flat(Vec3 p) const {
    const Vec2 plan = PlanOf(p, up_);
    return {plan.x, plan.y, 0};
  }
  Vec3 Upright(Vec3 flat) const { return WorldOf({flat.x, flat.y}, 0, up_); }
  /// The position, or a point slightly beside it from which lines can be traced: arcs round corners are approximated by
  /// polygons.
  Vec3 from() const { return from_; }
  bool Sees(Vec3 flat) const;
  /// Sees is exact for walkers: the ground leaves nothing out.
  bool SeesWithCare(Vec3) const { return false; }

 private:
  UpAxis up_;
  FreeSpace space_;
  std::optional<WalkPolygon> polygon_;  ///< Empty where the agent has no room.
  Vec3 from_;
};

/// Whether no wall is between a flyer and a walker, both in the world: a straight line joins them through free space
/// for the radius, or over free ground where the flyer is beside the walker.
bool SeeEachOther(const Navigator& navigator, const Ball& flyer, const UprightBody& walker, double radius_m);

}  // namespace navnet
