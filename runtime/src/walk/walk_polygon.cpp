// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_polygon.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Whether a point of the axis lies beyond a portal of its own cell, by its angle round the corner of the cell.
bool IsAxisBeyond(const WalkPortal& portal, const WalkPortalInfo& info, Vec2 axis) {
  if (info.left_is_corner) return Cross(portal.left_direction, axis - portal.left) > 0;
  return Cross(portal.right_direction, axis - portal.right) < 0;
}

// The last portal of the edge before `place`. Portals too narrow for the agent are not reliable there; for them only
// the angle of the axis point counts.
uint32_t FirstGuess(const GroundIndex& index, const WalkPortals& portals, const CellPoint& place, double radius_m) {
  const uint32_t edge = index.EdgeOf(place.cell);
  const uint32_t first = portals.first[edge], last = portals.first[edge + 1] - 1;
  uint32_t guess = portals.first_in_cell[place.cell] - 1;
  const auto in_cell = [&](uint32_t i) { return i > first && i < last && portals.infos[i].bend == place.cell; };
  if (!in_cell(guess + 1)) return guess;
  const Vec2 axis = index.Retract(place);
  while (in_cell(guess + 1) && IsAxisBeyond(portals.portals[guess + 1], portals.infos[guess + 1], axis)) ++guess;
  const bool follows = in_cell(guess + 1);
  const WalkPortalInfo &info = portals.infos[guess], &next = portals.infos[guess + 1];
  if (in_cell(guess) && info.clearance_before_m >= radius_m && info.clearance_after_m < radius_m) {
    // The axis becomes too narrow behind this portal, and wide enough again at the next one if that is in the cell too.
    bool beyond = false;
    if (follows) {
      const WalkPortal &a = portals.portals[guess], &b = portals.portals[guess + 1];
      beyond = info.left_is_corner ? Cross(a.left_direction + b.left_direction, axis - a.left) > 0
                                   : Cross(a.right_direction + b.right_direction, axis - a.right) < 0;
    }
    return beyond ? guess + 1 : guess - 1;
  }
  if (follows && next.clearance_before_m < radius_m && next.clearance_after_m >= radius_m) return guess + 1;
  return guess;
}

}  // namespace

WalkPolygon PolygonAt(const GroundIndex& index, const WalkPortals& portals, const CellPoint& place, double radius_m) {
  const GroundView& ground = index.ground();
  WalkPolygon polygon{.edge = index.EdgeOf(place.cell)};
  polygon.portal = FirstGuess(index, portals, place, radius_m);
  const auto passable = [&](uint32_t i) { return portals.infos[i].Clearance() >= radius_m; };
  const auto beyond = [&](uint32_t i) { return IsBeyond(portals.portals[i], radius_m, place.p); };
  // Shrunk portals lie slightly off the borders of cells: move from polygon to polygon, rarely more than once. The
  // point is known to lie on this side of the portal that was passed last.
  uint32_t passed = kNone;
  for (int step = 0; step < 64; ++step) {
    if (polygon.IsHub()) {
      const GroundVertex& vertex = ground.vertices[polygon.vertex];
      bool moved = false;
      for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
        const uint32_t edge = spoke / 2;
        const bool along = spoke % 2 == 0;
        const uint32_t gate = along ? portals.first[edge] : portals.first[edge + 1] - 1;
        if (gate == passed || !passable(gate) || beyond(gate) != along) continue;
        polygon = {.edge = edge, .portal = along ? gate : gate - 1};
        passed = gate;
        moved = true;
        break;
      }
      if (!moved) return polygon;
      continue;
    }
    const uint32_t i = polygon.portal, first = portals.first[polygon.edge], last = portals.first[polygon.edge + 1] - 1;
    if (i != passed && passable(i) && !beyond(i)) {
      passed = i;
      if (i == first) {
        polygon = {.vertex = ground.edges[polygon.edge].from};
      } else {
        --polygon.portal;
      }
    } else if (i + 1 != passed && passable(i + 1) && beyond(i + 1)) {
      passed = i + 1;
      if (i + 1 == last) {
        polygon = {.vertex = ground.edges[polygon.edge].to};
      } else {
        ++polygon.portal;
      }
    } else {
      return polygon;
    }
  }
  return polygon;
}

uint32_t PatchAt(const GroundIndex& index, const WalkPortals& portals, const WalkPolygon& polygon, Vec2 p) {
  if (!polygon.IsHub()) {
    if (polygon.edge == kNone) return kNone;
    return index.PatchFromAxis(portals.infos[polygon.portal].bend, portals.infos[polygon.portal + 1].bend, p);
  }
  const GroundView& ground = index.ground();
  const GroundVertex& vertex = ground.vertices[polygon.vertex];
  // A hub lies in the free disk around its vertex.
  for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
    const CellRange cells = CellsAround(ground, vertex, spoke);
    if (const uint32_t patch = index.PatchFromAxis(cells.first, cells.last, p); patch != kNone) return patch;
  }
  return kNone;
}

Vec2 MovedInto(const WalkPortals& portals, const WalkPolygon& polygon, const CellPoint& place, double radius_m) {
  // The polygon round a corner reaches 1 / cos(kMaxArc / 2) radii from it, less than this.
  constexpr double kSlivers = 1.02;
  const Vec2 p = place.p;
  if (polygon.IsHub() || place.clearance_m > kSlivers * radius_m) return p;
  const WalkPortal &a = portals.portals[polygon.portal], &b = portals.portals[polygon.portal + 1];
  const WalkPortalInfo &at_a = portals.infos[polygon.portal], &at_b = portals.infos[polygon.portal + 1];
  // The sides between the portal ends at the exact radius, with the polygon on the right (turn 1) or left (-1). A side
  // not much longer than rounding has no direction, and no sliver beside it.
  struct Side {
    Vec2 from, along;
    double turn;

    bool IsOutside(Vec2 q) const {
      constexpr double kNoLength_m = 1e-8;
      return turn * Cross(along, q - from) > 0 && LengthSquared(along) > kNoLength_m * kNoLength_m;
    }
    Vec2 Nearest(Vec2 q) const {
      const double length2 = LengthSquared(along);
      return length2 > 0 ? from + std::clamp(Dot(q - from, along) / length2, 0.0, 1.0) * along : from;
    }
  };
  const auto side = [](Vec2 from, Vec2 to, double turn) { return Side{from, to - from, turn}; };
  const Side left = side(a.Left(radius_m / at_a.LeftShare()), b.Left(radius_m / at_b.LeftShare()), 1);
  const Side right = side(a.Right(radius_m / at_a.RightShare()), b.Right(radius_m / at_b.RightShare()), -1);
  const bool outside_left = left.IsOutside(p), outside_right = right.IsOutside(p);
  if (!outside_left && !outside_right) return p;
  const Vec2 on_left = left.Nearest(p), on_right = right.Nearest(p);
  if (outside_left && !right.IsOutside(on_left)) return on_left;
  if (outside_right && !left.IsOutside(on_right)) return on_right;
  // The sides cross before a portal too narrow for the agent: the polygon ends there.
  const double crossing = Cross(right.from - left.from, right.along), slope = Cross(left.along, right.along);
  const bool do_cross = std::abs(slope) > std::abs(crossing);
  return do_cross ? left.from + std::max(0.0, crossing / slope) * left.along : outside_left ? on_left : on_right;
}

}  // namespace navnet
