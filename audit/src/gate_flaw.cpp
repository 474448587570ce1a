// SPDX-License-Identifier: Apache-2.0
#include "gate_flaw.h"

#include <algorithm>

namespace navnet {

std::optional<std::string> FlawOfGate(std::span<const Gate> gates, uint32_t number, std::span<const uint32_t> closed,
                                      double radius_m, Vec3 from, Vec3 to) {
  const std::string name = "gate " + std::to_string(number);
  if (number >= gates.size()) return "there is no " + name;
  const Gate& gate = gates[number];
  if (gate.is_closed || std::ranges::find(closed, number) != closed.end()) return name + " is closed";
  if (gate.radius_m > 0 && radius_m > gate.radius_m) return name + " is too narrow";
  const bool leads = (gate.from == from && gate.to == to) || (!gate.one_way && gate.from == to && gate.to == from);
  return leads ? std::nullopt : std::optional(name + " does not lead there");
}

}  // namespace navnet
