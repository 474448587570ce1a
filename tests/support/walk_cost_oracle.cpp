// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>

#include "support/walk_cost_oracle.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace navnet::oracle {
namespace {

using ranges::kInfinity;

double FactorAt(Vec3 p, std::span<const CostRegion> regions) {
  double factor = 1;
  for (const CostRegion& r : regions) {
    const Vec3 lo = r.box_world.min, hi = r.box_world.max;
    if (p.x > lo.x && p.x < hi.x && p.y > lo.y && p.y < hi.y && p.z >= lo.z - 1e-3 && p.z < hi.z - 1e-3) {
      factor *= r.factor;
    }
  }
  return factor;
}

Vec3 At(Vec2 p) { return {p.x, p.y, 0}; }

}  // namespace

double CostOfPiece(Vec3 a, Vec3 b, std::span<const CostRegion> regions) {
  std::vector<double> stops{0, 1};
  for (const CostRegion& r : regions) {
    for (int axis = 0; axis < 3; ++axis) {
      const double slack = axis == 2 ? 1e-3 : 0;
      for (const double at : {r.box_world.min[axis] - slack, r.box_world.max[axis] - slack}) {
        const double t = (at - a[axis]) / (b[axis] - a[axis]);
        if (t > 0 && t < 1) stops.push_back(t);
      }
    }
  }
  std::sort(stops.begin(), stops.end());
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  double cost = 0;
  for (size_t i = 1; i < stops.size(); ++i) {
    const double part = (stops[i] - stops[i - 1]) * length;
    const double factor = FactorAt(a + (stops[i] + stops[i - 1]) / 2 * (b - a), regions);
    if (factor < kInfinity || part > 1e-6) cost += part * factor;
  }
  return cost;
}

double CostOfLineOver(Vec3 a, Vec3 b, const std::function<double(Vec2)>& height, std::span<const CostRegion> regions) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  double cost = 0;
  for (int i = 0; i < 1000; ++i) {
    Vec3 p = a + (i + 0.5) / 1000 * (b - a);
    p.z = height({p.x, p.y});
    cost += length / 1000 * FactorAt(p, regions);
  }
  return cost;
}

double CheapestOverOneRegion(Vec2 start, Vec2 goal, const CostRegion& region, int samples) {
  const std::span<const CostRegion> regions(&region, 1);
  const Vec2 lo{region.box_world.min.x, region.box_world.min.y}, hi{region.box_world.max.x, region.box_world.max.y};
  const Vec2 corners[] = {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}};
  std::vector<Vec2> places;
  for (int side = 0; side < 4; ++side) {
    for (int k = 0; k < samples; ++k) {
      places.push_back(corners[side] + double(k) / samples * (corners[(side + 1) % 4] - corners[side]));
    }
  }
  const auto cost = [&](Vec2 a, Vec2 b) { return CostOfPiece(At(a), At(b), regions); };
  // Cost to each place, directly or via one corner.
  const auto costs_from = [&](Vec2 end) {
    std::vector<double> costs;
    for (const Vec2 p : places) {
      double best = cost(end, p);
      for (const Vec2 corner : corners) best = std::min(best, cost(end, corner) + cost(corner, p));
      costs.push_back(best);
    }
    return costs;
  };
  const std::vector<double> before = costs_from(start), after = costs_from(goal);
  double best = cost(start, goal);
  for (size_t i = 0; i < places.size(); ++i) {
    best = std::min(best, before[i] + after[i]);
    for (size_t j = 0; j < places.size(); ++j) {
      if (before[i] + after[j] + Length(places[j] - places[i]) >= best) continue;
      best = std::min(best, before[i] + cost(places[i], places[j]) + after[j]);
    }
  }
  return best;
}

CostGrid::CostGrid(Vec2 size, double step_m, std::span<const CostRegion> regions,
                   const std::function<bool(Vec2)>& is_free)
    : columns_(int(size.x / step_m) + 1),
      rows_(int(size.y / step_m) + 1),
      step_m_(step_m),
      regions_(regions.begin(), regions.end()),
      is_free_(is_free) {
  for (size_t i = 0; i < size_t(columns_ * rows_); ++i) {
    free_.push_back(is_free(PlaceOf(i)) && FactorAt(At(PlaceOf(i)), regions_) < kInfinity);
  }
}

Vec2 CostGrid::PlaceOf(size_t node) const {
  return {step_m_ * double(node % size_t(columns_)), step_m_ * double(node / size_t(columns_))};
}

size_t CostGrid::NodeAt(Vec2 place) const {
  return size_t(std::lround(place.y / step_m_) * columns_ + std::lround(place.x / step_m_));
}

Vec2 CostGrid::RandomPlace(TestRandom& random) const {
  for (;;) {
    const size_t node = size_t(random.Integer(0, columns_ * rows_ - 1));
    if (free_[node]) return PlaceOf(node);
  }
}

std::vector<double> CostGrid::CostsFrom(Vec2 place) const {
  std::vector<double> costs(free_.size(), kInfinity);
  std::priority_queue<std::pair<double, size_t>, std::vector<std::pair<double, size_t>>, std::greater<>> open;
  costs[NodeAt(place)] = 0;
  open.push({0, NodeAt(place)});
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.pop();
    if (cost > costs[node]) continue;
    const int x = int(node % size_t(columns_)), y = int(node / size_t(columns_));
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        const int u = x + dx, v = y + dy;
        const bool is_move = std::max(std::abs(dx), std::abs(dy)) == 1 || std::abs(dx * dy) == 2;
        if (!is_move || u < 0 || v < 0 || u >= columns_ || v >= rows_) continue;
        const size_t next = size_t(v * columns_ + u);
        if (!free_[next]) continue;
        const Vec2 a = PlaceOf(node), b = PlaceOf(next);
        if (cost + Length(b - a) >= costs[next]) continue;
        const double there = cost + CostOfPiece(At(a), At(b), regions_);
        if (there >= costs[next]) continue;
        if (!is_free_(a + 0.25 * (b - a)) || !is_free_(a + 0.5 * (b - a)) || !is_free_(a + 0.75 * (b - a))) continue;
        costs[next] = there;
        open.push({there, next});
      }
    }
  }
  return costs;
}

}  // namespace navnet::oracle
