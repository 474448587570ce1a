// SPDX-License-Identifier: Apache-2.0
#include "live_components.h"

#include <navnet/internal/core/union_find.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace navnet {
namespace {

// The properties that decide whether a component is kept.
struct Whole {
  int64_t voxels = 0;
  bool at_border = false;
  std::pair<BlockKey, uint32_t> first = {UINT64_MAX, 0};  ///< Its first part in the order of a net.
};

}  // namespace

Components FindComponents(const LiveLevel& level, Keep keep) {
  Components out;
  const uint32_t limit = level.part_limit();
  out.of_part.assign(limit, kNotKept);
  UnionFind sets(limit);
  std::vector<uint8_t> used(limit, 0);
  level.blocks().Each([&](const LiveBlock& block) {
    std::fill_n(used.begin() + block.parts.first, block.part_count, 1);
    for (const auto& faces : block.faces) {
      for (const LiveFace& face : faces) {
        const uint32_t behind = face.block->parts.first;
        for (const auto& [own, other] : face.parts) sets.Join(block.parts.first + own, behind + other);
      }
    }
  });
  for (uint32_t part = 0; part < limit; ++part) {
    if (!used[part]) continue;
    const size_t root = sets.Find(part);
    out.of_part[part] = root == part ? out.count++ : out.of_part[root];
  }
  if (keep != Keep::Outside && keep != Keep::Largest) return out;

  std::vector<Whole> wholes(out.count);
  level.blocks().Each([&](const LiveBlock& block) {
    for (uint32_t i = 0; i < block.part_count; ++i) {
      Whole& whole = wholes[out.of_part[block.parts.first + i]];
      whole.voxels += block.part_voxels[i];
      whole.at_border = whole.at_border || block.part_at_border[i];
      whole.first = std::min(whole.first, std::pair(block.key, i));
    }
  });
  std::vector<uint32_t> number(out.count, kNotKept);
  out.count = 0;
  if (keep == Keep::Largest) {
    const auto largest =
        std::ranges::min_element(wholes, {}, [](const Whole& whole) { return std::tuple(-whole.voxels, whole.first); });
    if (largest != wholes.end()) number[size_t(largest - wholes.begin())] = out.count++;
  } else {
    for (size_t i = 0; i < wholes.size(); ++i) {
      if (wholes[i].at_border) number[i] = out.count++;
    }
  }
  out.nothing_kept = out.count == 0 && !wholes.empty();
  for (uint32_t& component : out.of_part) {
    if (component != kNotKept) component = number[component];
  }
  return out;
}

void LiveComponents::Update(const LiveLevel& level) {
  const LevelChange& change = level.change();
  // Unless `keep` is All, keeping a component depends on all of its parts. Then, and when a component may have been
  // split, all parts are examined.
  if (keep_ == Keep::All && !change.is_first && Follow(change, level.part_limit())) return;
  Components all = FindComponents(level, keep_);
  of_part_ = std::move(all.of_part);
  parts_in_.assign(all.count, 0);
  unused_.clear();
  for (const uint32_t component : of_part_) {
    if (component != kNotKept) ++parts_in_[component];
  }
}

uint32_t LiveComponents::NewNumber() {
  if (unused_.empty()) {
    parts_in_.push_back(0);
    return count() - 1;
  }
  const uint32_t number = unused_.back();
  unused_.pop_back();
  return number;
}

// Updates the components incrementally. Returns false when parts around the change may no longer be connected.
bool LiveComponents::Follow(const LevelChange& change, uint32_t part_limit) {
  std::unordered_map<uint32_t, uint32_t> after_of;  // By group before.
  for (size_t i = 0; i < change.groups_before.size(); ++i) {
    const uint32_t after = change.groups_after[i].group;
    if (after_of.emplace(change.groups_before[i].group, after).first->second != after) return false;
  }
  of_part_.resize(part_limit, kNotKept);
  const auto leave = [&](uint32_t part) {
    if (--parts_in_[of_part_[part]] == 0) unused_.push_back(of_part_[part]);
    of_part_[part] = kNotKept;
  };
  for (const uint32_t part : change.removed_parts) leave(part);
  // A group that now has parts of several components merges these components.
  std::unordered_map<uint32_t, uint32_t> component_of;  // By group after.
  for (const PartGroup& at : change.groups_after) {
    const uint32_t here = of_part_[at.part];
    const uint32_t component = component_of.emplace(at.group, here).first->second;
    if (component == here) continue;
    std::ranges::replace(of_part_, here, component);
    parts_in_[component] += std::exchange(parts_in_[here], 0);
    unused_.push_back(here);
    for (auto& [group, which] : component_of) {
      if (which == here) which = component;
    }
  }
  for (const PartGroup& at : change.new_parts) {
    const auto [found, is_new] = component_of.emplace(at.group, 0);
    if (is_new) found->second = NewNumber();
    of_part_[at.part] = found->second;
    ++parts_in_[found->second];
  }
  return true;
}

}  // namespace navnet
