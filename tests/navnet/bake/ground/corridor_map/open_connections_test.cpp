// SPDX-License-Identifier: Apache-2.0
// The corridor map of a surface cut into layers equals that of the uncut surface.

#include "ground/corridor_map/ecm.h"
#include "support/corridor_checks.h"
#include "support/ground_oracle.h"
#include "support/ground_surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace navnet {
namespace {

std::vector<Vec2> Sorted(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(), [](Vec2 p, Vec2 q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  return points;
}

/// Maximum over `points` of the distance to the nearest of `others`.
double Farthest(const std::vector<Vec2>& points, const std::vector<Vec2>& others) {
  const std::vector<Vec2> sorted = Sorted(others);
  double farthest = 0;
  for (const Vec2 p : points) {
    constexpr double kReach = 1e-3;
    double nearest = INFINITY;
    auto q = std::lower_bound(sorted.begin(), sorted.end(), p.x - kReach, [](Vec2 s, double x) { return s.x < x; });
    for (; q != sorted.end() && q->x < p.x + kReach; ++q) nearest = std::min(nearest, Length(*q - p));
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

/// Compares the map of a surface cut into layers with that of the same surface as one layer. Requires: no overlaps.
void ExpectSameAsUncut(CellSurface surface, uint64_t seed) {
  const GroundContours cut = ContoursOf(surface);
  for (auto& cell : surface.cells) cell.layer = 0;
  const GroundContours uncut = ContoursOf(surface);
  const Ground ground = CheckedCorridorMapOf(cut), truth = CheckedCorridorMapOf(uncut);
  ExpectSound(ground);
  EXPECT_EQ(ground.vertices.size(), truth.vertices.size());
  EXPECT_EQ(ground.edges.size(), truth.edges.size());
  EXPECT_EQ(ground.component_count, truth.component_count);
  EXPECT_EQ(ground.ring_count, truth.ring_count);
  ExpectCellsRight(ground, uncut, seed, 200);

  const auto places = [](const auto& things) {
    std::vector<Vec2> out;
    for (const auto& thing : things) out.push_back(thing.p);
    return out;
  };
  EXPECT_LT(Farthest(places(ground.vertices), places(truth.vertices)), 1e-6);
  EXPECT_LT(Farthest(places(truth.vertices), places(ground.vertices)), 1e-6);
  // A cut adds bends where it splits a wall, but removes none.
  EXPECT_LT(Farthest(places(truth.bends), places(ground.bends)), 1e-6);
  for (const GroundBend& bend : ground.bends) {
    EXPECT_NEAR(bend.Clearance(), ClearanceOf(truth.walls, bend.p), 1e-6);
  }
  const auto lengths = [](const Ground& g) {
    std::vector<double> out;
    for (const GroundEdge& edge : g.edges) out.push_back(edge.length_m);
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto narrows = [](const Ground& g) {
    std::vector<double> out;
    for (const GroundEdge& edge : g.edges) out.push_back(edge.min_clearance_m);
    std::sort(out.begin(), out.end());
    return out;
  };
  if (ground.edges.size() != truth.edges.size()) return;
  for (size_t i = 0; i < truth.edges.size(); ++i) {
    EXPECT_NEAR(lengths(ground)[i], lengths(truth)[i], 1e-5);
    EXPECT_NEAR(narrows(ground)[i], narrows(truth)[i], 1e-6);
  }

  // Each bend stores its layer.
  for (const GroundBend& bend : ground.bends) {
    double nearest = INFINITY;
    for (const GroundRing& ring : cut.layers[bend.layer].rings) {
      for (size_t i = 0; i < ring.points.size(); ++i) {
        nearest = std::min(nearest, DistanceToSegment(bend.p, cut.ToPlan(ring.points[i]),
                                                      cut.ToPlan(ring.points[(i + 1) % ring.points.size()])));
      }
    }
    GroundContours layer = cut;
    layer.layers = {cut.layers[bend.layer]};
    EXPECT_TRUE(nearest < 1e-6 || IsWalkable(layer, bend.p)) << bend.p.x << " " << bend.p.y;
  }
}

TEST(OpenConnections, OpenOneCutThroughARoom) {
  ExpectSameAsUncut(GridSurface(2, 1, 1000, 0, 1, [](int i, int) { return i; }), 1);
  ExpectSameAsUncut(GridSurface(2, 1, 1000, 240, 1, [](int i, int) { return i; }), 1);
}

TEST(OpenConnections, OpenCutsThatMeetInFreeSpace) {
  ExpectSameAsUncut(GridSurface(2, 2, 1000, 0, 1, [](int i, int j) { return 2 * j + i; }), 1);
  ExpectSameAsUncut(GridSurface(2, 2, 1000, 240, 1, [](int i, int j) { return 2 * j + i; }), 1);
}

TEST(OpenConnections, OpenALayerInTheMiddleOfAnother) {
  ExpectSameAsUncut(GridSurface(3, 3, 1000, 240, 1, [](int i, int j) { return i == 1 && j == 1; }), 1);
  ExpectSameAsUncut(GridSurface(5, 5, 1000, 0, 1, [](int i, int j) { return i > 0 && i < 4 && j > 0 && j < 4; }), 1);
}

TEST(OpenConnections, OpenLayersOfOneCell) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TestRandom random(seed);
    const int columns = random.Integer(1, 7), rows = random.Integer(1, 7), blocked = random.Integer(0, 4);
    const CellSurface surface = GridSurface(columns, rows, 1000, seed % 4 == 0 ? 0 : 240, seed, [&](int i, int j) {
      return random.Integer(0, 9) < blocked ? -1 : j * columns + i;
    });
    if (!surface.cells.empty()) ExpectSameAsUncut(surface, seed);
  }
}

TEST(OpenConnections, OpenRandomLayersOfPolygonsWithHoles) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TestRandom random(seed);
    const int columns = random.Integer(2, 10), rows = random.Integer(2, 10), blocked = random.Integer(0, 4);
    const int layers = random.Integer(2, 5);
    const CellSurface surface = GridSurface(columns, rows, 1000, seed % 4 == 0 ? 0 : 240, seed, [&](int, int) {
      return random.Integer(0, 9) < blocked ? -1 : random.Integer(0, layers - 1);
    });
    if (!surface.cells.empty()) ExpectSameAsUncut(surface, seed);
  }
}

TEST(OpenConnections, OpenStraightCuts) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TestRandom random(seed);
    const int cut_x = random.Integer(1, 11), cut_y = random.Integer(1, 11);
    const CellSurface surface = GridSurface(12, 12, 1000, seed % 4 == 0 ? 0 : 240, seed, [&](int i, int j) {
      return random.Integer(0, 9) < 3 ? -1 : (i < cut_x ? 0 : 1) + (j < cut_y ? 0 : 2);
    });
    ExpectSameAsUncut(surface, seed);
  }
}

