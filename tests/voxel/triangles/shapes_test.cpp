// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>
#include <navnet/voxel/shapes.h>

#include <navnet/core/transform.h>

#include "support/random_meshes.h"
#include "worlds/world_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace navnet {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using ranges::kInfinity;

// The support function of a capsule along z, or of a sphere, for a unit direction.
double ReachOfCapsule(Vec3 direction, double radius_m, double half_length_m) {
  return radius_m + std::abs(direction.z) * half_length_m;
}

double DistanceFromAxis(Vec3 p, double half_length_m) {
  return Length(p - Vec3{0, 0, std::clamp(p.z, -half_length_m, half_length_m)});
}

// The capsule is on the inner side of the plane of every face, and every corner is near enough. Because the mesh is
// closed, it contains the capsule.
void ExpectAround(const TriangleMesh& mesh, double radius_m, double half_length_m, double error) {
  EXPECT_TRUE(IsClosedManifold(mesh));
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]];
    Vec3 n = Cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a);
    ASSERT_GT(Length(n), 0);
    n = n * (1 / Length(n));
    ASSERT_GE(Dot(n, a), ReachOfCapsule(n, radius_m, half_length_m));
  }
  for (const Vec3& v : mesh.vertices) ASSERT_LE(DistanceFromAxis(v, half_length_m), radius_m * (1 + error));
}

TEST(BoxMesh, IsCentredAtTheOrigin) {
  const Result<TriangleMesh> mesh = BoxMesh({1, 2, 3});
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_TRUE(IsClosedManifold(*mesh));
  EXPECT_EQ(BoundsOf(*mesh), (Box3{{-1, -2, -3}, {1, 2, 3}}));
  EXPECT_NEAR(VolumeOf(*mesh), 48, 1e-12);
}

TEST(SphereMesh, ContainsTheSphereAndExceedsItByAtMostTheError) {
  for (double radius_m : {1e-3, 0.5, 7.0, 1e4}) {
    for (double error : {1.0, 0.3, 0.1, kShapeError, 0.003}) {
      SCOPED_TRACE(std::to_string(radius_m) + " m, error " + std::to_string(error));
      const Result<TriangleMesh> mesh = SphereMesh(radius_m, error);
      ASSERT_TRUE(mesh) << mesh.error().message;
      ExpectAround(*mesh, radius_m, 0, error);
    }
  }
}

TEST(SphereMesh, HasFewTriangles) {
  EXPECT_EQ(SphereMesh(1)->triangles.size(), 320u);
  EXPECT_EQ(SphereMesh(1, 1)->triangles.size(), 20u);
  EXPECT_LT(SphereMesh(1, 1e-4)->triangles.size(), 100000u);
}

TEST(CapsuleMesh, ContainsTheCapsuleAndExceedsItByAtMostTheError) {
  for (double half_length_m : {1e-6, 0.2, 3.0, 500.0}) {
    for (double error : {1.0, 0.3, 0.1, kShapeError, 0.003}) {
      SCOPED_TRACE(std::to_string(half_length_m) + " m, error " + std::to_string(error));
      const Result<TriangleMesh> mesh = CapsuleMesh(0.4, half_length_m, error);
      ASSERT_TRUE(mesh) << mesh.error().message;
      ExpectAround(*mesh, 0.4, half_length_m, error);
    }
  }
}

TEST(CapsuleMesh, IsASphereForLengthZero) {
  const Result<TriangleMesh> capsule = CapsuleMesh(0.4, 0), sphere = SphereMesh(0.4);
  ASSERT_TRUE(capsule && sphere);
  EXPECT_EQ(HashOf(*capsule), HashOf(*sphere));
}

TEST(CapsuleMesh, StaysClosedWhenRotated) {
  TestRandom random(5);
  const Result<TriangleMesh> mesh = CapsuleMesh(0.3, 0.6);
  ASSERT_TRUE(mesh) << mesh.error().message;
  const double volume = VolumeOf(*mesh);
  for (int i = 0; i < 20; ++i) {
    const Transform transform{random.Point(-5, 5), Quaternion::AboutAxis(random.Point(-1, 1), random.Uniform(0, 6))};
    EXPECT_NEAR(VolumeOf(Transformed(*mesh, transform)), volume, 1e-9);
  }
}

TEST(Shapes, RefuseInvalidSizes) {
  for (double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_FALSE(BoxMesh({1, bad, 1}));
    EXPECT_FALSE(SphereMesh(bad));
    EXPECT_FALSE(SphereMesh(1, bad));
    EXPECT_FALSE(CapsuleMesh(bad, 1));
  }
  for (double bad : {-1.0, kNan, kInfinity}) EXPECT_FALSE(CapsuleMesh(1, bad));
  EXPECT_FALSE(SphereMesh(1, 1e-5));
  const Result<TriangleMesh> box = BoxMesh({1, -2, 1});
  EXPECT_EQ(box.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(box.error().message.find("(1, -2, 1)"), std::string::npos) << box.error().message;
}

}  // namespace
}  // namespace navnet
