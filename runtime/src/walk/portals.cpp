#include "portals.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

Vec2 Turned(Vec2 v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

// From an obstacle point to a place of the axis. Undefined where the axis ends in a corner: then nothing passes.
Vec2 Direction(Vec2 from, Vec2 to) {
  const Vec2 d = to - from;
  const double length = Length(d);
  return length > 0 ? d * (1 / length) : Vec2{};
}

// The axis in a cell that has a corner, the pivot, on one side: equally far from it and from a point or a wall on the
// other side.
struct Arc {
  Vec2 pivot, from, to;  // `from` and `to`: directions from the pivot to the ends of the axis.
  bool other_is_point;
  Vec2 other;   // A point of the other side,
  Vec2 normal;  // and, if that is a wall, its unit normal on this side.

  double Clearance(Vec2 direction) const {
    if (other_is_point) return LengthSquared(other - pivot) / (2 * Dot(direction, other - pivot));
    return Dot(pivot - other, normal) / (1 - Dot(direction, normal));
  }
  // The direction in which the axis is nearest.
  Vec2 Nearest() const { return other_is_point ? Direction(pivot, other) : normal * -1.0; }
  double AngleTo(Vec2 direction) const { return std::atan2(Cross(from, direction), Dot(from, direction)); }
};

WalkPortal Gate(const GroundBend& bend) {
  return {bend.left, Direction(bend.left, bend.p) * kWallShare, bend.right, Direction(bend.right, bend.p) * kWallShare};
}

class Builder {
 public:
  explicit Builder(WalkPortals& out) : out_(out) {}

  // `arc`: the angle between the places where the polygon touches the circle before and behind the portal.
  void Add(const WalkPortal& portal, const WalkPortalInfo& info, double arc = 0) {
    out_.portals.push_back(portal);
    out_.infos.push_back(info);
    arcs_.push_back(arc);
  }

  // Makes the portals of an edge, from `first` on, follow each other. Ends that are no corners lie a trifle nearer to
  // the obstacle (kWallShare), that is, off the axis: on a slanting portal a trifle too far along the edge, or not far
  // enough. Where the arc is shorter than that, a corner's end would come on the wrong side of its neighbour.
  void PutInOrder(size_t first) {
    const size_t end = out_.portals.size();
    for (size_t i = first + 1; i < end; ++i) Follow(i, i - 1, 1);
    for (size_t i = end - 1; i-- > first;) Follow(i, i + 1, -1);
  }

  // Portals of the cell between two bends that has a corner on one side or both.
  void AddCell(const GroundBend& a, const GroundBend& b, uint32_t bend) {
    const bool left_pivot = IsCorner(a.left, b.left), both = left_pivot && IsCorner(a.right, b.right);
    Arc arc;
    arc.pivot = left_pivot ? a.left : a.right;
    arc.from = Direction(arc.pivot, a.p);
    arc.to = Direction(arc.pivot, b.p);
    arc.other = left_pivot ? a.right : a.left;
    arc.other_is_point = both;
    if (!both) {
      // From the wall's own direction: as exact as the wall, however short the clearance.
      const Vec2 along = Direction(arc.other, left_pivot ? b.right : b.left);
      arc.normal = left_pivot ? Vec2{-along.y, along.x} : Vec2{along.y, -along.x};
    }
    const double whole = arc.AngleTo(arc.to);
    if (!(std::abs(whole) > 1e-12)) return;
    const double nearest = arc.AngleTo(arc.Nearest());
    std::array<double, 3> stops{0, whole, whole};
    size_t count = 2;
    if (nearest * whole > 0 && std::abs(nearest) < std::abs(whole)) stops = {0, nearest, whole}, count = 3;
    const size_t first = out_.infos.size();
    for (size_t i = 1; i < count; ++i) {
      const double angle = stops[i] - stops[i - 1];
      const int pieces = std::max(1, int(std::ceil(std::abs(angle) / kMaxArc - 1e-9)));
      for (int k = 0; k < pieces; ++k) {
        AddPiece(arc, left_pivot, stops[i - 1] + angle * k / pieces, angle / pieces, bend);
      }
    }
    // The ends as the bends have them.
    out_.infos[first].clearance_before_m = a.Clearance();
    out_.infos.back().clearance_after_m = b.Clearance();
  }

 private:
  void AddPiece(const Arc& arc, bool left_pivot, double begin, double angle, uint32_t bend) {
    const Vec2 middle = Turned(arc.from, begin + angle / 2);
    const double out = 1 / std::cos(angle / 2);
    const double clearance = arc.Clearance(middle);
    const Vec2 p = arc.pivot + clearance * middle;
    const Vec2 other = arc.other_is_point ? arc.other : p - clearance * arc.normal;
    const Vec2 direction = middle * out;
    const Vec2 other_direction = arc.other_is_point ? Direction(other, p) * out : arc.normal * kWallShare;
    WalkPortalInfo info{arc.Clearance(Turned(arc.from, begin)), arc.Clearance(Turned(arc.from, begin + angle)), bend,
                        left_pivot || arc.other_is_point, !left_pivot || arc.other_is_point};
    if (left_pivot) {
      Add({arc.pivot, direction, other, other_direction}, info, std::abs(angle));
    } else {
      Add({other, other_direction, arc.pivot, direction}, info, std::abs(angle));
    }
  }

  // Moves a portal whose corners lie before another (`way` 1: as seen along the edge, -1: against it) onto that one's
  // line: corners along the tangent, so that the polygon still lies around the circle. How far is a share of the
  // radius, the same for all radii.
  void Follow(size_t portal, size_t other, double way) {
    WalkPortal& p = out_.portals[portal];
    WalkPortalInfo& info = out_.infos[portal];
    const WalkPortal& o = out_.portals[other];
    const Vec2 across = o.right - o.left;
    const double radius = std::min(info.Clearance(), out_.infos[other].Clearance());
    const auto moves = [&](Vec2 from, Vec2 anchor, Vec2& direction, double turn) {
      const double lack = -way * Cross(across, anchor + radius * direction - from);
      const Vec2 touch = Turned(direction, -way * turn * arcs_[portal] / 2);
      const Vec2 tangent = way * turn * Vec2{-touch.y, touch.x};
      const double gain = way * radius * Cross(across, tangent);
      if (!(lack > 0 && gain > 0)) return false;
      direction = direction + std::min(lack / gain, kMaxArc / 2) * tangent;
      return true;
    };
    const bool left = info.left_is_corner && moves(o.Left(radius), p.left, p.left_direction, 1);
    const bool right = info.right_is_corner && moves(o.Right(radius), p.right, p.right_direction, -1);
    if (left && !info.right_is_corner) {
      p.right = o.right;
      p.right_direction = o.right_direction;
    }
    if (right && !info.left_is_corner) {
      p.left = o.left;
      p.left_direction = o.left_direction;
    }
  }

  WalkPortals& out_;
  std::vector<double> arcs_;  // By portal.
};

}  // namespace

