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
  std::pair<BlockKey, uint32_t> first = {UINT64_MAX, 0};  ///< Its first piece in the order of a net.
};

}  // namespace

Components FindComponents(const LiveLevel& level, Keep keep) {
  Components out;
  const uint32_t limit = level.piece_limit();
  out.of_piece.assign(limit, kNotKept);
  UnionFind sets(limit);
  std::vector<uint8_t> used(limit, 0);
  level.blocks().Each([&](const LiveBlock& block) {
    std::fill_n(used.begin() + block.pieces.first, block.piece_count, 1);
    for (const auto& faces : block.faces) {
      for (const LiveFace& face : faces) {
        const uint32_t behind = face.block->pieces.first;
        for (const auto& [own, other] : face.pieces) sets.Join(block.pieces.first + own, behind + other);
      }
    }
  });
  for (uint32_t piece = 0; piece < limit; ++piece) {
    if (!used[piece]) continue;
    const size_t root = sets.Find(piece);
    out.of_piece[piece] = root == piece ? out.count++ : out.of_piece[root];
  }
  if (keep != Keep::Outside && keep != Keep::Largest) return out;

  std::vector<Whole> wholes(out.count);
  level.blocks().Each([&](const LiveBlock& block) {
    for (uint32_t i = 0; i < block.piece_count; ++i) {
      Whole& whole = wholes[out.of_piece[block.pieces.first + i]];
      whole.voxels += block.piece_voxels[i];
      whole.at_border = whole.at_border || block.piece_at_border[i];
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
  for (uint32_t& component : out.of_piece) {
    if (component != kNotKept) component = number[component];
  }
  return out;
}

void LiveComponents::Update(const LiveLevel& level) {
  const LevelChange& change = level.change();
  // Unless `keep` is All, keeping a component depends on all of its pieces. Then, and when a component may have been
  // split, all pieces are examined.
  if (keep_ == Keep::All && !change.is_first && Follow(change, level.piece_limit())) return;
  Components all = FindComponents(level, keep_);
  of_piece_ = std::move(all.of_piece);
  pieces_in_.assign(all.count, 0);
  unused_.clear();
  for (const uint32_t component : of_piece_) {
    if (component != kNotKept) ++pieces_in_[component];
  }
}

uint32_t LiveComponents::NewNumber() {
  if (unused_.empty()) {
    pieces_in_.push_back(0);
    return count() - 1;
  }
  const uint32_t number = unused_.back();
  unused_.pop_back();
  return number;
}

// Updates the components incrementally. Returns false when pieces around the change may no longer be connected.
bool LiveComponents::Follow(const LevelChange& change, uint32_t piece_limit) {
  std::unordered_map<uint32_t, uint32_t> after_of;  // By group before.
  for (size_t i = 0; i < change.groups_before.size(); ++i) {
    const uint32_t after = change.groups_after[i].group;
    if (after_of.emplace(change.groups_before[i].group, after).first->second != after) return false;
  }
  of_piece_.resize(piece_limit, kNotKept);
  const auto leave = [&](uint32_t piece) {
    if (--pieces_in_[of_piece_[piece]] == 0) unused_.push_back(of_piece_[piece]);
    of_piece_[piece] = kNotKept;
  };
  for (const uint32_t piece : change.removed_pieces) leave(piece);
  // A group that now has pieces of several components merges these components.
  std::unordered_map<uint32_t, uint32_t> component_of;  // By group after.
  for (const PieceGroup& at : change.groups_after) {
    const uint32_t here = of_piece_[at.piece];
    const uint32_t component = component_of.emplace(at.group, here).first->second;
    if (component == here) continue;
    std::ranges::replace(of_piece_, here, component);
    pieces_in_[component] += std::exchange(pieces_in_[here], 0);
    unused_.push_back(here);
    for (auto& [group, which] : component_of) {
      if (which == here) which = component;
    }
  }
  for (const PieceGroup& at : change.new_pieces) {
    const auto [found, is_new] = component_of.emplace(at.group, 0);
    if (is_new) found->second = NewNumber();
    of_piece_[at.piece] = found->second;
    ++pieces_in_[found->second];
  }
  return true;
}

}  // namespace navnet
