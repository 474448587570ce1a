// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contacts between the cells of a level as gates that every flight passes, and the take-off points in each cell.
// Used for lower bounds on the cost of flights.

#include <navnet/internal/runtime/level/level_index.h>

#include <span>
#include <vector>

namespace navnet {

/// The air points above spots (LinkKind::Spot), indexed by cell. Immutable. Built in time linear in the cells of the
/// level and in the spots.
class AirSpots {
 public:
  /// A point in the air, in voxels, and the link of the spot below it.
  struct Spot {
    Vec3 point;
    uint32_t link = 0;
  };
  AirSpots() = default;
  AirSpots(const LevelIndex& index, std::span<const Spot> spots);

  /// The spots whose air points touch `cell`.
  std::span<const Spot> SpotsOf(uint32_t cell) const {
    return std::span(spots_).subspan(first_spot_[cell], first_spot_[cell + 1] - first_spot_[cell]);
  }

 private:
  std::vector<uint32_t> first_spot_;  ///< By cell, plus one: index of its first spot.
  std::vector<Spot> spots_;
};

/// Immutable. Built in time linear in the cells and contacts of the level.
class AirGates {
 public:
  /// A box in voxels. Every flight from one of the two cells to the other passes through the box or through a third
  /// cell.
  struct Gate {
    Vec3 lo, hi;
    uint32_t cells[2];
  };

  explicit AirGates(const LevelIndex& index);

  std::span<const Gate> gates() const { return gates_; }
  /// Indices into gates() of the gates of `cell`.
  std::span<const uint32_t> GatesOf(uint32_t cell) const {
    return std::span(gate_numbers_).subspan(first_gate_[cell], first_gate_[cell + 1] - first_gate_[cell]);
  }

 private:
  std::vector<Gate> gates_;
  std::vector<uint32_t> first_gate_, gate_numbers_;  ///< `first_gate_`: by cell, plus one; index into `gate_numbers_`.
};

}  // namespace navnet
