// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/rings.h"

#include <navnet/internal/core/union_find.h>

#include "ground/plan/plan_polygon.h"
#include "ground/plan/segment_tree.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace navnet {
namespace {

struct Edge {
  GroundPoint a, b;
  uint32_t connection = kNoConnection;
  uint32_t ground = 0;  ///< The connected part of its layer that it bounds.

  auto Key() const { return std::tuple(a.x, a.y, b.x, b.y, connection, ground); }
  friend bool operator<(const Edge& e, const Edge& f) { return e.Key() < f.Key(); }
};

/// By sheet, the indices of its seams in GroundSeams::seams.
std::vector<std::vector<uint32_t>> SeamsBySheet(size_t sheet_count, const GroundSeams& seams) {
  std::vector<std::vector<uint32_t>> out(sheet_count);
  for (uint32_t i = 0; i < seams.seams.size(); ++i) {
    out[seams.seams[i].low_sheet].push_back(i);
    out[seams.seams[i].high_sheet].push_back(i);
  }
  return out;
}

/// Splits an edge of a sheet's outline at the ends of the sheet's seams and calls `use(from, to, seam)` for each part;
/// `seam` is -1 where there is none.
template <class Use>
void EachPart(GroundPoint a, GroundPoint b, const std::vector<uint32_t>& own, const GroundSeams& seams,
              const Use& use) {
  const int32_t axis = a.x == b.x ? 0 : a.y == b.y ? 1 : -1;
  if (axis < 0) return use(a, b, int64_t{-1});
  const int32_t line = axis == 0 ? a.x : a.y;
  const auto at = [&](int32_t along) { return axis == 0 ? GroundPoint{line, along} : GroundPoint{along, line}; };
  const int32_t first = axis == 0 ? a.y : a.x, last = axis == 0 ? b.y : b.x;
  const int32_t low = std::min(first, last), high = std::max(first, last);
  int32_t done = low;
  const auto part = [&](int32_t from, int32_t to, int64_t seam) {
    if (from >= to) return;
    first < last ? use(at(from), at(to), seam) : use(at(to), at(from), seam);
  };
  for (const uint32_t i : own) {  // Sorted along each line.
    const GroundSeam& seam = seams.seams[i];
    if (seam.axis != axis || seam.line != line || seam.to <= low || seam.from >= high) continue;
    part(done, std::max(done, seam.from), -1);
    part(std::max(done, seam.from), std::min(high, seam.to), i);
    done = std::max(done, std::min(high, seam.to));
  }
  part(done, high, -1);
}

/// Whether from→at→e turns farther to the left than from→at→f; a reversal of direction counts as the least turn.
bool TurnsFartherLeft(GroundPoint from, GroundPoint at, GroundPoint e, GroundPoint f) {
  const auto half = [&](GroundPoint p) {
    const int64_t side = LeftOf(from, at, p);
    if (side != 0) return side > 0 ? 3 : 1;
    const int64_t ahead =
        (int64_t{at.x} - from.x) * (int64_t{p.x} - at.x) + (int64_t{at.y} - from.y) * (int64_t{p.y} - at.y);
    return ahead > 0 ? 2 : 0;
  };
  const int he = half(e), hf = half(f);
  if (he != hf) return he > hf;
  return LeftOf(at, f, e) > 0;
}

/// The rings of a layer, and the pairs of its connected parts that share a ring.
struct Traced {
  std::vector<GroundRing> rings;
  std::vector<uint32_t> grounds;  ///< By ring: one of the connected parts it bounds.
  std::vector<std::pair<uint32_t, uint32_t>> joined;
};

/// Traces closed rings through all edges. At a point with several outgoing edges it takes the leftmost one, so a ring
/// stays on the border of the same walkable sector, and rings touch but do not cross.
Traced Trace(std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end());
  std::vector<bool> used(edges.size(), false);
  Traced out;
  for (size_t start = 0; start < edges.size(); ++start) {
    if (used[start]) continue;
    GroundRing ring;
    size_t current = start;
    while (true) {
      used[current] = true;
      const Edge& edge = edges[current];
      ring.points.push_back(edge.a);
      ring.connections.push_back(edge.connection);
      if (edge.ground != edges[start].ground) out.joined.emplace_back(edge.ground, edges[start].ground);
      const auto first =
          std::partition_point(edges.begin(), edges.end(), [&](const Edge& e) { return Before(e.a, edge.b); });
      size_t best = edges.size();
      for (auto e = first; e != edges.end() && e->a == edge.b; ++e) {
        const size_t i = size_t(e - edges.begin());
        if (used[i] && i != start) continue;
        if (best == edges.size() || TurnsFartherLeft(edge.a, edge.b, e->b, edges[best].b)) best = i;
      }
      if (best == start || best == edges.size()) break;
      current = best;
    }
    if (ring.points.size() < 3) continue;
    out.rings.push_back(std::move(ring));
    out.grounds.push_back(edges[start].ground);
  }
  return out;
}

