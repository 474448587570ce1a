// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/level/gate_places.h>

#include <navnet/internal/runtime/level/navigator_tables.h>

#include "level/free_air.h"

#include <algorithm>

namespace navnet {

bool AreConnected(const PlaceComponents& a, const PlaceComponents& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

PlaceComponents ComponentsAt(const LevelIndex& level, Vec3 p) {
  PlaceComponents out;
  for (const uint32_t cell : FreePlaceAt(level, p).cells) out.Add(level.component(cell));
  return out;
}

std::vector<GatePlace> PlaceGates(std::span<const Gate> gates, const GridFrame& frame, const LevelIndex& level) {
  std::vector<GatePlace> places;
  places.reserve(gates.size());
  for (const Gate& gate : gates) {
    const Vec3 from = frame.ToVoxelSpace(gate.from), to = frame.ToVoxelSpace(gate.to);
    places.push_back({from, to, ComponentsAt(level, from), ComponentsAt(level, to)});
  }
  return places;
}

void NavigatorTables::SetGates(std::span<const Gate> all) {
  gates.assign(all.begin(), all.end());
  gate_places.clear();
  for (const LevelIndex& level : levels) gate_places.push_back(PlaceGates(gates, info.frame, level));
}

}  // namespace navnet
