// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes the shared, immutable tables that queries read from a level that changes.

#include <navnet/internal/runtime/level/level_parts.h>

#include "live_components.h"
#include "live_level.h"
#include "work_slice.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace navnet {

/// Keeps a level's tables up to date: after each update of the level, only blocks that changed get new tables.
class LevelPublisher {
 public:
  LevelPublisher(const LiveLevel& level, Keep keep);

  /// Begins to publish. Requires: an update of the level was completed.
  void Begin();
  /// Continues publishing. Returns true when the tables match the level.
  bool Step(const WorkSlice& slice);

  /// The tables; the next publication replaces them, so copy them to keep them. Requires: publishing is complete.
  const LevelParts& parts() const { return parts_; }
  /// Cells that became part of the level, or ceased to be, although their voxels did not change: thin cells, and parts
  /// of free space that `keep` now includes or excludes.
  const std::vector<VoxelBox>& appeared() const { return appeared_; }
  const std::vector<VoxelBox>& disappeared() const { return disappeared_; }

 private:
  struct Published {
    IdRange ids;
    CellMarks is_kept;                        ///< By cell: whether it is part of the level.
    std::vector<VoxelBox> left_out;           ///< The cells that are not part of it.
    std::shared_ptr<const LevelBlock> block;  ///< Null when the block has no table, such as a block without cells.
  };
  struct Job {
    const LiveBlock* block = nullptr;
    Published* published = nullptr;
    bool has_new_doors = false, has_new_bins = false;
    std::shared_ptr<const LevelBlock> made;
    std::vector<CellRecord> records;  ///< Of the cells of `made`.
  };
  struct Neighbour {
    uint32_t own;  ///< Index of this block's cell within the block.
    uint32_t cell;
    const LiveBlock* block;  ///< The neighbour's block …
    uint32_t in_block;       ///< … and the neighbour's index in it.
  };

  /// Numbers of cells are handed out in multiples of this; a larger one leaves more of them unused.
  static constexpr uint32_t kIdUnit = 8;

  void List();
  void NoteLeftOut(const LevelChange& change);
  bool IsKept(const LiveBlock& block, uint32_t cell) const;
  void Make(Job& job) const;
  std::shared_ptr<const std::vector<ContactBatch>> MakeContacts(const LiveBlock& block, const Published& published,
                                                                std::vector<CellRecord>& records) const;

  const LiveLevel& level_;
  Keep keep_;
  LiveComponents components_;
  LevelParts parts_;
  RangeAllocator ids_{kIdUnit};
  std::unordered_map<BlockKey, Published> published_;
  std::vector<Job> jobs_;
  size_t next_ = 0;
  bool is_listed_ = false;
  std::vector<VoxelBox> appeared_, disappeared_;
};

}  // namespace navnet
