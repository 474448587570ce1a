#pragma once
// What an agent sees of its path from where it is: straight lines it may move along.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/navigator.h>

#include "agents/upright_body.h"
#include "walk/free_space.h"

#include <optional>
#include <vector>

namespace navnet {

/// Of a flyer, through the free space of its level (see free_air.h).
class FlightSight {
 public:
  FlightSight(const Navigator& navigator, Vec3 position, double radius_m);

  /// Points as they count for distances and velocities: themselves.
  Vec3 Flat(Vec3 p) const { return p; }
  Vec3 Upright(Vec3 flat) const { return flat; }
  /// Where to begin: the position.
  Vec3 from() const { return position_; }
  /// Whether the straight way from there to a point is free. May miss ways through voxels that the net's cells leave
  /// out.
  bool Sees(Vec3 flat) const;
  /// The same without missing any: some ten microseconds, for agents that see nothing else.
  bool SeesWithCare(Vec3 flat) const;

 private:
  const Navigator* navigator_;
  const LevelIndex* index_;
  Vec3 position_;
};

/// Of a walker, over the convex regions of the ground for its radius less a micrometre. Distances are on the plan.
class WalkSight {
 public:
  WalkSight(const Walker& walker, Vec3 position, double radius_m);

  Vec3 Flat(Vec3 p) const {
    const Vec2 plan = PlanOf(p, up_);
    return {plan.x, plan.y, 0};
  }
  Vec3 Upright(Vec3 flat) const { return WorldOf({flat.x, flat.y}, 0, up_); }
  /// The position, or the place a trifle beside it from which lines can be followed: round corners, circles are
  /// polygons.
  Vec3 from() const { return from_; }
  bool Sees(Vec3 flat) const;
  /// There is nothing more to see for walkers: the ground leaves nothing out.
  bool SeesWithCare(Vec3) const { return false; }

 private:
  UpAxis up_;
  FreeSpace space_;
  std::optional<WalkRegion> region_;  ///< None where the agent has no room.
  Vec3 from_;
};

/// Whether no wall is between a flyer and a walker, both in the world: a line leads from one to the other through free
/// space for the radius, or over free ground where the flyer is beside the walker.
bool SeeEachOther(const Navigator& navigator, const Ball& flyer, const UprightBody& walker, double radius_m);

}  // namespace navnet
