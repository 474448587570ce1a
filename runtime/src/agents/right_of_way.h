// SPDX-License-Identifier: Apache-2.0
#pragma once
// Right of way where there is no room to pass: priorities that are passed on from agent to agent (K. Okumura, M.
// Machida, X. Défago, Y. Tamura, Priority inheritance with backtracking for iterative multi-agent path finding, 2019),
// here for agents in continuous space that all move at once.

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
  Vec3 wish;             ///< Its desired velocity.
  uint64_t rank = 0;     ///< Lower ranks go first; unique among agents on their way.
  bool is_held = false;  ///< Others block it: it claims its way.
  std::span<const Vec3> path;
  PathPlace place;
};

/// The vertical segment that represents an agent at `p` against one of the other kind, which is then a single point. A
/// walker's is its axis. A flyer's is the walker's axis reflected at `p`: its distance to the walker's foot equals that
/// of the flyer's centre to the walker's axis.
struct Axis {
  Vec3 from, to;
};
inline Axis AxisOf(const WayUser& agent, Vec3 p, const WayUser& other, Vec3 up) {
  const bool walks = agent.kind == AgentKind::Walker;
  const UprightBody body{{}, walks ? agent.radius_m : other.radius_m, walks ? agent.height_m : other.height_m};
  const Vec3 from = up * body.axis_from_m(), to = up * body.axis_to_m();
  return walks ? Axis{p + from, p + to} : Axis{p - from, p - to};
}

/// A blocked agent claims the corridor ahead of it. Agents of higher rank number inside it that move in the same
/// direction pass the claim on to the agents ahead of them; the others make way and pass the claim on to those they
/// move into. Agents that are about to enter a claimed corridor wait. Agents make way towards free room: each knows how
/// long the chain of agents is that must move before it has room, from the values of its neighbours in the last step.
///
/// So the agent of lowest rank number gets through wherever those in its way have room to move to, then the next, and
/// so on: all arrive, unless the world itself leaves no room. A claim travels one agent per step: everything is local,
/// all agents decide at once, and the result does not depend on threads.
class RightOfWay {
 public:
  /// Sets the users' preferred velocities: their wishes, or those that make way. Keeps claims from step to step, by the
  /// agents' ids.
  void Grant(const Navigator& navigator, std::span<const WayUser> users, double step_s, int threads,
             std::span<Vec3> preferred);
  /// Drops all claims, after a change of the world.
  void Forget() { claims_.clear(); }

 private:
  static constexpr uint64_t kNoRank = std::numeric_limits<uint64_t>::max();

  /// The state of an agent that its neighbours can read.
  struct Claim {
    AgentId agent = {};         ///< Whose state this is: slots are reused.
    AgentId by = {};            ///< The agent that made the claim; null: no claim.
    uint64_t rank = kNoRank;    ///< Rank of `by`, or the agent's own.
    uint64_t issued = 0;        ///< The step in which `by` made the claim.
    Vec3 move = {};             ///< The agent's preferred velocity.
    bool makes_way = false;     ///< `move` is not the agent's own wish.
    uint32_t shut_in = 0;       ///< Length of the chain of agents that must move for it to have room.
    double commit_s = 0;        ///< Time for which it keeps its present move.
    double wait_s = 0;          ///< Time for which it does not follow its own wish.
    AgentId heard = {};         ///< The agent whose claim it obeyed last …
    uint64_t heard_issued = 0;  ///< … and the step of that claim. Claims not newer than it are echoes.
  };
  struct Push;
  /// A direction in which an agent could make way.
  struct Option {
    Vec3 direction, end;
    uint32_t shut_in = 0;           ///< Length of the chain of agents that must move.
    uint64_t first_rank = kNoRank;  ///< Lowest rank of the agents that stand there.
  };

  Claim Decide(const Navigator& navigator, std::span<const WayUser> users, uint32_t number, double step_s) const;
  Claim Obey(const Navigator& navigator, std::span<const WayUser> users, uint32_t number, const Push& push,
             Claim own) const;
  void FindPushes(std::span<const WayUser> users, uint32_t number, std::vector<Push>& pushes) const;
  /// The smallest Option::shut_in of an agent's directions; sets `options`, if given, to all directions free of walls.
  uint32_t LookAround(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                      std::vector<Option>* options) const;
  /// Whether `self` at point `p` would be in the claimed corridor of `user`.
  bool IsInWayOf(const WayUser& user, const Claim& claim, const WayUser& self, Vec3 p) const;
  bool IsInSight(const Navigator& navigator, const WayUser& a, const WayUser& b) const;
  /// The vector between two agents for distances: horizontal between walkers; between a flyer and a walker, to the
  /// nearest point of the walker's axis.
  Vec3 Toward(const WayUser& from, const WayUser& to) const;
  Claim ClaimOf(const WayUser& user) const;
  const WayUser* UserOf(std::span<const WayUser> users, AgentId id) const;
  Vec3 Level(Vec3 v, AgentKind kind) const { return kind == AgentKind::Flyer ? v : v - up_ * Dot(v, up_); }

  uint64_t step_ = 0;
  std::vector<Claim> claims_, next_;  // By slot: claims of the last step, and of this one.
  // Rebuilt in every step.
  std::vector<uint32_t> numbers_;  // Indices of the users, by slot.
  std::vector<NeighbourTree::Item> items_;
  NeighbourTree tree_;
  double most_radius_m_ = 0;
  double most_height_m_ = 0;  // Maximum height of walkers if there are flyers, else 0. Extends the search radius.
  Vec3 up_;
};

}  // namespace navnet
