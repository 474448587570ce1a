// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rooms on a lattice: cells between planes, and panels (walls, doors, …) between neighbouring cells.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include "random.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet::worlds {

using CellCoord = VoxelCoord;

enum class Panel : uint8_t { Open, Wall, Door, Window, Hatch };

/// The use of a cell. Closed cells get no doors.
enum class CellUse : uint8_t { Room, Corridor, Closed };

inline constexpr double kWindowWidthM = 1.4, kWindowSillM = 0.9, kWindowTopM = 2.2;
inline constexpr double kHatchM = 1.6;  ///< Edge of the square hole.

/// Cells between axis-aligned planes. Panels are centred on the planes and are initially walls.
class Lattice {
 public:
  /// Requires: at least two ascending planes per axis, farther apart than the panels are thick.
  Lattice(std::array<std::vector<double>, 3> planes_m, double panel_thickness_m);

  int Count(int axis) const { return int(planes_[size_t(axis)].size()) - 1; }
  size_t CellCount() const { return size_t(Count(0)) * size_t(Count(1)) * size_t(Count(2)); }
  size_t CellIndex(CellCoord c) const {
    return size_t(c.x) + size_t(Count(0)) * (size_t(c.y) + size_t(Count(1)) * size_t(c.z));
  }
  /// All cells in the order of their index.
  std::vector<CellCoord> Cells() const;

  /// The panel at the low side of a cell along an axis; `c[axis]` may be Count(axis) for the last panel of a row.
  Panel& At(int axis, CellCoord c) { return panels_[size_t(axis)][PanelIndex(axis, c)]; }
  Panel At(int axis, CellCoord c) const { return panels_[size_t(axis)][PanelIndex(axis, c)]; }
  bool IsInner(int axis, CellCoord c) const { return c[axis] > 0 && c[axis] < Count(axis); }

  /// The free space of a cell, excluding the panels around it.
  Box3 Inside(CellCoord c) const;

  /// Adds the solids of all panels across `axis`.
  void AddPanels(int axis, TriangleMesh& mesh) const;

  /// The openings of all doors, as thick as the panels, from the floor up.
  std::vector<Box3> Doorways() const;

 private:
  size_t PanelIndex(int axis, CellCoord c) const;
  /// The box of a panel of any type.
  Box3 Slab(int axis, CellCoord c) const;
  template <class Visit>
  void EachPanel(int axis, const Visit& visit) const;
  void AddPanel(int axis, CellCoord c, TriangleMesh& mesh) const;

  std::array<std::vector<double>, 3> planes_;
  std::array<std::vector<Panel>, 3> panels_;
  double thickness_m_;
};

/// Connected sets of cells (union–find with path halving).
class Connections {
 public:
  explicit Connections(size_t cells);
  /// Connects two cells; false if they were connected before.
  bool Join(size_t a, size_t b);

 private:
  size_t RootOf(size_t cell);
  std::vector<uint32_t> parent_;
};

/// A panel that may be opened, between the cell and its lower neighbour along the axis.
struct Passage {
  int axis = 0;
  CellCoord cell;
};

/// Opens, in order, each passage that connects cells not yet connected (a spanning tree, Kruskal 1956), and a fraction
/// `extra` of the others.
void OpenPassages(Lattice& lattice, std::span<const Passage> passages, Panel as, double extra, Connections& connections,
                  Random& random);

/// Connects the rooms of every level: opens the panels between corridor cells, merges some rooms, and gives the others
/// doors, to an adjacent corridor if there is one. `uses` has one entry per cell.
void ConnectRooms(Lattice& lattice, std::span<const CellUse> uses, Random& random);

/// Planes that divide an interval into parts of the given widths. Parts of width 0 share the remaining length; each
/// differs from their mean by at most a fifth.
std::vector<double> Divide(double from_m, double to_m, std::span<const double> widths_m, Random& random);

}  // namespace navnet::worlds
