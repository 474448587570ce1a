// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/clearing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

/// Number of nearby triangles from which on their cutters are cached. If it grows, updates use less memory but more
/// time.
constexpr size_t kManyTriangles = 64;
/// A polygon with more cutters than this is halved before subtraction. If it grows, there are fewer but slower sweeps.
constexpr size_t kFewCutters = 12;
/// Extent in grid units below which a polygon is not halved any more. If it grows, dense places are swept more slowly.
constexpr int32_t kSmallPiece = 500;
/// Margin, in grid units, around a polygon to which its cutters are clipped. It keeps the points rounded by clipping
/// away from the polygon.
constexpr int32_t kFrame = 64;

/// The corners of a polygon clipped from a triangle, and the values of a linear function there.
struct Cut {
  std::array<Vec2, 8> points;
  std::array<double, 8> values;
  size_t count = 0;

  void Push(Vec2 p, double value) {
    points[count] = p;
    values[count++] = value;
  }
};

/// The part of the polygon with values of at least (or, with `below`, at most) `limit`.
Cut KeepPart(const Cut& in, double limit, bool below) {
  Cut out;
  for (size_t i = 0; i < in.count; ++i) {
    const size_t next = (i + 1) % in.count;
    const double from = below ? limit - in.values[i] : in.values[i] - limit;
    const double to = below ? limit - in.values[next] : in.values[next] - limit;
    if (from >= 0) out.Push(in.points[i], in.values[i]);
    if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
      out.Push(in.points[i] + (in.points[next] - in.points[i]) * (from / (from - to)), limit);
    }
  }
  return out;
}

std::vector<GroundPoint> Rounded(const Cut& cut) {
  std::vector<GroundPoint> out;
  for (size_t i = 0; i < cut.count; ++i) {
    out.push_back({int32_t(std::lround(cut.points[i].x)), int32_t(std::lround(cut.points[i].y))});
  }
  return out;
}

/// Whether a polygon is no wider than the margin by which surfaces are widened. A cover is not widened, so when the top
/// of an object covers its underside, such a strip of the underside remains along every edge between two triangles. It
/// would be walkable where the height above the top is too low and that above the underside is not.
bool IsStrip(const PlanPolygon& polygon) {
  double border = 0;
  for (const PlanRing& ring : polygon.rings) {
    for (size_t i = 0; i < ring.size(); ++i) {
      const GroundPoint a = ring[i], b = ring[(i + 1) % ring.size()];
      border += std::hypot(double(b.x) - a.x, double(b.y) - a.y);
    }
  }
  return 2 * AreaOf(polygon) < (WalkLimits::kWidenSurface + 1) * border;
}

class Clearing {
 public:
  Clearing(const std::vector<PlanTriangle>& triangles, uint32_t index, const WalkLimits& limits,
           const std::shared_ptr<const PlanTriangle>& shared)
      : triangles_(triangles), index_(index), limits_(limits), shared_(shared) {}

  void Make(std::span<const uint32_t> near, ClearedTriangle& known) {
    const bool keep = known.is_second_time && near.size() >= kManyTriangles;
    known.is_second_time = true;
    if (!keep || known.cutters.size() > 2 * near.size()) known.cutters.clear();
    std::vector<TriangleCutters> made;
    made.reserve(near.size());  // `cutters` points into it.
    std::vector<const Cutter*> cutters;
    for (const uint32_t other : near) {
      if (other == index_) continue;
      const TriangleCutters* both = nullptr;
      if (keep) {
        auto [at, is_new] = known.cutters.try_emplace(triangles_[other].key);
        if (is_new || at->second.walkable != triangles_[other].walkable) at->second = CuttersOf(other);
        both = &at->second;
      } else {
        both = &made.emplace_back(CuttersOf(other));
      }
      if (!both->obstacle.ring.empty()) cutters.push_back(&both->obstacle);
      if (!both->cover.ring.empty()) cutters.push_back(&both->cover);
      for (const Cutter& rim : both->rims) cutters.push_back(&rim);
    }
    is_cut_ = false;
    known.root = Clear(hull_, cutters, known.root.get());
  }

 private:
  TriangleCutters CuttersOf(uint32_t other) const {
    const Cut above = AboveOf(triangles_[index_], triangles_[other]);
    TriangleCutters cutters{triangles_[other].walkable, Cutter(ObstacleOf(above)), Cutter(CoverOf(above, other)), {}};
    AddRims(cutters.cover.ring, cutters.rims);
    return cutters;
  }

