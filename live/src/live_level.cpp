// SPDX-License-Identifier: Apache-2.0
#include "live_level.h"

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>
#include <navnet/internal/bake/cells/partition.h>
#include <navnet/internal/core/block_box.h>
#include <navnet/internal/core/union_find.h>

#include <xxhash.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace navnet {
namespace {

// BoxOfBits in grid coordinates.
template <class BitsOf>
VoxelBox BoxAround(VoxelCoord block, const VoxelBox& part, const BitsOf& bits_of) {
  const VoxelBox box = BoxOfBits(part, bits_of);
  if (box.IsEmpty()) return {};
  return {BlockOrigin(block) + box.lo, BlockOrigin(block) + box.hi};
}

}  // namespace

LiveLevel::LiveLevel(double radius_m, const VoxelBox& bounds, int min_cell)
    : radius_m_(radius_m), min_cell_(min_cell), tree_(bounds, {}), leaves_(bounds), blocks_(bounds) {}

void LiveLevel::Begin(std::vector<VoxelCoord> dirty, BlockReader read) {
  ++update_;
  change_ = {};
  read_ = std::move(read);
  if (blocks_.size() == 0) {
    // Blocks that the bounds cut through need a partition as well, even if all their voxels inside are free.
    for (const BlockCube& cube : tree_.Cover()) {
      if (!cube.whole) dirty.push_back(BlockOf(cube.origin));
    }
    std::ranges::sort(dirty);
    dirty.erase(std::unique(dirty.begin(), dirty.end()), dirty.end());
  }
  recuts_.clear();
  recuts_.resize(dirty.size());
  for (size_t i = 0; i < dirty.size(); ++i) recuts_[i].block = dirty[i];
  stage_ = Stage::Cut;
  next_ = 0;
}

bool LiveLevel::Step(const WorkSlice& slice) {
  const auto go_on = [&](Stage to) {
    stage_ = to;
    next_ = 0;
  };
  while (stage_ != Stage::Done && stage_ != Stage::Idle) {
    switch (stage_) {
      case Stage::Cut:
        if (!slice.Run(recuts_.size(), next_, [&](size_t i) { Look(recuts_[i]); })) return false;
        go_on(Stage::Install);
        break;
      case Stage::Install:
        Install();
        go_on(Stage::Inside);
        break;
      case Stage::Inside:
        if (!slice.Run(change_.cut.size(), next_, [&](size_t i) { FindInside(*change_.cut[i]); })) return false;
        for (LiveBlock* block : change_.cut) block->parts = part_ids_.Take(block->part_count);
        ListFaces();
        go_on(Stage::Faces);
        break;
      case Stage::Faces:
        if (!slice.Run(face_jobs_.size(), next_, [&](size_t i) { FindFace(face_jobs_[i]); })) return false;
        InstallFaces();
        go_on(Stage::Thin);
        break;
      case Stage::Thin:
        if (min_cell_ > 1) MarkThinCells(slice.deadline ? 1 : slice.threads);
        ListGrowing();
        go_on(Stage::Grow);
        break;
      case Stage::Grow: {
        const auto grow = [&](size_t i) { Grow(*growing_[i], grown_[i]); };
        if (!slice.Run(growing_.size(), next_, grow)) return false;
        NoteUnheld();
        ListRelinked();
        go_on(Stage::Done);
        break;
      }
      case Stage::Done:
      case Stage::Idle: break;
    }
    if (stage_ != Stage::Done && slice.IsOver()) return false;
  }
  read_ = nullptr;
  old_.clear();
  old_of_.clear();
  return true;
}

