// SPDX-License-Identifier: Apache-2.0
// The segment Voronoi diagram by Boost.Polygon, restricted to the walkable side.
//
// Boost sweeps a line along x and decides in doubles which arc of the beach line a new point meets. The arcs of a
// segment and of its own end are tangent where they meet, so a point within about 1e-8 of the world's size of that
// location may be assigned to the wrong arc. Boost then misses a vertex, and large parts of the diagram are wrong. In
// voxel worlds this is common, because corners have equal distances along x and y. So the sweep runs in a direction for
// which the corners of a lattice cannot lie at such locations. As other worlds may have arbitrary corners, every
// diagram is verified (diagram_check.h); if it is wrong, the sweep is repeated in another direction.

#include "ground/corridor_map/voronoi.h"

#include <navnet/core/parallel.h>

#include "ground/corridor_map/diagram_check.h"
#include "ground/plan/segment_touch.h"

#include <boost/polygon/voronoi.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

template <>
struct boost::polygon::geometry_concept<navnet::GroundPoint> {
  using type = point_concept;
};
template <>
struct boost::polygon::point_traits<navnet::GroundPoint> {
  using coordinate_type = int32_t;
  static int32_t get(const navnet::GroundPoint& p, const orientation_2d& axis) {
    return axis == HORIZONTAL ? p.x : p.y;
  }
};
template <>
struct boost::polygon::geometry_concept<navnet::PlanSegment> {
  using type = segment_concept;
};
template <>
struct boost::polygon::segment_traits<navnet::PlanSegment> {
  using coordinate_type = int32_t;
  using point_type = navnet::GroundPoint;
  static point_type get(const navnet::PlanSegment& s, const direction_1d& end) { return end.to_int() ? s.b : s.a; }
};

namespace navnet {
namespace {

using BoostDiagram = boost::polygon::voronoi_diagram<double>;
using BoostEdge = BoostDiagram::edge_type;
using BoostCell = BoostDiagram::cell_type;
using BoostVertex = BoostDiagram::vertex_type;

bool PointBefore(GroundPoint p, GroundPoint q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }
Vec2 ToVec2(GroundPoint p) { return {double(p.x), double(p.y)}; }

/// A segment with the border segments on its left and right; kNone where that side is not walkable.
struct TwoSided {
  GroundPoint a, b;
  uint32_t left = kNone, right = kNone;
};

std::vector<TwoSided> SegmentsOf(const Border& border, uint32_t island) {
  std::vector<TwoSided> segments;
  for (uint32_t i = border.first_of_island[island]; i < border.first_of_island[island + 1]; ++i) {
    if (border.IsInner(i)) continue;
    const BorderSegment& p = border.segments[i];
    if (PointBefore(p.a, p.b)) {
      segments.push_back({p.a, p.b, i, kNone});
    } else {
      segments.push_back({p.b, p.a, kNone, i});
    }
  }
  std::sort(segments.begin(), segments.end(), [](const TwoSided& s, const TwoSided& t) {
    if (s.a != t.a) return PointBefore(s.a, t.a);
    if (s.b != t.b) return PointBefore(s.b, t.b);
    return s.left < t.left;
  });
  size_t count = 0;
  for (const TwoSided& s : segments) {
    if (count > 0 && segments[count - 1].a == s.a && segments[count - 1].b == s.b) {
      // The border has no segment twice, so these are the two sides of one segment.
      if (s.left != kNone) segments[count - 1].left = s.left;
      if (s.right != kNone) segments[count - 1].right = s.right;
    } else {
      segments[count++] = s;
    }
  }
  segments.resize(count);
  return segments;
}

/// Rotates and scales the plan before the sweep: (x, y) → (a x - b y, b x + a y), which is exact on integers.
struct SweepTurn {
  int32_t a = 1, b = 0;

