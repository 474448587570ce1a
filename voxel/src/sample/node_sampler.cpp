// SPDX-License-Identifier: Apache-2.0
#include "sample/node_sampler.h"

#include "triangles/near_voxels.h"
#include "triangles/triangle_clearance.h"
#include "triangles/triangle_raster.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

namespace navnet {
namespace {

constexpr int kNodeSize = 128;
constexpr int kBlocksPerNode = 8;
constexpr uint32_t kTrianglesBetweenBreaths = 1024;  // Triangles between checks for cancellation: about 1 ms of work.

// The box of voxels [lo, lo + size), extended by `reach_voxels`, in units relative to the mesh's base.
FixedBox UnitsAround(VoxelCoord lo, int64_t size, const VoxelCoord& base, double reach_voxels) {
  const int64_t reach = int64_t(std::ceil(reach_voxels * kUnitsPerVoxel)) + 2;
  FixedBox box;
  for (int a = 0; a < 3; ++a) {
    const auto in_range = [](int64_t v) { return int32_t(std::clamp<int64_t>(v, INT32_MIN, INT32_MAX)); };
    const int64_t first = (int64_t{lo[a]} - base[a]) * kUnitsPerVoxel;
    box.lo[size_t(a)] = in_range(first - reach);
    box.hi[size_t(a)] = in_range(first + size * kUnitsPerVoxel + reach);
  }
  return box;
}

// Fills the blocks of one node for all radii.
class NodeSampler {
 public:
  NodeSampler(const FixedMesh& mesh, const VoxelBox& bounds, std::span<const double> radii, const StoreFunction& store,
              const KeepGoing& keep_going)
      : mesh_(mesh),
        bounds_(bounds),
        radii_(radii),
        store_(store),
        keep_going_(keep_going),
        mask_(std::make_unique<BlockMask>()) {}

  void Run(VoxelCoord node, const std::vector<uint32_t>& gathered) {
    boxes_.clear();
    boxes_.reserve(gathered.size());
    for (uint32_t t : gathered) boxes_.push_back(mesh_.Bounds(t));
    for (int i = 0; i < kBlocksPerNode; ++i) {
      const VoxelCoord block{node.x * 2 + (i >> 2), node.y * 2 + ((i >> 1) & 1), node.z * 2 + (i & 1)};
      const VoxelBox clip = BlockPartInside(block, bounds_);
      if (!clip.IsEmpty()) RunBlock(block, clip, gathered);
    }
  }

 private:
  void RunBlock(VoxelCoord block, const VoxelBox& clip, const std::vector<uint32_t>& gathered) {
    const VoxelCoord from_base = BlockOrigin(block) - mesh_.base;
    const Vec3 origin{double(from_base.x), double(from_base.y), double(from_base.z)};
    bool cleared = false;
    const auto each_near = [&](double reach, const auto& fill) {
      const FixedBox near = UnitsAround(BlockOrigin(block), kBlockSize, mesh_.base, reach);
      for (size_t i = 0; i < gathered.size(); ++i) {
        if (!boxes_[i].Meets(near)) continue;
        Breathe();
        if (!cleared) mask_->fill(0);
        cleared = true;
        fill(mesh_.triangles[gathered[i]]);
      }
    };
    each_near(0, [&](const Triangle& t) {
      RasterizeTriangle({mesh_.fixed[t[0]], mesh_.fixed[t[1]], mesh_.fixed[t[2]]}, from_base, clip, *mask_);
    });
    // Each level contains the blocked voxels of the one before, so the mask is reused.
    for (size_t level = 0; level < radii_.size(); ++level) {
      const double radius = radii_[level];
      if (radius > kTieVoxels) {
        near_.clear();
        each_near(radius, [&](const Triangle& t) {
          near_.emplace_back(
              std::array{mesh_.exact[t[0]] - origin, mesh_.exact[t[1]] - origin, mesh_.exact[t[2]] - origin}, radius);
        });
        near_voxels_.Fill(near_, clip, keep_going_, *mask_);
      }
      if (!cleared || std::ranges::all_of(*mask_, [](uint64_t row) { return row == 0; })) continue;
      store_(level, block, *mask_);
    }
  }

  void Breathe() {
    if (++breaths_ % kTrianglesBetweenBreaths == 0 && keep_going_ && !keep_going_()) throw CancelledError();
  }

  const FixedMesh& mesh_;
  const VoxelBox& bounds_;
  std::span<const double> radii_;
  const StoreFunction& store_;
  const KeepGoing& keep_going_;
  uint32_t breaths_ = 0;
  std::unique_ptr<BlockMask> mask_;
  std::vector<FixedBox> boxes_;
  std::vector<TriangleClearance> near_;
  NearVoxels near_voxels_;
};

}  // namespace

std::vector<VoxelCoord> TouchedNodes(const FixedMesh& mesh, const VoxelBox& bounds, double reach_voxels,
                                     const TouchFunction& touches, int threads) {
  VoxelCoord lo;
  int64_t size = kNodeSize;
  for (int a = 0; a < 3; ++a) {
    lo[a] = bounds.lo[a] & ~(kNodeSize - 1);
    while (lo[a] + size < bounds.hi[a]) size *= 2;
  }
  std::vector<VoxelCoord> cubes{lo}, finer;
  for (; !cubes.empty(); size /= 2) {
    std::vector<char> touched(cubes.size());
    ParallelFor(cubes.size(), threads,
                [&](size_t i) { touched[i] = touches(UnitsAround(cubes[i], size, mesh.base, reach_voxels)); });
    finer.clear();
    for (size_t i = 0; i < cubes.size(); ++i) {
      if (!touched[i]) continue;
      if (size == kNodeSize) {
        finer.push_back({cubes[i].x >> 7, cubes[i].y >> 7, cubes[i].z >> 7});
        continue;
      }
      const int32_t half = int32_t(size / 2);
      for (int child = 0; child < 8; ++child) {
        const VoxelCoord at = cubes[i] + VoxelCoord{child & 4 ? half : 0, child & 2 ? half : 0, child & 1 ? half : 0};
        if (at.x < bounds.hi.x && at.y < bounds.hi.y && at.z < bounds.hi.z) finer.push_back(at);
      }
    }
    cubes.swap(finer);
    if (size == kNodeSize) break;
  }
  std::ranges::sort(cubes);
  return cubes;
}

void SampleNode(const FixedMesh& mesh, const VoxelBox& bounds, std::span<const double> radii_voxels, VoxelCoord node,
                const GatherFunction& gather, const StoreFunction& store, const KeepGoing& keep_going) {
  const VoxelCoord origin{node.x * kNodeSize, node.y * kNodeSize, node.z * kNodeSize};
  std::vector<uint32_t> gathered;
  gather(UnitsAround(origin, kNodeSize, mesh.base, radii_voxels.back()), gathered);
  NodeSampler(mesh, bounds, radii_voxels, store, keep_going).Run(node, gathered);
}

}  // namespace navnet
