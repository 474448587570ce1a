// SPDX-License-Identifier: Apache-2.0
// A space station: decks of rooms along a grid of corridors, in one sealed hull.

#include "generators.h"
#include "lattice.h"
#include "mesh_builder.h"

#include <cmath>

namespace navnet::worlds {
namespace {

constexpr double kDeckM = 3.4, kRoomM = 6, kCorridorM = 2.4, kPanelM = 0.2, kHullM = 0.5;
constexpr double kHullWidth = 0.7, kHullDepth = 0.8, kHullHeight = 0.45;  // As fractions of the world's size.
constexpr double kTwoDeckRooms = 0.05;  // Fraction of rooms that are open to the one below.
constexpr double kLockerM = 0.8, kLockerHeightM = 1.8;
constexpr int kOutsideBoxes = 11;

struct Decks {
  int rooms_x = 3, rooms_y = 3, decks = 2;  ///< Lines of cells; every third line is a corridor.

  int64_t MostTriangles() const {
    const int64_t x = rooms_x, y = rooms_y, z = decks;
    const int64_t pierced = (x - 1) * y * z + x * (y - 1) * z;
    const int64_t floors = x * y * (z - 1);
    const int64_t shafts = (x / 3 + 1) * (y / 3 + 1) * (z - 1);
    return pierced * (kMaxPiercedTriangles - kBoxTriangles) + floors * kBoxTriangles + shafts * kMaxPiercedTriangles +
           x * y * z * kBoxTriangles + (2 + kOutsideBoxes) * kBoxTriangles;
  }
};

bool IsCorridorLine(int i) { return i % 3 == 1; }

/// The number of lines that fit a length; every three lines are one corridor and two rooms.
int LinesAlong(double length_m) { return std::max(3, int(std::floor(3 * length_m / (2 * kRoomM + kCorridorM)))); }

Decks NaturalDecks(double size_m) {
  return {.rooms_x = LinesAlong(size_m * kHullWidth - 2 * kHullM),
          .rooms_y = LinesAlong(size_m * kHullDepth - 2 * kHullM),
          .decks = std::max(2, int(std::floor((size_m * kHullHeight - 2 * kHullM) / kDeckM)))};
}

Decks FittingDecks(const Plan& plan) {
  Decks d = NaturalDecks(plan.size_m);
  while (d.MostTriangles() > plan.budget && d.decks > 2) --d.decks;
  while (d.MostTriangles() > plan.budget && d.rooms_x + d.rooms_y > 6)
    --(d.rooms_x > d.rooms_y ? d.rooms_x : d.rooms_y);
  return d;
}

std::vector<double> Lines(double from_m, double to_m, int count, Random& random) {
  std::vector<double> widths(size_t(count), 0);
  for (int i = 0; i < count; ++i) widths[size_t(i)] = IsCorridorLine(i) ? kCorridorM : 0;
  return Divide(from_m, to_m, widths, random);
}

Lattice MakeLattice(const Plan& plan, const Decks& decks, Random& random) {
  const double s = plan.size_m;
  std::array<std::vector<double>, 3> planes;
  planes[0] = Lines(s * (1 - kHullWidth) / 2 + kHullM, s * (1 + kHullWidth) / 2 - kHullM, decks.rooms_x, random);
  planes[1] = Lines(s * (1 - kHullDepth) / 2 + kHullM, s * (1 + kHullDepth) / 2 - kHullM, decks.rooms_y, random);
  for (int k = 0; k <= decks.decks; ++k) planes[2].push_back(s / 2 + (k - decks.decks * 0.5) * kDeckM);
  return Lattice(std::move(planes), kPanelM);
}

/// Opens shafts through all decks at every other corridor crossing, and merges some rooms with the one below.
void OpenFloors(Lattice& lattice, std::span<const CellUse> uses, Random& random) {
  for (const CellCoord& c : lattice.Cells()) {
    if (!lattice.IsInner(2, c)) continue;
    const bool crossing = IsCorridorLine(c.x) && IsCorridorLine(c.y);
    if (crossing && (c.x / 3 + c.y / 3) % 2 == 0) lattice.At(2, c) = Panel::Hatch;
    if (uses[lattice.CellIndex(c)] == CellUse::Room && random.Chance(kTwoDeckRooms)) lattice.At(2, c) = Panel::Open;
  }
}

/// Adds solar wings on booms at both sides of the hull, and a mast on top.
void AddOutside(const Plan& plan, const Box3& hull, TriangleMesh& mesh) {
  const double s = plan.size_m, middle = s / 2, boom = 0.006 * s;
  AddBox(mesh, {{0, middle - boom, middle - boom}, {hull.min.x + kHullM / 2, middle + boom, middle + boom}});
  AddBox(mesh, {{hull.max.x - kHullM / 2, middle - boom, middle - boom}, {s, middle + boom, middle + boom}});
  for (double x : {0.0, 0.06 * s, 0.88 * s, 0.94 * s}) {
    AddBox(mesh, {{x + 0.01 * s, middle + boom / 2, middle - 0.1}, {x + 0.05 * s, s * 0.95, middle + 0.1}});
    AddBox(mesh, {{x + 0.01 * s, s * 0.05, middle - 0.1}, {x + 0.05 * s, middle - boom / 2, middle + 0.1}});
  }
  AddBox(mesh, {{middle - boom, middle - boom, hull.max.z - kHullM / 2}, {middle + boom, middle + boom, 0.98 * s}});
}

void AddLocker(const Box3& room, Random& random, TriangleMesh& mesh) {
  Vec3 corner = room.min;
  if (random.Chance(0.5)) corner.x = room.max.x - kLockerM;
  if (random.Chance(0.5)) corner.y = room.max.y - kLockerM;
  AddBox(mesh, {corner, corner + Vec3{kLockerM, kLockerM, kLockerHeightM}});
}

}  // namespace

int64_t NaturalStationTriangles(double size_m) { return NaturalDecks(size_m).MostTriangles(); }

ProceduralWorld MakeStation(const Plan& plan) {
  Random random(plan.seed);
  Lattice lattice = MakeLattice(plan, FittingDecks(plan), random);
  const std::vector<CellCoord> cells = lattice.Cells();
  std::vector<CellUse> uses;
  for (const CellCoord& c : cells) {
    uses.push_back(IsCorridorLine(c.x) || IsCorridorLine(c.y) ? CellUse::Corridor : CellUse::Room);
  }
  ConnectRooms(lattice, uses, random);
  OpenFloors(lattice, uses, random);

  ProceduralWorld world;
  Box3 inside = lattice.Inside(cells.front());
  inside.Extend(lattice.Inside(cells.back()));
  AddBoxRoom(world.mesh, inside, kHullM);
  AddOutside(plan, {inside.min - Vec3{kHullM, kHullM, kHullM}, inside.max + Vec3{kHullM, kHullM, kHullM}}, world.mesh);
  // The hull replaces the outermost panels.
  for (int axis = 0; axis < 3; ++axis) {
    for (CellCoord c : cells) {
      if (c[axis] != 0) continue;
      lattice.At(axis, c) = Panel::Open;
      c[axis] = lattice.Count(axis);
      lattice.At(axis, c) = Panel::Open;
    }
    lattice.AddPanels(axis, world.mesh);
  }
  world.doorways = lattice.Doorways();
  for (size_t i = 0; i < cells.size(); ++i) {
    const Box3 room = lattice.Inside(cells[i]);
    if (uses[i] == CellUse::Room && lattice.At(2, cells[i]) != Panel::Open) AddLocker(room, random, world.mesh);
    world.places.push_back((room.min + room.max) * 0.5);
  }
  return world;
}

}  // namespace navnet::worlds
