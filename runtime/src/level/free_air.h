#pragma once
// What is free for a flyer: the one definition for ends of queries, lines of sight, checks and repairs of paths,
// watches and agents. Coordinates are in voxels.
//
// The free space of a level is the union of its NavVolumes as closed boxes. A point is free when it lies in a volume or
// no farther than kOnFace beyond it along each axis; a line is free when every point of it is. So points on a face,
// edge or corner between free and blocked voxels are free: all of a closed free voxel keeps the level's radius.
//
// Cells are part of their volumes, and tables find the cells at a point. Volumes also hold voxels that the net's cells
// leave out (BakeOptions::min_cell). Which of them hold such a voxel is known only by looking at all volumes that reach
// there: some ten microseconds. Where every voxel is in a cell (LevelParts::cells_hold_all), that is never needed.

#include <navnet/core/geometry.h>
#include <navnet/internal/core/on_face.h>
#include <navnet/internal/runtime/level/level_index.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace navnet {

/// Whether a point lies in a closed box, up to kOnFace.
inline bool IsIn(const VoxelBox& box, Vec3 p) {
  for (int a = 0; a < 3; ++a) {
    if (!(p[a] >= box.lo[a] - kOnFace && p[a] <= box.hi[a] + kOnFace)) return false;
  }
  return true;
}

/// The point of a box nearest to `p`.
inline Vec3 Clamped(Vec3 p, const VoxelBox& box) {
  for (int a = 0; a < 3; ++a) p[a] = std::clamp(p[a], double(box.lo[a]), double(box.hi[a]));
  return p;
}

/// The cells whose closed boxes hold a point, up to kOnFace; in a fixed order.
TouchingCells CellsNear(const LevelIndex& index, Vec3 p);

/// Calls `visit(cell, record)` for all cells of a level whose volumes hold a point, up to kOnFace: block by block, in
/// an order that does not depend on the cells' numbers. Looks at every cell within kVolumeReach of the point.
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
    // A cube of many blocks is met in each of them, and counts in the first.
    const VoxelCoord begin = BlockOf(block->origin);
    for (int a = 0; a < 3; ++a) {
      if (at[a] != std::max(begin[a], first[a])) return;
    }
    for (uint32_t cell = block->first_cell; cell < block->first_cell + block->cell_count; ++cell) {
      const CellRecord& record = parts[cell];
      if (record.piece != kNoPiece && IsIn(record.volume, p)) visit(cell, record);
    }
  });
}

/// A point that is free, and by which cells.
struct FreePlace {
  /// Cells whose volumes hold the point: all cells at it, or else the nearest one. None when it is not free.
  TouchingCells cells;
  Vec3 point;  ///< The point itself, moved into these volumes by no more than kOnFace along each axis.

  bool IsFree() const { return cells.count > 0; }
};
FreePlace FreePlaceAt(const LevelIndex& index, Vec3 p);

/// How much of a segment is free.
struct FreeParts {
  double from_start = 0;  ///< The share of it from its start on …
  double from_end = 0;    ///< … and from its end back; both 1 when all of it is.

  bool IsWhole() const { return from_start + from_end >= 1; }
};

/// How to find the volumes along a line where no cell is.
enum class Care : uint8_t {
  Quick,  ///< Among those of the last cell's neighbours: for lines of sight. May miss some, never finds too many.
  Exact,  ///< Among all of them.
};

/// Looks at the straight line from a to b. Appends to `cells`, if given and the line is whole, those whose volumes hold
/// it one after the other, each meeting the next; an entry equal to the last one is not repeated. `scratch`: memory,
/// only if `cells` is given.
FreeParts FreePartsOf(const LevelIndex& index, Vec3 a, Vec3 b, Care care, std::vector<uint32_t>* cells = nullptr,
                      std::vector<uint32_t>* scratch = nullptr);

/// Whether all of it is free.
bool IsFreeLine(const LevelIndex& index, Vec3 a, Vec3 b, Care care);

}  // namespace navnet
