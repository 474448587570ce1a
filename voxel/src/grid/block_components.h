// SPDX-License-Identifier: Apache-2.0
#pragma once
// The 6-connected components of free space inside one block.

#include <navnet/core/block.h>

#include <array>
#include <cstdint>
#include <vector>

namespace navnet {

/// Consecutive free voxels of one row, all of one component.
struct FreeRun {
  uint8_t lo, hi;      ///< Closed, 0..63.
  uint32_t component;  ///< 0 .. count - 1, numbered by first appearance in row order.
};

/// Free runs of a block, row by row, each with its component.
struct BlockComponents {
  uint32_t count = 0;
  std::vector<FreeRun> runs;
  std::array<uint32_t, kBlockRows + 1> row_start{};  ///< Runs of row r: runs[row_start[r]] .. runs[row_start[r + 1]].
};

/// Labels the clear bits of `blocked` with components. Nearly O(rows + runs) (union-find).
void LabelComponents(const BlockMask& blocked, BlockComponents& out);

/// Consecutive free voxels on one face of a block, all of one component: `lo` to `hi` (closed) in a row of the face.
struct FaceRun {
  uint8_t row, lo, hi;
  uint32_t component;
};

/// The free runs of the face at the low (`high` = false) or high end of `axis`. `row` is the coordinate on the lower of
/// the other two axes, runs extend along the higher one; sorted by row, then by position.
std::vector<FaceRun> FaceOf(const BlockComponents& components, int axis, bool high);

}  // namespace navnet
