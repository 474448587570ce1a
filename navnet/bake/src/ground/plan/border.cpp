// SPDX-License-Identifier: Apache-2.0
#include "ground/plan/border.h"

#include <navnet/core/parallel.h>

#include "ground/plan/segment_touch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace navnet {
namespace {

/// Coordinates must be smaller in magnitude, in grid units: orientation tests and the rotated sweep of voronoi.cpp are
/// then exact in integers.
constexpr int32_t kLimit = 1 << 28;

std::string PlaceText(uint32_t layer, GroundPoint p) {
  return "layer " + std::to_string(layer) + " at (" + std::to_string(p.x) + ", " + std::to_string(p.y) + ")";
}

Error Refuse(const std::string& why) { return {ErrorCode::InvalidArgument, "ground contours: " + why}; }

/// An input edge of a ring, and the points at which other edges touch its interior.
struct RawEdge {
  GroundPoint a, b;
  uint32_t connection = kNoConnection;
  bool starts_island = false;
  std::vector<GroundPoint> splits;  ///< From a to b.
  uint32_t first_piece = 0;
};

/// The two edges of each layer connection, as layer and edge number; that of layers[0] first.
struct EdgeName {
  uint32_t layer = kNone, edge = kNone;
};
using ConnectionEdges = std::vector<std::array<EdgeName, 2>>;

Result<std::vector<std::vector<RawEdge>>> ReadEdges(const GroundContours& contours, ConnectionEdges& connections) {
  std::vector<std::vector<RawEdge>> layers(contours.layers.size());
  for (uint32_t layer = 0; layer < layers.size(); ++layer) {
    const GroundRing* last = nullptr;
    for (const GroundRing& ring : contours.layers[layer].rings) {
      const size_t count = ring.points.size();
      if (count < 3) return Refuse("a ring of layer " + std::to_string(layer) + " has fewer than three points");
      if (ring.connections.size() != count) {
        return Refuse("a ring of layer " + std::to_string(layer) + " does not name a connection for each edge");
      }
      for (size_t i = 0; i < count; ++i) {
        RawEdge edge{ring.points[i], ring.points[(i + 1) % count], ring.connections[i], false, {}, 0};
        edge.starts_island = i == 0 && (last == nullptr || last->island != ring.island);
        if (std::abs(int64_t{edge.a.x}) >= kLimit || std::abs(int64_t{edge.a.y}) >= kLimit) {
          return Refuse(PlaceText(layer, edge.a) + " lies beyond 2^28");
        }
        if (edge.a == edge.b) return Refuse(PlaceText(layer, edge.a) + " stands twice in a row");
        if (edge.connection != kNoConnection) {
          if (edge.connection >= connections.size()) return Refuse(PlaceText(layer, edge.a) + " names no connection");
          const GroundConnection& c = contours.connections[edge.connection];
          const bool along = c.layers[0] == layer && c.a == edge.a && c.b == edge.b;
          const bool against = c.layers[1] == layer && c.a == edge.b && c.b == edge.a;
          if (!along && !against) return Refuse(PlaceText(layer, edge.a) + " is not where its connection is");
          EdgeName& name = connections[edge.connection][along ? 0 : 1];
          if (name.layer != kNone) return Refuse(PlaceText(layer, edge.a) + " repeats a side of a connection");
          name = {layer, uint32_t(layers[layer].size())};
        }
        layers[layer].push_back(std::move(edge));
      }
      last = &ring;
    }
  }
  for (size_t c = 0; c < connections.size(); ++c) {
    if (connections[c][0].layer == kNone || connections[c][1].layer == kNone) {
      return Refuse("connection " + std::to_string(c) + " is not an edge of both its layers");
    }
  }
  return layers;
}

/// Splits both sides of each layer connection at the points where edges touch either side.
void ShareSplits(std::vector<std::vector<RawEdge>>& layers, const ConnectionEdges& connections) {
  for (const auto& [one, other] : connections) {
    std::vector<GroundPoint>& splits = layers[one.layer][one.edge].splits;
    std::vector<GroundPoint>& reverse = layers[other.layer][other.edge].splits;
    splits.insert(splits.end(), reverse.begin(), reverse.end());
    SortAlong(layers[one.layer][one.edge].a, layers[one.layer][one.edge].b, splits);
    reverse.assign(splits.rbegin(), splits.rend());
  }
}

/// An end of a segment; `direction` points from the end into the segment.
struct PieceEnd {
  GroundPoint point, direction;
  bool leaves = false;  ///< Whether the segment starts here.
  uint32_t segment = 0;
};

bool IsUpperHalf(GroundPoint d) { return d.y > 0 || (d.y == 0 && d.x > 0); }

/// Order by point, then counter-clockwise. A segment that ends comes before one that starts in the same direction,
/// because its walkable side is clockwise and that of the other is counter-clockwise.
bool EndBefore(const PieceEnd& s, const PieceEnd& t) {
  if (s.point.x != t.point.x) return s.point.x < t.point.x;
  if (s.point.y != t.point.y) return s.point.y < t.point.y;
  const bool s_upper = IsUpperHalf(s.direction), t_upper = IsUpperHalf(t.direction);
  if (s_upper != t_upper) return s_upper;
  const int64_t cross = int64_t{s.direction.x} * t.direction.y - int64_t{s.direction.y} * t.direction.x;
  if (cross != 0) return cross > 0;
  if (s.leaves != t.leaves) return !s.leaves;
  return s.segment < t.segment;
}

/// Sets `next` of the segments of a layer. Around a point, walkable and other sectors alternate, so starts and ends of
/// segments must alternate too.
Status PairAroundPoints(Border& border, uint32_t layer) {
  std::vector<PieceEnd> ends;
  for (uint32_t i = border.first_of_layer[layer]; i < border.first_of_layer[layer + 1]; ++i) {
    const BorderSegment& p = border.segments[i];
    ends.push_back({p.a, {p.b.x - p.a.x, p.b.y - p.a.y}, true, i});
    ends.push_back({p.b, {p.a.x - p.b.x, p.a.y - p.b.y}, false, i});
  }
  std::sort(ends.begin(), ends.end(), EndBefore);
  for (size_t first = 0, last = 0; first < ends.size(); first = last) {
    while (last < ends.size() && ends[last].point == ends[first].point) ++last;
    for (size_t i = first; i < last; ++i) {
      const PieceEnd& next = ends[i + 1 < last ? i + 1 : first];
      if (ends[i].leaves == next.leaves) {
        return Refuse(PlaceText(layer, ends[i].point) + " has edges that disagree which side is walkable");
      }
      if (ends[i].leaves) border.segments[next.segment].next = ends[i].segment;
    }
  }
  return Ok();
}

}  // namespace

