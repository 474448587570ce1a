// SPDX-License-Identifier: Apache-2.0
#include "fuzz/net_corpus.h"

#include <navnet/bake.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "fuzz/fuzz_check.h"
#include "support/random_meshes.h"

namespace navnet {
namespace {

TriangleMesh Boxes(const std::vector<Box3>& boxes) {
  TriangleMesh mesh;
  for (const Box3& box : boxes) mesh.Append(MakeBox(box));
  return mesh;
}

// Two floors with a gap between them, a wall with a door and a tower.
TriangleMesh Yard() {
  return Boxes({{{0, 0, -1}, {8, 6, 0}},
                {{10, 0, -1}, {14, 6, 0.5}},
                {{4, 0, 0}, {4.4, 2, 2}},
                {{4, 3, 0}, {4.4, 6, 2}},
                {{6, 4, 0}, {7, 5, 3}}});
}

std::vector<GroundLink> YardLinks() {
  return {{{7.5, 3, 0}, {10.5, 3, 0.5}, 1, LinkKind::Jump, 0},
          {{10.5, 1, 0.5}, {7.5, 1, 0}, 1, LinkKind::Drop, 1},
          {{3.5, 2.5, 0}, {4.9, 2.5, 0}, 2, LinkKind::Door, 0},
          {{6.5, 3.8, 0}, {6.5, 4.5, 3}, 4, LinkKind::Ladder, 0}};
}

BakeOptions Options(double voxel_m, std::vector<double> radii_m, bool walk) {
  BakeOptions options;
  options.sample.voxel_m = voxel_m;
  options.sample.radii_m = std::move(radii_m);
  options.sample.threads = 1;
  if (walk) options.walk = WalkOptions{};
  options.spot_spacing_m = 3;
  return options;
}

// Columns of random heights, some with a lid: storeys, steps and walls.
World RandomVoxels(uint64_t seed, int size, int height, UpAxis up, double voxel_m) {
  TestRandom random(seed);
  const bool y_up = up == UpAxis::Y;
  const VoxelCoord extent = y_up ? VoxelCoord{size, height, size} : VoxelCoord{size, size, height};
  std::vector<uint8_t> blocked(size_t(size) * size_t(size) * size_t(height));
  const auto set = [&](int x, int y, int z) {
    const VoxelCoord v = y_up ? VoxelCoord{y, z, x} : VoxelCoord{x, y, z};
    blocked[size_t((v.x * extent.y + v.y) * extent.z + v.z)] = 1;
  };
  for (int x = 0; x < size; ++x) {
    for (int y = 0; y < size; ++y) {
      const int column = random.Integer(0, 3) ? 1 : random.Integer(1, height - 1);
      for (int z = 0; z < column; ++z) set(x, y, z);
      if (random.Integer(0, 4) == 0) set(x, y, height - 2);
    }
  }
  Result<World> world = WorldFromVoxels({blocked, extent, {-1, 2, 0.5}, voxel_m}, up);
  FuzzCheck(world.ok(), "a voxel world that cannot be made");
  return *std::move(world);
}

}  // namespace

std::vector<CorpusNet> MakeNetCorpus() {
  std::vector<CorpusNet> corpus;
  const auto bake = [&](const std::string& name, const World& world, const BakeOptions& options) {
    Result<Baked> baked = Bake(world, options);
    if (!baked) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), baked.error().message.c_str());
      std::abort();
    }
    corpus.push_back({name, baked->net});
  };
  const auto scene = [&](const std::string& name, GroundSceneKind kind, int n) {
    const Result<GroundScene> made = MakeGroundScene({.kind = kind, .seed = 1, .n = n});
    FuzzCheck(made.ok(), "a scene that cannot be made");
    BakeOptions options = Options(0.5, {0.3}, true);
    options.walk->seeds_world = made->seeds;
    bake(name, {name, UpAxis::Z, made->mesh}, options);
  };
  const World yard{"yard", UpAxis::Z, Yard()};
  bake("flight", yard, Options(0.5, {0, 0.4}, false));
  BakeOptions with_links = Options(0.5, {0.2}, true);
  with_links.links = YardLinks();
  with_links.gates = {
      {{1, 1, 1}, {12, 4, 2}, 0.5}, {{2, 5, 3}, {6.5, 4.5, 3.2}, 1, 0.2, 1}, {{1, 2, 1}, {-3, 0, 9}, 0, 0, 0, 1}};
  bake("links", yard, with_links);
  BakeOptions turned = Options(0.5, {0.2}, true);
  turned.sample.placement = {{0.3, 0.1, 0}, {0.8, 0.6, UpAxis::Z}};
  turned.keep = Keep::Outside;
  bake("turned", yard, turned);
  // Large enough for cells in several blocks and for merged cells.
  BakeOptions sky = Options(0.125, {0.4}, false);
  sky.sample.margin_m = 20;
  bake("sky", yard, sky);
  BakeOptions with_world = Options(0.5, {0.3}, true);
  with_world.with_world = true;
  bake("world", yard, with_world);
  scene("maze", GroundSceneKind::Maze, 3);
  scene("storeys", GroundSceneKind::Storeys, 2);
  scene("spiral", GroundSceneKind::Spiral, 1);
  scene("mezzanine", GroundSceneKind::Mezzanine, 1);
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    const UpAxis up = seed % 2 ? UpAxis::Z : UpAxis::Y;
    BakeOptions options = Options(1, {0}, true);
    options.walk->height_m = 2;
    options.walk->step_m = seed < 3 ? 0.3 : 1;
    bake("voxels " + std::to_string(seed), RandomVoxels(seed, 8 + int(seed), 6, up, 1), options);
  }
  return corpus;
}

}  // namespace navnet
