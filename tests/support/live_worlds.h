// SPDX-License-Identifier: Apache-2.0
#pragma once
// Live worlds, random edits of them, and the central check: the live net equals a fresh bake.

#include <navnet/live/live_world.h>
#include <navnet/voxel/shapes.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace navnet {

/// Compares byte by byte; a failure names the parts that differ.
inline testing::AssertionResult SameNets(const Net& live, const Net& baked) {
  if (std::ranges::equal(live.image(), baked.image())) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure();
  failure << "the nets differ: " << live.image().size() << " and " << baked.image().size() << " bytes";
  if (live.info().bounds != baked.info().bounds) failure << ", bounds";
  if (live.info().frame != baked.info().frame) failure << ", frame";
  if (live.info().source_hash != baked.info().source_hash) failure << ", source";
  for (size_t i = 0; i < std::min(live.levels().size(), baked.levels().size()); ++i) {
    const NetLevel &a = live.levels()[i], &b = baked.levels()[i];
    if (!std::ranges::equal(a.cells, b.cells)) failure << ", cells of level " << i;
    if (!std::ranges::equal(a.volumes, b.volumes)) failure << ", volumes of level " << i;
    if (!std::ranges::equal(a.components, b.components)) failure << ", components of level " << i;
  }
  return failure;
}

inline void ExpectSameAsABake(const LiveWorld& live, const std::string& where) {
  const Result<Net> net = live.MakeNet();
  const Result<Baked> baked = Bake(live.CurrentWorld(), live.bake_options());
  ASSERT_EQ(net.ok(), baked.ok()) << where << ": " << (net ? baked.error().message : net.error().message);
  if (!net) {
    EXPECT_EQ(net.error().message, baked.error().message) << where;
    return;
  }
  ASSERT_TRUE(SameNets(*net, baked->net)) << where;
}

/// A floor, some walls with doorways, and a roof over a part of it.
inline World WalledRooms(double size, UpAxis up) {
  World world{"rooms", up, TriangleMesh{}};
  TriangleMesh& mesh = std::get<TriangleMesh>(world.geometry);
  const auto quad = [&](Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const uint32_t first = uint32_t(mesh.vertices.size());
    for (Vec3 p : {a, b, c, d}) mesh.vertices.push_back(up == UpAxis::Z ? p : Vec3{p.y, p.z, p.x});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
  };
  quad({0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0});
  const double m = size / 2, h = 3;
  quad({m, 0, 0}, {m, m - 0.7, 0}, {m, m - 0.7, h}, {m, 0, h});
  quad({m, m + 0.7, 0}, {m, size, 0}, {m, size, h}, {m, m + 0.7, h});
  quad({0, m, 0}, {m / 2, m, 0}, {m / 2, m, h}, {0, m, h});
  quad({0, 0, h}, {m, 0, h}, {m, m, h}, {0, m, h});
  return world;
}

inline Obstacle RandomObstacle(TestRandom& random, double size) {
  Obstacle out;
  switch (random.Integer(0, 3)) {
    case 0: out.shape = BoxShape{random.Point(0.1, size / 5)}; break;
    case 1: out.shape = SphereShape{random.Uniform(0.1, size / 8)}; break;
    case 2: out.shape = CapsuleShape{random.Uniform(0.1, size / 10), random.Uniform(0, size / 6)}; break;
    default: {
      const MeshStyle style = MeshStyle(random.Integer(0, kMeshStyles - 2));
      out.shape = RandomMesh(uint64_t(random.Integer(0, 1 << 30)), style, random.Integer(1, 6), 10, 0.1, {});
    }
  }
  out.transform.position = random.Point(0, size);
  if (random.Integer(0, 1)) {
    out.transform.rotation = Quaternion::AboutAxis(random.Point(-1, 1) + Vec3{0, 0, 2}, random.Uniform(0, 6));
  }
  out.is_door = random.Integer(0, 1) == 1;
  return out;
}

/// The triangles of an obstacle's shape, at its own origin.
inline TriangleMesh MeshOfShape(const decltype(Obstacle::shape)& shape) {
  if (const auto* box = std::get_if<BoxShape>(&shape)) return *BoxMesh(box->half_size_m);
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return *SphereMesh(sphere->radius_m);
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
    return *CapsuleMesh(capsule->radius_m, capsule->half_length_m);
  }
  return std::get<TriangleMesh>(shape);
}

/// The obstacles that a test has added.
using LiveObstacles = std::vector<std::pair<ObstacleId, Obstacle>>;

/// Applies one random valid edit.
inline void RandomEdit(TestRandom& random, double size, LiveWorld& live, LiveObstacles& there) {
  const int kind = there.empty() ? 0 : random.Integer(0, 9);
  if (kind <= 2) {
    const Obstacle obstacle = RandomObstacle(random, size);
    if (const Result<ObstacleId> id = live.Add(obstacle)) there.emplace_back(*id, obstacle);
    return;
  }
  const size_t which = size_t(random.Integer(0, int(there.size()) - 1));
  auto& [id, obstacle] = there[which];
  if (kind <= 6) {
    Transform to = obstacle.transform;
    to.position = random.Integer(0, 1) ? random.Point(0, size) : to.position + random.Point(-0.5, 0.5);
    if (live.Move(id, to)) obstacle.transform = to;
  } else if (kind == 7) {
    ASSERT_TRUE(live.Remove(id));
    there.erase(there.begin() + std::ptrdiff_t(which));
  } else if (obstacle.is_door) {
    ASSERT_TRUE(live.SetDoor(id, random.Integer(0, 1) == 1));
  }
}

/// A grid around the cube from 0 to `size`, with a margin of one metre.
inline BakeOptions LiveOptions(double voxel_m, std::vector<double> radii_m, double size) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.sample.radii_m = std::move(radii_m);
  options.sample.bounds_world = Box3{{-1, -1, -1}, {size + 1, size + 1, size + 1}};
  return options;
}

}  // namespace navnet
