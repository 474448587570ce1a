#include "ground/triangles.h"

#include <navnet/core/union_find.h>
#include <navnet/net/ground.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace navnet {
namespace {

constexpr size_t kLeafTriangles = 4;
/// Faces closer to upright than this are walls: they have no plan area worth the name.
constexpr double kUprightCosine = 1e-3;
constexpr double kSlopeTolerance = 1e-6;

struct Corner {
  Vec2 plan;
  double height = 0;

  auto Key() const { return std::tuple(plan.x, plan.y, height); }
  friend bool operator<(const Corner& a, const Corner& b) { return a.Key() < b.Key(); }
  friend bool operator==(const Corner& a, const Corner& b) { return a.Key() == b.Key(); }
};
using Corners = std::array<Corner, 3>;

Vec3 NormalOf(const Corners& c) {
  const auto to = [&](int i) {
    return Vec3{c[i].plan.x - c[0].plan.x, c[i].plan.y - c[0].plan.y, c[i].height - c[0].height};
  };
  return Cross(to(1), to(2));
}

/// Marks connected patches of steep faces that are no higher than a step altogether. `steep` holds their indices.
void AllowLowPatches(const std::vector<Corners>& corners, const std::vector<uint32_t>& steep, double step_m,
                     std::vector<PlanTriangle>& triangles) {
  std::vector<std::pair<Corner, uint32_t>> uses;
  uses.reserve(steep.size() * 3);
  for (uint32_t i = 0; i < steep.size(); ++i) {
    for (const Corner& c : corners[steep[i]]) uses.emplace_back(c, i);
  }
  std::sort(uses.begin(), uses.end());
  UnionFind patches(steep.size());
  for (size_t i = 1; i < uses.size(); ++i) {
    if (uses[i].first == uses[i - 1].first) patches.Join(uses[i].second, uses[i - 1].second);
  }
  std::vector<double> low(steep.size(), INFINITY), high(steep.size(), -INFINITY);
  for (uint32_t i = 0; i < steep.size(); ++i) {
    const size_t patch = patches.Find(i);
    for (const Corner& c : corners[steep[i]]) {
      low[patch] = std::min(low[patch], c.height);
      high[patch] = std::max(high[patch], c.height);
    }
  }
  for (uint32_t i = 0; i < steep.size(); ++i) {
    const size_t patch = patches.Find(i);
    triangles[steep[i]].walkable = high[patch] - low[patch] <= step_m;
  }
}

}  // namespace

WalkLimits::WalkLimits(const WalkOptions& options, double unit)
    : unit_m(unit),
      step_m(std::max(options.step_m + unit_m, 20 * unit_m)),
      height_m(std::max(options.height_m + unit_m, step_m + 2 * unit_m)),
      apart_m((step_m + height_m) / 2),
      tie_m(5 * unit_m) {}

PlanGrid MakePlanGrid(MeshView mesh, UpAxis up) {
  const Box3 bounds = BoundsOf(mesh);
  const Vec2 low = PlanOf(bounds.min, up), high = PlanOf(bounds.max, up);
  PlanGrid grid;
  grid.origin = {std::round((low.x + high.x) / 2), std::round((low.y + high.y) / 2)};
  const double reach = std::max(high.x - low.x, high.y - low.y) / 2 + 2;
  // Written out, because 1e-4 times ten, again and again, is not what the decimal number would be.
  for (const double unit : {5e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5}) {
    grid.unit_m = unit;
    if (reach / unit < double(1 << 27)) break;
  }
  return grid;
}

