// SPDX-License-Identifier: Apache-2.0
#include "repair/jumps.h"

#include <algorithm>

namespace navnet {

bool AreJumpsOf(std::span<const FlightJump> jumps, size_t point_count) {
  for (size_t i = 0; i < jumps.size(); ++i) {
    if (size_t{jumps[i].point} + 1 >= point_count || (i > 0 && jumps[i].point <= jumps[i - 1].point)) return false;
  }
  return true;
}

const FlightJump* JumpAt(std::span<const FlightJump> jumps, size_t segment) {
  const auto at = std::lower_bound(jumps.begin(), jumps.end(), segment,
                                   [](const FlightJump& jump, size_t point) { return jump.point < point; });
  return at != jumps.end() && at->point == segment ? &*at : nullptr;
}

const Gate* FindOpenGate(const NavigatorTables& tables, const LevelIndex& level, double radius_m,
                         std::span<const uint32_t> closed_gates, uint32_t known, Vec3 a, Vec3 b) {
  const std::span<const GatePlace> places = tables.PlacesIn(level);
  const auto leads = [&](uint32_t i) {
    const Gate& gate = tables.gates[i];
    const bool is_there = (gate.from == a && gate.to == b) || (gate.one_way == 0 && gate.from == b && gate.to == a);
    return is_there && IsOpenFor(gate, places[i], radius_m) &&
           std::find(closed_gates.begin(), closed_gates.end(), i) == closed_gates.end();
  };
  if (known < places.size() && leads(known)) return &tables.gates[known];
  for (uint32_t i = 0; i < places.size(); ++i) {
    if (leads(i)) return &tables.gates[i];
  }
  return nullptr;
}

}  // namespace navnet