  /// The surface is widened beyond the edges of its triangle, a cover is not. Where a cover reaches an edge of the
  /// triangle, a strip of the surface would remain beyond that edge, beside the cover, and connect the surfaces at its
  /// two ends. So for each covered interval of an edge the margin beyond it is subtracted; at a corner, only if both
  /// its edges are covered there.
  void AddRims(const PlanRing& cover, std::vector<Cutter>& rims) const {
    if (cover.empty() || raw_.size() < 3) return;
    // In grid units: distance up to which a cover reaches an edge, and width of the margin that is subtracted beyond
    // it.
    constexpr double kNear = 1, kBeyond = 2 * WalkLimits::kWidenSurface;
    struct Stretch {
      Vec2 start, along;
      double length = 0, from = INFINITY, to = -INFINITY;
    };
    std::vector<Stretch> stretches;
    std::vector<Vec2> outline;
    for (const GroundPoint p : cover) outline.push_back({double(p.x), double(p.y)});
    for (size_t i = 0; i < raw_.size(); ++i) {
      const GroundPoint p = raw_[i], q = raw_[(i + 1) % raw_.size()];
      Stretch& edge = stretches.emplace_back();
      edge.start = {double(p.x), double(p.y)};
      edge.along = Vec2{double(q.x), double(q.y)} - edge.start;
      edge.length = Length(edge.along);
      edge.along = edge.along * (1 / edge.length);
      const Vec2 out = {edge.along.y, -edge.along.x};
      const double at = Dot(out, edge.start);
      for (const Vec2 on_edge : CutConvex(CutConvex(outline, out.x, out.y, at + kNear), -out.x, -out.y, kNear - at)) {
        const double along = Dot(on_edge - edge.start, edge.along);
        edge.from = std::min(edge.from, std::max(along, 0.0));
        edge.to = std::max(edge.to, std::min(along, edge.length));
      }
    }
    for (size_t i = 0; i < stretches.size(); ++i) {
      const Stretch &edge = stretches[i], &before = stretches[(i + stretches.size() - 1) % stretches.size()],
                    &after = stretches[(i + 1) % stretches.size()];
      if (edge.to - edge.from <= kNear) continue;
      const auto starts = [](const Stretch& s) { return s.from < kNear && s.to - s.from > kNear; };
      const auto ends = [](const Stretch& s) { return s.to > s.length - kNear && s.to - s.from > kNear; };
      const double from = starts(edge) && ends(before) ? -kBeyond : edge.from;
      const double to = ends(edge) && starts(after) ? edge.length + kBeyond : edge.to;
      const Vec2 out = {edge.along.y, -edge.along.x};
      std::vector<GroundPoint> points;
      for (const double along : {from, to}) {
        for (const double beyond : {0.0, kBeyond}) {
          const Vec2 p = edge.start + edge.along * along + out * beyond;
          points.push_back({int32_t(std::lround(p.x)), int32_t(std::lround(p.y))});
        }
      }
      Cutter rim(WidenedHull(points, 0));
      if (!rim.ring.empty()) rims.push_back(std::move(rim));
    }
  }

  /// The triangle `other` with its heights above the plane of t.
  static Cut AboveOf(const PlanTriangle& t, const PlanTriangle& other) {
    Cut cut;
    for (int i = 0; i < 3; ++i) {
      const GroundPoint p = other.corners[i];
      cut.Push({double(p.x), double(p.y)}, other.heights_m[i] - t.HeightAt(p));
    }
    return cut;
  }

  /// The part that is too high to step onto and too low to walk under.
  PlanRing ObstacleOf(const Cut& above) const {
    const Cut band = KeepPart(KeepPart(above, limits_.step_m, false), limits_.height_m, true);
    if (band.count == 0) return {};
    return WidenedHull(Rounded(band), WalkLimits::kWidenObstacle);
  }

  /// The part of `other` that is low enough above this triangle to step onto, and so replaces its surface. Adjacent
  /// triangles, which overlap it only because surfaces are widened, do not count, nor do upright walls, which have no
  /// area on the plan.
  PlanRing CoverOf(const Cut& above, uint32_t other) const {
    const PlanTriangle& s = triangles_[other];
    const double lowest = !s.walkable ? limits_.tie_m / 5 : other < index_ ? -limits_.tie_m : 3 * limits_.tie_m;
    const Cut band = KeepPart(KeepPart(above, lowest, false), limits_.step_m, true);
    if (band.count < 3) return {};
    PlanRing ring = WidenedHull(Rounded(band), 0);
    if (!ConvexOverlap(ring, raw_, 1.5)) return {};
    return ring;
  }

