// SPDX-License-Identifier: Apache-2.0
#include "walk/landmarks.h"

#include "walk/walk_search.h"

#include <limits>
#include <numeric>

namespace navnet {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Radius for distances to landmarks: below that of any query, so that they are lower bounds.
constexpr double kFloodRadius_m = kLeastRadius_m / 2;
// Components with fewer vertices get no landmarks: searching them is fast enough without.
constexpr size_t kFewVertices = 12;

}  // namespace

Landmarks::Landmarks(const GroundView& ground, const WalkPortals& portals, const WalkGraph& graph,
                     const WidestWays& widest)
    : distances_(ground.vertices.size()) {
  for (auto& at : distances_) at.fill(kUnknown);
  // Vertices sorted by component.
  std::vector<uint32_t> group(ground.vertices.size()), order(ground.vertices.size());
  for (uint32_t v = 0; v < group.size(); ++v) group[v] = widest.Group(v, kFloodRadius_m);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return group[a] < group[b]; });
  WalkSearch search;
  const auto flood = [&](uint32_t from) {
    WalkSearch::Problem problem;
    problem.ground = &ground;
    problem.portals = &portals;
    problem.graph = &graph;
    problem.radius_m = kFloodRadius_m;
    problem.start = ground.vertices[from].p + portals.to_middle[from];
    problem.start_polygon = {.vertex = from};
    search.Begin(problem);
    search.Run(std::numeric_limits<int64_t>::max());
  };
  std::vector<float> nearest(ground.vertices.size(), kInfinity);  // Distance to the nearest landmark so far.
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && group[order[end]] == group[order[begin]]) ++end;
    if (end - begin < kFewVertices) continue;
    const auto piece = std::span(order).subspan(begin, end - begin);
    flood(piece[0]);
    uint32_t next = piece[0];
    for (const uint32_t v : piece) {
      if (v != piece[0] && search.LengthTo(v) > (next == piece[0] ? 0 : search.LengthTo(next))) next = v;
    }
    for (uint32_t k = 0; k < kCount; ++k) {
      const uint32_t from = next;
      flood(from);
      for (const uint32_t v : piece) {
        const float distance = v == from ? 0 : float(search.LengthTo(v));
        distances_[v][k] = distance;
        nearest[v] = std::min(nearest[v], distance);
        if (nearest[v] > nearest[next]) next = v;
      }
    }
  }
}

void Landmarks::Goal::Add(const Distances& at, double off_m) {
  const float off = float(off_m);
  for (uint32_t k = 0; k < kCount; ++k) {
    if (at[k] == kUnknown) continue;
    least[k] = std::max(least[k], at[k] - off);
    most[k] = std::min(most[k], at[k] + off);
  }
}

}  // namespace navnet
