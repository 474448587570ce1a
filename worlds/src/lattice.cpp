// SPDX-License-Identifier: Apache-2.0
#include "lattice.h"

#include <navnet/worlds/worlds.h>

#include "mesh_builder.h"

#include <algorithm>
#include <numeric>

namespace navnet::worlds {
namespace {

constexpr double kJoinedRooms = 0.15;  // Fraction of adjacent rooms without a wall between them.
constexpr double kExtraDoors = 0.15;   // Fraction of the doors not needed for connectivity that are opened too.

CellCoord LowerNeighbour(const Passage& p) {
  CellCoord c = p.cell;
  --c[p.axis];
  return c;
}

}  // namespace

Lattice::Lattice(std::array<std::vector<double>, 3> planes_m, double panel_thickness_m)
    : planes_(std::move(planes_m)), thickness_m_(panel_thickness_m) {
  for (int axis = 0; axis < 3; ++axis) {
    const size_t per_layer = CellCount() / size_t(Count(axis));
    panels_[size_t(axis)].assign(per_layer * size_t(Count(axis) + 1), Panel::Wall);
  }
}

std::vector<CellCoord> Lattice::Cells() const {
  std::vector<CellCoord> cells;
  cells.reserve(CellCount());
  for (int z = 0; z < Count(2); ++z) {
    for (int y = 0; y < Count(1); ++y) {
      for (int x = 0; x < Count(0); ++x) cells.push_back({x, y, z});
    }
  }
  return cells;
}

size_t Lattice::PanelIndex(int axis, CellCoord c) const {
  const size_t nx = size_t(Count(0) + (axis == 0)), ny = size_t(Count(1) + (axis == 1));
  return size_t(c.x) + nx * (size_t(c.y) + ny * size_t(c.z));
}

Box3 Lattice::Inside(CellCoord c) const {
  Box3 box;
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<double>& planes = planes_[size_t(axis)];
    box.min[axis] = planes[size_t(c[axis])] + thickness_m_ / 2;
    box.max[axis] = planes[size_t(c[axis]) + 1] - thickness_m_ / 2;
  }
  return box;
}

Box3 Lattice::Slab(int axis, CellCoord c) const {
  Box3 slab;
  for (int i = 0; i < 3; ++i) {
    const std::vector<double>& planes = planes_[size_t(i)];
    slab.min[i] = planes[size_t(c[i])] - thickness_m_ / 2;
    slab.max[i] = planes[size_t(c[i]) + (i != axis)] + thickness_m_ / 2;
  }
  return slab;
}

template <class Visit>
void Lattice::EachPanel(int axis, const Visit& visit) const {
  CellCoord end = {Count(0), Count(1), Count(2)};
  ++end[axis];
  for (CellCoord c; c.z < end.z; ++c.z) {
    for (c.y = 0; c.y < end.y; ++c.y) {
      for (c.x = 0; c.x < end.x; ++c.x) visit(c);
    }
  }
}

void Lattice::AddPanels(int axis, TriangleMesh& mesh) const {
  EachPanel(axis, [&](CellCoord c) { AddPanel(axis, c, mesh); });
}

std::vector<Box3> Lattice::Doorways() const {
  std::vector<Box3> doorways;
  for (int axis = 0; axis < 2; ++axis) {
    EachPanel(axis, [&](CellCoord c) {
      if (At(axis, c) != Panel::Door) return;
      Box3 hole = Slab(axis, c);
      const int along = 1 - axis;
      const double middle = (hole.min[along] + hole.max[along]) / 2;
      hole.min[along] = middle - building::kDoorWidthM / 2;
      hole.max[along] = middle + building::kDoorWidthM / 2;
      hole.min.z += thickness_m_;
      hole.max.z = hole.min.z + building::kDoorHeightM;
      doorways.push_back(hole);
    });
  }
  return doorways;
}

