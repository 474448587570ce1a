// SPDX-License-Identifier: Apache-2.0
#pragma once
// A crowd: agents that plan and follow paths to their goals, avoid each other and never touch walls.
//
//   Crowd crowd(navigator);
//   Result<AgentId> drone = crowd.Add({.position = {10, 5, 20}, .radius_m = 0.5, .limits = {.speed_m_s = 4}});
//   if (!drone) return Print(drone.error().message);
//   crowd.SetGoal(*drone, {300, 80, 45});
//   while (running) {
//     crowd.Step(1.0 / 60);
//     for (const AgentState& agent : crowd.agents()) Draw(agent.id, agent.position);
//   }

#include <navnet/core/result.h>
#include <navnet/runtime/avoidance.h>
#include <navnet/runtime/follow.h>

#include <cstdint>
#include <memory>
#include <span>

namespace navnet {

/// Identifies an agent of a crowd. The default identifies none. The id of a removed agent is never used again.
struct AgentId {
  uint32_t slot = 0, generation = 0;  ///< The agent's place in a table, and how often that was used; 0 and 0: none.

  friend bool operator==(const AgentId&, const AgentId&) = default;
};

/// An agent to be added to a crowd.
struct AgentSpec {
  AgentKind kind = AgentKind::Flyer;  ///< How it moves.
  /// Must be free for the radius. Of a walker: above or below the ground it is placed on. Range: -1e12 to 1e12.
  Vec3 position;
  double radius_m = 0.4;  ///< Range: 0 to 1e12.
  /// Avoidance respects the speed limit, but may brake and turn harder than the other limits allow.
  FollowLimits limits = {};
  /// Height of a walker, an upright cylinder from the ground up, used between walkers and flyers; 0: the ground's
  /// height_m. Range: 0 to the ground's height_m.
  double height_m = 0;
};

/// Refuses numbers outside the ranges above, except those that depend on the net; the message names the field, its
/// value and the range.
Status Validate(const AgentSpec& spec);

/// What an agent is doing.
enum class AgentStatus : uint8_t {
  Idle,     ///< It has no goal and no path. It makes way for all others, like agents that have arrived.
  Moving,   ///< On its way.
  Arrived,  ///< It has reached its goal; if it has to make way, it returns afterwards.
  Stuck,    ///< Little progress for CrowdOptions::stuck_s. It keeps trying; with a goal it replans.
  OffPath,  ///< It has lost sight of its path: set a new one. With a goal, the crowd replans by itself.
  NoPath,   ///< There is no path to its goal.
  Blocked,  ///< It is outside free space, which can only happen after SetNavigator.
};

/// Lower-case name with underscores: idle, moving, arrived, stuck, off_path, no_path, blocked.
const char* ToString(AgentStatus status);

/// Current state of an agent.
struct AgentState {
  AgentId id;                              ///< Never changes.
  AgentKind kind = AgentKind::Flyer;       ///< How it moves.
  AgentStatus status = AgentStatus::Idle;  ///< What it is doing.
  double radius_m = 0;                     ///< Its radius.
  Vec3 position, velocity;                 ///< Centre of a flyer, foot of a walker; velocity of the last step.
  PathPlace place;                         ///< Progress along its path.
  double height_m = 0;                     ///< Of a walker; 0 for a flyer.
};

/// Options of a crowd.
struct CrowdOptions {
  AvoidanceOptions avoidance = {};  ///< How agents avoid each other.
  /// An agent is Stuck when in this time, in seconds, it has covered less than a tenth of the distance possible at its
  /// speed. A larger value reports later, but with fewer false alarms. Range: 1e-9 to 1e9.
  double stuck_s = 4;
  /// Interval, in seconds, at which agents that have lost sight of their path, or have none, plan again. A larger value
  /// costs less time; agents wait longer. Range: 0 to 1e9.
  double replan_s = 0.5;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const CrowdOptions& options);

/// Agents in the free space of a net or of a state of a live world. Avoidance's guarantees hold for every step: no two
/// agents touch, and none leaves the free space for its radius. Two agents of the same kind come no closer than the sum
/// of their radii; a flyer's ball and a walker's upright cylinder never overlap, on stairs and slopes too.
///
/// Flyers do most of the avoiding between flyers and walkers: they go round walkers, or over their heads where there is
/// room. Walkers go round flyers that stand in their way, or stop.
///
/// Where there is no room to pass, such as in a doorway with traffic in both directions, agents whose goals or paths
/// were set earlier go first. An agent that is blocked by others claims the corridor ahead of it. Agents inside that
/// corridor whose goals were set later pass the claim on if they move in the same direction; otherwise they make way to
/// where there is room, and push the agents they move into. Agents beside the corridor wait. Agents that are idle or
/// have arrived make way for all. So the agents pass one after the other, wherever the world leaves room to make way.
/// The same rules hold between flyers and walkers: a drone in a corridor without room overhead retreats from a walker
/// whose goal was set earlier. There is no randomness.
///
/// Not thread safe: one call at a time. The same calls give the same bits for any number of threads. After warm-up, a
/// step in which no agent plans makes no per-agent allocations.
class Crowd {
 public:
  /// A crowd without agents.
  explicit Crowd(Navigator navigator, const CrowdOptions& options = {});
  ~Crowd();
  Crowd(Crowd&&) noexcept;
  Crowd& operator=(Crowd&&) noexcept;

  /// Fails when Validate(spec) does, when there is no clearance level for the radius or no ground, or when the position
  /// is not free. An added agent may overlap others: they separate.
  Result<AgentId> Add(const AgentSpec& spec);
  /// Removes an agent. Fails for an unknown id.
  Status Remove(AgentId id);

  /// Sends the agent to a goal along paths that the crowd plans, without gates, from the next step on. A goal that is
  /// not free is moved to the nearest free place: by up to a voxel for flyers, and 0.1 m for walkers.
  Status SetGoal(AgentId id, Vec3 goal);
  /// Makes the agent follow a path from its beginning: the points of a FlightPath or a WalkPath; of a flight with
  /// jumps, those up to a gate.
  Status SetPath(AgentId id, std::span<const Vec3> points);
  /// Stops the agent where it is.
  Status Stop(AgentId id);

  /// Replaces the world: agents with goals replan, others keep their paths.
  void SetNavigator(Navigator navigator);

  /// Moves all agents by `step_s` seconds (1e-9 to 1e9), on `threads` threads (0: all hardware threads). Fails when
  /// `step_s` or one of the crowd's options is out of range. Takes about 5 to 20 µs per agent, in dense crowds too; the
  /// first step after goals were set also plans their paths.
  Status Step(double step_s, int threads = 0);

  /// All agents, in an order that changes only when agents are added or removed; valid until the next non-const call.
  std::span<const AgentState> agents() const;
  /// The agent, or null for an unknown id; valid as long as `agents()`.
  const AgentState* Find(AgentId id) const;
  /// The world that the crowd moves in.
  const Navigator& navigator() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace navnet
