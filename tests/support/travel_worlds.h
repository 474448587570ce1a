// SPDX-License-Identifier: Apache-2.0
#pragma once
// Worlds for journeys: platforms, houses.

#include <navnet/bake.h>
#include <navnet/runtime/travel.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <vector>

namespace navnet {

/// Bakes a world for travellers with a radius of up to 0.4 m.
inline Traveller TravellerOf(const TriangleMesh& mesh, const std::vector<GroundLink>& links = {},
                             double spacing_m = 3) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.4};
  options.sample.margin_m = 4;
  options.walk = WalkOptions{};
  options.links = links;
  options.spot_spacing_m = spacing_m;
  Result<Baked> baked = navnet::Bake(World{"test", UpAxis::Z, mesh}, options);
  EXPECT_TRUE(baked.ok()) << (baked ? "" : baked.error().message);
  return Traveller(Navigator(baked->net));
}

inline TriangleMesh Boxes(const std::vector<Box3>& boxes) {
  TriangleMesh mesh;
  for (const Box3& box : boxes) mesh.Append(MakeBox(box));
  return mesh;
}

/// Two platforms with a gap of ten metres between them.
inline TriangleMesh Gap() { return Boxes({{{0, 0, -1}, {10, 10, 0}}, {{20, 0, -1}, {30, 10, 0}}}); }

inline TravelQuery Query(Vec3 start, Vec3 goal, TravelAgent agent) {
  TravelQuery query;
  query.start = start;
  query.goal = goal;
  query.agent = agent;
  return query;
}

/// Rooms on two storeys with doors of many widths: some admit flyers, some only walkers, some nobody. So air and ground
/// have several components each, and the straight-line distance is a poor estimate.
inline TriangleMesh Rooms(TestRandom& random) {
  constexpr double kRoom_m = 6, kStorey_m = 4;
  constexpr int kAcross = 3;
  std::vector<Box3> boxes;
  const auto wall = [&](Vec3 lo, Vec3 hi, int along) {
    const double widths[] = {0, 0.9, 1.2, 2.5};
    const double width = widths[size_t(random.Uniform(0, 4))];
    const double middle = random.Uniform(lo[along] + 1.5, hi[along] - 1.5);
    Vec3 end = hi, begin = lo;
    end[along] = middle - width / 2;
    begin[along] = middle + width / 2;
    boxes.push_back({lo, end});
    boxes.push_back({begin, hi});
  };
  for (int storey = 0; storey < 2; ++storey) {
    const double z = storey * kStorey_m, all = kAcross * kRoom_m;
    // The upper floor has a gap along one side.
    boxes.push_back({{0, 0, z - 0.5}, {storey == 0 ? all : all - random.Uniform(0, 4), all, z}});
    for (int i = 0; i <= kAcross; ++i) {
      for (int k = 0; k < kAcross; ++k) {
        const double at = i * kRoom_m, from = k * kRoom_m, to = from + kRoom_m;
        wall({at - 0.1, from, z}, {at + 0.1, to, z + kStorey_m - 0.5}, 1);
        wall({from, at - 0.1, z}, {to, at + 0.1, z + kStorey_m - 0.5}, 0);
      }
    }
  }
  return Boxes(boxes);
}

}  // namespace navnet
