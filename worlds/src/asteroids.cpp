// SPDX-License-Identifier: Apache-2.0
// Rocks of many sizes: space is divided by an octree of random depth, and each leaf contains one rock.

#include "generators.h"
#include "mesh_builder.h"
#include "noise.h"
#include "random.h"

#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kStaysWhole = 0.12;                 // Probability that a cell is not divided further.
constexpr double kSmallest = 0.35, kLargest = 0.92;  // Rock radius as a fraction of half its cell.
constexpr double kDrift = 0.8;     // Largest offset of a rock from its cell's centre, as a fraction of the free space.
constexpr double kFlattest = 0.6;  // Shortest semi-axis as a fraction of the radius.
constexpr double kRoughness = 0.45;  // Depth of the deepest dent as a fraction of the radius.
constexpr int kMostFrequency = 2000;

struct Cell {
  Vec3 min;
  double edge_m = 0;
};

struct Rock {
  Vec3 centre;
  double radius_m = 0;
};

/// Number of rocks for a triangle budget. It grows more slowly than the budget, so that rocks become finer as well.
size_t RockCount(int64_t budget) { return size_t(std::min(budget / 40, 8 + budget / 600)); }

/// At least `count` disjoint cells that fill the cube.
std::vector<Cell> CutSpace(double size_m, size_t count, Random& random) {
  std::vector<Cell> whole, queue = {{{}, size_m}};  // Cells are divided in the order of the queue: large ones first.
  size_t next = 0;
  while (whole.size() + queue.size() - next < count) {
    const Cell cell = queue[next++];
    if (next < queue.size() && random.Chance(kStaysWhole)) {
      whole.push_back(cell);
      continue;
    }
    const double half = cell.edge_m / 2;
    for (int i = 0; i < 8; ++i) {
      const Vec3 step = {i & 1 ? half : 0, i & 2 ? half : 0, i & 4 ? half : 0};
      queue.push_back({cell.min + step, half});
    }
  }
  whole.insert(whole.end(), queue.begin() + std::ptrdiff_t(next), queue.end());
  return whole;
}

void AddRock(const Rock& rock, int frequency, uint64_t seed, Random& random, TriangleMesh& mesh) {
  TriangleMesh shape = UnitIcosphere(frequency);
  const double dents = random.Uniform(1.2, 2.5);
  const double a = random.Uniform(kFlattest, 1), b = random.Uniform(kFlattest, 1);
  const Vec3 axes = std::array<Vec3, 3>{Vec3{1, a, b}, Vec3{a, 1, b}, Vec3{b, a, 1}}[size_t(random.Below(3))];
  for (Vec3& v : shape.vertices) {
    const double height = 1 - kRoughness * (0.5 + 0.5 * FractalNoise(v * dents, 4, seed));
    const Vec3 p = v * (height * rock.radius_m);
    v = rock.centre + Vec3{p.x * axes.x, p.y * axes.y, p.z * axes.z};
  }
  mesh.Append(shape);
}

}  // namespace

ProceduralWorld MakeAsteroids(const Plan& plan) {
  Random random(plan.seed);
  const size_t count = RockCount(plan.budget);
  std::vector<Cell> cells = CutSpace(plan.size_m, count, random);
  random.Shuffle(cells);
  cells.resize(count);

  ProceduralWorld world;
  std::vector<Rock> rocks;
  double radii_squared = 0;
  const Vec3 middle = Vec3{1, 1, 1} * (plan.size_m / 2);
  for (const Cell& cell : cells) {
    const double half = cell.edge_m / 2, radius = half * random.Uniform(kSmallest, kLargest),
                 room = kDrift * (half - radius);
    const Vec3 centre = cell.min + Vec3{1, 1, 1} * half;
    const Vec3 shift = {random.Uniform(-room, room), random.Uniform(-room, room), random.Uniform(-room, room)};
    rocks.push_back({centre + shift, radius});
    radii_squared += radius * radius;
    // No rock touches a face of any cell. The place is the midpoint of this cell's edge along x nearest to the centre
    // of the world.
    Vec3 on_edge = centre;
    for (int axis = 1; axis < 3; ++axis) on_edge[axis] += centre[axis] < middle[axis] ? half : -half;
    world.places.push_back(on_edge);
  }

  // Triangles have about the same size on all rocks. A rock takes at most 20 (1 + (detail * radius)²), so the sum is
  // within the budget.
  const double detail = std::sqrt(double(plan.budget - IcosphereTriangles(1) * int64_t(count)) /
                                  (double(IcosphereTriangles(1)) * radii_squared));
  world.mesh.triangles.reserve(size_t(plan.budget));
  world.mesh.vertices.reserve(size_t(plan.budget) / 2 + 2 * count);
  for (size_t i = 0; i < count; ++i) {
    const int frequency = std::clamp(int(detail * rocks[i].radius_m), 1, kMostFrequency);
    AddRock(rocks[i], frequency, Scramble(plan.seed + i), random, world.mesh);
  }
  return world;
}

}  // namespace navnet::worlds
