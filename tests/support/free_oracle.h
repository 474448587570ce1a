// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force test of free points and segments for a flyer, over all NavVolumes of a net.

#include <navnet/internal/core/on_face.h>
#include <navnet/net/net.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace navnet::oracle {

/// The union of a level's NavVolumes, each as a closed box widened by kOnFace.
class FreeSpaceOf {
 public:
  /// Of all components, or of one. Requires: the net has a level for the radius. Copies the volumes.
  FreeSpaceOf(const Net& net, double radius_m, std::optional<uint32_t> component = {}) : frame_(net.info().frame) {
    const NetLevel& level = *net.LevelFor(radius_m);
    for (size_t i = 0; i < level.volumes.size(); ++i) {
      if (!component || level.components[i] == *component) volumes_.push_back(level.volumes[i]);
    }
    std::ranges::sort(volumes_, {}, [](const VoxelBox& v) { return std::pair(v.lo, v.hi); });
    volumes_.erase(std::unique(volumes_.begin(), volumes_.end()), volumes_.end());
  }

  /// Whether every point of a segment, in world coordinates, is in one of the volumes.
  bool IsFree(Vec3 a_world, Vec3 b_world) const {
    const Vec3 a = frame_.ToVoxelSpace(a_world), d = frame_.ToVoxelSpace(b_world) - a;
    std::vector<std::pair<double, double>> parts;
    for (const VoxelBox& volume : volumes_) {
      double first = 0, last = 1;
      for (int k = 0; k < 3; ++k) {
        const double lo = volume.lo[k] - kOnFace - a[k], hi = volume.hi[k] + kOnFace - a[k];
        if (d[k] == 0) {
          if (lo > 0 || hi < 0) last = -1;
          continue;
        }
        first = std::max(first, std::min(lo / d[k], hi / d[k]));
        last = std::min(last, std::max(lo / d[k], hi / d[k]));
      }
      if (first <= last) parts.emplace_back(first, last);
    }
    std::ranges::sort(parts);
    double reached = 0;
    for (const auto& [first, last] : parts) {
      if (first <= reached) reached = std::max(reached, last);
    }
    return !parts.empty() && parts.front().first == 0 && reached == 1;
  }
  bool IsFree(Vec3 p_world) const { return IsFree(p_world, p_world); }
  bool IsFree(std::span<const Vec3> points) const {
    bool free = IsFree(points.front());
    for (size_t i = 1; free && i < points.size(); ++i) free = IsFree(points[i - 1], points[i]);
    return free;
  }

 private:
  GridFrame frame_;
  std::vector<VoxelBox> volumes_;
};

}  // namespace navnet::oracle
