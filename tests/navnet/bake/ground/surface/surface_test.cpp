// SPDX-License-Identifier: Apache-2.0
#include "ground/surface/surface.h"

#include <navnet/worlds/worlds.h>

#include "ground/corridor_map/ecm.h"
#include "support/random_meshes.h"
#include "support/surface_oracle.h"
#include "support/surface_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace navnet {
namespace {

/// Options for exact comparisons: nothing is left out or simplified.
WalkOptions Exact(int threads = 1) {
  WalkOptions options;
  options.contour_error_m = 0;
  options.min_area_m2 = 0;
  options.threads = threads;
  return options;
}

GroundSurface Make(MeshView mesh, const WalkOptions& options, UpAxis up = UpAxis::Z) {
  Result<GroundSurface> surface = MakeGroundSurface(mesh, up, options);
  EXPECT_TRUE(surface) << surface.error().message;
  if (!surface) return {};
  EXPECT_EQ(oracle::FlawOf(surface->contours), "");
  return *std::move(surface);
}

/// Compares the surface with the oracle at random points of the plan. Returns how many the oracle could decide.
int Compare(MeshView mesh, const GroundSurface& surface, const WalkOptions& options, uint64_t seed, int points,
            UpAxis up = UpAxis::Z, double margin_m = 1e-3) {
  const oracle::WalkableHeights truth(mesh, up, options);
  const Box3 bounds = BoundsOf(mesh);
  const Vec2 low = PlanOf(bounds.min, up), high = PlanOf(bounds.max, up);
  TestRandom random(seed);
  int judged = 0;
  for (int i = 0; i < points; ++i) {
    const Vec2 p{random.Uniform(low.x - 0.1, high.x + 0.1), random.Uniform(low.y - 0.1, high.y + 0.1)};
    bool clear = true;
    const std::vector<double> expected = truth.At(p, clear);
    if (!clear || oracle::DistanceToOutline(surface, p) < margin_m) continue;
    ++judged;
    const std::vector<double> found = oracle::HeightsAt(surface, p);
    EXPECT_EQ(found.size(), expected.size()) << "at " << p.x << ", " << p.y;
    for (size_t k = 0; k < std::min(found.size(), expected.size()); ++k) {
      EXPECT_NEAR(found[k], expected[k], 5e-3) << "at " << p.x << ", " << p.y;
    }
    if (testing::Test::HasFailure()) break;
  }
  return judged;
}

struct Truth {
  size_t layers, components, loops;
  double area_m2;
};

/// Compares a scene's surface with known numbers and with the oracle.
void Check(const SurfaceScene& scene, const Truth& truth, std::vector<Vec3> seeds = {}) {
  WalkOptions options = Exact();
  options.min_area_m2 = 0.01;
  options.seeds_world = std::move(seeds);
  const GroundSurface surface = Make(scene.mesh(), options);
  EXPECT_EQ(surface.contours.layers.size(), truth.layers);
  EXPECT_EQ(surface.component_count, truth.components);
  EXPECT_EQ(oracle::CountLoops(surface.contours), truth.loops);
  EXPECT_NEAR(surface.area_m2, truth.area_m2, 1e-3 * truth.area_m2);
  if (options.seeds_world.empty()) {
    EXPECT_GT(Compare(scene.mesh(), surface, options, 1, 1000), 500);
  }
}

TEST(GroundSurface, OfAFloorIsOneRectangle) {
  SurfaceScene scene;
  scene.Floor(0, 0, 10, 8, 0);
  Check(scene, {1, 1, 1, 80});
  const GroundSurface surface = Make(scene.mesh(), {});
  ASSERT_EQ(surface.contours.layers[0].rings.size(), 1u);
  EXPECT_EQ(surface.contours.layers[0].rings[0].points.size(), 4u);
  EXPECT_TRUE(surface.contours.connections.empty());
  EXPECT_EQ(surface.patches.size(), 2u);
}

SurfaceScene RoomWithPillars() {
  SurfaceScene scene;
  scene.Floor(0, 0, 10, 8, 0);
  scene.Wall(0, 0, 10, 0, 0, 3).Wall(10, 0, 10, 8, 0, 3).Wall(10, 8, 0, 8, 0, 3).Wall(0, 8, 0, 0, 0, 3);
  for (int i = 0; i < 3; ++i) scene.Box({2.0 + 2 * i, 3, 0}, {2.5 + 2 * i, 3.5, 3});
  return scene;
}

TEST(GroundSurface, HasAHoleForEachPillar) {
  Check(RoomWithPillars(), {1, 1, 4, 80 - 0.75}, {{1, 1, 0.5}});
  // Without a seed, the tops of the pillars and the floor below them are ground: surfaces have no interior.
  Check(RoomWithPillars(), {2, 7, 10, 80 + 0.75});
}

TEST(GroundSurface, StairsAreRamps) {
  SurfaceScene scene;
  scene.Floor(0, 0, 4, 2, 0).Stairs(4, 0, 2, 0, 10, 0.3, 0.17).Floor(7, 0, 10, 2, 1.7);
  Check(scene, {1, 1, 1, 20});
}

TEST(GroundSurface, StepsTooHighSeparate) {
  SurfaceScene scene;
  scene.Floor(0, 0, 4, 2, 0).Stairs(4, 0, 2, 0, 3, 1, 0.35);
  Check(scene, {1, 4, 4, 14});
}

TEST(GroundSurface, StepsOfExactlyTheStepHeightConnect) {
  SurfaceScene scene;
  scene.Floor(0, 0, 4, 2, 0).Stairs(4, 0, 2, 0, 3, 1, 0.3);
  Check(scene, {1, 1, 1, 14});
}

TEST(GroundSurface, SteepFacesOfOneStepDoNotCutStairs) {
  SurfaceScene scene;
  for (int i = 0; i < 6; ++i) {
    scene.Floor(0.3 * i, 0, 0.3 * i + 0.25, 2, 0.2 * i);
    scene.Ramp(0.3 * i + 0.25, 0, 0.3 * i + 0.3, 2, 0.2 * i, 0.2 * i + 0.2);
  }
  Check(scene, {1, 1, 1, 3.6});
}

TEST(GroundSurface, SteepSlopesAreNotGround) {
  SurfaceScene scene;
  scene.Floor(0, 0, 4, 2, 0).Ramp(4, 0, 5, 2, 0, 2).Floor(5, 0, 8, 2, 2);
  Check(scene, {1, 2, 2, 14});
}

TEST(GroundSurface, ARampBetweenFloorsOverlapsOneOfThem) {
  SurfaceScene scene;
  // Upper floor beside the ramp's top; the ramp rises over the lower floor: 3 m in 6 m. Headroom ends 3.6 m along.
  scene.Floor(0, 0, 10, 6, 0).Ramp(2, 2, 8, 4, 0, 3).Floor(8, 0, 12, 6, 3);
  Check(scene, {2, 1, 2, 60 + 12 + 24 - 2 * 3.6});
}

TEST(GroundSurface, ABridgeOverATunnelNeedsTwoLayers) {
  SurfaceScene scene;
  scene.Floor(-10, -1, 10, 1, 0);  // The tunnel.
  scene.Box({-2, -6, 2.5}, {2, 6, 3});
  Check(scene, {2, 2, 2, 40 + 48});
}

TEST(GroundSurface, AMezzanineIsReachedByStairs) {
  SurfaceScene scene;
  scene.Floor(0, 0, 12, 8, 0).Stairs(2, 0, 1.5, 0, 18, 0.28, 0.15).Box({2 + 18 * 0.28, 0, 2.5}, {12, 4, 2.7});
  // The steps are solid, without ground below; the floor continues below the mezzanine.
  const double mezzanine_m2 = (12 - 2 - 18 * 0.28) * 4;
  WalkOptions options = Exact();
  options.seeds_world = {{1, 6, 0}};
  const GroundSurface surface = Make(scene.mesh(), options);
  EXPECT_EQ(surface.contours.layers.size(), 2u);
  EXPECT_EQ(surface.component_count, 1u);
  EXPECT_NEAR(surface.area_m2, 96 + mezzanine_m2, 0.05);
}

TEST(GroundSurface, OverlappingFloorsWithinAStepAreOne) {
  SurfaceScene scene;
  scene.Floor(0, 0, 6, 4, 0).Floor(3, 1, 9, 5, 0.1).Floor(5, 0, 11, 3, 0.2).Floor(0, 0, 6, 4, 0);
  Check(scene, {1, 1, 1, 24 + 24 + 18 - 9 - 3 - 8 + 2});
}

TEST(GroundSurface, ThinPlatesAreFloorsOnTopOnly) {
  SurfaceScene scene;
  scene.Box({0, 0, 0}, {5, 5, 0.05}).Box({0, 0, 3}, {5, 5, 3.05}).Box({0, 0, 6}, {5, 5, 6.05});
  Check(scene, {3, 3, 3, 75});
}

TEST(GroundSurface, AWallWithoutThicknessCutsTheFloor) {
  SurfaceScene scene;
  scene.Floor(0, 0, 6, 4, 0).Wall(3, 0, 3, 4, 0, 2);
  Check(scene, {1, 2, 2, 24});
  SurfaceScene open;
  open.Floor(0, 0, 6, 4, 0).Wall(3, 1, 3.5, 3, 0, 2);
  Check(open, {1, 1, 2, 24});
  SurfaceScene slanted;
  slanted.Floor(0, 0, 6, 4, 0).Quad({3, 1, 0}, {3.5, 3, 0}, {3.2, 3, 2.5}, {2.7, 1, 2.5});
  const GroundSurface surface = Make(slanted.mesh(), Exact());
  EXPECT_EQ(oracle::CountLoops(surface.contours), 2u);
}

TEST(GroundSurface, ASpiralRampIsOneComponentWithOneBoundary) {
  SurfaceScene scene;
  scene.Spiral(2, 4, 3, 4, 24);
  const double turn_m2 = 24 * 0.5 * std::sin(2 * std::numbers::pi / 24) * (16 - 4);
  Check(scene, {7, 1, 1, 4 * turn_m2});
}

TEST(GroundSurface, HeadroomEndsUnderStairs) {
  SurfaceScene scene;
  scene.Floor(0, 0, 8, 2, 0);
  scene.Ramp(1, 0, 7, 2, 0, 4.5);  // Rises 0.75 m per metre: 1.8 m above the floor after 2.4 m.
  Check(scene, {2, 2, 2, 16 - 4.8 + 12});
}

TEST(GroundSurface, AKerbIsPartOfTheStreet) {
  SurfaceScene scene;
  scene.Floor(0, 0, 10, 4, 0).Box({0, 4, -0.2}, {10, 6, 0.12});
  Check(scene, {1, 1, 1, 60});
}

TEST(GroundSurface, ALowCeilingIsAnObstacle) {
  SurfaceScene scene;
  scene.Floor(0, 0, 10, 4, 0).Floor(4, 1, 6, 3, 1.5);
  Check(scene, {1, 2, 3, 40});
}

TEST(GroundSurface, OfAnotherUpAxisIsTheSame) {
  TriangleMesh mesh = RoomWithPillars().mesh();
  const GroundSurface z_up = Make(mesh, Exact());
  for (Vec3& v : mesh.vertices) v = {v.y, v.z, v.x};
  const GroundSurface y_up = Make(mesh, Exact(), UpAxis::Y);
  ASSERT_EQ(y_up.contours.layers.size(), z_up.contours.layers.size());
  for (size_t l = 0; l < y_up.contours.layers.size(); ++l) {
    ASSERT_EQ(y_up.contours.layers[l].rings.size(), z_up.contours.layers[l].rings.size());
    for (size_t r = 0; r < y_up.contours.layers[l].rings.size(); ++r) {
      EXPECT_EQ(y_up.contours.layers[l].rings[r].points, z_up.contours.layers[l].rings[r].points);
    }
  }
}

TEST(GroundSurface, FarFromTheOriginIsTheSame) {
  SurfaceScene near, far;
  for (SurfaceScene* scene : {&near, &far}) {
    scene->Floor(0, 0, 10, 6, 0).Ramp(2, 2, 8, 4, 0, 3).Floor(8, 0, 12, 6, 3).Box({1, 1, 0}, {1.5, 1.7, 2});
  }
  far.Move({5000, -5000, 0});
  const GroundSurface a = Make(near.mesh(), Exact()), b = Make(far.mesh(), Exact());
  ASSERT_EQ(a.contours.layers.size(), b.contours.layers.size());
  for (size_t l = 0; l < a.contours.layers.size(); ++l) {
    ASSERT_EQ(a.contours.layers[l].rings.size(), b.contours.layers[l].rings.size());
    for (size_t r = 0; r < a.contours.layers[l].rings.size(); ++r) {
      EXPECT_EQ(a.contours.layers[l].rings[r].points, b.contours.layers[l].rings[r].points);
    }
  }
  EXPECT_EQ(b.contours.origin_m[0] - a.contours.origin_m[0], 5000);
}

TEST(GroundSurface, SimplifyingOnlyCutsOffGround) {
  // A round floor with a round pillar in it: the ground shrinks by less than the error, the pillar stays.
  SurfaceScene scene;
  const auto at = [](double radius, int i) {
    return Vec3{radius * std::cos(2 * std::numbers::pi * i / 500), radius * std::sin(2 * std::numbers::pi * i / 500),
                0};
  };
  for (int i = 0; i < 500; ++i) scene.Quad(at(2, i), at(5, i), at(5, i + 1), at(2, i + 1));
  const GroundSurface exact = Make(scene.mesh(), Exact());
  WalkOptions options;
  options.contour_error_m = 0.05;
  const GroundSurface rough = Make(scene.mesh(), options);
  ASSERT_EQ(rough.contours.layers[0].rings.size(), 2u);
  size_t points = 0;
  for (const GroundRing& ring : rough.contours.layers[0].rings) {
    points = std::max(points, ring.points.size());
    for (size_t i = 0; i < ring.points.size(); ++i) {
      const Vec2 a = rough.contours.ToPlan(ring.points[i]);
      const Vec2 b = rough.contours.ToPlan(ring.points[(i + 1) % ring.points.size()]);
      for (const double t : {0.0, 0.25, 0.5, 0.75}) {
        const double radius = Length(a + (b - a) * t);
        if (radius > 3.5) {
          EXPECT_LT(radius, 5.001);
          EXPECT_GT(radius, 4.948);
        } else {
          EXPECT_GT(radius, 1.999);
          EXPECT_LT(radius, 2.052);
        }
      }
    }
  }
  EXPECT_LT(rough.area_m2, exact.area_m2);
  size_t exact_points = 0, rough_points = 0;
  for (const GroundRing& ring : exact.contours.layers[0].rings) exact_points += ring.points.size();
  for (const GroundRing& ring : rough.contours.layers[0].rings) rough_points += ring.points.size();
  EXPECT_LT(2 * rough_points, exact_points + 500);
}

TEST(GroundSurface, SeedsKeepWhatCanBeReached) {
  SurfaceScene scene;
  scene.Floor(0, 0, 4, 4, 0).Floor(6, 0, 10, 4, 0).Floor(0, 0, 4, 4, 3);
  WalkOptions options = Exact();
  options.seeds_world = {{1, 1, 0.9}};
  EXPECT_NEAR(Make(scene.mesh(), options).area_m2, 16, 0.02);
  options.seeds_world = {{1, 1, 3.5}, {7, 1, 0}};
  EXPECT_EQ(Make(scene.mesh(), options).component_count, 2u);
  options.seeds_world = {{1, 1, 0}, {5, 30, 0}};
  const Result<GroundSurface> surface = MakeGroundSurface(scene.mesh(), UpAxis::Z, options);
  ASSERT_FALSE(surface);
  EXPECT_NE(surface.error().message.find("seed 1"), std::string::npos);
}

TEST(GroundSurface, RefusesOptionsOutOfRange) {
  const TriangleMesh mesh = RoomWithPillars().mesh();
  const auto refused = [&](const WalkOptions& options, const std::string& name) {
    const Result<GroundSurface> surface = MakeGroundSurface(mesh, UpAxis::Z, options);
    ASSERT_FALSE(surface);
    EXPECT_EQ(surface.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(surface.error().message.find(name), std::string::npos) << surface.error().message;
  };
  refused({.max_slope_deg = 85}, "max_slope_deg");
  refused({.max_slope_deg = NAN}, "max_slope_deg");
  refused({.step_m = -1}, "step_m");
  refused({.step_m = 1001}, "step_m");
  refused({.height_m = 0}, "height_m");
  refused({.contour_error_m = 2}, "contour_error_m");
  refused({.seeds_world = {{NAN, 0, 0}}}, "seed");
  refused({.min_area_m2 = -1}, "min_area_m2");
  refused({.threads = -1}, "threads");
}

TEST(GroundSurface, StopsWhenProgressReturnsFalse) {
  WalkOptions options;
  options.progress = [](std::string_view, double) { return false; };
  const Result<GroundSurface> surface = MakeGroundSurface(RoomWithPillars().mesh(), UpAxis::Z, options);
  ASSERT_FALSE(surface);
  EXPECT_EQ(surface.error().code, ErrorCode::Cancelled);
}

TEST(GroundSurface, ReportsThatNothingIsWalkable) {
  SurfaceScene scene;
  scene.Wall(0, 0, 5, 0, 0, 3);
  const Result<GroundSurface> surface = MakeGroundSurface(scene.mesh(), UpAxis::Z, {});
  ASSERT_FALSE(surface);
  EXPECT_EQ(surface.error().code, ErrorCode::EmptyWorld);
}

TEST(GroundSurface, OfRandomBoxesAgreesWithRays) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    SurfaceScene scene;
    scene.Floor(0, 0, 10, 10, 0);
    for (int i = 0; i < 25; ++i) {
      const Vec3 low{random.Uniform(-1, 9), random.Uniform(-1, 9), random.Uniform(-0.5, 4)};
      scene.Box(low, low + Vec3{random.Uniform(0.1, 4), random.Uniform(0.1, 4), random.Uniform(0.05, 1)});
    }
    const GroundSurface surface = Make(scene.mesh(), Exact());
    Compare(scene.mesh(), surface, Exact(), seed, 500);
    if (HasFailure()) break;
  }
}

