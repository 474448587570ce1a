// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the gates of a net lie in the free space of one clearance level.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/net/gates.h>

#include <span>
#include <vector>

namespace navnet {

/// The components of free space at a point: at most eight, none if it is not free.
using PlaceComponents = TouchingCells;

/// Whether two places share a component.
bool AreConnected(const PlaceComponents& a, const PlaceComponents& b);

/// One gate in one level.
struct GatePlace {
  Vec3 from, to;  ///< In voxels.
  PlaceComponents at_from, at_to;

  /// Whether both ends are free.
  bool Serves() const { return at_from.count > 0 && at_to.count > 0; }
};

/// The components at a point, in voxels.
PlaceComponents ComponentsAt(const LevelIndex& level, Vec3 p);

/// The places of all gates in a level: about a microsecond for each.
std::vector<GatePlace> PlaceGates(std::span<const Gate> gates, const GridFrame& frame, const LevelIndex& level);

/// Whether a gate lets agents of a radius pass in a level, in which it has the place `place`.
inline bool IsOpenFor(const Gate& gate, const GatePlace& place, double radius_m) {
  return place.Serves() && gate.is_closed == 0 && (gate.radius_m == 0 || radius_m <= gate.radius_m);
}

}  // namespace navnet
