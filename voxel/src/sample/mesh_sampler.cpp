// SPDX-License-Identifier: Apache-2.0
#include "sample/mesh_sampler.h"

#include "grid/occupancy_data.h"

#include <memory>
#include <utility>

namespace navnet {

std::vector<MaskTree::Ptr> SampleNodes(const FixedMesh& mesh, const VoxelBox& bounds,
                                       std::span<const double> radii_voxels, std::span<const VoxelCoord> nodes,
                                       const GatherFunction& gather, int threads, const ProgressFunction& progress) {
  const size_t levels = radii_voxels.size();
  std::vector<std::vector<std::unique_ptr<MaskNode128>>> made(nodes.size());
  const auto sample = [&](size_t i, const KeepGoing& keep_going) {
    std::vector<std::unique_ptr<MaskNode128>> out(levels);
    SampleNode(
        mesh, bounds, radii_voxels, nodes[i], gather,
        [&out](size_t level, VoxelCoord block, const BlockMask& mask) {
          if (!out[level]) out[level] = MakeNode(block);
          StoreBlock(mask, block, *out[level]);
        },
        keep_going);
    made[i] = std::move(out);
  };
  if (!ParallelFor(nodes.size(), threads, "sample", progress, sample)) throw CancelledError();

  std::vector<MaskTree::Ptr> trees;
  for (size_t level = 0; level < levels; ++level) {
    auto tree = std::make_shared<MaskTree>(false);
    for (auto& node : made) {
      if (node[level]) AttachNode(std::move(node[level]), *tree);
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

}  // namespace navnet
