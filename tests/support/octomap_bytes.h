// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes OctoMap's binary maps: 16 levels, two bits per child, a parent before its children, equal children pruned.

#include <navnet/core/geometry.h>

#include <map>
#include <string>
#include <vector>

namespace navnet {

/// True: occupied. Coordinates within ±32768.
using KnownVoxels = std::map<VoxelCoord, bool>;

class OctomapWriter {
 public:
  OctomapWriter(const KnownVoxels& voxels, const std::string& resolution) {
    const std::vector<Voxel> all(voxels.begin(), voxels.end());
    if (!all.empty()) WriteChildren(all, {-32768, -32768, -32768}, 32768);
    bytes_ = "# Octomap OcTree binary file\nid OcTree\nsize " + std::to_string(all.empty() ? 0 : nodes_) + "\nres " +
             resolution + "\ndata\n" + bytes_;
  }
  const std::string& bytes() const { return bytes_; }
  int coarse_leaves() const { return coarse_leaves_; }  ///< Leaves of more than one voxel.

 private:
  using Voxel = std::pair<VoxelCoord, bool>;

  void WriteChildren(const std::vector<Voxel>& voxels, VoxelCoord corner, int width) {
    std::vector<Voxel> parts[8];
    for (const Voxel& voxel : voxels) {
      const VoxelCoord at = voxel.first - corner;
      parts[(at.x >= width) + 2 * (at.y >= width) + 4 * (at.z >= width)].push_back(voxel);
    }
    unsigned bits = 0;
    bool inner[8] = {};
    for (int i = 0; i < 8; ++i) {
      if (parts[i].empty()) continue;
      ++nodes_;
      bool is_leaf = int64_t(parts[i].size()) == int64_t{width} * width * width;
      for (const Voxel& voxel : parts[i]) is_leaf = is_leaf && voxel.second == parts[i][0].second;
      coarse_leaves_ += is_leaf && width > 1;
      inner[i] = !is_leaf;
      bits |= (is_leaf ? parts[i][0].second ? 2u : 1u : 3u) << 2 * i;
    }
    bytes_ += {static_cast<char>(bits & 255), static_cast<char>(bits >> 8)};
    for (int i = 0; i < 8; ++i) {
      const VoxelCoord lo = corner + VoxelCoord{(i & 1) * width, (i >> 1 & 1) * width, (i >> 2 & 1) * width};
      if (inner[i]) WriteChildren(parts[i], lo, width / 2);
    }
  }

  std::string bytes_;
  int nodes_ = 1, coarse_leaves_ = 0;
};

}  // namespace navnet
