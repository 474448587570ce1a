#include "live_components.h"

#include <navnet/core/union_find.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace navnet {
namespace {

// What decides whether a component is kept.
struct Whole {
  int64_t voxels = 0;
  bool at_border = false;
  std::pair<BlockKey, uint32_t> first = {UINT64_MAX, 0};  ///< Its first piece in the order of a net.
};

}  // namespace

LiveComponents FindComponents(const LiveLevel& level, Keep keep) {
  LiveComponents out;
  const uint32_t limit = level.piece_limit();
  out.of_piece.assign(limit, kNotKept);
  UnionFind sets(limit);
  std::vector<uint8_t> used(limit, 0);
  level.blocks().Each([&](const LiveBlock& block) {
    std::fill_n(used.begin() + block.pieces.first, block.piece_count, 1);
    for (const auto& faces : block.faces) {
      for (const LiveFace& face : faces) {
        const uint32_t behind = level.blocks().Find(face.behind)->pieces.first;
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

}  // namespace navnet
