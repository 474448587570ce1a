// SPDX-License-Identifier: Apache-2.0
// Bakes a floor and a wall with a gap, flies through the gap, and closes it.

#include <navnet/bake.h>
#include <navnet/core/solids.h>
#include <navnet/live/live_world.h>
#include <navnet/runtime/navigator.h>

#include <cstdio>

int main() {
  navnet::World world;
  world.name = "gap";
  world.up = navnet::UpAxis::Z;
  navnet::TriangleMesh mesh;
  navnet::AddBox(mesh, {{0, 0, -1}, {20, 20, 0}});
  navnet::AddBox(mesh, {{0, 0, 5}, {20, 20, 6}});
  navnet::AddBox(mesh, {{0, 9, 0}, {8, 10, 5}});
  navnet::AddBox(mesh, {{11, 9, 0}, {20, 10, 5}});
  world.geometry = mesh;

  navnet::BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.4};
  options.sample.bounds_world = navnet::Box3{{0, 0, 0}, {20, 20, 5}};
  options.keep = navnet::Keep::Largest;
  options.walk = navnet::WalkOptions{};
  const navnet::Result<navnet::Baked> baked = navnet::Bake(world, options);
  if (!baked) return std::fprintf(stderr, "%s\n", baked.error().message.c_str()), 2;

  navnet::FlightQuery query;
  query.start = {3, 3, 2};
  query.goal = {3, 17, 2};
  query.radius_m = 0.4;
  const navnet::FlightPath path = navnet::Navigator(baked->net).Find(query);
  std::printf("baked: %s, %.2f m\n", ToString(path.status), path.length_m);

  options.keep = navnet::Keep::All;
  navnet::Result<navnet::LiveWorld> live = navnet::LiveWorld::Make(world, options);
  if (!live) return std::fprintf(stderr, "%s\n", live.error().message.c_str()), 2;
  navnet::Obstacle plug;
  plug.shape = navnet::BoxShape{{1.6, 0.5, 2.6}};
  plug.transform.position = {9.5, 9.5, 2.5};
  if (!live->Add(plug) || !live->Update()) return 2;
  const navnet::FlightPath after = live->Latest()->navigator.Find(query);
  std::printf("closed: %s\n", ToString(after.status));
  return path.status == navnet::PathStatus::Complete && after.status == navnet::PathStatus::Unreachable ? 0 : 1;
}
