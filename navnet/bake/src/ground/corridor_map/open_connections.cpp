// SPDX-License-Identifier: Apache-2.0
// A connection is opened like a sliding door. While it is drawn back from one end to the other, its cell (on both sides
// together) shrinks, and the cells around it grow into the space it leaves. The neighbours of the cell form a ring; the
// only thing that happens is that a neighbour loses contact with the cell, which makes a vertex of the new diagram with
// the neighbours before and after it. So the new diagram comes from the ring alone, event by event, as points are
// deleted from Delaunay triangulations (O. Devillers, On deletion in Delaunay triangulations, 2002): no distance is
// ever compared between obstacles that are not neighbours, and it does not matter what else lies above or below.
// This takes the place of the sweep of W. van Toll 2017, section 5.4.

#include "ground/corridor_map/open_connections.h"

#include <navnet/internal/core/union_find.h>

#include "ground/corridor_map/ring_closing.h"
#include "ground/plan/segment_tree.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace navnet {
namespace {

/// Relative tolerance of positions along a line. If it grows, two crossings close to each other are more often taken
/// for one.
constexpr double kRounding = 1e-9;

/// The end points of layer connections on the joined surface: the segments that end at one point, in several layers
/// joined by connections, form one corner.
class Corners {
 public:
  explicit Corners(const Border& border) : sets_(border.segments.size()), infos_(border.segments.size()) {
    for (uint32_t i = 0; i < border.segments.size(); ++i) {
      const BorderSegment& next = border.segments[border.segments[i].next];
      if (!next.IsWall()) sets_.Join(i, next.partner);
    }
    for (uint32_t i = 0; i < border.segments.size(); ++i) {
      Info& info = infos_[sets_.Find(i)];
      const BorderSegment &segment = border.segments[i], &next = border.segments[segment.next];
      info.has_wall |= segment.IsWall() || next.IsWall();
      info.angle += border.SectorAngle(i);
      if (!segment.IsWall() && !border.IsInner(i)) ++info.closed;
    }
  }

  /// Whether the corner at the end of a segment vanishes when the connection of the segment is opened: it has no wall,
  /// no other closed connection, and a full turn of surface around it.
  bool GoesWith(uint32_t segment) {
    const Info& info = infos_[sets_.Find(segment)];
    return !info.has_wall && info.closed == 1 && std::abs(info.angle - 2 * std::numbers::pi) < 1e-6;
  }
  bool AreOne(uint32_t segment, uint32_t other) { return sets_.Find(segment) == sets_.Find(other); }
  void CountOpen(uint32_t segment) { --infos_[sets_.Find(segment)].closed; }

 private:
  struct Info {
    bool has_wall = false;
    uint32_t closed = 0;  ///< Number of connections that end here and are still closed.
    double angle = 0;     ///< Total angle of the surface around it, in radians.
  };
  UnionFind sets_;  ///< Sets of segments that end at one corner.
  std::vector<Info> infos_;
};

class Opener {
 public:
  Opener(const Border& border, const Sites& sites, VoronoiDiagram& diagram)
      : border_(border),
        sites_(sites),
        diagram_(diagram),
        corners_(border),
        half_of_(2 * border.segments.size(), kNone) {
    for (uint32_t half = 0; half < diagram.halves.size(); ++half) half_of_[diagram.halves[half].site] = half;
    connections_of_layer_.resize(border.first_of_layer.size());
    for (uint32_t i = 0; i < border.segments.size(); ++i) {
      if (!border.segments[i].IsWall() && !border.IsInner(i))
        connections_of_layer_[border.segments[i].layer].push_back(i);
    }
    for (const std::vector<uint32_t>& connections : connections_of_layer_) {
      std::vector<PlanSegment> segments;
      segments.reserve(connections.size());
      for (const uint32_t i : connections) segments.push_back({border.segments[i].a, border.segments[i].b});
      connection_trees_.emplace_back(segments);
    }
  }

  bool Open(uint32_t segment) {
    connection_ = segment;
    const uint32_t partner = border_.segments[segment].partner;
    // The connection is shortened from its start to its end. If only one of them vanishes, that one must be the start.
    if (corners_.GoesWith(segment) && !corners_.GoesWith(partner)) connection_ = partner;
    back_ = border_.segments[connection_].partner;
    start_goes_ = corners_.GoesWith(back_);
    end_goes_ = corners_.GoesWith(connection_);
    corners_.CountOpen(connection_);
    corners_.CountOpen(back_);

    arms_.clear();
    border_halves_.clear();
    zone_.clear();
    return GatherZone() && GatherArms() && FillZone();
  }