TEST(GroundSurface, OfLatticeBoxesAgreesWithRays) {
  // Many coinciding faces, edges and heights.
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    SurfaceScene scene;
    scene.Floor(0, 0, 10, 10, 0);
    for (int i = 0; i < 25; ++i) {
      const Vec3 low{double(random.Integer(0, 9)), double(random.Integer(0, 9)), 0.25 * random.Integer(0, 12)};
      scene.Box(low,
                low + Vec3{double(random.Integer(1, 4)), double(random.Integer(1, 4)), 0.25 * random.Integer(1, 6)});
    }
    const GroundSurface surface = Make(scene.mesh(), Exact());
    Compare(scene.mesh(), surface, Exact(), seed, 500);
    if (HasFailure()) break;
  }
}

TEST(GroundSurface, OfTriangleSoupAgreesWithRays) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const TriangleMesh mesh = MakeTriangleSoup(seed, 60 + int64_t(seed) * 5, {{0, 0, 0}, {10, 10, 4}}, 0.1);
    const Result<GroundSurface> surface = MakeGroundSurface(mesh, UpAxis::Z, Exact());
    ASSERT_TRUE(surface) << surface.error().message;
    ASSERT_EQ(oracle::FlawOf(surface->contours), "");
    Compare(mesh, *surface, Exact(), seed, 500, UpAxis::Z, 3e-3);
    if (HasFailure()) break;
  }
}

