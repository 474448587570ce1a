#pragma once
// Many agents that go to their goals: paths followed, each other avoided, walls never touched.
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

/// Names an agent of a crowd. The default names none, and the id of an agent that was removed never names another.
struct AgentId {
  uint32_t slot = 0, generation = 0;

  friend bool operator==(const AgentId&, const AgentId&) = default;
};

struct AgentSpec {
  AgentKind kind = AgentKind::Flyer;
  /// In free space for the radius; of a walker, above or below the ground it is put on. Range: -1e12 to 1e12.
  Vec3 position;
  double radius_m = 0.4;     ///< Range: 0 to 1e12.
  FollowLimits limits = {};  ///< Avoidance keeps to the speed, but may brake and turn harder than the rest allows.
  /// Of a walker, as flyers see it; 0: the ground's height_m. It is an upright cylinder from the ground up. Range: 0 to
  /// the ground's height_m.
  double height_m = 0;
};

/// Refuses numbers outside the ranges above that need no net to be known; the message names the field, its value and
/// the range.
Status Validate(const AgentSpec& spec);

enum class AgentStatus : uint8_t {
  Idle,     ///< It has nowhere to go. It makes way for others, as those that have arrived do.
  Moving,   ///< On its way.
  Arrived,  ///< It has been at its goal; if it has to make way, it comes back.
  Stuck,    ///< On its way, but it has hardly come on for CrowdOptions::stuck_s. It goes on trying; with a goal
            ///< it plans anew.
  OffPath,  ///< Its path is out of sight: set a new one. With a goal, the crowd plans anew by itself.
  NoPath,   ///< No way leads to its goal.
  Blocked,  ///< It is in no free space, which only a new navigator can bring about.
};

/// Lower-case name: idle, moving, arrived, stuck, off the path, no path, blocked.
const char* ToString(AgentStatus status);

struct AgentState {
  AgentId id;
  AgentKind kind = AgentKind::Flyer;
  AgentStatus status = AgentStatus::Idle;
  double radius_m = 0;
  Vec3 position, velocity;
  PathPlace place;      ///< On its path.
  double height_m = 0;  ///< Of a walker; of a flyer 0.
};

struct CrowdOptions {
  AvoidanceOptions avoidance = {};
  /// Stuck: less than a tenth of the way it could have come in this time. Range: 1e-9 to 1e9.
  double stuck_s = 4;
  /// Agents out of sight of their path, or without one, plan again this often. Range: 0 to 1e9.
  double replan_s = 0.5;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const CrowdOptions& options);

/// Agents in the free space of a net or of a state of a live world. What Avoidance promises holds for every step: no
/// two agents touch, and none leaves the free space for its radius. Two of a kind come no nearer than the sum of their
/// radii; a flyer's ball does not come into the upright cylinder that a walker is, nor the walker into the ball, on
/// stairs and slopes too.
///
/// Flyers do most to avoid walkers: they go round them, or over their heads where there is room for that. Walkers go
/// round flyers that stand in their way, or stop.
///
/// Where there is no room to pass, such as in doors that many want to go through both ways, those go first whose goals
/// or paths were set first. An agent that others hold up claims the way ahead of it. Agents in that way, if their goals
/// were set later, pass the claim on if they go the same way, and otherwise make way to where there is room, pushing
/// on those they move into; agents beside it wait. Those that are idle or have arrived make way for all. So one after
/// the other gets through, wherever the world leaves room to make way. Flyers and walkers make way for each other as
/// those of a kind do: a drone in a corridor without room overhead goes back before a walker whose goal was set first.
/// Nothing is drawn by lot.
///
/// One call at a time. The same calls give the same bits for any number of threads. Once warmed up, steps in which
/// nobody plans allocate nothing for each agent.
class Crowd {
 public:
  explicit Crowd(Navigator navigator, const CrowdOptions& options = {});
  ~Crowd();
  Crowd(Crowd&&) noexcept;
  Crowd& operator=(Crowd&&) noexcept;

  /// Fails when Validate(spec) does, there is no clearance level for the radius or no ground, or the position is
  /// not free. Agents may be added so that they overlap: they get apart.
  Result<AgentId> Add(const AgentSpec& spec);
  Status Remove(AgentId id);

  /// The agent goes to a goal by paths that the crowd plans, from the next step on. A goal that is not free is moved to
  /// the nearest place that is: by up to a voxel for flyers, and 0.1 m for walkers.
  Status SetGoal(AgentId id, Vec3 goal);
  /// The agent follows a path from its beginning: the points of a FlightPath or a WalkPath.
  Status SetPath(AgentId id, std::span<const Vec3> points);
  /// The agent stops where it is.
  Status Stop(AgentId id);

  /// The world has changed: agents with goals plan anew, others keep their paths.
  void SetNavigator(Navigator navigator);

  /// All agents move on by `step_s` seconds (1e-9 to 1e9), on `threads` threads (0: all the machine has). Fails when
  /// that or one of the crowd's options is out of range. Some 5 to 20 µs an agent, in a press too; the first step after
  /// goals were set plans their paths.
  Status Step(double step_s, int threads = 0);

  /// All agents, in an order that only adding and removing changes; valid until the next call that is not const.
  std::span<const AgentState> agents() const;
  /// An agent, or null when the id names none; valid as long as `agents()`.
  const AgentState* Find(AgentId id) const;
  const Navigator& navigator() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace navnet