 private:
  /// An edge of the diagram that ends at the zone (see ring_closing.h), as a half edge that leads out of it. Arms are
  /// ordered around the zone; the neighbour after an arm is the site of its half edge.
  struct Arm {
    uint32_t half = kNone;
    uint32_t next = kNone;
  };

  /// Collects the chain of half edges of a cell, which starts and ends at corners. `half`: any half edge of the cell.
  /// Returns false if there is no such chain.
  bool ChainOf(uint32_t half, std::vector<uint32_t>& chain) const {
    chain.clear();
    if (half == kNone) return false;
    for (size_t steps = 0; diagram_.halves[half].previous != kNone; ++steps) {
      half = diagram_.halves[half].previous;
      if (steps > diagram_.halves.size()) return false;
    }
    for (; half != kNone; half = diagram_.halves[half].next) chain.push_back(half);
    return true;
  }

  bool IsPointAt(uint32_t site, Vec2 p) const { return sites_.IsPoint(site) && sites_[site].a == p; }

  /// Adds the cells of an end point that vanishes to the zone, from one side of the connection around the point to the
  /// other. `last`: the half edge that leads to the point along the one side; `to`: the site of the other side.
  bool GatherFan(uint32_t last, uint32_t to) {
    std::vector<uint32_t> chain;
    for (size_t steps = 0; diagram_.halves[last ^ 1].site != to; ++steps) {
      if (!IsPointAt(diagram_.halves[last ^ 1].site, diagram_.vertices[diagram_.End(last)])) return false;
      if (!ChainOf(last ^ 1, chain) || chain.front() != (last ^ 1) || chain.size() < 2 || steps > 64) return false;
      zone_.insert(zone_.end(), chain.begin(), chain.end());
      border_halves_.insert(border_halves_.end(), chain.begin() + 1, chain.end() - 1);
      last = chain.back();
    }
    return true;
  }

  /// Collects the half edges around the zone, counter-clockwise; kNone where the border passes an end that remains.
  bool GatherZone() {
    std::vector<uint32_t> front, rear;
    if (!ChainOf(half_of_[connection_], front) || !ChainOf(half_of_[back_], rear)) return false;
    zone_.insert(zone_.end(), front.begin(), front.end());
    zone_.insert(zone_.end(), rear.begin(), rear.end());
    if (front.size() < size_t(start_goes_) + size_t(end_goes_) + 1) return false;
    if (rear.size() < size_t(start_goes_) + size_t(end_goes_) + 1) return false;
    // The chain of the front runs from the end of the connection to its start, that of the rear back again.
    border_halves_.assign(front.begin() + (end_goes_ ? 1 : 0), front.end() - (start_goes_ ? 1 : 0));
    if (start_goes_) {
      if (!GatherFan(front.back(), back_)) return false;
    } else {
      border_halves_.push_back(kNone);
    }
    border_halves_.insert(border_halves_.end(), rear.begin() + (start_goes_ ? 1 : 0), rear.end() - (end_goes_ ? 1 : 0));
    if (end_goes_) return GatherFan(rear.back(), connection_);
    border_halves_.push_back(kNone);
    return true;
  }

  void AddArm(uint32_t half) { arms_.push_back({half, kNone}); }

  /// Adds a new edge from a corner into the zone, between the neighbours before and after it.
  void AddArmAtCorner(Vec2 corner, uint32_t layer, uint32_t before, uint32_t after) {
    const uint32_t half = AddEdge(kNone, AddVertex(corner, layer), after, before);
    AddArm(half);
  }

  uint32_t AddVertex(Vec2 p, uint32_t layer) {
    diagram_.vertices.push_back(p);
    diagram_.layers.push_back(layer);
    return uint32_t(diagram_.vertices.size() - 1);
  }

  uint32_t AddEdge(uint32_t from, uint32_t to, uint32_t left, uint32_t right) {
    const auto half = uint32_t(diagram_.halves.size());
    diagram_.halves.push_back({from, left, kNone, kNone});
    diagram_.halves.push_back({to, right, kNone, kNone});
    diagram_.removed.push_back(0);
    return half;
  }

