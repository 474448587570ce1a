#pragma once
// Which cells a net keeps: whole pieces of free space, and thin cells that nobody would miss.

#include <navnet/bake.h>
#include <navnet/internal/bake/cells/links.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// By cell: 1 when it shall go.
using CellMarks = std::vector<uint8_t>;

/// Says that nothing reaches the border, so that keeping the outside keeps nothing.
Error NoOutside(double radius_m);

/// Whether a cell is one of those that MarkThin looks at.
bool IsThinCell(const VoxelBox& cell, int min_cell);

/// Marks the cells of the pieces of free space that `keep` leaves out.
void MarkUnkept(std::span<const VoxelBox> cells, const Pieces& pieces, const VoxelBox& bounds, Keep keep,
                CellMarks& marks);

/// Marks cells that are less than `min_cell` voxels thick and have at most 32 `min_cell` voxels, where nothing is lost
/// but their own room:
/// - a marked cell touches one that stays, across its thin side;
/// - the cells around a marked one stay connected without it, by cells that touch it, so every way through it can be
///   moved aside through free space: no passage is lost, and no piece of free space falls apart or disappears.
/// What is marked in a block depends on that block's cells and the ones that touch them, and on nothing else. Throws
/// CancelledError when `progress` asks to stop.
void MarkThin(const LevelArrays& level, const CellGraph& graph, int min_cell, int threads,
              const ProgressFunction& progress, CellMarks& marks);

/// The same for one block, where the level may hold that block and those that touch it alone, in their usual order.
void MarkThinInBlock(const LevelArrays& level, const CellGraph& graph, const NetBlock& block, int min_cell,
                     CellMarks& marks);

/// Takes the marked cells out of the level's cells and blocks and out of the lists of pairs.
void RemoveMarked(const CellMarks& marks, LevelArrays& level, PairLists& pairs);

}  // namespace navnet