/// Whether the distance of two segments is below `near`. Requires: they do not cross.
bool AreNear(const PlanSegment& s, const PlanSegment& t, double near) {
  const auto is_near = [near](GroundPoint p, const PlanSegment& segment) {
    const Vec2 along{double(segment.b.x) - segment.a.x, double(segment.b.y) - segment.a.y};
    const Vec2 to{double(p.x) - segment.a.x, double(p.y) - segment.a.y};
    const double part = std::clamp(Dot(to, along) / LengthSquared(along), 0.0, 1.0);
    return LengthSquared(to - along * part) < near * near;
  };
  return is_near(s.a, t) || is_near(s.b, t) || is_near(t.a, s) || is_near(t.b, s);
}

/// Joins rings whose distance is below `near` in `clusters`.
void JoinNear(const std::vector<GroundRing>& rings, int32_t near, UnionFind& clusters) {
  // Candidates are found by the bounding boxes of short runs of edges; the tree stores each box as its diagonal.
  // Number of edges in a run. If it grows, the tree is smaller but more pairs of edges are compared.
  constexpr size_t kRun = 16;
  struct Run {
    uint32_t ring = 0;
    size_t first = 0, last = 0;
  };
  std::vector<Run> runs;
  std::vector<PlanSegment> diagonals;
  for (uint32_t i = 0; i < rings.size(); ++i) {
    const std::vector<GroundPoint>& points = rings[i].points;
    for (size_t first = 0; first < points.size(); first += kRun) {
      const Run& run = runs.emplace_back(Run{i, first, std::min(points.size(), first + kRun)});
      PlanBox box;
      for (size_t k = run.first; k <= run.last; ++k) box.Extend(points[k % points.size()]);
      diagonals.push_back({{box.x0, box.y0}, {box.x1, box.y1}});
    }
  }
  const auto edge = [&](const Run& run, size_t k) {
    const std::vector<GroundPoint>& points = rings[run.ring].points;
    return PlanSegment{points[k], points[(k + 1) % points.size()]};
  };
  const auto come_near = [&](const Run& one, const Run& other, const PlanBox& reach) {
    for (size_t k = other.first; k < other.last; ++k) {
      const PlanSegment t = edge(other, k);
      if (!BoxOf(t).Touches(reach)) continue;
      for (size_t i = one.first; i < one.last; ++i) {
        if (AreNear(edge(one, i), t, near)) return true;
      }
    }
    return false;
  };
  const SegmentTree tree(diagonals);
  for (uint32_t i = 0; i < runs.size(); ++i) {
    PlanBox reach = BoxOf(diagonals[i]);
    reach = {reach.x0 - near, reach.y0 - near, reach.x1 + near, reach.y1 + near};
    tree.ForEachNear(reach, [&](uint32_t other) {
      if (other <= i || !BoxOf(diagonals[other]).Touches(reach)) return;
      if (clusters.Find(runs[i].ring) == clusters.Find(runs[other].ring) || !come_near(runs[i], runs[other], reach))
        return;
      clusters.Join(runs[i].ring, runs[other].ring);
    });
  }
}

