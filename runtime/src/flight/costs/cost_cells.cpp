// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/cost_cells.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Look-ahead along the line, in voxels: selects the volume that continues it beyond a face.
constexpr double kAhead = 1e-7;

Portal ToPortal(const VoxelBox& box) {
  return {{double(box.lo.x), double(box.lo.y), double(box.lo.z)},
          {double(box.hi.x), double(box.hi.y), double(box.hi.z)}};
}

bool InsidesMeet(const Portal& a, const CostBox& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.hi[k] <= b.lo[k] || b.hi[k] <= a.lo[k]) return false;
  }
  return true;
}

// The parameter at which the line a + u d leaves a closed box, widened by kTouch, that contains its point at `from`; -1
// when it does not. The tolerance keeps a line along a face inside despite rounding.
double ExitOf(const Portal& box, Vec3 a, Vec3 d, double from) {
  if (!Holds(box, a + d * from)) return -1;
  double exit = 2;
  for (int k = 0; k < 3; ++k) {
    if (d[k] > 0) exit = std::min(exit, (box.hi[k] + kTouch - a[k]) / d[k]);
    if (d[k] < 0) exit = std::min(exit, (box.lo[k] - kTouch - a[k]) / d[k]);
  }
  return std::max(exit, from);
}

}  // namespace

bool Holds(const Portal& box, Vec3 p) {
  for (int k = 0; k < 3; ++k) {
    if (!(p[k] >= box.lo[k] - kTouch && p[k] <= box.hi[k] + kTouch)) return false;
  }
  return true;
}

std::optional<Portal> SharedFace(const Portal& a, const Portal& b) {
  const Portal face{Max(a.lo, b.lo), Min(a.hi, b.hi)};
  int flat = 0;
  for (int k = 0; k < 3; ++k) {
    if (face.lo[k] > face.hi[k]) return std::nullopt;
    flat += face.lo[k] == face.hi[k];
  }
  if (flat != 1) return std::nullopt;
  return face;
}

std::optional<Portal> SharedArea(const Portal& a, const Portal& b) {
  const Portal shared{Max(a.lo, b.lo), Min(a.hi, b.hi)};
  int flat = 0;
  for (int k = 0; k < 3; ++k) {
    if (shared.lo[k] > shared.hi[k]) return std::nullopt;
    flat += shared.lo[k] == shared.hi[k];
  }
  if (flat > 1) return std::nullopt;
  return shared;
}

void CostCells::Begin(const LevelIndex& index, const CostBoxes& costs) {
  index_ = &index;
  costs_ = &costs;
  cost_cells_.clear();
  is_full_ = false;
  if (in_cells_.size() < index.cell_limit()) in_cells_.resize(index.cell_limit());
  if (++query_ == 0) {
    std::fill(in_cells_.begin(), in_cells_.end(), InCell{});
    query_ = 1;
  }
}

CostCells::Range CostCells::CellsOf(uint32_t cell) {
  if (in_cells_[cell].query != query_) Divide(cell);
  return in_cells_[cell].range;
}

void CostCells::Divide(uint32_t cell) {
  const uint32_t first = uint32_t(cost_cells_.size());
  in_cells_[cell].query = query_;
  in_cells_[cell].range = {first, first};
  if (!Split(ToPortal((*index_)[cell].cell))) {
    is_full_ = true;
    return;
  }
  for (const Portal& part : parts_) {
    cost_cells_.push_back({cell, 1, part, ToPortal((*index_)[cell].volume)});
    Finish(cost_cells_.back());
  }
  in_cells_[cell].range.end = uint32_t(cost_cells_.size());
}

CostCells::Range CostCells::PartsOf(uint32_t cell) {
  InCell& in_cell = in_cells_[cell];
  if (in_cell.parts_query == query_) return in_cell.parts;
  const Range own = CellsOf(cell);
  const uint32_t first = uint32_t(cost_cells_.size());
  in_cell.parts_query = query_;
  in_cell.parts = {first, first};
  if (!Split(ToPortal((*index_)[cell].volume))) return in_cell.parts;
  for (const Portal& part : parts_) {
    const auto has_part = [&](const CostCell& c) {
      return Max(c.volume.lo, part.lo) == part.lo && Min(c.volume.hi, part.hi) == part.hi;
    };
    if (std::any_of(cost_cells_.begin() + own.first, cost_cells_.begin() + own.end, has_part)) continue;
    cost_cells_.push_back({cell, 1, part, part});
    Finish(cost_cells_.back());
  }
  in_cell.parts.end = uint32_t(cost_cells_.size());
  return in_cell.parts;
}

