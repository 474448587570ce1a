// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/triangles.h"

#include <navnet/internal/core/union_find.h>
#include <navnet/net/ground.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace navnet {
namespace {

/// Maximum number of triangles in a leaf. If it grows, the tree is smaller but queries return more triangles.
constexpr size_t kLeafTriangles = 4;
/// Cosine of the angle between normal and up axis below which a triangle is an upright wall, without usable area on the
/// plan. If it grows, more steep triangles are treated as walls.
constexpr double kUprightCosine = 1e-3;
/// Tolerance of the cosine of max_slope_deg, for rounding.
constexpr double kSlopeTolerance = 1e-6;

}  // namespace

WalkLimits::WalkLimits(const WalkOptions& options, double unit)
    : unit_m(unit),
      step_m(std::max(options.step_m + unit_m, 20 * unit_m)),
      height_m(std::max(options.height_m + unit_m, step_m + 2 * unit_m)),
      apart_m((step_m + height_m) / 2),
      tie_m(5 * unit_m) {}

PlanGrid MakePlanGrid(MeshView mesh, UpAxis up, const std::optional<Box3>& bounds_world) {
  // Listed, because repeated multiplication of 1e-4 by ten does not give the exact decimal numbers.
  constexpr std::array kUnits = {5e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5};
  constexpr double kMargin_m = 2;  // Room around the mesh.
  const auto fits = [](double reach, double unit) { return (reach + kMargin_m) / unit < double(1 << 27); };
  const auto middle_of = [up](const Box3& box) {
    const Vec2 low = PlanOf(box.min, up), high = PlanOf(box.max, up);
    return Vec2{std::round((low.x + high.x) / 2), std::round((low.y + high.y) / 2)};
  };
  const auto reach_of = [up](const Box3& box, Vec2 origin) {
    double reach = 0;
    for (const Vec3& corner : {box.min, box.max}) {
      const Vec2 from = PlanOf(corner, up) - origin;
      reach = std::max({reach, std::abs(from.x), std::abs(from.y)});
    }
    return reach;
  };
  const Box3 all = BoundsOf(mesh);
  PlanGrid grid;
  grid.origin = middle_of(all);
  if (bounds_world) {
    // Very large bounds must not make the grid coarse.
    const Vec2 origin = middle_of(*bounds_world);
    if (fits(reach_of(*bounds_world, origin), kUnits[0])) grid.origin = origin;
  }
  const double reach = reach_of(all, grid.origin);  // Triangles may extend beyond the bounds.
  for (const double unit : kUnits) {
    grid.unit_m = unit;
    if (fits(reach, unit)) break;
  }
  return grid;
}

Vec3 PlanTriangles::NormalOf(const Corners& c) {
  const auto to = [&](int i) {
    return Vec3{c[i].plan.x - c[0].plan.x, c[i].plan.y - c[0].plan.y, c[i].height - c[0].height};
  };
  return Cross(to(1), to(2));
}

PlanTriangles::Corners PlanTriangles::CornersOf(const std::array<Vec3, 3>& points) const {
  Corners c;
  // Adding zero turns -0 into 0: they compare equal, but their bits differ.
  for (int i = 0; i < 3; ++i) c[i] = {PlanOf(points[i], up_) + Vec2{0, 0}, HeightOf(points[i], up_) + 0.0};
  std::sort(c.begin(), c.end());
  return c;
}

