// SPDX-License-Identifier: Apache-2.0
#include "level_publisher.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace navnet {

LevelPublisher::LevelPublisher(const LiveLevel& level, Keep keep)
    : level_(level),
      keep_(keep),
      components_(keep),
      parts_(level.radius_m(), level.blocks().bounds(), level.min_cell() == 1) {}

void LevelPublisher::Begin() {
  is_listed_ = false;
  next_ = 0;
}

bool LevelPublisher::Step(const WorkSlice& slice) {
  if (!is_listed_) {
    List();
    is_listed_ = true;
  }
  if (!slice.Run(jobs_.size(), next_, [&](size_t i) { Make(jobs_[i]); })) return false;
  for (Job& job : jobs_) {
    job.published->block = job.made;
    if (job.made) {
      parts_.Put(std::move(job.made), job.records);
    } else {
      parts_.Remove(job.block->cube.origin, job.block->cube.size);
    }
  }
  jobs_.clear();
  parts_.SetComponents(std::make_shared<const std::vector<uint32_t>>(components_.of_part()), components_.count());
  return true;
}

bool LevelPublisher::IsKept(const LiveBlock& block, uint32_t cell) const {
  return !block.left_out[cell] && components_.of_part()[block.parts.first + block.part_of[cell]] != kNotKept;
}

// Finds unchanged voxels that were in a kept cell and are now in one left out, or the reverse, because their block has
// new cells. Requires: `published_` is still that of the previous state.
void LevelPublisher::NoteLeftOut(const LevelChange& change) {
  if (published_.empty()) return;  // There is no previous state.
  const auto before = [](const VoxelBox& a, const VoxelBox& b) { return std::tie(a.lo, a.hi) < std::tie(b.lo, b.hi); };
  std::vector<VoxelBox> then, now;
  const auto list_then = [&](BlockKey key) {
    const auto found = published_.find(key);
    if (found == published_.end()) return;
    then.insert(then.end(), found->second.left_out.begin(), found->second.left_out.end());
  };
  for (const BlockKey key : change.removed) list_then(key);
  for (const LiveBlock* block : change.cut) {
    list_then(block->key);
    for (uint32_t i = 0; i < block->cells.size(); ++i) {
      if (!IsKept(*block, i)) now.push_back(block->cells[i]);
    }
  }
  std::ranges::sort(then, before);
  std::ranges::sort(now, before);
  std::ranges::set_difference(then, now, std::back_inserter(appeared_), before);
  std::ranges::set_difference(now, then, std::back_inserter(disappeared_), before);
}

// Decides which blocks need new tables, and assigns ids to their cells.
void LevelPublisher::List() {
  components_.Update(level_);
  appeared_.clear();
  disappeared_.clear();
  const LevelChange& change = level_.change();
  NoteLeftOut(change);
  for (const BlockKey key : change.removed) {
    const auto found = published_.find(key);
    ids_.Give(found->second.ids);
    published_.erase(found);
  }
  struct New {
    bool contacts = false, bins = false;
  };
  std::unordered_map<const LiveBlock*, New> listed;
  // Numbers and tables in the order of a net's blocks: neighbours are near each other in memory, as in a net.
  std::vector<const LiveBlock*> cut(change.cut.begin(), change.cut.end());
  std::ranges::sort(cut, {}, OrderOf);
  for (const LiveBlock* block : cut) {
    Published& published = published_[block->key];
    ids_.Give(published.ids);
    published = {ids_.Take(uint32_t(block->cells.size())), CellMarks(block->cells.size()), {}, nullptr};
    for (uint32_t i = 0; i < block->cells.size(); ++i) published.is_kept[i] = IsKept(*block, i);
    listed[block] = {true, true};
  }
  for (const LiveBlock* block : change.relinked) listed[block].contacts = true;
  for (const LiveBlock* block : change.regrown) listed[block];
  const auto look_at_kept = [&](const LiveBlock& block) {
    Published& published = published_.at(block.key);
    for (uint32_t i = 0; i < block.cells.size(); ++i) {
      const bool kept = IsKept(block, i);
      if (kept == bool(published.is_kept[i])) continue;
      (kept ? appeared_ : disappeared_).push_back(block.cells[i]);
      published.is_kept[i] = kept;
      listed[&block] = {true, true};
    }
  };
  if (keep_ == Keep::All) {
    for (const LiveBlock* block : change.regrown) look_at_kept(*block);
  } else {
    level_.blocks().Each(look_at_kept);
  }
  for (const auto& entry : listed) {
    const LiveBlock& block = *entry.first;
    Published& published = published_.at(block.key);
    published.left_out.clear();
    for (size_t i = 0; i < block.cells.size(); ++i) {
      if (!published.is_kept[i]) published.left_out.push_back(block.cells[i]);
    }
  }
  jobs_.clear();
  for (const auto& [block, is_new] : listed) {
    jobs_.push_back({block, &published_.at(block->key), is_new.contacts, is_new.bins, nullptr, {}});
  }
  std::ranges::sort(jobs_, {}, [](const Job& job) { return OrderOf(job.block); });
}

