// SPDX-License-Identifier: Apache-2.0
// Caverns and tunnels, carved as distance fields out of a block of rock and roughened by noise.

#include "generators.h"
#include "marching.h"
#include "noise.h"
#include "random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kTunnel = 0.14;  // Tunnel radius as a fraction of a cavern's plot.
constexpr double kSmallestCavern = 0.26, kLargestCavern = 0.4;
constexpr double kFloorDepth = 0.5;  // Depth of the floor below a cavern's centre, as a fraction of its radius.
constexpr double kRoughness = 0.35;  // Amplitude of the noise as a fraction of the tunnel radius.
constexpr double kLoops = 0.2;       // Tunnels beyond those that connect all caverns, per cavern.
constexpr double kThinnestTunnelCells = 1.25;
constexpr double kBudgetUse = 0.9;  // Fraction of the budget aimed at, as the area is an estimate.
constexpr int kFewestCells = 8, kFirstCells = 20, kMostCells = 220;

/// Number of caverns for a triangle budget: with more triangles, more and smaller caverns.
struct Network {
  int64_t fewest_triangles;
  int plots_along;  ///< Along each axis; a plot has at most one cavern.
  size_t caverns;
  double triangles_per_square_cell;  ///< Approximate triangles of the surface divided by the squared cells per axis.
};
constexpr std::array<Network, 3> kNetworks = {{{60'000, 4, 26, 60}, {20'000, 3, 10, 45}, {0, 2, 3, 35}}};

/// A capsule between two points; with a floor if it is a cavern.
struct Hollow {
  Vec3 from, to;
  double radius_m = 0;
  double floor_m = 0;  ///< Height below which rock is not removed.
};

struct CavePlan {
  double size_m = 0, tunnel_radius_m = 0;
  std::vector<Hollow> hollows;
  std::vector<Vec3> caverns;
};

double DistanceTo(const Hollow& h, Vec3 p) {
  const Vec3 along = h.to - h.from;
  const double length_squared = LengthSquared(along);
  const double t = length_squared > 0 ? std::clamp(Dot(p - h.from, along) / length_squared, 0.0, 1.0) : 0;
  return std::max(Length(p - (h.from + along * t)) - h.radius_m, h.floor_m - p.z);
}

