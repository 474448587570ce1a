// SPDX-License-Identifier: Apache-2.0
#include "level/free_air.h"

namespace navnet {
namespace {

// The fraction of the segment from a to b that is free from a on, examined up to `until`. Volumes are closed, so a
// volume that continues the line also contains the exit point of the previous one. Where no volume continues it, the
// result is the exit from the last volume without tolerance, so that the end point is free despite rounding.
double Follow(const LevelIndex& index, Vec3 a, Vec3 b, double until, Care care, std::vector<uint32_t>* cells) {
  const Vec3 d = b - a;
  const bool has_gaps = !index.parts().cells_hold_all();
  uint32_t last = kNoCell;
  double entered = 0;
  for (double at = 0; at < until;) {
    const Vec3 p = a + d * at;
    uint32_t best = kNoCell;
    double exit = at;
    const auto offer = [&](uint32_t cell) {
      const VoxelBox& volume = index[cell].volume;
      if (!IsIn(volume, p)) return;
      const double its = ExitOf(volume, kOnFace, a, d);
      if (!(its > exit)) return;
      exit = its;
      best = cell;
    };
    for (const uint32_t cell : CellsNear(index, p)) offer(cell);
    if (best == kNoCell && has_gaps && last != kNoCell) {
      for (const ContactBatch& contacts : index.ContactsOf(last)) {
        for (const uint32_t cell : contacts.cells) {
          if (cell != kNoCell) offer(cell);
        }
      }
    }
    if (best == kNoCell && has_gaps && care == Care::Exact) {
      EachVolumeAt(index, p, [&](uint32_t cell, const CellRecord&) { offer(cell); });
    }
    if (best == kNoCell) return last == kNoCell ? 0 : std::max(entered, ExitOf(index[last].volume, 0, a, d));
    last = best;
    entered = at;
    if (cells && (cells->empty() || cells->back() != best)) cells->push_back(best);
    at = exit;
  }
  return 1;
}

}  // namespace

double ExitOf(const VoxelBox& box, double widened, Vec3 a, Vec3 d) {
  double exit = 2;
  for (int k = 0; k < 3; ++k) {
    if (d[k] > 0) exit = std::min(exit, (box.hi[k] + widened - a[k]) / d[k]);
    if (d[k] < 0) exit = std::min(exit, (box.lo[k] - widened - a[k]) / d[k]);
  }
  return exit;
}

TouchingCells CellsNear(const LevelIndex& index, Vec3 p) {
  TouchingCells out;
  VoxelCoord lo, hi;
  for (int a = 0; a < 3; ++a) {
    if (!(std::abs(p[a]) < 1 << 30)) return out;
    lo[a] = int32_t(std::floor(p[a] - kOnFace));
    hi[a] = int32_t(std::floor(p[a] + kOnFace));
  }
  for (int x = lo.x; x <= hi.x; ++x) {
    for (int y = lo.y; y <= hi.y; ++y) {
      for (int z = lo.z; z <= hi.z; ++z) {
        if (const uint32_t cell = index.CellAt({x, y, z}); cell != kNoCell) out.Add(cell);
      }
    }
  }
  return out;
}

FreePlace FreePlaceAt(const LevelIndex& index, Vec3 p) {
  FreePlace place{index.CellsAt(p), p};
  if (place.IsFree()) return place;
  if (const TouchingCells near = CellsNear(index, p); near.count > 0) {
    place.point = Clamped(p, index[near.cells[0]].cell);
    place.cells = index.CellsAt(place.point);
    return place;
  }
  if (index.parts().cells_hold_all()) return place;
  uint32_t nearest = kNoCell;
  double least = 0;
  EachVolumeAt(index, p, [&](uint32_t cell, const CellRecord& record) {
    const double distance2 = LengthSquared(Clamped(p, record.cell) - p);
    if (nearest != kNoCell && !(distance2 < least)) return;
    least = distance2;
    nearest = cell;
  });
  if (nearest == kNoCell) return place;
  place.cells.Add(nearest);
  place.point = Clamped(p, index[nearest].volume);
  return place;
}

FreeParts FreePartsOf(const LevelIndex& index, Vec3 a, Vec3 b, Care care, std::vector<uint32_t>* cells,
                      std::vector<uint32_t>* scratch) {
  const size_t before = cells ? cells->size() : 0;
  FreeParts parts;
  parts.from_start = Follow(index, a, b, 1, care, cells);
  if (parts.from_start >= 1) return {1, 1};
  // With Care::Quick, the volumes found depend on the cells passed, and so on the direction: try the other one too.
  if (cells) scratch->clear();
  parts.from_end = Follow(index, b, a, 1 - parts.from_start, care, cells ? scratch : nullptr);
  if (!cells) return parts;
  if (!parts.IsWhole()) {
    cells->resize(before);
    return parts;
  }
  for (auto cell = scratch->rbegin(); cell != scratch->rend(); ++cell) {
    if (cells->empty() || cells->back() != *cell) cells->push_back(*cell);
  }
  return parts;
}

bool IsFreeLine(const LevelIndex& index, Vec3 a, Vec3 b, Care care) {
  const double from_start = Follow(index, a, b, 1, care, nullptr);
  if (from_start >= 1) return true;
  if (care == Care::Exact || index.parts().cells_hold_all()) return false;
  return from_start + Follow(index, b, a, 1 - from_start, care, nullptr) >= 1;
}

}  // namespace navnet
