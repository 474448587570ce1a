// SPDX-License-Identifier: Apache-2.0
#include "peers/line_of_sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace navnet::peers {
namespace {

/// Recursive traversal by axis: for each layer of voxels that the segment passes along one axis, the part of the
/// segment inside the layer is examined along the next axis.
class SegmentWalk {
 public:
  SegmentWalk(const DenseGrid& grid, Vec3 from, Vec3 to) : grid_(grid), from_(from), delta_(to - from) {
    // Longest axis first: it has the most layers, so each contains the shortest part of the segment.
    std::ranges::sort(axes_, [this](int a, int b) { return std::abs(delta_[a]) > std::abs(delta_[b]); });
  }

  bool IsFree(double begin = 0, double end = 1, size_t depth = 0) {
    const int axis = axes_[depth];
    const double start = from_[axis], slope = delta_[axis];
    const auto [low, high] = std::minmax({start + begin * slope, start + end * slope});
    const double first = std::floor(low - kSightMargin), last = std::floor(high + kSightMargin);
    const VoxelBox& bounds = grid_.bounds();
    if (first < bounds.lo[axis] || last >= bounds.hi[axis]) return false;
    for (auto layer = int32_t(first); layer <= int32_t(last); ++layer) {
      voxel_[axis] = layer;
      if (depth == 2) {
        if (grid_.IsBlockedAt(grid_.IndexOf(voxel_))) return false;
        continue;
      }
      double enter = begin, leave = end;
      if (slope != 0) {
        const auto [a, b] =
            std::minmax({(layer - kSightMargin - start) / slope, (layer + 1 + kSightMargin - start) / slope});
        enter = std::clamp(a, begin, end);
        leave = std::clamp(b, begin, end);
      }
      if (!IsFree(enter, leave, depth + 1)) return false;
    }
    return true;
  }

 private:
  const DenseGrid& grid_;
  Vec3 from_, delta_;
  std::array<int, 3> axes_ = {0, 1, 2};
  VoxelCoord voxel_;
};

}  // namespace

bool SeesVoxel(const DenseGrid& grid, VoxelCoord from, VoxelCoord to) {
  if (grid.IsBlocked(from) || grid.IsBlocked(to)) return false;
  // Parameter at which the segment crosses the next face on each axis, and the parameter distance between faces. The
  // parameter runs from 0 to twice the product of the distances, at most 2^58, so that all crossings are integers.
  std::array<int64_t, 3> next, interval, stride;
  for (int a = 0; a < 3; ++a) {
    const auto i = size_t(a);
    const int64_t distance = std::abs(int64_t{to[a]} - from[a]);
    interval[i] = 1;
    for (int other = 0; other < 3; ++other) {
      if (other != a) interval[i] *= std::max<int64_t>(std::abs(int64_t{to[other]} - from[other]), 1);
    }
    next[i] = distance == 0 ? INT64_MAX : interval[i];
    interval[i] *= 2;
    stride[i] = to[a] < from[a] ? -grid.stride(a) : grid.stride(a);
  }

  auto index = int64_t(grid.IndexOf(from));
  const auto end = int64_t(grid.IndexOf(to));
  const auto blocked = [&grid](int64_t at) { return grid.IsBlockedAt(uint64_t(at)); };
  while (index != end) {
    // Usually one face at a time. The axis is found without branches, because they would be unpredictable.
    size_t first = next[1] < next[0] ? 1 : 0;
    first = next[2] < next[first] ? 2 : first;
    const int64_t now = next[first];
    int64_t crossed[3] = {stride[first], 0, 0};
    next[first] += interval[first];
    if (next[0] == now || next[1] == now || next[2] == now) [[unlikely]] {
      // The segment passes through an edge or a corner: the other voxels there count too.
      int count = 1;
      for (size_t a = 0; a < 3; ++a) {
        if (next[a] != now) continue;
        crossed[count++] = stride[a];
        next[a] += interval[a];
      }
      if (blocked(index + crossed[0]) || blocked(index + crossed[1])) return false;
      if (count == 3 && (blocked(index + crossed[2]) || blocked(index + crossed[0] + crossed[1]) ||
                         blocked(index + crossed[0] + crossed[2]) || blocked(index + crossed[1] + crossed[2]))) {
        return false;
      }
    }
    index += crossed[0] + crossed[1] + crossed[2];
    if (blocked(index)) return false;
  }
  return true;
}

bool SeesPoint(const DenseGrid& grid, Vec3 from_voxels, Vec3 to_voxels) {
  if (!IsFinite(from_voxels) || !IsFinite(to_voxels)) return false;
  return SegmentWalk(grid, from_voxels, to_voxels).IsFree();
}

}  // namespace navnet::peers
