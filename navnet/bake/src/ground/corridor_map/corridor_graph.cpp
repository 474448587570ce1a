// SPDX-License-Identifier: Apache-2.0
// The medial axis is the Voronoi diagram without the edges whose two nearest obstacle points coincide (van Toll 2017,
// section 4.2). Its vertices of degree two become bends.

#include "ground/corridor_map/corridor_graph.h"

#include <navnet/internal/core/union_find.h>

#include "ground/corridor_map/medial_arc.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace navnet {
namespace {

/// Distance, in units of the contours, below which connected vertices of the diagram are merged into one place:
/// rounding may leave several where four or more obstacles are equally far. If it grows, short edges of the medial axis
/// are lost.
constexpr double kSamePlace = 1e-6;

class GraphMaker {
 public:
  GraphMaker(const GroundContours& contours, const Border& border, const Sites& sites, const VoronoiDiagram& diagram,
             Ground& ground)
      : contours_(contours), border_(border), sites_(sites), diagram_(diagram), ground_(ground) {}

  void Make() {
    FindSpokes();
    FindVertices();
    MakeEdges();
    FindComponents();
  }

 private:
  Vec2 Place(uint32_t vertex) const { return diagram_.vertices[place_of_[vertex]]; }
  Vec2 OriginOf(uint32_t half) const { return Place(diagram_.halves[half].origin); }
  Vec2 EndOf(uint32_t half) const { return Place(diagram_.End(half)); }

  /// Merges vertices into places, and collects the half edges on the medial axis by the place of their origin.
  void FindSpokes() {
    UnionFind same(diagram_.vertices.size());
    for (uint32_t half = 0; half < diagram_.halves.size(); half += 2) {
      const uint32_t from = diagram_.halves[half].origin, to = diagram_.End(half);
      if (diagram_.removed[half / 2]) continue;
      if (Length(diagram_.vertices[to] - diagram_.vertices[from]) < kSamePlace) same.Join(from, to);
    }
    place_of_.resize(diagram_.vertices.size());
    for (uint32_t v = 0; v < place_of_.size(); ++v) place_of_[v] = uint32_t(same.Find(v));

    const auto is_axis = [&](uint32_t half) {
      return !diagram_.removed[half / 2] && place_of_[diagram_.halves[half].origin] != place_of_[diagram_.End(half)] &&
             !sites_.Touch(diagram_.halves[half].site, diagram_.halves[half ^ 1].site);
    };
    first_.assign(diagram_.vertices.size() + 1, 0);
    for (uint32_t half = 0; half < diagram_.halves.size(); ++half) {
      if (is_axis(half)) ++first_[place_of_[diagram_.halves[half].origin] + 1];
    }
    for (size_t i = 0; i + 1 < first_.size(); ++i) first_[i + 1] += first_[i];
    spokes_.resize(first_.back());
    std::vector<uint32_t> end(first_.begin(), first_.end() - 1);
    angles_.resize(diagram_.halves.size());
    for (uint32_t half = 0; half < diagram_.halves.size(); ++half) {
      if (!is_axis(half)) continue;
      angles_[half] = AngleOf(half);
      spokes_[end[place_of_[diagram_.halves[half].origin]]++] = half;
    }
    for (size_t v = 0; v + 1 < first_.size(); ++v) {
      std::sort(spokes_.begin() + first_[v], spokes_.begin() + first_[v + 1],
                [&](uint32_t s, uint32_t t) { return std::pair(angles_[s], s) < std::pair(angles_[t], t); });
    }
  }

  std::span<const uint32_t> SpokesOf(uint32_t place) const {
    return std::span(spokes_).subspan(first_[place], first_[place + 1] - first_[place]);
  }

  /// The angle at which a half edge leaves its origin: along the bisector of the directions to its two nearest obstacle
  /// points.
  double AngleOf(uint32_t half) const {
    const Vec2 p = diagram_.vertices[diagram_.halves[half].origin], q = diagram_.vertices[diagram_.End(half)];
    const Vec2 left = sites_[diagram_.halves[half].site].Foot(p) - p;
    const Vec2 right = sites_[diagram_.halves[half ^ 1].site].Foot(p) - p;
    if (LengthSquared(left) == 0) return std::atan2(q.y - p.y, q.x - p.x);  // A corner has one spoke.
    const double from = std::atan2(right.y, right.x);
    double turn = std::atan2(left.y, left.x) - from;
    if (turn <= 0) turn += 2 * std::numbers::pi;
    const double angle = from + turn / 2;
    return angle > std::numbers::pi ? angle - 2 * std::numbers::pi : angle;
  }

  /// Creates the vertices of the graph: corners, junctions, and on each loop without either the first place in the
  /// order of Key.
  void FindVertices() {
    std::vector<uint32_t> places;
    std::vector<uint8_t> reached(diagram_.halves.size() / 2, 0);
    for (uint32_t v = 0; v + 1 < first_.size(); ++v) {
      const auto spokes = SpokesOf(v);
      if (spokes.empty() || spokes.size() == 2) continue;
      places.push_back(v);
      for (const uint32_t spoke : spokes) {
        for (uint32_t half = spoke; half != kNone && !reached[half / 2]; half = Onward(half)) reached[half / 2] = 1;
      }
    }
    for (const uint32_t spoke : spokes_) {
      if (reached[spoke / 2]) continue;
      uint32_t least = place_of_[diagram_.halves[spoke].origin];
      for (uint32_t half = spoke; !reached[half / 2]; half = Onward(half)) {
        reached[half / 2] = 1;
        const uint32_t v = place_of_[diagram_.halves[half].origin];
        if (Key(v) < Key(least)) least = v;
      }
      places.push_back(least);
    }
    std::sort(places.begin(), places.end(), [&](uint32_t v, uint32_t w) { return Key(v) < Key(w); });
    vertex_of_.assign(diagram_.vertices.size(), kNone);
    for (const uint32_t place : places) {
      vertex_of_[place] = uint32_t(ground_.vertices.size());
      const auto spokes = SpokesOf(place);
      const Vec2 p = diagram_.vertices[place];
      const double clearance = Length(sites_[diagram_.halves[spokes[0]].site].Foot(p) - p);
      ground_.vertices.push_back(
          {ToPlan(p), clearance * contours_.unit_m, 0, uint32_t(spokes.size()), diagram_.layers[place], 0});
    }
    places_ = std::move(places);
  }

