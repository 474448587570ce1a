// SPDX-License-Identifier: Apache-2.0
#include "import/import_3dmap.h"

#include "grid/occupancy_build.h"
#include "import/load_progress.h"
#include "import/text_cursor.h"

namespace navnet {
namespace {

constexpr int32_t kLargestSize = int32_t{1} << 19;

Error LineError(const TextCursor& cursor, const std::string& why) {
  return Error{ErrorCode::BadFormat, "line " + std::to_string(cursor.line()) + ": " + why};
}

/// Three integers and nothing else on the rest of the line, each at least `low` and below `high`.
Result<VoxelCoord> ReadTriple(TextCursor& cursor, VoxelCoord low, VoxelCoord high, const std::string& expected) {
  VoxelCoord triple;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string_view word = cursor.Word();
    if (word.empty()) return LineError(cursor, "expected " + expected + ", found only " + std::to_string(axis));
    if (!ParseInteger(word, triple[axis])) return LineError(cursor, "expected " + expected + ", found " + Quote(word));
    if (triple[axis] < low[axis] || triple[axis] >= high[axis]) {
      return LineError(cursor, std::string(1, "xyz"[axis]) + " = " + std::to_string(triple[axis]) +
                                   " is out of range: expected " + std::to_string(low[axis]) + " to " +
                                   std::to_string(high[axis] - 1));
    }
  }
  if (const std::string_view more = cursor.Word(); !more.empty()) {
    return LineError(cursor, "expected " + expected + ", found " + Quote(more) + " after them");
  }
  return triple;
}

}  // namespace

Result<OccupancyGrid> Import3dmap(std::string_view text, double voxel_m, const ProgressFunction& progress) {
  TextCursor cursor(text);
  if (const std::string_view word = cursor.WordOnAnyLine(); word != "voxel") {
    return LineError(cursor, "expected 'voxel X Y Z', found " + (word.empty() ? "nothing" : Quote(word)));
  }
  const Result<VoxelCoord> size = ReadTriple(cursor, {1, 1, 1}, {kLargestSize + 1, kLargestSize + 1, kLargestSize + 1},
                                             "the world's size, three numbers");
  if (!size) return size.error();

  std::vector<VoxelBox> blocked;
  blocked.reserve(text.size() / 10);
  LoadProgress load(progress, text.size());
  while (cursor.NextLine()) {
    load.At(text.size() - cursor.rest().size());
    TextCursor line = cursor;
    if (line.Word().empty()) continue;
    const Result<VoxelCoord> voxel = ReadTriple(cursor, {}, *size, "a voxel, three numbers");
    if (!voxel) return voxel.error();
    blocked.push_back({*voxel, *voxel + VoxelCoord{1, 1, 1}});
  }
  return BuildOccupancy({.origin_world = {}, .voxel_m = voxel_m, .turn = {}}, {{}, *size}, 0, blocked);
}

}  // namespace navnet
