// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which cells a net leaves out: unwanted components of free space, and thin cells that connectivity does not need.

#include <navnet/bake.h>
#include <navnet/internal/bake/cells/neighbours.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// By cell: 1 if it is to be removed.
using CellMarks = std::vector<uint8_t>;

/// The error for Keep::Outside if no free space reaches the border of the bounds.
Error NoOutside(double radius_m);

/// Whether a cell is a candidate of MarkThin: thinner than `min_cell` and of at most 32 * min_cell voxels.
bool IsThinCell(const VoxelBox& cell, int min_cell);

/// Marks the cells of the components that `keep`, Outside or Largest, leaves out.
void MarkUnkept(std::span<const VoxelBox> cells, const CellComponents& components, const VoxelBox& bounds, Keep keep,
                CellMarks& marks);

/// Marks thin cells (see IsThinCell) where only their own volume is lost:
/// - a marked cell shares a face across its thin side with a cell that stays;
/// - the neighbours of a marked cell stay connected without it, through cells that touch it. So every path through it
///   can be deformed into one around it: no passage is lost, and no component of free space is split or removed.
/// The marks of a block depend only on the block's cells and the cells that touch them. Throws CancelledError when
/// `progress` asks to stop.
void MarkThin(const LevelArrays& level, const CellGraph& graph, int min_cell, int threads,
              const ProgressFunction& progress, CellMarks& marks);

/// The same for one block. The level need only contain that block and those that touch it, in their usual order.
void MarkThinInBlock(const LevelArrays& level, const CellGraph& graph, const NetBlock& block, int min_cell,
                     CellMarks& marks);

/// Removes the marked cells from the level's cells and blocks and from the lists of pairs.
void RemoveMarked(const CellMarks& marks, LevelArrays& level, PairLists& pairs);

}  // namespace navnet
