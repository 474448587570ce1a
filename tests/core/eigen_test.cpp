// SPDX-License-Identifier: Apache-2.0
#include <navnet/eigen.h>

#include <gtest/gtest.h>

#include <vector>

namespace navnet {
namespace {

TEST(Eigen, ViewsPointsWithoutACopy) {
  Vec3 p{1, 2, 3};
  AsEigen(p) *= 2;
  EXPECT_EQ(p, (Vec3{2, 4, 6}));
  EXPECT_EQ(FromEigen(Eigen::Vector3d(AsEigen(p))), p);
  const Vec2 q{4, 5};
  EXPECT_EQ(FromEigen(Eigen::Vector2d(AsEigen(q))), q);
}

TEST(Eigen, ViewsAPathAsAMatrix) {
  const std::vector<Vec3> points = {{1, 2, 3}, {4, 5, 6}};
  const auto matrix = AsEigen(std::span(points));
  ASSERT_EQ(matrix.cols(), 2);
  EXPECT_EQ(matrix(2, 1), 6);
  EXPECT_EQ(AsEigen(std::span<const Vec3>()).cols(), 0);
}

TEST(Eigen, ConvertsBoxes) {
  const Box3 box{{-1, -2, -3}, {1, 2, 3}};
  EXPECT_EQ(FromEigen(ToEigen(box)), box);
  EXPECT_EQ(ToEigen(box).volume(), 48);
  EXPECT_TRUE(ToEigen(Box3{}).isEmpty());
  EXPECT_TRUE(FromEigen(Eigen::AlignedBox3d()).IsEmpty());
}

// The same points as Transformed() computes.
TEST(Eigen, ConvertsTransforms) {
  const Transform transform{{1, 2, 3}, Quaternion::AboutAxis({1, 1, 0}, 0.7), {2, 1, 0.5}};
  TriangleMesh mesh;
  mesh.vertices = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 1, 2}};
  const TriangleMesh moved = Transformed(mesh, transform);
  for (size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3d p = ToEigen(transform) * AsEigen(mesh.vertices[i]);
    EXPECT_LT((p - AsEigen(moved.vertices[i])).norm(), 1e-12);
  }
  const Transform rigid{{1, 2, 3}, Quaternion::AboutAxis({0, 1, 1}, -1.2)};
  const Eigen::Isometry3d motion(ToEigen(rigid).matrix());
  const Transform back = FromEigen(motion);
  EXPECT_LT((ToEigen(back).matrix() - ToEigen(rigid).matrix()).norm(), 1e-12);
}

}  // namespace
}  // namespace navnet
