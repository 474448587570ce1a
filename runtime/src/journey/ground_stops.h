// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the ends of links lie in the free space of the ground for agents of one radius.

#include "walk/walk_tables.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

struct GroundStop;

inline constexpr uint32_t kNoGroup = 0xFFFFFFFF;

/// A place in the free space for one radius.
struct GroundEnd {
  WalkPolygon polygon;
  Vec2 p;                     ///< Moved into the polygon.
  uint32_t patch = kNone;     ///< The patch below it.
  uint32_t group = kNoGroup;  ///< See WalkTables::GroupOf; kNoGroup: no room for the agent.
};

/// The radius that walks of an agent use: a clearance that equals its radius apart from rounding is enough.
double WalkRadius(double radius_m);

/// Requires: the place has room for the agent.
GroundEnd GroundEndOf(const WalkTables& ground, const CellPoint& place, double radius_m);

/// A number for each polygon of the free space: hubs by vertex, then sleeves by their first portal.
inline uint32_t SlotOf(const WalkTables& ground, const WalkPolygon& polygon) {
  return polygon.IsHub() ? polygon.vertex : uint32_t(ground.ground().vertices.size()) + polygon.portal;
}

class GroundStops {
 public:
  /// Two for each link: `from` and `to`; those of a spot are the same, and only the first is in EndsIn. About a
  /// microsecond for each. Reuses memory.
  void Build(const WalkTables& ground, std::span<const std::optional<GroundStop>> from,
             std::span<const std::optional<GroundStop>> to, std::span<const GroundLink> links, double radius_m);

  const GroundEnd& operator[](size_t end) const { return ends_[end]; }
  /// The ends in the polygon of a slot.
  std::span<const uint32_t> EndsIn(uint32_t slot) const { return EndsIn(slot, slot + 1); }
  /// The ends in the polygons of consecutive slots.
  std::span<const uint32_t> EndsIn(uint32_t first, uint32_t end) const {
    return std::span(in_slots_).subspan(first_in_[first], first_in_[end] - first_in_[first]);
  }

 private:
  std::vector<GroundEnd> ends_;
  std::vector<uint32_t> first_in_;  ///< By slot, plus two: index into `in_slots_`.
  std::vector<uint32_t> in_slots_;
};

}  // namespace navnet
