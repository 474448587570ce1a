#pragma once
// Flat grounds for tests of walking: mazes, towns of boxes, fields of polygons.

#include "ground/contours.h"
#include "ground/ecm.h"
#include "support/ground_surfaces.h"
#include "support/random_meshes.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace navnet {

/// The contours' corridor map with a flat surface at height 0 under each layer.
inline Ground FlatGround(const GroundContours& contours) {
  auto built = BuildCorridorMap(contours, 1);
  if (!built) throw std::runtime_error(built.error().message);
  Ground ground = std::move(*built);
  ground.height_m = 1.8;
  ground.step_m = 0.3;
  for (uint32_t layer = 0; layer < contours.layers.size(); ++layer) {
    Vec2 lo{1e9, 1e9}, hi{-1e9, -1e9};
    for (const GroundRing& ring : contours.layers[layer].rings) {
      for (const GroundPoint p : ring.points) {
        const Vec2 q = contours.ToPlan(p);
        lo = {std::min(lo.x, q.x), std::min(lo.y, q.y)};
        hi = {std::max(hi.x, q.x), std::max(hi.y, q.y)};
      }
    }
    GroundPatch patch;
    patch.first_corner = uint32_t(ground.corners.size());
    patch.corner_count = 4;
    patch.layer = layer;
    for (const Vec2 c : {lo, Vec2{hi.x, lo.y}, hi, Vec2{lo.x, hi.y}}) ground.corners.push_back(c);
    ground.patches.push_back(patch);
  }
  return ground;
}

/// `n` x `n` rooms of a perfect maze with some walls taken out; corridors are two metres wide, walls one.
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
  // Corners: columns and rows of walls are thinner than those of rooms.
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

/// A square with one obstacle on each of `n` x `n` lots of ten metres; `corners` of each around its middle, four for
/// boxes. Radii from `least` to `most` of half a lot.
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

}  // namespace navnet
