// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/occupancy_grid.h>

#include <navnet/internal/core/block_leaves.h>

#include "grid/occupancy_build.h"
#include "grid/occupancy_data.h"

#include <openvdb/tree/ValueAccessor.h>

#include <algorithm>
#include <array>

namespace navnet {
namespace {

VoxelCoord FromOpenVdb(const openvdb::Coord& c) { return {c.x(), c.y(), c.z()}; }
openvdb::Coord ToOpenVdb(VoxelCoord c) { return {c.x, c.y, c.z}; }

}  // namespace

void StoreBlock(const BlockMask& mask, VoxelCoord block, MaskNode128& node) {
  const VoxelCoord origin = BlockOrigin(block);
  for (int lx = 0; lx < kLeavesPerAxis; ++lx) {
    for (int ly = 0; ly < kLeavesPerAxis; ++ly) {
      const uint64_t any = AnyInLeaves(mask, lx, ly);
      if (any == 0) continue;
      const auto leaves = LeavesOf(mask, lx, ly);
      for (int lz = 0; lz < kLeavesPerAxis; ++lz) {
        if (((any >> (8 * lz)) & 0xFF) == 0) continue;
        const VoxelCoord at = origin + VoxelCoord{lx * kLeafSize, ly * kLeafSize, lz * kLeafSize};
        if (std::ranges::all_of(leaves[lz], [](uint64_t w) { return w == ~uint64_t{0}; })) {
          node.addTile(/*level=*/1, ToOpenVdb(at), true, true);
          continue;
        }
        MaskLeaf::NodeMaskType bits;
        for (int x = 0; x < kLeafSize; ++x) bits.getWord<uint64_t>(x) = leaves[lz][x];
        auto leaf = std::make_unique<MaskLeaf>(ToOpenVdb(at));
        leaf->setValueMask(bits);
        node.addChild(leaf.release());
      }
    }
  }
}

std::unique_ptr<MaskNode128> MakeNode(VoxelCoord block) {
  return std::make_unique<MaskNode128>(ToOpenVdb(BlockOrigin(block)), false);
}

bool IsSolid(const MaskNode128& node) { return node.getValueMask().isOn(); }

void AttachNode(std::unique_ptr<MaskNode128> node, MaskTree& tree) {
  if (node->getChildMask().isOff() && node->getValueMask().isOff()) return;
  if (IsSolid(*node)) return AttachSolid(FromOpenVdb(node->origin()), tree);
  const openvdb::Coord origin = node->origin();
  if (!tree.root().probeConstNode<MaskNode4096>(origin)) {
    tree.root().addChild(std::make_unique<MaskNode4096>(origin, false).release());
  }
  tree.root().probeNode<MaskNode4096>(origin)->addChild(node.release());
}

void AttachSolid(VoxelCoord node_origin, MaskTree& tree) {
  tree.root().addTile(/*level=*/2, ToOpenVdb(node_origin), true, true);
}

OccupancyGrid MakeOccupancy(const GridFrame& frame, const VoxelBox& bounds, double radius_m, MaskTree::ConstPtr tree) {
  auto data = std::make_shared<OccupancyData>();
  data->frame = frame;
  data->bounds = bounds;
  data->radius_m = radius_m;
  data->blocked_count = int64_t(tree->activeVoxelCount());
  data->tree = std::move(tree);
  return OccupancyGrid(std::move(data));
}

OccupancyGrid Cropped(const OccupancyGrid& grid, const VoxelBox& bounds, double radius_m) {
  auto tree = std::make_shared<MaskTree>(*grid.data().tree);
  tree->clip({ToOpenVdb(bounds.lo), ToOpenVdb(bounds.hi).offsetBy(-1)});
  return MakeOccupancy(grid.frame(), bounds, radius_m, std::move(tree));
}

OccupancyGrid BuildOccupancy(const GridFrame& frame, const VoxelBox& bounds, double radius_m,
                             std::span<const VoxelBox> blocked) {
  auto tree = std::make_shared<MaskTree>(false);
  openvdb::tree::ValueAccessor<MaskTree> accessor(*tree);
  for (const VoxelBox& box : blocked) {
    VoxelBox in;
    for (int a = 0; a < 3; ++a) {
      in.lo[a] = std::max(box.lo[a], bounds.lo[a]);
      in.hi[a] = std::min(box.hi[a], bounds.hi[a]);
    }
    if (in.IsEmpty()) continue;
    if (in.Volume() == 1) {
      accessor.setValueOn(ToOpenVdb(in.lo));
    } else {
      tree->sparseFill({ToOpenVdb(in.lo), ToOpenVdb(in.hi).offsetBy(-1)}, true, true);
      accessor.clear();
    }
  }
  tree->prune();
  return MakeOccupancy(frame, bounds, radius_m, std::move(tree));
}

OccupancyGrid::OccupancyGrid() {
  auto data = std::make_shared<OccupancyData>();
  data->tree = std::make_shared<MaskTree>(false);
  data_ = std::move(data);
}

OccupancyGrid::OccupancyGrid(std::shared_ptr<const OccupancyData> data) : data_(std::move(data)) {}

const GridFrame& OccupancyGrid::frame() const { return data_->frame; }
const VoxelBox& OccupancyGrid::bounds() const { return data_->bounds; }
double OccupancyGrid::radius_m() const { return data_->radius_m; }
int64_t OccupancyGrid::blocked_count() const { return data_->blocked_count; }
int64_t OccupancyGrid::free_count() const { return data_->bounds.Volume() - data_->blocked_count; }
size_t OccupancyGrid::memory_bytes() const { return size_t(data_->tree->memUsage()); }

bool OccupancyGrid::IsBlocked(VoxelCoord voxel) const {
  return !data_->bounds.Contains(voxel) || data_->tree->isValueOn(ToOpenVdb(voxel));
}

std::vector<VoxelCoord> OccupancyGrid::MixedBlocks() const {
  std::vector<VoxelCoord> blocks;
  const auto add_box = [&](const openvdb::CoordBBox& box) {
    VoxelBox in;
    for (int a = 0; a < 3; ++a) {
      in.lo[a] = std::max(box.min()[a], bounds().lo[a]);
      in.hi[a] = std::min(box.max()[a], bounds().hi[a] - 1);
    }
    const VoxelCoord lo = BlockOf(in.lo), hi = BlockOf(in.hi);
    for (int x = lo.x; x <= hi.x; ++x) {
      for (int y = lo.y; y <= hi.y; ++y) {
        for (int z = lo.z; z <= hi.z; ++z) blocks.push_back({x, y, z});
      }
    }
  };
  const auto add_tile = [&](const openvdb::Coord& at, int size) { add_box(openvdb::CoordBBox::createCube(at, size)); };
  const MaskRoot& root = data_->tree->root();
  for (auto tile = root.cbeginValueOn(); tile; ++tile) add_tile(tile.getCoord(), MaskNode4096::DIM);
  for (auto large = root.cbeginChildOn(); large; ++large) {
    for (auto tile = large->cbeginValueOn(); tile; ++tile) add_tile(tile.getCoord(), MaskNode128::DIM);
    for (auto node = large->cbeginChildOn(); node; ++node) {
      std::array<bool, 8> touched{};
      const auto touch = [&](openvdb::Index leaf) {
        openvdb::Coord at;  // In leaves, 0..15.
        MaskNode128::offsetToLocalCoord(leaf, at);
        touched[size_t(((at.x() >> 3) << 2) | ((at.y() >> 3) << 1) | (at.z() >> 3))] = true;
      };
      for (auto leaf = node->cbeginChildOn(); leaf; ++leaf) touch(leaf.pos());
      for (auto tile = node->cbeginValueOn(); tile; ++tile) touch(tile.pos());
      const VoxelCoord first = BlockOf(FromOpenVdb(node->origin()));
      for (int i = 0; i < 8; ++i) {
        if (touched[size_t(i)]) blocks.push_back(first + VoxelCoord{i >> 2, (i >> 1) & 1, i & 1});
      }
    }
  }
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

void OccupancyGrid::ReadBlock(VoxelCoord block, BlockMask& mask) const {
  const VoxelBox inside = BlockPartInside(block, bounds());
  if (inside.IsEmpty()) {
    mask.fill(~uint64_t{0});
    return;
  }
  const VoxelCoord origin = BlockOrigin(block);
  const auto* node = data_->tree->probeConstNode<MaskNode128>(ToOpenVdb(origin));
  if (node == nullptr) {
    mask.fill(data_->tree->isValueOn(ToOpenVdb(origin)) ? ~uint64_t{0} : 0);
  } else {
    for (int lx = 0; lx < kLeavesPerAxis; ++lx) {
      for (int ly = 0; ly < kLeavesPerAxis; ++ly) {
        std::array<const MaskLeaf*, 8> leaves;
        std::array<uint64_t, 8> constant;
        for (int lz = 0; lz < kLeavesPerAxis; ++lz) {
          const openvdb::Coord at = ToOpenVdb(origin + VoxelCoord{lx * kLeafSize, ly * kLeafSize, lz * kLeafSize});
          leaves[lz] = node->probeConstLeaf(at);
          constant[lz] = leaves[lz] == nullptr && node->isValueOn(at) ? ~uint64_t{0} : 0;
        }
        for (int x = 0; x < kLeafSize; ++x) {
          std::array<uint64_t, 8> words;
          for (int lz = 0; lz < kLeavesPerAxis; ++lz) {
            words[lz] = leaves[lz] ? leaves[lz]->getValueMask().getWord<uint64_t>(x) : constant[lz];
          }
          TransposeBytes(words);
          std::ranges::copy(words, mask.begin() + BlockRow(lx * kLeafSize + x, ly * kLeafSize));
        }
      }
    }
  }
  SetOutside(inside, mask);
}

}  // namespace navnet