// Corners a few units off a lattice are nearly cocircular on circles thousands of units wide: doubles cannot decide
// which is inside. Cells of 5 m and of 500 m, on a grid of 0.05 mm.
TEST(OpenConnections, OpenNearlyRegularLayers) {
  for (const int size : {100'000, 10'000'000}) {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE("size " + std::to_string(size) + ", seed " + std::to_string(seed));
      TestRandom random(seed);
      const int layers = random.Integer(2, 6), blocked = random.Integer(1, 5);
      const int cells = size > 1'000'000 ? 10 : random.Integer(3, 14);
      CellSurface surface = GridSurface(cells, cells, size, 3, seed, [&](int, int) {
        return random.Integer(0, 9) < blocked ? -1 : random.Integer(0, layers - 1);
      });
      if (surface.cells.empty()) continue;
      const GroundContours cut = ContoursOf(surface);
      for (auto& cell : surface.cells) cell.layer = 0;
      const Ground ground = CheckedCorridorMapOf(cut), truth = CheckedCorridorMapOf(ContoursOf(surface));
      EXPECT_EQ(ground.component_count, truth.component_count);
      EXPECT_EQ(ground.ring_count, truth.ring_count);
      EXPECT_EQ(int64_t(ground.edges.size()) - int64_t(ground.vertices.size()),
                int64_t(ground.ring_count) - 2 * int64_t(ground.component_count));
      double covered = 0;
      for (const CorridorCell& cell : CellsOf(ground)) covered += AreaOf(cell.Outline());
      EXPECT_NEAR(covered, AreaOf(cut), 1e-9 * covered);
      for (const GroundVertex& vertex : ground.vertices) {
        EXPECT_NEAR(vertex.clearance_m, ClearanceOf(truth.walls, vertex.p), 1e-2);
      }
    }
  }
}

}  // namespace
}  // namespace navnet
