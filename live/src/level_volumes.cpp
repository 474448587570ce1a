// SPDX-License-Identifier: Apache-2.0
// Grows the NavVolumes of new cells and of cells whose volume a change affects.

#include <navnet/core/block.h>
#include <navnet/internal/bake/cells/volumes.h>

#include "live_level.h"

#include <algorithm>

namespace navnet {

bool LiveLevel::IsAffected(const VoxelBox& volume) const {
  const VoxelBox around = Grown(volume, 1);
  constexpr size_t kFew = 32;
  if (changed_boxes_.size() <= kFew) {
    return std::ranges::any_of(changed_boxes_, [&](const VoxelBox& box) { return Meet(box, around); });
  }
  const VoxelCoord lo = BlockOf(around.lo), hi = BlockOf(around.hi - VoxelCoord{1, 1, 1});
  const int64_t blocks = int64_t{hi.x - lo.x + 1} * (hi.y - lo.y + 1) * (hi.z - lo.z + 1);
  if (blocks > int64_t(changed_boxes_.size())) {
    return std::ranges::any_of(changed_boxes_, [&](const VoxelBox& box) { return Meet(box, around); });
  }
  bool affected = false;
  EachBlockIn(Intersection(around, blocks_.bounds()), [&](VoxelCoord at) {
    if (affected) return;
    const auto found = changed_box_of_.find(blocks_.KeyOf(BlockOrigin(at), kBlockSize));
    affected = found != changed_box_of_.end() && Meet(changed_boxes_[found->second], around);
  });
  return affected;
}

void LiveLevel::ListGrowing() {
  growing_ = change_.cut;
  std::unordered_map<BlockKey, bool> listed;
  for (const LiveBlock* block : growing_) listed[block->key] = true;
  for (LiveBlock* block : restyled_) {
    if (listed.emplace(block->key, true).second) growing_.push_back(block);
  }
  const bool first = old_.empty();
  for (size_t i = 0; i < changed_boxes_.size() && !first; ++i) {
    // A volume extends up to kVolumeReach beyond its cell's block, and depends on voxels one step farther.
    blocks_.EachIn(Grown(changed_boxes_[i], kVolumeReach + 1), [&](LiveBlock& block) {
      if (!listed.emplace(block.key, true).second) return;
      for (size_t cell = 0; cell < block.cells.size(); ++cell) {
        if (block.left_out[cell] || !IsAffected(block.volumes[cell])) continue;
        growing_.push_back(&block);
        return;
      }
    });
  }
  grown_.assign(growing_.size(), {});
}

void LiveLevel::Grow(LiveBlock& block, Regrown& grown) {
  const auto replace = [&](VoxelBox& volume, const VoxelBox& by) {
    if (by == volume) return;
    grown.changed = true;
    if (min_cell_ > 1 && !volume.IsEmpty()) grown.lost.push_back(volume);
    volume = by;
  };
  for (size_t i = 0; i < block.cells.size(); ++i) {
    VoxelBox& volume = block.volumes[i];
    if (block.left_out[i]) {
      replace(volume, {});
    } else if (volume.IsEmpty() || IsAffected(volume)) {
      replace(volume, GrowVolume(leaves_, ReachOf(block.cells[i], blocks_.bounds()), block.cells[i]));
    }
  }
}

void LiveLevel::ListRelinked() {
  for (size_t i = change_.cut.size(); i < growing_.size(); ++i) {
    if (grown_[i].changed) change_.regrown.push_back(growing_[i]);
  }
  std::unordered_map<BlockKey, bool> listed;
  for (const LiveBlock* block : change_.cut) listed[block->key] = true;
  const auto list = [&](LiveBlock& block) {
    if (listed.emplace(block.key, true).second) change_.relinked.push_back(&block);
  };
  std::vector<LiveBlock*> sources = change_.cut;
  sources.insert(sources.end(), restyled_.begin(), restyled_.end());
  for (LiveBlock* block : sources) {
    list(*block);
    for (int axis = 0; axis < 3; ++axis) {
      for (const bool high : {false, true}) blocks_.EachBehind(*block, axis, high, list);
    }
  }
  restyled_.clear();
}

}  // namespace navnet
