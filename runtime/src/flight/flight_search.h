// SPDX-License-Identifier: Apache-2.0
#pragma once
// Anchored A* over the cells of a level: each cell is entered at the point of its contact nearest to the straight line
// to the goal, and path lengths are measured from the last bend, not from contact to contact.

#include <navnet/internal/runtime/level/level_index.h>

#include "query/open_list.h"
#include "query/search_state.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

namespace navnet {

/// A search; its memory is reused by the next one. Coordinates are in voxels.
class FlightSearch {
 public:
  /// Begins at a point in the given cells. Paths whose estimated length exceeds `longest` are pruned.
  void Begin(const LevelIndex& index, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
             double longest = std::numeric_limits<double>::infinity());

  /// Expands up to `expansions` cells.
  SearchState Run(int64_t expansions);

  /// After Found: the cells from the start to one whose volume contains the goal. Otherwise: to the cell nearest to the
  /// goal so far.
  void CellPath(std::vector<uint32_t>& cells) const;

  /// After Found: the bends of that path, from start to goal, as the search knows them: an approximation of the taut
  /// path that may leave the cells in places.
  void BendPath(std::vector<Vec3>& points) const;

  /// The last cell of CellPath.
  uint32_t last_cell() const { return last_; }
  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  /// The data tested for every neighbour: small, so that it stays in the cache.
  struct Mark {
    uint32_t state;  ///< 2 * generation when open, one more when closed; less: not reached yet.
    float f;         ///< Path length so far plus the straight distance to the goal.
  };
  /// Coordinates are relative to `base_`.
  struct Node {
    float x, y, z;      ///< Where the cell is entered.
    float way_to_bend;  ///< Path length from the start to the last bend before that.
    float bend_x, bend_y, bend_z;
    uint32_t parent;  ///< The previous cell, or kNoCell.
  };
  /// A rectangle that paths to a cell must cross.
  struct Gate {
    float lo[3], hi[3];
    int axis = 0;  ///< Its normal.
  };
  struct Entry {
    float key;
    uint32_t cell;
    bool operator<(const Entry& other) const { return key < other.key; }
  };
  struct Free {
    void operator()(void* p) const { std::free(p); }  // NOLINT: from calloc, whose pages cost nothing unused
  };

  void Expand(uint32_t cell);
  int LastGates(uint32_t cell, std::array<Gate, 2>& gates) const;
  void Push(Entry entry);
  void Prefetch(uint32_t cell) const;

  const LevelIndex* index_ = nullptr;
  VoxelCoord base_;  ///< The start's voxel: floats are relative to it.
  float goal_[3] = {0, 0, 0};
  float longest_ = 0;
  Vec3 start_voxels_, goal_voxels_;
  std::unique_ptr<Mark[], Free> marks_;
  std::unique_ptr<Node[], Free> nodes_;
  size_t node_count_ = 0;
  uint32_t generation_ = 0;
  OpenList<Entry> open_;
  uint32_t last_ = kNoCell;
  float nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