  /// Adds the arms at an end that remains, between the half edge that arrives there and the one that leaves it. The
  /// point itself is a neighbour unless it lies in a convex corner (less than 180°).
  void GatherArmsAtCorner(uint32_t arriving, uint32_t leaving) {
    const Vec2 corner = diagram_.vertices[diagram_.End(arriving)];
    const uint32_t layer = diagram_.layers[diagram_.End(arriving)];
    const uint32_t before = diagram_.halves[arriving ^ 1].site, after = diagram_.halves[leaving ^ 1].site;
    const bool point_before = IsPointAt(before, corner), point_after = IsPointAt(after, corner);
    if (point_before && point_after) return;
    if (!point_before && !point_after) {
      // The corner extends counter-clockwise from `after`, which starts there, to `before`, which ends there.
      if (border_.TurnsLeft(before, after)) {
        AddArmAtCorner(corner, layer, before, after);
        return;
      }
    }
    const uint32_t point = point_before ? before : point_after ? after : sites_.PointAtEndOf(before);
    if (!point_before) AddArmAtCorner(corner, layer, before, point);
    if (!point_after) AddArmAtCorner(corner, layer, point, after);
  }

  bool GatherArms() {
    for (size_t i = 0; i < border_halves_.size(); ++i) {
      const uint32_t arriving = border_halves_[i];
      const uint32_t leaving = border_halves_[(i + 1) % border_halves_.size()];
      if (arriving == kNone) continue;
      if (leaving == kNone) {
        GatherArmsAtCorner(arriving, border_halves_[(i + 2) % border_halves_.size()]);
        continue;
      }
      size_t steps = 0;
      for (uint32_t half = diagram_.Rotate(arriving ^ 1); half != leaving; half = diagram_.Rotate(half)) {
        if (half == kNone || ++steps > diagram_.halves.size()) return false;
        AddArm(half);
      }
    }
    for (const uint32_t half : zone_) diagram_.removed[half / 2] = 1;
    const auto count = uint32_t(arms_.size());
    for (uint32_t i = 0; i < count; ++i) {
      arms_[i].next = (i + 1) % count;
      Remember(arms_[i].half);
    }
    return count >= 2;
  }

  void Remember(uint32_t half) {
    half_of_[diagram_.halves[half].site] = half;
    half_of_[diagram_.halves[half ^ 1].site] = half ^ 1;
  }

  RingSite NeighbourOf(uint32_t site) {
    if (!sites_.IsPoint(site)) return {site, RingSite::Role::Other};
    if (!end_goes_ && corners_.AreOne(sites_.SegmentOf(site), connection_)) return {site, RingSite::Role::End};
    if (!start_goes_ && corners_.AreOne(sites_.SegmentOf(site), back_)) return {site, RingSite::Role::Start};
    return {site, RingSite::Role::Other};
  }

  bool FillZone() {
    std::vector<RingArm> ring;
    for (const Arm& arm : arms_) {
      ring.push_back({NeighbourOf(diagram_.halves[arm.half ^ 1].site), NeighbourOf(diagram_.halves[arm.half].site),
                      diagram_.vertices[diagram_.End(arm.half)]});
    }
    const auto events = CloseRing(sites_, {connection_, back_, start_goes_ == end_goes_}, ring);
    if (!events) return false;
    uint32_t left = 0;  // An arm that remains.
    for (const RingEvent& event : *events) {
      left = event.arm;
      CloseNeighbour(event.arm, event.place);
    }
    return JoinArms(left);
  }

  /// The neighbour after an arm loses contact: the arm and the next one meet at `place` and continue as one.
  void CloseNeighbour(uint32_t i, Vec2 place) {
    const uint32_t one = arms_[i].half, other = arms_[arms_[i].next].half;
    const uint32_t vertex = AddVertex(place, LayerOf(place));
    diagram_.halves[one].origin = diagram_.halves[other].origin = vertex;
    const uint32_t arm = AddEdge(kNone, vertex, diagram_.halves[other].site, diagram_.halves[one ^ 1].site);
    diagram_.Link(other ^ 1, one);
    diagram_.Link(one ^ 1, arm ^ 1);
    diagram_.Link(arm, other);
    Remember(arm);
    arms_[i].half = arm;
    arms_[i].next = arms_[arms_[i].next].next;
  }

  /// Joins the last two arms into one edge.
  bool JoinArms(uint32_t i) {
    const uint32_t one = arms_[i].half, other = arms_[arms_[i].next].half;
    if (one == (other ^ 1)) return false;
    diagram_.removed[other / 2] = 1;
    diagram_.halves[one].origin = diagram_.End(other);
    const uint32_t before = diagram_.halves[other ^ 1].previous, after = diagram_.halves[other].next;
    diagram_.halves[one].previous = diagram_.halves[one ^ 1].next = kNone;
    if (before != kNone) diagram_.Link(before, one);
    if (after != kNone) diagram_.Link(one ^ 1, after);
    Remember(one);
    return true;
  }

