// SPDX-License-Identifier: Apache-2.0
#include "explore/scan_rays.h"

#include <navnet/core/parallel.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>
#include <unordered_map>

namespace navnet {
namespace {

constexpr int kUnitBits = 10;
static_assert(kRayUnits == 1 << kUnitBits);
constexpr size_t kRaysAtOnce = 1024;  // Rays a worker takes at a time. Larger: less contention, worse balance.

struct BlockHash {
  size_t operator()(VoxelCoord block) const {
    const uint64_t mixed = uint64_t(uint32_t(block.x)) * 0x9E3779B97F4A7C15u ^
                           uint64_t(uint32_t(block.y)) * 0xC2B2AE3D27D4EB4Fu ^
                           uint64_t(uint32_t(block.z)) * 0x165667B19E3779F9u;
    return size_t(mixed ^ mixed >> 29);
  }
};

// A place in a block is one number with three fields of 7 bits, x highest. Coordinates need 6 bits: the seventh bit of
// a field is set when a step has left the block, upwards or (by borrowing) downwards.
constexpr int kFieldBits = 7;
constexpr int64_t kLeft = 1 << 6 | 1 << 13 | 1 << 20;  // The seventh bits.
constexpr int32_t kOnes = 1 | 1 << kFieldBits | 1 << 2 * kFieldBits;

int32_t PlaceIn(VoxelCoord block, VoxelCoord voxel) {
  const VoxelCoord at = voxel - BlockOrigin(block);
  return at.x << 2 * kFieldBits | at.y << kFieldBits | at.z;
}

VoxelCoord VoxelAtPlace(VoxelCoord block, int32_t place) {
  const int32_t raised = place + kOnes;  // Every field lies in -1 to 64: now none borrows.
  const VoxelCoord at = {(raised >> 2 * kFieldBits) - 1, (raised >> kFieldBits & 127) - 1, (raised & 127) - 1};
  return BlockOrigin(block) + at;
}

/// A block's mask with rows indexed by place >> kFieldBits. Every second group of 64 rows is unused.
using PlaceMask = std::array<uint64_t, size_t{kBlockSize} << kFieldBits>;

/// A set of voxels, as masks of those blocks that At was called for.
class SparseMask {
 public:
  PlaceMask& At(VoxelCoord block) {
    Recent& recent = recent_[size_t((block.x & 3) << 4 | (block.y & 3) << 2 | (block.z & 3))];
    if (!recent.mask || recent.block != block) {
      std::unique_ptr<PlaceMask>& mask = blocks_[block];
      if (!mask) mask = std::make_unique<PlaceMask>();
      recent = {block, mask.get()};
    }
    return *recent.mask;
  }
  void Set(VoxelCoord voxel) {
    const VoxelCoord block = BlockOf(voxel);
    const int32_t place = PlaceIn(block, voxel);
    At(block)[size_t(place >> kFieldBits)] |= uint64_t{1} << (place & 63);
  }
  void AppendBlocks(std::vector<VoxelCoord>& to) const {
    for (const auto& [block, mask] : blocks_) to.push_back(block);
  }
  void JoinTo(VoxelCoord block, BlockMask& to) const {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    for (int x = 0; x < kBlockSize; ++x) {
      for (int y = 0; y < kBlockSize; ++y) {
        to[size_t(BlockRow(x, y))] |= (*found->second)[size_t(x << kFieldBits | y)];
      }
    }
  }

 private:
  struct Recent {
    VoxelCoord block;
    PlaceMask* mask = nullptr;
  };

  std::unordered_map<VoxelCoord, std::unique_ptr<PlaceMask>, BlockHash> blocks_;
  std::array<Recent, 64> recent_;  ///< Cache: rays meet the same few blocks again and again.
};

/// Result of one worker. Results are combined by OR, so it does not matter which worker traced which rays.
struct WorkerMasks {
  SparseMask passed, hit;
};

constexpr int64_t kStep = int64_t{1} << 32;  // One step in the upper half of `state` in MarkPassed.

void MarkPassed(const FixedPoint& from, const FixedPoint& to, const VoxelBox& bounds, SparseMask& mask) {
  // Per axis: the first voxel behind `from`, the distance to its far face, and the number of faces before `to`.
  VoxelCoord voxel;
  std::array<int64_t, 3> length, ahead;
  std::array<int64_t, 3> stride;
  int64_t steps = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = size_t(axis);
    const int64_t delta = to[k] - from[k];
    const int64_t first = (delta < 0 ? from[k] - 1 : from[k]) >> kUnitBits;
    const int64_t last = (delta > 0 ? to[k] - 1 : delta < 0 ? to[k] : from[k]) >> kUnitBits;
    voxel[axis] = int32_t(first);
    length[k] = std::abs(delta);
    ahead[k] = delta < 0 ? from[k] - first * kRayUnits : (first + 1) * kRayUnits - from[k];
    stride[k] = (delta < 0 ? -1 : 1) * (int64_t{1} << (2 - axis) * kFieldBits) - kStep;
    steps += std::abs(last - first);
  }
  if (length[0] + length[1] + length[2] == 0) return;  // A point.
  if (!bounds.Contains(voxel)) return;                 // It lies in a high face of the bounds.

