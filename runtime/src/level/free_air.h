// SPDX-License-Identifier: Apache-2.0
#pragma once
// Definition of free space for flyers, shared by ends of queries, lines of sight, checks and repairs of paths, watches
// and agents. Coordinates are in voxels.
//
// The free space of a level is the union of its NavVolumes as closed boxes. A point is free when it lies in a volume or
// at most kOnFace outside it along each axis; a segment is free when every point of it is. So points on a face, edge or
// corner between free and blocked voxels are free: every point of a closed free voxel has the level's clearance.
//
// Each cell is contained in its volume, and tables find the cells at a point. Volumes also contain voxels without a
// cell (BakeOptions::min_cell). To find the volumes that contain such a voxel, all volumes that can reach it must be
// tested: about ten microseconds. This is never needed where every voxel is in a cell (LevelParts::cells_hold_all).

#include <navnet/core/geometry.h>
#include <navnet/internal/core/on_face.h>
#include <navnet/internal/runtime/level/level_index.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace navnet {

/// Whether a point lies in a closed box, with tolerance kOnFace.
inline bool IsIn(const VoxelBox& box, Vec3 p) {
  for (int a = 0; a < 3; ++a) {
    if (!(p[a] >= box.lo[a] - kOnFace && p[a] <= box.hi[a] + kOnFace)) return false;
  }
  return true;
}

/// The parameter at which the line a + u d leaves a box widened to each side. Requires: the line meets it.
double ExitOf(const VoxelBox& box, double widened, Vec3 a, Vec3 d);

/// The point of a box nearest to `p`.
inline Vec3 Clamped(Vec3 p, const VoxelBox& box) {
  for (int a = 0; a < 3; ++a) p[a] = std::clamp(p[a], double(box.lo[a]), double(box.hi[a]));
  return p;
}

/// The cells whose closed boxes contain a point, with tolerance kOnFace; in a fixed order.
TouchingCells CellsNear(const LevelIndex& index, Vec3 p);

/// Calls `visit(cell, record)` for all cells of a level whose volumes contain a point, with tolerance kOnFace: block by
/// block, in an order that does not depend on the cells' numbers. Tests every cell within kVolumeReach of the point.
template <class Visit>
void EachVolumeAt(const LevelIndex& index, Vec3 p, const Visit& visit) {
  VoxelCoord lo, hi;
  for (int a = 0; a < 3; ++a) {
    if (!(std::abs(p[a]) < 1 << 30)) return;
    lo[a] = int32_t(std::floor(p[a] - kOnFace)) - kVolumeReach;
    hi[a] = int32_t(std::floor(p[a] + kOnFace)) + kVolumeReach;
  }
  const LevelParts& parts = index.parts();
  const VoxelCoord first = BlockOf(lo);
  EachBlockIn({lo, hi + VoxelCoord{1, 1, 1}}, [&](VoxelCoord at) {
    const BlockEntry* block = parts.BlockAt(BlockOrigin(at));
    if (!block) return;
    // A cube of many blocks is found at each of them; it is visited only at the first.
    const VoxelCoord begin = BlockOf(block->origin);
    for (int a = 0; a < 3; ++a) {
      if (at[a] != std::max(begin[a], first[a])) return;
    }
    for (uint32_t cell = block->first_cell; cell < block->first_cell + block->cell_count; ++cell) {
      const CellRecord& record = parts[cell];
      if (record.part != kNoPart && IsIn(record.volume, p)) visit(cell, record);
    }
  });
}

/// A point, and the cells whose volumes make it free.
struct FreePlace {
  /// Cells whose volumes contain the point: all cells at it, or else the nearest one. Empty when it is not free.
  TouchingCells cells;
  Vec3 point;  ///< The point, clamped into these volumes: moved by no more than kOnFace along each axis.

  bool IsFree() const { return cells.count > 0; }
};
FreePlace FreePlaceAt(const LevelIndex& index, Vec3 p);

/// The free parts of a segment at its two ends.
struct FreeParts {
  double from_start = 0;  ///< Fraction of the segment that is free from its start on …
  double from_end = 0;    ///< … and from its end back; both 1 when the whole segment is free.

  bool IsWhole() const { return from_start + from_end >= 1; }
};

/// Which volumes are tested where a line leaves the cells.
enum class Care : uint8_t {
  Quick,  ///< Those of the last cell's neighbours, for lines of sight. A free line may be missed; a blocked one never
          ///< passes.
  Exact,  ///< All volumes nearby.
};

/// The free parts of the segment from a to b. If `cells` is given and the whole segment is free, appends cells whose
/// volumes, in this order, contain it, each overlapping the next; an entry equal to the last one is not repeated.
/// `scratch`: reusable memory, required if `cells` is given.
FreeParts FreePartsOf(const LevelIndex& index, Vec3 a, Vec3 b, Care care, std::vector<uint32_t>* cells = nullptr,
                      std::vector<uint32_t>* scratch = nullptr);

/// Whether the whole segment from a to b is free.
bool IsFreeLine(const LevelIndex& index, Vec3 a, Vec3 b, Care care);

}  // namespace navnet
