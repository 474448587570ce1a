#pragma once
// Whether a line that may have been rounded is in free space. Way points lie on faces and edges of volumes; moved from
// voxels to the world and back they may lie a trifle beyond.

#include <navnet/core/geometry.h>

#include "../level_index.h"

#include <cstdint>
#include <vector>

namespace navnet {

/// The cells that hold a point (in voxels) or a place less than 1e-6 voxels beside it.
TouchingCells CellsNear(const LevelIndex& index, Vec3 p);

/// How much of a segment is in free space.
struct FreeParts {
  double from_start = 0;  ///< The share of it from its start on …
  double from_end = 0;    ///< … and from its end back; both 1 when all of it is.

  bool IsWhole() const { return from_start + from_end >= 1; }
};

/// Looks at the straight line from a to b (in voxels); points less than 1e-6 voxels beyond a volume count as in it.
/// Appends to `cells`, if given and the line is whole, those whose volumes hold it one after the other, each meeting
/// the next; an entry equal to the last one is not repeated. `scratch`: memory, only if `cells` is given.
FreeParts FreePartsOf(const LevelIndex& index, Vec3 a, Vec3 b, std::vector<uint32_t>* cells = nullptr,
                      std::vector<uint32_t>* scratch = nullptr);

}  // namespace navnet
