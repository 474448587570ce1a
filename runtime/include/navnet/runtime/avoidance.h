// SPDX-License-Identifier: Apache-2.0
#pragma once
// Local collision avoidance between agents and with walls, for engines that move bodies themselves: desired velocities
// in, safe velocities out.
//
//   Avoidance avoidance(navigator);
//   std::vector<SafeStep> steps(movers.size());
//   if (Status solved = avoidance.Solve(movers, dt, {}, steps); !solved) return Print(solved.error().message);
//   for (size_t i = 0; i < movers.size(); ++i) body[i].Move(steps[i].velocity, dt);

#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/runtime/navigator.h>

#include <cstdint>
#include <memory>
#include <span>

namespace navnet {

/// How an agent moves.
enum class AgentKind : uint8_t {
  Flyer,   ///< A ball that moves through the air.
  Walker,  ///< An upright cylinder that moves on the ground.
};

/// Lower-case name: flyer, walker.
const char* ToString(AgentKind kind);

/// An agent as input to Avoidance.
struct Mover {
  AgentKind kind = AgentKind::Flyer;  ///< How it moves.
  Vec3 position;       ///< Centre of a flyer's ball. Of a walker, its foot: at most Ground::height_m above or below the
                       ///< ground. Range: -1e12 to 1e12.
  Vec3 velocity = {};  ///< Velocity in the last step. Range: -1e9 to 1e9.
  Vec3 preferred = {};    ///< Desired velocity for the next step. Range: -1e9 to 1e9.
  double radius_m = 0.4;  ///< Range: 0 to 1e12.
  double speed_m_s = 2;   ///< Upper limit of the safe velocity. Range: 0 to 1e9.
  /// When blocked by others, it tries to pass them on the right. This resolves jams in the open; between walls the
  /// agent may get wedged. Crowd does not use it, because its agents make way for each other.
  bool passes_right = true;
  /// Height of a walker, used only between walkers and flyers; 0: the height of the ground's agents, or 2 m in the
  /// open. Whether two walkers can collide depends on Ground::height_m instead. Range: 0 to 1e12.
  double height_m = 0;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const Mover& mover);

/// How far agents look ahead, and at how many others.
struct AvoidanceOptions {
  static constexpr Range kMaxNeighbours = {0, 1e6};  ///< Range of max_neighbours.

  /// Look-ahead time for collisions. A larger value gives smoother motion and larger distances between agents. Range:
  /// 1e-9 to 1e9.
  double horizon_s = 2;
  /// Maximum number of neighbours avoided within the horizon, chosen by line of sight from the nearest 2 × this many.
  /// Range: 0 to 1000000.
  int max_neighbours = 12;
  /// Maximum distance of neighbours that are considered, between surfaces; 0: the distance the fastest agent covers
  /// within the horizon. Range: 0, or 1e-9 to 1e12.
  double neighbour_m = 0;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const AvoidanceOptions& options);

/// The safe motion of a mover for one step.
struct SafeStep {
  Vec3 velocity = {};    ///< A walker's has no component along the up axis.
  Vec3 position = {};    ///< Position after the step; a walker's is on the ground.
  bool is_free = false;  ///< False for a mover outside the free space for its radius: its velocity is 0.
};

/// Optimal reciprocal collision avoidance (J. van den Berg et al., Reciprocal n-body collision avoidance, 2011), with
/// two guarantees that always hold:
/// - Steps stay in free space: a flyer's in a NavVolume of the smallest level for its radius (to a millionth of a
///   voxel), a walker's at least its radius from the walls (to a micrometre).
/// Within the horizon, collisions are avoided if possible, and otherwise as well as possible. Between a flyer and a
/// walker the flyer does three quarters of the avoiding; when blocked, it flies over the walker's head if the space
/// straight above is free.
///
/// Keeps scratch memory between calls; not thread safe: one call at a time. The same input gives the same bits for any
/// number of threads.
class Avoidance {
 public:
  /// Open space: no walls, and walkers on a plane.
  explicit Avoidance(UpAxis up = UpAxis::Z);
  /// The free space of a net or of a state of a live world. Builds an index of the ground's walls: linear time.
  explicit Avoidance(Navigator navigator);
  ~Avoidance();
  Avoidance(Avoidance&&) noexcept;
  Avoidance& operator=(Avoidance&&) noexcept;

  /// Computes the safe steps of all movers for the next `step_s` seconds (1e-9 to 1e9), on `threads` threads (0: all
  /// hardware threads). Fails and changes nothing if a number is out of range or `steps` and `movers` differ in size.
  /// Takes about 5 to 20 µs per agent, in dense crowds too.
  Status Solve(std::span<const Mover> movers, double step_s, const AvoidanceOptions& options, std::span<SafeStep> steps,
               int threads = 0);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace navnet
