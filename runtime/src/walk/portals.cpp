// SPDX-License-Identifier: Apache-2.0
#include "walk/portals.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

Vec2 Turned(Vec2 v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

// Unit vector from an obstacle point to a point of the axis. Zero if they coincide, where the axis ends in a corner:
// nothing passes there.
Vec2 Direction(Vec2 from, Vec2 to) {
  const Vec2 d = to - from;
  const double length = Length(d);
  return length > 0 ? d * (1 / length) : Vec2{};
}

// The axis in a cell that has a corner, the pivot, on one side: the points equally far from the pivot and from a point
// or a wall on the other side.
struct Arc {
  Vec2 pivot, from, to;  // `from` and `to`: unit directions from the pivot to the ends of the axis.
  bool other_is_point;
  Vec2 other, other_end;  // The other side: a point, or the part of a wall nearest to the axis.
  Vec2 normal;            // Unit normal of the wall, towards the axis.

  double Clearance(Vec2 direction) const {
    if (other_is_point) return LengthSquared(other - pivot) / (2 * Dot(direction, other - pivot));
    return Dot(pivot - other, normal) / (1 - Dot(direction, normal));
  }
  // The direction in which the axis is nearest to the pivot.
  Vec2 Nearest() const { return other_is_point ? Direction(pivot, other) : normal * -1.0; }
  double AngleTo(Vec2 direction) const { return std::atan2(Cross(from, direction), Dot(from, direction)); }

  // The point of the wall for the portal whose other end is `pivot + r * corner`, if the end at the wall is at share *
  // r: on the line through `pivot + share * r * normal`.
  Vec2 WallPoint(Vec2 corner, double share) const {
    const Vec2 along = other_end - other;
    const double height = Dot(pivot - other, normal), fall = share - Dot(corner, normal);
    const double across = Dot(corner, along), foot = Dot(pivot - other, along);
    // The line misses the wall where the axis goes to infinity.
    if (!(fall > 0)) return across > 0 ? other_end : other;
    return other + std::clamp((foot + height * across / fall) / LengthSquared(along), 0.0, 1.0) * along;
  }
};

// The unit normal of the part of a wall nearest to the axis between two bends. Computed from the direction of the wall,
// so it is as exact as the wall however small the clearance is; if that part is far shorter than the clearance,
// computed from the axis.
Vec2 WallNormal(const GroundBend& a, const GroundBend& b, bool left) {
  constexpr double kFarShorter = 1e-3;
  const Vec2 from = left ? a.left : a.right, to = left ? b.left : b.right;
  if (Length(to - from) < kFarShorter * a.Clearance()) return Direction(from, a.p);
  const Vec2 along = Direction(from, to);
  return left ? Vec2{along.y, -along.x} : Vec2{-along.y, along.x};
}

// Whether, for every radius up to `most_m` and apart from rounding, `b` lies behind the line of `a`, and `a` before the
// line of `b`; so that the polygon between them is convex.
bool DoesFollow(const WalkPortal& a, const WalkPortal& b, double most_m) {
  // The vector between two points that are linear functions of the radius: `at + radius * by`.
  struct Way {
    Vec2 at, by;
  };
  const auto way = [](Vec2 p, Vec2 dp, Vec2 q, Vec2 dq) { return Way{q - p, dq - dp}; };
  // Whether the vector from an end of `a` to the end of `b` on the same side never leads back over the line of a
  // portal: the cross product of the two is a quadratic function of the radius.
  const auto never_back = [&](const Way& portal, const Way& on) {
    const double c = Cross(portal.at, on.at), q = Cross(portal.by, on.by);
    const double l = Cross(portal.at, on.by) + Cross(portal.by, on.at);
    double least = std::min(c, c + most_m * (l + most_m * q));
    if (q > 0 && l < 0 && -l < 2 * q * most_m) least = std::min(least, c - l * l / (4 * q));
    return least >= -kPortalRounding_m * (Length(portal.at) + most_m * Length(portal.by));
  };
  const Way across_a = way(a.left, a.left_direction, a.right, a.right_direction);
  const Way across_b = way(b.left, b.left_direction, b.right, b.right_direction);
  const Way left = way(a.left, a.left_direction, b.left, b.left_direction);
  const Way right = way(a.right, a.right_direction, b.right, b.right_direction);
  return never_back(across_a, left) && never_back(across_b, left) && never_back(across_a, right) &&
         never_back(across_b, right);
}

// Builds the portals of one edge at a time.
class Sleeve {
 public:
  std::vector<WalkPortal> portals;
  std::vector<WalkPortalInfo> infos;

  /// `gate_is_exact`: for the first and the last portal of the edge.
  void Make(const GroundView& ground, const GroundEdge& edge, std::array<bool, 2> gate_is_exact, bool is_exact) {
    portals.clear();
    infos.clear();
    is_exact_ = is_exact;
    const auto bends = ground.bends.subspan(edge.first_bend, edge.bend_count);
    AddGate(bends.front(), edge.first_bend, gate_is_exact[0]);
    for (uint32_t i = 0; i + 1 < bends.size(); ++i) {
      const GroundBend &a = bends[i], &b = bends[i + 1];
      if (IsCorner(a.left, b.left) || IsCorner(a.right, b.right)) AddCell(a, b, edge.first_bend + i);
    }
    AddGate(bends.back(), edge.first_bend + edge.bend_count - 2, gate_is_exact[1]);
  }

  bool IsInOrder() const {
    for (size_t i = 1; i < portals.size(); ++i) {
      const double most = std::min(infos[i - 1].Clearance(), infos[i].Clearance());
      if (!DoesFollow(portals[i - 1], portals[i], most)) return false;
    }
    return true;
  }

 private:
  void Add(const WalkPortal& portal, const WalkPortalInfo& info) {
    portals.push_back(portal);
    infos.push_back(info);
  }

  void AddGate(const GroundBend& bend, uint32_t cell, bool is_exact) {
    const double share = is_exact ? 1 : kWallShare, clearance = bend.Clearance();
    Add({bend.left, Direction(bend.left, bend.p) * share, bend.right, Direction(bend.right, bend.p) * share},
        {clearance, clearance, cell, false, false, is_exact});
  }

  // Adds the portals of the cell between two bends, which has a corner on one side or both.
  void AddCell(const GroundBend& a, const GroundBend& b, uint32_t bend) {
    const bool left_pivot = IsCorner(a.left, b.left), both = left_pivot && IsCorner(a.right, b.right);
    Arc arc;
    arc.pivot = left_pivot ? a.left : a.right;
    arc.from = Direction(arc.pivot, a.p);
    arc.to = Direction(arc.pivot, b.p);
    arc.other = left_pivot ? a.right : a.left;
    arc.other_end = left_pivot ? b.right : b.left;
    arc.other_is_point = both;
    if (!both) arc.normal = WallNormal(a, b, !left_pivot);
    const double whole = arc.AngleTo(arc.to);
    // The axis turns counter-clockwise round a corner on the left; if it is very short, rounding may reverse that.
    if (!((left_pivot ? whole : -whole) > 1e-12)) return;
    const double nearest = arc.AngleTo(arc.Nearest());
    std::array<double, 3> stops{0, whole, whole};
    size_t count = 2;
    if (nearest * whole > 0 && std::abs(nearest) < std::abs(whole)) stops = {0, nearest, whole}, count = 3;
    const size_t first = infos.size();
    for (size_t i = 1; i < count; ++i) {
      const double angle = stops[i] - stops[i - 1];
      const int pieces = std::max(1, int(std::ceil(std::abs(angle) / kMaxArc - 1e-9)));
      for (int k = 0; k < pieces; ++k) {
        AddPiece(arc, left_pivot, stops[i - 1] + angle * k / pieces, angle / pieces, bend);
      }
    }
    // At the ends of the cell, use the exact clearances of the bends.
    infos[first].clearance_before_m = a.Clearance();
    infos.back().clearance_after_m = b.Clearance();
  }

  void AddPiece(const Arc& arc, bool left_pivot, double begin, double angle, uint32_t bend) {
    const Vec2 middle = Turned(arc.from, begin + angle / 2);
    const double out = 1 / std::cos(angle / 2), share = is_exact_ ? 1 : kWallShare;
    const Vec2 direction = middle * out;
    Vec2 other = arc.other, other_direction = arc.normal * share;
    if (arc.other_is_point) {
      other_direction = Direction(other, arc.pivot + arc.Clearance(middle) * middle) * out;
    } else {
      other = arc.WallPoint(direction, share);
    }
    WalkPortalInfo info{arc.Clearance(Turned(arc.from, begin)),
                        arc.Clearance(Turned(arc.from, begin + angle)),
                        bend,
                        left_pivot || arc.other_is_point,
                        !left_pivot || arc.other_is_point,
                        is_exact_};
    if (left_pivot) {
      Add({arc.pivot, direction, other, other_direction}, info);
    } else {
      Add({other, other_direction, arc.pivot, direction}, info);
    }
  }

  bool is_exact_ = false;
};

}  // namespace

