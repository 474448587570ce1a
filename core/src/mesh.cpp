// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/mesh.h>

#include <cmath>

namespace navnet {
namespace {

constexpr double kLargestCoordinate = 1e12;

}  // namespace

void TriangleMesh::Append(MeshView other) {
  const uint32_t first = uint32_t(vertices.size());
  vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const Triangle& t : other.triangles) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

Result<TriangleMesh> TriangleMesh::FromFloats(std::span<const float> xyz, std::span<const uint32_t> indices) {
  if (xyz.size() % 3 != 0) {
    return Error{ErrorCode::InvalidArgument,
                 "mesh: " + std::to_string(xyz.size()) + " coordinates: expected three per vertex"};
  }
  if (indices.size() % 3 != 0) {
    return Error{ErrorCode::InvalidArgument,
                 "mesh: " + std::to_string(indices.size()) + " indices: expected three per triangle"};
  }
  TriangleMesh mesh;
  mesh.vertices.reserve(xyz.size() / 3);
  for (size_t i = 0; i < xyz.size(); i += 3) mesh.vertices.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
  mesh.triangles.reserve(indices.size() / 3);
  for (size_t i = 0; i < indices.size(); i += 3) mesh.triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
  return mesh;
}

Box3 BoundsOf(MeshView mesh) {
  Box3 box;
  for (const Triangle& t : mesh.triangles) {
    for (uint32_t v : t) box.Extend(mesh.vertices[v]);
  }
  return box;
}

Status Validate(MeshView mesh) {
  if (mesh.triangles.empty()) return Error{ErrorCode::EmptyWorld, "the mesh has no triangles"};
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (uint32_t v : mesh.triangles[i]) {
      if (v >= mesh.vertices.size()) {
        return Error{ErrorCode::BadFormat, "triangle " + std::to_string(i) + " names vertex " + std::to_string(v) +
                                               ", but there are only " + std::to_string(mesh.vertices.size())};
      }
      const Vec3& p = mesh.vertices[v];
      if (!IsFinite(p)) {
        return Error{ErrorCode::BadFormat, "vertex " + std::to_string(v) + " is not finite (NaN or infinite)"};
      }
      if (std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kLargestCoordinate) {
        return Error{ErrorCode::BadFormat, "vertex " + std::to_string(v) + " lies farther than 1e12 m from the origin"};
      }
    }
  }
  return Ok();
}

}  // namespace navnet
