// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cells divided by cost regions: each cost cell, and the volume around it, is entirely inside or outside every region.

#include <navnet/internal/runtime/level/level_index.h>

#include "flight/costs/cost_boxes.h"
#include "flight/portal.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// A part of a cell that is not forbidden; in voxels.
struct CostCell {
  uint32_t cell = kNoCell;
  double factor = 1;  ///< Cost factor of every point inside its volume.
  Portal box;         ///< Disjoint from the other cost cells.
  Portal volume;      ///< Free, convex, contains the box: the part of the cell's NavVolume with the same factor.
};

/// Whether a closed box contains a point, with tolerance kTouch.
bool Holds(const Portal& box, Vec3 p);

/// The rectangle shared by two boxes if they have a face contact of positive area: flat along exactly one axis.
std::optional<Portal> SharedFace(const Portal& a, const Portal& b);

/// The box shared by two boxes if it is at least a rectangle of positive area: flat along one axis at most.
std::optional<Portal> SharedArea(const Portal& a, const Portal& b);

/// The cost cells of the cells that a query visits, made on the first access. Memory is reused by the next query.
class CostCells {
 public:
  /// Maximum number of cost cells of a query, about 140 bytes each. A larger limit allows more regions and takes more
  /// memory.
  static constexpr size_t kMost = size_t{1} << 18;

  /// Begins a query. Both arguments must outlive it.
  void Begin(const LevelIndex& index, const CostBoxes& costs);

  /// The numbers of a cell's cost cells: first to end - 1. Empty when the whole cell is forbidden, or when there are
  /// too many cost cells.
  struct Range {
    uint32_t first = 0, end = 0;
  };
  Range CellsOf(uint32_t cell);
  /// The parts of a cell's NavVolume that are not forbidden and in none of the volumes of CellsOf(cell): space that
  /// other volumes may not contain where voxels are in no cell (BakeOptions::min_cell). Their boxes are their volumes.
  /// Empty when there would be too many.
  Range PartsOf(uint32_t cell);
  /// Calls `visit(other, contact)` for all cost cells that share a face with one, and the rectangle that they share.
  template <class Visit>
  void EachContact(uint32_t cost_cell, const Visit& visit);
  /// Whether CellsOf() was called for a cell in this query.
  bool IsDivided(uint32_t cell) const { return in_cells_[cell].query == query_; }
  const CostCell& operator[](uint32_t cost_cell) const { return cost_cells_[cost_cell]; }
  size_t size() const { return cost_cells_.size(); }
  /// Whether cost cells are missing because there are too many.
  bool is_full() const { return is_full_; }
  const LevelIndex& index() const { return *index_; }

  /// Whether a path from or to a point of a cost cell's NavVolume may begin or end in the cost cell: the cost cell
  /// contains the point, or, where the cell does not, the cost cell's volume does.
  bool MayBegin(uint32_t cost_cell, Vec3 p) const;
  /// Whether a path may begin at a point through one of the cells there (see FreePlaceAt).
  bool IsAllowed(Vec3 p, const TouchingCells& cells);
  /// The point of a cell's cost cells nearest to `p`.
  std::optional<Vec3> NearestIn(uint32_t cell, Vec3 p);

  /// As CoverLine(), with cost cells in place of cells: appends cost cells whose volumes, in this order, cover the
  /// segment; of several, one with the smallest factor. False when it leaves the free space or enters a forbidden box.
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& cost_cells);

  /// Sets the portals between consecutive volumes. False when two of them do not meet.
  bool PortalsBetween(std::span<const uint32_t> cost_cells, std::vector<Portal>& portals) const;

 private:
  struct InCell {
    uint32_t query = 0;  ///< The query that made the cost cells.
    Range range;
    uint32_t parts_query = 0;  ///< The query that made the parts of the volume.
    Range parts;
  };

  void Divide(uint32_t cell);
  bool Split(const Portal& box);
  void Finish(CostCell& cost_cell) const;

  const LevelIndex* index_ = nullptr;
  const CostBoxes* costs_ = nullptr;
  std::vector<InCell> in_cells_;
  std::vector<CostCell> cost_cells_;
  std::vector<Portal> parts_, next_parts_;
  uint32_t query_ = 0;
  bool is_full_ = false;
};

template <class Visit>
void CostCells::EachContact(uint32_t cost_cell, const Visit& visit) {
  const CostCell here = cost_cells_[cost_cell];  // A copy: the array may grow meanwhile.
  const auto visit_all = [&](Range range) {
    for (uint32_t other = range.first; other < range.end; ++other) {
      if (const auto contact = SharedFace(here.box, cost_cells_[other].box)) visit(other, *contact);
    }
  };
  visit_all(CellsOf(here.cell));
  const VoxelCoord corner = (*index_)[here.cell].cell.lo;
  for (const ContactBatch& eight : index_->ContactsOf(here.cell)) {
    for (size_t i = 0; i < ContactBatch::kCount && eight.cells[i] != kNoCell; ++i) {
      Portal face;
      for (int k = 0; k < 3; ++k) {
        face.lo[k] = double(corner[k] + eight.lo[k][i]);
        face.hi[k] = double(corner[k] + eight.hi[k][i]);
      }
      if (SharedFace(here.box, face)) visit_all(CellsOf(eight.cells[i]));
    }
  }
}

}  // namespace navnet