WalkPortals::WalkPortals(const GroundView& ground) {
  Sleeve sleeve;
  std::vector<char> vertex_is_exact(ground.vertices.size()), edge_is_exact(ground.edges.size());
  const auto make = [&](uint32_t e) {
    const GroundEdge& edge = ground.edges[e];
    sleeve.Make(ground, edge, {vertex_is_exact[edge.from] != 0, vertex_is_exact[edge.to] != 0}, edge_is_exact[e]);
  };
  std::vector<uint32_t> open;  // Edges whose portals are out of order.
  first.reserve(ground.edges.size() + 1);
  for (uint32_t e = 0; e < ground.edges.size(); ++e) {
    first.push_back(uint32_t(portals.size()));
    make(e);
    portals.insert(portals.end(), sleeve.portals.begin(), sleeve.portals.end());
    infos.insert(infos.end(), sleeve.infos.begin(), sleeve.infos.end());
    if (!sleeve.IsInOrder()) open.push_back(e);
  }
  first.push_back(uint32_t(portals.size()));
  // The first portals of all edges of a hub must be exact, or none of them.
  while (!open.empty()) {
    const uint32_t exact = open.back();
    open.pop_back();
    if (edge_is_exact[exact]) continue;
    edge_is_exact[exact] = 1;
    for (const uint32_t v : {ground.edges[exact].from, ground.edges[exact].to}) {
      vertex_is_exact[v] = 1;
      const GroundVertex& vertex = ground.vertices[v];
      for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
        const uint32_t e = spoke / 2;
        make(e);
        std::copy(sleeve.portals.begin(), sleeve.portals.end(), portals.begin() + first[e]);
        std::copy(sleeve.infos.begin(), sleeve.infos.end(), infos.begin() + first[e]);
        if (!edge_is_exact[e] && !sleeve.IsInOrder()) open.push_back(e);
      }
    }
  }
  to_middle.reserve(ground.vertices.size());
  for (const GroundVertex& vertex : ground.vertices) {
    Vec2 sum;
    for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
      const WalkPortal& gate = portals[spoke % 2 == 0 ? first[spoke / 2] : first[spoke / 2 + 1] - 1];
      sum = sum + (gate.left - vertex.p) + (gate.right - vertex.p);
    }
    to_middle.push_back(vertex.spoke_count > 0 ? sum * (0.5 / vertex.spoke_count) : sum);
  }
  FindCells(ground);
  FindTurns(ground.edges.size());
}