void LevelPublisher::Make(Job& job) const {
  const LiveBlock& block = *job.block;
  const Published& published = *job.published;
  if (std::ranges::find(published.is_kept, 1) == published.is_kept.end()) return;
  auto made = std::make_shared<LevelBlock>();
  made->origin = block.cube.origin;
  made->size = block.cube.size;
  made->first_cell = published.ids.first;
  const LevelBlock* before = published.block.get();
  std::vector<CellRecord>& records = job.records;
  records.resize(block.cells.size());
  if (before && !job.has_new_doors) {
    for (uint32_t i = 0; i < records.size(); ++i) records[i] = parts_[before->first_cell + i];
    made->contacts = before->contacts;
  } else {
    for (size_t i = 0; i < records.size(); ++i) records[i].cell = block.cells[i];
    made->contacts = MakeContacts(block, published, records);
  }
  for (uint32_t i = 0; i < block.cells.size(); ++i) {
    if (!published.is_kept[i]) continue;
    records[i].volume = block.volumes[i];
    records[i].part = block.parts.first + block.part_of[i];
    made->voxels_free += block.cells[i].Volume();
  }
  if (block.cube.size == kBlockSize) {
    made->bins =
        before && !job.has_new_bins ? before->bins : MakeBins(block.cube.origin, block.cells, published.is_kept);
  }
  job.made = std::move(made);
}

std::shared_ptr<const std::vector<ContactBatch>> LevelPublisher::MakeContacts(const LiveBlock& block,
                                                                              const Published& published,
                                                                              std::vector<CellRecord>& records) const {
  std::vector<Neighbour> neighbours;
  const auto add = [&](uint32_t own, const LiveBlock& other, const Published& other_published, uint32_t cell) {
    if (!published.is_kept[own] || !other_published.is_kept[cell]) return;
    neighbours.push_back({own, other_published.ids.first + cell, &other, cell});
  };
  for (const auto& [a, b] : block.inside) {
    add(a, block, published, b);
    add(b, block, published, a);
  }
  for (int axis = 0; axis < 3; ++axis) {
    for (const LiveFace& face : block.faces[size_t(axis)]) {
      const LiveBlock& other = *face.block;
      const Published& other_published = published_.at(face.behind);
      for (const auto& [own, cell] : face.pairs) add(own, other, other_published, cell);
    }
    level_.blocks().EachBehind(block, axis, false, [&](const LiveBlock& other) {
      const Published& other_published = published_.at(other.key);
      const auto& faces = other.faces[size_t(axis)];
      const auto face = std::ranges::lower_bound(faces, block.key, {}, &LiveFace::behind);
      if (face == faces.end() || face->behind != block.key) return;
      for (const auto& [cell, own] : face->pairs) add(own, other, other_published, cell);
    });
  }
  // Sorted as in a baked net, so that queries give the same answers as on that net, independent of the cells' ids.
  std::ranges::sort(neighbours, {}, [](const Neighbour& n) {
    return std::tuple(n.own, n.block->cube.size, n.block->cube.origin, n.in_block);
  });
  std::vector<uint32_t> counts(records.size(), 0);
  for (const Neighbour& n : neighbours) ++counts[n.own];
  uint32_t groups = 0;
  for (size_t i = 0; i < records.size(); ++i) groups += records[i].batch_count = BatchCount(counts[i]);
  auto contacts = std::make_shared<std::vector<ContactBatch>>(groups);
  size_t at = 0;
  ContactBatch* next = contacts->data();
  for (size_t i = 0; i < records.size(); ++i) {
    records[i].contacts = next;
    for (size_t k = 0; k < counts[i]; ++k, ++at) {
      SetContact(next, k, records[i].cell, neighbours[at].cell, neighbours[at].block->cells[neighbours[at].in_block]);
    }
    next += records[i].batch_count;
  }
  return contacts;
}

}  // namespace navnet
