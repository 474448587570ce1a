// SPDX-License-Identifier: Apache-2.0
#pragma once
// The corridor of the shortest path for one radius through hubs and sleeves: A* over the edges of the medial axis. Each
// node keeps the funnel of its corridor, so its cost is the length of the taut path rather than that of the axis. Only
// hubs with a choice of ways become nodes: where one way leads on, the path follows it. Funnels use the turns of an
// edge instead of all its portals (WalkPortals::turns): shortest paths bend only at corners, and each corner has turns
// on the edges that it is nearest to.
//
// Of all paths that reach a hub along one edge, the search keeps those that are shortest to either end of the last
// portal. It drops paths that are shortest only to points in between, so results may be longer than the optimum by a
// fraction of a percent. A. Demyen and M. Buro, Efficient Triangulation-Based Pathfinding (TA*), 2006, search triangles
// with funnels. The heuristic uses landmarks (landmarks.h); dead ends are skipped (bridges.h).

#include "query/open_list.h"
#include "query/search_state.h"
#include "walk/landmarks.h"
#include "walk/short_funnel.h"
#include "walk/walk_graph.h"
#include "walk/walk_polygon.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Runs one search at a time; the next one reuses its memory.
class WalkSearch {
 public:
  struct Problem {
    const GroundView* ground = nullptr;
    const WalkPortals* portals = nullptr;
    const WalkGraph* graph = nullptr;
    const Landmarks* landmarks = nullptr;  ///< Null to search without a goal.
    double radius_m = 0;
    Vec2 start, goal;
    WalkPolygon start_polygon, goal_polygon;
    bool keep_nearest = false;  ///< Track the point nearest to the goal, for a partial path.
  };

  void Begin(const Problem& problem);

  /// Expands up to `expansions` nodes. Also returns Exhausted after kMostPerSpoke expansions per spoke of the ground, a
  /// guard against malformed ground: on valid ground a spoke is expanded a few times at most.
  SearchState Run(int64_t expansions);
  static constexpr int64_t kMostPerSpoke = 1000;

  /// End of the path: the goal after Found, otherwise the point nearest to the goal in the hubs expanded so far.
  Vec2 end() const { return end_; }
  /// Writes the edges of the path, from that of the start to that of the goal.
  void Corridor(std::vector<GroundSpoke>& spokes) const;

  /// Bounds on the distances from the goal of `problem` to the landmarks. Discards the current search.
  const Landmarks::Goal& ToLandmarks(const Problem& problem);

  /// Length of the shortest path found to the middle of the hub of `vertex`, in metres; infinite if none was found.
  double LengthTo(uint32_t vertex) const;

  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  struct Node {
    Node(const ShortFunnel& way, uint32_t steps) : funnel(way), last_step(steps) {}

    ShortFunnel funnel;
    uint32_t last_step;          ///< Index of the last step of its path; kNone for the start.
    GroundSpoke spoke = kNone;   ///< The last edge of its path; kNone for the start.
    double left = 0, right = 0;  ///< Lengths of the taut paths to the ends of the last portal.
    bool is_goal = false;
  };
  /// An edge of a path, and the index of the one before it. Paths with a common beginning share its steps.
  struct Step {
    GroundSpoke spoke;
    uint32_t before;
  };
  struct Best {
    double left = 0, right = 0;
    uint32_t generation = 0;
  };
  struct HubBest {
    double length = 0;
    uint32_t generation = 0;
  };
  struct Entry {
    double key;  ///< Estimated total length: path so far plus heuristic.
    uint32_t node;
    bool operator<(const Entry& other) const { return key < other.key; }
  };

  bool IsGoalOn(uint32_t edge) const { return problem_.goal_polygon.edge == edge; }
  struct Middle {
    Vec2 p;
    double off;  ///< Distance to the middle for a point agent.
  };
  Middle MiddleOf(uint32_t vertex) const;
  uint32_t EndOf(GroundSpoke spoke) const { return problem_.graph->At(spoke).to; }
  bool IsWay(const WalkGraph::Spoke& spoke, GroundSpoke by) const;
  const WalkGraph::Spoke* OnlyWay(const WalkGraph::Spoke& by) const;
  void Leave(uint32_t vertex, GroundSpoke by, uint32_t node);
  void AimAt(const WalkPolygon& goal);
  double LengthFromGoal(const WalkPolygon& goal, const WalkGraph::Spoke& spoke) const;
  void AddPortal(ShortFunnel& funnel, const WalkPortal& portal, bool along) const;
  void AddPortal(ShortFunnel& funnel, uint32_t portal, bool along) const {
    AddPortal(funnel, problem_.portals->portals[portal], along);
  }
  bool IsOpen(uint32_t begin, uint32_t end) const;
  void Pass(ShortFunnel& funnel, const WalkGraph::Spoke& spoke) const;
  uint32_t PassPart(ShortFunnel& funnel, const WalkGraph::Spoke& spoke, uint32_t portal) const;
  void Follow(const WalkGraph::Spoke& spoke, uint32_t portal, uint32_t parent);
  bool Advance(Node& node, const WalkGraph::Spoke& spoke, uint32_t portal);
  bool Finish(Node& node);
  bool Arrive(Node& node, const WalkGraph::Spoke& by);
  double LeastThrough(const Node& node, Vec2 left, Vec2 right) const;
  bool IsBeaten(const Node& node) const;
  void Remember(uint32_t node);
  void Push(Entry entry) {
    ++pushed_;
    open_.Push(entry);
  }

  Problem problem_;
  Landmarks::Goal rest_;
  uint32_t goal_vertex_ = kNone;  ///< A vertex next to the goal.
  std::vector<Node> nodes_;
  std::vector<Step> steps_;
  std::vector<Best> best_;         ///< By spoke: the shortest paths along it to the hub at its end.
  std::vector<HubBest> hub_best_;  ///< By vertex: the shortest path to the middle of its hub.
  uint32_t generation_ = 0;
  OpenList<Entry> open_;
  uint32_t last_ = kNone;  ///< The last node of the path.
  Vec2 end_;               ///< The last point of the path.
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