void WalkPortals::FindCells(const GroundView& ground) {
  first_in_cell.resize(ground.bends.size());
  for (size_t e = 0; e < ground.edges.size(); ++e) {
    const GroundEdge& edge = ground.edges[e];
    uint32_t portal = first[e] + 1;
    for (uint32_t cell = edge.first_bend; cell < edge.first_bend + edge.bend_count; ++cell) {
      while (portal + 1 < first[e + 1] && infos[portal].bend < cell) ++portal;
      first_in_cell[cell] = portal;
    }
  }
}

// Each run of portals round one corner is divided into groups of about kMaxSearchArc; the middle one of each is a turn.
void WalkPortals::FindTurns(size_t edge_count) {
  constexpr uint32_t kMostInGroup = uint32_t(kMaxSearchArc / kMaxArc + 0.5);
  std::vector<char> is_turn(portals.size());
  const auto find = [&](uint32_t begin, uint32_t end, const auto& is_corner, const auto& corner) {
    for (uint32_t i = begin; i < end;) {
      uint32_t run = i;
      while (run < end && is_corner(run) && IsCorner(corner(i), corner(run))) ++run;
      const uint32_t count = run - i, groups = (count + kMostInGroup - 1) / kMostInGroup;
      for (uint32_t group = 0; group < groups; ++group) is_turn[i + (2 * group + 1) * count / (2 * groups)] = 1;
      i = std::max(run, i + 1);
    }
  };
  first_turn.reserve(edge_count + 1);
  for (size_t e = 0; e < edge_count; ++e) {
    first_turn.push_back(uint32_t(turns.size()));
    const uint32_t begin = first[e] + 1, end = first[e + 1] - 1;
    find(
        begin, end, [&](uint32_t i) { return infos[i].left_is_corner; }, [&](uint32_t i) { return portals[i].left; });
    find(
        begin, end, [&](uint32_t i) { return infos[i].right_is_corner; }, [&](uint32_t i) { return portals[i].right; });
    for (uint32_t i = begin; i < end; ++i) {
      if (is_turn[i]) turns.push_back(i);
    }
  }
  first_turn.push_back(uint32_t(turns.size()));
}

}  // namespace navnet
