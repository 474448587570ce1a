// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes worlds for tests, and computes properties of meshes.

#include <navnet/core/mesh.h>
#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

namespace navnet {

/// Makes a world; on an error, records a failure and returns an empty mesh.
inline TriangleMesh Make(const WorldSpec& spec) {
  Result<TriangleMesh> mesh = MakeWorld(spec);
  EXPECT_TRUE(mesh.ok()) << mesh.error().message;
  return mesh ? std::move(*mesh) : TriangleMesh{};
}

inline ProceduralWorld MakeWithPlaces(const WorldSpec& spec) {
  Result<ProceduralWorld> world = MakeWorldWithPlaces(spec);
  EXPECT_TRUE(world.ok()) << world.error().message;
  return world ? std::move(*world) : ProceduralWorld{};
}

/// FNV-1a hash of all coordinates and indices.
inline uint64_t HashOf(const TriangleMesh& mesh) {
  uint64_t hash = 0xcbf29ce484222325u;
  auto add = [&](uint64_t word) { hash = (hash ^ word) * 0x100000001b3u; };
  for (const Vec3& v : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) add(std::bit_cast<uint64_t>(v[axis]));
  }
  for (const Triangle& t : mesh.triangles) {
    for (uint32_t v : t) add(v);
  }
  return hash;
}

/// Whether every directed edge occurs exactly once and so does its reverse.
inline bool IsClosedManifold(const TriangleMesh& mesh) {
  std::vector<uint64_t> edges, reversed;
  for (const Triangle& t : mesh.triangles) {
    for (size_t i = 0; i < 3; ++i) {
      const uint64_t a = t[i], b = t[(i + 1) % 3];
      if (a == b) return false;
      edges.push_back(a << 32 | b);
      reversed.push_back(b << 32 | a);
    }
  }
  std::sort(edges.begin(), edges.end());
  std::sort(reversed.begin(), reversed.end());
  return edges == reversed && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

/// Signed volume of each connected surface (divergence theorem); positive where the winding is outward.
inline std::vector<double> VolumesOf(const TriangleMesh& mesh) {
  std::vector<uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  auto root = [&](uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles) {
    parent[root(t[1])] = root(t[0]);
    parent[root(t[2])] = root(t[0]);
  }
  std::vector<double> at_root(mesh.vertices.size(), 0);
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const Triangle& t : mesh.triangles) {
    const uint32_t r = root(t[0]);
    used[r] = true;
    const Vec3 origin = mesh.vertices[r];  // An origin near the surface reduces rounding.
    const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin, c = mesh.vertices[t[2]] - origin;
    at_root[r] += Dot(a, Cross(b, c)) / 6;
  }
  std::vector<double> volumes;
  for (size_t v = 0; v < used.size(); ++v) {
    if (used[v]) volumes.push_back(at_root[v]);
  }
  return volumes;
}

inline double VolumeOf(const TriangleMesh& mesh) {
  const std::vector<double> volumes = VolumesOf(mesh);
  return std::accumulate(volumes.begin(), volumes.end(), 0.0);
}

inline double AreaOf(const Triangle& t, const std::vector<Vec3>& vertices) {
  return Length(Cross(vertices[t[1]] - vertices[t[0]], vertices[t[2]] - vertices[t[0]])) / 2;
}

inline double AreaOf(const TriangleMesh& mesh) {
  double area = 0;
  for (const Triangle& t : mesh.triangles) area += AreaOf(t, mesh.vertices);
  return area;
}

}  // namespace navnet
