// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stops of a journey: where it begins, ends, takes off, lands, and takes links.

#include <navnet/core/geometry.h>

#include <cstdint>
#include <limits>

namespace navnet {

/// Numbers of stops: the ends, the air above them, then two stops for each link: the ground and air of a spot, or the
/// two ends of another link. Behind those of all links, the two ends of each gate.
inline constexpr uint32_t kStart = 0, kGoal = 1, kAboveStart = 2, kAboveGoal = 3, kFirstLink = 4;
/// The first stop of a link; of a gate, with the number of links added to its index.
constexpr uint32_t StopOf(uint32_t link) { return kFirstLink + 2 * link; }
inline constexpr uint32_t kNoStop = 0xFFFFFFFF;
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// A point where a journey may change between walking, flying and links; or one of its ends.
struct TravelStop {
  Vec3 point;
  uint32_t component = 0;  ///< Component of the air, or group of the ground (see WalkTables::GroupOf).
  bool usable = false, in_air = false;
  bool has_legs = true;  ///< False: no walks or flights begin or end here, only changes of mode.
};

/// By stop: the stop that a change of mode or a link leads to, or kNoStop; and its cost in seconds.
struct TravelChange {
  uint32_t to = kNoStop;
  double cost_s = 0;
};

}  // namespace navnet