  GroundPoint operator()(GroundPoint p) const { return {a * p.x - b * p.y, b * p.x + a * p.y}; }
  Vec2 Back(Vec2 p) const { return Vec2{a * p.x + b * p.y, a * p.y - b * p.x} * (1.0 / (a * a + b * b)); }
};

/// The sweep directions, in the order they are tried. |a| + |b| < 8, because coordinates relative to the middle of an
/// island are at most 2^28. a² + b² is not a square: then the bisector of the sweep direction and an axis has an
/// irrational slope, and no two corners of a lattice lie on a line along it. The points that Boost assigns wrongly lie
/// on such lines.
constexpr std::array<SweepTurn, 8> kSweepTurns = {
    {{2, 1}, {-1, 3}, {-5, -2}, {1, -4}, {3, 2}, {-2, 5}, {-6, -1}, {4, -1}}};

/// Builds the diagram of one island.
class IslandDiagram {
 public:
  IslandDiagram(const Border& border, const Sites& sites, uint32_t island, SweepTurn turn)
      : border_(border),
        sites_(sites),
        first_piece_(border.first_of_island[island]),
        last_piece_(border.first_of_island[island + 1]),
        turn_(turn),
        segments_(SegmentsOf(border, island)) {}

  /// Nothing if the result is not the Voronoi diagram of the island.
  std::optional<VoronoiDiagram> Make() {
    if (segments_.empty()) return VoronoiDiagram{};
    FindSectors();
    Construct();
    if (!Classify()) return {};
    MakeHalfEdges();
    LinkHalfEdges();
    if (!IsVoronoiDiagram(diagram_, border_, sites_, first_piece_, last_piece_)) return {};
    diagram_.removed.assign(diagram_.halves.size() / 2, 0);
    const uint32_t size = last_piece_ - first_piece_;
    for (HalfEdge& half : diagram_.halves) {
      half.site = sites_.SegmentOf(half.site) - first_piece_ + (sites_.IsPoint(half.site) ? size : 0);
    }
    return std::move(diagram_);
  }

 private:
  enum class Place : uint8_t { Unknown, Walkable, Other };

  /// The walkable sector between `segment`, which ends at `point`, and the segment that follows it.
  struct Sector {
    GroundPoint point;
    uint32_t segment = 0;
  };

  void FindSectors() {
    for (uint32_t i = first_piece_; i < last_piece_; ++i) {
      sectors_.push_back({border_.segments[i].b, i});
    }
    std::sort(sectors_.begin(), sectors_.end(), [](const Sector& s, const Sector& t) {
      return s.point == t.point ? s.segment < t.segment : PointBefore(s.point, t.point);
    });
  }
  auto SectorsAt(GroundPoint p) const {
    return std::equal_range(sectors_.begin(), sectors_.end(), Sector{p, 0},
                            [](const Sector& s, const Sector& t) { return PointBefore(s.point, t.point); });
  }

  /// Runs Boost on coordinates relative to the middle of the island, because its rounding errors are proportional to
  /// them.
  void Construct() {
    GroundPoint lo = segments_[0].a, hi = lo;
    for (const TwoSided& s : segments_) {
      for (const GroundPoint p : {s.a, s.b}) {
        lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
        hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
      }
    }
    middle_ = {lo.x + (hi.x - lo.x) / 2, lo.y + (hi.y - lo.y) / 2};
    std::vector<PlanSegment> input;
    input.reserve(segments_.size());
    const auto turned = [&](GroundPoint p) { return turn_({p.x - middle_.x, p.y - middle_.y}); };
    for (const TwoSided& s : segments_) input.push_back({turned(s.a), turned(s.b)});
    boost::polygon::construct_voronoi(input.begin(), input.end(), &boost_);

    positions_.resize(boost_.num_vertices());
    is_corner_.resize(boost_.num_vertices());
    for (size_t i = 0; i < positions_.size(); ++i) {
      const BoostVertex& v = boost_.vertices()[i];
      v.color(i);
      const std::optional<GroundPoint> corner = CornerAt(v);
      is_corner_[i] = corner.has_value();
      positions_[i] = corner ? ToVec2(*corner) : turn_.Back({v.x(), v.y()}) + ToVec2(middle_);
    }
    for (size_t i = 0; i < boost_.num_edges(); ++i) boost_.edges()[i].color(i);
  }

  GroundPoint PointOf(const BoostCell& cell) const {
    const TwoSided& s = segments_[cell.source_index()];
    return cell.source_category() == boost::polygon::SOURCE_CATEGORY_SEGMENT_START_POINT ? s.a : s.b;
  }

