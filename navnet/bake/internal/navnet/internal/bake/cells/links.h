#pragma once
// From pairs of touching cells to a graph in flat arrays, and its connected pieces.

#include <navnet/internal/bake/cells/contacts.h>

#include <span>

namespace navnet {

/// The neighbours of every cell, ascending.
struct CellGraph {
  std::vector<uint32_t> first;  ///< By cell, and one more: where its neighbours begin.
  std::vector<uint32_t> neighbours;

  std::span<const uint32_t> Of(uint32_t cell) const {
    return std::span(neighbours).subspan(first[cell], first[cell + 1] - first[cell]);
  }
};

CellGraph MakeGraph(const PairLists& pairs, size_t cell_count, int threads);

/// Connected pieces, numbered by their first cell.
struct Pieces {
  std::vector<uint32_t> of_cell;
  uint32_t count = 0;
};

Pieces FindPieces(const PairLists& pairs, size_t cell_count);

/// Fills `first_link`, `links`, `components` and `component_count` from the pairs, which are used up.
void LinkCells(PairLists pairs, int threads, LevelArrays& level);

}  // namespace navnet
