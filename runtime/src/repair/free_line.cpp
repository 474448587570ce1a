#include "free_line.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

constexpr double kTouch = 2e-7;  // In voxels, along each axis.

// Where the line a + u d leaves a box widened a trifle that holds the point at `from`; -1 when it does not hold it.
double ExitOf(const VoxelBox& box, Vec3 a, Vec3 d, double from) {
  double exit = 2;
  for (int k = 0; k < 3; ++k) {
    const double lo = box.lo[k] - kTouch, hi = box.hi[k] + kTouch, x = a[k] + d[k] * from;
    if (!(x >= lo && x <= hi)) return -1;
    if (d[k] > 0) exit = std::min(exit, (hi - a[k]) / d[k]);
    if (d[k] < 0) exit = std::min(exit, (lo - a[k]) / d[k]);
  }
  return exit;
}

// How far the line from a to b is in free space, looked at up to `until`.
double Follow(const LevelIndex& index, Vec3 a, Vec3 b, double until, std::vector<uint32_t>* cells) {
  const Vec3 d = b - a;
  const double length = Length(d), ahead = length > 0 ? kTouch / length : 1;
  uint32_t last = kNoCell;
  for (double at = 0; at < until;) {
    const double probe = std::min(1.0, at + ahead);
    uint32_t best = kNoCell;
    double exit = at;
    const auto offer = [&](uint32_t cell) {
      const double its = ExitOf(index[cell].volume, a, d, probe);
      if (its > exit) {
        exit = its;
        best = cell;
      }
    };
    for (const uint32_t cell : CellsNear(index, a + d * probe)) offer(cell);
    // Volumes also hold voxels that the net's cells leave out.
    if (best == kNoCell && last != kNoCell) {
      for (const Doors& doors : index.DoorsOf(last)) {
        for (const uint32_t cell : doors.cells) {
          if (cell != kNoCell) offer(cell);
        }
      }
    }
    if (best == kNoCell) return at;
    last = best;
    if (cells && (cells->empty() || cells->back() != best)) cells->push_back(best);
    if (probe >= 1) return 1;
    at = std::max(exit, probe);
  }
  return 1;
}

}  // namespace

TouchingCells CellsNear(const LevelIndex& index, Vec3 p) {
  TouchingCells out;
  VoxelCoord lo, hi;
  for (int a = 0; a < 3; ++a) {
    if (!(std::abs(p[a]) < 1 << 30)) return out;
    lo[a] = int32_t(std::floor(p[a] - kTouch));
    hi[a] = int32_t(std::floor(p[a] + kTouch));
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

FreeParts FreePartsOf(const LevelIndex& index, Vec3 a, Vec3 b, std::vector<uint32_t>* cells,
                      std::vector<uint32_t>* scratch) {
  const size_t before = cells ? cells->size() : 0;
  FreeParts parts;
  parts.from_start = Follow(index, a, b, 1, cells);
  if (parts.from_start >= 1) return {1, 1};
  // What holds the line is looked for among the cells under it and beside it, and so depends on the direction.
  if (cells) scratch->clear();
  parts.from_end = Follow(index, b, a, 1 - parts.from_start, cells ? scratch : nullptr);
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

}  // namespace navnet
