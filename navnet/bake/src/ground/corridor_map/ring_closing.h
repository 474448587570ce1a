#pragma once
// What becomes of the cells around a connection while it is drawn back: the events of open_connections.h.

#include "ground/corridor_map/voronoi.h"

#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// A neighbour of the zone of a door: its site, and whether that is a point in which the door starts or ends and that
/// stays when the door is open.
struct RingSite {
  enum class Role : uint8_t { Other, Start, End };

  uint32_t site = kNone;
  Role role = Role::Other;
};

/// An edge of the diagram that reaches the zone of a door, between the cells of two neighbours.
struct RingArm {
  RingSite before, after;  ///< Clockwise and counter-clockwise of it, seen from the zone.
  Vec2 outer;              ///< Where the edge comes from.
};

/// A connection, drawn back from the start of `front` to its end.
struct SlidingDoor {
  uint32_t front = kNone, back = kNone;  ///< Its two sides, as sites.
  bool both_ways = false;                ///< Whether it may as well be drawn back from its end to its start.
};

/// The neighbour after an arm loses contact with the door: that arm and the next one meet in `place` and go on as one,
/// which takes the arm's number.
struct RingEvent {
  uint32_t arm = 0;
  Vec2 place;
};

/// The events that leave two of the arms, which then are one edge; nothing if none were found that are proven to make
/// the diagram (IsCellOf in diagram_check.h). `arms` are in order, counter-clockwise around the zone. They may be those
/// of sites moved by up to 0.001 units, as rounding leaves them.
///
/// In doubles, which nearly always do; else with 100 digits, some thousand times slower. Cost: O(k log k) for k arms.
std::optional<std::vector<RingEvent>> CloseRing(const Sites& sites, const SlidingDoor& door,
                                                std::span<const RingArm> arms);

}  // namespace navnet
