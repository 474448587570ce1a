// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/worlds.h>

#include "worlds/column_map.h"
#include "worlds/world_checks.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace navnet {
namespace {

size_t EvenBelow(int64_t triangles) { return size_t(triangles / 2 * 2); }

class EveryWorld : public testing::TestWithParam<WorldKindInfo> {
 protected:
  WorldSpec Spec(int64_t triangles, uint64_t seed = 1, double size_m = 0) const {
    return {.kind = GetParam().kind, .seed = seed, .size_m = size_m, .triangles = triangles};
  }
  /// Few triangles, the default, and many; sizes left open and given.
  std::vector<WorldSpec> Specs() const {
    const double size_m = GetParam().default_size_m;
    return {Spec(0),         Spec(GetParam().min_triangles, 2), Spec(10'000, 3),
            Spec(60'001, 4), Spec(5'000, 5, size_m * 2),        Spec(100'000, 6, GetParam().min_size_m)};
  }
};

TEST_P(EveryWorld, IsTheSameForTheSameSeed) { EXPECT_EQ(HashOf(Make(Spec(10'000))), HashOf(Make(Spec(10'000)))); }

TEST_P(EveryWorld, DiffersForAnotherSeed) { EXPECT_NE(HashOf(Make(Spec(10'000, 1))), HashOf(Make(Spec(10'000, 2)))); }

TEST_P(EveryWorld, HasAsManyTrianglesAsAskedFor) {
  const int64_t fewest = GetParam().min_triangles;
  for (int64_t triangles : {fewest, fewest + 1, 2 * fewest, int64_t{10'000}, int64_t{123'457}}) {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      EXPECT_EQ(Make(Spec(triangles, seed)).triangles.size(), EvenBelow(triangles)) << "seed " << seed;
    }
  }
}

TEST_P(EveryWorld, HasAsManyTrianglesAsAskedForAtAnySize) {
  for (double size_m : {GetParam().min_size_m, 300.0, kMaxWorldSizeM}) {
    for (int64_t triangles : {GetParam().min_triangles, int64_t{20'000}}) {
      EXPECT_EQ(Make(Spec(triangles, 1, size_m)).triangles.size(), EvenBelow(triangles)) << size_m << " m";
    }
  }
}

TEST_P(EveryWorld, HasAtMostTheNaturalNumberOfTrianglesByDefault) {
  for (double size_m : {GetParam().min_size_m, kMaxWorldSizeM}) {
    EXPECT_LE(Make(Spec(0, 1, size_m)).triangles.size(), size_t(kMaxNaturalTriangles)) << size_m << " m";
  }
}

TEST_P(EveryWorld, LiesWithinItsCube) {
  for (double size_m : {GetParam().min_size_m, GetParam().default_size_m, 3 * GetParam().default_size_m}) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const Box3 bounds = BoundsOf(Make(Spec(0, seed, size_m)));
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_GE(bounds.min[axis], 0);
        EXPECT_LE(bounds.max[axis], size_m);
      }
      EXPECT_GT(bounds.Size().x, 0.6 * size_m);
      EXPECT_GT(bounds.Size().y, 0.6 * size_m);
    }
  }
}

TEST_P(EveryWorld, IsMadeOfClosedSolids) {
  for (const WorldSpec& spec : Specs()) {
    EXPECT_TRUE(IsClosedManifold(Make(spec))) << spec.triangles << " triangles, seed " << spec.seed;
  }
}

TEST_P(EveryWorld, HasOutwardWinding) {
  // The inner surface of the station's hull is a separate surface and faces inwards.
  const auto cavities = GetParam().kind == WorldKind::Station ? 1 : 0;
  for (const WorldSpec& spec : Specs()) {
    const std::vector<double> volumes = VolumesOf(Make(spec));
    const auto inward = std::count_if(volumes.begin(), volumes.end(), [](double v) { return v <= 0; });
    EXPECT_EQ(inward, cavities) << spec.triangles << " triangles, seed " << spec.seed;
    EXPECT_GT(std::accumulate(volumes.begin(), volumes.end(), 0.0), 0);
  }
}

TEST_P(EveryWorld, HasNoTriangleWithoutArea) {
  for (const WorldSpec& spec : Specs()) {
    const TriangleMesh mesh = Make(spec);
    for (const Triangle& t : mesh.triangles) ASSERT_GT(AreaOf(t, mesh.vertices), 0);
  }
}

TEST_P(EveryWorld, ConnectsItsPlaces) {
  for (const WorldSpec& spec : Specs()) {
    const ProceduralWorld world = MakeWithPlaces(spec);
    const double edge_m = BoundsOf(world.mesh).Size().x;
    ASSERT_GE(world.places.size(), 2u);
    EXPECT_TRUE(ColumnMap(world.mesh, edge_m / 250).Connects(world.places, FlyThrough{edge_m / 1000}))
        << "seed " << spec.seed;
  }
}

TEST_P(EveryWorld, RefusesInvalidSizes) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (double size_m : {-1.0, nan, infinity, 1e-9, GetParam().min_size_m * 0.99, 1e9}) {
    const Result<TriangleMesh> mesh = MakeWorld(Spec(0, 1, size_m));
    ASSERT_FALSE(mesh.ok()) << size_m;
    EXPECT_EQ(mesh.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(mesh.error().message.find(std::string(GetParam().name)), std::string::npos);
    EXPECT_NE(mesh.error().message.find("use "), std::string::npos) << mesh.error().message;
  }
}

TEST_P(EveryWorld, RefusesInvalidTriangleCounts) {
  for (int64_t triangles : {int64_t{-5}, int64_t{1}, GetParam().min_triangles - 1, kMaxWorldTriangles + 1}) {
    const Result<TriangleMesh> mesh = MakeWorld(Spec(triangles));
    ASSERT_FALSE(mesh.ok()) << triangles;
    EXPECT_NE(mesh.error().message.find(std::to_string(GetParam().min_triangles)), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, EveryWorld, testing::ValuesIn(WorldKinds().begin(), WorldKinds().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Worlds, AreTheSameOnEveryMachine) {
  uint64_t hash = 0;
  for (const WorldKindInfo& info : WorldKinds())
    hash = hash * 31 + HashOf(Make({.kind = info.kind, .triangles = 20'000}));
  EXPECT_EQ(hash, 13002734474981097700u) << "the generators have changed; if on purpose, update the expected hash";
}

TEST(Worlds, AreFoundByName) {
  for (const WorldKindInfo& info : WorldKinds()) {
    EXPECT_EQ(WorldKindFromName(info.name), info.kind);
    EXPECT_EQ(ToString(info.kind), info.name);
  }
  EXPECT_EQ(WorldKindFromName("City"), std::nullopt);
  EXPECT_STREQ(ToString(WorldKind(200)), "unknown");
}

TEST(Worlds, RefuseAnUnknownKind) { EXPECT_FALSE(MakeWorld({.kind = WorldKind(200)}).ok()); }

TEST(Worlds, RefuseSharesOfLoopsOutsideZeroToOne) {
  for (double loops : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(MakeWorld({.kind = WorldKind::Maze, .loops = loops}).ok());
  }
}

}  // namespace
}  // namespace navnet
