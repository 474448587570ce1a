#pragma once
// A* over the cells of a level, anchored: each cell is entered at the point of its contact nearest to the straight way
// on to the goal.

#include "level_index.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace navnet {

enum class SearchState : uint8_t { Running, Found, Exhausted };

/// One search at a time; its memory is reused by the next. Coordinates are in voxels.
class FlightSearch {
 public:
  /// Begins at a point in the given cells.
  void Begin(const LevelIndex& index, Vec3 start, Vec3 goal, const TouchingCells& start_cells);

  /// Expands up to `expansions` cells.
  SearchState Run(int64_t expansions);

  /// Cells from the start to the goal's volume; after Found. Otherwise to the cell nearest to the goal so far.
  void CellPath(std::vector<uint32_t>& cells) const;

  /// The last cell of the path: the goal's, or the one that came nearest to it.
  uint32_t last_cell() const { return last_; }
  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  struct alignas(32) Node {
    float g, f;       ///< Way so far, and with the straight rest.
    float x, y, z;    ///< Where the cell is entered, relative to `base_`.
    uint32_t parent;  ///< The cell before, or kNoCell.
    uint32_t mark;    ///< 2 * generation when open, one more when closed; anything less: not met yet.
  };
  struct Entry {
    float key;
    uint32_t cell;
  };
  struct Free {
    void operator()(Node* nodes) const { std::free(nodes); }  // NOLINT: from calloc, whose pages cost nothing unused
  };

  void Expand(uint32_t cell);
  void Push(Entry entry);
  Entry Pop();

  const LevelIndex* index_ = nullptr;
  VoxelCoord base_;  ///< The start's voxel: floats are relative to it.
  float goal_[3] = {0, 0, 0};
  Vec3 goal_voxels_;
  std::unique_ptr<Node[], Free> nodes_;
  size_t node_count_ = 0;
  uint32_t generation_ = 0;
  std::vector<Entry> open_;
  uint32_t last_ = kNoCell;
  float nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
