// Clearing a walkable triangle: clip what is near to the band of heights above it, project, subtract. After R. Oliva
// 2016, chapter 6 (exact ceilings), with a second band for what an agent can step onto.

#include "ground/pieces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

constexpr size_t kFewCutters = 12;
constexpr int32_t kSmallPiece = 500;
constexpr int32_t kFrame = 64;  // So that rounding where the frame cuts a cutter stays away from what is cut.

/// Corners of a polygon cut from a triangle, and a linear function's values there.
struct Cut {
  std::array<Vec2, 8> points;
  std::array<double, 8> values;
  size_t count = 0;

  void Push(Vec2 p, double value) {
    points[count] = p;
    values[count++] = value;
  }
};

/// What of the polygon has values of at least (or, with `below`, at most) `limit`.
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

/// Whether a polygon is no wider than what a surface was widened by. A cover ends at its own edges, so of an underside
/// that its top covers such a strip stays along every edge between two triangles; where the top is too low under a
/// ceiling and the underside is not, it would be walkable.
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

/// Around a triangle: whatever matters to it touches this.
TriangleBox ReachOf(const PlanTriangle& t, const WalkLimits& limits) {
  constexpr int32_t kMargin = WalkLimits::kWidenObstacle + 1, kWide = kMargin + WalkLimits::kWidenSurface;
  const TriangleBox box = BoxOf(t);
  // The plane runs on beyond the triangle as far as surface and obstacle are widened.
  const double rise = (std::abs(t.slope_x) + std::abs(t.slope_y)) * 2 * kMargin;
  return {box.x0 - kWide,
          box.y0 - kWide,
          box.x1 + kWide,
          box.y1 + kWide,
          box.low_m - rise - limits.tie_m,
          box.high_m + rise + limits.height_m};
}

/// Clears one triangle. What its last clearing left of the polygons it is cut into is used again where it can.
class Clearing {
 public:
  Clearing(const std::vector<PlanTriangle>& triangles, const WalkLimits& limits, const ClearedParts& last)
      : triangles_(triangles), limits_(limits), last_(last) {}

  /// `near`: all triangles that reach up to it, in ascending order.
  std::vector<PlanPolygon> Make(uint32_t index, std::span<const uint32_t> near) {
    const PlanTriangle& t = triangles_[index];
    const PlanRing raw = WidenedHull(t.corners, 0);
    const PlanRing hull = WidenedHull(t.corners, WalkLimits::kWidenSurface);
    std::vector<PlanRing> cutters;
    for (uint32_t other : near) {
      if (other == index) continue;
      const Cut above = AboveOf(t, triangles_[other]);
      if (!Add(ObstacleOf(above), hull, cutters)) return {};
      if (!Add(CoverOf(above, index, other, raw), hull, cutters)) return {};
    }
    std::vector<PlanPolygon> out;
    Clear(hull, cutters, out);
    if (!cutters.empty()) std::erase_if(out, IsStrip);
    return out;
  }
  ClearedParts& cleared() { return cleared_; }

 private:
  /// The other triangle with its height above t's plane.
  static Cut AboveOf(const PlanTriangle& t, const PlanTriangle& other) {
    Cut cut;
    for (int i = 0; i < 3; ++i) {
      const GroundPoint p = other.corners[i];
      cut.Push({double(p.x), double(p.y)}, other.heights_m[i] - t.HeightAt(p));
    }
    return cut;
  }

  /// What is too high to step on and too low to walk under.
  PlanRing ObstacleOf(const Cut& above) const {
    const Cut band = KeepPart(KeepPart(above, limits_.step_m, false), limits_.height_m, true);
    if (band.count == 0) return {};
    return WidenedHull(Rounded(band), WalkLimits::kWidenObstacle);
  }

  /// What lies so low above a surface that it takes its place. Neighbours, which overlap t only by being widened, do
  /// not, nor do walls, which have no top.
  PlanRing CoverOf(const Cut& above, uint32_t index, uint32_t other, const PlanRing& raw) const {
    const PlanTriangle& s = triangles_[other];
    const double lowest = !s.walkable ? limits_.tie_m / 5 : other < index ? -limits_.tie_m : 3 * limits_.tie_m;
    const Cut band = KeepPart(KeepPart(above, lowest, false), limits_.step_m, true);
    if (band.count < 3) return {};
    PlanRing ring = WidenedHull(Rounded(band), 0);
    if (!ConvexOverlap(ring, raw, 1.5)) return {};
    return ring;
  }

