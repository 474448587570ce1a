#pragma once
// One clearance level that follows a changing world: of a change, only what depends on it is made anew, and what comes
// out is the same as a bake from scratch.
//
// What depends on a changed voxel: the cells of its block; the cover, where the block becomes wholly free or ceases to
// be; contacts of these cells; which thin cells are left out, in the blocks that touch them; NavVolumes that hold a
// voxel which is now blocked, or touch one which is now free; and the connected pieces.

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

/// Reads a block's mask as it is now: a set bit is a blocked voxel or one outside the bounds. Called from many threads.
using BlockReader = std::function<void(VoxelCoord block, BlockMask& mask)>;

/// A piece and the set of pieces around the change that it is connected with, without leaving the blocks there.
struct PieceGroup {
  uint32_t piece = 0, group = 0;
};

/// What an update changed in a level.
struct LevelChange {
  std::vector<VoxelBox> blocked, freed;  ///< Boxes around the voxels that changed, one each for a block at most.
  /// Boxes, one for a block at most, around voxels that cells leave out: a volume held them, and maybe none does now.
  std::vector<VoxelBox> unheld;
  std::vector<BlockKey> removed;     ///< Cubes that are no longer part of the cover.
  std::vector<LiveBlock*> cut;       ///< Blocks with new cells.
  std::vector<LiveBlock*> regrown;   ///< Others in which a NavVolume changed, or which thin cells are left out.
  std::vector<LiveBlock*> relinked;  ///< Of all but those with new cells, the ones whose contacts changed.

  bool is_first = false;  ///< Everything is new.

  /// Pieces of the blocks that touch the change and did not change themselves, before and after, in the same order.
  std::vector<PieceGroup> groups_before, groups_after;
  std::vector<PieceGroup> new_pieces;    ///< Of the blocks with new cells; groups as in `groups_after`.
  std::vector<uint32_t> removed_pieces;  ///< Their numbers, some of which may be those of new pieces.
};

class LiveLevel {
 public:
  /// Has no blocks until the first update.
  LiveLevel(double radius_m, const VoxelBox& bounds, int min_cell);

  double radius_m() const { return radius_m_; }
  int min_cell() const { return min_cell_; }
  const LiveBlocks& blocks() const { return blocks_; }

  /// Begins an update: `dirty` are the blocks (in block coordinates, each once, meeting the bounds) that may have
  /// changed; for the first one, all that hold a blocked voxel. Requires: none is under way.
  void Begin(std::vector<VoxelCoord> dirty, BlockReader read);
  /// Goes on with the update. True when it is done; the level must not be read before.
  bool Step(const WorkSlice& slice);
  /// Of the last update that was done.
  const LevelChange& change() const { return change_; }

  /// One more than the largest number of a piece of any block.
  uint32_t piece_limit() const { return piece_ids_.limit(); }

 private:
  enum class Stage : uint8_t { Idle, Cut, Install, Inside, Faces, Thin, Grow, Done };

  /// A dirty block, looked at anew.
  struct Recut {
    VoxelCoord block;
    bool same = false;   ///< As it was: nothing to do.
    bool mixed = false;  ///< Holds a blocked voxel inside the bounds.
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

  /// What growing the volumes of a block anew changed.
  struct Regrown {
    bool changed = false;
    std::vector<VoxelBox> lost;  ///< Volumes of before in whose place there is another, or none.
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
  static std::vector<PieceGroup> GroupPieces(std::span<LiveBlock* const> shell, std::span<LiveBlock* const> inner,
                                             std::vector<PieceGroup>* of_inner);
  bool IsNew(const LiveBlock& block) const { return block.update == update_; }

  double radius_m_;
  int min_cell_;
  BlockTree tree_;
  LeafGrid leaves_;
  LiveBlocks blocks_;
  RangeAllocator piece_ids_{1};
  uint64_t update_ = 0;

  // The update under way.
  Stage stage_ = Stage::Idle;
  size_t next_ = 0;
  BlockReader read_;
  std::vector<Recut> recuts_;
  std::unordered_map<BlockKey, const Recut*> recut_of_;
  std::vector<std::unique_ptr<LiveBlock>> old_;  ///< Blocks that were replaced.
  std::unordered_map<BlockKey, const LiveBlock*> old_of_;
  std::vector<FaceJob> face_jobs_;
  std::vector<LiveBlock*> shell_;     ///< Blocks that touch those replaced.
  std::vector<LiveBlock*> restyled_;  ///< Blocks without new cells, of which others are left out now.
  std::vector<LiveBlock*> growing_;
  std::vector<Regrown> grown_;  ///< By block of `growing_`.
  std::vector<VoxelBox> changed_boxes_;
  std::unordered_map<BlockKey, size_t> changed_box_of_;  ///< By 64³ block.
  LevelChange change_;
};

}  // namespace navnet
