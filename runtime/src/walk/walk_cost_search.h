// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cheapest walk among cost regions: A* over the points where a walk may bend, each connected by straight lines to
// all points that it sees.
//
// Inside an area of one factor, a cheapest walk is straight except for bends round corners of the free space; where the
// factor changes it is refracted. So the nodes are the corners (ends of portals), the corners of cost regions, and
// samples along their borders. The nodes visible from a node are found by tracing the cones between portal ends from
// polygon to polygon. A node is connected only in directions in which a cheapest walk may continue: tightly round a
// corner; across a border, not back from it. The cost of each line is exact, so only the sampling of borders is
// approximate; TautCostWalk then moves the bends on borders to their best positions.
//
// J. S. B. Mitchell, C. H. Papadimitriou, The Weighted Region Problem, 1991, shows where cheapest paths bend.

#include "walk/free_space.h"
#include "walk/walk_cost_field.h"
#include "walk/walk_search.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace navnet {

/// A bend of a walk.
struct CostBend {
  Vec2 p;
  WalkPolygon polygon, other_polygon;  ///< Equal, except for an end of a portal: it lies in both polygons.
  uint32_t patch = kNone;
  uint32_t border = kNone;  ///< The border of the cost field on which it lies; or kNone.
};

/// Runs one search at a time; the next one reuses its memory.
class WalkCostSearch {
 public:
  /// `start_patch`: the patch below the start. `known_cost_m`: cost of some walk to the goal, or infinity; used to
  /// prune everything that must cost more. The field must outlive the search.
  void Begin(const WalkSearch::Problem& problem, uint32_t start_patch, CostField& field, double known_cost_m);

  /// Expands up to `expansions` nodes.
  SearchState Run(int64_t expansions);

  /// Bends from the start to the goal after Found; otherwise to the expanded node nearest to the goal.
  void Bends(std::vector<CostBend>& bends) const;

  const FreeSpace& space() const { return space_; }
  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  struct Node {
    CostBend bend;
    double g = std::numeric_limits<double>::infinity();
    uint32_t parent = kNone;
    uint32_t portal = kNone;    ///< The portal it is an end of, or kNone.
    Vec2 pivot;                 ///< The obstacle corner that this end of the portal goes round.
    bool bends_freely = false;  ///< The walk may continue from it in any direction.
    bool is_closed = false;
  };
  struct Slot {
    uint32_t generation = 0, first = 0, count = 0;  ///< Nodes.
  };
  /// A sample on a contour line, where a slope leaves the range of heights of a cost region.
  struct ContourSample {
    size_t number;  ///< Of the polygon of the free space.
    CostBend bend;
    bool bends_freely;
  };
  struct Entry {
    double key;  ///< Estimated total cost: path so far plus heuristic.
    uint32_t node;
    bool operator<(const Entry& other) const { return key != other.key ? key < other.key : node < other.node; }
  };
  /// The area visible through a portal, between the rays to `left` and `right`.
  struct Cone {
    Vec2 left, right;
    WalkWay way;
  };
  /// The directions clockwise from `left` to `right`; at most half a turn.
  struct Wedge {
    Vec2 left, right;
    bool Holds(Vec2 d) const { return Cross(left, d) <= OnRay(left) && Cross(right, d) >= -OnRay(right); }
  };

  uint32_t AddNode(const CostBend& bend);
  Slot SamplesOf(const WalkPolygon& polygon);
  void AddSamples(const WalkPolygon& polygon, uint32_t border);
  void FindContourSamples();
  void Expand(uint32_t root);
  void Restart();
  double Most() const { return std::min(most_m_, nodes_[1].g); }
  bool IsTooDear(const Cone& cone) const;
  bool FindWedge(const Node& root, Wedge& wedge) const;
  void LookAround(const WalkPolygon& polygon, const Wedge* wedge);
  void LookInto(const Cone& cone);
  void OfferEnds(const WalkWay& way, const Wedge* wedge);
  void OfferEnd(const WalkWay& way, bool left, Vec2 p, const Wedge* wedge);
  void OfferPlaces(const WalkPolygon& polygon, const Wedge* wedge);
  void Offer(uint32_t node);
  void Push(Entry entry);

  WalkSearch::Problem problem_;
  FreeSpace space_;
  CostField* field_ = nullptr;
  uint32_t start_patch_ = kNone;
  double most_m_ = 0;          ///< Upper bound on the cost of a walk: slightly more than a known one.
  std::vector<Node> nodes_;    ///< The start, the goal, then the others in the order in which they are seen.
  std::vector<Slot> corners_;  ///< By end of a portal: 2 * portal for the left end, 2 * portal + 1 for the right.
  std::vector<Slot> samples_;  ///< By number of the polygon.
  std::vector<ContourSample> contours_;  ///< Sorted by number.
  uint32_t generation_ = 0;
  OpenList<Entry> open_;
  std::vector<Cone> cones_;
  std::vector<FreeSpace::Side> sides_;
  uint32_t root_ = kNone, last_ = kNone;
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
