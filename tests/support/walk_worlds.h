// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flat grounds for tests of walking: mazes, lots with boxes, fields of polygons.

#include "ground/corridor_map/ecm.h"
#include "ground/plan/contours.h"
#include "support/ground_surfaces.h"
#include "support/random_meshes.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace navnet {

inline Ground CorridorMapOf(const GroundContours& contours) {
  auto built = BuildCorridorMap(contours, 1);
  if (!built) throw std::runtime_error(built.error().message);
  built->height_m = 1.8;
  built->step_m = 0.3;
  return std::move(*built);
}

inline void AddPatch(Ground& ground, uint32_t layer, const std::vector<Vec2>& corners, double base, Vec2 slope) {
  GroundPatch patch;
  patch.first_corner = uint32_t(ground.corners.size());
  patch.corner_count = uint32_t(corners.size());
  patch.layer = layer;
  patch.base = base;
  patch.slope_x = slope.x;
  patch.slope_y = slope.y;
  ground.corners.insert(ground.corners.end(), corners.begin(), corners.end());
  ground.patches.push_back(patch);
}

/// The corridor map of the contours, with a flat surface at height 0 under each layer.
inline Ground FlatGround(const GroundContours& contours) {
  Ground ground = CorridorMapOf(contours);
  for (uint32_t layer = 0; layer < contours.layers.size(); ++layer) {
    Vec2 lo{1e9, 1e9}, hi{-1e9, -1e9};
    for (const GroundRing& ring : contours.layers[layer].rings) {
      for (const GroundPoint p : ring.points) {
        const Vec2 q = contours.ToPlan(p);
        lo = {std::min(lo.x, q.x), std::min(lo.y, q.y)};
        hi = {std::max(hi.x, q.x), std::max(hi.y, q.y)};
      }
    }
    AddPatch(ground, layer, {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}}, 0, {0, 0});
  }
  return ground;
}

/// The corridor map of a surface, and its cells as triangles with a height at each corner.
inline Ground GroundOf(const CellSurface& surface, const std::vector<double>& heights, double unit_m) {
  GroundContours contours = ContoursOf(surface);
  contours.unit_m = unit_m;
  Ground ground = CorridorMapOf(contours);
  for (uint32_t layer = 0; layer < contours.layers.size(); ++layer) {
    for (const CellSurface::Cell& cell : surface.cells) {
      for (size_t k = 2; k < cell.corners.size() && cell.layer == layer; ++k) {
        const uint32_t ids[] = {cell.corners[0], cell.corners[k - 1], cell.corners[k]};
        std::vector<Vec2> p;
        for (const uint32_t id : ids) p.push_back(contours.ToPlan(surface.corners[id]));
        const Vec2 u = p[1] - p[0], v = p[2] - p[0];
        const double du = heights[ids[1]] - heights[ids[0]], dv = heights[ids[2]] - heights[ids[0]];
        const Vec2 slope = Vec2{du * v.y - dv * u.y, dv * u.x - du * v.x} * (1 / Cross(u, v));
        AddPatch(ground, layer, p, heights[ids[0]] - Dot(slope, p[0]), slope);
      }
    }
  }
  return ground;
}

/// A helical ramp around the origin: four metres wide, with an inner radius of three metres, rising five metres per
/// turn of 24 cells; each layer is half a turn.
inline Ground SpiralGround(int cells) {
  CellSurface surface;
  std::vector<double> heights;
  for (int i = 0; i <= cells; ++i) {
    const double angle = 2 * std::numbers::pi * i / 24;
    for (const double radius : {3.0, 7.0}) {
      surface.corners.push_back(
          {int32_t(std::lround(1e4 * radius * std::cos(angle))), int32_t(std::lround(1e4 * radius * std::sin(angle)))});
      heights.push_back(5.0 * i / 24);
    }
  }
  for (uint32_t i = 0; i < uint32_t(cells); ++i) {
    surface.cells.push_back({{2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2}, i / 12});
  }
  return GroundOf(surface, heights, 1e-4);
}

