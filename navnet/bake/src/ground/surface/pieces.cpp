// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/pieces.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

/// Maximum number of cached cutters of all pieces; above it the cache is cleared. If it grows, updates are faster but
/// use more memory. In a triangle soup every triangle is near every other, so the cache would not fit into memory.
constexpr size_t kMostCutters = 1'000'000;

/// The box that a triangle must touch to affect t.
TriangleBox ReachOf(const PlanTriangle& t, const WalkLimits& limits) {
  // In grid units: the widening of an obstacle plus one, and in addition that of a surface.
  constexpr int32_t kMargin = WalkLimits::kWidenObstacle + 1, kWide = kMargin + WalkLimits::kWidenSurface;
  const TriangleBox box = BoxOf(t);
  // The plane extends beyond the triangle as far as surfaces and obstacles are widened.
  const double rise = (std::abs(t.slope_x) + std::abs(t.slope_y)) * 2 * kMargin;
  return {box.x0 - kWide,
          box.y0 - kWide,
          box.x1 + kWide,
          box.y1 + kWide,
          box.low_m - rise - limits.tie_m,
          box.high_m + rise + limits.height_m};
}

/// Finds triangles by bounding box: by linear search for a few queries, with a tree for more.
class NearTriangles {
 public:
  NearTriangles(const std::vector<PlanTriangle>& triangles, size_t times) : triangles_(triangles) {
    constexpr size_t kFewTimes = 100;  // Building a tree costs about as much as this many linear searches.
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
    kept->piece.parts =
        ClearTriangle(triangles, index, near.Find(kept->reach), limits_, kept->piece.triangle, kept->cleared);
    kept->stale = false;
  });
  std::vector<GroundPiece> out;
  for (const Kept* kept : pieces) {
    if (!kept->piece.parts.empty()) out.push_back(kept->piece);
  }
  std::erase_if(kept_, [&](const auto& entry) { return entry.second.visit != visit_; });
  size_t cutters = 0;
  for (const auto& [key, kept] : kept_) cutters += kept.cleared.cutters.size();
  if (cutters > kMostCutters) {
    for (auto& [key, kept] : kept_) kept.cleared.cutters.clear();
  }
  return out;
}

}  // namespace navnet
