// SPDX-License-Identifier: Apache-2.0
#include "flight/corridor.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Look-ahead along the line, in voxels: selects the volume that continues it beyond a face.
constexpr double kAhead = 1e-7;

// The parameter at which the line a + u d leaves a closed box that contains its point at `from`; -1 when it does not.
double ExitOf(const VoxelBox& box, Vec3 a, Vec3 d, double from) {
  double exit = 2;
  for (int k = 0; k < 3; ++k) {
    const double x = a[k] + d[k] * from;
    if (x < box.lo[k] || x > box.hi[k]) return -1;
    if (d[k] > 0) exit = std::min(exit, (box.hi[k] - a[k]) / d[k]);
    if (d[k] < 0) exit = std::min(exit, (box.lo[k] - a[k]) / d[k]);
  }
  return exit;
}

}  // namespace

bool CoverLine(const LevelIndex& index, Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& cells) {
  const Vec3 d = b - a;
  const double length = Length(d);
  const double ahead = length > 0 ? kAhead / length : 1;
  // Each volume makes progress, so the loop ends.
  for (double at = 0; at < 1;) {
    const double probe = std::min(1.0, at + ahead);
    uint32_t best = kNoCell;
    double exit = at;
    for (const uint32_t cell : index.CellsAt(a + d * probe)) {
      const double its = ExitOf(index[cell].volume, a, d, probe);
      if (its > exit) {
        exit = its;
        best = cell;
      }
    }
    if (best == kNoCell) {
      for (const uint32_t cell : also) {
        const double its = ExitOf(index[cell].volume, a, d, probe);
        if (its > exit) {
          exit = its;
          best = cell;
        }
      }
    }
    if (best == kNoCell) return false;
    if (cells.empty() || cells.back() != best) cells.push_back(best);
    if (probe >= 1) return true;
    at = std::max(exit, probe);
  }
  return true;
}

bool AddPortal(const VoxelBox& volume, const VoxelBox& next, std::vector<Portal>& portals) {
  const VoxelBox box = ContactOf(volume, next);
  for (int a = 0; a < 3; ++a) {
    if (box.lo[a] > box.hi[a]) return false;
  }
  portals.push_back(
      {{double(box.lo.x), double(box.lo.y), double(box.lo.z)}, {double(box.hi.x), double(box.hi.y), double(box.hi.z)}});
  return true;
}

bool PortalsBetween(const LevelIndex& index, std::span<const uint32_t> cells, std::vector<Portal>& portals) {
  portals.clear();
  for (size_t i = 1; i < cells.size(); ++i) {
    if (!AddPortal(index[cells[i - 1]].volume, index[cells[i]].volume, portals)) return false;
  }
  return true;
}

}  // namespace navnet
