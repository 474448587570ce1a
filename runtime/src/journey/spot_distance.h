// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lower bounds on the distance from a cell to the nearest spot, in voxels: how far an agent must fly before it can
// walk.

#include "journey/air_spots.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Spots in bins on the plan, each with the range of their heights. Immutable.
class SpotDistance {
 public:
  /// `up`: index of the vertical axis of the grid. Time and memory linear in the spots.
  void Build(std::span<const AirSpots::Spot> spots, int up);

  /// Lower bound on the distance from any point of a box to the nearest spot; infinite if there is none. Below a
  /// microsecond, except far from all spots.
  double From(const VoxelBox& box) const;

 private:
  struct Bin {
    double lowest, highest;
  };
  /// Bins along each axis. More give tighter bounds and take longer.
  static constexpr int kBins = 32;

  std::vector<Bin> bins_;  ///< kBins × kBins; `lowest` above `highest` if empty.
  int across_ = 0, along_ = 1, up_ = 2;
  double lo_[2] = {0, 0}, size_[2] = {1, 1};  ///< Low corner of the first bin, and edges of a bin.
};

}  // namespace navnet
