#pragma once
// The contacts between the cells of a level, as the gates that every flight passes: what lower bounds of flights are
// made of.

#include <navnet/internal/runtime/level/level_index.h>

#include <span>
#include <vector>

namespace navnet {

/// The air above spots, by the cells it is in. Immutable. Linear in the level's cells and in the spots.
class AirSpots {
 public:
  /// A point in the air, in voxels, and the spot it is above.
  struct Spot {
    Vec3 point;
    uint32_t link = 0;
  };
  AirSpots() = default;
  AirSpots(const LevelIndex& index, std::span<const Spot> spots);

  /// The spots whose points touch a cell.
  std::span<const Spot> SpotsOf(uint32_t cell) const {
    return std::span(spots_).subspan(first_spot_[cell], first_spot_[cell + 1] - first_spot_[cell]);
  }

 private:
  std::vector<uint32_t> first_spot_;  ///< By cell, and one more.
  std::vector<Spot> spots_;
};

/// Immutable. Linear in the level's cells and contacts.
class AirGates {
 public:
  /// Coordinates are in voxels. A flight from one of the cells to the other passes the box, or a third cell.
  struct Gate {
    Vec3 lo, hi;
    uint32_t cells[2];
  };

  explicit AirGates(const LevelIndex& index);

  std::span<const Gate> gates() const { return gates_; }
  /// Numbers of the gates of a cell.
  std::span<const uint32_t> GatesOf(uint32_t cell) const {
    return std::span(gate_numbers_).subspan(first_gate_[cell], first_gate_[cell + 1] - first_gate_[cell]);
  }

 private:
  std::vector<Gate> gates_;
  std::vector<uint32_t> first_gate_, gate_numbers_;  ///< By cell, and one more.
};

}  // namespace navnet
