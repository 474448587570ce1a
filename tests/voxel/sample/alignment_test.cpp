// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/voxel/sample/alignment.h>

#include <navnet/worlds/worlds.h>

#include "support/grids.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace navnet {
namespace {

Turn TurnBy(double degrees, UpAxis up) {
  const double angle = degrees * std::numbers::pi / 180;
  return {std::cos(angle), std::sin(angle), up};
}

// A room with its walls turned about the up axis.
TriangleMesh TurnedRoom(double degrees, UpAxis up, Vec3 move = {}) {
  TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {9, 7, 4}}, 0.3);
  const Turn turn = TurnBy(degrees, up);
  for (Vec3& v : mesh.vertices) v = turn.ToWorld(v) + move;
  return mesh;
}

TEST(Turn, HasAnInverse) {
  for (UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    const Turn turn = TurnBy(30, up);
    const Vec3 there = turn.ToWorld({1, 2, 3}), back = turn.ToGrid(there);
    EXPECT_NEAR(Length(back - Vec3{1, 2, 3}), 0, 1e-14);
    EXPECT_EQ(there[up == UpAxis::Y ? 1 : 2], up == UpAxis::Y ? 2 : 3) << "heights do not change";
    EXPECT_NEAR(Length(there), Length(Vec3{1, 2, 3}), 1e-14);
  }
}

TEST(FindAlignment, FindsTheAngleOfTheWalls) {
  for (UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    for (double degrees : {-44.0, -20.3, -0.5, 0.0, 0.07, 12.0, 33.33, 44.9}) {
      const Alignment found = FindAlignment(TurnedRoom(degrees, up, {100, -50, 3}), up, 0.2, 0);
      EXPECT_NEAR(found.turn_deg, degrees, 0.01);
      EXPECT_NEAR(found.placement.turn.cos, std::cos(found.turn_deg * std::numbers::pi / 180), 1e-15);
    }
  }
}

TEST(FindAlignment, FindsNoTurnWithoutADominantDirection) {
  EXPECT_EQ(FindAlignment(MakeSphere({3, 2, 1}, 5, 5), UpAxis::Z, 0.2, 0).turn_deg, 0);
  const TriangleMesh floor{{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}}, {{0, 1, 2}}};
  EXPECT_EQ(FindAlignment(floor, UpAxis::Z, 0.2, 0).turn_deg, 0);
}

TEST(FindAlignment, DoesNotDependOnTheOrderOfTriangles) {
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const Turn turn = TurnBy(11, UpAxis::Z);
  for (Vec3& v : mesh.vertices) v = turn.ToWorld(v);
  const Alignment before = FindAlignment(mesh, UpAxis::Z, 0.13, 0.2);
  std::mt19937_64 shuffle(5);
  std::ranges::shuffle(mesh.triangles, shuffle);
  const Alignment after = FindAlignment(mesh, UpAxis::Z, 0.13, 0.2);
  EXPECT_EQ(before.placement.turn, after.placement.turn);
  EXPECT_EQ(before.placement.origin_world, after.placement.origin_world);
}

TEST(FindAlignment, ShiftsTheGridToMaximiseFreeSpaceAtWalls) {
  // A room whose size is not a multiple of the voxel; free space on both sides of its walls is maximised.
  for (uint64_t seed = 0; seed < 20; ++seed) {
    TestRandom random(seed);
    const Vec3 size{random.Uniform(4, 7), random.Uniform(4, 7), random.Uniform(3, 5)};
    const Vec3 at{random.Uniform(-5, 5), random.Uniform(-5, 5), random.Uniform(-5, 5)};
    const TriangleMesh mesh = MakeBoxRoom({at, at + size}, 0.2);
    const auto blocked = [&](const GridPlacement& placement) {
      SampleOptions options;
      options.voxel_m = 0.5;
      options.placement = placement;
      return double(Sample(mesh, options)->levels[0].blocked_count());
    };
    const double aligned = blocked(FindAlignment(mesh, UpAxis::Z, 0.5, 0).placement);
    double sum = 0;
    for (int i = 0; i < 64; ++i) {
      const Vec3 shift{(i & 3) * 0.125 + 0.01, (i >> 2 & 3) * 0.125 + 0.01, (i >> 4) * 0.125 + 0.01};
      const double other = blocked({shift, {}});
      sum += other;
      // The estimate ignores edges and corners.
      ASSERT_LE(aligned, 1.03 * other) << "seed " << seed << ", shift " << i;
    }
    EXPECT_LE(aligned, sum / 64) << "not better than the mean shift, seed " << seed;
  }
}

TEST(Sample, BlocksTheTouchedVoxelsOfATurnedGrid) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    TestRandom random(seed);
    const UpAxis up = seed % 2 ? UpAxis::Y : UpAxis::Z;
    const TriangleMesh mesh = MakeTriangleSoup(seed, 12, {{-4, -4, -4}, {4, 4, 4}});
    SampleOptions options;
    options.voxel_m = 0.5;
    options.placement = {{random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)},
                         TurnBy(random.Uniform(-45, 45), up)};
    const Result<Sampling> sampling = Sample(mesh, options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    EXPECT_EQ(sampling->frame.turn, options.placement.turn);
    EXPECT_TRUE(SameVoxels(BlockedVoxels(sampling->levels[0]),
                           oracle::TouchedVoxels(mesh, sampling->frame, sampling->bounds, 1024)));
    // The bounds contain the whole mesh, with a margin.
    for (const Vec3& v : mesh.vertices) EXPECT_TRUE(sampling->bounds.Contains(sampling->frame.VoxelAt(v)));
  }
}

TEST(Sample, RefusesInvalidTurns) {
  SampleOptions options;
  options.voxel_m = 0.5;
  options.placement.turn.cos = 0.5;
  EXPECT_FALSE(Sample(TurnedRoom(0, UpAxis::Z), options));
  options.placement = {{NAN, 0, 0}, {}};
  EXPECT_FALSE(Sample(TurnedRoom(0, UpAxis::Z), options));
}

}  // namespace
}  // namespace navnet
