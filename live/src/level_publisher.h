#pragma once
// From a level that changes to the shared, immutable tables that queries read.

#include <navnet/internal/runtime/level/level_parts.h>

#include "live_components.h"
#include "live_level.h"
#include "work_slice.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Keeps a level's tables up to date: after each update of the level, only blocks in which something changed get new
/// ones.
class LevelPublisher {
 public:
  LevelPublisher(const LiveLevel& level, Keep keep);

  /// Begins after an update of the level is done.
  void Begin();
  /// Goes on. True when the tables are those of the level as it is now.
  bool Step(const WorkSlice& slice);

  /// The tables. Requires: no Step is under way. Copy them to keep them.
  const LevelParts& parts() const { return parts_; }
  /// Cells that the level did not have and has now, or no longer has, though their voxels did not change: thin ones,
  /// and pieces of free space that are kept no more.
  const std::vector<VoxelBox>& appeared() const { return appeared_; }
  const std::vector<VoxelBox>& disappeared() const { return disappeared_; }

 private:
  struct Published {
    IdRange ids;
    CellMarks is_kept;                        ///< By cell: part of the level.
    std::vector<VoxelBox> left_out;           ///< The cells that are not.
    std::shared_ptr<const LevelBlock> block;  ///< Null while there is no table of it, such as of a block without cells.
  };
  struct Job {
    const LiveBlock* block = nullptr;
    Published* published = nullptr;
    bool has_new_doors = false, has_new_bins = false;
    std::shared_ptr<const LevelBlock> made;
  };
  struct Neighbour {
    uint32_t own;  ///< Number of the own cell in the block.
    uint32_t cell;
    const LiveBlock* block;  ///< Of the neighbour …
    uint32_t in_block;       ///< … and its number there.
  };

  void List();
  void NoteLeftOut(const LevelChange& change);
  bool IsKept(const LiveBlock& block, uint32_t cell) const;
  void Make(Job& job) const;
  std::shared_ptr<const std::vector<Doors>> MakeDoors(const LiveBlock& block, const Published& published,
                                                      std::vector<CellRecord>& records) const;

  const LiveLevel& level_;
  Keep keep_;
  LiveComponents components_;
  LevelParts parts_;
  RangeAllocator ids_{LevelParts::kPage};
  std::unordered_map<BlockKey, Published> published_;
  std::vector<Job> jobs_;
  size_t next_ = 0;
  bool is_listed_ = false;
  std::vector<VoxelBox> appeared_, disappeared_;
};

}  // namespace navnet
