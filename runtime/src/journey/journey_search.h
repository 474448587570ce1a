// SPDX-License-Identifier: Apache-2.0
#pragma once
// One search over ground, air and links: A* on a graph with three kinds of nodes.
//   - Stops of a journey: its ends, spots and links, each reached by a leg (a walk or flight) or by a change of mode.
//   - Parts of the air (air_graph.h), with the anchors and bends of flight search: a part is entered where its contact
//     is nearest to the line to what lies ahead, and costs are measured from the last bend.
//   - Hubs of the ground for the agent's radius, reached along an edge of the corridor map with the funnel of the
//     portals passed, as in walk search: so lengths are those of taut paths.
// Stops connect the modes. A part of the air reaches all stops inside it; an edge of the corridor map reaches all stops
// in its sleeves, a hub those inside it. A stop reached by a leg leads through its change, and from there into the
// parts or the polygon around it. So labels of stops, parts and edges replace the legs between all pairs of stops.
//
// The search runs three times. The flood starts from the start of the journey; its heuristic is the straight line,
// flown all the way or partly walked, whichever is faster. It ends when the goal is reached and every node has its
// label that may lie on a journey worse by kSlack at most. After some thousand expansions its heuristic gets a weight.
// The second search starts from the goal, with all changes reversed. Its heuristic is the flood's label of each node,
// which is nearly exact: so it expands few nodes beside the journeys that matter, its flights aim at the next bend of
// the flood's flight rather than at the start, and of several ways into a part it keeps the best one for the way that
// follows. The third search starts from the start again, guided by the second. The sum of the labels of the last two at
// a change of mode is the cost of the best journey through it: journey_candidates.h lists journeys by these sums, and
// JourneySolver computes the legs of the best few exactly.
//
// How near the costs of labels are to those of exact legs: walks are exact except for the rare paths that walk search
// drops, too. Flights are mostly longer than the taut path: by about a percent in the guided searches, by up to some
// ten percent in the flood where they go elsewhere than towards the goal. So estimates of the flood are compared with
// each other and not with exact costs, and the guided searches look at journeys up to kGuidedSlack worse. In addition,
// a guided search goes from a stop straight to the one where the guide's flight to it began, at the cost of the taut
// path through the parts of that flight; and where the guide's estimate would prune a stop, its flights are pulled taut
// first. In the flood a part of the air has one label; where walking is faster than flying, flights from many spots
// compete, and it has two of different neighbours and more of those that led on. Those flights go on in many
// directions, so their bends at the latest gates are found again for each point. Still, a flight that is better further
// on may be lost, above all across a large part that is entered from many stops. With walk regions, a walk keeps its
// shortest corridor, and passes a region straight or round its corners.
//
// Costs are seconds, weighted as in TravelQuery, plus a price of metres flown (flown_prices.h).

#include <navnet/runtime/travel.h>

#include "flight/taut_path.h"
#include "journey/air_graph.h"
#include "journey/air_spots.h"
#include "journey/ground_stops.h"
#include "journey/spot_distance.h"
#include "journey/travel_stop.h"
#include "query/open_list.h"
#include "query/search_state.h"
#include "walk/short_funnel.h"
#include "walk/walk_cost_field.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// What both directions of a search share. Everything must outlive them.
struct JourneyProblem {
  std::span<const TravelStop> stops;
  const AirGraph* air = nullptr;  ///< Null: the agent does not fly.
  const AirSpots* spots = nullptr;
  const SpotDistance* spot_distance = nullptr;  ///< Null: unknown.
  std::span<float> to_spot;                     ///< By cell: cache of distances to the nearest spot, or -1.
  const WalkTables* ground = nullptr;           ///< Null: the agent does not walk.
  const GroundStops* ground_stops = nullptr;
  GroundEnd ends[2];                ///< Start and goal, where they are on the ground.
  CostField* walk_costs = nullptr;  ///< Null: none.
  bool has_gates = false;           ///< Flights may pass gates.
  bool goes_round = true;           ///< Walks are estimated round the corners of regions (see CostPast).
  GridFrame frame;
  UpAxis up = UpAxis::Z;
  /// The agent with speeds in metres per unit of cost, and its switch in units of cost.
  TravelAgent agent;
  /// Share of the cost of a metre flown that the costs of the air apply to; the rest is a price per metre.
  double costed_share = 1;
  double fastest = 0, fastest_on_ground = 0;  ///< Upper bounds on speed, as those of the agent.
  double slack = 0;                           ///< See JourneySearch::kSlack.
  /// Labels of each part of the air, at least. More give better estimates of journeys that cost more than the best.
  size_t least_labels = 1;
};

/// Where a flight reaches a stop: in a part of the air, coming from a label of that part or of one beside it.
struct FlightEnd {
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  uint32_t label = kNone, part = kNoCell;
};

