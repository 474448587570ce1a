// SPDX-License-Identifier: Apache-2.0
// Walks over several storeys in baked worlds, compared with brute force on a fine grid.

#include <navnet/bake.h>
#include <navnet/runtime/walk.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"
#include "support/surface_grid.h"
#include "walk/surface_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>

namespace navnet {
namespace {

constexpr double kStep_m = 0.1;
constexpr double kHair_m = 1e-6;  // Tolerance: lines this near to walls do not cross them.

// Far below: makes it a query with costs, without an effect.
const std::vector<CostRegion> kNowhere{{.box_world = {{0, 0, -90}, {1, 1, -80}}, .factor = 2}};

Net Baked(const TriangleMesh& mesh, std::vector<Vec3> seeds, double voxel_m) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.walk = WalkOptions{.seeds_world = std::move(seeds)};
  Result<navnet::Baked> baked = Bake(World{"storeys", UpAxis::Z, mesh}, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

Net Building(uint64_t seed) {
  const Result<TriangleMesh> mesh = MakeWorld({.kind = WorldKind::Building, .seed = seed});
  EXPECT_TRUE(mesh) << mesh.error().message;
  return Baked(*mesh, {}, 0.5);
}

Net Scene(const GroundSceneSpec& spec) {
  const Result<GroundScene> scene = MakeGroundScene(spec);
  EXPECT_TRUE(scene) << scene.error().message;
  return Baked(scene->mesh, scene->seeds, 0.5);
}

/// A path begins and ends where it should, stays on the surface and off the walls, and rises no faster than one walks.
void ExpectOnTheSurface(const WalkPath& path, const WalkQuery& query, const GroundView& ground,
                        const oracle::SurfaceGrid& grid) {
  ASSERT_GE(path.points.size(), 2u);
  EXPECT_LE(Length(path.points.front() - query.start), 1e-6);
  EXPECT_LE(Length(path.points.back() - query.goal), 1e-6);
  const double steepest = std::tan(ground.max_slope_deg * std::numbers::pi / 180);
  for (size_t i = 1; i < path.points.size(); ++i) {
    const Vec3 a = path.points[i - 1], b = path.points[i];
    const double run = std::hypot(b.x - a.x, b.y - a.y);
    EXPECT_LE(std::abs(b.z - a.z), ground.step_m + steepest * run + 1e-3);
    const int parts = int(run / 0.1) + 1;
    for (int k = 0; k < parts; ++k) {
      const Vec3 p = a + (b - a) * (double(k) / parts), q = a + (b - a) * (double(k + 1) / parts);
      EXPECT_GE(grid.ClearanceOf(p, q), std::max(std::min(query.radius_m, grid.kFar_m) - 1e-6, kHair_m));
      EXPECT_LE(run > 0 ? grid.HeightOff(p) : 0, 5e-3);
    }
  }
}

/// Walks between random places, and their lengths against the grid's.
int CheckWalks(const Net& net, double radius_m, int starts, int goals) {
  const Walker walker(net.ground(), UpAxis::Z);
  const oracle::SurfaceGrid grid(net.ground(), kStep_m);
  const double aside_m = radius_m - grid.kAside * kStep_m;
  int walks = 0;
  for (uint64_t s = 0; s < uint64_t(starts); ++s) {
    const auto start = walker.RandomWalkable(1000 * s, radius_m);
    if (!start) continue;
    const std::vector<double> strict = grid.LengthsFrom(*start, radius_m), lax = grid.LengthsFrom(*start, aside_m);
    for (uint64_t g = 1; g <= uint64_t(goals); ++g) {
      const auto goal = walker.RandomWalkable(1000 * s + g, radius_m);
      if (!goal) continue;
      SCOPED_TRACE("radius " + std::to_string(radius_m) + ", from seed " + std::to_string(1000 * s) + " to " +
                   std::to_string(1000 * s + g));
      const WalkQuery query{.start = *start, .goal = *goal, .radius_m = radius_m};
      const WalkPath path = walker.Find(query);
      const double most = grid.LengthTo(*goal, radius_m, strict), least = grid.LengthTo(*goal, aside_m, lax);
      if (path.status != PathStatus::Complete) {
        EXPECT_EQ(path.status, PathStatus::Unreachable);
        EXPECT_EQ(most, std::numeric_limits<double>::infinity());
        continue;
      }
      ++walks;
      ExpectOnTheSurface(path, query, net.ground(), grid);
      EXPECT_LE(path.length_m, 1.02 * most + 1e-6);
      EXPECT_GE(path.length_m, (least - grid.kDetour * kStep_m) / grid.kLonger);
      const WalkPath back = walker.Find({.start = *goal, .goal = *start, .radius_m = radius_m});
      EXPECT_NEAR(back.length_m, path.length_m, 0.02 * path.length_m + 1e-6);
      // The same by other code: with preferred clearance, and with costs.
      WalkQuery other = query;
      other.preferred_clearance_m = 2 * radius_m;
      const WalkPath wider = walker.Find(other);
      ExpectOnTheSurface(wider, query, net.ground(), grid);
      EXPECT_GE(wider.length_m, 0.99 * path.length_m);
      if (g % 4 != 0) continue;
      other = query;
      other.regions = kNowhere;
      const WalkPath by_cost = walker.Find(other);
      ExpectOnTheSurface(by_cost, query, net.ground(), grid);
      EXPECT_NEAR(by_cost.length_m, path.length_m, 0.02 * path.length_m + 1e-6);
    }
  }
  return walks;
}

/// Walks of agents so small that they could touch walls, where the ground beyond is higher or lower. The grid is too
/// coarse for their lengths; but none is longer than that of a wide agent, and each is found if that is.
int CheckSmallWalks(const Walker& walker, const oracle::SurfaceGrid& grid, double radius_m, uint64_t count) {
  constexpr double kWide_m = 0.3;
  int walks = 0;
  for (uint64_t seed = 0; seed < count; ++seed) {
    const auto start = walker.RandomWalkable(2 * seed, radius_m), goal = walker.RandomWalkable(2 * seed + 1, radius_m);
    if (!start || !goal) continue;
    SCOPED_TRACE("radius " + std::to_string(radius_m) + ", seed " + std::to_string(seed));
    WalkQuery query{.start = *start, .goal = *goal, .radius_m = radius_m};
    const WalkPath path = walker.Find(query);
    const WalkPath wide = walker.Find({.start = *start, .goal = *goal, .radius_m = kWide_m});
    if (wide.status == PathStatus::Complete) {
      EXPECT_EQ(path.status, PathStatus::Complete);
      EXPECT_LE(path.length_m, 1.02 * wide.length_m);
    }
    if (path.status != PathStatus::Complete) continue;
    ++walks;
    ExpectOnTheSurface(path, query, walker.ground(), grid);
    // The same by other code.
    query.preferred_clearance_m = 2 * radius_m;
    ExpectOnTheSurface(walker.Find(query), query, walker.ground(), grid);
    if (seed % 4 != 0) continue;
    query.regions = kNowhere;
    const WalkPath by_cost = walker.Find(query);
    ExpectOnTheSurface(by_cost, query, walker.ground(), grid);
    EXPECT_NEAR(by_cost.length_m, path.length_m, 0.02 * path.length_m + 1e-6);
  }
  return walks;
}

struct StoreysSpec {
  const char* name;
  std::optional<GroundSceneKind> scene;  ///< Or else a building.
  uint64_t seed;
};

class WalkerOverStoreys : public testing::TestWithParam<StoreysSpec> {};

TEST_P(WalkerOverStoreys, FindsPathsAsShortAsOnAFineGrid) {
  const auto [name, scene, seed] = GetParam();
  const Net net = scene ? Scene({.kind = *scene, .seed = seed, .n = 3}) : Building(seed);
  ASSERT_GT(net.ground().layer_count, 1u);
  const int walks = CheckWalks(net, seed % 2 == 0 ? 0.3 : 0.35, 6, 40);
  EXPECT_GT(walks, 25);
}

TEST_P(WalkerOverStoreys, KeepsSmallAgentsOnTheirSideOfLedges) {
  const auto [name, scene, seed] = GetParam();
  const Net net = scene ? Scene({.kind = *scene, .seed = seed, .n = 3}) : Building(seed);
  const Walker walker(net.ground(), UpAxis::Z);
  const oracle::SurfaceGrid grid(net.ground(), kStep_m);
  for (const double radius : {0.0, 1e-4, 1e-3}) EXPECT_GT(CheckSmallWalks(walker, grid, radius, 100), 50);
}

/// Where a cell is flat, the surface found from its axis has the height of its plane, and points are located as
/// elsewhere.
TEST_P(WalkerOverStoreys, KnowsTheHeightsOfFlatCells) {
  const auto [name, scene, seed] = GetParam();
  const Net net = scene ? Scene({.kind = *scene, .seed = seed, .n = 3}) : Building(seed);
  const GroundView ground = net.ground();
  const GroundIndex index(ground);
  TestRandom random(seed);
  int compared = 0, located = 0;
  for (uint32_t cell = 0; cell < ground.bends.size(); ++cell) {
    const uint32_t plane = index.planes().OfCell(cell);
    if (!index.IsCell(cell) || plane == kNone) continue;
    const GroundBend &a = ground.bends[cell], &b = ground.bends[cell + 1];
    for (int i = 0; i < 8; ++i) {
      const double along = random.Uniform(0, 1), across = random.Uniform(0, 1);
      const Vec2 axis = a.p + along * (b.p - a.p);
      const Vec2 wall = i % 2 ? a.left + along * (b.left - a.left) : a.right + along * (b.right - a.right);
      const Vec2 p = axis + across * (wall - axis);
      const CellPoint place = index.PlaceIn(cell, p);
      // Nearer to a wall, the surface behind it may be found instead.
      if (place.patch == kNone || place.clearance_m < kPatchEdge_m) continue;
      const double height = ground.patches[plane].HeightAt(p);
      EXPECT_NEAR(place.height, height, CellPlanes::kSamePlane_m + 1e-9) << "cell " << cell;
      ++compared;
      const auto in_plane = index.LocateInPlane(p, place.height), slowly = index.Locate(p, place.height);
      ASSERT_TRUE(in_plane && slowly) << "cell " << cell;
      EXPECT_NEAR(in_plane->height, slowly->height, 2 * CellPlanes::kSamePlane_m);
      EXPECT_NEAR(in_plane->clearance_m, slowly->clearance_m, 1e-5);
      EXPECT_NEAR(ground.patches[index.PatchBelow(in_plane->patch, p)].HeightAt(p), height,
                  2 * CellPlanes::kSamePlane_m);
      ++located;
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(located, 100);
}

/// Heights taken from the planes along a corridor are those found by following the surface patch by patch.
TEST_P(WalkerOverStoreys, LiftsWalksAsIfNoPlaneWereKnown) {
  const auto [name, scene, seed] = GetParam();
  const Net net = scene ? Scene({.kind = *scene, .seed = seed, .n = 3}) : Building(seed);
  const Walker walker(net.ground(), UpAxis::Z);
  const GroundIndex index(net.ground());
  const SurfaceLine surface(index);
  constexpr double kRadius_m = 0.3;
  int compared = 0;
  for (uint64_t i = 0; i < 60; ++i) {
    const auto start = walker.RandomWalkable(2 * i, kRadius_m), goal = walker.RandomWalkable(2 * i + 1, kRadius_m);
    if (!start || !goal) continue;
    const WalkPath path = walker.Find(
        {.start = *start, .goal = *goal, .radius_m = kRadius_m, .preferred_clearance_m = i % 3 == 0 ? 0.6 : 0});
    if (path.status != PathStatus::Complete) continue;
    // Without the way points between bends.
    std::vector<Vec2> line;
    for (const Vec3& p : path.points) {
      const Vec2 q = PlanOf(p, UpAxis::Z);
      if (!line.empty() && line.back() == q) continue;
      const size_t n = line.size();
      if (n >= 2 && std::abs(Cross(line[n - 1] - line[n - 2], q - line[n - 2])) < 1e-9 * Length(q - line[n - 2])) {
        line.pop_back();
      }
      line.push_back(q);
    }
    const auto first = index.Locate(line.front(), path.points.front().z);
    const auto last = index.Locate(line.back(), path.points.back().z);
    ASSERT_TRUE(first && last);
    std::vector<Vec3> lifted;
    surface.Lift({.points = line, .first = first->patch, .last = last->patch}, UpAxis::Z, lifted);
    for (const Vec3& p : path.points) {
      double off = std::numeric_limits<double>::infinity();
      for (size_t k = 1; k < lifted.size(); ++k) {
        const Vec3 a = lifted[k - 1], d = lifted[k] - a;
        const double share = LengthSquared(d) > 0 ? std::clamp(Dot(p - a, d) / LengthSquared(d), 0.0, 1.0) : 0;
        off = std::min(off, Length(p - (a + d * share)));
      }
      // Straight segments may be a millimetre off the surface.
      EXPECT_LE(off, 2e-3) << "walk " << i << ", at " << p.x << "," << p.y << "," << p.z;
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}

INSTANTIATE_TEST_SUITE_P(Worlds, WalkerOverStoreys,
                         testing::Values(StoreysSpec{"building1", {}, 1}, StoreysSpec{"building2", {}, 2},
                                         StoreysSpec{"garage1", GroundSceneKind::Garage, 1},
                                         StoreysSpec{"garage2", GroundSceneKind::Garage, 2},
                                         StoreysSpec{"storeys1", GroundSceneKind::Storeys, 1},
                                         StoreysSpec{"storeys2", GroundSceneKind::Storeys, 2},
                                         StoreysSpec{"spiral", GroundSceneKind::Spiral, 1},
                                         StoreysSpec{"mezzanine", GroundSceneKind::Mezzanine, 1},
                                         StoreysSpec{"ramps", GroundSceneKind::Ramps, 1},
                                         StoreysSpec{"bridge", GroundSceneKind::Bridge, 1}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(WalkerInABuilding, ClimbsFromAPlaceBesideAnEdgeShorterThanAHair) {
  // The start is in a room whose corners are nearly cocircular, and the goal four storeys above a place nearby.
  const Net net = Building(1);
  const Walker walker(net.ground(), UpAxis::Z);
  const Vec3 start{17.1243, 10.2746, 0.2};
  double above = 0;
  for (const double floor : {3.4, 6.6, 9.8, 13.0}) {
    const WalkPath path = walker.Find({.start = start, .goal = {25.3439, 3.42485, floor}, .radius_m = 0.25});
    ASSERT_EQ(path.status, PathStatus::Complete);
    EXPECT_NEAR(path.points.back().z, floor, 1e-6);
    EXPECT_GT(path.length_m, above + building::kRisersPerStorey / 2 * building::kTreadM);
    above = path.length_m;
  }
}

TEST(WalkerBesideACrack, UsesItWhenTheDoorIsForbidden) {
  // A wall with a crack of 1.5 mm and a door; a step elsewhere, so that heights matter.
  TriangleMesh mesh = MakeBox({{0, 0, -1}, {10, 6, 0}});
  for (const Box3& box :
       {Box3{{0, 0, -1}, {1, 6, 0.2}}, Box3{{4.9, 0, -1}, {5.1, 3, 3}}, Box3{{4.9, 3.0015, -1}, {5.1, 5, 3}}}) {
    mesh.Append(MakeBox(box));
  }
  const Net net = Baked(mesh, {{3, 3, 0}}, 0.5);
  const Walker walker(net.ground(), UpAxis::Z);
  const std::vector<CostRegion> door{
      {.box_world = {{4, 4.9, -1}, {6, 6.1, 3}}, .factor = std::numeric_limits<double>::infinity()}};
  WalkQuery query{.start = {2, 3, 0}, .goal = {8, 3, 0}, .radius_m = 0};
  EXPECT_NEAR(walker.Find(query).length_m, 6, 0.01);
  query.regions = door;
  const WalkPath through_crack = walker.Find(query);
  EXPECT_EQ(through_crack.status, PathStatus::Complete);
  EXPECT_NEAR(through_crack.length_m, 6, 0.01);
  query.radius_m = 0.002;
  EXPECT_EQ(walker.Find(query).status, PathStatus::Unreachable);
  query.regions = {};
  EXPECT_GT(walker.Find(query).length_m, 7);
}

}  // namespace
}  // namespace navnet
