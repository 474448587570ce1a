#pragma once
// Who makes way for whom where there is no room to pass: priorities that are passed on from agent to agent (K. Okumura,
// M. Machida, X. Défago, Y. Tamura, Priority inheritance with backtracking for iterative multi-agent path finding,
// 2019), here for agents that move anywhere and all at once.

#include <navnet/runtime/crowd.h>

#include "agents/neighbours.h"
#include "agents/upright_body.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace navnet {

/// An agent at the beginning of a step.
struct WayUser {
  AgentId id;
  AgentKind kind = AgentKind::Flyer;
  Vec3 position;
  double radius_m = 0, height_m = 0, speed_m_s = 0;
  Vec3 wish;             ///< The velocity that it would like to have.
  uint64_t rank = 0;     ///< Lower ones go first; no two agents on their way have the same.
  bool is_held = false;  ///< Others hold it up: it claims its way.
  std::span<const Vec3> path;
  PathPlace place;
};

/// The points that stand for an agent at `p` where it meets one of the other kind: of a walker, its axis. A flyer that
/// meets a walker stands for the walker's axis itself, so that the walker's foot can be a point: what is between the
/// two stays the same.
struct Axis {
  Vec3 from, to;
};
inline Axis AxisOf(const WayUser& agent, Vec3 p, const WayUser& other, Vec3 up) {
  const bool walks = agent.kind == AgentKind::Walker;
  const UprightBody body{{}, walks ? agent.radius_m : other.radius_m, walks ? agent.height_m : other.height_m};
  const Vec3 from = up * body.axis_from_m(), to = up * body.axis_to_m();
  return walks ? Axis{p + from, p + to} : Axis{p - from, p - to};
}

/// An agent that is held up claims the way ahead of it. Those of higher rank number in it that go the same way pass the
/// claim on to what is ahead of them; the others make way and pass it on to what they move into. Ways that lead into a
/// claimed way wait. Agents make way towards room: everyone in a press knows by how many others it is shut in, from
/// what its neighbours knew a step before.
///
/// So the agent of lowest rank number gets through wherever those in its way have room to go, then the next, and so on:
/// all arrive, unless the world itself leaves no room. What is passed on takes a step for each agent: everything is
/// local, all agents decide at once, and the result does not depend on threads.
class RightOfWay {
 public:
  /// The velocities that the users should prefer: their wishes, or those that make way. Remembers claims from step to
  /// step, by the agents' ids.
  void Grant(const Navigator& navigator, std::span<const WayUser> users, double step_s, int threads,
             std::span<Vec3> preferred);
  /// The world has changed: claims are void.
  void Forget() { claims_.clear(); }

 private:
  static constexpr uint64_t kNoRank = std::numeric_limits<uint64_t>::max();

  /// What an agent makes known to those around it.
  struct Claim {
    AgentId agent = {};         ///< Whose knowledge this is: slots are used again.
    AgentId by = {};            ///< Who claims its way; null: nobody.
    uint64_t rank = kNoRank;    ///< Of that one, or the agent's own.
    uint64_t issued = 0;        ///< The step in which that one made the claim.
    Vec3 move = {};             ///< The velocity that the agent prefers.
    bool makes_way = false;     ///< Its move is not its own wish.
    uint32_t shut_in = 0;       ///< So many agents must move for it to have room.
    double commit_s = 0;        ///< So long it keeps to what it does.
    double wait_s = 0;          ///< So long it does not go on, unless it has to.
    AgentId heard = {};         ///< The last claim that it obeyed was of this one …
    uint64_t heard_issued = 0;  ///< … and of this step. Older ones are echoes.
  };
  struct Push;
  /// A direction in which an agent could make way.
  struct Option {
    Vec3 direction, end;
    uint32_t shut_in = 0;           ///< So many agents must move.
    uint64_t first_rank = kNoRank;  ///< The lowest of those that stand there.
  };

  Claim Decide(const Navigator& navigator, std::span<const WayUser> users, uint32_t number, double step_s) const;
  Claim Obey(const Navigator& navigator, std::span<const WayUser> users, uint32_t number, const Push& push,
             Claim own) const;
  void FindPushes(std::span<const WayUser> users, uint32_t number, std::vector<Push>& pushes) const;
  /// By how many agents one is shut in; and, if asked for, all directions without walls in them.
  uint32_t LookAround(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                      std::vector<Option>* options) const;
  /// Whether `self` would be in the claimed way of `user` at a point.
  bool IsInWayOf(const WayUser& user, const Claim& claim, const WayUser& self, Vec3 p) const;
  bool IsInSight(const Navigator& navigator, const WayUser& a, const WayUser& b) const;
  /// From one to the other as it counts for distances: of walkers on the plan; of a flyer and a walker, to the nearest
  /// point of the walker's axis.
  Vec3 Toward(const WayUser& from, const WayUser& to) const;
  Claim ClaimOf(const WayUser& user) const;
  const WayUser* UserOf(std::span<const WayUser> users, AgentId id) const;
  Vec3 Level(Vec3 v, AgentKind kind) const { return kind == AgentKind::Flyer ? v : v - up_ * Dot(v, up_); }

  uint64_t step_ = 0;
  std::vector<Claim> claims_, next_;  // By slot: of the last step, and of this one.
  // Made anew for every step.
  std::vector<uint32_t> numbers_;  // By slot.
  std::vector<NeighbourTree::Item> items_;
  NeighbourTree tree_;
  double most_radius_m_ = 0;
  double most_height_m_ = 0;  // Of walkers among flyers; else 0: then feet and centres tell how far apart agents are.
  Vec3 up_;
};

}  // namespace navnet
