// SPDX-License-Identifier: Apache-2.0
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

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace navnet {

/// Largest angle between two points where a polygon touches the circle it replaces, in radians. At 15° the polygon is
/// 0.6 % longer than the circle; a larger angle gives fewer portals and longer paths round corners.
inline constexpr double kMaxArc = std::numbers::pi / 12;

/// Queries with a smaller radius use this one, in metres, so that no two portal ends coincide.
inline constexpr double kLeastRadius_m = 1e-5;

/// Portal ends that are not corners are placed at this fraction of the radius from the obstacle: if they lay exactly on
/// the straight sides of the free space, a rounding error could make them hide the corners there. Paths bend only at
/// corners, so they still keep the radius.
inline constexpr double kWallShare = 1 - 1e-4;

/// Tolerance for the order of portals, in metres: the rounding error of coordinates 1 km from the origin.
inline constexpr double kPortalRounding_m = 1e-12;

/// Whether the obstacle between two bends is a corner (the points coincide within 1e-7 m) rather than a wall. Walls are
/// at least as long as a cell of the grid of the contours, and rounding errors are far smaller.
inline bool IsCorner(Vec2 a, Vec2 b) { return LengthSquared(b - a) < 1e-14; }

/// Left and right are as seen along its edge. Each end is an anchor plus the radius times a direction.
struct WalkPortal {
  Vec2 left, left_direction, right, right_direction;

  Vec2 Left(double radius_m) const { return left + radius_m * left_direction; }
  Vec2 Right(double radius_m) const { return right + radius_m * right_direction; }
};

struct WalkPortalInfo {
  double clearance_before_m = 0,
         clearance_after_m = 0;  ///< Of the axis before and after it, as seen along the edge.
  uint32_t bend = 0;             ///< The cell it lies in, by its first bend.
  bool left_is_corner = false, right_is_corner = false;
  bool is_exact = false;  ///< All ends are at the radius; otherwise those that are not corners are at kWallShare of it.

  /// Divide the radius by this to get an end exactly at the radius.
  double LeftShare() const { return left_is_corner || is_exact ? 1 : kWallShare; }
  double RightShare() const { return right_is_corner || is_exact ? 1 : kWallShare; }
  double Clearance() const { return std::min(clearance_before_m, clearance_after_m); }
};

/// About the largest angle between two corners of the coarser polygons that searches use, in radians. They cut off
/// parts of the finer ones, so lengths come out too short, by at most 4 % of the arcs round corners; a larger angle
/// gives a faster search that is more likely to miss the shortest corridor.
inline constexpr double kMaxSearchArc = std::numbers::pi / 3;

struct WalkPortals {
  explicit WalkPortals(const GroundView& ground);

  std::vector<uint32_t> first;  ///< By edge, plus one: its first portal. Each edge has at least two.
  std::vector<WalkPortal> portals;
  std::vector<WalkPortalInfo> infos;
  /// By bend: the first portal of its edge behind the first one that lies in the cell of the bend or a later one, or
  /// the last portal of the edge.
  std::vector<uint32_t> first_in_cell;
  /// By vertex: offset to the middle of its hub for a point agent, the mean of the corners of the hub. The vertex
  /// itself need not lie in the hub. For larger agents the hub shrinks towards the vertex by the factor 1 - radius /
  /// clearance.
  std::vector<Vec2> to_middle;

  std::vector<uint32_t> first_turn;  ///< By edge, plus one: in `turns`.
  /// The portals between the first and the last of each edge that are enough to search for the shortest corridor: those
  /// with a corner, about kMaxSearchArc apart round each.
  std::vector<uint32_t> turns;

 private:
  void FindCells(const GroundView& ground);
  void FindTurns(size_t edge_count);
};

}  // namespace navnet
