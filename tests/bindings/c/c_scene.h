// SPDX-License-Identifier: Apache-2.0
#pragma once
// Helpers for tests that compare the C API with the C++ library.

#include <navnet/core/mesh.h>
#include <navnet/navnet.h>

#include <gtest/gtest.h>

#include <vector>

namespace navnet {

#define ASSERT_C_OK(call) ASSERT_EQ(call, NAVNET_OK) << navnet_last_error_message()
#define EXPECT_C_OK(call) EXPECT_EQ(call, NAVNET_OK) << navnet_last_error_message()

inline navnet_vec3 ToC(Vec3 v) { return {v.x, v.y, v.z}; }
inline Vec3 FromC(navnet_vec3 v) { return {v.x, v.y, v.z}; }

inline navnet_world WorldOf(const TriangleMesh& mesh) {
  std::vector<double> xyz;
  std::vector<uint32_t> indices;
  for (const Vec3& v : mesh.vertices) xyz.insert(xyz.end(), {v.x, v.y, v.z});
  for (const Triangle& t : mesh.triangles) indices.insert(indices.end(), t.begin(), t.end());
  navnet_world world = {};
  EXPECT_C_OK(navnet_world_from_doubles("test", NAVNET_UP_AXIS_Z, xyz.data(), mesh.vertices.size(), indices.data(),
                                        mesh.triangles.size(), &world));
  return world;
}

/// The points of a path handle.
inline std::vector<Vec3> PointsOf(navnet_path path) {
  size_t count = 0;
  EXPECT_C_OK(navnet_path_copy_points(path, nullptr, 0, &count));
  std::vector<navnet_vec3> points(count);
  EXPECT_C_OK(navnet_path_copy_points(path, points.data(), count, nullptr));
  std::vector<Vec3> out;
  for (const navnet_vec3& p : points) out.push_back(FromC(p));
  return out;
}

}  // namespace navnet
