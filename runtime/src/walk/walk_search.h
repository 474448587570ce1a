#pragma once
// The way for one radius through hubs and sleeves: A* over the edges of the medial axis, each way with the funnel of
// its corridor, so that its length is that of the tight line and not of the axis.
//
// Of all ways that come to a hub by one edge, those are kept that are shortest to either end of the portal there. One
// that is shortest only to places between is given up: paths are the shortest but for a fraction of a percent. A.
// Demyen and M. Buro, Efficient Triangulation-Based Pathfinding (TA*), 2006, search triangles with funnels. The rest of
// the way is estimated by landmarks (landmarks.h); dead ends are left out (bridges.h).

#include "query/open_list.h"
#include "walk/bridges.h"
#include "walk/landmarks.h"
#include "walk/region.h"
#include "walk/short_funnel.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

enum class WalkSearchState : uint8_t { Running, Found, Exhausted };

/// One search at a time; its memory is reused by the next.
class WalkSearch {
 public:
  struct Problem {
    const GroundView* ground = nullptr;
    const WalkPortals* portals = nullptr;
    const Landmarks* landmarks = nullptr;  ///< And bridges: null if there is no goal, to get everywhere.
    const Bridges* bridges = nullptr;
    double radius_m = 0;
    Vec2 start, goal;
    WalkRegion start_region, goal_region;
    bool keep_nearest =
        false;  ///< Remember the point nearest to the goal, for a path there if the search is cut short.
  };

  void Begin(const Problem& problem);

  /// Expands up to `expansions` nodes. Exhausted, too, after kMostPerSpoke times as many as there are spokes: ways of a
  /// ground that is one are worth to be followed a few times at most.
  WalkSearchState Run(int64_t expansions);
  static constexpr int64_t kMostPerSpoke = 1000;

  /// Where the way ends: after Found in the goal, otherwise in the point nearest to it of the hubs expanded so far.
  Vec2 end() const { return end_; }
  /// Bends of the tight line there, start and end included; false if the search does not remember them all.
  bool Points(std::vector<Vec2>& points) const;
  /// Edges it passes, from the start's to the goal's.
  void Corridor(std::vector<GroundSpoke>& spokes) const;

  /// How far a problem's goal is from the landmarks. Ends the search at hand.
  const Landmarks::Goal& ToLandmarks(const Problem& problem);

  /// Length of the shortest way found to the middle of a vertex's hub; infinite if none was.
  double LengthTo(uint32_t vertex) const;

  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  struct Node {
    Node(const ShortFunnel& way, uint32_t from, GroundSpoke by) : funnel(way), parent(from), spoke(by) {}

    ShortFunnel funnel;
    uint32_t parent;
    GroundSpoke spoke;           ///< The edge at the end of which it is; kNone for the start.
    double left = 0, right = 0;  ///< Lengths of the tight lines to the ends of the last portal.
    bool is_goal = false;
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
    double key;  ///< Way so far and the least rest.
    uint32_t node;
  };

  bool IsGoalOn(uint32_t edge) const { return problem_.goal_region.edge == edge; }
  struct Middle {
    Vec2 p;
    double off;  ///< From the middle for a point.
  };
  Middle MiddleOf(uint32_t vertex) const;
  uint32_t EndOf(GroundSpoke spoke) const;
  void Leave(uint32_t vertex, GroundSpoke by, uint32_t node);
  void AimAt(const WalkRegion& goal);
  uint32_t Pass(ShortFunnel& funnel, GroundSpoke spoke, uint32_t portal, uint32_t stop);
  void Follow(GroundSpoke spoke, uint32_t portal, uint32_t parent);
  bool Finish(Node& node);
  bool Arrive(Node& node);
  double LeastThrough(const ShortFunnel& funnel) const;
  bool IsBeaten(const Node& node) const;
  void Remember(uint32_t node);
  void Push(Entry entry) {
    ++pushed_;
    open_.Push(entry);
  }

  Problem problem_;
  Landmarks::Goal rest_;
  uint32_t goal_vertex_ = kNone;  ///< One next to the goal.
  std::vector<Node> nodes_;
  std::vector<ShortFunnel::Bend> bends_;
  std::vector<Best> best_;         ///< By spoke: the shortest way along it to the hub at its end.
  std::vector<HubBest> hub_best_;  ///< By vertex: the shortest of those.
  uint32_t generation_ = 0;
  OpenList<Entry> open_;
  uint32_t last_ = kNone;  ///< The node the path ends with.
  Vec2 end_;               ///< Where it ends.
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
