#include <navnet/internal/bake/cells/bake_memory.h>

#include <navnet/core/block.h>
#include <navnet/internal/core/text.h>
#include <navnet/internal/voxel/sample/sample_for.h>
#include <navnet/net/net.h>

#include <algorithm>

namespace navnet {
namespace {

// Of a cube of the cover: its cell and NavVolume, contacts and links, and what they are made from.
constexpr double kCubeBytes = 400;
// Of a block of 64³ besides: its packed mask, and its cells before they are put together.
constexpr double kBlockBytes = 350;
constexpr int64_t kLeafSize = 8;
constexpr double kLeavesOfASide = 64, kLeafBytes = 64;

int64_t Down(int64_t v, int64_t step) { return v & -step; }
int64_t Up(int64_t v, int64_t step) { return Down(v + step - 1, step); }

// Aligned cubes of a size that lie in the bounds.
double CubesInside(const VoxelBox& bounds, int64_t size) {
  double count = 1;
  for (int a = 0; a < 3; ++a) {
    const int64_t room = Down(bounds.hi[a], size) - Up(bounds.lo[a], size);
    count *= double(std::max<int64_t>(room / size, 0));
  }
  return count;
}

// Blocks of 64³ that meet the bounds, along an axis.
double BlocksAlong(const VoxelBox& bounds, int axis) {
  return double((Up(bounds.hi[axis], kBlockSize) - Down(bounds.lo[axis], kBlockSize)) / kBlockSize);
}

std::string TooLargeText(const Sampling& sampling, double bytes, double budget) {
  return "a grid of " + Text(sampling.bounds) + " voxels of " + Shortest(sampling.frame.voxel_m) +
         " m needs at least " + BytesText(bytes) + " to be cut into cells, more than the memory budget of " +
         BytesText(budget) + "; use larger voxels, smaller bounds or a larger budget";
}

}  // namespace

double BytesToCut(const VoxelBox& bounds, double blocked) {
  // Cubes are as large as they come: of those of a size, the ones that make up larger cubes are not there.
  double cubes = CubesInside(bounds, kLargestBlock);
  for (int64_t size = kBlockSize; size < kLargestBlock; size *= 2) {
    cubes += CubesInside(bounds, size) - 8 * CubesInside(bounds, 2 * size);
  }
  const double blocks = BlocksAlong(bounds, 0) * BlocksAlong(bounds, 1) * BlocksAlong(bounds, 2);
  const double cut_off = blocks - CubesInside(bounds, kBlockSize);
  // A side that runs through leaves keeps them all.
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
  // What is solid is known only now.
  double bytes = 0;
  for (const OccupancyGrid& level : sampling->levels) {
    bytes += BytesToCut(sampling->bounds, double(level.blocked_count()));
  }
  const double budget = double(options.memory_budget_bytes);
  if (bytes > budget) return Error{ErrorCode::TooLarge, TooLargeText(*sampling, bytes, budget)};
  return sampling;
}

}  // namespace navnet
