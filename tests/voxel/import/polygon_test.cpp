// SPDX-License-Identifier: Apache-2.0
// Triangulation of polygons: simple ones, and corners that form no polygon.

#include "import/polygon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace navnet {
namespace {

using Corners = std::vector<Vec3>;

double AreaOf(const Corners& corners) {
  Vec3 sum;
  for (size_t i = 0; i < corners.size(); ++i) sum = sum + Cross(corners[i], corners[(i + 1) % corners.size()]);
  return Length(sum) / 2;
}

double AreaOf(const Corners& vertices, const std::vector<Triangle>& triangles) {
  double area = 0;
  for (const auto& [a, b, c] : triangles) {
    area += Length(Cross(vertices[b] - vertices[a], vertices[c] - vertices[a])) / 2;
  }
  return area;
}

std::vector<uint32_t> InOrder(size_t count) {
  std::vector<uint32_t> corners(count);
  std::iota(corners.begin(), corners.end(), 0u);
  return corners;
}

std::vector<Triangle> Cut(const Corners& vertices, const std::vector<uint32_t>& corners) {
  std::vector<Triangle> triangles;
  AppendPolygon(vertices, corners, triangles);
  EXPECT_EQ(triangles.size(), corners.size() - 2);
  return triangles;
}

// Triangles that cover the polygon and have its total area do not overlap.
void ExpectExact(const Corners& polygon, const std::string& name) {
  const std::vector<Triangle> triangles = Cut(polygon, InOrder(polygon.size()));
  EXPECT_NEAR(AreaOf(polygon, triangles) / AreaOf(polygon), 1, 1e-6) << name << " of " << polygon.size();
}

Vec3 Polar(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle), 0}; }

Corners Turned(Corners polygon) {
  for (Vec3& p : polygon) p = {p.x, 0.6 * p.y + 3, 0.8 * p.y - 7};
  return polygon;
}

constexpr double kTurn = 2 * std::numbers::pi;

TEST(AppendPolygon, KeepsTheShapeOfSimplePolygonsOfAnySize) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const size_t count : {5, 12, 33, 100, 1000, 1025, 6000}) {
    Corners round, star, coast, spiral, comb;
    double radius = 50;
    for (size_t i = 0; i < count; ++i) {
      const double angle = kTurn * double(i) / double(count);
      radius = std::clamp(radius + unit(random) - 0.5, 20.0, 80.0);
      round.push_back(Polar(50, angle));
      star.push_back(Polar(5 + 45 * unit(random), angle));
      coast.push_back(Polar(radius, angle));
    }
    // A spiral corridor of ten turns: out along one side and back along the other.
    const size_t half = count / 2;
    const auto wound = [&](size_t i, double width) {
      const double angle = 10 * kTurn * double(i) / double(half);
      return Polar(5 + angle + width, angle);
    };
    for (size_t i = 0; i < half; ++i) spiral.push_back(wound(i, 0));
    for (size_t i = half; i-- > 0;) spiral.push_back(wound(i, 3));
    for (size_t i = 0; i < half; ++i) comb.push_back({double(i), i % 2 ? 100.0 : 1.0, 0});
    comb.push_back({double(half), 0, 0});
    comb.push_back({0, 0, 0});
    if (count >= 200) ExpectExact(spiral, "spiral");
    ExpectExact(round, "round");
    ExpectExact(Turned(star), "star");
    ExpectExact(coast, "coast");
    std::reverse(comb.begin(), comb.end());
    ExpectExact(comb, "comb");
  }
}

// A square with a square hole, joined by an edge that occurs twice, as programs write holes.
TEST(AppendPolygon, KeepsHolesThatABridgeJoins) {
  const Corners vertices = {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}, {3, 3, 0}, {3, 6, 0}, {6, 6, 0}, {6, 3, 0}};
  const std::vector<Triangle> triangles = Cut(vertices, {0, 1, 2, 3, 0, 4, 5, 6, 7, 4});
  EXPECT_NEAR(AreaOf(vertices, triangles), 72, 1e-9);
}

TEST(AppendPolygon, MakesAFanOfASmallConvexPolygon) {
  const Corners vertices = {{0, 0, 0}, {2, 0, 0}, {3, 1, 0}, {2, 2, 0}, {0, 2, 0}};
  EXPECT_EQ(Cut(vertices, InOrder(5)), (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

// Long triangles are slow to sample: a round polygon must have few of them.
TEST(AppendPolygon, MakesShortTrianglesOfManyCorners) {
  constexpr size_t kCount = 20000;
  Corners round;
  for (size_t i = 0; i < kCount; ++i) round.push_back(Polar(50, kTurn * double(i) / double(kCount)));
  double length = 0;
  for (const auto& [a, b, c] : Cut(round, InOrder(kCount))) {
    length += std::max({Length(round[a] - round[b]), Length(round[b] - round[c]), Length(round[c] - round[a])});
  }
  EXPECT_LT(length / double(kCount), 1) << "mean longest edge in metres; 60 for a fan";
}

// A polygon that crosses itself has no defined interior; no part may be dropped.
TEST(AppendPolygon, CoversThePointsWithNonZeroWindingNumber) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 10);
  for (int round = 0; round < 50; ++round) {
    const size_t count = 4 + size_t(round) * 3;
    Corners polygon;
    for (size_t i = 0; i < count; ++i) polygon.push_back({unit(random), unit(random), 0});
    const std::vector<Triangle> triangles = Cut(polygon, InOrder(count));
    for (int i = 0; i < 100; ++i) {
      const Vec3 p{unit(random), unit(random), 0};
      double winds = 0;
      for (size_t k = 0; k < count; ++k) {
        const Vec3 a = polygon[k] - p, b = polygon[(k + 1) % count] - p;
        winds += std::atan2(Cross(a, b).z, Dot(a, b)) / kTurn;
      }
      const auto holds = [&](const Triangle& t) {
        const auto side = [&](uint32_t a, uint32_t b) { return Cross(polygon[b] - polygon[a], p - polygon[a]).z; };
        const double x = side(t[0], t[1]), y = side(t[1], t[2]), z = side(t[2], t[0]);
        return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
      };
      if (std::abs(winds) > 0.5) {
        EXPECT_TRUE(std::ranges::any_of(triangles, holds)) << round;
      }
    }
  }
}

TEST(AppendPolygon, AcceptsAnyCorners) {
  std::mt19937 random(5);
  const Corners vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {NAN, 0, 0}, {1e300, -1e300, 1e300}, {1, 0, 0}};
  for (size_t count = 4; count < 400; count += 7) {
    std::vector<uint32_t> corners(count);
    for (uint32_t& corner : corners) corner = uint32_t(random() % 7);
    Cut(vertices, corners);
    for (uint32_t& corner : corners) corner %= 4;
    Cut(vertices, corners);
    corners[count / 2] = 1000;  // Does not exist.
    Cut(vertices, corners);
  }
}

// Corners in random order.
TEST(AppendPolygon, TerminatesForManyCorners) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 10);
  Corners vertices;
  for (int i = 0; i < 1000; ++i) vertices.push_back({unit(random), unit(random), unit(random)});
  std::vector<uint32_t> corners(300'000);
  for (uint32_t& corner : corners) corner = uint32_t(random() % 1000);
  Cut(vertices, corners);
  for (size_t i = 0; i < corners.size(); ++i) corners[i] = uint32_t(i % 3);
  Cut(vertices, corners);
}

}  // namespace
}  // namespace navnet