  /// Sort key of a place; two corners at one point are ordered by the direction of their only edge.
  std::tuple<uint32_t, double, double, double> Key(uint32_t place) const {
    const Vec2 p = diagram_.vertices[place];
    return {diagram_.layers[place], p.x, p.y, angles_[spokes_[first_[place]]]};
  }

  /// The half edge that continues this one at a place of degree two; kNone elsewhere.
  uint32_t Onward(uint32_t half) const {
    const auto spokes = SpokesOf(place_of_[diagram_.End(half)]);
    if (spokes.size() != 2) return kNone;
    return spokes[0] == (half ^ 1) ? spokes[1] : spokes[0];
  }

  void MakeEdges() {
    std::vector<GroundSpoke> spoke_of(diagram_.halves.size(), kNone);
    for (uint32_t v = 0; v < places_.size(); ++v) {
      for (const uint32_t first : SpokesOf(places_[v])) {
        if (spoke_of[first] == kNone) {
          const auto edge = uint32_t(ground_.edges.size());
          const uint32_t last = MakeEdge(v, first);
          spoke_of[first] = 2 * edge;
          spoke_of[last ^ 1] = 2 * edge + 1;
        }
      }
    }
    for (uint32_t v = 0; v < places_.size(); ++v) {
      ground_.vertices[v].first_spoke = uint32_t(ground_.spokes.size());
      for (const uint32_t half : SpokesOf(places_[v])) ground_.spokes.push_back(spoke_of[half]);
    }
  }

  /// Creates the edge from vertex `from` along half edge `first` to the next vertex of the graph; returns its last half
  /// edge.
  uint32_t MakeEdge(uint32_t from, uint32_t first) {
    GroundEdge edge;
    edge.from = from;
    edge.first_bend = uint32_t(ground_.bends.size());
    double length = 0, clearance = std::numeric_limits<double>::infinity();
    uint32_t half = first;
    AddBend(half, diagram_.halves[half].origin);
    while (true) {
      const HalfEdge &left = diagram_.halves[half], &right = diagram_.halves[half ^ 1];
      const MedialArc arc = MeasureArc(sites_[left.site], sites_[right.site], OriginOf(half), EndOf(half));
      length += arc.length;
      clearance = std::min(clearance, arc.min_clearance);
      AddBend(half, diagram_.End(half));
      const uint32_t to = vertex_of_[place_of_[diagram_.End(half)]];
      if (to != kNone) {
        edge.to = to;
        break;
      }
      half = Onward(half);
    }
    edge.bend_count = uint32_t(ground_.bends.size()) - edge.first_bend;
    edge.length_m = length * contours_.unit_m;
    edge.min_clearance_m = clearance * contours_.unit_m;
    ground_.edges.push_back(edge);
    return half;
  }

  /// Appends the bend of a half edge at one of its ends.
  void AddBend(uint32_t half, uint32_t vertex) {
    const uint32_t left = diagram_.halves[half].site, right = diagram_.halves[half ^ 1].site;
    const Vec2 p = Place(vertex);
    ground_.bends.push_back({ToPlan(p), ToPlan(sites_[left].Foot(p)), ToPlan(sites_[right].Foot(p)),
                             diagram_.layers[place_of_[vertex]], border_.segments[sites_.SegmentOf(left)].layer,
                             border_.segments[sites_.SegmentOf(right)].layer, 0});
  }

  void FindComponents() {
    UnionFind sets(ground_.vertices.size());
    for (const GroundEdge& edge : ground_.edges) sets.Join(edge.from, edge.to);
    for (uint32_t v = 0; v < ground_.vertices.size(); ++v) {
      const size_t root = sets.Find(v);
      ground_.vertices[v].component = root == v ? ground_.component_count++ : ground_.vertices[root].component;
    }
  }

  Vec2 ToPlan(Vec2 p) const {
    return {contours_.origin_m[0] + contours_.unit_m * p.x, contours_.origin_m[1] + contours_.unit_m * p.y};
  }

  const GroundContours& contours_;
  const Border& border_;
  const Sites& sites_;
  const VoronoiDiagram& diagram_;
  Ground& ground_;
  std::vector<uint32_t> place_of_;        ///< By vertex of the diagram: the representative of its place.
  std::vector<uint32_t> first_, spokes_;  ///< By place: the half edges that leave it, counter-clockwise.
  std::vector<double> angles_;            ///< By half edge.
  std::vector<uint32_t> places_;          ///< By vertex of the graph.
  std::vector<uint32_t> vertex_of_;       ///< By place: the graph's vertex, or kNone.
};

}  // namespace

void MakeCorridorGraph(const GroundContours& contours, const Border& border, const Sites& sites,
                       const VoronoiDiagram& diagram, Ground& ground) {
  GraphMaker(contours, border, sites, diagram, ground).Make();
}

}  // namespace navnet
