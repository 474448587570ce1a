// SPDX-License-Identifier: Apache-2.0
#include "walkable_truth.h"

#include <navnet/internal/core/union_find.h>

#include "piece_borders.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace navnet::worlds {
namespace {

constexpr double kTileM =
    8;  // Edge of a tile. Work is done by tile, so that a solid is tested only against nearby ones.
constexpr double kSamePlane = 1e-9;  // Tops closer than this, in metres, coincide.
constexpr double kSeedReachM = 0.05;

/// The prisms over each tile of the plan.
class Tiles {
 public:
  explicit Tiles(std::span<const Prism> prisms) {
    Vec2 high = {-1e300, -1e300};
    low_ = {1e300, 1e300};
    for (const Prism& prism : prisms) {
      for (const Vec2& p : prism.plan) {
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
    }
    nx_ = int((high.x - low_.x) / kTileM) + 1;
    ny_ = int((high.y - low_.y) / kTileM) + 1;
    members_.resize(size_t(nx_) * size_t(ny_));
    for (uint32_t i = 0; i < prisms.size(); ++i) {
      Vec2 from = prisms[i].plan[0], to = from;
      for (const Vec2& p : prisms[i].plan) {
        from = {std::min(from.x, p.x), std::min(from.y, p.y)};
        to = {std::max(to.x, p.x), std::max(to.y, p.y)};
      }
      for (int y = Row(from.y); y <= Row(to.y); ++y) {
        for (int x = Column(from.x); x <= Column(to.x); ++x) members_[Index(x, y)].push_back(i);
      }
    }
  }

  size_t Count() const { return members_.size(); }
  const std::vector<uint32_t>& Members(size_t tile) const { return members_[tile]; }
  size_t At(Vec2 p) const { return Index(Column(p.x), Row(p.y)); }
  ConvexPolygon Square(size_t tile) const {
    const Vec2 corner = low_ + kTileM * Vec2{double(int(tile) % nx_), double(int(tile) / nx_)};
    return Rect{corner, corner + Vec2{kTileM, kTileM}}.Corners();
  }

 private:
  int Column(double x) const { return std::clamp(int((x - low_.x) / kTileM), 0, nx_ - 1); }
  int Row(double y) const { return std::clamp(int((y - low_.y) / kTileM), 0, ny_ - 1); }
  size_t Index(int x, int y) const { return size_t(y) * size_t(nx_) + size_t(x); }

  Vec2 low_;
  int nx_ = 0, ny_ = 0;
  std::vector<std::vector<uint32_t>> members_;
};

bool IsWalkable(const LinearFunction& top) {
  static_assert(walker::kMaxSlopeDeg == 45, "the steepest slope is 1");
  return top.slope_x * top.slope_x + top.slope_y * top.slope_y <= 1;
}

/// The part of a top where another solid intersects the walker's headroom. Where both tops coincide, `other_wins`
/// decides which of them is kept.
ConvexPolygon Blocked(const ConvexPolygon& part, const LinearFunction& top, const Prism& other, bool other_wins) {
  ConvexPolygon region = Intersection(part, other.plan);
  if (region.empty()) return region;
  region = Clip(region, top - other.bottom + walker::kHeightM);
  const LinearFunction above = other.top - top;
  const bool same =
      std::all_of(region.begin(), region.end(), [&](Vec2 p) { return std::abs(above.At(p)) < kSamePlane; });
  if (same) return other_wins ? region : ConvexPolygon{};
  return Clip(region, above);
}

}  // namespace

WalkableTruth FindWalkable(std::span<const Prism> prisms, std::span<const Vec3> seeds) {
  WalkableTruth truth;
  if (prisms.empty()) return truth;
  const Tiles tiles(prisms);
  std::vector<SurfacePiece> pieces;
  std::vector<size_t> first_of_tile = {0};
  std::vector<ConvexPolygon> parts, left;
  for (size_t tile = 0; tile < tiles.Count(); ++tile) {
    const ConvexPolygon square = tiles.Square(tile);
    for (uint32_t i : tiles.Members(tile)) {
      if (!IsWalkable(prisms[i].top)) continue;
      const ConvexPolygon whole = Intersection(prisms[i].plan, square);
      if (whole.empty()) continue;
      parts = {whole};
      for (uint32_t j : tiles.Members(tile)) {
        if (j == i) continue;
        const ConvexPolygon blocked = Blocked(whole, prisms[i].top, prisms[j], j > i);
        if (blocked.empty()) continue;
        left.clear();
        for (const ConvexPolygon& part : parts) AddDifference(part, blocked, left);
        parts.swap(left);
      }
      for (ConvexPolygon& part : parts) pieces.push_back({std::move(part), prisms[i].top});
    }
    first_of_tile.push_back(pieces.size());
  }

  const PieceBorders borders(pieces, walker::kStepM);
  UnionFind joined(pieces.size());
  for (const PieceBorders::Edge& edge : borders.edges()) {
    if (edge.twin != PieceBorders::kNone) joined.Join(edge.piece, borders.edges()[edge.twin].piece);
  }
  std::vector<int> component_of_root(pieces.size(), -1);
  for (const Vec3& seed : seeds) {
    const Vec2 p = {seed.x, seed.y};
    const size_t tile = tiles.At(p);
    for (size_t i = first_of_tile[tile]; i < first_of_tile[tile + 1]; ++i) {
      const ConvexPolygon& plan = pieces[i].plan;
      bool inside = std::abs(pieces[i].height.At(p) - seed.z) <= kSeedReachM;
      for (size_t k = 0; k < plan.size() && inside; ++k)
        inside = LeftOf(plan[k], plan[(k + 1) % plan.size()]).At(p) >= 0;
      if (inside && component_of_root[joined.Find(i)] < 0) component_of_root[joined.Find(i)] = truth.components++;
    }
  }
  auto component = [&](size_t piece) { return component_of_root[joined.Find(piece)]; };

  for (size_t i = 0; i < pieces.size(); ++i) {
    if (component(i) < 0) continue;
    truth.area_m2 += AreaOf(pieces[i].plan);
    WalkablePiece piece = {{}, uint32_t(component(i))};
    for (const Vec2& p : pieces[i].plan) piece.corners.push_back({p.x, p.y, pieces[i].height.At(p)});
    truth.pieces.push_back(std::move(piece));
  }
  std::vector<bool> seen(borders.edges().size(), false);
  for (uint32_t start = 0; start < seen.size(); ++start) {
    const PieceBorders::Edge& edge = borders.edges()[start];
    if (seen[start] || edge.twin != PieceBorders::kNone || component(edge.piece) < 0) continue;
    ++truth.boundary_loops;
    for (uint32_t at = start; !seen[at]; at = borders.NextOnBoundary(at)) seen[at] = true;
  }
  return truth;
}

}  // namespace navnet::worlds
