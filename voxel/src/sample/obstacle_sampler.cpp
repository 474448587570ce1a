// SPDX-License-Identifier: Apache-2.0
// Every triangle is sampled independently and the results are united: snapping, clipping, rasterising and measuring
// depend on one triangle, the frame, the bounds and the radii only. That is why obstacles can be sampled separately
// from their world.

#include <navnet/internal/voxel/sample/obstacle_sampler.h>

#include <navnet/internal/core/block_box.h>
#include <navnet/internal/core/packed_block.h>

#include "sample/node_sampler.h"
#include "triangles/fixed_mesh.h"
#include "triangles/triangle_index.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <optional>
#include <string>

namespace navnet {

struct ObstacleMasks::Data {
  struct Level {
    std::vector<VoxelCoord> blocks;
    std::vector<PackedBlock> packed;  ///< One for each block.
    VoxelBox box;
  };
  std::vector<Level> levels;
};

namespace {

// Meshes of up to this many triangles are searched linearly: starting Embree takes longer. Larger: slower linear
// searches.
constexpr size_t kFewTriangles = 2048;

// The part of the bounds that a mesh can block; limits the search for its nodes.
VoxelBox ReachOf(const FixedMesh& mesh, const VoxelBox& bounds, double reach_voxels) {
  FixedBox all = mesh.Bounds(0);
  for (uint32_t t = 1; t < mesh.triangles.size(); ++t) all = all.Extended(mesh.Bounds(t));
  const int64_t reach = int64_t(std::ceil(reach_voxels)) + 2;
  VoxelBox out;
  for (int a = 0; a < 3; ++a) {
    const auto inside = [&](int64_t v) { return int32_t(std::clamp<int64_t>(v, bounds.lo[a], bounds.hi[a])); };
    out.lo[a] = inside(int64_t{mesh.base[a]} + all.lo[size_t(a)] / kUnitsPerVoxel - reach);
    out.hi[a] = inside(int64_t{mesh.base[a]} + all.hi[size_t(a)] / kUnitsPerVoxel + reach);
  }
  return out;
}

struct StoredBlock {
  size_t level;
  VoxelCoord block;
  PackedBlock packed;
  VoxelBox box;  ///< Bounding box of its blocked voxels.
};

std::vector<StoredBlock> SampleBlocks(const FixedMesh& mesh, const VoxelBox& bounds, std::span<const double> radii,
                                      int threads) {
  std::optional<TriangleIndex> index;
  if (mesh.triangles.size() > kFewTriangles) index.emplace(mesh);
  const auto touches = [&](const FixedBox& box) {
    if (index) return index->AnyIn(box);
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      if (MayMeet(mesh, t, box)) return true;
    }
    return false;
  };
  const auto gather = [&](const FixedBox& box, std::vector<uint32_t>& found) {
    if (index) return index->Gather(box, found);
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      if (MayMeet(mesh, t, box)) found.push_back(t);
    }
  };

  const double reach = radii.back();
  const VoxelBox near = ReachOf(mesh, bounds, reach);
  if (near.IsEmpty()) return {};
  const std::vector<VoxelCoord> nodes = TouchedNodes(mesh, near, reach, touches, threads);
  std::vector<std::vector<StoredBlock>> made(nodes.size());
  ParallelFor(nodes.size(), threads, [&](size_t i) {
    SampleNode(mesh, bounds, radii, nodes[i], gather, [&](size_t level, VoxelCoord block, const BlockMask& mask) {
      const VoxelCoord origin = BlockOrigin(block);
      const VoxelBox box = BoxOfBits(BlockPartInside(block, bounds), [&](size_t row) { return mask[row]; });
      made[i].push_back({level, block, PackBlock(mask), {origin + box.lo, origin + box.hi}});
    });
  });
  std::vector<StoredBlock> all;
  for (std::vector<StoredBlock>& part : made) std::ranges::move(part, std::back_inserter(all));
  std::ranges::sort(all, {}, [](const StoredBlock& b) { return std::pair{b.level, b.block}; });
  return all;
}

}  // namespace

std::span<const VoxelCoord> ObstacleMasks::blocks(size_t level) const {
  if (!data_) return {};
  return data_->levels[level].blocks;
}

bool ObstacleMasks::OrInto(size_t level, VoxelCoord block, BlockMask& mask) const {
  if (!data_) return false;
  const Data::Level& at = data_->levels[level];
  const auto found = std::ranges::lower_bound(at.blocks, block);
  if (found == at.blocks.end() || *found != block) return false;
  navnet::OrInto(at.packed[size_t(found - at.blocks.begin())], mask);
  return true;
}

VoxelBox ObstacleMasks::box(size_t level) const { return data_ ? data_->levels[level].box : VoxelBox{}; }

size_t ObstacleMasks::bytes() const {
  if (!data_) return 0;
  size_t bytes = sizeof(Data) + data_->levels.capacity() * sizeof(Data::Level);
  for (const Data::Level& level : data_->levels) {
    bytes += level.blocks.capacity() * sizeof(VoxelCoord) + level.packed.capacity() * sizeof(PackedBlock);
    for (const PackedBlock& block : level.packed) bytes += block.leaves.capacity() * sizeof(Leaf);
  }
  return bytes;
}

ObstacleSampler::ObstacleSampler(const GridFrame& frame, const VoxelBox& bounds, std::vector<double> radii_m)
    : frame_(frame), bounds_(bounds) {
  for (double radius_m : radii_m) radii_voxels_.push_back(radius_m / frame.voxel_m);
}

Result<ObstacleMasks> ObstacleSampler::Sample(MeshView mesh_world, int threads) const {
  if (Status s = Validate(mesh_world); !s) return s.error();
  try {
    const FixedMesh fixed = MakeFixedMesh(mesh_world, frame_, bounds_, radii_voxels_.back(), threads);
    if (fixed.triangles.empty()) return ObstacleMasks();
    std::vector<StoredBlock> blocks = SampleBlocks(fixed, bounds_, radii_voxels_, threads);
    if (blocks.empty()) return ObstacleMasks();

    auto data = std::make_shared<ObstacleMasks::Data>();
    data->levels.resize(radii_voxels_.size());
    for (StoredBlock& b : blocks) {
      ObstacleMasks::Data::Level& level = data->levels[b.level];
      if (level.blocks.empty()) level.box = b.box;
      for (int a = 0; a < 3; ++a) {
        level.box.lo[a] = std::min(level.box.lo[a], b.box.lo[a]);
        level.box.hi[a] = std::max(level.box.hi[a], b.box.hi[a]);
      }
      level.blocks.push_back(b.block);
      b.packed.leaves.shrink_to_fit();
      level.packed.push_back(std::move(b.packed));
    }
    return ObstacleMasks(std::move(data));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory,
                 "out of memory while sampling an obstacle; use larger voxels or a smaller one"};
  } catch (const std::exception& e) {
    return Error{ErrorCode::Internal, std::string("sampling an obstacle failed: ") + e.what()};
  }
}

}  // namespace navnet
