// SPDX-License-Identifier: Apache-2.0
#include "level_assembly.h"

#include <navnet/internal/bake/cells/neighbours.h>
#include <navnet/internal/bake/cells/selection.h>

#include "live_components.h"

#include <xxhash.h>

#include <algorithm>
#include <unordered_map>

namespace navnet {

Result<LevelArrays> AssembleLevel(const LiveLevel& level, Keep keep, int threads, uint64_t& source_hash) {
  const Components components = FindComponents(level, keep);
  if (keep == Keep::Outside && components.nothing_kept) return NoOutside(level.radius_m());
  const std::vector<LiveBlock*> blocks = level.blocks().Sorted();
  LevelArrays out;
  out.radius_m = level.radius_m();
  uint64_t hash = 0;
  std::unordered_map<BlockKey, size_t> place;
  std::vector<std::vector<uint32_t>> numbers(blocks.size());  // By block and cell; kNoCell for cells left out.
  int64_t free = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const LiveBlock& block = *blocks[i];
    place[block.key] = i;
    hash = XXH3_64bits_withSeed(&block.hash, sizeof block.hash, hash);
    const uint32_t first = uint32_t(out.cells.size());
    for (size_t cell = 0; cell < block.cells.size(); ++cell) {
      free += block.cells[cell].Volume();
      const bool kept =
          !block.left_out[cell] && components.of_part[block.parts.first + block.part_of[cell]] != kNotKept;
      numbers[i].push_back(kept ? uint32_t(out.cells.size()) : kNoCell);
      if (!kept) continue;
      out.voxels_free += block.cells[cell].Volume();
      out.cells.push_back(block.cells[cell]);
      out.volumes.push_back(block.volumes[cell]);
    }
    const uint32_t count = uint32_t(out.cells.size()) - first;
    if (count > 0) out.blocks.push_back({block.cube.origin, block.cube.size, first, count});
  }
  out.voxels_left_out = free - out.voxels_free;
  out.voxels_blocked = level.blocks().bounds().Volume() - free;
  source_hash = XXH3_64bits_withSeed(&hash, sizeof hash, source_hash);

  PairLists pairs(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    const auto add = [&](const std::vector<CellPair>& list, const std::vector<uint32_t>& others) {
      for (const auto& [a, b] : list) {
        if (numbers[i][a] != kNoCell && others[b] != kNoCell) {
          pairs[i].push_back(std::minmax(numbers[i][a], others[b]));
        }
      }
    };
    add(blocks[i]->inside, numbers[i]);
    for (const auto& faces : blocks[i]->faces) {
      for (const LiveFace& face : faces) add(face.pairs, numbers[place.at(face.behind)]);
    }
  }
  ConnectCells(std::move(pairs), threads, out);
  return out;
}

}  // namespace navnet
