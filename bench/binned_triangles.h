// SPDX-License-Identifier: Apache-2.0
#pragma once
// A simple alternative to Embree: triangles binned by the 128³ nodes that their bounding boxes touch.

#include "triangles/fixed_mesh.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace navnet {

/// Built by counting sort in two parallel passes. Answers only queries for whole nodes, which is all the sampler needs.
class BinnedTriangles {
 public:
  BinnedTriangles(const FixedMesh& mesh, const VoxelBox& bounds) : base_(mesh.base) {
    for (int a = 0; a < 3; ++a) size_[a] = ((bounds.hi[a] - 1) >> kShift) - (base_[a] >> kShift) + 1;
    const size_t bins = size_t(size_.x) * size_t(size_.y) * size_t(size_.z);
    std::vector<std::atomic<uint32_t>> counts(bins + 1);
    EachPair(mesh, [&](size_t bin, uint32_t) { counts[bin].fetch_add(1, std::memory_order_relaxed); });
    start_.resize(bins + 1, 0);
    for (size_t i = 0; i < bins; ++i) start_[i + 1] = start_[i] + counts[i].load(std::memory_order_relaxed);
    triangles_.resize(start_.back());
    for (size_t i = 0; i < bins; ++i) counts[i].store(start_[i], std::memory_order_relaxed);
    EachPair(mesh,
             [&](size_t bin, uint32_t t) { triangles_[counts[bin].fetch_add(1, std::memory_order_relaxed)] = t; });
    for (int x = 0; x < size_.x; ++x) {
      for (int y = 0; y < size_.y; ++y) {
        for (int z = 0; z < size_.z; ++z) {
          const VoxelCoord at{x, y, z};
          if (start_[Bin(at)] != start_[Bin(at) + 1]) {
            nodes_.push_back(at + VoxelCoord{base_.x >> kShift, base_.y >> kShift, base_.z >> kShift});
          }
        }
      }
    }
  }

  const std::vector<VoxelCoord>& nodes() const { return nodes_; }

  void Gather(const FixedBox& node_box, std::vector<uint32_t>& out) const {
    VoxelCoord at;
    for (int a = 0; a < 3; ++a) {
      at[a] = int32_t((int64_t{node_box.lo[size_t(a)]} + node_box.hi[size_t(a)]) / 2 / kUnitsPerVoxel) >> kShift;
    }
    const size_t bin = Bin(at);
    out.assign(triangles_.begin() + start_[bin], triangles_.begin() + start_[bin + 1]);
  }

 private:
  static constexpr int kShift = 7;  // 2^7 = 128 voxels per node.
  static constexpr size_t kChunk = 16384;

  size_t Bin(VoxelCoord at) const {
    return (size_t(at.x) * size_t(size_.y) + size_t(at.y)) * size_t(size_.z) + size_t(at.z);
  }

  template <class Visit>
  void EachPair(const FixedMesh& mesh, const Visit& visit) const {
    ParallelFor((mesh.triangles.size() + kChunk - 1) / kChunk, 0, [&](size_t chunk) {
      for (size_t t = chunk * kChunk; t < std::min(mesh.triangles.size(), (chunk + 1) * kChunk); ++t) {
        const FixedBox box = mesh.Bounds(uint32_t(t));
        VoxelCoord lo, hi;
        for (int a = 0; a < 3; ++a) {
          lo[a] = std::max(((box.lo[size_t(a)] - 2) / kUnitsPerVoxel) >> kShift, 0);
          hi[a] = std::min(((box.hi[size_t(a)] + 2) / kUnitsPerVoxel) >> kShift, size_[a] - 1);
        }
        for (int x = lo.x; x <= hi.x; ++x) {
          for (int y = lo.y; y <= hi.y; ++y) {
            for (int z = lo.z; z <= hi.z; ++z) visit(Bin({x, y, z}), uint32_t(t));
          }
        }
      }
    });
  }

  VoxelCoord base_, size_;
  std::vector<uint32_t> start_, triangles_;
  std::vector<VoxelCoord> nodes_;
};

}  // namespace navnet
