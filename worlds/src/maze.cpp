// SPDX-License-Identifier: Apache-2.0
// A perfect maze: a random spanning tree of the cells (Kruskal 1956 on shuffled walls), in three dimensions.

#include "generators.h"
#include "lattice.h"
#include "mesh_builder.h"

#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kCellM = 4;
constexpr double kWallShare = 0.1;  // Wall thickness as a fraction of a cell.

/// Number of walls of a maze of x * y * z cells, without those opened for the spanning tree, entrance and exit.
int64_t MostTriangles(int64_t x, int64_t y, int64_t z) {
  const int64_t walls = (x + 1) * y * z + x * (y + 1) * z + x * y * (z + 1);
  return (walls - (x * y * z - 1) - 2) * kBoxTriangles;
}

int CellsAlong(double size_m) { return std::max(2, int(std::floor(size_m / kCellM))); }

std::vector<double> EvenPlanes(double from_m, double to_m, int cells) {
  std::vector<double> planes(size_t(cells) + 1);
  for (int i = 0; i <= cells; ++i) planes[size_t(i)] = from_m + (to_m - from_m) * i / cells;
  return planes;
}

}  // namespace

int64_t NaturalMazeTriangles(double size_m) {
  const int n = CellsAlong(size_m);
  return MostTriangles(n, n, n);
}

ProceduralWorld MakeMaze(const Plan& plan) {
  const int natural = CellsAlong(plan.size_m);
  std::array<int, 3> cells = {2, 2, 1};
  for (bool grown = true; grown;) {
    grown = false;
    for (int& count : cells) {
      if (count >= natural) continue;
      ++count;
      const bool fits = MostTriangles(cells[0], cells[1], cells[2]) <= plan.budget;
      if (!fits) --count;
      grown |= fits;
    }
  }
  const double wall_m = kWallShare * plan.size_m / std::max({cells[0], cells[1], cells[2]});
  const double from_m = wall_m / 2, to_m = plan.size_m - wall_m / 2;
  Lattice lattice(
      {EvenPlanes(from_m, to_m, cells[0]), EvenPlanes(from_m, to_m, cells[1]), EvenPlanes(from_m, to_m, cells[2])},
      wall_m);

  Random random(plan.seed);
  std::vector<Passage> passages;
  const std::vector<CellCoord> all_cells = lattice.Cells();
  for (const CellCoord& cell : all_cells) {
    for (int axis = 0; axis < 3; ++axis) {
      if (lattice.IsInner(axis, cell)) passages.push_back({axis, cell});
    }
  }
  random.Shuffle(passages);
  Connections connections(lattice.CellCount());
  OpenPassages(lattice, passages, Panel::Open, plan.loops, connections, random);
  lattice.At(0, {0, 0, 0}) = Panel::Open;                               // The entrance,
  lattice.At(0, {cells[0], cells[1] - 1, cells[2] - 1}) = Panel::Open;  // and the exit.

  ProceduralWorld world;
  for (int axis = 0; axis < 3; ++axis) lattice.AddPanels(axis, world.mesh);
  for (const CellCoord& cell : all_cells) {
    const Box3 inside = lattice.Inside(cell);
    world.places.push_back((inside.min + inside.max) * 0.5);
  }
  return world;
}

}  // namespace navnet::worlds