void LiveLevel::Look(Recut& recut) const {
  const bool first = blocks_.size() == 0;
  const VoxelBox part = BlockPartInside(recut.block, blocks_.bounds());
  BlockMask now, before;
  read_(recut.block, now);
  leaves_.Read(recut.block, before);
  if (!first) {
    // Voxels outside the bounds are blocked in both masks.
    recut.blocked = BoxAround(recut.block, part, [&](size_t row) { return now[row] & ~before[row]; });
    recut.freed = BoxAround(recut.block, part, [&](size_t row) { return before[row] & ~now[row]; });
    recut.same = recut.blocked.IsEmpty() && recut.freed.IsEmpty();
    if (recut.same) return;
  }
  recut.mixed = !BoxAround(recut.block, part, [&](size_t row) { return now[row]; }).IsEmpty();
  constexpr VoxelBox kWhole{{0, 0, 0}, {kBlockSize, kBlockSize, kBlockSize}};
  if (!recut.mixed && part == kWhole) return;
  recut.packed = PackBlock(now);
  recut.hash = XXH3_64bits(now.data(), sizeof now);
  std::vector<LocalBox> cells;
  PartitionBlock(now, cells);
  const VoxelCoord origin = BlockOrigin(recut.block);
  recut.cells.reserve(cells.size());
  for (const LocalBox& cell : cells) {
    recut.cells.push_back({origin + VoxelCoord{cell.lo[0], cell.lo[1], cell.lo[2]},
                           origin + VoxelCoord{cell.hi[0], cell.hi[1], cell.hi[2]}});
  }
}

// Stores the new masks and replaces the blocks that changed.
void LiveLevel::Install() {
  const bool first = blocks_.size() == 0;
  recut_of_.clear();
  changed_boxes_.clear();
  changed_box_of_.clear();
  std::vector<BlockCube> roots;
  for (Recut& recut : recuts_) {
    if (recut.same) continue;
    const BlockKey key = blocks_.KeyOf(BlockOrigin(recut.block), kBlockSize);
    recut_of_[key] = &recut;
    if (!recut.blocked.IsEmpty()) change_.blocked.push_back(recut.blocked);
    if (!recut.freed.IsEmpty()) change_.freed.push_back(recut.freed);
    changed_box_of_[key] = changed_boxes_.size();
    changed_boxes_.push_back(recut.blocked.IsEmpty() ? recut.freed
                             : recut.freed.IsEmpty() ? recut.blocked
                                                     : Around(recut.blocked, recut.freed));
    leaves_.Set(recut.block, std::move(recut.packed));
    tree_.SetMixed(recut.block, recut.mixed);
  }
  shell_.clear();
  change_.is_first = first;
  if (first) {
    for (const BlockCube& cube : tree_.Cover()) InstallCube(cube);
    return;
  }
  // The cover is recomputed inside the larger of the old and the new cube that contains a changed block.
  for (const Recut& recut : recuts_) {
    if (recut.same) continue;
    VoxelCoord voxel = BlockOrigin(recut.block);
    for (int a = 0; a < 3; ++a) voxel[a] = std::max(voxel[a], blocks_.bounds().lo[a]);
    const BlockCube then = blocks_.At(voxel)->cube, now = tree_.CubeOf(recut.block);
    roots.push_back(then.size > now.size ? then : now);
  }
  std::ranges::sort(roots, [](const BlockCube& a, const BlockCube& b) {
    return std::tuple(-a.size, a.origin) < std::tuple(-b.size, b.origin);
  });
  std::vector<BlockCube> outer;
  std::unordered_map<BlockKey, bool> is_outer;
  for (const BlockCube& root : roots) {
    bool inside = false;
    for (int32_t size = root.size; size <= kLargestBlock && !inside; size *= 2) {
      inside =
          is_outer.contains(blocks_.KeyOf({root.origin.x & -size, root.origin.y & -size, root.origin.z & -size}, size));
    }
    if (inside) continue;
    is_outer[blocks_.KeyOf(root.origin, root.size)] = true;
    outer.push_back(root);
  }
  std::unordered_map<const LiveBlock*, bool> is_replaced;
  std::vector<LiveBlock*> replaced;
  for (const BlockCube& root : outer) {
    blocks_.EachIn(BoxOf(root), [&](LiveBlock& block) {
      replaced.push_back(&block);
      is_replaced[&block] = true;
    });
  }
  for (const BlockCube& root : outer) {
    blocks_.EachIn(Grown(BoxOf(root), 1), [&](LiveBlock& block) {
      if (is_replaced.emplace(&block, false).second) shell_.push_back(&block);
    });
  }
  change_.groups_before = GroupParts(shell_, replaced, nullptr);
  for (LiveBlock* block : replaced) {
    for (uint32_t i = 0; i < block->part_count; ++i) change_.removed_parts.push_back(block->parts.first + i);
    old_.push_back(blocks_.Remove(block->key));
    old_of_[block->key] = block;
    part_ids_.Give(block->parts);
  }
  for (const BlockCube& root : outer) {
    std::vector<BlockCube> cubes;
    tree_.CoverCube(root.origin, root.size, cubes);
    for (const BlockCube& cube : cubes) InstallCube(cube);
  }
  for (const auto& block : old_) {
    if (!blocks_.Find(block->key)) change_.removed.push_back(block->key);
  }
}