/// A perfect maze of `n` x `n` rooms with some walls removed; corridors are two metres wide, walls one.
inline GroundContours MazeContours(uint64_t seed, int n, double openings) {
  TestRandom random(seed);
  const int size = 2 * n + 1;
  std::vector<char> open(size_t(size * size));
  const auto at = [&](int x, int y) -> char& { return open[size_t(y * size + x)]; };
  std::vector<std::pair<int, int>> stack{{0, 0}};
  at(1, 1) = 1;
  while (!stack.empty()) {
    const auto [x, y] = stack.back();
    std::vector<std::pair<int, int>> ways;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const int u = x + dx, v = y + dy;
      if (u >= 0 && v >= 0 && u < n && v < n && !at(2 * u + 1, 2 * v + 1)) ways.push_back({u, v});
    }
    if (ways.empty()) {
      stack.pop_back();
      continue;
    }
    const auto [u, v] = ways[size_t(random.Integer(0, int(ways.size()) - 1))];
    at(x + u + 1, y + v + 1) = at(2 * u + 1, 2 * v + 1) = 1;
    stack.push_back({u, v});
  }
  for (int y = 1; y < size - 1; ++y) {
    for (int x = 1; x < size - 1; ++x) {
      if ((x + y) % 2 == 1 && random.Uniform(0, 1) < openings) at(x, y) = 1;
    }
  }
  // Corners of the grid: columns and rows of walls are thinner than those of rooms.
  CellSurface surface;
  for (int y = 0; y <= size; ++y) {
    for (int x = 0; x <= size; ++x) {
      surface.corners.push_back({10000 * (x / 2 * 3 + x % 2), 10000 * (y / 2 * 3 + y % 2)});
    }
  }
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const uint32_t c = uint32_t(y * (size + 1) + x), up = uint32_t(size + 1);
      if (at(x, y)) surface.cells.push_back({{c, c + 1, c + up + 1, c + up}, 0});
    }
  }
  GroundContours contours = ContoursOf(surface);
  contours.unit_m = 1e-4;
  return contours;
}

/// A square with one obstacle on each of `n` x `n` lots of ten metres, with the given range of corners around its
/// middle (four for boxes). Radii range from `least` to `most` times half a lot.
inline GroundContours LotContours(uint64_t seed, int n, int least_corners, int most_corners, double least,
                                  double most) {
  TestRandom random(seed);
  const double lot = 10;
  const auto grid = [](double m) { return int32_t(std::lround(m * 1e4)); };
  std::vector<std::vector<GroundPoint>> rings;
  const int32_t side = grid(lot * n);
  rings.push_back({{0, 0}, {side, 0}, {side, side}, {0, side}});
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const Vec2 middle{lot * (x + 0.5), lot * (y + 0.5)};
      const int corners = random.Integer(least_corners, most_corners);
      const double turn = random.Uniform(0, 2 * std::numbers::pi), size = random.Uniform(least, most) * lot / 2;
      const double slim = random.Uniform(0.3, 1);
      std::vector<GroundPoint> ring;
      for (int k = 0; k < corners; ++k) {
        // Clockwise: the walkable side is outside.
        Vec2 p;
        if (corners == 4) {
          p = Vec2{k == 0 || k == 3 ? -size : size, k < 2 ? slim * size : -slim * size} * std::numbers::sqrt2 * 0.5;
        } else {
          const double angle = -2 * std::numbers::pi * (k + random.Uniform(0, 0.6)) / corners;
          p = Vec2{std::cos(angle), std::sin(angle)} * (size * random.Uniform(0.3, 1));
        }
        const Vec2 q =
            middle + Vec2{std::cos(turn) * p.x - std::sin(turn) * p.y, std::sin(turn) * p.x + std::cos(turn) * p.y};
        ring.push_back({grid(q.x), grid(q.y)});
      }
      rings.push_back(ring);
    }
  }
  GroundContours contours = OneLayer(rings);
  contours.unit_m = 1e-4;
  return contours;
}

inline GroundContours TownContours(uint64_t seed, int n) { return LotContours(seed, n, 4, 4, 0.5, 0.98); }
inline GroundContours FieldContours(uint64_t seed, int n) { return LotContours(seed, n, 5, 9, 0.4, 0.98); }

/// A square with posts around the middle of each of `n` x `n` lots of ten metres. Their tips lie on a circle up to the
/// grid's rounding, so the medial axis has vertices there that are as close together as that rounding error.
inline GroundContours PostCircleContours(uint64_t seed, int n) {
  TestRandom random(seed);
  const double lot = 10;
  const auto grid = [](Vec2 m) {
    return GroundPoint{int32_t(std::lround(m.x * 1e4)), int32_t(std::lround(m.y * 1e4))};
  };
  const Vec2 side{lot * n, lot * n};
  std::vector<std::vector<GroundPoint>> rings{{{0, 0}, grid({side.x, 0}), grid(side), grid({0, side.y})}};
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const Vec2 middle{lot * (x + 0.5), lot * (y + 0.5)};
      const int posts = random.Integer(4, 6);
      const double radius = random.Uniform(2, 4), turn = random.Uniform(0, 2 * std::numbers::pi);
      const auto at = [&](double angle, double r) {
        return grid(middle + Vec2{std::cos(turn + angle), std::sin(turn + angle)} * r);
      };
      for (int k = 0; k < posts; ++k) {
        const double angle = 2 * std::numbers::pi * (k + random.Uniform(0, 0.5)) / posts;
        // Clockwise: the walkable side is outside.
        rings.push_back({at(angle, radius), at(angle + 0.1, radius + 0.5), at(angle - 0.1, radius + 0.5)});
      }
    }
  }
  GroundContours contours = OneLayer(rings);
  contours.unit_m = 1e-4;
  return contours;
}

}  // namespace navnet
