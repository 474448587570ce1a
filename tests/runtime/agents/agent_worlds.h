// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small worlds for agents, baked.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace navnet {

struct AgentWorld {
  Navigator navigator;
  ClearanceProbe probe;
  std::vector<Vec3> places;  ///< Free, and connected to each other.
};

inline AgentWorld BakeAgentWorld(ProceduralWorld made, double radius_m, double voxel_m = 0.25) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.sample.radii_m = {radius_m};
  options.sample.seeds_world = made.places;
  options.sample.threads = 1;
  options.keep = Keep::Seeds;
  options.walk = WalkOptions{};
  const World world{"agents", UpAxis::Z, std::move(made.mesh)};
  Result<Baked> baked = Bake(world, options);
  EXPECT_TRUE(baked.ok()) << (baked ? "" : baked.error().message);
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world, 1);
  EXPECT_TRUE(probe.ok());
  return {Navigator(baked->net), *probe, std::move(made.places)};
}

/// A closed room of 20 m x 14 m x 4 m with pillars and beams at seeded places, none near its centre line.
inline ProceduralWorld PillarRoom(uint64_t seed, int count) {
  TestRandom random(seed);
  ProceduralWorld made;
  made.mesh = MakeBoxRoom({{0, 0, 0}, {20, 14, 4}}, 0.5);
  for (int i = 0; i < count; ++i) {
    const Vec3 size{random.Uniform(0.3, 1.5), random.Uniform(0.3, 1.5), random.Uniform(1, 4)};
    Vec3 lo{random.Uniform(3, 15), random.Uniform(0.8, 4.5), 0};
    if (i % 2) lo.y += 7.5;
    made.mesh.Append(MakeBox({lo, lo + size}));
  }
  made.places = {{1, 7, 2}, {19, 7, 2}};
  return made;
}

/// A closed room, divided by a thin wall along x with a gap of 3 m at its end.
inline ProceduralWorld DividedRoom() {
  ProceduralWorld made;
  made.mesh = MakeBoxRoom({{0, 0, 0}, {20, 8, 4}}, 0.5);
  made.mesh.Append(MakeBox({{0, 3.95, 0}, {17, 4.05, 4}}));
  made.places = {{1, 1, 2}, {1, 7, 2}};
  return made;
}

}  // namespace navnet
