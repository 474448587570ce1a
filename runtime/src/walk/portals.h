#pragma once
// The free space of the ground for an agent of any radius, as polygons: hubs around the vertices of the medial axis,
// and between them sleeves along its edges, cut by portals.
//
// A portal joins a point on the left to one on the right that both depend on the radius r: `anchor + r * direction`.
// The first and last portal of an edge are its bends there, shrunk by r: chords of the free disk around the vertex, so
// the chords of a vertex's edges bound a convex polygon, its hub. Between them there are portals where an obstacle is a
// corner, round which an agent goes in a circle of radius r. The circle is replaced by a polygon around it that touches
// it at bends (kMaxArc apart or less): each corner of that polygon is the end of a portal. Obstacles that are walls
// give straight sides and need no portals. So of all portal ends only those at corners are places where a shortest path
// bends; and every path in these polygons keeps the radius from all walls, since the polygons of both sides never pass
// each other where the axis has the clearance (each touches its circle where the axis is nearest).
//
// Invariant: for every radius up to the clearance of two consecutive portals of an edge, the second lies behind the
// first and the region between them is convex. They may touch, and a portal may be a point, but they never cross by
// more than rounding (kPortalRounding_m). That is so because the portals of a cell belong to a family of lines that
// never cross between the sides of the cell, and the chords of the cell's two bends belong to that family too:
//   - two corners: the lines at right angles to the axis;
//   - a corner and a wall: the lines through the point that lies r behind the corner, seen from the wall. A place of
//     the axis, at the angle t from the wall's normal, is equally far from both, so the chord between its two obstacle
//     points, moved in by r, leaves the normal by t / 2 for every r, and passes through that point.
// Ends that are no corners are moved out a little (kWallShare), the same for the whole portal: it then lies in the
// family of a radius a little smaller. Between portals that are nearer to each other than that, the order would be
// lost. Edges where that is so have no such ends.
//
// R. Geraerts, Planning Short Paths with Clearance using Explicit Corridors, 2010, shrinks corridors this way.

#include <navnet/net/ground.h>

#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace navnet {

/// Angle between the places where a polygon touches the circle it stands for. The polygon is 0.6 % longer.
inline constexpr double kMaxArc = std::numbers::pi / 12;

/// Radii below are answered with this one, in metres, so that no two portal ends fall together.
inline constexpr double kLeastRadius_m = 1e-5;

/// Portal ends that are no corners lie nearer to the obstacle than the agent comes, by this factor: on straight sides
/// of the free space they would hide the corners there by a rounding error. Lines between corners keep the radius.
inline constexpr double kWallShare = 1 - 1e-4;

/// By how much portals may be out of order, in metres: coordinates of a place 1 km from the origin are this exact.
inline constexpr double kPortalRounding_m = 1e-12;

/// Whether an obstacle between two bends is a corner rather than a wall. Walls are no shorter than the contours' grid;
/// rounding is far less.
inline bool IsCorner(Vec2 a, Vec2 b) { return LengthSquared(b - a) < 1e-14; }

/// As seen along its edge.
struct WalkPortal {
  Vec2 left, left_direction, right, right_direction;

  Vec2 Left(double radius_m) const { return left + radius_m * left_direction; }
  Vec2 Right(double radius_m) const { return right + radius_m * right_direction; }
};

struct WalkPortalInfo {
  double clearance_before_m = 0,
         clearance_after_m = 0;  ///< Of the axis at the bends around it, as seen along the edge.
  uint32_t bend = 0;             ///< Where the cell begins that it lies in.
  bool left_is_corner = false, right_is_corner = false;
  bool is_exact = false;  ///< All ends are at the radius; otherwise those that are no corners are at kWallShare of it.

  /// What the radius must be divided by for an end at the radius.
  double LeftShare() const { return left_is_corner || is_exact ? 1 : kWallShare; }
  double RightShare() const { return right_is_corner || is_exact ? 1 : kWallShare; }
  double Clearance() const { return std::min(clearance_before_m, clearance_after_m); }
};

struct WalkPortals {
  explicit WalkPortals(const GroundView& ground);

  std::vector<uint32_t> first;  ///< By edge, and one more: its first portal. Each edge has two or more.
  std::vector<WalkPortal> portals;
  std::vector<WalkPortalInfo> infos;
  /// By vertex: from it to the middle of its hub for a point, the mean of the hub's corners. The vertex itself need not
  /// lie in the hub. Hubs of larger agents are smaller by the factor 1 - radius / clearance, seen from the vertex.
  std::vector<Vec2> to_middle;
};

}  // namespace navnet
