// SPDX-License-Identifier: Apache-2.0
#pragma once
// Links in the air: jump gates, airlocks and one-way tubes between two points of free space.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace navnet {

inline constexpr size_t kMostGates = 4096;  ///< Maximum number of gates of a net.

/// A connection between two points of the air that is not flown. It serves the clearance levels in which both ends are
/// free (see Navigator); others ignore it. A gate is identified by its index among the net's gates.
struct Gate {
  /// In the world, in metres. Range: -1e12 to 1e12.
  Vec3 from, to;
  double seconds = 0;      ///< Duration of each use. Range: 0 to 1e9.
  double radius_m = 0;     ///< Radius of the largest agents that fit through it; 0: any. Range: 0 to 1e12.
  uint32_t one_way = 0;    ///< 1: only from `from` to `to`. Range: 0 or 1.
  uint32_t is_closed = 0;  ///< 1: nobody passes. A query may close more gates, but not open one. Range: 0 or 1.

  friend bool operator==(const Gate&, const Gate&) = default;
};

/// Refuses numbers outside the ranges above; the message names the gate, the field, its value and the range.
Status Validate(std::span<const Gate> gates);

}  // namespace navnet