  /// The point that all sites around a vertex have in common, if any: it is the exact position of the vertex.
  std::optional<GroundPoint> CornerAt(const BoostVertex& v) const {
    std::optional<GroundPoint> corners[2];
    const BoostEdge* e = v.incident_edge();
    do {
      const TwoSided& s = segments_[e->cell()->source_index()];
      const bool is_point = e->cell()->contains_point();
      const GroundPoint a = is_point ? PointOf(*e->cell()) : s.a, b = is_point ? a : s.b;
      if (e == v.incident_edge()) {
        corners[0] = a, corners[1] = b;
      } else {
        for (std::optional<GroundPoint>& corner : corners) {
          if (corner && *corner != a && *corner != b) corner.reset();
        }
      }
      e = e->rot_next();
    } while (e != v.incident_edge());
    return corners[0] ? corners[0] : corners[1];
  }

  /// Signed distance of a vertex to the left of a segment; 0 for a corner or null.
  double LeftOf(const TwoSided& s, const BoostVertex* v) const {
    const Vec2 along = ToVec2(s.b) - ToVec2(s.a);
    return v == nullptr || is_corner_[v->color()] ? 0
                                                  : Cross(along, positions_[v->color()] - ToVec2(s.a)) / Length(along);
  }

  /// The segment on the side of a segment on which v and w, vertices of its cell, lie (the farther one decides); kNone
  /// if that side is not walkable.
  uint32_t PieceAt(const TwoSided& s, const BoostVertex* v, const BoostVertex* w) const {
    const double at_v = LeftOf(s, v), at_w = LeftOf(s, w);
    return (std::abs(at_v) > std::abs(at_w) ? at_v : at_w) > 0 ? s.left : s.right;
  }

  /// Whether e is an edge between a segment and its own end without a vertex at that end. It is a line through that
  /// end, perpendicular to the segment, so it may run on both the walkable and the other side. Boost has a vertex there
  /// only if another segment ends there.
  bool RunsThroughPoint(const BoostEdge& e) const {
    return e.is_secondary() && !(e.vertex0() && is_corner_[e.vertex0()->color()]) &&
           !(e.vertex1() && is_corner_[e.vertex1()->color()]);
  }

  bool Mark(const BoostVertex* v, Place place) {
    if (v == nullptr) return place == Place::Other;
    if (is_corner_[v->color()]) return true;
    Place& mark = places_[v->color()];
    if (mark == Place::Unknown) {
      mark = place;
      marked_.push_back(v);
    }
    return mark == place;
  }

  /// Walkable ground is bounded: whether an edge between a segment and its own end extends to infinity only on sides
  /// that are not walkable. The cell of the segment lies to the left of e, which determines the direction of e.
  bool EndsOutside(const BoostEdge& e, const TwoSided& s) const {
    const bool at_start = PointOf(*e.twin()->cell()) == s.a;
    const uint32_t from = at_start ? s.left : s.right, to = at_start ? s.right : s.left;
    return (e.vertex0() != nullptr || from == kNone) && (e.vertex1() != nullptr || to == kNone);
  }

  /// Determines which vertices are walkable: at the cell of a segment by its side, elsewhere by connectivity. Returns
  /// false on a contradiction.
  bool Classify() {
    places_.assign(boost_.num_vertices(), Place::Unknown);
    for (const BoostEdge& e : boost_.edges()) {
      if (!e.cell()->contains_segment()) continue;
      const TwoSided& s = segments_[e.cell()->source_index()];
      const auto place = [&](const BoostVertex* v, const BoostVertex* w) {
        return PieceAt(s, v, w) == kNone ? Place::Other : Place::Walkable;
      };
      if (e.is_secondary() && !EndsOutside(e, s)) return false;
      if (RunsThroughPoint(e)) {
        for (const BoostVertex* v : {e.vertex0(), e.vertex1()}) {
          if (v != nullptr && !Mark(v, place(v, v))) return false;
        }
      } else if (!e.is_secondary() || e.is_finite()) {
        const Place here = place(e.vertex0(), e.vertex1());
        if (!Mark(e.vertex0(), here) || !Mark(e.vertex1(), here)) return false;
      }
    }
    while (!marked_.empty()) {
      const BoostVertex* v = marked_.back();
      marked_.pop_back();
      const BoostEdge* e = v->incident_edge();
      do {
        const bool ends_here = RunsThroughPoint(*e) || (e->vertex1() && is_corner_[e->vertex1()->color()]);
        if (!ends_here && !Mark(e->vertex1(), places_[v->color()])) return false;
        e = e->rot_next();
      } while (e != v->incident_edge());
    }
    return true;
  }

  bool IsWalkable(const BoostVertex* v) const { return v != nullptr && places_[v->color()] == Place::Walkable; }