void Lattice::AddPanel(int axis, CellCoord c, TriangleMesh& mesh) const {
  const Box3 slab = Slab(axis, c);
  const Vec3 centre = (slab.min + slab.max) * 0.5;
  const double floor_m = slab.min.z + thickness_m_;
  auto pierce = [&](double width_m, double bottom_m, double top_m) {
    const Vec3 half = {width_m / 2, width_m / 2, 0};
    Box3 hole = {centre - half, centre + half};
    hole.min.z = bottom_m;
    hole.max.z = top_m;
    AddPierced(mesh, slab, axis, hole);
  };
  switch (At(axis, c)) {
    case Panel::Open: break;
    case Panel::Wall: AddBox(mesh, slab); break;
    // A door has no sill: the panel of the floor is there.
    case Panel::Door: pierce(building::kDoorWidthM, slab.min.z, floor_m + building::kDoorHeightM); break;
    case Panel::Window: pierce(kWindowWidthM, floor_m + kWindowSillM, floor_m + kWindowTopM); break;
    case Panel::Hatch: pierce(kHatchM, slab.min.z, slab.max.z); break;
  }
}

Connections::Connections(size_t cells) : parent_(cells) { std::iota(parent_.begin(), parent_.end(), 0u); }

size_t Connections::RootOf(size_t cell) {
  while (parent_[cell] != cell) {
    parent_[cell] = parent_[parent_[cell]];
    cell = parent_[cell];
  }
  return cell;
}

bool Connections::Join(size_t a, size_t b) {
  const size_t root_a = RootOf(a), root_b = RootOf(b);
  if (root_a == root_b) return false;
  parent_[std::max(root_a, root_b)] = uint32_t(std::min(root_a, root_b));
  return true;
}

void OpenPassages(Lattice& lattice, std::span<const Passage> passages, Panel as, double extra, Connections& connections,
                  Random& random) {
  for (const Passage& p : passages) {
    const bool needed = connections.Join(lattice.CellIndex(p.cell), lattice.CellIndex(LowerNeighbour(p)));
    if (needed || random.Chance(extra)) lattice.At(p.axis, p.cell) = as;
  }
}

void ConnectRooms(Lattice& lattice, std::span<const CellUse> uses, Random& random) {
  std::vector<Passage> corridors, joined, corridor_doors, room_doors;
  for (const CellCoord& cell : lattice.Cells()) {
    for (int axis = 0; axis < 2; ++axis) {
      const Passage passage = {axis, cell};
      if (!lattice.IsInner(axis, cell)) continue;
      const CellUse a = uses[lattice.CellIndex(cell)], b = uses[lattice.CellIndex(LowerNeighbour(passage))];
      if (a == CellUse::Closed || b == CellUse::Closed) continue;
      if (a == CellUse::Corridor && b == CellUse::Corridor) {
        corridors.push_back(passage);
      } else if (a != b) {
        corridor_doors.push_back(passage);
      } else {
        (random.Chance(kJoinedRooms) ? joined : room_doors).push_back(passage);
      }
    }
  }
  random.Shuffle(corridor_doors);
  random.Shuffle(room_doors);
  Connections connections(lattice.CellCount());
  OpenPassages(lattice, corridors, Panel::Open, 1, connections, random);
  OpenPassages(lattice, joined, Panel::Open, 1, connections, random);
  OpenPassages(lattice, corridor_doors, Panel::Door, kExtraDoors, connections, random);
  OpenPassages(lattice, room_doors, Panel::Door, kExtraDoors, connections, random);
}

std::vector<double> Divide(double from_m, double to_m, std::span<const double> widths_m, Random& random) {
  std::vector<double> shares(widths_m.size());
  double fixed_m = 0, all_shares = 0;
  for (size_t i = 0; i < widths_m.size(); ++i) {
    shares[i] = widths_m[i] == 0 ? random.Uniform(0.9, 1.1) : 0;
    fixed_m += widths_m[i];
    all_shares += shares[i];
  }
  std::vector<double> planes = {from_m};
  for (size_t i = 0; i + 1 < widths_m.size(); ++i) {
    const double width = shares[i] > 0 ? (to_m - from_m - fixed_m) * shares[i] / all_shares : widths_m[i];
    planes.push_back(planes.back() + width);
  }
  planes.push_back(to_m);
  return planes;
}

}  // namespace navnet::worlds