/// Adds a tunnel with a random bend.
void AddTunnel(Vec3 from, Vec3 to, Random& random, CavePlan& cave) {
  const double reach = 1.2 * cave.tunnel_radius_m;
  const Vec3 bend = (from + to) * 0.5 +
                    Vec3{random.Uniform(-reach, reach), random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
  cave.hollows.push_back({from, bend, cave.tunnel_radius_m, 0});
  cave.hollows.push_back({bend, to, cave.tunnel_radius_m, 0});
}

/// Connects all caverns by short tunnels (Prim's spanning tree, 1957) and adds a few more for loops.
void ConnectCaverns(Random& random, CavePlan& cave) {
  const std::vector<Vec3>& c = cave.caverns;
  std::vector<size_t> nearest(c.size(), 0);  // For caverns not yet connected: the nearest connected one.
  std::vector<bool> connected(c.size(), false);
  connected[0] = true;
  for (size_t round = 1; round < c.size(); ++round) {
    size_t best = 0;
    for (size_t i = 0; i < c.size(); ++i) {
      if (connected[i]) continue;
      if (connected[best] || LengthSquared(c[i] - c[nearest[i]]) < LengthSquared(c[best] - c[nearest[best]])) best = i;
    }
    connected[best] = true;
    AddTunnel(c[best], c[nearest[best]], random, cave);
    for (size_t i = 0; i < c.size(); ++i) {
      if (LengthSquared(c[i] - c[best]) < LengthSquared(c[i] - c[nearest[i]])) nearest[i] = best;
    }
  }
  for (size_t i = 0; i < size_t(kLoops * double(c.size())); ++i) {
    AddTunnel(c[size_t(random.Below(int(c.size())))], c[size_t(random.Below(int(c.size())))], random, cave);
  }
}

CavePlan PlanCave(const Plan& plan, Random& random) {
  const Network& network = *std::find_if(kNetworks.begin(), kNetworks.end(),
                                         [&](const Network& n) { return plan.budget >= n.fewest_triangles; });
  const int along = network.plots_along;
  const double plot = plan.size_m * 0.84 / along, margin = plan.size_m * 0.08;
  std::vector<VoxelCoord> plots;
  for (int i = 0; i < along * along * along; ++i) plots.push_back({i % along, i / along % along, i / along / along});
  random.Shuffle(plots);
  plots.resize(network.caverns);

  // A tunnel thinner than the grid's cells would break up into separate bubbles.
  const double cell_m = plan.size_m / std::sqrt(double(plan.budget) / network.triangles_per_square_cell);
  const double tunnel_radius_m = std::max(kTunnel * plot, kThinnestTunnelCells * cell_m);
  CavePlan cave = {.size_m = plan.size_m, .tunnel_radius_m = tunnel_radius_m, .hollows = {}, .caverns = {}};
  size_t west = 0, east = 0;
  for (const VoxelCoord& p : plots) {
    const double radius = plot * random.Uniform(kSmallestCavern, kLargestCavern), room = plot / 2 - radius;
    const Vec3 shift = {random.Uniform(-room, room), random.Uniform(-room, room), random.Uniform(-room, room)};
    const Vec3 centre = Vec3{margin, margin, margin} + Vec3{p.x + 0.5, p.y + 0.5, p.z + 0.5} * plot + shift;
    cave.hollows.push_back({centre, centre, radius, centre.z - kFloorDepth * radius});
    cave.caverns.push_back(centre);
    if (centre.x < cave.caverns[west].x) west = cave.caverns.size() - 1;
    if (centre.x > cave.caverns[east].x) east = cave.caverns.size() - 1;
  }
  ConnectCaverns(random, cave);
  const Vec3 entrance = cave.caverns[west], exit = cave.caverns[east];
  AddTunnel(entrance, {0, entrance.y, entrance.z}, random, cave);
  AddTunnel(exit, {plan.size_m, exit.y, exit.z}, random, cave);
  return cave;
}

ScalarGrid SampleCave(const CavePlan& cave, int cells, uint64_t seed) {
  ScalarGrid grid = {.cells = cells, .cell_m = cave.size_m / cells, .values = {}};
  const double roughness = kRoughness * cave.tunnel_radius_m, reach = roughness + 2 * grid.cell_m;
  grid.values.assign(size_t(cells + 1) * size_t(cells + 1) * size_t(cells + 1), float(reach));
  auto position = [&](VoxelCoord v) { return Vec3{double(v.x), double(v.y), double(v.z)} * grid.cell_m; };

  for (const Hollow& h : cave.hollows) {
    VoxelCoord low, high;
    for (int axis = 0; axis < 3; ++axis) {
      const double margin = h.radius_m + reach;
      low[axis] = std::max(0, int(std::floor((std::min(h.from[axis], h.to[axis]) - margin) / grid.cell_m)));
      high[axis] = std::min(cells, int(std::floor((std::max(h.from[axis], h.to[axis]) + margin) / grid.cell_m)) + 1);
    }
    for (VoxelCoord v = low; v.z <= high.z; ++v.z) {
      for (v.y = low.y; v.y <= high.y; ++v.y) {
        for (v.x = low.x; v.x <= high.x; ++v.x) {
          float& value = grid.values[grid.Index(v)];
          value = std::min(value, float(DistanceTo(h, position(v))));
        }
      }
    }
  }

  const double noise_scale = 0.8 / cave.tunnel_radius_m, half = cave.size_m / 2, shell = half - 1.5 * grid.cell_m;
  for (VoxelCoord v; v.z <= cells; ++v.z) {
    for (v.y = 0; v.y <= cells; ++v.y) {
      for (v.x = 0; v.x <= cells; ++v.x) {
        float& value = grid.values[grid.Index(v)];
        const Vec3 p = position(v);
        // Evaluates the noise only near the surface, where it can change the sign.
        double hollow = value;
        if (std::abs(hollow) < reach) hollow += roughness * FractalNoise(p * noise_scale, 2, seed);
        const double block = std::max({std::abs(p.x - half), std::abs(p.y - half), std::abs(p.z - half)}) - shell;
        value = float(std::max(block, -hollow));
      }
    }
  }
  return grid;
}

}  // namespace

ProceduralWorld MakeCave(const Plan& plan) {
  Random random(plan.seed);
  CavePlan cave = PlanCave(plan, random);
  // The triangle count of a first, coarse surface gives the grid resolution that uses up the budget.
  int cells = kFirstCells;
  TriangleMesh mesh = ExtractSurface(SampleCave(cave, cells, plan.seed));
  do {
    const double scale = std::sqrt(kBudgetUse * double(plan.budget) / double(mesh.triangles.size()));
    cells = std::clamp(int(cells * scale), kFewestCells, kMostCells);
    mesh = ExtractSurface(SampleCave(cave, cells, plan.seed));
  } while (int64_t(mesh.triangles.size()) > plan.budget && cells > kFewestCells);
  return {std::move(mesh), std::move(cave.caverns)};
}

}  // namespace navnet::worlds
