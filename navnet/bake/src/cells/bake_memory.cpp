// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/bake/cells/bake_memory.h>

#include <navnet/core/block.h>
#include <navnet/internal/core/text.h>
#include <navnet/internal/voxel/sample/sample_for.h>
#include <navnet/net/net.h>

#include <algorithm>

namespace navnet {
namespace {

// Bytes per cube of the cover: its cell and NavVolume, contacts and links, and temporary data. A larger value refuses
// more worlds; a smaller one risks running out of memory.
constexpr double kCubeBytes = 400;
// Additional bytes per block of 64³: its packed mask, and its cells before they are concatenated.
constexpr double kBlockBytes = 350;
constexpr int64_t kLeafSize = 8;
constexpr double kLeavesOfASide = 64, kLeafBytes = 64;

int64_t Down(int64_t v, int64_t step) { return v & -step; }
int64_t Up(int64_t v, int64_t step) { return Down(v + step - 1, step); }

// The number of aligned cubes of a size that lie inside the bounds.
double CubesInside(const VoxelBox& bounds, int64_t size) {
  double count = 1;
  for (int a = 0; a < 3; ++a) {
    const int64_t room = Down(bounds.hi[a], size) - Up(bounds.lo[a], size);
    count *= double(std::max<int64_t>(room / size, 0));
  }
  return count;
}

// The number of blocks of 64³ along an axis that intersect the bounds.
double BlocksAlong(const VoxelBox& bounds, int axis) {
  const int64_t blocks = (Up(bounds.hi[axis], kBlockSize) - Down(bounds.lo[axis], kBlockSize)) / kBlockSize;
  return double(blocks);
}

std::string TooLargeText(const Sampling& sampling, double bytes, double budget) {
  return "a grid of " + Text(sampling.bounds) + " voxels of " + Shortest(sampling.frame.voxel_m) +
         " m needs at least " + BytesText(bytes) + " to be cut into cells, more than the memory budget of " +
         BytesText(budget) + "; use larger voxels, smaller bounds or a larger budget";
}

}  // namespace

double BytesToCut(const VoxelBox& bounds, double blocked) {
  // Cubes are as large as possible: those of a size that form a larger cube inside the bounds are not counted.
  double cubes = CubesInside(bounds, kLargestBlock);
  for (int64_t size = kBlockSize; size < kLargestBlock; size *= 2) {
    cubes += CubesInside(bounds, size) - 8 * CubesInside(bounds, 2 * size);
  }
  const double blocks = BlocksAlong(bounds, 0) * BlocksAlong(bounds, 1) * BlocksAlong(bounds, 2);
  const double cut_off = blocks - CubesInside(bounds, kBlockSize);
  // If a side of the bounds is not aligned to leaves, all leaves along it are stored.
  double leaves = 0;
  for (int a = 0; a < 3; ++a) {
    const double side = blocks / BlocksAlong(bounds, a) * kLeavesOfASide;
    leaves += (bounds.lo[a] % kLeafSize != 0 ? side : 0) + (bounds.hi[a] % kLeafSize != 0 ? side : 0);
  }
  constexpr double kBlockVoxels = double(kBlockSize) * kBlockSize * kBlockSize;
  return (cubes + cut_off) * kCubeBytes + (cut_off + blocked / kBlockVoxels) * kBlockBytes + leaves * kLeafBytes;
}

Result<Sampling> SampleToCut(const World& world, const SampleOptions& options) {
  const double levels = double(options.radii_m.size());
  Result<Sampling> sampling =
      SampleFor(world, options, [levels](const VoxelBox& bounds) { return levels * BytesToCut(bounds, 0); });
  if (!sampling) return sampling;
  // The number of blocked voxels is known only after sampling.
  double bytes = 0;
  for (const OccupancyGrid& level : sampling->levels) {
    bytes += BytesToCut(sampling->bounds, double(level.blocked_count()));
  }
  const double budget = double(options.memory_budget_bytes);
  if (bytes > budget) return Error{ErrorCode::TooLarge, TooLargeText(*sampling, bytes, budget)};
  return sampling;
}

}  // namespace navnet
