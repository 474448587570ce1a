#include "live_level.h"

#include "bake/partition.h"
#include "bake/volumes.h"

#include <navnet/core/block.h>
#include <navnet/core/parallel.h>
#include <navnet/core/union_find.h>

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace navnet {
namespace {

// The smallest box, in the grid, around the bits that `bits_of(row)` names in the part of a block; empty if none.
template <class BitsOf>
VoxelBox BoxAround(VoxelCoord block, const VoxelBox& part, const BitsOf& bits_of) {
  const uint64_t inside = RowBits(part.lo.z, part.hi.z - 1);
  VoxelBox box{{kBlockSize, kBlockSize, kBlockSize}, {0, 0, 0}};
  uint64_t all = 0;
  for (int x = part.lo.x; x < part.hi.x; ++x) {
    for (int y = part.lo.y; y < part.hi.y; ++y) {
      const uint64_t bits = bits_of(size_t(BlockRow(x, y))) & inside;
      if (bits == 0) continue;
      all |= bits;
      box.lo.x = std::min(box.lo.x, x);
      box.hi.x = x + 1;
      box.lo.y = std::min(box.lo.y, y);
      box.hi.y = std::max(box.hi.y, y + 1);
    }
  }
  if (all == 0) return {};
  box.lo.z = std::countr_zero(all);
  box.hi.z = kBlockSize - std::countl_zero(all);
  return {BlockOrigin(block) + box.lo, BlockOrigin(block) + box.hi};
}

size_t PieceCount(std::span<LiveBlock* const> blocks) {
  size_t count = 0;
  for (const LiveBlock* block : blocks) count += block->piece_count;
  return count;
}

}  // namespace

LiveLevel::LiveLevel(double radius_m, const VoxelBox& bounds, int min_cell)
    : radius_m_(radius_m), min_cell_(min_cell), tree_(bounds, {}), leaves_(bounds), blocks_(bounds) {}

void LiveLevel::Begin(std::vector<VoxelCoord> dirty, BlockReader read) {
  ++update_;
  change_ = {};
  read_ = std::move(read);
  if (blocks_.size() == 0) {
    // The blocks at the border have to be cut as well, even where they are free.
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
        for (LiveBlock* block : change_.cut) block->pieces = piece_ids_.Take(block->piece_count);
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
        const auto grow = [&](size_t i) {
          bool changed = false;
          Grow(*growing_[i], changed);
          has_grown_[i] = changed;
        };
        if (!slice.Run(growing_.size(), next_, grow)) return false;
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
    // What lies outside the bounds is blocked, then and now.
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

// Takes the new masks over and puts new blocks in the place of those that changed.
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
    VoxelBox box = recut.blocked;
    if (!recut.blocked.IsEmpty()) change_.blocked.push_back(recut.blocked);
    if (!recut.freed.IsEmpty()) {
      change_.freed.push_back(recut.freed);
      for (int a = 0; a < 3; ++a) {
        box.lo[a] = recut.blocked.IsEmpty() ? recut.freed.lo[a] : std::min(box.lo[a], recut.freed.lo[a]);
        box.hi[a] = recut.blocked.IsEmpty() ? recut.freed.hi[a] : std::max(box.hi[a], recut.freed.hi[a]);
      }
    }
    changed_box_of_[key] = changed_boxes_.size();
    changed_boxes_.push_back(box);
    leaves_.Set(recut.block, std::move(recut.packed));
    tree_.SetMixed(recut.block, recut.mixed);
  }
  shell_.clear();
  change_.is_first = first;
  if (first) {
    for (const BlockCube& cube : tree_.Cover()) InstallCube(cube);
    return;
  }
  // The larger of the cubes that held a block then and that holds it now is covered anew.
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
  change_.groups_before = GroupPieces(shell_, replaced);
  change_.groups_before.resize(PieceCount(shell_));
  for (LiveBlock* block : replaced) {
    for (uint32_t i = 0; i < block->piece_count; ++i) change_.removed_pieces.push_back(block->pieces.first + i);
    old_.push_back(blocks_.Remove(block->key));
    old_of_[block->key] = block;
    piece_ids_.Give(block->pieces);
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
    // Only blocks that changed are cut: in what was free and whole, all others are free and whole still.
    const Recut& recut = *recut_of_.at(block.key);
    block.hash = recut.hash;
    block.cells = recut.cells;
  }
  block.left_out.assign(block.cells.size(), 0);
  block.volumes.assign(block.cells.size(), {});
  change_.cut.push_back(&block);
  // Cells that are the same again keep their volumes, unless the change reaches them.
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
  block.piece_of.resize(block.cells.size());
  for (uint32_t cell = 0; cell < block.cells.size(); ++cell) {
    const size_t root = sets.Find(cell);
    block.piece_of[cell] = root == cell ? block.piece_count++ : block.piece_of[root];
  }
  block.piece_voxels.assign(block.piece_count, 0);
  block.piece_at_border.assign(block.piece_count, 0);
  const VoxelBox& bounds = blocks_.bounds();
  for (size_t cell = 0; cell < block.cells.size(); ++cell) {
    const VoxelBox& box = block.cells[cell];
    block.piece_voxels[block.piece_of[cell]] += box.Volume();
    for (int a = 0; a < 3; ++a) {
      if (box.lo[a] == bounds.lo[a] || box.hi[a] == bounds.hi[a]) block.piece_at_border[block.piece_of[cell]] = 1;
    }
  }
}

void LiveLevel::ListFaces() {
  face_jobs_.clear();
  for (LiveBlock* block : change_.cut) {
    for (int axis = 0; axis < 3; ++axis) {
      blocks_.EachBehind(*block, axis, true, [&](LiveBlock& high) { face_jobs_.push_back({block, &high, axis, {}}); });
      blocks_.EachBehind(*block, axis, false, [&](LiveBlock& low) {
        if (IsNew(low)) return;  // Lists this face itself.
        std::erase_if(low.faces[size_t(axis)], [&](const LiveFace& face) {
          const LiveBlock* behind = blocks_.Find(face.behind);
          return !behind || IsNew(*behind);
        });
        face_jobs_.push_back({&low, block, axis, {}});
      });
    }
  }
}

void LiveLevel::FindFace(FaceJob& job) {
  const LiveBlock &low = *job.low, &high = *job.high;
  job.face.behind = high.key;
  job.face.block = job.high;
  std::vector<VoxelBox> cells;
  cells.reserve(low.cells.size() + high.cells.size());
  cells.insert(cells.end(), low.cells.begin(), low.cells.end());
  cells.insert(cells.end(), high.cells.begin(), high.cells.end());
  const uint32_t count = uint32_t(low.cells.size());
  const NetBlock a{low.cube.origin, low.cube.size, 0, count};
  const NetBlock b{high.cube.origin, high.cube.size, count, uint32_t(high.cells.size())};
  PairsAcross(cells, a, job.axis, b, job.face.pairs);
  for (auto& [own, other] : job.face.pairs) {
    other -= count;
    job.face.pieces.emplace_back(low.piece_of[own], high.piece_of[other]);
  }
  std::ranges::sort(job.face.pieces);
  job.face.pieces.erase(std::unique(job.face.pieces.begin(), job.face.pieces.end()), job.face.pieces.end());
}

void LiveLevel::InstallFaces() {
  for (FaceJob& job : face_jobs_) {
    if (job.face.pairs.empty()) continue;
    std::vector<LiveFace>& faces = job.low->faces[size_t(job.axis)];
    const auto before = [](const LiveFace& face, BlockKey key) { return face.behind < key; };
    faces.insert(std::lower_bound(faces.begin(), faces.end(), job.face.behind, before), std::move(job.face));
  }
  face_jobs_.clear();
  if (change_.is_first) return;
  change_.groups_after = GroupPieces(shell_, change_.cut);
  const auto first_new = change_.groups_after.begin() + std::ptrdiff_t(PieceCount(shell_));
  change_.new_pieces.assign(first_new, change_.groups_after.end());
  change_.groups_after.erase(first_new, change_.groups_after.end());
}

// Which pieces of some blocks are connected within these blocks: first those of the shell, then the inner ones.
std::vector<PieceGroup> LiveLevel::GroupPieces(std::span<LiveBlock* const> shell,
                                               std::span<LiveBlock* const> inner) const {
  std::vector<PieceGroup> out;
  std::unordered_map<const LiveBlock*, uint32_t> first_of;
  for (const auto& blocks : {shell, inner}) {
    for (const LiveBlock* block : blocks) {
      first_of[block] = uint32_t(out.size());
      for (uint32_t i = 0; i < block->piece_count; ++i) out.push_back({block->pieces.first + i, 0});
    }
  }
  UnionFind sets(out.size());
  for (const auto& [block, first] : first_of) {
    for (const auto& faces : block->faces) {
      for (const LiveFace& face : faces) {
        const auto other = first_of.find(face.block);
        if (other == first_of.end()) continue;
        for (const auto& [a, b] : face.pieces) sets.Join(first + a, other->second + b);
      }
    }
  }
  for (size_t i = 0; i < out.size(); ++i) out[i].group = uint32_t(sets.Find(i));
  return out;
}

bool LiveLevel::HasThin(const LiveBlock& block) const {
  return std::ranges::any_of(block.cells, [&](const VoxelBox& cell) { return IsThinCell(cell, min_cell_); });
}

// Whether a block without new cells is touched by others than before. If it is not, its thin cells stay as they are.
bool LiveLevel::TouchesOthersNow(const LiveBlock& block) const {
  const VoxelBox around = Grown(BoxOf(block.cube), 1);
  const auto order = [](const VoxelBox& a, const VoxelBox& b) { return std::tie(a.lo, a.hi) < std::tie(b.lo, b.hi); };
  std::vector<VoxelBox> then, now;
  const auto gather = [&](const LiveBlock& other, std::vector<VoxelBox>& out) {
    if (!Meet(BoxOf(other.cube), around)) return;
    for (const VoxelBox& cell : other.cells) {
      if (Meet(cell, around)) out.push_back(cell);
    }
  };
  for (const auto& old : old_) gather(*old, then);
  blocks_.EachIn(around, [&](LiveBlock& other) {
    if (IsNew(other)) gather(other, now);
  });
  std::ranges::sort(then, order);
  std::ranges::sort(now, order);
  return then != now;
}

// The bake's own way, on a level that holds the blocks in question and those that touch them.
void LiveLevel::MarkThinCells(int threads) {
  restyled_.clear();
  std::unordered_map<BlockKey, uint32_t> first_of;
  std::vector<LiveBlock*> marked;
  for (LiveBlock* block : change_.cut) {
    blocks_.EachIn(Grown(BoxOf(block->cube), 1), [&](LiveBlock& near) {
      if (!first_of.emplace(near.key, 0).second || !HasThin(near)) return;
      if (IsNew(near) || TouchesOthersNow(near)) marked.push_back(&near);
    });
  }
  first_of.clear();
  std::vector<LiveBlock*> all;
  for (LiveBlock* block : marked) {
    blocks_.EachIn(Grown(BoxOf(block->cube), 1), [&](LiveBlock& near) {
      if (first_of.emplace(near.key, 0).second) all.push_back(&near);
    });
  }
  if (marked.empty()) return;
  std::ranges::sort(all, {}, &LiveBlock::key);
  LevelArrays level;
  for (const LiveBlock* block : all) {
    first_of[block->key] = uint32_t(level.cells.size());
    level.blocks.push_back(
        {block->cube.origin, block->cube.size, uint32_t(level.cells.size()), uint32_t(block->cells.size())});
    level.cells.insert(level.cells.end(), block->cells.begin(), block->cells.end());
  }
  PairLists pairs(1);
  for (const LiveBlock* block : all) {
    const uint32_t first = first_of[block->key];
    for (const auto& [a, b] : block->inside) pairs[0].emplace_back(first + a, first + b);
    for (const auto& faces : block->faces) {
      for (const LiveFace& face : faces) {
        const auto other = first_of.find(face.behind);
        if (other == first_of.end()) continue;
        for (const auto& [a, b] : face.pairs) pairs[0].emplace_back(std::minmax(first + a, other->second + b));
      }
    }
  }
  const CellGraph graph = MakeGraph(pairs, level.cells.size(), threads);
  CellMarks marks(level.cells.size(), 0);
  ParallelFor(marked.size(), threads, [&](size_t i) {
    const uint32_t first = first_of.at(marked[i]->key);
    const NetBlock own{marked[i]->cube.origin, marked[i]->cube.size, first, uint32_t(marked[i]->cells.size())};
    MarkThinInBlock(level, graph, own, min_cell_, marks);
  });
  for (LiveBlock* block : marked) {
    const auto begin = marks.begin() + std::ptrdiff_t(first_of[block->key]);
    const CellMarks now(begin, begin + std::ptrdiff_t(block->cells.size()));
    if (now == block->left_out) continue;
    block->left_out = now;
    if (!IsNew(*block)) restyled_.push_back(block);
  }
}

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
  VoxelCoord at;
  for (at.x = lo.x; at.x <= hi.x; ++at.x) {
    for (at.y = lo.y; at.y <= hi.y; ++at.y) {
      for (at.z = lo.z; at.z <= hi.z; ++at.z) {
        const auto found = changed_box_of_.find(blocks_.KeyOf(BlockOrigin(at), kBlockSize));
        if (found != changed_box_of_.end() && Meet(changed_boxes_[found->second], around)) return true;
      }
    }
  }
  return false;
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
    // A volume reaches beyond the blocks of its cell, and is looked at one voxel farther.
    blocks_.EachIn(Grown(changed_boxes_[i], kVolumeReach + 1), [&](LiveBlock& block) {
      if (!listed.emplace(block.key, true).second) return;
      for (size_t cell = 0; cell < block.cells.size(); ++cell) {
        if (block.left_out[cell] || !IsAffected(block.volumes[cell])) continue;
        growing_.push_back(&block);
        return;
      }
    });
  }
  has_grown_.assign(growing_.size(), 0);
}

void LiveLevel::Grow(LiveBlock& block, bool& changed) {
  for (size_t i = 0; i < block.cells.size(); ++i) {
    VoxelBox& volume = block.volumes[i];
    if (block.left_out[i]) {
      changed = changed || !volume.IsEmpty();
      volume = {};
      continue;
    }
    if (!volume.IsEmpty() && !IsAffected(volume)) continue;
    const VoxelBox grown = GrowVolume(leaves_, ReachOf(block.cells[i], blocks_.bounds()), block.cells[i]);
    changed = changed || grown != volume;
    volume = grown;
  }
}

void LiveLevel::ListRelinked() {
  for (size_t i = change_.cut.size(); i < growing_.size(); ++i) {
    if (has_grown_[i]) change_.regrown.push_back(growing_[i]);
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