  /// The layer of a point in the zone: follows the straight line from the connection to the point through all
  /// connections in between.
  uint32_t LayerOf(Vec2 p) const {
    const Site& connection = sites_[connection_];
    const Vec2 from = connection.Foot(p);
    uint32_t layer = border_.segments[Cross(connection.direction, p - connection.a) > 0 ? connection_ : back_].layer;
    if (start_goes_ && from == connection.a) layer = LayerAround(back_, p - from);
    if (end_goes_ && Dot(p - connection.a, connection.direction) >= connection.length)
      layer = LayerAround(connection_, p - from);
    const auto rounded = [](double v) { return int32_t(std::clamp(v, -0x1p30, 0x1p30)); };
    PlanBox way;
    way.Extend({rounded(std::floor(std::min(from.x, p.x))), rounded(std::floor(std::min(from.y, p.y)))});
    way.Extend({rounded(std::ceil(std::max(from.x, p.x))), rounded(std::ceil(std::max(from.y, p.y)))});
    double passed = 0;  // As a fraction of the line.
    for (int steps = 0; steps < 1000; ++steps) {
      uint32_t exit = kNone;
      double nearest = 1, place = 0;
      connection_trees_[layer].ForEachNear(way, [&](uint32_t connection_index) {
        const uint32_t i = connections_of_layer_[layer][connection_index];
        const Site& s = sites_[i];
        const double start = Cross(s.direction, from - s.a), end = Cross(s.direction, p - s.a);
        if (end >= 0 || start <= end) return;
        const double part = start / (start - end);
        if (part <= passed + kRounding || part >= nearest) return;
        const double at = Dot(from + (p - from) * part - s.a, s.direction) / s.length;
        if (at < -kRounding || at > 1 + kRounding) return;
        nearest = part;
        place = at;
        exit = i;
      });
      if (exit == kNone) break;
      passed = nearest;
      const uint32_t partner = border_.segments[exit].partner;
      layer = border_.segments[partner].layer;
      if (place < kRounding) layer = LayerAround(partner, p - from);
      if (place > 1 - kRounding) layer = LayerAround(exit, p - from);
    }
    return layer;
  }

  /// The layer into which a direction leads from the end of a segment; the layer of the segment if a wall is in
  /// between.
  uint32_t LayerAround(uint32_t segment, Vec2 towards) const {
    uint32_t i = segment;
    do {
      if (border_.SectorHolds(i, towards)) return border_.segments[i].layer;
      const BorderSegment& next = border_.segments[border_.segments[i].next];
      if (next.IsWall()) break;
      i = next.partner;
    } while (i != segment);
    return border_.segments[segment].layer;
  }

  const Border& border_;
  const Sites& sites_;
  VoronoiDiagram& diagram_;
  Corners corners_;
  std::vector<uint32_t> half_of_;                            ///< By site: some half edge of its cell.
  std::vector<std::vector<uint32_t>> connections_of_layer_;  ///< By layer: its segments that are connections.
  std::vector<SegmentTree> connection_trees_;                ///< By layer, over its connections.

  // State of the connection that is being opened:
  uint32_t connection_ = kNone, back_ = kNone;  ///< Its two sides; it is shortened along connection_.
  bool start_goes_ = false, end_goes_ = false;  ///< Whether connection_'s start and end vanish with it.
  std::vector<uint32_t> zone_;                  ///< Half edges of the cells that vanish.
  std::vector<uint32_t> border_halves_;
  std::vector<Arm> arms_;
};

}  // namespace

Status OpenConnections(const Border& border, const Sites& sites, VoronoiDiagram& diagram) {
  Opener opener(border, sites, diagram);
  for (uint32_t i = 0; i < border.segments.size(); ++i) {
    const BorderSegment& segment = border.segments[i];
    if (segment.IsWall() || border.IsInner(i) || segment.partner < i) continue;
    if (!opener.Open(i)) {
      return Error{ErrorCode::Internal, "corridor map: the connection of layers " + std::to_string(segment.layer) +
                                            " and " + std::to_string(border.segments[segment.partner].layer) + " at (" +
                                            std::to_string(segment.a.x) + ", " + std::to_string(segment.a.y) +
                                            ") could not be opened"};
    }
  }
  return Ok();
}

}  // namespace navnet
