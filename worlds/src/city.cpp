// SPDX-License-Identifier: Apache-2.0
// City blocks: streets on a grid, four lots to a block, towers higher towards the centre.

#include "generators.h"
#include "mesh_builder.h"
#include "random.h"

#include <cmath>
#include <optional>

namespace navnet::worlds {
namespace {

constexpr double kBlockPitchM = 60, kStreetM = 14, kAlleyM = 4;
constexpr double kGroundM = 0.5, kKerbM = 0.15;
constexpr double kEyeHeightM = kGroundM + 1.7, kOffKerbM = 3;
constexpr double kTallestM = 140, kLowestM = 8;
constexpr double kSkybridges = 0.35;  // Fraction of pairs of towers facing each other across a street that are joined.
constexpr int64_t kMostBoxesPerBlock = 1 + 4 * 4 + 4;

/// The boxes so far, and for each lot the tower that a skybridge may connect to.
struct Blocks {
  int lots = 0;  ///< Along each axis; two per block.
  std::vector<Box3> boxes;
  std::vector<std::optional<Box3>> towers;

  std::optional<Box3>& Tower(int x, int y) { return towers[size_t(y) * size_t(lots) + size_t(x)]; }
};

int BlocksAlong(double size_m) { return std::max(1, int(std::floor(size_m / kBlockPitchM))); }

int64_t MostTriangles(int64_t blocks) { return (1 + blocks * blocks * kMostBoxesPerBlock) * kBoxTriangles; }

/// A box shrunk horizontally by fractions of its width and depth.
Box3 Inset(Box3 box, double low_x, double high_x, double low_y, double high_y) {
  const Vec3 size = box.Size();
  box.min = box.min + Vec3{low_x * size.x, low_y * size.y, 0};
  box.max = box.max - Vec3{high_x * size.x, high_y * size.y, 0};
  return box;
}

void AddSetbacks(Box3 body, Random& random, Blocks& city) {
  const double top = body.max.z;
  body.max.z = body.min.z + (top - body.min.z) * random.Uniform(0.4, 0.7);
  for (int tier = 0; tier < 3; ++tier) {
    city.boxes.push_back(body);
    body = Inset(body, random.Uniform(0.05, 0.2), random.Uniform(0.05, 0.2), random.Uniform(0.05, 0.2),
                 random.Uniform(0.05, 0.2));
    body.min.z = body.max.z;
    body.max.z = tier == 0 ? body.min.z + (top - body.min.z) * 0.6 : top;
  }
}

void AddGate(const Box3& body, Random& random, Blocks& city) {
  const double pier = random.Uniform(0.2, 0.35);
  Box3 deck = body;
  deck.min.z = body.min.z + (body.max.z - body.min.z) * random.Uniform(0.5, 0.75);
  city.boxes.push_back(Inset(body, 0, 1 - pier, 0, 0));
  city.boxes.push_back(Inset(body, 1 - pier, 0, 0, 0));
  city.boxes.push_back(deck);
}

/// Adds a building of at most `height` on the lot `ground`. Returns the box that a skybridge may connect to, if any.
std::optional<Box3> AddBuilding(const Box3& ground, double height, Random& random, Blocks& city) {
  Box3 body =
      Inset(ground, random.Uniform(0, 0.12), random.Uniform(0, 0.12), random.Uniform(0, 0.12), random.Uniform(0, 0.12));
  body.max.z = body.min.z + height;
  const double kind = random.Unit();
  if (kind < 0.3) {
    AddSetbacks(body, random, city);
    return city.boxes[city.boxes.size() - 3];
  }
  if (kind < 0.5) {
    Box3 wing = Inset(body, 0, 0, 0.55, 0);
    wing.max.z = body.min.z + height * random.Uniform(0.5, 1);
    city.boxes.push_back(Inset(body, 0, 0.55, 0, 0));
    city.boxes.push_back(wing);
    return std::nullopt;
  }
  if (kind < 0.62) {
    AddGate(body, random, city);
    return std::nullopt;
  }
  body.max.z -= 3;
  city.boxes.push_back(body);
  Box3 plant_room = Inset(body, 0.3, 0.4, 0.3, 0.3);
  plant_room.min.z = body.max.z;
  plant_room.max.z = body.max.z + 3;
  city.boxes.push_back(plant_room);
  return body;
}

/// Joins two towers that face each other along `axis`, if they overlap enough.
void AddSkybridge(const Box3& low, const Box3& high, int axis, Random& random, Blocks& city) {
  const int side = 1 - axis;
  const double from = std::max(low.min[side], high.min[side]), to = std::min(low.max[side], high.max[side]);
  const double roof = std::min(low.max.z, high.max.z);
  if (to - from < 6 || roof < 20) return;
  Box3 bridge;
  bridge.min[axis] = low.max[axis] - 1;
  bridge.max[axis] = high.min[axis] + 1;
  bridge.min[side] = random.Uniform(from, to - 4);
  bridge.max[side] = bridge.min[side] + 4;
  bridge.min.z = random.Uniform(10, roof - 5);
  bridge.max.z = bridge.min.z + 4;
  city.boxes.push_back(bridge);
}

}  // namespace

int64_t NaturalCityTriangles(double size_m) { return MostTriangles(BlocksAlong(size_m)); }

ProceduralWorld MakeCity(const Plan& plan) {
  int blocks = BlocksAlong(plan.size_m);
  while (blocks > 1 && MostTriangles(blocks) > plan.budget) --blocks;
  const double pitch = plan.size_m / blocks, lot = (pitch - kStreetM - 3 * kAlleyM) / 2;
  const double centre = plan.size_m / 2, tallest = std::min(kTallestM, 0.8 * plan.size_m);

  Random random(plan.seed);
  ProceduralWorld world;
  Blocks city = {.lots = 2 * blocks, .boxes = {}, .towers = {}};
  city.towers.resize(size_t(city.lots) * size_t(city.lots));
  city.boxes.push_back({{0, 0, 0}, {plan.size_m, plan.size_m, kGroundM}});
  for (int by = 0; by < blocks; ++by) {
    for (int bx = 0; bx < blocks; ++bx) {
      const Vec3 corner = {bx * pitch + kStreetM / 2, by * pitch + kStreetM / 2, kGroundM};
      const double edge = pitch - kStreetM;
      // Extends slightly into the ground, to avoid coplanar faces.
      city.boxes.push_back({corner - Vec3{0, 0, kGroundM / 2}, corner + Vec3{edge, edge, kKerbM}});
      world.places.push_back({bx * pitch + kOffKerbM, by * pitch + kOffKerbM, kEyeHeightM});
      for (int i = 0; i < 4; ++i) {
        const int lx = i & 1, ly = i >> 1;
        const Vec3 low = corner + Vec3{kAlleyM + lx * (lot + kAlleyM), kAlleyM + ly * (lot + kAlleyM), 0};
        const Vec3 off_centre = (low - Vec3{centre, centre, 0}) * (1 / plan.size_m);
        const double downtown = std::max(0.15, 1 - 3 * (off_centre.x * off_centre.x + off_centre.y * off_centre.y));
        const double u = random.Unit();
        const double height = kLowestM + (tallest - kLowestM) * downtown * (0.1 + 0.9 * u * u);
        city.Tower(2 * bx + lx, 2 * by + ly) = AddBuilding({low, low + Vec3{lot, lot, 1}}, height, random, city);
      }
    }
  }
  for (int y = 0; y < city.lots; ++y) {
    for (int x = 0; x < city.lots; ++x) {
      for (int axis = 0; axis < 2; ++axis) {
        const int along = axis == 0 ? x : y;
        if (along % 2 == 0 || along + 1 == city.lots || !random.Chance(kSkybridges)) continue;
        const auto& low = city.Tower(x, y);
        const auto& high = city.Tower(x + (axis == 0), y + (axis == 1));
        if (low && high) AddSkybridge(*low, *high, axis, random, city);
      }
    }
  }
  const size_t kept = std::min(city.boxes.size(), size_t(plan.budget / kBoxTriangles));
  for (size_t i = 0; i < kept; ++i) AddBox(world.mesh, city.boxes[i]);
  world.places.push_back({plan.size_m - kOffKerbM, plan.size_m - kOffKerbM, kEyeHeightM});
  return world;
}

}  // namespace navnet::worlds
