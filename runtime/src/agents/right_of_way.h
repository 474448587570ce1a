#pragma once
// Who makes way for whom where there is no room to pass.

#include <navnet/runtime/crowd.h>

#include "neighbours.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace navnet {

/// An agent at the beginning of a step.
struct WayUser {
  AgentId id;
  AgentKind kind = AgentKind::Flyer;
  Vec3 position;
  double radius_m = 0, speed_m_s = 0;
  Vec3 wish;               ///< The velocity that it would like to have.
  uint64_t rank = 0;       ///< Lower ones go first; no two agents on their way have the same.
  bool is_held = false;    ///< It is held up, and claims its way.
  std::span<const Vec3> path;
  PathPlace place;
};

class RightOfWay {
 public:
  /// The velocities that the users should prefer: their wishes, or those that make way. Linear time in an ordinary
  /// crowd.
  void Grant(const Navigator& navigator, std::span<const WayUser> users, double step_s, int threads,
             std::span<Vec3> preferred);
  std::string Debug(uint32_t slot) const { const auto& c = claims_[slot]; return "by " + std::to_string(int(c.by.slot) - (c.by == AgentId{} ? 1 : 0)) + " hops " + std::to_string(c.hops) + " yield " + std::to_string(c.yield_s) + " crowd " + std::to_string(c.crowding); }
  void Forget() { claims_.clear(); }

 private:
  /// A claim as it is passed on from agent to agent.
  struct Claim {
    AgentId by = {};         ///< Whose it is; null: there is none.
    uint64_t rank = 0;
    uint32_t hops = 0;       ///< How often it was passed on.
    Vec3 move;               ///< Where the agent wants to go itself.
    double yield_s = 0;
    bool is_yield = false;
    uint32_t crowding = 0;
    uint32_t generation = 0;  ///< Of the agent in the slot.
  };
  Claim Decide(const Navigator& navigator, std::span<const WayUser> users, uint32_t number, double step_s) const;
  struct Option {
    Vec3 direction, end;
    uint32_t crowding = 0;
    uint64_t first_rank = std::numeric_limits<uint64_t>::max();
  };
  void LookAround(const Navigator& navigator, std::span<const WayUser> users, uint32_t number,
                  std::vector<Option>& options) const;
  Vec3 WayOut(const WayUser& self, std::span<const Option> options,
                        const WayUser& root, const WayUser& pusher, const Claim& claim) const;
  bool InTube(const WayUser& user, const Claim& claim, Vec3 p, double both) const;
  const WayUser* UserOf(std::span<const WayUser> users, AgentId id) const;

  std::vector<Claim> claims_, next_;       // By slot.
  std::vector<uint32_t> numbers_;          // By slot.
  std::vector<NeighbourTree::Item> items_;
  NeighbourTree tree_;
  double most_radius_m_ = 0;
};

}  // namespace navnet