/// Runs one search at a time; the next one reuses its memory.
class JourneySearch {
 public:
  /// Share of cost by which journeys may look worse than the best one and still get labels, unless costs are estimated
  /// too low (JourneyProblem::slack). The flood only has to reach what the guided searches need; they have to make up
  /// for how much the flood overestimates some journeys more than others, and so does a flood in which flights from
  /// many stops compete. More finds the best journey in more cases, and takes longer.
  static constexpr double kSlack = 0.015, kGuidedSlack = 0.03;

  /// Begins at `root`. `changes`: by stop, in the direction of the search. `guide`: a finished search of the same
  /// problem from `target`, or null. Nodes whose estimated cost exceeds `most_s` are pruned.
  void Begin(const JourneyProblem& problem, std::span<const TravelChange> changes, uint32_t root, uint32_t target,
             JourneySearch* guide, double most_s);
  /// Expands up to `expansions` nodes.
  SearchState Run(int64_t expansions);

  /// How a stop was reached by a leg.
  struct Label {
    double cost_s = kNever;     ///< From the root.
    uint32_t origin = kNoStop;  ///< The stop at which the leg begins, reached by a change; or the root.
    bool is_open = false;
    FlightEnd flight;  ///< The end of the leg, if it is a flight that may have bends.
  };
  const Label& ByLeg(uint32_t stop) const { return by_leg_[stop]; }
  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  enum class Kind : uint32_t { StopByLeg, StopByChange, Part, Hub };
  /// An entry of the open list: small, so that the heap stays in the cache.
  struct Entry {
    double key;     ///< Cost so far plus weighted rest.
    uint32_t node;  ///< Kind of the node in the two high bits, then its number.

    Kind kind() const { return Kind{node >> kNumberBits}; }
    uint32_t number() const { return node & ((1u << kNumberBits) - 1); }
    bool operator<(const Entry& other) const { return key != other.key ? key < other.key : node < other.node; }
    static constexpr int kNumberBits = 30;
  };
  static constexpr uint32_t kNoLabel = FlightEnd::kNone;
  using Gate = AirGraph::Gate;
  /// The gates that a flight has passed since the bend of its label, the latest ones. More find more of the bends that
  /// a flight needs when it goes on in another direction, and take longer.
  struct Gates {
    static constexpr uint32_t kMost = 4;
    std::array<Gate, kMost + 1> gates;  ///< One more for the part that is entered next.
    uint32_t count = 0;

    void Add(const Gate& gate) { gates[count++] = gate; }
  };
  /// How a part of the air was reached. Labels are only appended, so that those reached from one stay valid when it is
  /// replaced.
  struct alignas(32) PartLabel {
    // What decides whether another way into the part is of use: in one cache line.
    double expected = kNever;  ///< Cost if the journey goes on from `at` in the air; ranks the labels of a part.
    uint32_t part = kNoCell;
    uint32_t parent = kNoLabel;  ///< The label that it was reached from.
    uint32_t origin = kNoStop;
    uint32_t next = kNoLabel;  ///< The next label of the part.
    uint8_t gates = 0;         ///< Gates passed since the bend, at most Gates::kMost.
    bool is_open = false;

    Vec3 at, bend;       ///< Where it is entered, and the last bend before that which is final.
    double to_bend = 0;  ///< Cost from the root to that bend.
    double cost_s = 0;   ///< Cost from the root to `at`.
    Gate gate;           ///< Between its parent's part and its own, if it has a parent.
  };
  static_assert(sizeof(PartLabel) == 160);
  /// The labels of a part of the air.
  struct PartLabels {
    uint32_t first = kNoLabel;
    uint32_t generation = 0;
  };
  /// A bend on the way to a point in a part.
  struct Bend {
    Vec3 at;
    double cost_s;    ///< From the root.
    uint32_t passed;  ///< Gates of the label passed up to there; 0: the label's own bend.
  };
  /// The way to a point in a part.
  struct Measured {
    Bend first, last;  ///< Its first and last bend behind that of the label; the label's if there are none.
    double cost_s;     ///< From the root to the point.
  };
  /// A hub reached along an edge; the root of a walk has no edge.
  struct HubNode {
    HubNode(const ShortFunnel& way, double from_s, uint32_t from, GroundSpoke by)
        : funnel(way), base_s(from_s), origin(from), spoke(by) {}
    ShortFunnel funnel;
    double base_s;  ///< Cost at the beginning of the walk.
    uint32_t origin;
    GroundSpoke spoke;
    double left_s = 0, right_s = 0;  ///< Costs to the ends of the last portal.
  };
  struct EdgeBest {
    double left_s = 0, right_s = 0;
    uint32_t generation = 0;
  };
  struct HubBest {
    double cost_s = 0;
    uint32_t generation = 0;
  };
  /// The cost from the root to a stop reached by a leg, with taut flights.
  struct TautCost {
    double cost_s = 0;
    uint32_t generation = 0;
  };

  void Push(double cost_s, double rest_s, Kind kind, uint32_t number);
  void GrowWeight();
  double CostOf(const Entry& entry) const;
  bool Expand(const Entry& top);
  void LeaveByChange(uint32_t stop, double cost_s);
  void ReachStop(uint32_t stop, double cost_s, uint32_t origin, const FlightEnd& flight = {});
  double RestBehind(uint32_t stop, double cost_s);
  double TautTo(uint32_t stop);
  double TautLeg(uint32_t stop);
  double RestOf(uint32_t stop, double cost_s);
  double StraightRest(uint32_t stop) const;

