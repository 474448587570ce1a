// Voxels that the cells leave out are free as long as a NavVolume holds them. Volumes change where no voxel does: here
// is found which of these voxels may have lost theirs.

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

// The volumes that no longer are, of all that were made anew or belonged to blocks that went. Empty boxes are those of
// cells that are left out.
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

// A box for each block around its cells that are left out, if a volume that was lost met them and no volume of their
// own block holds them whole: one of another block still may, so the boxes can be larger than need be.
void LiveLevel::NoteUnheld() {
  if (min_cell_ == 1 || change_.is_first) return;
  // By cubes of some blocks, so that edits far apart do not make everything between them be looked at.
  constexpr int kCubeBits = 9;
  std::map<VoxelCoord, std::vector<VoxelBox>> groups;
  for (const VoxelBox& volume : LostVolumes()) {
    groups[{volume.lo.x >> kCubeBits, volume.lo.y >> kCubeBits, volume.lo.z >> kCubeBits}].push_back(volume);
  }
  for (const auto& [cube, lost] : groups) {
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
