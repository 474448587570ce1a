// SPDX-License-Identifier: Apache-2.0
#pragma once
// The medial axis as searches read it: all about a spoke and about a hub in one place each, so that a step of a search
// reads few cache lines.

#include <navnet/net/ground.h>

#include "walk/portals.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Immutable; 104 bytes per edge and 48 per vertex, and a copy of the turns' portals.
class WalkGraph {
 public:
  struct Spoke {
    double min_clearance_m = 0;
    GroundSpoke spoke = 0;
    uint32_t to = 0;                             ///< The vertex at its end.
    uint32_t first_portal = 0, last_portal = 0;  ///< In the direction of the spoke.
    uint32_t first_turn = 0, end_turn = 0;       ///< The range of its edge in Turns().
    /// The vertices that it leads to without turning back: those whose rank is in [begin, end), or all others. Dead
    /// ends are left out of searches by this (bridges.h).
    uint32_t begin = 0, end = 0;
    bool leads_in = true;

    bool IsAlong() const { return spoke % 2 == 0; }
  };

  struct Hub {
    Vec2 p;
    Vec2 to_middle;    ///< As in WalkPortals.
    double off_m = 0;  ///< Its length.
    double per_m = 0;  ///< 1 / clearance.
  };

  WalkGraph(const GroundView& ground, const WalkPortals& portals);

  const Hub& HubOf(uint32_t vertex) const { return hubs_[vertex]; }
  /// The spokes that leave a vertex, counter-clockwise.
  std::span<const Spoke> SpokesOf(uint32_t vertex) const {
    return {spokes_.data() + first_spoke_[vertex], first_spoke_[vertex + 1] - first_spoke_[vertex]};
  }
  const Spoke& At(GroundSpoke spoke) const { return spokes_[place_[spoke]]; }
  size_t spoke_count() const { return spokes_.size(); }

  /// Whether paths to `vertex` may lead along a spoke.
  bool LeadsTo(const Spoke& spoke, uint32_t vertex) const {
    return (rank_[vertex] - spoke.begin < spoke.end - spoke.begin) == spoke.leads_in;
  }

  /// The portals that are enough to search an edge with (WalkPortals::turns), as seen along the edge.
  std::span<const WalkPortal> Turns(const Spoke& spoke) const {
    return {turns_.data() + spoke.first_turn, spoke.end_turn - spoke.first_turn};
  }

 private:
  std::vector<Hub> hubs_;
  std::vector<uint32_t> first_spoke_;  ///< By vertex, plus one: in spokes_.
  std::vector<Spoke> spokes_;
  std::vector<uint32_t> place_;  ///< By spoke: in spokes_.
  std::vector<uint32_t> rank_;   ///< By vertex.
  std::vector<WalkPortal> turns_;
};

}  // namespace navnet
