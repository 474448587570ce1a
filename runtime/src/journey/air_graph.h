// SPDX-License-Identifier: Apache-2.0
#pragma once
// The air as a graph of convex parts: the cells of a level or, for queries with costs, its cost cells. Coordinates and
// costs are in voxels.

#include "flight/costs/cost_boxes.h"
#include "flight/costs/cost_cells.h"
#include "level/free_air.h"

#include <algorithm>
#include <cstdint>

namespace navnet {

class AirGraph {
 public:
  /// Begins a query. Everything must outlive it. `cells` has been begun if there are any costs.
  void Begin(const LevelIndex& level, CostBoxes& costs, CostCells& cells) {
    level_ = &level;
    costs_ = &costs;
    cells_ = costs.are_any() ? &cells : nullptr;
  }

  const LevelIndex& level() const { return *level_; }
  const CostBoxes& costs() const { return *costs_; }
  /// Upper bound (exclusive) of the numbers of parts so far; grows while costs divide cells.
  size_t part_limit() const { return cells_ ? cells_->size() : level_->cell_limit(); }

  uint32_t CellOf(uint32_t part) const { return cells_ ? (*cells_)[part].cell : part; }
  /// The cost of a straight segment, on which regions may begin and end.
  double CostAlong(Vec3 from, Vec3 to) const { return costs_->CostAlong(from, to); }
  double FactorOf(uint32_t part) const { return cells_ ? (*cells_)[part].factor : 1; }
  Portal BoxOf(uint32_t part) const { return cells_ ? (*cells_)[part].box : Box((*level_)[part].cell); }
  Portal VolumeOf(uint32_t part) const { return cells_ ? (*cells_)[part].volume : Box((*level_)[part].volume); }
  /// Whether a flight may begin or end in a part, at a free point that its cell is listed for (see FreePlaceAt).
  bool MayBegin(uint32_t part, Vec3 p) const { return !cells_ || cells_->MayBegin(part, p); }

  /// A rectangle that flights pass.
  struct Gate {
    Portal box;
    int axis = 0;  ///< Its normal.
  };
  /// The portal between two parts that share a face, in the plane of that face.
  Gate GateBetween(uint32_t from, uint32_t to) const {
    if (!cells_) {
      const CellRecord &a = (*level_)[from], &b = (*level_)[to];
      return GateOf(a.cell, a.volume, b.cell, b.volume);
    }
    const auto &a = (*cells_)[from], &b = (*cells_)[to];
    return GateOf(a.box, a.volume, b.box, b.volume);
  }

  /// Calls `visit(part)` for the parts in which flights from `p` begin.
  template <class Visit>
  void EachPartAt(Vec3 p, const Visit& visit) const {
    const FreePlace place = FreePlaceAt(*level_, p);
    for (const uint32_t cell : place.cells) {
      if (!cells_) {
        visit(cell);
        continue;
      }
      const CostCells::Range range = cells_->CellsOf(cell);
      for (uint32_t part = range.first; part < range.end; ++part) {
        if (cells_->MayBegin(part, place.point)) visit(part);
      }
    }
  }

  /// Calls `visit(part, contact)` for all parts that share a face with one, and the rectangle that they share.
  template <class Visit>
  void EachContact(uint32_t part, const Visit& visit) const {
    if (cells_) return cells_->EachContact(part, visit);
    const VoxelCoord corner = (*level_)[part].cell.lo;
    for (const ContactBatch& eight : level_->ContactsOf(part)) {
      for (size_t i = 0; i < ContactBatch::kCount && eight.cells[i] != kNoCell; ++i) {
        Portal contact;
        for (int k = 0; k < 3; ++k) {
          contact.lo[k] = double(corner[k] + eight.lo[k][i]);
          contact.hi[k] = double(corner[k] + eight.hi[k][i]);
        }
        visit(eight.cells[i], contact);
      }
    }
  }

 private:
  template <class AnyBox>
  static Gate GateOf(const AnyBox& a, const AnyBox& a_volume, const AnyBox& b, const AnyBox& b_volume) {
    Gate gate;
    for (int k = 0; k < 3; ++k) {
      const bool is_above = a.hi[k] == b.lo[k], is_flat = is_above || a.lo[k] == b.hi[k];
      if (is_flat) gate.axis = k;
      gate.box.lo[k] = is_flat ? (is_above ? a.hi[k] : a.lo[k]) : std::max(a_volume.lo[k], b_volume.lo[k]);
      gate.box.hi[k] = is_flat ? gate.box.lo[k] : std::min(a_volume.hi[k], b_volume.hi[k]);
    }
    return gate;
  }
  static Portal Box(const VoxelBox& box) {
    return {{double(box.lo.x), double(box.lo.y), double(box.lo.z)},
            {double(box.hi.x), double(box.hi.y), double(box.hi.z)}};
  }

  const LevelIndex* level_ = nullptr;
  CostBoxes* costs_ = nullptr;
  CostCells* cells_ = nullptr;  ///< Null for queries without costs.
};

}  // namespace navnet