  /// Subtracts the cutters from a convex polygon; null if nothing is left. The polygon is halved while it has many
  /// cutters: the sweep compares all edges that overlap along its line, and in a triangle soup most halves are entirely
  /// inside one cutter. `last`: the previous result at the same position in the tree, may be null; reused if its key is
  /// the same.
  std::shared_ptr<const ClearedPolygon> Clear(const PlanRing& ring, std::span<const Cutter* const> cutters,
                                              const ClearedPolygon* last) {
    const PlanBox box = BoxOf(ring);
    std::vector<const Cutter*> own;
    for (const Cutter* cutter : cutters) {
      if (!cutter->box.Touches(box) || !ConvexOverlap(cutter->ring, ring, 0)) continue;
      if (ConvexHolds(cutter->ring, ring)) return nullptr;
      own.push_back(cutter);
    }
    KeyMaker maker;
    maker.AddList(std::span<const GroundPoint>(ring));
    for (const Cutter* cutter : own) maker.Add(cutter->key);
    const ContentKey key = maker.Make();
    if (last != nullptr && last->key == key) return last->shared_from_this();

    is_cut_ = is_cut_ || !own.empty();
    auto cleared = std::make_shared<ClearedPolygon>();
    cleared->key = key;
    PlanPolygon whole;
    whole.rings.push_back(ring);
    whole.convex = true;
    const int axis = box.x1 - box.x0 >= box.y1 - box.y0 ? 0 : 1;
    const int32_t from = axis == 0 ? box.x0 : box.y0, to = axis == 0 ? box.x1 : box.y1;
    if (own.empty()) {
      AddPart(std::move(whole), *cleared);
    } else if (own.size() <= kFewCutters || to - from < kSmallPiece) {
      std::vector<PlanRing> rings;
      rings.reserve(own.size());
      for (const Cutter* cutter : own) rings.push_back(cutter->ring);
      DropHidden(ring, rings);
      for (PlanPolygon& part : Subtract(ring, rings)) AddPart(std::move(part), *cleared);
    } else {
      std::vector<PlanPolygon> halves;
      CutAtLine(whole, axis, from + (to - from) / 2, halves, halves);
      for (size_t i = 0; i < halves.size(); ++i) {
        const bool was_cut = last != nullptr && i < last->children.size();
        cleared->children.push_back(Clear(halves[i].rings[0], own, was_cut ? last->children[i].get() : nullptr));
      }
    }
    return cleared;
  }

  /// Adds a part unless it is a mere strip. An uncut triangle is kept however narrow it is.
  void AddPart(PlanPolygon polygon, ClearedPolygon& to) const {
    if (is_cut_ && IsStrip(polygon)) return;
    to.parts.push_back(std::make_shared<const PlanPart>(shared_, std::move(polygon)));
  }

  /// Removes cutters that lie inside another cutter within the bounding box of `ring`: most obstacles on a floor are
  /// hidden by wider ones.
  static void DropHidden(const PlanRing& ring, std::vector<PlanRing>& cutters) {
    PlanBox box = BoxOf(ring);
    box = {box.x0 - kFrame, box.y0 - kFrame, box.x1 + kFrame, box.y1 + kFrame};
    const PlanRing frame = {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
    for (PlanRing& cutter : cutters) {
      std::vector<GroundPoint> points;
      for (Vec2 p : IntersectConvex(cutter, frame))
        points.push_back({int32_t(std::lround(p.x)), int32_t(std::lround(p.y))});
      cutter = WidenedHull(points, 0);
    }
    std::erase_if(cutters, [](const PlanRing& cutter) { return cutter.size() < 3; });
    std::stable_sort(cutters.begin(), cutters.end(),
                     [](const PlanRing& a, const PlanRing& b) { return DoubleArea(a) > DoubleArea(b); });
    std::vector<PlanRing> kept;
    for (PlanRing& cutter : cutters) {
      const bool hidden =
          std::any_of(kept.begin(), kept.end(), [&](const PlanRing& other) { return ConvexHolds(other, cutter); });
      if (!hidden) kept.push_back(std::move(cutter));
    }
    cutters = std::move(kept);
  }

  const std::vector<PlanTriangle>& triangles_;
  const uint32_t index_;
  const WalkLimits& limits_;
  const std::shared_ptr<const PlanTriangle>& shared_;
  const PlanRing raw_ = WidenedHull(triangles_[index_].corners, 0);
  const PlanRing hull_ = WidenedHull(triangles_[index_].corners, WalkLimits::kWidenSurface);
  bool is_cut_ = false;  ///< Whether any cutter overlaps the triangle.
};

void Gather(const ClearedPolygon* cleared, std::vector<PlanPartPtr>& out) {
  if (cleared == nullptr) return;
  out.insert(out.end(), cleared->parts.begin(), cleared->parts.end());
  for (const auto& child : cleared->children) Gather(child.get(), out);
}

}  // namespace

Cutter::Cutter(PlanRing of_ring) : ring(std::move(of_ring)) {
  if (ring.size() < 3) ring.clear();
  box = BoxOf(ring);
  key = KeyMaker().AddList(std::span<const GroundPoint>(ring)).Make();
}

std::vector<PlanPartPtr> ClearTriangle(const std::vector<PlanTriangle>& triangles, uint32_t index,
                                       std::span<const uint32_t> near, const WalkLimits& limits,
                                       const std::shared_ptr<const PlanTriangle>& shared, ClearedTriangle& known) {
  Clearing(triangles, index, limits, shared).Make(near, known);
  std::vector<PlanPartPtr> out;
  Gather(known.root.get(), out);
  return out;
}

}  // namespace navnet