WalkPortals::WalkPortals(const GroundView& ground) {
  Builder builder(*this);
  first.reserve(ground.edges.size() + 1);
  for (const GroundEdge& edge : ground.edges) {
    first.push_back(uint32_t(portals.size()));
    const auto bends = ground.bends.subspan(edge.first_bend, edge.bend_count);
    const double at_from = bends.front().Clearance(), at_to = bends.back().Clearance();
    builder.Add(Gate(bends.front()), {at_from, at_from, edge.first_bend, false, false});
    for (uint32_t i = 0; i + 1 < bends.size(); ++i) {
      const GroundBend &a = bends[i], &b = bends[i + 1];
      if (IsCorner(a.left, b.left) || IsCorner(a.right, b.right)) builder.AddCell(a, b, edge.first_bend + i);
    }
    builder.Add(Gate(bends.back()), {at_to, at_to, edge.first_bend + edge.bend_count - 2, false, false});
    builder.PutInOrder(first.back());
  }
  first.push_back(uint32_t(portals.size()));
  to_middle.reserve(ground.vertices.size());
  for (const GroundVertex& vertex : ground.vertices) {
    Vec2 sum;
    for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
      const WalkPortal& gate = portals[spoke % 2 == 0 ? first[spoke / 2] : first[spoke / 2 + 1] - 1];
      sum = sum + (gate.left - vertex.p) + (gate.right - vertex.p);
    }
    to_middle.push_back(vertex.spoke_count > 0 ? sum * (0.5 / vertex.spoke_count) : sum);
  }
}

}  // namespace navnet
