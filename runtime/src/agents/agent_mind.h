// SPDX-License-Identifier: Apache-2.0
#pragma once
// The decisions of one agent of a crowd: its goal, its path and its progress.

#include <navnet/runtime/crowd.h>

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

class AgentMind {
 public:
  /// Rank of agents that have no goal and no path, or have arrived.
  static constexpr uint64_t kNoRank = std::numeric_limits<uint64_t>::max();

  explicit AgentMind(const FollowLimits& limits) : limits_(limits) {}

  const FollowLimits& limits() const { return limits_; }

  /// Sets a goal or a path, with a rank for the right of way: lower ranks go first.
  void GoTo(Vec3 goal, uint64_t rank);
  void Follow(std::span<const Vec3> points, uint64_t rank);
  void Stop();
  /// After a change of the world: replans if it has a goal.
  void Reconsider();

  std::span<const Vec3> path() const { return points_; }
  uint64_t rank() const { return rank_; }
  /// Whether others block it, so that it claims its way.
  bool is_held() const { return is_held_; }

  /// The desired velocity for the next step. Updates the status and place of `state`; plans if necessary.
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
  PathPlace watched_;     ///< Place at the last progress check …
  double watched_s_ = 0;  ///< … and the time since then.
  uint64_t rank_ = kNoRank;
  double held_s_ = 0;  ///< Time blocked minus time of progress, limited to [0, 2] s.
  bool is_held_ = false;
};

}  // namespace navnet
