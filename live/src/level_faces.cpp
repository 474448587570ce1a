// SPDX-License-Identifier: Apache-2.0
// Finds the contacts between cells of adjacent blocks, for all faces of blocks with new cells.

#include <navnet/internal/core/union_find.h>

#include "live_level.h"

#include <algorithm>

namespace navnet {

void LiveLevel::ListFaces() {
  face_jobs_.clear();
  for (LiveBlock* block : change_.cut) {
    for (int axis = 0; axis < 3; ++axis) {
      blocks_.EachBehind(*block, axis, true, [&](LiveBlock& high) { face_jobs_.push_back({block, &high, axis, {}}); });
      blocks_.EachBehind(*block, axis, false, [&](LiveBlock& low) {
        if (IsNew(low)) return;  // Its own iteration lists this face.
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
    job.face.parts.emplace_back(low.part_of[own], high.part_of[other]);
  }
  std::ranges::sort(job.face.parts);
  job.face.parts.erase(std::unique(job.face.parts.begin(), job.face.parts.end()), job.face.parts.end());
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
  change_.groups_after = GroupParts(shell_, change_.cut, &change_.new_parts);
}

// Groups the parts of the given blocks by connectivity within these blocks. Returns the groups of the shell's parts,
// and writes those of the inner blocks' parts to `of_inner` unless it is null.
std::vector<PartGroup> LiveLevel::GroupParts(std::span<LiveBlock* const> shell, std::span<LiveBlock* const> inner,
                                             std::vector<PartGroup>* of_inner) {
  std::vector<PartGroup> out;
  size_t shell_pieces = 0;
  for (const LiveBlock* block : shell) shell_pieces += block->part_count;
  std::unordered_map<const LiveBlock*, uint32_t> first_of;
  for (const auto& blocks : {shell, inner}) {
    for (const LiveBlock* block : blocks) {
      first_of[block] = uint32_t(out.size());
      for (uint32_t i = 0; i < block->part_count; ++i) out.push_back({block->parts.first + i, 0});
    }
  }
  UnionFind sets(out.size());
  for (const auto& [block, first] : first_of) {
    for (const auto& faces : block->faces) {
      for (const LiveFace& face : faces) {
        const auto other = first_of.find(face.block);
        if (other == first_of.end()) continue;
        for (const auto& [a, b] : face.parts) sets.Join(first + a, other->second + b);
      }
    }
  }
  for (size_t i = 0; i < out.size(); ++i) out[i].group = uint32_t(sets.Find(i));
  const auto first_inner = out.begin() + std::ptrdiff_t(shell_pieces);
  if (of_inner) of_inner->assign(first_inner, out.end());
  out.erase(first_inner, out.end());
  return out;
}

}  // namespace navnet