double Border::SectorAngle(uint32_t segment) const {
  const BorderSegment &in = segments[segment], &out = segments[in.next];
  const Vec2 first = {double(out.b.x) - out.a.x, double(out.b.y) - out.a.y};
  const Vec2 last = {double(in.a.x) - in.b.x, double(in.a.y) - in.b.y};
  const double angle = std::atan2(Cross(first, last), Dot(first, last));
  return angle > 0 ? angle : angle + 2 * std::numbers::pi;
}

bool Border::SectorHolds(uint32_t segment, Vec2 towards) const {
  const BorderSegment &in = segments[segment], &out = segments[in.next];
  const Vec2 first = {double(out.b.x) - out.a.x, double(out.b.y) - out.a.y};
  const Vec2 last = {double(in.a.x) - in.b.x, double(in.a.y) - in.b.y};
  const double turn = Cross(first, last);
  const bool after_first = Cross(first, towards) >= 0, before_last = Cross(towards, last) >= 0;
  if (turn > 0) return after_first && before_last;
  if (turn < 0) return after_first || before_last;
  return Dot(first, last) > 0 || after_first;  // 360° or 180°.
}

bool Border::TurnsLeft(uint32_t first, uint32_t second) const {
  return Orientation(segments[first].a, segments[first].b, segments[second].b) > 0;
}

Result<Border> MakeBorder(const GroundContours& contours, int threads) {
  if (!(contours.unit_m > 0) || !std::isfinite(contours.unit_m) || !std::isfinite(contours.origin_m[0]) ||
      !std::isfinite(contours.origin_m[1])) {
    return Refuse("the unit must be above zero and the origin finite");
  }
  ConnectionEdges connections(contours.connections.size());
  auto edges = ReadEdges(contours, connections);
  if (!edges) return edges.error();
  std::vector<std::vector<RawEdge>>& layers = *edges;

  std::vector<Status> found(layers.size(), Ok());
  ParallelFor(layers.size(), threads, [&](size_t layer) {
    std::vector<PlanSegment> segments;
    segments.reserve(layers[layer].size());
    for (const RawEdge& edge : layers[layer]) segments.push_back({edge.a, edge.b});
    auto touches = FindTouches(segments);
    if (touches.crossing) {
      found[layer] = Refuse(PlaceText(uint32_t(layer), *touches.crossing) + " starts an edge that crosses another");
      return;
    }
    for (size_t i = 0; i < segments.size(); ++i) layers[layer][i].splits = std::move(touches.inside[i]);
  });
  for (const Status& status : found) {
    if (!status) return status.error();
  }
  ShareSplits(layers, connections);

  Border border;
  border.first_of_layer.push_back(0);
  for (uint32_t layer = 0; layer < layers.size(); ++layer) {
    for (RawEdge& edge : layers[layer]) {
      edge.first_piece = uint32_t(border.segments.size());
      if (edge.starts_island) border.first_of_island.push_back(edge.first_piece);
      GroundPoint from = edge.a;
      for (const GroundPoint& to : edge.splits) {
        border.segments.push_back({from, to, layer});
        from = to;
      }
      border.segments.push_back({from, edge.b, layer});
    }
    border.first_of_layer.push_back(uint32_t(border.segments.size()));
  }
  border.first_of_island.push_back(uint32_t(border.segments.size()));
  for (const auto& [one, other] : connections) {
    const RawEdge& along = layers[one.layer][one.edge];
    const uint32_t last = layers[other.layer][other.edge].first_piece + uint32_t(along.splits.size());
    for (uint32_t i = 0; i <= along.splits.size(); ++i) {
      border.segments[along.first_piece + i].partner = last - i;
      border.segments[last - i].partner = along.first_piece + i;
    }
  }
  ParallelFor(layers.size(), threads, [&](size_t layer) { found[layer] = PairAroundPoints(border, uint32_t(layer)); });
  for (const Status& status : found) {
    if (!status) return status.error();
  }
  return border;
}

BoundaryLoops FindBoundaryLoops(const Border& border) {
  BoundaryLoops loops;
  loops.of_segment.assign(border.segments.size(), kNone);
  for (uint32_t first = 0; first < border.segments.size(); ++first) {
    if (!border.segments[first].IsWall() || loops.of_segment[first] != kNone) continue;
    for (uint32_t i = first; loops.of_segment[i] == kNone;) {
      loops.of_segment[i] = loops.count;
      // `next` is a permutation, so the walk around a point ends at a wall: it cannot cycle through the layer
      // connections, because it started outside of such a cycle.
      i = border.segments[i].next;
      while (!border.segments[i].IsWall()) i = border.segments[border.segments[i].partner].next;
    }
    ++loops.count;
  }
  return loops;
}

}  // namespace navnet