  /// Subtracts the cutters from a convex polygon, which is halved while there are many: the sweep compares all edges
  /// side by side, and in a soup most parts are under one obstacle as a whole.
  void Clear(const PlanRing& ring, std::span<const PlanRing> cutters, std::vector<PlanPolygon>& out) {
    std::vector<PlanRing> own;
    for (const PlanRing& cutter : cutters) {
      if (!Add(cutter, ring, own)) return;
    }
    PlanPolygon whole;
    whole.rings.push_back(ring);
    whole.convex = true;
    const PlanBox box = BoxOf(ring);
    const int axis = box.x1 - box.x0 >= box.y1 - box.y0 ? 0 : 1;
    const int32_t from = axis == 0 ? box.x0 : box.y0, to = axis == 0 ? box.x1 : box.y1;
    if (own.empty()) {
      out.push_back(std::move(whole));
    } else if (own.size() <= kFewCutters || to - from < kSmallPiece) {
      KeyMaker maker;
      maker.AddList(std::span(ring));
      for (const PlanRing& cutter : own) maker.AddList(std::span(cutter));
      const ContentKey key = maker.Make();
      const auto known = last_.find(key);
      std::vector<PlanPolygon>& parts = cleared_[key];
      if (known != last_.end()) {
        parts = known->second;
      } else {
        DropHidden(ring, own);
        parts = Subtract(ring, own);
      }
      out.insert(out.end(), parts.begin(), parts.end());
    } else {
      std::vector<PlanPolygon> halves;
      CutAtLine(whole, axis, from + (to - from) / 2, halves, halves);
      for (const PlanPolygon& half : halves) Clear(half.rings[0], own, out);
    }
  }

  /// Leaves out cutters whose part in the box around the ring lies in another's: what stands on a floor is mostly
  /// hidden in what is wider.
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

  /// False when nothing of the hull is left.
  static bool Add(PlanRing cutter, const PlanRing& hull, std::vector<PlanRing>& cutters) {
    if (cutter.size() < 3 || !ConvexOverlap(cutter, hull, 0)) return true;
    if (ConvexHolds(cutter, hull)) return false;
    cutters.push_back(std::move(cutter));
    return true;
  }

  const std::vector<PlanTriangle>& triangles_;
  const WalkLimits& limits_;
  const ClearedParts& last_;
  ClearedParts cleared_;
};

/// Finds triangles by place: for a few times by looking at all of them, for more by a tree.
class NearTriangles {
 public:
  NearTriangles(const std::vector<PlanTriangle>& triangles, size_t times) : triangles_(triangles) {
    constexpr size_t kFewTimes = 100;  // A tree takes as long as looking at all so often.
    if (times > kFewTimes) tree_.emplace(triangles);
  }
  std::vector<uint32_t> Find(const TriangleBox& box) const {
    std::vector<uint32_t> near;
    if (tree_) {
      tree_->Find(box, near);
      return near;
    }
    for (uint32_t i = 0; i < triangles_.size(); ++i) {
      if (BoxOf(triangles_[i]).Touches(box)) near.push_back(i);
    }
    return near;
  }

 private:
  const std::vector<PlanTriangle>& triangles_;
  std::optional<TriangleTree> tree_;
};

}  // namespace

PlanPart::PlanPart(std::shared_ptr<const PlanTriangle> of_triangle, PlanPolygon of_polygon)
    : triangle(std::move(of_triangle)), polygon(std::move(of_polygon)), box(BoxOf(polygon.rings[0])) {
  KeyMaker maker;
  maker.Add(triangle->key).Add(polygon.convex);
  for (const PlanRing& ring : polygon.rings) maker.AddList(std::span(ring));
  key = maker.Make();
}

std::vector<GroundPiece> PieceMaker::Make(const std::vector<PlanTriangle>& triangles,
                                          std::span<const TriangleBox> changed, int threads,
                                          const ProgressFunction& progress, bool& finished) {
  const auto touches_change = [&](const TriangleBox& reach) {
    return std::any_of(changed.begin(), changed.end(), [&](const TriangleBox& box) { return box.Touches(reach); });
  };
  for (auto& [key, kept] : kept_) kept.stale = kept.stale || touches_change(kept.reach);
  ++visit_;
  std::vector<Kept*> pieces;
  std::vector<std::pair<uint32_t, Kept*>> work;
  for (uint32_t i = 0; i < triangles.size(); ++i) {
    if (!triangles[i].walkable) continue;
    Kept& kept = kept_[triangles[i].key];
    if (!kept.piece.triangle) {
      kept.piece.triangle = std::make_shared<const PlanTriangle>(triangles[i]);
      kept.reach = ReachOf(triangles[i], limits_);
    }
    kept.visit = visit_;
    pieces.push_back(&kept);
    if (kept.stale) work.emplace_back(i, &kept);
  }
  const NearTriangles near(triangles, work.size());
  finished = ParallelFor(work.size(), threads, "clear surface", progress, [&](size_t i) {
    auto& [index, kept] = work[i];
    Clearing clearing(triangles, limits_, kept->cleared);
    std::vector<PlanPolygon> polygons = clearing.Make(index, near.Find(kept->reach));
    kept->cleared = std::move(clearing.cleared());
    std::unordered_map<ContentKey, PlanPartPtr, ContentKeyHash> last;
    for (PlanPartPtr& part : kept->piece.parts) last[part->key] = std::move(part);
    kept->piece.parts.clear();
    for (PlanPolygon& polygon : polygons) {
      auto part = std::make_shared<const PlanPart>(kept->piece.triangle, std::move(polygon));
      const auto same = last.find(part->key);
      kept->piece.parts.push_back(same == last.end() ? std::move(part) : same->second);
    }
    kept->stale = false;
  });
  std::vector<GroundPiece> out;
  for (const Kept* kept : pieces) {
    if (!kept->piece.parts.empty()) out.push_back(kept->piece);
  }
  std::erase_if(kept_, [&](const auto& entry) { return entry.second.visit != visit_; });
  return out;
}

}  // namespace navnet