// Sets `parts_` to the parts of a box that are not forbidden: for each region, splits every part at the region's six
// faces. False when there are too many.
bool CostCells::Split(const Portal& whole) {
  parts_.assign(1, whole);
  for (const CostBox& box : costs_->boxes()) {
    if (!InsidesMeet(whole, box)) continue;
    next_parts_.clear();
    for (Portal part : parts_) {
      if (!InsidesMeet(part, box)) {
        next_parts_.push_back(part);
        continue;
      }
      for (int k = 0; k < 3; ++k) {
        Portal off = part;
        if (part.lo[k] < box.lo[k]) {
          off.hi[k] = part.lo[k] = box.lo[k];
          next_parts_.push_back(off);
        }
        off = part;
        if (part.hi[k] > box.hi[k]) {
          off.lo[k] = part.hi[k] = box.hi[k];
          next_parts_.push_back(off);
        }
      }
      if (!std::isinf(box.factor)) next_parts_.push_back(part);
    }
    parts_.swap(next_parts_);
    if (cost_cells_.size() + parts_.size() > kMost) return false;
  }
  // The two are swapped; with equal capacities they allocate nothing next time.
  parts_.reserve(next_parts_.capacity());
  next_parts_.reserve(parts_.capacity());
  return true;
}

// Reduces the volume to one factor: intersects it with the regions that contain the cost cell, and cuts off the others
// on the side where most of the volume remains.
void CostCells::Finish(CostCell& cost_cell) const {
  Portal& volume = cost_cell.volume;
  for (const CostBox& box : costs_->boxes()) {
    if (!InsidesMeet(volume, box)) continue;
    if (InsidesMeet(cost_cell.box, box)) {
      cost_cell.factor = CostBoxes::Product(cost_cell.factor, box.factor);
      volume = {Max(volume.lo, box.lo), Min(volume.hi, box.hi)};
      continue;
    }
    double most = 0;
    Portal best = volume;
    for (int k = 0; k < 3; ++k) {
      const double size = volume.hi[k] - volume.lo[k];
      if (const double left = (box.lo[k] - volume.lo[k]) / size; cost_cell.box.hi[k] <= box.lo[k] && left > most) {
        most = left;
        best = volume;
        best.hi[k] = box.lo[k];
      }
      if (const double left = (volume.hi[k] - box.hi[k]) / size; cost_cell.box.lo[k] >= box.hi[k] && left > most) {
        most = left;
        best = volume;
        best.lo[k] = box.hi[k];
      }
    }
    volume = best;
  }
}

bool CostCells::MayBegin(uint32_t cost_cell, Vec3 p) const {
  const CostCell& here = cost_cells_[cost_cell];
  return Holds(ToPortal((*index_)[here.cell].cell), p) ? Holds(here.box, p) : Holds(here.volume, p);
}

bool CostCells::IsAllowed(Vec3 p, const TouchingCells& cells) {
  for (const uint32_t cell : cells) {
    const Range range = CellsOf(cell);
    for (uint32_t i = range.first; i < range.end; ++i) {
      if (MayBegin(i, p)) return true;
    }
  }
  return false;
}

std::optional<Vec3> CostCells::NearestIn(uint32_t cell, Vec3 p) {
  std::optional<Vec3> nearest;
  const Range range = CellsOf(cell);
  for (uint32_t i = range.first; i < range.end; ++i) {
    const Vec3 q = Max(cost_cells_[i].box.lo, Min(cost_cells_[i].box.hi, p));
    if (!nearest || LengthSquared(q - p) < LengthSquared(*nearest - p)) nearest = q;
  }
  return nearest;
}

bool CostCells::Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& cost_cells) {
  const Vec3 d = b - a;
  const double length = Length(d);
  const double least_ahead = length > 0 ? kAhead / length : 1;
  double ahead = least_ahead;
  uint32_t before = kNoCell;
  for (double at = 0; at < 1;) {
    const double probe = std::min(1.0, at + ahead);
    uint32_t best = kNoCell;
    double exit = at;
    const auto consider = [&](uint32_t cost_cell) {
      const double its = ExitOf(cost_cells_[cost_cell].volume, a, d, probe);
      if (its <= at) return;
      if (best != kNoCell) {
        const double factor = cost_cells_[cost_cell].factor, least = cost_cells_[best].factor;
        if (factor > least || (factor == least && its <= exit)) return;
      }
      exit = its;
      best = cost_cell;
    };
    for (const uint32_t cell : index_->CellsAt(a + d * probe)) {
      const Range range = CellsOf(cell);
      for (uint32_t i = range.first; i < range.end; ++i) {
        if (Holds(cost_cells_[i].box, a + d * probe)) consider(i);
      }
    }
    if (best == kNoCell) {
      for (const uint32_t cost_cell : also) consider(cost_cell);
    }
    if (best == kNoCell) return false;
    if (cost_cells.empty() || cost_cells.back() != best) cost_cells.push_back(best);
    if (probe >= 1) return true;
    // A line along a face may make no progress by its cost cell's exit: then double the step inside the cost cell.
    ahead = best == before && exit <= probe ? 2 * ahead : least_ahead;
    before = best;
    at = std::max(exit, probe);
  }
  return true;
}

bool CostCells::PortalsBetween(std::span<const uint32_t> cost_cells, std::vector<Portal>& portals) const {
  portals.clear();
  for (size_t i = 1; i < cost_cells.size(); ++i) {
    const Portal &a = cost_cells_[cost_cells[i - 1]].volume, &b = cost_cells_[cost_cells[i]].volume;
    const Portal shared{Max(a.lo, b.lo), Min(a.hi, b.hi)};
    for (int k = 0; k < 3; ++k) {
      if (shared.lo[k] > shared.hi[k]) return false;
    }
    portals.push_back(shared);
  }
  return true;
}

}  // namespace navnet