TEST(GroundSurface, OfDifficultMeshesIsValid) {
  for (int style = 0; style < kMeshStyles; ++style) {
    for (uint64_t seed = 0; seed < 8; ++seed) {
      SCOPED_TRACE(std::to_string(style) + " " + std::to_string(seed));
      const TriangleMesh mesh = RandomMesh(seed, MeshStyle(style), 60, 8, 0.7, {100, 200, 300});
      const Result<GroundSurface> surface = MakeGroundSurface(mesh, UpAxis::Z, Exact());
      if (!surface) {
        EXPECT_EQ(surface.error().code, ErrorCode::EmptyWorld);
        continue;
      }
      ASSERT_EQ(oracle::FlawOf(surface->contours), "");
    }
  }
}

bool SameBytes(const GroundSurface& a, const GroundSurface& b) {
  const auto same_ring = [](const GroundRing& r, const GroundRing& s) {
    return r.points == s.points && r.connections == s.connections;
  };
  const auto same_layer = [&](const GroundLayer& l, const GroundLayer& m) {
    return std::equal(l.rings.begin(), l.rings.end(), m.rings.begin(), m.rings.end(), same_ring);
  };
  const auto same_connection = [](const GroundConnection& c, const GroundConnection& d) {
    return c.layers[0] == d.layers[0] && c.layers[1] == d.layers[1] && c.a == d.a && c.b == d.b;
  };
  const auto same_patch = [](const GroundPatch& p, const GroundPatch& q) {
    return p.first_corner == q.first_corner && p.corner_count == q.corner_count && p.layer == q.layer &&
           p.base == q.base && p.slope_x == q.slope_x && p.slope_y == q.slope_y;
  };
  return std::equal(a.contours.layers.begin(), a.contours.layers.end(), b.contours.layers.begin(),
                    b.contours.layers.end(), same_layer) &&
         std::equal(a.contours.connections.begin(), a.contours.connections.end(), b.contours.connections.begin(),
                    b.contours.connections.end(), same_connection) &&
         a.corners == b.corners && a.area_m2 == b.area_m2 &&
         std::equal(a.patches.begin(), a.patches.end(), b.patches.begin(), b.patches.end(), same_patch);
}

