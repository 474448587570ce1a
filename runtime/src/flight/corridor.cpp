// SPDX-License-Identifier: Apache-2.0
#include "flight/corridor.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Look-ahead along the line, in voxels: selects the volume that continues it beyond a face.
constexpr double kAhead = 1e-7;

// A line a + u d, with what the tests of many boxes share.
struct Line {
  Line(Vec3 from, Vec3 to) : a(from), d(to - from) {
    for (int k = 0; k < 3; ++k) per_d[k] = d[k] != 0 ? 1 / d[k] : 0;
  }

  /// The parameter at which the line leaves a closed box that contains its point `p`; -1 when it does not.
  double ExitOf(const VoxelBox& box, Vec3 p) const {
    double exit = 2;
    for (int k = 0; k < 3; ++k) {
      if (p[k] < box.lo[k] || p[k] > box.hi[k]) return -1;
      if (d[k] != 0) exit = std::min(exit, ((d[k] > 0 ? box.hi[k] : box.lo[k]) - a[k]) * per_d[k]);
    }
    return exit;
  }

  Vec3 a, d, per_d;
};

}  // namespace

bool CoverLine(const LevelIndex& index, Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& cells) {
  const Line line(a, b);
  const double length = Length(line.d);
  const double ahead = length > 0 ? kAhead / length : 1;
  const BlockEntry* block = nullptr;
  // Each volume makes progress, so the loop ends.
  for (double at = 0; at < 1;) {
    const double probe = std::min(1.0, at + ahead);
    const Vec3 p = a + line.d * probe;
    uint32_t best = kNoCell;
    double exit = at;
    const auto offer = [&](uint32_t cell) {
      const double its = line.ExitOf(index[cell].volume, p);
      if (its <= exit) return;
      exit = its;
      best = cell;
    };
    for (const uint32_t cell : index.CellsAt(p, block)) offer(cell);
    if (best == kNoCell) {
      for (const uint32_t cell : also) offer(cell);
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
