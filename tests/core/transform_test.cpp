// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>
#include <navnet/core/transform.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace navnet {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using ranges::kInfinity;
constexpr double kQuarterTurn = 1.5707963267948966;

TriangleMesh OneTriangle() { return {{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}, {{0, 1, 2}}}; }

void ExpectNear(Vec3 actual, Vec3 expected) {
  for (int a = 0; a < 3; ++a) EXPECT_NEAR(actual[a], expected[a], 1e-15 * 20);
}

TEST(Transform, IsTheIdentityByDefault) {
  const TriangleMesh mesh = OneTriangle(), same = Transformed(mesh, {});
  EXPECT_EQ(same.vertices, mesh.vertices);
  EXPECT_EQ(same.triangles, mesh.triangles);
}

TEST(Transform, ScalesThenTurnsThenMoves) {
  const Transform transform{{10, 20, 30}, Quaternion::AboutAxis({0, 0, 5}, kQuarterTurn), {2, 3, 4}};
  ASSERT_TRUE(Validate(transform));
  const TriangleMesh mesh = Transformed(OneTriangle(), transform);
  ExpectNear(mesh.vertices[0], {10, 22, 30});
  ExpectNear(mesh.vertices[1], {4, 20, 30});
  ExpectNear(mesh.vertices[2], {10, 20, 42});
}

TEST(Transform, TurnsRightHandedAboutEveryAxis) {
  const TriangleMesh mesh = OneTriangle();
  ExpectNear(Transformed(mesh, {{}, Quaternion::AboutAxis({1, 0, 0}, kQuarterTurn), {1, 1, 1}}).vertices[1], {0, 0, 2});
  ExpectNear(Transformed(mesh, {{}, Quaternion::AboutAxis({0, 1, 0}, kQuarterTurn), {1, 1, 1}}).vertices[2], {3, 0, 0});
}

TEST(Transform, NormalisesQuaternions) {
  const Quaternion unit = Quaternion::AboutAxis({1, 2, 3}, 0.7);
  const TriangleMesh expected = Transformed(OneTriangle(), {{}, unit, {1, 1, 1}});
  for (double length : {-1.0, 1e-200, 3.0, 1e200}) {
    const Transform transform{{}, {unit.w * length, unit.x * length, unit.y * length, unit.z * length}, {1, 1, 1}};
    ASSERT_TRUE(Validate(transform));
    const TriangleMesh mesh = Transformed(OneTriangle(), transform);
    for (size_t i = 0; i < 3; ++i) ExpectNear(mesh.vertices[i], expected.vertices[i]);
  }
}

TEST(Transform, IsRefusedWhenInvalid) {
  const auto message = [](const Transform& transform) {
    const Status status = Validate(transform);
    return status ? std::string() : status.error().message;
  };
  EXPECT_NE(message({{0, kNan, 0}, {}, {1, 1, 1}}).find("position"), std::string::npos);
  EXPECT_NE(message({{0, 0, -kInfinity}, {}, {1, 1, 1}}).find("position"), std::string::npos);
  EXPECT_NE(message({{}, {0, 0, 0, 0}, {1, 1, 1}}).find("rotation"), std::string::npos);
  EXPECT_NE(message({{}, {1, kNan, 0, 0}, {1, 1, 1}}).find("rotation"), std::string::npos);
  EXPECT_NE(message({{}, {kInfinity, 0, 0, 0}, {1, 1, 1}}).find("rotation"), std::string::npos);
  for (double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_NE(message({{}, {}, {1, bad, 1}}).find("scale"), std::string::npos);
  }
}

}  // namespace
}  // namespace navnet
