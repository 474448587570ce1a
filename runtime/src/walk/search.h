#pragma once
// The shortest path for one radius through hubs and sleeves: an exact search over intervals of portals, each with the
// last bend of the way there (the root) from which all of it is seen.
//
// M. Cui, D. Harabor, A. Grastien, Compromise-free Pathfinding on a Navigation Mesh (Polyanya), 2017. Here an interval
// is followed along a whole edge of the medial axis at a time: only hubs have a choice of ways.

#include "region.h"

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
    double radius_m = 0;
    Vec2 start, goal;
    WalkRegion start_region, goal_region;
    bool keep_nearest =
        false;  ///< Remember the point nearest to the goal, for a path there if the search is cut short.
  };

  void Begin(const Problem& problem);

  /// Expands up to `expansions` intervals.
  WalkSearchState Run(int64_t expansions);

  /// Bends of the path from start to goal, those included; after Found. Otherwise to the point nearest to the goal in
  /// the intervals expanded so far.
  void Points(std::vector<Vec2>& points) const;
  /// Edges it passes, from the start's to the goal's.
  void Corridor(std::vector<GroundSpoke>& spokes) const;

  int64_t expanded() const { return expanded_; }
  int64_t pushed() const { return pushed_; }

 private:
  /// What is seen from a root through the portals passed last: between the rays to `left` and `right`.
  struct Cone {
    Vec2 root, left, right;
    double g;                      ///< Length of the way to the root.
    uint32_t root_key;             ///< Portal end that is the root, or kNone: the start.
    uint32_t left_key, right_key;  ///< Portal ends that are corners, around which the way may turn; or kNone.
    uint32_t parent;               ///< Node it comes from, with the same root or the root before.
  };
  struct Node {
    Vec2 root, left, right;
    double g;
    uint32_t root_key;
    uint32_t parent;
    GroundSpoke spoke;  ///< The edge at the end of which it is; kNone for the start and for roots within an edge.
    bool is_goal;
  };
  struct Best {
    double g = 0;
    uint32_t generation = 0;
  };
  struct Entry {
    double f;
    uint32_t node;
  };

  struct Ends {
    Vec2 left, right;
  };
  Ends EndsOf(uint32_t portal, bool along) const;
  Ends LastPortal(GroundSpoke spoke) const;
  static Vec2 Crossing(Vec2 root, Vec2 at, const Ends& ends);

  bool IsGoalOn(uint32_t edge) const;
  void Expand(const Node& node, uint32_t parent);
  void Follow(GroundSpoke spoke, uint32_t portal, const Cone& cone);
  void FollowCone(GroundSpoke spoke, uint32_t portal, Cone cone);
  bool Pass(Cone& cone, uint32_t portal, bool along);
  void Turn(const Cone& cone, bool left, Cone turned, uint32_t portal);
  void Finish(const Cone& cone, GroundSpoke spoke);
  void Arrive(const Cone& cone, GroundSpoke spoke);
  void Remember(const Node& node, uint32_t index);
  uint32_t AddNode(const Cone& cone, GroundSpoke spoke, bool is_goal);
  uint32_t RootNode(const Cone& cone);
  double LeastRest(const Cone& cone, GroundSpoke spoke) const;
  bool IsDetour(const Cone& cone, GroundSpoke spoke, uint32_t vertex);
  bool IsBeaten(uint32_t root_key, double g) const;
  void Push(Entry entry);
  Entry Pop();

  struct Pending {
    Cone cone;
    uint32_t portal;  ///< The next one to pass.
  };

  Problem problem_;
  std::vector<Node> nodes_;
  std::vector<Best> best_;      ///< By portal end: the shortest way to it as a root.
  std::vector<Best> hub_best_;  ///< By vertex: the shortest way to it so far.
  uint32_t generation_ = 0;
  std::vector<Entry> open_;
  std::vector<Pending> pending_;
  uint32_t last_ = kNone;  ///< The node the path ends with.
  Vec2 end_;               ///< Where it ends.
  double nearest_ = 0;
  int64_t expanded_ = 0, pushed_ = 0;
};

}  // namespace navnet
