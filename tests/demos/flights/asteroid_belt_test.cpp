// SPDX-License-Identifier: Apache-2.0
#include "flights/asteroid_belt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace navnet {
namespace {

constexpr BeltOptions kOptions = {
    .seed = 5, .inner_m = 90, .outer_m = 240, .half_height_m = 50, .gap_m = 12, .fastest_m_s = 6};

double ReachOf(const TriangleMesh& mesh) {
  double reach = 0;
  for (const Vec3& v : mesh.vertices) reach = std::max(reach, Length(v));
  return reach;
}

TEST(AsteroidBelt, KeepsItsRocksApartAndInTheirBounds) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    BeltOptions options = kOptions;
    options.seed = seed;
    const AsteroidBelt belt = MakeAsteroidBelt(options);
    EXPECT_GT(belt.rocks.size(), 40u);
    std::vector<double> reaches;
    for (const BeltRock& rock : belt.rocks) reaches.push_back(ReachOf(belt.shapes[rock.shape]));
    double nearest_m = 1e9, inner_m = 1e9, outer_m = 0, height_m = 0;
    for (double time_s = 0; time_s < 300; time_s += 7.3) {
      std::vector<Vec3> places;
      for (size_t i = 0; i < belt.rocks.size(); ++i) {
        const Vec3 p = belt.rocks[i].PoseAt(time_s).position;
        inner_m = std::min(inner_m, std::hypot(p.x, p.y) - reaches[i]);
        outer_m = std::max(outer_m, std::hypot(p.x, p.y) + reaches[i]);
        height_m = std::max(height_m, std::abs(p.z) + reaches[i]);
        for (size_t j = 0; j < i; ++j) nearest_m = std::min(nearest_m, Length(p - places[j]) - reaches[i] - reaches[j]);
        places.push_back(p);
      }
    }
    EXPECT_GT(nearest_m, options.gap_m - 1e-9);
    EXPECT_GT(inner_m, options.inner_m - 1e-9);
    EXPECT_LT(outer_m, options.outer_m + 1e-9);
    EXPECT_LT(height_m, options.half_height_m + 1e-9);
  }
}

TEST(AsteroidBelt, HasNoPointFasterThanAllowed) {
  const AsteroidBelt belt = MakeAsteroidBelt(kOptions);
  double fastest = 0;
  for (const BeltRock& rock : belt.rocks) {
    for (const double time_s : {0.0, 3.0, 50.0}) {
      constexpr double kLater_s = 0.01;
      const TriangleMesh before = Transformed(belt.shapes[rock.shape], rock.PoseAt(time_s));
      const TriangleMesh after = Transformed(belt.shapes[rock.shape], rock.PoseAt(time_s + kLater_s));
      for (size_t v = 0; v < before.vertices.size(); ++v) {
        fastest = std::max(fastest, Length(after.vertices[v] - before.vertices[v]) / kLater_s);
      }
    }
  }
  EXPECT_LT(fastest, kOptions.fastest_m_s + 1e-6);
  EXPECT_GT(fastest, kOptions.fastest_m_s / 2);  // The rocks move.
}

TEST(AsteroidBelt, HasClosedShapes) {
  for (const TriangleMesh& shape : MakeAsteroidBelt(kOptions).shapes) {
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (const Triangle& t : shape.triangles) {
      for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(edges.insert({t[i], t[(i + 1) % 3]}).second);
    }
    for (const auto& [a, b] : edges) EXPECT_TRUE(edges.contains({b, a}));
  }
}

TEST(AsteroidBelt, DependsOnTheSeedOnly) {
  const auto places = [](uint64_t seed) {
    BeltOptions options = kOptions;
    options.seed = seed;
    std::vector<Vec3> out;
    for (const BeltRock& rock : MakeAsteroidBelt(options).rocks) out.push_back(rock.PoseAt(10).position);
    return out;
  };
  EXPECT_EQ(places(1), places(1));
  EXPECT_NE(places(1), places(2));
}

TEST(AsteroidBelt, FindsTheNearestRock) {
  const AsteroidBelt belt = MakeAsteroidBelt(kOptions);
  for (size_t i = 0; i < belt.rocks.size(); ++i) {
    EXPECT_EQ(belt.NearestTo(belt.rocks[i].PoseAt(4).position + Vec3{1, 1, 1}, 4), i);
  }
}

}  // namespace
}  // namespace navnet
