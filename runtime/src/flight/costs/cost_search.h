// SPDX-License-Identifier: Apache-2.0
#pragma once
// Anchored A* over cost cells by cost: each cost cell is entered at the point of its contact that minimises
// the cost to it plus the straight rest, and costs are measured from the last bend.
//
// Cells need not hold all free voxels (BakeOptions::min_cell): a thin cell is left out where the cells that touch it
// connect its neighbours. A forbidden box may cut that connection, while NavVolumes still lead through the voxels left
// out. So a search that finds no path over contacts goes on through volumes: from cost cells near forbidden boxes to
// all volumes, and parts of volumes, that share an area with theirs. Elsewhere this gains nothing: if of the cells
// around a cell left out some are reached and some are not, then a forbidden box lies between two of them, near one
// that is reached. Two limits keep it short, and may miss a path: what is near, and how many volumes are tested.

#include "flight/costs/cost_cells.h"
#include "query/open_list.h"
#include "query/search_state.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace navnet {

/// A search; its memory is reused by the next one. Coordinates and costs are in voxels.
class CostSearch {
 public:
  /// Begins at a point in the volumes of the given cells. `backward`: the path will be followed from goal to start.
  /// Paths whose estimated cost exceeds `most` are pruned. `cost_cells` and `costs` must outlive the search.
  void Begin(CostCells& cost_cells, const CostBoxes& costs, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
             bool backward, double most = std::numeric_limits<double>::infinity());

  /// Expands up to `expansions` cost cells.
  SearchState Run(int64_t expansions);

  /// After Found: the cost cells from the start to one whose volume contains the goal. Otherwise: to the one nearest to
  /// the goal.
  void CellPath(std::vector<uint32_t>& path) const;
  /// After Found: the points of that path, from start to goal, as the search knows them.
  void BendPath(std::vector<Vec3>& points) const;

  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  enum class Mark : uint8_t { Unmet, Open, Closed };
  struct Node {
    Vec3 at, bend;       ///< Where the cost cell is entered, and the last bend before that.
    double to_bend = 0;  ///< Cost from the start to that bend.
    double expected = 0;
    uint32_t parent = kNoCell;
    Mark mark = Mark::Unmet;
  };
  /// A cell whose volume is not reached yet, or not entirely.
  struct Candidate {
    VoxelBox volume;
    uint32_t cell;
  };
  /// Some candidates of a block, or some groups, and the box around their volumes.
  struct Group {
    VoxelBox volumes;
    uint32_t first, end;
  };
  struct Entry {
    double key;
    uint32_t cost_cell;
    bool operator<(const Entry& other) const { return key < other.key; }
  };

  double CostOf(Vec3 from, Vec3 to, double factor) const;
  void Expand(uint32_t cost_cell);
  bool GoOnThroughVolumes();
  bool IsNearForbidden(uint32_t cost_cell) const;
  void ListBlocks();
  void ExpandThroughVolumes(uint32_t cost_cell);
  void Reach(uint32_t from, uint32_t to, const Portal& contact);
  void Push(double key, uint32_t cost_cell);

  CostCells* cost_cells_ = nullptr;
  const CostBoxes* costs_ = nullptr;
  Vec3 start_, goal_;
  bool backward_ = false;
  double most_ = 0;
  std::vector<Node> nodes_;  ///< By cost cell.
  OpenList<Entry> open_;
  double cheapest_ = 0;           ///< Cost of the cheapest path to the goal so far …
  uint32_t goal_from_ = kNoCell;  ///< … and its last cost cell.
  uint32_t last_ = kNoCell;
  bool is_through_volumes_ = false;
  std::vector<uint32_t> sources_;  ///< Closed cost cells from which the search goes on through volumes.
  size_t next_source_ = 0;
  std::vector<Candidate> candidates_;
  std::vector<Group> groups_;  ///< Of candidates.
  std::vector<Group> blocks_;  ///< Of groups.
  std::vector<const BlockEntry*> entries_;
  int64_t tests_left_ = 0;  ///< Volumes that may still be tested.
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
