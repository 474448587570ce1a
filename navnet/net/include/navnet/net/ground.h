// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ground side of a net: the walkable surface as layers, and on it one Explicit Corridor Map for agents of every
// radius (W. van Toll, Navigation for Characters and Crowds in Complex Virtual Environments, 2017).
//
// Everything but heights is in coordinates of the ground plane ("the plan"), in metres: seen from above, x to the right
// and y ahead. With z up that is the world's (x, y), with y up its (z, x), so a left turn is counter-clockwise in both.
// Distances and clearances are measured on the plan.

#include <navnet/core/geometry.h>

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// A convex polygon on the plan over which the height of the walkable surface is a linear function. The patches of a
/// layer have disjoint interiors and cover the layer (to the contour's error bound).
struct GroundPatch {
  uint32_t first_corner = 0, corner_count = 0;  ///< In Ground::corners, counter-clockwise.
  uint32_t layer = 0;                           ///< Its layer.
  uint32_t reserved = 0;                        ///< 0.
  /// height = base + slope_x * x + slope_y * y.
  double base = 0, slope_x = 0, slope_y = 0;

  /// Height of the surface at a point of the plan.
  constexpr double HeightAt(Vec2 p) const { return base + slope_x * p.x + slope_y * p.y; }
};

/// An edge of a layer's outline, from `a` to `b` with the walkable side on its left. Walking agents keep their distance
/// from walls; ledges and low ceilings are walls, too. Layer connections are not.
struct GroundWall {
  Vec2 a, b;           ///< Its ends.
  uint32_t layer = 0;  ///< The layer that it bounds.
  uint32_t ring = 0;  ///< The boundary loop it belongs to, numbered over all layers; loops continue across connections.
};

/// A point of the medial axis with its nearest obstacle points on the left and right of its edge. Between two
/// consecutive bends of an edge lies a cell: the polygon of both axis points and their four obstacle points. The
/// nearest obstacle of the cell's left half is the segment between the two `left` points (a single point if they are
/// equal); likewise on the right. The axis between the bends is the set of points equidistant from both obstacles.
struct GroundBend {
  Vec2 p, left, right;                       ///< The point, and its nearest obstacle points.
  uint32_t layer = 0;                        ///< The layer `p` lies in.
  uint32_t left_layer = 0, right_layer = 0;  ///< The layers of the obstacle points.
  uint32_t reserved = 0;                     ///< 0.

  /// Distance of `p` to its nearest obstacle points.
  double Clearance() const { return Length(left - p); }
};

/// A chain of bends between two vertices of the medial axis.
struct GroundEdge {
  uint32_t from = 0, to = 0;                ///< Vertices.
  uint32_t first_bend = 0, bend_count = 0;  ///< Two or more; the first lies at `from`, the last at `to`.
  double length_m = 0;                      ///< Along the axis, arcs included.
  double min_clearance_m = 0;               ///< Exact minimum distance to an obstacle along the axis, arcs included.
};

/// Where three or more edges meet, or one ends (in a corner); or an arbitrary point of a loop without such vertices.
struct GroundVertex {
  Vec2 p;                                     ///< On the plan.
  double clearance_m = 0;                     ///< Distance to the nearest obstacle.
  uint32_t first_spoke = 0, spoke_count = 0;  ///< In Ground::spokes.
  uint32_t layer = 0;                         ///< The layer that `p` lies in.
  uint32_t component = 0;                     ///< Connected component of the walkable surface.
};

/// One direction of an edge: `2 * edge` along it, `2 * edge + 1` against it (with left and right swapped).
using GroundSpoke = uint32_t;

/// What a link is.
enum class LinkKind : uint32_t {
  Spot,    ///< A place where agents that walk and fly may take off and land: `from` equals `to`.
  Jump,    ///< Across a gap, or up or down.
  Drop,    ///< Down a ledge.
  Ladder,  ///< Up or down.
  Door,    ///< Through something closed in the world's geometry, such as a door modelled shut.
};

/// Lower-case name: spot, jump, drop, ladder, door.
const char* ToString(LinkKind kind);

/// A connection between two places of the ground that is not walked, or a spot to take off and land.
struct GroundLink {
  /// In the world, in metres: on the ground or at most Ground::height_m above or below it. Range: -1e12 to 1e12.
  Vec3 from, to;
  double seconds = 0;              ///< Duration of each use, also of spots. Range: 0 to 1e9.
  LinkKind kind = LinkKind::Spot;  ///< What it is.
  uint32_t one_way = 0;            ///< 1: only from `from` to `to`.
};

/// The ground as a value: the result of the bake, before it becomes part of a net's image.
struct Ground {
  double max_slope_deg = 0, step_m = 0, height_m = 0;  ///< Of the agent it was baked for, of any radius.
  /// Number of layers, of components, of boundary loops.
  uint32_t layer_count = 0, component_count = 0, ring_count = 0;
  double area_m2 = 0;                  ///< Of all layers, on the plan.
  std::vector<Vec2> corners;           ///< Of the patches.
  std::vector<GroundPatch> patches;    ///< Grouped by layer.
  std::vector<GroundWall> walls;       ///< Grouped by layer.
  std::vector<GroundVertex> vertices;  ///< Of the medial axis.
  std::vector<GroundEdge> edges;       ///< Of the medial axis.
  std::vector<GroundBend> bends;       ///< Edge by edge.
  std::vector<GroundSpoke> spokes;     ///< Leaving each vertex, counter-clockwise.
  std::vector<GroundLink> links;       ///< A link is identified by its index here.
};

/// A view of a Ground or of the ground in a net's image; valid as long as its source.
struct GroundView {
  double max_slope_deg = 0, step_m = 0, height_m = 0;             ///< As in Ground; likewise all that follow.
  uint32_t layer_count = 0, component_count = 0, ring_count = 0;  ///< As in Ground.
  double area_m2 = 0;                                             ///< As in Ground.
  std::span<const Vec2> corners;                                  ///< As in Ground.
  std::span<const GroundPatch> patches;                           ///< As in Ground.
  std::span<const GroundWall> walls;                              ///< As in Ground.
  std::span<const GroundVertex> vertices;                         ///< As in Ground.
  std::span<const GroundEdge> edges;                              ///< As in Ground.
  std::span<const GroundBend> bends;                              ///< As in Ground.
  std::span<const GroundSpoke> spokes;                            ///< As in Ground.
  std::span<const GroundLink> links;                              ///< As in Ground.

  GroundView() = default;
  /// A view of a whole ground.
  GroundView(const Ground& g)  // NOLINT: implicit by design
      : max_slope_deg(g.max_slope_deg),
        step_m(g.step_m),
        height_m(g.height_m),
        layer_count(g.layer_count),
        component_count(g.component_count),
        ring_count(g.ring_count),
        area_m2(g.area_m2),
        corners(g.corners),
        patches(g.patches),
        walls(g.walls),
        vertices(g.vertices),
        edges(g.edges),
        bends(g.bends),
        spokes(g.spokes),
        links(g.links) {}

  /// Whether there is nothing to walk on.
  bool IsEmpty() const { return edges.empty(); }
};

}  // namespace navnet
