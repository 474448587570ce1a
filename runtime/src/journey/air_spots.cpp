// SPDX-License-Identifier: Apache-2.0
#include "journey/air_spots.h"

#include "level/free_air.h"

namespace navnet {

void AirSpots::Build(const LevelIndex& level, std::span<const Spot> spots) {
  // Counts go two cells ahead, so that the sums are one ahead, and filling moves them to their places.
  first_spot_.assign(size_t{level.cell_limit()} + 2, 0);
  for (const Spot& spot : spots) {
    for (const uint32_t cell : FreePlaceAt(level, spot.point).cells) ++first_spot_[cell + 2];
  }
  for (size_t i = 1; i < first_spot_.size(); ++i) first_spot_[i] += first_spot_[i - 1];
  spots_.resize(first_spot_.back());
  for (const Spot& spot : spots) {
    for (const uint32_t cell : FreePlaceAt(level, spot.point).cells) spots_[first_spot_[cell + 1]++] = spot;
  }
}

}  // namespace navnet
