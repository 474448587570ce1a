// SPDX-License-Identifier: Apache-2.0
#include "walk/walk_graph.h"

#include "walk/bridges.h"

namespace navnet {

WalkGraph::WalkGraph(const GroundView& ground, const WalkPortals& portals) : place_(2 * ground.edges.size()) {
  const Bridges bridges(ground);
  rank_.assign(bridges.ranks().begin(), bridges.ranks().end());
  turns_.reserve(portals.turns.size());
  for (const uint32_t turn : portals.turns) turns_.push_back(portals.portals[turn]);
  for (uint32_t v = 0; v < ground.vertices.size(); ++v) {
    const GroundVertex& vertex = ground.vertices[v];
    const Vec2 to_middle = portals.to_middle[v];
    hubs_.push_back({vertex.p, to_middle, Length(to_middle), 1 / vertex.clearance_m});
    first_spoke_.push_back(uint32_t(spokes_.size()));
    for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
      const uint32_t e = spoke / 2;
      const GroundEdge& edge = ground.edges[e];
      Spoke& s = spokes_.emplace_back();
      s.min_clearance_m = edge.min_clearance_m;
      s.spoke = spoke;
      s.to = s.IsAlong() ? edge.to : edge.from;
      s.first_portal = s.IsAlong() ? portals.first[e] : portals.first[e + 1] - 1;
      s.last_portal = s.IsAlong() ? portals.first[e + 1] - 1 : portals.first[e];
      s.first_turn = portals.first_turn[e];
      s.end_turn = portals.first_turn[e + 1];
      const Bridges::Part part = bridges.PartBehind(e);
      // No bridge: it may lead anywhere.
      s.end = part.begin == part.end ? uint32_t(-1) : part.end;
      s.begin = part.begin == part.end ? 0 : part.begin;
      s.leads_in = part.begin == part.end || spoke % 2 == part.direction;
      place_[spoke] = uint32_t(spokes_.size() - 1);
    }
  }
  first_spoke_.push_back(uint32_t(spokes_.size()));
}

}  // namespace navnet