TEST(GroundSurface, IsTheSameForAnyThreadsAndAnyOrder) {
  const Result<TriangleMesh> building = MakeWorld({.kind = WorldKind::Building, .seed = 3, .size_m = 22});
  ASSERT_TRUE(building) << building.error().message;
  size_t connections = 0;
  for (const TriangleMesh& original : {*building, MakeTriangleSoup(5, 300, {{0, 0, 0}, {10, 10, 4}}, 0.1),
                                       SurfaceScene().Spiral(2, 4, 3, 4, 24).mesh()}) {
    WalkOptions options;
    options.threads = 1;
    const Result<GroundSurface> expected = MakeGroundSurface(original, UpAxis::Z, options);
    ASSERT_TRUE(expected) << expected.error().message;
    connections += expected->contours.connections.size();
    std::mt19937 engine(7);
    TriangleMesh mesh = original;
    for (const int threads : {2, 8, 1, 3}) {
      std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), engine);
      for (Triangle& t : mesh.triangles) std::shuffle(t.begin(), t.end(), engine);
      options.threads = threads;
      const Result<GroundSurface> found = MakeGroundSurface(mesh, UpAxis::Z, options);
      ASSERT_TRUE(found);
      EXPECT_TRUE(SameBytes(*expected, *found)) << threads;
    }
  }
  EXPECT_GT(connections, 0u);
}

