#pragma once
// What one agent of a crowd has in mind: where it goes, by which path, and how it gets on.

#include <navnet/runtime/crowd.h>

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

class AgentMind {
 public:
  /// Of agents that have nowhere to go, or are there.
  static constexpr uint64_t kNoRank = std::numeric_limits<uint64_t>::max();

  explicit AgentMind(const FollowLimits& limits) : limits_(limits) {}

  const FollowLimits& limits() const { return limits_; }

  /// Given a way, it gets a rank: lower ones go first.
  void GoTo(Vec3 goal, uint64_t rank);
  void Follow(std::span<const Vec3> points, uint64_t rank);
  void Stop();
  /// The world has changed: plans anew if it has a goal.
  void Reconsider();

  std::span<const Vec3> path() const { return points_; }
  uint64_t rank() const { return rank_; }
  /// Whether it claims its way, since others hold it up.
  bool is_held() const { return is_held_; }

  /// The velocity that the agent would like to have in the next step. Sets its status and place; plans if it has to.
  Vec3 Decide(const Navigator& navigator, const CrowdOptions& options, double step_s, AgentState& state);

 private:
  void Plan(const Navigator& navigator, AgentState& state);
  void Feel(const Vec3& wish, double step_s, const AgentState& state);
  void Watch(const CrowdOptions& options, double step_s, AgentState& state);

  FollowLimits limits_;
  std::vector<Vec3> points_;  ///< Empty: no path.
  std::optional<Vec3> goal_;
  bool wants_plan_ = false, has_arrived_ = false;
  double since_plan_s_ = 0;
  PathPlace watched_;     ///< Where it was …
  double watched_s_ = 0;  ///< … this long ago.
  uint64_t rank_ = kNoRank;
  double held_s_ = 0;  ///< How long it has been held up, less what it has come on since.
  bool is_held_ = false;
};

}  // namespace navnet
