// SPDX-License-Identifier: Apache-2.0
#pragma once
// Anchored A* over the cells of several clearance levels at once, by cost. A cell leads to the cells of its own level
// that it has a contact with, and to those of the next levels above and below that it overlaps. Lengths are measured
// from the last bend, as in flight_search.h.

#include "flight/clearance/clearance_levels.h"
#include "query/open_list.h"
#include "query/search_state.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace navnet {

/// A search; its memory is reused by the next one. Coordinates and costs are in voxels.
class ClearanceSearch {
 public:
  /// Begins at a point in the given cells of the first level. Paths whose estimated cost exceeds `most` are pruned.
  /// `levels` must outlive the search.
  void Begin(const ClearanceLevels& levels, Vec3 start, Vec3 goal, const TouchingCells& start_cells,
             double most = std::numeric_limits<double>::infinity());

  /// Expands up to `expansions` cells.
  SearchState Run(int64_t expansions);

  /// After Found: numbers of the cells from the start to one whose volume contains the goal. Otherwise: to the one of
  /// the first level nearest to the goal.
  void CellPath(std::vector<uint32_t>& numbers) const;
  /// After Found: the points of that path, from start to goal, as the search knows them.
  void BendPath(std::vector<Vec3>& points) const;

  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  struct Node {
    Vec3 at, bend;       ///< Where the cell is entered, and the last bend before that.
    double to_bend = 0;  ///< Cost from the start to that bend.
    double expected = 0;
    uint32_t number = 0;
    uint32_t parent = kNone;  ///< A node.
    bool is_closed = false;
  };
  struct Entry {
    double key;
    uint32_t node;
    bool operator<(const Entry& other) const { return key != other.key ? key < other.key : node < other.node; }
  };
  /// Where the nodes of a level's cells are.
  struct InCell {
    uint32_t search = 0, node = 0;
  };

  void Expand(uint32_t node);
  void ExpandInto(uint32_t node, uint32_t place);
  void Reach(uint32_t from, uint32_t number, const Portal& contact);
  void Open(const Node& node, double rest);

  const ClearanceLevels* levels_ = nullptr;
  Vec3 start_, goal_;
  double most_ = 0;
  std::vector<std::vector<InCell>> in_cells_;  ///< By place and cell.
  uint32_t search_ = 0;
  std::vector<Node> nodes_;
  std::vector<uint32_t> overlapped_;  ///< Scratch memory.
  OpenList<Entry> open_;
  double cheapest_ = 0;         ///< Cost of the cheapest path to the goal so far …
  uint32_t goal_from_ = kNone;  ///< … and its last node.
  uint32_t last_ = kNone;
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
