#pragma once
// What a walker knows about its ground.

#include <navnet/runtime/walk.h>

#include "walk/bridges.h"
#include "walk/ground_index.h"
#include "walk/landmarks.h"
#include "walk/portals.h"
#include "walk/region.h"
#include "walk/surface_line.h"
#include "walk/widest_ways.h"

#include <array>

namespace navnet {

struct Walker::Tables {
  Tables(const GroundView& view, UpAxis up_axis);
  Tables(const Tables&) = delete;

  UpAxis up;
  GroundIndex index;
  WalkPortals portals;
  WidestWays widest;
  Landmarks landmarks;
  Bridges bridges;
  SurfaceLine surface;
  double max_clearance_m = 0;

  const GroundView& ground() const { return index.ground(); }

  /// The place above or below a point if it has room for an agent, or else the nearest that has within `snap_m`.
  std::optional<CellPoint> PlaceFor(Vec3 p, double radius_m, double snap_m) const;

  /// The vertices that an agent gets to from a region, of its hub or its edge: up to two, or kNone.
  std::array<uint32_t, 2> VerticesFrom(const WalkRegion& region, double radius_m) const;
  /// A number for the region, below group_count(): equal numbers for regions between which an agent can walk. Regions
  /// between which it cannot have different ones, but for ways that are just as wide as the agent.
  uint32_t GroupOf(const WalkRegion& region, double radius_m) const;
  uint32_t group_count() const { return uint32_t(ground().vertices.size() + portals.infos.size()); }
  /// Whether an agent gets from one region to another.
  bool IsConnected(const WalkRegion& a, const WalkRegion& b, double radius_m) const;
  /// The place nearest to `p` that an agent gets to from a region. Linear in the size of the ground.
  std::optional<CellPoint> NearestReachable(const WalkRegion& from, const CellPoint& p, double radius_m) const;
};

/// Clearances are this exact, in metres: an agent just as wide as its way gets through.
inline constexpr double kClearanceSlack_m = 5e-10;

/// The radius that queries for one are answered with.
inline double RadiusUsed(double radius_m) { return std::max(radius_m, kLeastRadius_m); }

}  // namespace navnet
