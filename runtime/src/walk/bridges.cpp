// SPDX-License-Identifier: Apache-2.0
#include "walk/bridges.h"

#include <algorithm>

namespace navnet {
namespace {

constexpr uint32_t kUnseen = 0xFFFFFFFF;

struct Visit {
  uint32_t vertex;
  GroundSpoke by;       // The spoke by which the vertex was reached.
  uint32_t next_spoke;  // Index of the next spoke of the vertex to visit.
  uint32_t least;       // Least rank reachable from the subtree without the edge of `by` (the low-link value).
};

}  // namespace

Bridges::Bridges(const GroundView& ground) : rank_(ground.vertices.size(), kUnseen), parts_(ground.edges.size()) {
  uint32_t ranks = 0;
  std::vector<Visit> walk;
  const auto enter = [&](uint32_t vertex, GroundSpoke by) {
    rank_[vertex] = ranks;
    walk.push_back({vertex, by, 0, ranks++});
  };
  for (uint32_t root = 0; root < ground.vertices.size(); ++root) {
    if (rank_[root] == kUnseen) enter(root, kUnseen);
    while (!walk.empty()) {
      Visit& visit = walk.back();
      const GroundVertex& vertex = ground.vertices[visit.vertex];
      if (visit.next_spoke < vertex.spoke_count) {
        const GroundSpoke spoke = ground.spokes[vertex.first_spoke + visit.next_spoke++];
        if (visit.by != kUnseen && spoke / 2 == visit.by / 2) continue;
        const GroundEdge& edge = ground.edges[spoke / 2];
        const uint32_t to = spoke % 2 == 0 ? edge.to : edge.from;
        if (rank_[to] == kUnseen) {
          enter(to, spoke);
        } else {
          visit.least = std::min(visit.least, rank_[to]);
        }
        continue;
      }
      const Visit done = visit;
      walk.pop_back();
      if (walk.empty()) continue;
      const uint32_t rank = rank_[done.vertex];
      if (done.least == rank) parts_[done.by / 2] = {rank, ranks, done.by % 2};
      walk.back().least = std::min(walk.back().least, done.least);
    }
  }
}

}  // namespace navnet