  uint32_t VertexOf(const BoostVertex* v) {
    uint32_t& id = vertex_ids_[v->color()];
    if (id == kNone) {
      id = uint32_t(diagram_.vertices.size());
      diagram_.vertices.push_back(positions_[v->color()]);
    }
    return id;
  }

  uint32_t AddCorner(Vec2 p) {
    diagram_.vertices.push_back(p);
    return uint32_t(diagram_.vertices.size() - 1);
  }

  /// The site of the cell to the left of `e`, near `v` (and `w`).
  uint32_t SiteOf(const BoostEdge& e, const BoostVertex* v, const BoostVertex* w) const {
    const BoostCell& cell = *e.cell();
    if (cell.contains_segment()) return PieceAt(segments_[cell.source_index()], v, w);
    const GroundPoint point = PointOf(cell);
    const auto [begin, end] = SectorsAt(point);
    const BoostVertex* inner = IsWalkable(v) ? v : w;
    const Vec2 towards = positions_[inner->color()] - ToVec2(point);
    for (auto s = begin; s != end; ++s) {
      if (end - begin == 1 || border_.SectorHolds(s->segment, towards)) return sites_.PointAtEndOf(s->segment);
    }
    return sites_.PointAtEndOf(begin->segment);
  }

  /// Adds the edge from `from` to `to`; returns the half edge of e's cell.
  uint32_t AddEdge(const BoostEdge& e, const BoostVertex* v, const BoostVertex* w, uint32_t from, uint32_t to) {
    const auto half = uint32_t(diagram_.halves.size());
    diagram_.halves.push_back({from, SiteOf(e, v, w), kNone, kNone});
    diagram_.halves.push_back({to, SiteOf(*e.twin(), v, w), kNone, kNone});
    return half;
  }

  void MakeHalfEdges() {
    vertex_ids_.assign(boost_.num_vertices(), kNone);
    first_.assign(boost_.num_edges(), kNone);
    last_.assign(boost_.num_edges(), kNone);
    for (const BoostEdge& e : boost_.edges()) {
      if (e.color() > e.twin()->color()) continue;
      const BoostVertex *v = e.vertex0(), *w = e.vertex1();
      const size_t forth = e.color(), back = e.twin()->color();
      if (RunsThroughPoint(e)) {
        const BoostCell& cell = e.cell()->contains_point() ? *e.cell() : *e.twin()->cell();
        const Vec2 point = ToVec2(PointOf(cell));
        if (IsWalkable(v)) {
          first_[forth] = AddEdge(e, v, v, VertexOf(v), AddCorner(point));
          last_[back] = first_[forth] ^ 1;
        }
        if (IsWalkable(w)) {
          last_[forth] = AddEdge(e, w, w, AddCorner(point), VertexOf(w));
          first_[back] = last_[forth] ^ 1;
        }
      } else if (IsWalkable(v) || IsWalkable(w)) {
        const auto end_of = [&](const BoostVertex* x) {
          return is_corner_[x->color()] ? AddCorner(positions_[x->color()]) : VertexOf(x);
        };
        const uint32_t from = end_of(v), to = end_of(w);
        first_[forth] = last_[forth] = AddEdge(e, v, w, from, to);
        first_[back] = last_[back] = first_[forth] ^ 1;
      }
    }
  }

  void LinkHalfEdges() {
    for (const BoostEdge& e : boost_.edges()) {
      const BoostVertex* end = e.vertex1();
      if (IsWalkable(end)) diagram_.Link(last_[e.color()], first_[e.next()->color()]);
    }
  }

