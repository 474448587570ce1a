// SPDX-License-Identifier: Apache-2.0
// Voxels of left-out cells are free as long as a NavVolume contains them. A NavVolume can change where no voxel does;
// this file finds the voxels that may no longer be in any.

#include "live_level.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace navnet {
namespace {

bool IsLess(const VoxelBox& a, const VoxelBox& b) { return std::tie(a.lo, a.hi) < std::tie(b.lo, b.hi); }

void SortUnique(std::vector<VoxelBox>& boxes) {
  std::ranges::sort(boxes, IsLess);
  boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
}

bool Contains(const VoxelBox& outer, const VoxelBox& inner) { return Intersection(outer, inner) == inner; }

}  // namespace

// The previous volumes that no longer exist, among those grown again and those of removed blocks. Skips the empty boxes
// of left-out cells.
std::vector<VoxelBox> LiveLevel::LostVolumes() {
  std::vector<VoxelBox> then, now, lost;
  for (const auto& block : old_) then.insert(then.end(), block->volumes.begin(), block->volumes.end());
  for (const Regrown& grown : grown_) then.insert(then.end(), grown.lost.begin(), grown.lost.end());
  for (const LiveBlock* block : growing_) now.insert(now.end(), block->volumes.begin(), block->volumes.end());
  std::erase_if(then, [](const VoxelBox& box) { return box.IsEmpty(); });
  SortUnique(then);
  SortUnique(now);
  std::ranges::set_difference(then, now, std::back_inserter(lost), IsLess);
  return lost;
}

// For each block, records the bounding box of the left-out cells that a lost volume intersected and that no volume of
// the same block contains. Conservative: a volume of another block may still contain them.
void LiveLevel::NoteUnheld() {
  if (min_cell_ == 1 || change_.is_first) return;
  // Groups lost volumes by cubes of 2^kCubeBits voxels, so that the space between distant edits is not examined.
  constexpr int kCubeBits = 9;
  std::map<VoxelCoord, std::vector<VoxelBox>> groups;
  for (const VoxelBox& volume : LostVolumes()) {
    groups[{volume.lo.x >> kCubeBits, volume.lo.y >> kCubeBits, volume.lo.z >> kCubeBits}].push_back(volume);
  }
  for (const auto& group : groups) {
    const std::vector<VoxelBox>& lost = group.second;
    VoxelBox around = lost.front();
    for (const VoxelBox& volume : lost) around = Around(around, volume);
    blocks_.EachIn(around, [&](LiveBlock& block) {
      VoxelBox unheld;
      for (size_t i = 0; i < block.cells.size(); ++i) {
        const VoxelBox& cell = block.cells[i];
        if (!block.left_out[i] || !Meet(cell, around)) continue;
        if (std::ranges::none_of(lost, [&](const VoxelBox& volume) { return Meet(volume, cell); })) continue;
        if (std::ranges::any_of(block.volumes, [&](const VoxelBox& v) { return Contains(v, cell); })) continue;
        unheld = unheld.IsEmpty() ? cell : Around(unheld, cell);
      }
      if (!unheld.IsEmpty()) change_.unheld.push_back(unheld);
    });
  }
}

}  // namespace navnet