/// Assigns islands and clusters to the rings of a layer and sorts the rings by them.
std::vector<GroundRing> Grouped(Traced traced, int32_t near) {
  std::vector<GroundRing>& rings = traced.rings;
  UnionFind clusters(rings.size()), islands(rings.size());
  JoinNear(rings, near, clusters);
  std::unordered_map<uint32_t, uint32_t> ring_of;  // By connected part of the layer (Edge::ground).
  for (uint32_t i = 0; i < rings.size(); ++i) {
    islands.Join(i, clusters.Find(i));
    islands.Join(i, ring_of.try_emplace(traced.grounds[i], i).first->second);
  }
  for (const auto& [one, other] : traced.joined) {
    const auto a = ring_of.find(one), b = ring_of.find(other);
    if (a != ring_of.end() && b != ring_of.end()) islands.Join(a->second, b->second);
  }
  for (uint32_t i = 0; i < rings.size(); ++i) {
    rings[i].cluster = uint32_t(clusters.Find(i));
    rings[i].island = uint32_t(islands.Find(i));
  }
  std::stable_sort(rings.begin(), rings.end(), [](const GroundRing& a, const GroundRing& b) {
    return std::tie(a.island, a.cluster) < std::tie(b.island, b.cluster);
  });
  return std::move(rings);
}

/// The layer connections: one for each seam between two different layers. MergeConnections joins collinear ones later.
class Connections {
 public:
  Connections(const GroundSeams& seams, const GroundLayers& layers) : of_seam_(seams.seams.size(), kNoConnection) {
    for (uint32_t i = 0; i < seams.seams.size(); ++i) {
      const GroundSeam& seam = seams.seams[i];
      const uint32_t low = layers.of_sheet[seam.low_sheet], high = layers.of_sheet[seam.high_sheet];
      if (low == high || low == kNoLayer || high == kNoLayer) continue;
      of_seam_[i] = uint32_t(list_.size());
      // With the low side on its left, an edge on a line of constant x runs towards higher y, and one on a line of
      // constant y towards lower x.
      GroundConnection c{{low, high}, {}, {}};
      c.a = seam.axis == 0 ? GroundPoint{seam.line, seam.from} : GroundPoint{seam.to, seam.line};
      c.b = seam.axis == 0 ? GroundPoint{seam.line, seam.to} : GroundPoint{seam.from, seam.line};
      list_.push_back(c);
    }
  }
  uint32_t OfSeam(uint32_t seam) const { return of_seam_[seam]; }
  std::vector<GroundConnection>& list() { return list_; }

 private:
  std::vector<uint32_t> of_seam_;
  std::vector<GroundConnection> list_;
};