  // In the air.
  double RestInAir(Vec3 p, double to_spot) const;
  bool HasFewStops(uint32_t part) const;
  double ToSpot(uint32_t part) const;
  /// The rest of the cost, if the journey goes on in the air: ranks labels of one part.
  double FlownRest(Vec3 p) const { return s_per_voxel_ * Length(target_voxels_ - p); }
  double CostOfFlight(Vec3 from, Vec3 to, double factor) const {
    if (!has_air_costs_) return s_per_voxel_ * Length(to - from);
    const double voxels = problem_->air->costs().CostOf(backward_ ? from - to : to - from, factor);
    return s_per_voxel_ * (problem_->costed_share * voxels + (1 - problem_->costed_share) * Length(to - from));
  }
  uint32_t FirstLabel(uint32_t part) const {
    return part < parts_.size() && parts_[part].generation == generation_ ? parts_[part].first : kNoLabel;
  }
  void GatesOf(const PartLabel& label, Gates& gates) const;
  Measured Measure(const PartLabel& label, const Gates& gates, Vec3 p) const;
  double CostOf(const PartLabel& label, Vec3 p) const;
  /// Lower bound on the cost of the way to a point in the part of a label.
  double LeastIn(const PartLabel& label, Vec3 p) const { return label.to_bend + s_per_voxel_ * Length(p - label.bend); }
  const PartLabel* BestLabel(uint32_t part, Vec3 p) const;
  double LeastTo(uint32_t part) const;
  double CostIn(uint32_t part, Vec3 p) const;
  uint32_t Add(const PartLabel& label);
  void FollowGuide(uint32_t stop, double cost_s);
  void EnterAir(uint32_t stop, double cost_s);
  void LeavePart(uint32_t number);
  bool IsOfNoUse(const PartLabel& from, uint32_t first, const Portal& contact) const;
  void ReachPart(const PartLabel& from, uint32_t number, Gates& gates, uint32_t to, const Portal& contact);
  void Enter(const PartLabel& from, uint32_t number, const Gates& gates, uint32_t to, const Portal& contact);
  void EnterGuided(const PartLabel& from, uint32_t number, Gates& gates, uint32_t to);
  void AddPart(const PartLabel& from, uint32_t number, const Gates& gates, uint32_t to, Vec3 q, const Measured& way,
               double rest, double expected);
  void ReachStopsIn(const PartLabel& label, uint32_t number, const Gates& gates, uint32_t part);

  // On the ground.
  const GroundEnd& EndOf(uint32_t stop) const;
  Vec2 MiddleOf(uint32_t vertex) const;
  double RestOnGround(Vec2 p) const;
  uint32_t VertexBehind(GroundSpoke spoke) const;
  void EnterGround(uint32_t stop, double cost_s);
  void LeaveHub(uint32_t vertex, GroundSpoke by, const HubNode& from);
  void Follow(GroundSpoke spoke, uint32_t portal, const HubNode& from);
  void ReachStopsIn(uint32_t slot, const HubNode& node, size_t most);
  void Arrive(HubNode& node);
  void ReachHub(uint32_t vertex, double cost_s);
  double CostOfWalk(const HubNode& node, Vec2 to);

  const JourneyProblem* problem_ = nullptr;
  std::span<const TravelChange> changes_;
  JourneySearch* guide_ = nullptr;
  uint32_t root_ = kNoStop, target_ = kNoStop;
  bool backward_ = false;
  bool has_air_costs_ = false;
  double weight_ = 1;       ///< Of the heuristic.
  size_t most_labels_ = 1;  ///< For each part of the air.
  double most_s_ = kNever;
  double s_per_voxel_ = 0, s_per_m_ = 0;  ///< Of flights, and of walks.
  double radius_m_ = 0;
  Vec3 target_voxels_;
  double target_to_spot_ = 0;  ///< In voxels, if the target is in the air: how far the last flight is at least.
  Vec2 target_plan_;
  std::vector<Label> by_leg_, by_change_;  ///< By stop.
  std::vector<PartLabels> parts_;
  std::vector<PartLabel> labels_;
  std::vector<HubNode> hub_nodes_;
  std::vector<EdgeBest> edge_best_;  ///< By spoke.
  std::vector<HubBest> hub_best_;    ///< By vertex: the best way to the middle of its hub.
  std::vector<ShortFunnel::Bend> bends_;
  std::vector<Vec2> points_;
  std::vector<TautCost> taut_costs_;  ///< By stop; found when they are needed.
  std::vector<uint32_t> chain_;       ///< Stops.
  std::vector<Portal> portals_;
  TautPath taut_;
  TouchingCells end_cells_[4];
  Vec3 end_points_[4];
  uint32_t generation_ = 0;
  OpenList<Entry> open_;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