void LiveLevel::InstallCube(const BlockCube& cube) {
  LiveBlock& block = blocks_.Add(cube);
  block.update = update_;
  if (cube.whole) {
    block.cells.push_back(BoxOf(cube));
  } else {
    // A cube that is not whole is a changed block, so it was partitioned: all unchanged blocks of a replaced cube are
    // entirely free.
    const Recut& recut = *recut_of_.at(block.key);
    block.hash = recut.hash;
    block.cells = recut.cells;
  }
  block.left_out.assign(block.cells.size(), 0);
  block.volumes.assign(block.cells.size(), {});
  change_.cut.push_back(&block);
  // Cells equal to previous ones keep their volumes for now; Grow replaces those that the change affects.
  const auto old = old_of_.find(block.key);
  if (old == old_of_.end()) return;
  std::unordered_map<uint64_t, size_t> at;
  const auto corner = [&](const VoxelBox& cell) {
    const VoxelCoord d = cell.lo - cube.origin;
    return (uint64_t(d.x) << 40) ^ (uint64_t(d.y) << 20) ^ uint64_t(d.z);
  };
  for (size_t i = 0; i < old->second->cells.size(); ++i) at[corner(old->second->cells[i])] = i;
  for (size_t i = 0; i < block.cells.size(); ++i) {
    const auto found = at.find(corner(block.cells[i]));
    if (found != at.end() && old->second->cells[found->second] == block.cells[i]) {
      block.volumes[i] = old->second->volumes[found->second];
    }
  }
}

void LiveLevel::FindInside(LiveBlock& block) const {
  const NetBlock own{block.cube.origin, block.cube.size, 0, uint32_t(block.cells.size())};
  PairsInside(block.cells, own, block.inside);
  UnionFind sets(block.cells.size());
  for (const auto& [a, b] : block.inside) sets.Join(a, b);
  block.part_of.resize(block.cells.size());
  for (uint32_t cell = 0; cell < block.cells.size(); ++cell) {
    const size_t root = sets.Find(cell);
    block.part_of[cell] = root == cell ? block.part_count++ : block.part_of[root];
  }
  block.part_voxels.assign(block.part_count, 0);
  block.part_at_border.assign(block.part_count, 0);
  const VoxelBox& bounds = blocks_.bounds();
  for (size_t cell = 0; cell < block.cells.size(); ++cell) {
    const VoxelBox& box = block.cells[cell];
    block.part_voxels[block.part_of[cell]] += box.Volume();
    for (int a = 0; a < 3; ++a) {
      if (box.lo[a] == bounds.lo[a] || box.hi[a] == bounds.hi[a]) block.part_at_border[block.part_of[cell]] = 1;
    }
  }
}

}  // namespace navnet