/// Merges layer connections that are collinear and consecutive in the rings of both their layers.
void MergeConnections(GroundContours& contours) {
  std::vector<GroundConnection>& list = contours.connections;
  // For each connection, the one that follows it in a ring of its first layer, and in a ring of its second layer.
  std::vector<uint32_t> next[2];
  next[0].assign(list.size(), kNoConnection);
  next[1].assign(list.size(), kNoConnection);
  const auto side_of = [&](uint32_t connection, GroundPoint start) { return list[connection].a == start ? 0 : 1; };
  for (const GroundLayer& layer : contours.layers) {
    for (const GroundRing& ring : layer.rings) {
      for (size_t i = 0, last = ring.points.size() - 1; i < ring.points.size(); last = i++) {
        const uint32_t from = ring.connections[last], to = ring.connections[i];
        if (from == kNoConnection || to == kNoConnection || from == to) continue;
        next[side_of(from, ring.points[last])][from] = to;
      }
    }
  }
  std::vector<uint32_t> into(list.size());
  for (uint32_t i = 0; i < list.size(); ++i) into[i] = i;
  std::vector<bool> has_previous(list.size(), false);
  const auto follows = [&](uint32_t i) {  // The connection that continues i, if any.
    const uint32_t n = next[0][i];
    if (n == kNoConnection || next[1][n] != i) return kNoConnection;
    const bool straight = LeftOf(list[i].a, list[i].b, list[n].b) == 0 && list[i].b == list[n].a;
    const bool same = list[i].layers[0] == list[n].layers[0] && list[i].layers[1] == list[n].layers[1];
    return straight && same ? n : kNoConnection;
  };
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (const uint32_t n = follows(i); n != kNoConnection) has_previous[n] = true;
  }
  std::vector<GroundConnection> merged;
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (has_previous[i]) continue;
    GroundConnection c = list[i];
    for (uint32_t n = i; n != kNoConnection; n = follows(n)) {
      into[n] = uint32_t(merged.size());
      c.b = list[n].b;
    }
    merged.push_back(c);
  }
  list = std::move(merged);
  for (GroundLayer& layer : contours.layers) {
    for (GroundRing& ring : layer.rings) {
      GroundRing out;
      out.island = ring.island;
      out.cluster = ring.cluster;
      // Start where a new edge begins, so that no merged connection runs across the ring's first point.
      const size_t size = ring.points.size();
      const auto mapped = [&](size_t i) {
        return ring.connections[i % size] == kNoConnection ? kNoConnection : into[ring.connections[i % size]];
      };
      size_t first = 0;
      while (first < size && mapped(first) != kNoConnection && mapped(first) == mapped(first + size - 1)) ++first;
      for (size_t k = 0; k < size; ++k) {
        const uint32_t connection = mapped(first + k);
        if (k > 0 && connection != kNoConnection && connection == out.connections.back()) continue;
        out.points.push_back(ring.points[(first + k) % size]);
        out.connections.push_back(connection);
      }
      ring = std::move(out);
    }
  }
}

}  // namespace

void MakeRings(const GroundSheets& sheets, const GroundSeams& seams, const GroundLayers& layers, int32_t near,
               GroundContours& contours) {
  Connections connections(seams, layers);
  const std::vector<std::vector<uint32_t>> own = SeamsBySheet(sheets.sheets.size(), seams);
  UnionFind grounds(sheets.sheets.size());
  for (const GroundSeam& seam : seams.seams) {
    if (layers.of_sheet[seam.low_sheet] == layers.of_sheet[seam.high_sheet]) {
      grounds.Join(seam.low_sheet, seam.high_sheet);
    }
  }
  std::vector<std::vector<Edge>> edges(layers.count);
  for (uint32_t i = 0; i < sheets.sheets.size(); ++i) {
    if (layers.of_sheet[i] == kNoLayer) continue;
    for (const PlanPolygon& polygon : *sheets.sheets[i].polygons) {
      for (const PlanRing& ring : polygon.rings) {
        for (size_t k = 0, last = ring.size() - 1; k < ring.size(); last = k++) {
          EachPart(ring[last], ring[k], own[i], seams, [&](GroundPoint a, GroundPoint b, int64_t seam) {
            const uint32_t connection = seam < 0 ? kNoConnection : connections.OfSeam(uint32_t(seam));
            // A seam without a connection lies inside the layer: its sheets are in one component, so both are kept or
            // neither.
            if (seam >= 0 && connection == kNoConnection) return;
            edges[layers.of_sheet[i]].push_back({a, b, connection, uint32_t(grounds.Find(i))});
          });
        }
      }
    }
  }
  contours.connections = std::move(connections.list());
  contours.layers.resize(layers.count);
  for (uint32_t i = 0; i < layers.count; ++i) contours.layers[i].rings = Grouped(Trace(std::move(edges[i])), near);
  MergeConnections(contours);
}

}  // namespace navnet
