// SPDX-License-Identifier: Apache-2.0
#pragma once
// Anchored A* over the cells of a level: each cell is entered at the point of its contact nearest to the straight line
// to the goal, and path lengths are measured from the last bend, not from contact to contact.

#include <navnet/internal/runtime/level/level_index.h>

#include "query/bucket_queue.h"
#include "query/search_state.h"

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
  void CellPath(std::vector<uint32_t>& cells) const { CellPath({last_, kNoCell}, cells); }

  /// After Found: the bends of that path, from start to goal, as the search knows them: an approximation of the taut
  /// path that may leave the cells in places.
  void BendPath(std::vector<Vec3>& points) const;

  /// A way into a volume that contains the goal.
  struct Entry {
    uint32_t node, cell;  ///< The node before it, and the cell of that volume.
  };
  /// Appends the ways into volumes that contain the goal, from every cell reached so far. A cell is expanded once, as
  /// entered by the path that looks shortest; these include the others. Left out are those by which a path must be
  /// at least as long as `longest`. Time linear in the number of nodes.
  void EntriesToGoal(double longest, std::vector<Entry>& entries) const;
  /// The cells from the start to that of an entry.
  void CellPath(const Entry& entry, std::vector<uint32_t>& cells) const;

  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return int64_t(node_count_); }

 private:
  /// What is tested for every neighbour: small, so that it stays in the cache. 0 until a path reaches the cell, then
  /// MarkOf(f) of its newest node, f being the path length so far plus the straight distance to the goal; kClosed once
  /// the cell is expanded. A smaller mark means a shorter path.
  using Mark = int32_t;
  /// A cell as entered by one path. Nodes are only appended: one that was replaced by a shorter path, or whose cell is
  /// closed, is recognised by its cell's mark. Coordinates are relative to `base_`.
  struct alignas(64) Node {
    float x, y, z;      ///< Where the cell is entered.
    float way_to_bend;  ///< Path length from the start to the last bend before that.
    float bend_x, bend_y, bend_z;
    float way, rest;  ///< Path length to the entry, and the straight distance from there to the goal.
    uint32_t cell;
    uint32_t parent;  ///< Index of the node it was reached from, or kNoNode.
    const CellRecord* record;
  };
  static_assert(sizeof(Node) == 64);
  /// A rectangle that paths to a cell must cross.
  struct Gate {
    float lo[3], hi[3];
    int axis = 0;  ///< Its normal.
  };
  struct Free {
    void operator()(void* p) const { std::free(p); }  // NOLINT: from calloc, whose pages cost nothing unused
  };
  static constexpr uint32_t kNoNode = 0xFFFFFFFF;

  void ReserveNodes(size_t count);
  Node& NewNode(uint32_t cell, float f, float key);
  bool IsOpen(const Node& node) const;
  bool HoldsGoal(const VoxelBox& box) const;
  void SetWeight(float weight);
  void Expand(uint32_t number);
  static void Prefetch(const Node& node);
  Gate LastGate(const Node& node) const;

  const LevelIndex* index_ = nullptr;
  VoxelCoord base_;  ///< The start's voxel: floats are relative to it.
  float goal_[3] = {0, 0, 0};
  float longest_ = 0;
  float rest_weight_ = 0;
  Vec3 start_voxels_, goal_voxels_;
  VoxelCoord goal_floor_, goal_ceil_;
  std::unique_ptr<Mark[], Free> marks_;
  size_t mark_count_ = 0;
  std::vector<Node> nodes_;  ///< Of which the first `node_count_` are in use.
  size_t node_count_ = 0;
  std::vector<uint32_t> cells_;  ///< The cell of each node: those whose marks the next search clears.
  BucketQueue open_;             ///< Of nodes.
  uint32_t last_ = kNoNode;      ///< The node found, or the one nearest to the goal so far.
  float nearest_ = 0;
  int64_t expanded_ = 0;
};

}  // namespace navnet
