#pragma once
// The cheapest walk among cost regions: A* over the places where one may bend, each with straight lines to all that it
// sees.
//
// Within one factor a cheapest walk is straight but for bends round the corners of the free space, and where the factor
// changes it is refracted. So the places are the corners (ends of portals), and samples along the borders of regions
// with their corners. What a place sees is found by following the rays between the
// ends of portals from region to region. A place looks only where a cheapest walk may go on from it: round a corner
// tightly, over a border and not back from it. Lines cost what their factors make of them, exactly; so only the
// sampling of borders is approximate, and WalkCostString moves the bends there to where they should be.
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
  WalkRegion region, other_region;  ///< Where it lies; `other_region` too if it is the end of a portal.
  uint32_t patch = kNone;
  uint32_t border = kNone;  ///< Of the field, on which it lies; or kNone.
};

/// One search at a time; its memory is reused by the next.
class WalkCostSearch {
 public:
  /// `start_patch`: the patch below the start. `known_cost_m`: of some way to the goal, or infinity; nothing that must
  /// cost more is looked at. The field must outlive the search.
  void Begin(const WalkSearch::Problem& problem, uint32_t start_patch, CostField& field, double known_cost_m);

  /// Expands up to `expansions` places.
  WalkSearchState Run(int64_t expansions);

  /// Bends from start to goal, after Found; otherwise to the place expanded so far that is nearest to the goal.
  void Bends(std::vector<CostBend>& bends) const;

  const FreeSpace& space() const { return space_; }
  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  struct Node {
    CostBend bend;
    double g = std::numeric_limits<double>::infinity();
    uint32_t parent = kNone;
    uint32_t portal = kNone;    ///< That it is an end of, or kNone.
    Vec2 pivot;                 ///< The corner that this portal's end goes round.
    bool bends_freely = false;  ///< The walk may go on from it in any direction.
    bool is_closed = false;
  };
  struct Slot {
    uint32_t generation = 0, first = 0, count = 0;  ///< Nodes.
  };
  /// On a slope where it leaves a region's heights.
  struct ContourSample {
    size_t number;  ///< Of the region of the free space.
    CostBend bend;
    bool bends_freely;
  };
  struct Entry {
    double f;
    uint32_t node;
  };
  /// What is seen behind a portal: between the rays to `left` and `right`.
  struct Cone {
    Vec2 left, right;
    WalkWay way;
  };
  /// Directions between two, clockwise from the left one: half a turn or less.
  struct Wedge {
    Vec2 left, right;
    bool Holds(Vec2 d) const { return Cross(left, d) <= OnRay(left) && Cross(right, d) >= -OnRay(right); }
  };

  uint32_t AddNode(const CostBend& bend);
  Slot SamplesOf(const WalkRegion& region);
  void AddSamples(const WalkRegion& region, uint32_t border);
  void FindContourSamples();
  void Expand(uint32_t root);
  void Restart();
  double Most() const { return std::min(most_m_, nodes_[1].g); }
  bool IsTooDear(const Cone& cone) const;
  bool FindWedge(const Node& root, Wedge& wedge) const;
  void LookAround(const WalkRegion& region, const Wedge* wedge);
  void LookInto(const Cone& cone);
  void OfferEnds(const WalkWay& way, const Wedge* wedge);
  void OfferEnd(const WalkWay& way, bool left, Vec2 p, const Wedge* wedge);
  void OfferPlaces(const WalkRegion& region, const Wedge* wedge);
  void Offer(uint32_t node);
  void Push(Entry entry);

  WalkSearch::Problem problem_;
  FreeSpace space_;
  CostField* field_ = nullptr;
  uint32_t start_patch_ = kNone;
  double most_m_ = 0;                    ///< What a walk may cost: more than some known one does.
  std::vector<Node> nodes_;              ///< The start, the goal, and the others as they are seen.
  std::vector<Slot> corners_;            ///< By end of a portal: 2 * portal, and 1 more for the right.
  std::vector<Slot> samples_;            ///< By region's number.
  std::vector<ContourSample> contours_;  ///< Sorted by number.
  uint32_t generation_ = 0;
  std::vector<Entry> open_;
  std::vector<Cone> cones_;
  std::vector<FreeSpace::Side> sides_;
  uint32_t root_ = kNone, last_ = kNone;
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