TEST(GroundSurface, OfGeneratedWorldsAgreesWithRays) {
  for (const WorldKind kind : {WorldKind::Building, WorldKind::City, WorldKind::Maze}) {
    SCOPED_TRACE(ToString(kind));
    const double size = kind == WorldKind::City ? 0 : 22;
    Result<TriangleMesh> mesh = MakeWorld({.kind = kind, .seed = 2, .size_m = size});
    if (!mesh) mesh = MakeWorld({.kind = kind, .seed = 2});
    ASSERT_TRUE(mesh) << mesh.error().message;
    const Result<GroundSurface> surface = MakeGroundSurface(*mesh, UpAxis::Z, Exact());
    ASSERT_TRUE(surface) << surface.error().message;
    EXPECT_EQ(oracle::FlawOf(surface->contours), "");
    EXPECT_GT(Compare(*mesh, *surface, Exact(), 4, 300), 100);
  }
}

// Long edges that meet at small angles, and walls that continue a connection of layers straight on.
TEST(GroundSurface, RandomMeshesOfAnySizeAndPlaceHaveACorridorMap) {
  struct Place {
    double size_m, offset_m;
  };
  for (const auto& [size_m, offset_m] : {Place{5, 0}, {500, 1e6}, {5000, 0}, {5000, 1e5}}) {
    for (const MeshStyle style : {MeshStyle::Soup, MeshStyle::Lattice, MeshStyle::AxisAligned, MeshStyle::Slivers}) {
      for (uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE("size " + std::to_string(size_m) + ", offset " + std::to_string(offset_m) + ", style " +
                     std::to_string(int(style)) + ", seed " + std::to_string(seed));
        const TriangleMesh mesh = RandomMesh(seed, style, 25, 20, size_m / 20, {offset_m, -offset_m, offset_m / 10});
        WalkOptions options;
        options.threads = 1;
        const Result<GroundSurface> surface = MakeGroundSurface(mesh, UpAxis::Z, options);
        if (!surface && surface.error().code == ErrorCode::EmptyWorld) continue;
        ASSERT_TRUE(surface) << surface.error().message;
        const Result<Ground> ground = BuildCorridorMap(surface->contours, 1);
        ASSERT_TRUE(ground) << ground.error().message;
        EXPECT_EQ(ground->component_count, surface->component_count);
      }
    }
  }
}

}  // namespace
}  // namespace navnet
