// SPDX-License-Identifier: Apache-2.0
#pragma once
// The points of the air where journeys may change: above spots (LinkKind::Spot) and at gates, indexed by the cell that
// they lie in.

#include <navnet/internal/runtime/level/level_index.h>

#include <span>
#include <vector>

namespace navnet {

class AirSpots {
 public:
  /// A point in the air, in voxels, and its stop.
  struct Spot {
    Vec3 point;
    uint32_t stop = 0;
  };

  /// Time linear in the cells of the level and in the spots. Reuses memory.
  void Build(const LevelIndex& level, std::span<const Spot> spots);

  /// The spots whose air points touch `cell`.
  std::span<const Spot> SpotsOf(uint32_t cell) const {
    return std::span(spots_).subspan(first_spot_[cell], first_spot_[cell + 1] - first_spot_[cell]);
  }

 private:
  std::vector<uint32_t> first_spot_;  ///< By cell, plus two: index of its first spot.
  std::vector<Spot> spots_;
};

}  // namespace navnet
