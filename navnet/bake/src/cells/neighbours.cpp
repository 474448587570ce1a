// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/neighbours.h>

#include <navnet/core/parallel.h>
#include <navnet/internal/core/union_find.h>

#include <algorithm>

namespace navnet {
namespace {

constexpr size_t kCellsPerTask = 4096;

}  // namespace

CellGraph MakeGraph(const PairLists& pairs, size_t cell_count, int threads) {
  CellGraph graph;
  graph.first.assign(cell_count + 1, 0);
  for (const auto& list : pairs) {
    for (const auto& [a, b] : list) {
      ++graph.first[a + 1];
      ++graph.first[b + 1];
    }
  }
  for (size_t i = 0; i < cell_count; ++i) graph.first[i + 1] += graph.first[i];
  graph.neighbours.resize(graph.first.back());
  std::vector<uint32_t> next(graph.first.begin(), graph.first.end() - 1);
  for (const auto& list : pairs) {
    for (const auto& [a, b] : list) {
      graph.neighbours[next[a]++] = b;
      graph.neighbours[next[b]++] = a;
    }
  }
  ParallelFor((cell_count + kCellsPerTask - 1) / kCellsPerTask, threads, [&](size_t task) {
    const size_t end = std::min(cell_count, (task + 1) * kCellsPerTask);
    for (size_t cell = task * kCellsPerTask; cell < end; ++cell) {
      std::sort(graph.neighbours.begin() + graph.first[cell], graph.neighbours.begin() + graph.first[cell + 1]);
    }
  });
  return graph;
}

CellComponents FindComponents(const PairLists& pairs, size_t cell_count) {
  UnionFind sets(cell_count);
  for (const auto& list : pairs) {
    for (const auto& [a, b] : list) sets.Join(a, b);
  }
  CellComponents out;
  out.of_cell.resize(cell_count);
  for (uint32_t cell = 0; cell < cell_count; ++cell) {
    const size_t root = sets.Find(cell);
    out.of_cell[cell] = root == cell ? out.count++ : out.of_cell[root];
  }
  return out;
}

void ConnectCells(PairLists pairs, int threads, LevelArrays& level) {
  CellComponents components = FindComponents(pairs, level.cells.size());
  level.components = std::move(components.of_cell);
  level.component_count = components.count;

  CellGraph graph = MakeGraph(pairs, level.cells.size(), threads);
  pairs = {};
  level.neighbours.resize(graph.neighbours.size());
  uint32_t contact = 0;
  // Contacts are numbered in ascending order of their lower cell. The lower neighbours of a cell come
  // first and ascend, so they receive their numbers in order; `next` is the next such entry of each cell.
  std::vector<uint32_t> next(graph.first.begin(), graph.first.end() - 1);
  for (uint32_t cell = 0; cell < level.cells.size(); ++cell) {
    for (uint32_t i = graph.first[cell]; i < graph.first[cell + 1]; ++i) {
      const uint32_t other = graph.neighbours[i];
      level.neighbours[i].cell = other;
      if (other < cell) continue;
      level.neighbours[i].contact = contact;
      level.neighbours[next[other]++].contact = contact++;
    }
  }
  level.first_neighbour = std::move(graph.first);
}

}  // namespace navnet
