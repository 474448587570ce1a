// SPDX-License-Identifier: Apache-2.0
#pragma once
// One clearance level of a changing world. An update recomputes only what depends on the change; the result equals a
// bake from scratch.
//
// A changed voxel affects: the cells of its block; the cover, where the block becomes or ceases to be entirely free;
// the contacts of these cells; the choice of thin cells that are left out, in adjacent blocks too; NavVolumes that
// contain a voxel that is now blocked, or touch one that is now free; and the connected parts.

#include <navnet/bake.h>
#include <navnet/internal/bake/cells/leaf_grid.h>

#include "live_blocks.h"
#include "range_allocator.h"
#include "work_slice.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// Reads the current mask of a block: a set bit is a blocked voxel or one outside the bounds. Called from many threads
/// at once.
using BlockReader = std::function<void(VoxelCoord block, BlockMask& mask)>;

/// A part and its group: the parts it is connected with through the changed blocks and their neighbours alone.
struct PartGroup {
  uint32_t part = 0, group = 0;
};

/// What an update changed in a level.
struct LevelChange {
  std::vector<VoxelBox> blocked, freed;  ///< Bounding boxes of the changed voxels, at most one of each per block.
  /// Bounding boxes, at most one per block, of left-out cells that were covered by a NavVolume and may no longer be.
  std::vector<VoxelBox> unheld;
  std::vector<BlockKey> removed;     ///< Cubes that are no longer part of the cover.
  std::vector<LiveBlock*> cut;       ///< Blocks with new cells.
  std::vector<LiveBlock*> regrown;   ///< Other blocks in which a NavVolume or the choice of left-out cells changed.
  std::vector<LiveBlock*> relinked;  ///< Blocks without new cells whose contacts may have changed.

  bool is_first = false;  ///< The level's first update: everything is new.

  /// Parts of the unchanged blocks adjacent to the change, grouped before and after the update, in the same order.
  std::vector<PartGroup> groups_before, groups_after;
  std::vector<PartGroup> new_parts;     ///< Parts of the blocks with new cells; groups as in `groups_after`.
  std::vector<uint32_t> removed_parts;  ///< Ids of removed parts; new parts may reuse them.
};

class LiveLevel {
 public:
  /// A level without blocks; the first update adds them.
  LiveLevel(double radius_m, const VoxelBox& bounds, int min_cell);

  double radius_m() const { return radius_m_; }
  int min_cell() const { return min_cell_; }
  const LiveBlocks& blocks() const { return blocks_; }

  /// Begins an update: `dirty` are the blocks (in block coordinates, each once, meeting the bounds) that may have
  /// changed; for the first update, all that contain a blocked voxel. Requires: no update is in progress.
  void Begin(std::vector<VoxelCoord> dirty, BlockReader read);
  /// Continues the update. Returns true when it is complete; the level must not be read before.
  bool Step(const WorkSlice& slice);
  /// What the last completed update changed.
  const LevelChange& change() const { return change_; }

  /// One more than the largest part id ever used.
  uint32_t part_limit() const { return part_ids_.limit(); }

 private:
  enum class Stage : uint8_t { Idle, Cut, Install, Inside, Faces, Thin, Grow, Done };

  /// A dirty block, read and partitioned again.
  struct Recut {
    VoxelCoord block;
    bool same = false;   ///< Unchanged: nothing to do.
    bool mixed = false;  ///< Has a blocked voxel inside the bounds.
    PackedBlock packed;
    uint64_t hash = 0;
    std::vector<VoxelBox> cells;
    VoxelBox blocked, freed;
  };
  struct FaceJob {
    LiveBlock *low, *high;
    int axis;
    LiveFace face;
  };

  /// The result of growing the NavVolumes of a block again.
  struct Regrown {
    bool changed = false;
    std::vector<VoxelBox> lost;  ///< Previous volumes that were replaced or removed.
  };

  void Look(Recut& recut) const;
  void Install();
  void InstallCube(const BlockCube& cube);
  void FindInside(LiveBlock& block) const;
  void ListFaces();
  static void FindFace(FaceJob& job);
  void InstallFaces();
  void MarkThinCells(int threads);
  bool HasThin(const LiveBlock& block) const;
  bool TouchesOthersNow(const LiveBlock& block) const;
  void ListGrowing();
  void Grow(LiveBlock& block, Regrown& grown);
  bool IsAffected(const VoxelBox& volume) const;
  std::vector<VoxelBox> LostVolumes();
  void NoteUnheld();
  void ListRelinked();
  static std::vector<PartGroup> GroupParts(std::span<LiveBlock* const> shell, std::span<LiveBlock* const> inner,
                                           std::vector<PartGroup>* of_inner);
  bool IsNew(const LiveBlock& block) const { return block.update == update_; }

  double radius_m_;
  int min_cell_;
  BlockTree tree_;
  LeafGrid leaves_;
  LiveBlocks blocks_;
  RangeAllocator part_ids_{1};
  uint64_t update_ = 0;

  // The update in progress.
  Stage stage_ = Stage::Idle;
  size_t next_ = 0;
  BlockReader read_;
  std::vector<Recut> recuts_;
  std::unordered_map<BlockKey, const Recut*> recut_of_;
  std::vector<std::unique_ptr<LiveBlock>> old_;  ///< Blocks that were replaced.
  std::unordered_map<BlockKey, const LiveBlock*> old_of_;
  std::vector<FaceJob> face_jobs_;
  std::vector<LiveBlock*> shell_;     ///< Blocks adjacent to replaced ones.
  std::vector<LiveBlock*> restyled_;  ///< Blocks without new cells whose choice of left-out cells changed.
  std::vector<LiveBlock*> growing_;
  std::vector<Regrown> grown_;  ///< By block of `growing_`.
  std::vector<VoxelBox> changed_boxes_;
  std::unordered_map<BlockKey, size_t> changed_box_of_;  ///< By 64³ block.
  LevelChange change_;
};

}  // namespace navnet
