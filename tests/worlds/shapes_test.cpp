// SPDX-License-Identifier: Apache-2.0
#include <navnet/worlds/worlds.h>

#include "worlds/world_checks.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Box3 kBox = {{1, 2, 3}, {3, 5, 7}};

TEST(MakeBox, HasTheBoxesVolumeAndArea) {
  const TriangleMesh mesh = MakeBox(kBox);
  EXPECT_TRUE(IsClosedManifold(mesh));
  EXPECT_EQ(BoundsOf(mesh), kBox);
  EXPECT_NEAR(VolumeOf(mesh), 24, 1e-12);
  EXPECT_NEAR(AreaOf(mesh), 52, 1e-12);
}

TEST(MakeBoxRoom, HasWallsAndAnEmptyInside) {
  const TriangleMesh mesh = MakeBoxRoom(kBox, 0.5);
  EXPECT_TRUE(IsClosedManifold(mesh));
  EXPECT_EQ(mesh.triangles.size(), 24u);
  EXPECT_NEAR(VolumeOf(mesh), 3 * 4 * 5 - 24, 1e-12);
  EXPECT_NEAR(AreaOf(mesh), 94 + 52, 1e-12);
}

TEST(MakeSphere, HasTwentyTimesItsSubdivisionsSquaredTriangles) {
  for (int subdivisions : {1, 2, 3, 4, 7, 20}) {
    const TriangleMesh mesh = MakeSphere({5, 6, 7}, 2, subdivisions);
    EXPECT_EQ(mesh.triangles.size(), size_t(20 * subdivisions * subdivisions));
    EXPECT_TRUE(IsClosedManifold(mesh)) << subdivisions;
  }
}

TEST(MakeSphere, HasAllVerticesOnTheSphere) {
  for (const Vec3& v : MakeSphere({5, 6, 7}, 2, 9).vertices) EXPECT_NEAR(Length(v - Vec3{5, 6, 7}), 2, 1e-12);
}

TEST(MakeSphere, ApproachesTheSpheresVolumeAndArea) {
  const TriangleMesh mesh = MakeSphere({5, 6, 7}, 2, 64);
  EXPECT_NEAR(VolumeOf(mesh) / (kPi * 32 / 3), 1, 1e-3);
  EXPECT_NEAR(AreaOf(mesh) / (kPi * 16), 1, 1e-3);
}

TEST(MakeTriangleSoup, KeepsToItsBoundsAndCount) {
  const TriangleMesh mesh = MakeTriangleSoup(1, 1000, kBox);
  EXPECT_EQ(mesh.triangles.size(), 1000u);
  Box3 both = kBox;
  both.Extend(BoundsOf(mesh));
  EXPECT_EQ(both, kBox);
}

TEST(MakeTriangleSoup, IsTheSameForTheSameSeedOnly) {
  EXPECT_EQ(HashOf(MakeTriangleSoup(1, 100, kBox)), HashOf(MakeTriangleSoup(1, 100, kBox)));
  EXPECT_NE(HashOf(MakeTriangleSoup(1, 100, kBox)), HashOf(MakeTriangleSoup(2, 100, kBox)));
}

TEST(MakeTriangleSoup, HasDegenerateTrianglesOnlyOnRequest) {
  auto degenerate = [](const TriangleMesh& mesh) {
    return std::count_if(mesh.triangles.begin(), mesh.triangles.end(),
                         [&](const Triangle& t) { return AreaOf(t, mesh.vertices) < 1e-12; });
  };
  EXPECT_EQ(degenerate(MakeTriangleSoup(1, 1000, kBox)), 0);
  EXPECT_NEAR(double(degenerate(MakeTriangleSoup(1, 1000, kBox, 0.4))), 400, 80);
  EXPECT_EQ(degenerate(MakeTriangleSoup(1, 1000, kBox, 1)), 1000);
}

}  // namespace
}  // namespace navnet
