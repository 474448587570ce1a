// SPDX-License-Identifier: Apache-2.0
#pragma once
// The precomputed tables of a walker.

#include <navnet/runtime/walk.h>

#include "walk/ground_index.h"
#include "walk/landmarks.h"
#include "walk/portals.h"
#include "walk/surface_line.h"
#include "walk/walk_graph.h"
#include "walk/walk_polygon.h"
#include "walk/widest_ways.h"

#include <array>

namespace navnet {

struct WalkTables {
  WalkTables(const GroundView& view, UpAxis up_axis);
  WalkTables(const WalkTables&) = delete;

  UpAxis up;
  GroundIndex index;
  WalkPortals portals;
  WalkGraph graph;
  WidestWays widest;
  Landmarks landmarks;
  SurfaceLine surface;
  double max_clearance_m = 0;

  const GroundView& ground() const { return index.ground(); }

  /// The point on the ground above or below `p` if its clearance is at least `radius_m`; else the nearest such point
  /// within `snap_m`.
  std::optional<CellPoint> PlaceFor(Vec3 p, double radius_m, double snap_m) const;

  /// The vertices that an agent can reach from `polygon` along its own edge, or the vertex of a hub: up to two, padded
  /// with kNone.
  std::array<uint32_t, 2> VerticesFrom(const WalkPolygon& polygon, double radius_m) const;
  /// A number below group_count(): equal for polygons between which an agent can walk, and different for all others,
  /// except where a passage is exactly as wide as the agent.
  uint32_t GroupOf(const WalkPolygon& polygon, double radius_m) const;
  uint32_t group_count() const { return uint32_t(ground().vertices.size() + portals.infos.size()); }
  /// Whether an agent can walk from one polygon to another.
  bool IsConnected(const WalkPolygon& a, const WalkPolygon& b, double radius_m) const;
  /// The point nearest to `p` that an agent can reach from a polygon. Linear in the size of the ground.
  std::optional<CellPoint> NearestReachable(const WalkPolygon& from, const CellPoint& p, double radius_m) const;
};

/// Accuracy of clearances, in metres: an agent exactly as wide as a passage fits through it.
inline constexpr double kClearanceSlack_m = 5e-10;

/// The radius used to answer a query for `radius_m`.
inline double RadiusUsed(double radius_m) { return std::max(radius_m, kLeastRadius_m); }

}  // namespace navnet
