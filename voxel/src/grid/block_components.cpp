// SPDX-License-Identifier: Apache-2.0
// Run-based connected components (two passes with a union-find over runs).

#include "grid/block_components.h"

#include <navnet/internal/core/union_find.h>

#include <bit>

namespace navnet {
namespace {

// Joins overlapping runs of two neighbouring rows; both lists are sorted, so one sweep finds all pairs.
void JoinRows(const BlockComponents& out, int row, int other, UnionFind& sets) {
  uint32_t i = out.row_start[size_t(row)], j = out.row_start[size_t(other)];
  const uint32_t i_end = out.row_start[size_t(row) + 1], j_end = out.row_start[size_t(other) + 1];
  while (i < i_end && j < j_end) {
    const FreeRun &a = out.runs[i], &b = out.runs[j];
    if (a.lo <= b.hi && b.lo <= a.hi) sets.Join(i, j);
    if (a.hi < b.hi) {
      ++i;
    } else {
      ++j;
    }
  }
}

}  // namespace

void LabelComponents(const BlockMask& blocked, BlockComponents& out) {
  out.runs.clear();
  for (size_t row = 0; row < kBlockRows; ++row) {
    out.row_start[row] = uint32_t(out.runs.size());
    uint64_t free = ~blocked[row];
    while (free != 0) {
      const int lo = std::countr_zero(free);
      const int length = std::countr_one(free >> lo);
      out.runs.push_back({uint8_t(lo), uint8_t(lo + length - 1), 0});
      free &= ~RowBits(lo, lo + length - 1);
    }
  }
  out.row_start[kBlockRows] = uint32_t(out.runs.size());

  UnionFind sets(out.runs.size());
  for (int x = 0; x < kBlockSize; ++x) {
    for (int y = 0; y < kBlockSize; ++y) {
      if (y > 0) JoinRows(out, BlockRow(x, y), BlockRow(x, y - 1), sets);
      if (x > 0) JoinRows(out, BlockRow(x, y), BlockRow(x - 1, y), sets);
    }
  }
  // A set's root is its first run, so roots appear before their members.
  out.count = 0;
  for (uint32_t i = 0; i < out.runs.size(); ++i) {
    const uint32_t root = uint32_t(sets.Find(i));
    out.runs[i].component = root == i ? out.count++ : out.runs[root].component;
  }
}

std::vector<FaceRun> FaceOf(const BlockComponents& components, int axis, bool high) {
  std::vector<FaceRun> face;
  const int end = high ? kBlockSize - 1 : 0;
  for (int first = 0; first < kBlockSize; ++first) {
    if (axis != 2) {
      const size_t row = size_t(axis == 0 ? BlockRow(end, first) : BlockRow(first, end));
      for (uint32_t i = components.row_start[row]; i < components.row_start[row + 1]; ++i) {
        const FreeRun& run = components.runs[i];
        face.push_back({uint8_t(first), run.lo, run.hi, run.component});
      }
      continue;
    }
    // The face is perpendicular to the rows: a run of the face is a sequence of rows that are free at that end.
    for (int y = 0; y < kBlockSize; ++y) {
      const size_t row = size_t(BlockRow(first, y));
      if (components.row_start[row] == components.row_start[row + 1]) continue;
      const FreeRun& run = components.runs[high ? components.row_start[row + 1] - 1 : components.row_start[row]];
      if ((high ? run.hi : run.lo) != end) continue;
      if (!face.empty() && face.back().row == first && face.back().hi == y - 1) {
        face.back().hi = uint8_t(y);  // Neighbouring rows free at the same end are connected there.
      } else {
        face.push_back({uint8_t(first), uint8_t(y), uint8_t(y), run.component});
      }
    }
  }
  return face;
}

}  // namespace navnet
