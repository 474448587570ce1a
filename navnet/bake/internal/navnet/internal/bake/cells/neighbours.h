// SPDX-License-Identifier: Apache-2.0
#pragma once
// From pairs of touching cells to an adjacency graph in flat arrays, and its connected components.

#include <navnet/internal/bake/cells/contacts.h>

#include <span>

namespace navnet {

/// The neighbours of every cell, ascending (compressed sparse rows).
struct CellGraph {
  std::vector<uint32_t> first;  ///< By cell, plus one: index of its first neighbour.
  std::vector<uint32_t> neighbours;

  std::span<const uint32_t> Of(uint32_t cell) const {
    return std::span(neighbours).subspan(first[cell], first[cell + 1] - first[cell]);
  }
};

CellGraph MakeGraph(const PairLists& pairs, size_t cell_count, int threads);

/// Connected components of the cells, numbered in order of their first cells.
struct CellComponents {
  std::vector<uint32_t> of_cell;
  uint32_t count = 0;
};

CellComponents FindComponents(const PairLists& pairs, size_t cell_count);

/// Sets `first_neighbour`, `neighbours`, `components` and `component_count` of a level from its pairs.
void ConnectCells(PairLists pairs, int threads, LevelArrays& level);

}  // namespace navnet
