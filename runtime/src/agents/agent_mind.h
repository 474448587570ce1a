#pragma once
// What one agent of a crowd has in mind: where it goes, by which path, and how it gets on.

#include <navnet/runtime/crowd.h>

#include <optional>
#include <span>
#include <vector>

namespace navnet {

class AgentMind {
 public:
  explicit AgentMind(const FollowLimits& limits) : limits_(limits) {}

  const FollowLimits& limits() const { return limits_; }

  void GoTo(Vec3 goal);
  void Follow(std::span<const Vec3> points);
  void Stop();
  /// The world has changed: plans anew if it has a goal.
  void Reconsider();

  /// The velocity that the agent would like to have in the next step. Sets its status and place; plans if it has to.
  Vec3 Decide(const Navigator& navigator, const CrowdOptions& options, double step_s, AgentState& state);

 private:
  void Plan(const Navigator& navigator, AgentState& state);
  void Watch(const CrowdOptions& options, double step_s, AgentState& state);

  FollowLimits limits_;
  std::vector<Vec3> points_;  ///< Empty: no path.
  std::optional<Vec3> goal_;
  bool wants_plan_ = false, has_arrived_ = false;
  double since_plan_s_ = 0;
  PathPlace watched_;         ///< Where it was …
  double watched_s_ = 0;      ///< … this long ago.
  uint32_t times_stuck_ = 0;  ///< In a row.
  uint64_t lots_drawn_ = 0;
  double yield_s_ = 0;  ///< So long it still backs off; 0 or less: not at all.
};

}  // namespace navnet
