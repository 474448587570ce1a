#pragma once
// A* over the cells of a level, anchored: each cell is entered at the point of its contact nearest to the straight way
// on to the goal, and the way so far is measured from the last bend, not from contact to contact.

#include <navnet/internal/runtime/level/level_index.h>

#include "query/open_list.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

namespace navnet {

enum class SearchState : uint8_t { Running, Found, Exhausted };

/// One search at a time; its memory is reused by the next. Coordinates are in voxels.
class FlightSearch {
 public:
  /// Begins at a point in the given cells. Ways that promise to become longer than `longest` are not followed.
  void Begin(const LevelIndex& index, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
             double longest = std::numeric_limits<double>::infinity());

  /// Expands up to `expansions` cells.
  SearchState Run(int64_t expansions);

  /// Cells from the start to the goal's volume; after Found. Otherwise to the cell nearest to the goal so far.
  void CellPath(std::vector<uint32_t>& cells) const;

  /// The bends of that path, from start to goal, as far as the search knows them: a string through it that is not far
  /// from tight, but may leave the cells in places. After Found.
  void BendPath(std::vector<Vec3>& points) const;

  /// The last cell of the path: the goal's, or the one that came nearest to it.
  uint32_t last_cell() const { return last_; }
  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  /// What is looked at for every neighbour: small, so that it stays in the cache.
  struct Mark {
    uint32_t state;  ///< 2 * generation when open, one more when closed; anything less: not met yet.
    float f;         ///< Way so far and the straight rest.
  };
  /// Places are relative to `base_`.
  struct Node {
    float x, y, z;      ///< Where the cell is entered.
    float way_to_bend;  ///< From the start to the last bend before that.
    float bend_x, bend_y, bend_z;
    uint32_t parent;  ///< The cell before, or kNoCell.
  };
  /// A piece of a plane that ways to a cell pass.
  struct Gate {
    float lo[3], hi[3];
    int axis = 0;  ///< Along which it is flat.
  };
  struct Entry {
    float key;
    uint32_t cell;
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
