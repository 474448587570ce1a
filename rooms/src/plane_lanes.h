// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which triangles and boxes are beyond a plane: four planes at a time, as GCC's and Clang's vectors.

#include <navnet/core/geometry.h>
#include <navnet/runtime/room.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace navnet {

/// A set of planes; its memory is reused.
class PlaneLanes {
 public:
  void Clear() { count_ = 0, groups_.clear(); }
  void Add(const HalfSpace& plane) {
    if (count_ % kLanes == 0) groups_.emplace_back();
    Group& group = groups_.back();
    const size_t lane = count_++ % kLanes;
    for (int k = 0; k < 3; ++k) {
      group.up[k][lane] = std::max(plane.normal[k], 0.0);
      group.down[k][lane] = std::min(plane.normal[k], 0.0);
    }
    group.offset[lane] = plane.offset_m;
  }

  /// Whether all of a box is at least `by` beyond one of the planes.
  bool IsBeyond(const Box3& box, double by) const {
    return Any([&](const Group& g, Lanes& beyond) { g.DistancesTo(box.min, box.max, by, beyond); });
  }
  /// Whether all corners are at least `by` beyond one of the planes.
  bool IsBeyond(const std::array<Vec3, 3>& corners, double by) const {
    return Any([&](const Group& g, Lanes& beyond) {
      Lanes second, third;
      g.DistancesTo(corners[0], corners[0], by, beyond);
      g.DistancesTo(corners[1], corners[1], by, second);
      g.DistancesTo(corners[2], corners[2], by, third);
      second = second < third ? second : third;
      beyond = beyond < second ? beyond : second;
    });
  }

 private:
  static constexpr size_t kLanes = 4;
  using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

  /// The normals, split into what is above and below 0. Unused lanes have an infinite offset.
  struct Group {
    /// By how much more than `by` a box is beyond each plane.
    void DistancesTo(const Vec3& low, const Vec3& high, double by, Lanes& out) const {
      out = (up[0] * low.x + down[0] * high.x) + (up[1] * low.y + down[1] * high.y) +
            (up[2] * low.z + down[2] * high.z) - (offset + by);
    }

    Lanes up[3] = {}, down[3] = {};
    Lanes offset = Lanes{} + std::numeric_limits<double>::infinity();
  };

  // Whether a distance is 0 or more. The last planes come first: they are most likely.
  template <class Distances>
  bool Any(const Distances& distances) const {
    for (size_t k = groups_.size(); k-- > 0;) {
      Lanes beyond;
      distances(groups_[k], beyond);
      const auto hits = beyond >= Lanes{};
      if (hits[0] | hits[1] | hits[2] | hits[3]) return true;
    }
    return false;
  }

  std::vector<Group> groups_;
  size_t count_ = 0;
};

}  // namespace navnet