  // The next face along x comes before the next along y when ahead_x / length_x < ahead_y / length_y: the sign of
  // `xy`, at most 11 bits times 30 bits. An axis the ray does not move along never comes first.
  const auto [length_x, length_y, length_z] = length;
  int64_t xy = ahead[0] * length_y - ahead[1] * length_x;
  int64_t xz = ahead[0] * length_z - ahead[2] * length_x;
  int64_t yz = ahead[1] * length_z - ahead[2] * length_y;
  const int64_t add_x = length_x * kRayUnits, add_y = length_y * kRayUnits, add_z = length_z * kRayUnits;

  // State: the remaining steps in the upper 32 bits, the place in the lower 32.
  VoxelCoord block = BlockOf(voxel);
  int64_t state = steps * kStep + PlaceIn(block, voxel);
  uint64_t* rows = mask.At(block).data();
  for (;;) {
    const auto place = uint32_t(state);
    rows[place >> kFieldBits] |= uint64_t{1} << (place & 63);
    if (state < kStep) return;
    // step_x, step_y, step_z are all ones if the axis steps: x steps if neither y nor z comes before it. Several axes
    // step when the ray leaves through an edge or a corner. Branch-free, because the next axis is unpredictable.
    const int64_t x_before_y = xy - 1, x_before_z = xz - 1, y_before_z = yz - 1;  // Negative: before or together.
    const int64_t step_x = (x_before_y & x_before_z) >> 63;
    const int64_t step_y = (~xy & y_before_z) >> 63;
    const int64_t step_z = ~(xz | yz) >> 63;
    xy += (step_x & add_y) - (step_y & add_x);
    xz += (step_x & add_z) - (step_z & add_x);
    yz += (step_y & add_z) - (step_z & add_y);
    state += (step_x & stride[0]) + (step_y & stride[1]) + (step_z & stride[2]);
    if (state & kLeft) {
      const auto left = int32_t(state);
      steps = (state - left) / kStep;
      voxel = VoxelAtPlace(block, left);
      block = BlockOf(voxel);
      state = steps * kStep + PlaceIn(block, voxel);
      rows = mask.At(block).data();
    }
  }
}

}  // namespace

ScanRay MakeScanRay(Vec3 from, Vec3 to, bool has_hit, const VoxelBox& bounds) {
  const Vec3 direction = to - from;
  double enter = 0, leave = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double lo = bounds.lo[axis], hi = bounds.hi[axis];
    if (std::min(from[axis], to[axis]) >= lo && std::max(from[axis], to[axis]) <= hi) continue;  // The usual case.
    if (direction[axis] == 0) return {};
    const double at_lo = (lo - from[axis]) / direction[axis], at_hi = (hi - from[axis]) / direction[axis];
    enter = std::max(enter, std::min(at_lo, at_hi));
    leave = std::min(leave, std::max(at_lo, at_hi));
  }
  if (!(enter <= leave)) return {};

  const Vec3 first = enter == 0 ? from : from + direction * enter;
  const Vec3 last = leave == 1 ? to : from + direction * leave;
  ScanRay ray;
  ray.is_inside = true;
  for (int axis = 0; axis < 3; ++axis) {
    const auto fixed = [&](double at) {
      return int64_t(std::floor(std::clamp<double>(at, bounds.lo[axis], bounds.hi[axis]) * kRayUnits + 0.5));
    };
    ray.from[size_t(axis)] = fixed(first[axis]);
    ray.to[size_t(axis)] = fixed(last[axis]);
  }
  if (has_hit && leave == 1) {
    ray.end = {int32_t(std::floor(to.x)), int32_t(std::floor(to.y)), int32_t(std::floor(to.z))};
    ray.has_hit = bounds.Contains(ray.end);
  }
  return ray;
}

std::vector<ScanBlock> TraceScan(size_t count, const std::function<ScanRay(size_t)>& make_ray, const VoxelBox& bounds,
                                 int threads) {
  const size_t wanted = threads > 0 ? size_t(threads) : std::max(1u, std::thread::hardware_concurrency());
  std::vector<WorkerMasks> workers(std::clamp<size_t>((count + kRaysAtOnce - 1) / kRaysAtOnce, 1, wanted));
  std::atomic<size_t> next{0};
  ParallelFor(workers.size(), threads, [&](size_t worker) {
    WorkerMasks& masks = workers[worker];
    for (size_t begin; (begin = next.fetch_add(kRaysAtOnce)) < count;) {
      for (size_t i = begin; i < std::min(begin + kRaysAtOnce, count); ++i) {
        const ScanRay ray = make_ray(i);
        if (ray.is_inside) MarkPassed(ray.from, ray.to, bounds, masks.passed);
        if (ray.has_hit) masks.hit.Set(ray.end);
      }
    }
  });

  std::vector<VoxelCoord> blocks;
  for (const WorkerMasks& masks : workers) {
    masks.passed.AppendBlocks(blocks);
    masks.hit.AppendBlocks(blocks);
  }
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());

  std::vector<ScanBlock> joined(blocks.size());
  ParallelFor(blocks.size(), threads, [&](size_t i) {
    ScanBlock& block = joined[i];
    block.block = blocks[i];
    for (const WorkerMasks& masks : workers) {
      masks.passed.JoinTo(block.block, block.passed);
      masks.hit.JoinTo(block.block, block.hit);
    }
    for (size_t row = 0; row < block.passed.size(); ++row) block.passed[row] &= ~block.hit[row];
  });
  return joined;
}

}  // namespace navnet