PlanTriangle PlanTriangles::Make(const Corners& corners) const {
  PlanTriangle t;
  for (int k = 0; k < 3; ++k) {
    t.corners[k] = grid_.Snap(corners[k].plan);
    t.heights_m[k] = corners[k].height;
  }
  t.key = KeyMaker().Add(corners).Make();
  const Vec3 normal = NormalOf(corners);
  const double cosine = std::abs(normal.z) / Length(normal);  // NaN for a triangle without area: not walkable.
  if (!(cosine >= kUprightCosine)) return t;
  t.slope_x = -normal.x / normal.z * grid_.unit_m;
  t.slope_y = -normal.y / normal.z * grid_.unit_m;
  const Vec2 anchor = (corners[0].plan - grid_.origin) * (1 / grid_.unit_m);
  t.base = corners[0].height - t.slope_x * anchor.x - t.slope_y * anchor.y;
  const double least_cosine = std::cos(options_.max_slope_deg * std::numbers::pi / 180) - kSlopeTolerance;
  t.walkable = cosine >= least_cosine;
  t.steep = !t.walkable;
  return t;
}

std::vector<TriangleBox> PlanTriangles::Update(MeshView mesh) {
  const size_t before = mesh_.size(), now = mesh.triangles.size(), shorter = std::min(before, now);
  const auto points_of = [&](size_t i) {
    const Triangle& t = mesh.triangles[i];
    return std::array{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
  };
  size_t first = 0, last = 0;  // Lengths of the common prefix and suffix.
  while (first < shorter && mesh_[first] == points_of(first)) ++first;
  while (last < shorter - first && mesh_[before - 1 - last] == points_of(now - 1 - last)) ++last;

  std::vector<Corners> gone, come;
  for (size_t i = first; i < before - last; ++i) gone.push_back(CornersOf(mesh_[i]));
  for (size_t i = first; i < now - last; ++i) come.push_back(CornersOf(points_of(i)));
  std::vector<std::array<Vec3, 3>> middle;
  for (size_t i = first; i < now - last; ++i) middle.push_back(points_of(i));
  const auto kept = mesh_.erase(mesh_.begin() + ptrdiff_t(first), mesh_.end() - ptrdiff_t(last));
  mesh_.insert(kept, middle.begin(), middle.end());
  return Replace(std::move(gone), std::move(come));
}

std::vector<TriangleBox> PlanTriangles::Replace(std::vector<Corners> gone, std::vector<Corners> come) {
  std::vector<TriangleBox> changed;
  bool steep_changed = false;
  const auto note = [&](const PlanTriangle& t) {
    changed.push_back(BoxOf(t));
    steep_changed |= t.steep;
  };
  for (const Corners& c : gone)
    --counts_[size_t(std::lower_bound(corners_.begin(), corners_.end(), c) - corners_.begin())];
  std::sort(come.begin(), come.end());
  std::vector<Corners> fresh;
  std::vector<uint32_t> fresh_counts;
  for (const Corners& c : come) {
    const auto at = std::lower_bound(corners_.begin(), corners_.end(), c);
    if (at != corners_.end() && *at == c) {
      ++counts_[size_t(at - corners_.begin())];
    } else if (!fresh.empty() && fresh.back() == c) {
      ++fresh_counts.back();
    } else {
      fresh.push_back(c);
      fresh_counts.push_back(1);
    }
  }
  // Compact the list, then insert the new triangles from the back.
  size_t left = 0;
  for (size_t i = 0; i < list_.size(); ++i) {
    if (counts_[i] == 0) {
      note(list_[i]);
      continue;
    }
    if (left != i) list_[left] = list_[i], corners_[left] = corners_[i], counts_[left] = counts_[i];
    ++left;
  }
  size_t to = left + fresh.size();
  list_.resize(to), corners_.resize(to), counts_.resize(to);
  for (size_t i = fresh.size(); i-- > 0;) {
    for (; left > 0 && fresh[i] < corners_[left - 1]; --left, --to) {
      list_[to - 1] = list_[left - 1], corners_[to - 1] = corners_[left - 1], counts_[to - 1] = counts_[left - 1];
    }
    --to;
    list_[to] = Make(fresh[i]), corners_[to] = fresh[i], counts_[to] = fresh_counts[i];
    note(list_[to]);
  }
  if (steep_changed) AllowLowPatches(changed);
  return changed;
}

/// Makes connected sets of steep triangles walkable whose total height is at most a step; appends the boxes of
/// triangles that change to `changed`.
void PlanTriangles::AllowLowPatches(std::vector<TriangleBox>& changed) {
  std::vector<uint32_t> steep;
  for (uint32_t i = 0; i < list_.size(); ++i) {
    if (list_[i].steep) steep.push_back(i);
  }
  std::vector<std::pair<Corner, uint32_t>> uses;
  uses.reserve(steep.size() * 3);
  for (uint32_t i = 0; i < steep.size(); ++i) {
    for (const Corner& c : corners_[steep[i]]) uses.emplace_back(c, i);
  }
  std::sort(uses.begin(), uses.end());
  UnionFind patches(steep.size());
  for (size_t i = 1; i < uses.size(); ++i) {
    if (uses[i].first == uses[i - 1].first) patches.Join(uses[i].second, uses[i - 1].second);
  }
  std::vector<double> low(steep.size(), INFINITY), high(steep.size(), -INFINITY);
  for (uint32_t i = 0; i < steep.size(); ++i) {
    const size_t patch = patches.Find(i);
    for (const Corner& c : corners_[steep[i]]) {
      low[patch] = std::min(low[patch], c.height);
      high[patch] = std::max(high[patch], c.height);
    }
  }
  const double step_m = WalkLimits(options_, grid_.unit_m).step_m;
  for (uint32_t i = 0; i < steep.size(); ++i) {
    PlanTriangle& t = list_[steep[i]];
    const size_t patch = patches.Find(i);
    const bool walkable = high[patch] - low[patch] <= step_m;
    if (walkable != t.walkable) changed.push_back(BoxOf(t));
    t.walkable = walkable;
  }
}

TriangleBox BoxOf(const PlanTriangle& t) {
  const auto [x0, x1] = std::minmax({t.corners[0].x, t.corners[1].x, t.corners[2].x});
  const auto [y0, y1] = std::minmax({t.corners[0].y, t.corners[1].y, t.corners[2].y});
  const auto [low, high] = std::minmax({t.heights_m[0], t.heights_m[1], t.heights_m[2]});
  return {x0, y0, x1, y1, low, high};
}

TriangleTree::TriangleTree(const std::vector<PlanTriangle>& triangles) {
  std::vector<TriangleBox> boxes;
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

void TriangleTree::Build(size_t node, size_t first, size_t count, const std::vector<TriangleBox>& boxes) {
  TriangleBox all = boxes[order_[first]];
  for (size_t i = first; i < first + count; ++i) {
    const TriangleBox& b = boxes[order_[i]];
    all = {std::min(all.x0, b.x0), std::min(all.y0, b.y0),       std::max(all.x1, b.x1),
           std::max(all.y1, b.y1), std::min(all.low_m, b.low_m), std::max(all.high_m, b.high_m)};
  }
  nodes_[node] = all;
  if (2 * node + 1 >= nodes_.size()) return;
  const double dx = double(all.x1) - all.x0, dy = double(all.y1) - all.y0;
  const double dz = (all.high_m - all.low_m) * 1e4;  // Roughly in grid units; it only affects the shape of the tree.
  const auto middle = [&](uint32_t i) {
    const TriangleBox& b = boxes[i];
    return dz > dx && dz > dy ? b.low_m + b.high_m : dx > dy ? double(b.x0) + b.x1 : double(b.y0) + b.y1;
  };
  const size_t half = (count + 1) / 2;
  std::nth_element(order_.begin() + ptrdiff_t(first), order_.begin() + ptrdiff_t(first + half),
                   order_.begin() + ptrdiff_t(first + count),
                   [&](uint32_t a, uint32_t b) { return std::tuple(middle(a), a) < std::tuple(middle(b), b); });
  Build(2 * node + 1, first, half, boxes);
  if (count > half) Build(2 * node + 2, first + half, count - half, boxes);
}

void TriangleTree::Find(const TriangleBox& box, std::vector<uint32_t>& out) const {
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