std::vector<PlanTriangle> MakePlanTriangles(MeshView mesh, UpAxis up, const PlanGrid& grid,
                                            const WalkOptions& options) {
  std::vector<Corners> corners;
  corners.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    Corners& c = corners.emplace_back();
    for (int i = 0; i < 3; ++i) c[i] = {PlanOf(mesh.vertices[t[i]], up), HeightOf(mesh.vertices[t[i]], up)};
    std::sort(c.begin(), c.end());
  }
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());

  const WalkLimits limits(options, grid.unit_m);
  const double least_cosine = std::cos(options.max_slope_deg * std::numbers::pi / 180) - kSlopeTolerance;
  std::vector<PlanTriangle> out(corners.size());
  std::vector<uint32_t> steep;
  for (uint32_t i = 0; i < out.size(); ++i) {
    PlanTriangle& t = out[i];
    for (int k = 0; k < 3; ++k) {
      t.corners[k] = grid.Snap(corners[i][k].plan);
      t.heights_m[k] = corners[i][k].height;
    }
    const Vec3 normal = NormalOf(corners[i]);
    const double cosine = std::abs(normal.z) / Length(normal);  // NaN for a triangle without area: not walkable.
    if (!(cosine >= kUprightCosine)) continue;
    t.slope_x = -normal.x / normal.z * grid.unit_m;
    t.slope_y = -normal.y / normal.z * grid.unit_m;
    const Vec2 anchor = (corners[i][0].plan - grid.origin) * (1 / grid.unit_m);
    t.base = corners[i][0].height - t.slope_x * anchor.x - t.slope_y * anchor.y;
    t.walkable = cosine >= least_cosine;
    if (!t.walkable) steep.push_back(i);
  }
  AllowLowPatches(corners, steep, limits.step_m, out);
  return out;
}

TriangleTree::Box BoxOf(const PlanTriangle& t) {
  const auto [x0, x1] = std::minmax({t.corners[0].x, t.corners[1].x, t.corners[2].x});
  const auto [y0, y1] = std::minmax({t.corners[0].y, t.corners[1].y, t.corners[2].y});
  const auto [low, high] = std::minmax({t.heights_m[0], t.heights_m[1], t.heights_m[2]});
  return {x0, y0, x1, y1, low, high};
}

TriangleTree::TriangleTree(const std::vector<PlanTriangle>& triangles) {
  std::vector<Box> boxes;
  boxes.reserve(triangles.size());
  for (const PlanTriangle& t : triangles) boxes.push_back(BoxOf(t));
  order_.resize(triangles.size());
  for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  size_t nodes = 1, leaf = order_.size();
  while (leaf > kLeafTriangles) {
    leaf = (leaf + 1) / 2;
    nodes = 2 * nodes + 1;
  }
  nodes_.resize(nodes, {1, 1, -1, -1, 1, -1});
  if (!order_.empty()) Build(0, 0, order_.size(), boxes);
}

void TriangleTree::Build(size_t node, size_t first, size_t count, const std::vector<Box>& boxes) {
  Box all = boxes[order_[first]];
  for (size_t i = first; i < first + count; ++i) {
    const Box& b = boxes[order_[i]];
    all = {std::min(all.x0, b.x0), std::min(all.y0, b.y0),       std::max(all.x1, b.x1),
           std::max(all.y1, b.y1), std::min(all.low_m, b.low_m), std::max(all.high_m, b.high_m)};
  }
  nodes_[node] = all;
  if (2 * node + 1 >= nodes_.size()) return;
  const double dx = double(all.x1) - all.x0, dy = double(all.y1) - all.y0;
  const double dz = (all.high_m - all.low_m) * 1e4;  // Exactness is no matter here: it only shapes the tree.
  const auto middle = [&](uint32_t i) {
    const Box& b = boxes[i];
    return dz > dx && dz > dy ? b.low_m + b.high_m : dx > dy ? double(b.x0) + b.x1 : double(b.y0) + b.y1;
  };
  const size_t half = (count + 1) / 2;
  std::nth_element(order_.begin() + ptrdiff_t(first), order_.begin() + ptrdiff_t(first + half),
                   order_.begin() + ptrdiff_t(first + count),
                   [&](uint32_t a, uint32_t b) { return std::tuple(middle(a), a) < std::tuple(middle(b), b); });
  Build(2 * node + 1, first, half, boxes);
  if (count > half) Build(2 * node + 2, first + half, count - half, boxes);
}

void TriangleTree::Find(const Box& box, std::vector<uint32_t>& out) const {
  struct Open {
    size_t node, first, count;
  };
  const size_t begin = out.size();
  std::vector<Open> open = {{0, 0, order_.size()}};
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    if (next.count == 0 || !nodes_[next.node].Touches(box)) continue;
    if (2 * next.node + 1 >= nodes_.size()) {
      out.insert(out.end(), order_.begin() + ptrdiff_t(next.first),
                 order_.begin() + ptrdiff_t(next.first + next.count));
      continue;
    }
    const size_t half = (next.count + 1) / 2;
    open.push_back({2 * next.node + 1, next.first, half});
    open.push_back({2 * next.node + 2, next.first + half, next.count - half});
  }
  std::sort(out.begin() + ptrdiff_t(begin), out.end());
}

}  // namespace navnet
