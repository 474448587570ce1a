// SPDX-License-Identifier: Apache-2.0
#pragma once
// Chambers with gates between them, and flights through gates by brute force.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>

#include "support/random_meshes.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace navnet {

/// A voxel world of 3 × 3 chambers of 13³ voxels, with pillars inside. Some walls have an opening, so some chambers are
/// sealed off. The voxels are 1 m wide.
inline World Chambers(uint64_t seed, UpAxis up = UpAxis::Z) {
  constexpr int kRoom = 13, kAcross = 3, kSize = kAcross * (kRoom + 1) + 1, kHigh = kRoom + 2;
  TestRandom random(seed);
  std::vector<uint8_t> blocked(size_t(kSize * kSize * kHigh));
  const auto at = [&](int x, int y, int z) -> uint8_t& { return blocked[size_t((x * kSize + y) * kHigh + z)]; };
  for (int x = 0; x < kSize; ++x) {
    for (int y = 0; y < kSize; ++y) {
      for (int z = 0; z < kHigh; ++z) {
        at(x, y, z) = x % (kRoom + 1) == 0 || y % (kRoom + 1) == 0 || z == 0 || z == kHigh - 1;
      }
    }
  }
  for (int i = 0; i < 40; ++i) {
    const int x = random.Integer(1, kSize - 4), y = random.Integer(1, kSize - 4), z = random.Integer(1, kHigh - 8);
    for (int k = 0; k < 2 * 2 * 7; ++k) at(x + k % 2, y + k / 2 % 2, z + k / 4) = 1;
  }
  for (int i = 0; i < kAcross; ++i) {
    for (int k = 1; k < kAcross; ++k) {
      const int wall = k * (kRoom + 1), along = i * (kRoom + 1) + random.Integer(2, kRoom - 2),
                z = random.Integer(2, 9);
      if (random.Integer(0, 2) > 0) at(wall, along, z) = 0;
      if (random.Integer(0, 2) > 0) at(along, wall, z) = 0;
    }
  }
  return *WorldFromVoxels({blocked, {kSize, kSize, kHigh}, {0, 0, 0}, 1}, up);
}

/// Gates between random places of that world: one way or both, open or closed, for agents of any radius or not; some
/// with an end in a wall.
inline std::vector<Gate> RandomGates(uint64_t seed, int count) {
  TestRandom random(seed);
  const auto place = [&] { return Vec3{random.Uniform(1, 42), random.Uniform(1, 42), random.Uniform(1, 14)}; };
  std::vector<Gate> gates;
  for (int i = 0; i < count; ++i) {
    Gate gate{place(), place(), random.Integer(0, 2) == 0 ? 0 : random.Uniform(0, 8)};
    gate.one_way = uint32_t(random.Integer(0, 1));
    gate.is_closed = random.Integer(0, 5) == 0;
    gate.radius_m = random.Integer(0, 5) == 0 ? 0.5 : 0;
    gates.push_back(gate);
  }
  return gates;
}

/// The cost of the cheapest flight through gates: Dijkstra over the ends of the query and of all gates, with the costs
/// of flights without gates between all pairs. Infinite if there is none.
inline double CostThroughGates(const Navigator& navigator, FlightQuery query) {
  const double speed_m_s = query.speed_m_s, never = std::numeric_limits<double>::infinity();
  query.speed_m_s = 0;
  struct Hop {
    Vec3 in, out;
    double cost_m;
  };
  std::vector<Hop> hops{{query.start, query.start, 0}};
  for (uint32_t i = 0; i < navigator.gates().size(); ++i) {
    const Gate& gate = navigator.gates()[i];
    const auto& closed = query.closed_gates;
    if (gate.is_closed || !navigator.ServesGate(i, query.radius_m)) continue;
    if (std::find(closed.begin(), closed.end(), i) != closed.end()) continue;
    hops.push_back({gate.from, gate.to, gate.seconds * speed_m_s});
    if (!gate.one_way) hops.push_back({gate.to, gate.from, gate.seconds * speed_m_s});
  }
  hops.push_back({query.goal, query.goal, 0});
  std::vector<double> cost(hops.size(), never);
  std::vector<bool> settled(hops.size());
  cost[0] = 0;
  for (;;) {
    size_t next = hops.size();
    for (size_t i = 0; i < hops.size(); ++i) {
      if (!settled[i] && cost[i] < never && (next == hops.size() || cost[i] < cost[next])) next = i;
    }
    if (next >= hops.size() - 1) return cost.back();
    settled[next] = true;
    for (size_t i = 1; i < hops.size(); ++i) {
      if (settled[i]) continue;
      FlightQuery leg = query;
      leg.start = hops[next].out;
      leg.goal = hops[i].in;
      const FlightPath path = navigator.Find(leg);
      if (path.status == PathStatus::Complete) cost[i] = std::min(cost[i], cost[next] + path.cost_m + hops[i].cost_m);
    }
  }
}

}  // namespace navnet