  const Border& border_;
  const Sites& sites_;
  const uint32_t first_piece_, last_piece_;
  const SweepTurn turn_;
  const std::vector<TwoSided> segments_;
  std::vector<Sector> sectors_;  ///< By point.
  GroundPoint middle_;
  BoostDiagram boost_;
  std::vector<Vec2> positions_;  ///< By Boost's vertex, in the contours' coordinates.
  std::vector<bool> is_corner_;  ///< Whether it is an end of a segment.
  std::vector<Place> places_;    ///< By Boost's vertex, except corners.
  std::vector<const BoostVertex*> marked_;
  std::vector<uint32_t> vertex_ids_;    ///< By Boost's vertex.
  std::vector<uint32_t> first_, last_;  ///< By Boost's half edge: our half edges at its start and its end.
  VoronoiDiagram diagram_;
};

Result<VoronoiDiagram> MakeIsland(const Border& border, const Sites& sites, uint32_t island) {
  for (const SweepTurn turn : kSweepTurns) {
    std::optional<VoronoiDiagram> made = IslandDiagram(border, sites, island, turn).Make();
    if (made) return std::move(*made);
  }
  return Error{ErrorCode::InvalidArgument,
               "ground contours: layer " + std::to_string(border.segments[border.first_of_island[island]].layer) +
                   " does not separate what is walkable from what is not; check its rings' directions"};
}

/// Hash of all inputs of an island's diagram.
ContentKey KeyOf(const Border& border, uint32_t island) {
  const uint32_t first = border.first_of_island[island];
  KeyMaker key;
  for (uint32_t i = first; i < border.first_of_island[island + 1]; ++i) {
    const BorderSegment& p = border.segments[i];
    key.Add(p.a).Add(p.b).Add(p.next - first).Add(border.IsInner(i));
  }
  return key.Make();
}

}  // namespace

Sites::Sites(const Border& border) : sites_(2 * border.segments.size()) {
  for (uint32_t i = 0; i < border.segments.size(); ++i) {
    const BorderSegment& p = border.segments[i];
    const Vec2 a = ToVec2(p.a), along = ToVec2(p.b) - a;
    const double length = Length(along);
    sites_[i] = {a, along * (1 / length), length};
    sites_[PointAtEndOf(i)] = {ToVec2(p.b), {}, 0};
  }
}

bool Sites::Touch(uint32_t s, uint32_t t) const {
  const Site &one = sites_[s], &other = sites_[t];
  if (one.IsPoint() && other.IsPoint()) return one.a == other.a;
  if (one.IsPoint()) return one.a == other.a || one.a == EndOf(t);
  if (other.IsPoint()) return other.a == one.a || other.a == EndOf(s);
  if (EndOf(s) != other.a && EndOf(t) != one.a) return false;
  const auto exact = [](Vec2 p) { return GroundPoint{int32_t(p.x), int32_t(p.y)}; };
  const GroundPoint a = exact(one.a), b = exact(EndOf(s));
  return Orientation(a, b, exact(other.a)) == 0 && Orientation(a, b, exact(EndOf(t))) == 0 &&
         Dot(one.direction, other.direction) > 0;
}

Result<VoronoiDiagram> VoronoiMaker::Make(const Border& border, const Sites& sites, int threads) {
  const size_t island_count = border.first_of_island.size() - 1;
  std::vector<ContentKey> keys(island_count);
  std::vector<std::shared_ptr<const VoronoiDiagram>> islands(island_count);
  std::vector<Status> found(island_count, Ok());
  ParallelFor(island_count, threads, [&](size_t island) {
    keys[island] = KeyOf(border, uint32_t(island));
    if (const auto known = kept_.find(keys[island]); known != kept_.end()) {
      islands[island] = known->second;
      return;
    }
    Result<VoronoiDiagram> made = MakeIsland(border, sites, uint32_t(island));
    if (made) {
      islands[island] = std::make_shared<const VoronoiDiagram>(std::move(*made));
    } else {
      found[island] = made.error();
    }
  });
  for (const Status& status : found) {
    if (!status) return status.error();
  }
  VoronoiDiagram all;
  for (size_t island = 0; island < island_count; ++island) {
    const VoronoiDiagram& diagram = *islands[island];
    const uint32_t first_piece = border.first_of_island[island];
    const uint32_t size = border.first_of_island[island + 1] - first_piece;
    const auto first_vertex = uint32_t(all.vertices.size()), first_half = uint32_t(all.halves.size());
    all.vertices.insert(all.vertices.end(), diagram.vertices.begin(), diagram.vertices.end());
    all.layers.insert(all.layers.end(), diagram.vertices.size(), border.segments[first_piece].layer);
    for (HalfEdge half : diagram.halves) {
      half.origin += first_vertex;
      half.site = half.site < size ? first_piece + half.site : sites.PointAtEndOf(first_piece + half.site - size);
      if (half.next != kNone) half.next += first_half;
      if (half.previous != kNone) half.previous += first_half;
      all.halves.push_back(half);
    }
    all.removed.insert(all.removed.end(), diagram.removed.begin(), diagram.removed.end());
  }
  kept_.clear();
  for (size_t island = 0; island < island_count; ++island) kept_[keys[island]] = std::move(islands[island]);
  return all;
}

}  // namespace navnet
