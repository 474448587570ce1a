// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force connectivity of a world of closed solids: free intervals of vertical lines, and the connections between
// intervals of neighbouring lines.

#include <navnet/core/mesh.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

/// Vertical lines through a mesh on a square grid, each cut into its free intervals.
///
///   ColumnMap map(mesh, 0.2);
///   std::vector<bool> reached = map.Flood(map.Find(start), FlyThrough{0.5});
///
/// Requires: a mesh of closed solids with outward winding; they may overlap.
class ColumnMap {
 public:
  /// Free space of one line between a floor and a ceiling; infinite below and above the world.
  struct Interval {
    double floor_m = 0, ceiling_m = 0;
    double floor_slope = 0;  ///< Rise over run; 0 below the world.
    double Height() const { return ceiling_m - floor_m; }
  };
  static constexpr size_t kNone = std::numeric_limits<size_t>::max();

  ColumnMap(const TriangleMesh& mesh, double pitch_m) : pitch_m_(pitch_m), bounds_(BoundsOf(mesh)) {
    nx_ = int(bounds_.Size().x / pitch_m) + 1;
    ny_ = int(bounds_.Size().y / pitch_m) + 1;
    std::vector<std::vector<Crossing>> crossings(size_t(nx_) * size_t(ny_));
    for (const Triangle& t : mesh.triangles)
      AddCrossings(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], crossings);
    first_.push_back(0);
    for (std::vector<Crossing>& column : crossings) {
      AddIntervals(column);
      column_of_.resize(intervals_.size(), int(first_.size()) - 1);
      first_.push_back(intervals_.size());
    }
  }

  const std::vector<Interval>& intervals() const { return intervals_; }

  /// The interval that holds a point, on the line nearest to it; kNone inside a solid.
  size_t Find(Vec3 p) const {
    const int x = std::clamp(int(std::lround((p.x - bounds_.min.x) / pitch_m_ - kOffsetX)), 0, nx_ - 1);
    const int y = std::clamp(int(std::lround((p.y - bounds_.min.y) / pitch_m_ - kOffsetY)), 0, ny_ - 1);
    for (size_t i = first_[Column(x, y)]; i < first_[Column(x, y) + 1]; ++i) {
      if (intervals_[i].floor_m < p.z && p.z < intervals_[i].ceiling_m) return i;
    }
    return kNone;
  }

  /// Intervals reached from `start` by steps to one of the four neighbouring lines that `can_step(from, to)` allows.
  template <class CanStep>
  std::vector<bool> Flood(size_t start, CanStep can_step) const {
    std::vector<bool> reached(intervals_.size(), false);
    std::vector<size_t> open = {start};
    reached[start] = true;
    while (!open.empty()) {
      const size_t from = open.back();
      open.pop_back();
      for (int direction = 0; direction < 4; ++direction) {
        EachNeighbour(from, direction, [&](size_t to) {
          if (reached[to] || !can_step(intervals_[from], intervals_[to])) return;
          reached[to] = true;
          open.push_back(to);
        });
      }
    }
    return reached;
  }

  /// Number of closed boundaries of the reached surface, holes included: each interval is a square of surface, joined
  /// to the squares that it can step to.
  template <class CanStep>
  int CountLoops(const std::vector<bool>& reached, CanStep can_step) const {
    // Edge 4 * i + direction of square i; directions run counter-clockwise, and so do the edges around a square.
    auto twin = [&](size_t edge) {
      size_t found = kNone;
      EachNeighbour(edge / 4, int(edge % 4), [&](size_t to) {
        if (reached[to] && can_step(intervals_[edge / 4], intervals_[to])) found = 4 * to + (edge + 2) % 4;
      });
      return found;
    };
    auto next = [](size_t edge) { return edge / 4 * 4 + (edge + 1) % 4; };
    std::vector<bool> seen(4 * intervals_.size(), false);
    int loops = 0;
    for (size_t start = 0; start < seen.size(); ++start) {
      if (!reached[start / 4] || seen[start] || twin(start) != kNone) continue;
      ++loops;
      for (size_t edge = start; !seen[edge];) {
        seen[edge] = true;
        edge = next(edge);
        for (size_t other = twin(edge); other != kNone; other = twin(edge)) edge = next(other);
      }
    }
    return loops;
  }

  /// Whether all points are free and connected under `can_step`.
  template <class CanStep>
  bool Connects(std::span<const Vec3> points, CanStep can_step) const {
    const size_t start = Find(points[0]);
    if (start == kNone) return false;
    const std::vector<bool> reached = Flood(start, can_step);
    return std::all_of(points.begin(), points.end(), [&](Vec3 p) { return Find(p) != kNone && reached[Find(p)]; });
  }

 private:
  struct Crossing {
    double z_m;
    int into_solid;  ///< Upwards: +1 into a solid, -1 out of it.
    double slope;    ///< Rise over run.
  };
  // Lines avoid round coordinates and diagonals, where edges often are.
  static constexpr double kOffsetX = 0.4142135, kOffsetY = 0.2360679;

  size_t Column(int x, int y) const { return size_t(y) * size_t(nx_) + size_t(x); }

  /// The intervals of the next line to the east, north, west or south.
  template <class Visit>
  void EachNeighbour(size_t from, int direction, Visit visit) const {
    constexpr int kDx[] = {1, 0, -1, 0}, kDy[] = {0, 1, 0, -1};
    const int column = column_of_[from];
    const int x = column % nx_ + kDx[direction], y = column / nx_ + kDy[direction];
    if (x < 0 || x >= nx_ || y < 0 || y >= ny_) return;
    for (size_t to = first_[Column(x, y)]; to < first_[Column(x, y) + 1]; ++to) visit(to);
  }

  void AddCrossings(Vec3 a, Vec3 b, Vec3 c, std::vector<std::vector<Crossing>>& crossings) const {
    const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (area == 0) return;
    const Vec3 normal = Cross(b - a, c - a);
    const double slope = std::sqrt(normal.x * normal.x + normal.y * normal.y) / std::abs(normal.z);
    const Vec3 low = Min(a, Min(b, c)) - bounds_.min, high = Max(a, Max(b, c)) - bounds_.min;
    const int x0 = std::max(0, int(std::ceil(low.x / pitch_m_ - kOffsetX))),
              y0 = std::max(0, int(std::ceil(low.y / pitch_m_ - kOffsetY)));
    const int x1 = std::min(nx_ - 1, int(std::floor(high.x / pitch_m_ - kOffsetX))),
              y1 = std::min(ny_ - 1, int(std::floor(high.y / pitch_m_ - kOffsetY)));
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const double px = bounds_.min.x + (x + kOffsetX) * pitch_m_, py = bounds_.min.y + (y + kOffsetY) * pitch_m_;
        const double v = ((px - a.x) * (c.y - a.y) - (c.x - a.x) * (py - a.y)) / area;
        const double w = ((b.x - a.x) * (py - a.y) - (px - a.x) * (b.y - a.y)) / area;
        if (v < 0 || w < 0 || v + w > 1) continue;
        crossings[Column(x, y)].push_back({a.z + v * (b.z - a.z) + w * (c.z - a.z), area > 0 ? -1 : 1, slope});
      }
    }
  }

  void AddIntervals(std::vector<Crossing>& column) {
    // At equal heights, entries come before exits, so that solids that touch leave no gap.
    std::sort(column.begin(), column.end(), [](const Crossing& a, const Crossing& b) {
      return a.z_m != b.z_m ? a.z_m < b.z_m : a.into_solid > b.into_solid;
    });
    int depth = 0;
    double floor_m = -std::numeric_limits<double>::infinity(), slope = 0;
    for (const Crossing& crossing : column) {
      if (depth == 0) intervals_.push_back({floor_m, crossing.z_m, slope});
      depth += crossing.into_solid;
      if (depth == 0) floor_m = crossing.z_m, slope = crossing.slope;
    }
    intervals_.push_back({floor_m, std::numeric_limits<double>::infinity(), slope});
  }

  double pitch_m_;
  Box3 bounds_;
  int nx_ = 0, ny_ = 0;
  std::vector<Interval> intervals_;
  std::vector<size_t> first_;   ///< Per column, and one more.
  std::vector<int> column_of_;  ///< Per interval.
};

/// Steps of a flyer that needs this height.
struct FlyThrough {
  double height_m = 0;
  bool operator()(const ColumnMap::Interval& a, const ColumnMap::Interval& b) const {
    return std::min(a.ceiling_m, b.ceiling_m) - std::max(a.floor_m, b.floor_m) >= height_m;
  }
};

/// Steps of a walker that needs headroom and climbs or descends at most a step.
struct WalkOn {
  double headroom_m = 0, step_m = 0;
  double max_slope = std::numeric_limits<double>::infinity();  ///< Rise over run.
  bool operator()(const ColumnMap::Interval& a, const ColumnMap::Interval& b) const {
    return std::isfinite(a.floor_m) && std::abs(a.floor_m - b.floor_m) <= step_m && a.Height() >= headroom_m &&
           FlyThrough{headroom_m - step_m}(a, b) && b.Height() >= headroom_m &&
           std::max(a.floor_slope, b.floor_slope) <= max_slope;
  }
};

}  // namespace navnet
