// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/mesh.h>
#include <navnet/core/range.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace navnet {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using ranges::kInfinity;

TriangleMesh OneTriangle() { return {{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, {{0, 1, 2}}}; }

// Validates a mesh of two triangles whose vertex 4 is `vertex`.
Status ValidateWithVertex(Vec3 vertex) {
  TriangleMesh mesh = OneTriangle();
  mesh.Append(OneTriangle());
  mesh.vertices[4] = vertex;
  return Validate(mesh);
}

TEST(TriangleMesh, AppendsAnotherMeshBehindItsOwn) {
  TriangleMesh mesh = OneTriangle();
  mesh.Append(TriangleMesh{{{5, 5, 5}, {6, 5, 5}, {5, 6, 5}, {5, 5, 6}}, {{0, 1, 2}, {3, 2, 0}}});
  ASSERT_EQ(mesh.vertices.size(), 7u);
  EXPECT_EQ(mesh.vertices[6], (Vec3{5, 5, 6}));
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {3, 4, 5}, {6, 5, 3}}));
}

TEST(TriangleMesh, AppendsNothingUnchanged) {
  TriangleMesh mesh = OneTriangle();
  mesh.Append(TriangleMesh{});
  EXPECT_EQ(mesh.vertices, OneTriangle().vertices);
  EXPECT_EQ(mesh.triangles, OneTriangle().triangles);
}

TEST(TriangleMesh, AcceptsFloatsAndIndicesOfAnEngine) {
  const std::vector<float> xyz = {0, 0, 0, 1, 0, 0, 0, 0.5f, -3};
  const std::vector<uint32_t> indices = {2, 1, 0, 0, 0, 1};
  const Result<TriangleMesh> mesh = TriangleMesh::FromFloats(xyz, indices);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0.5, -3}}));
  EXPECT_EQ(mesh->triangles, (std::vector<Triangle>{{2, 1, 0}, {0, 0, 1}}));
}

TEST(TriangleMesh, RefusesFloatsThatAreNotThreePerVertex) {
  const std::vector<float> xyz(7);
  const Result<TriangleMesh> mesh = TriangleMesh::FromFloats(xyz, {});
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(mesh.error().message.find("7 coordinates"), std::string::npos) << mesh.error().message;
}

TEST(TriangleMesh, RefusesIndicesThatAreNotThreePerTriangle) {
  const std::vector<float> xyz(9);
  const std::vector<uint32_t> indices(4);
  const Result<TriangleMesh> mesh = TriangleMesh::FromFloats(xyz, indices);
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(mesh.error().message.find("4 indices"), std::string::npos) << mesh.error().message;
}

TEST(MeshBounds, HoldOnlyVerticesThatATriangleUses) {
  TriangleMesh mesh = OneTriangle();
  mesh.vertices.push_back({1000, -1000, 1000});
  mesh.vertices.push_back({kNan, kNan, kNan});
  EXPECT_EQ(BoundsOf(mesh), (Box3{{0, 0, 0}, {1, 2, 0}}));
}

TEST(MeshBounds, AreEmptyWithoutTriangles) {
  EXPECT_TRUE(BoundsOf(TriangleMesh{{{1, 2, 3}}, {}}).IsEmpty());
  EXPECT_EQ(BoundsOf(TriangleMesh{}).Size(), (Vec3{0, 0, 0}));
}

TEST(MeshValidation, AcceptsPointsAndSegments) {
  TriangleMesh mesh = OneTriangle();
  mesh.triangles.push_back({1, 1, 1});
  mesh.triangles.push_back({0, 2, 2});
  const Status status = Validate(mesh);
  EXPECT_TRUE(status) << status.error().message;
}

TEST(MeshValidation, RefusesAMeshWithoutTriangles) {
  const Status status = Validate(TriangleMesh{{{1, 2, 3}}, {}});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::EmptyWorld);
  EXPECT_NE(status.error().message.find("no triangles"), std::string::npos);
}

TEST(MeshValidation, NamesTriangleAndVertexOfAnIndexOutOfRange) {
  TriangleMesh mesh = OneTriangle();
  mesh.triangles.push_back({0, 1, 2});
  mesh.triangles.push_back({0, 17, 99});
  const Status status = Validate(mesh);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::BadFormat);
  EXPECT_NE(status.error().message.find("triangle 2 "), std::string::npos) << status.error().message;
  EXPECT_NE(status.error().message.find("vertex 17"), std::string::npos) << status.error().message;
}

TEST(MeshValidation, RefusesTheFirstIndexBehindTheLastVertex) {
  TriangleMesh mesh = OneTriangle();
  mesh.triangles.push_back({0, 1, 3});
  EXPECT_FALSE(Validate(mesh));
}

TEST(MeshValidation, NamesAVertexThatIsNotFinite) {
  for (double bad : {kNan, kInfinity, -kInfinity}) {
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 vertex{1, 2, 3};
      vertex[axis] = bad;
      const Status status = ValidateWithVertex(vertex);
      ASSERT_FALSE(status) << bad << " " << axis;
      EXPECT_EQ(status.error().code, ErrorCode::BadFormat);
      EXPECT_NE(status.error().message.find("vertex 4 "), std::string::npos) << status.error().message;
    }
  }
}

TEST(MeshValidation, NamesAVertexTooFarOut) {
  for (int axis = 0; axis < 3; ++axis) {
    for (double far : {1e13, -1e13, 1.0001e12}) {
      Vec3 vertex{1, 2, 3};
      vertex[axis] = far;
      const Status status = ValidateWithVertex(vertex);
      ASSERT_FALSE(status) << far << " " << axis;
      EXPECT_EQ(status.error().code, ErrorCode::BadFormat);
      EXPECT_NE(status.error().message.find("vertex 4 "), std::string::npos) << status.error().message;
    }
  }
}

TEST(MeshValidation, AcceptsTheLargestCoordinate) { EXPECT_TRUE(ValidateWithVertex({1e12, -1e12, 1e12})); }

TEST(MeshValidation, IgnoresVerticesThatNoTriangleUses) {
  TriangleMesh mesh = OneTriangle();
  mesh.vertices.push_back({kNan, kInfinity, 1e300});
  const Status status = Validate(mesh);
  EXPECT_TRUE(status) << status.error().message;
}

}  // namespace
}  // namespace navnet
