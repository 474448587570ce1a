// SPDX-License-Identifier: Apache-2.0
#pragma once
// The events that change the cells around a layer connection while it is shortened to nothing (see
// open_connections.cpp). The zone of a connection is what its removal sets free: the cells of its two sides and of
// those end points that vanish with it.

#include "ground/corridor_map/voronoi.h"

#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// A site whose cell is adjacent to the zone of a layer connection. Role: whether it is a point at which the connection
/// starts or ends and that remains when the connection is open.
struct RingSite {
  enum class Role : uint8_t { Other, Start, End };

  uint32_t site = kNone;
  Role role = Role::Other;
};

/// An edge of the diagram that ends at the zone, between the cells of two neighbours.
struct RingArm {
  RingSite before, after;  ///< The neighbours clockwise and counter-clockwise of it, seen from the zone.
  Vec2 outer;              ///< The end of the edge away from the zone.
};

/// A layer connection that is shortened from the start of `front` towards its end.
struct OpenedConnection {
  uint32_t front = kNone, back = kNone;  ///< The sites of its two sides.
  bool both_ways = false;                ///< Whether it may also be shortened from its end towards its start.
};

/// The neighbour after `arm` loses contact with the connection: that arm and the next one meet at `place` and continue
/// as one arm, which keeps the number `arm`.
struct RingEvent {
  uint32_t arm = 0;
  Vec2 place;
};

/// The events that reduce the ring to two arms, which then form one edge. Nothing if no sequence of events was found
/// whose edges all pass IsCellOf (diagram_check.h). `arms` are sorted counter-clockwise around the zone; they may be
/// those of sites displaced by up to 0.001 units, because the diagram is rounded.
///
/// Computes in doubles, which nearly always suffice, and otherwise with 100 digits, some thousand times slower. Cost:
/// O(k log k) for k arms.
std::optional<std::vector<RingEvent>> CloseRing(const Sites& sites, const OpenedConnection& connection,
                                                std::span<const RingArm> arms);

}  // namespace navnet
