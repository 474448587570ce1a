#pragma once
// Agents that keep out of each other's way and off the walls, for engines that move bodies themselves: desired
// velocities in, safe velocities out.
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

enum class AgentKind : uint8_t {
  Flyer,   ///< A ball, which moves through the air.
  Walker,  ///< An upright cylinder, which moves on the ground.
};

/// An agent as others see it.
struct Mover {
  AgentKind kind = AgentKind::Flyer;
  Vec3 position;          ///< Of a walker: on the ground, at most Ground::height_m off it. Range: -1e12 to 1e12.
  Vec3 velocity = {};     ///< As it was in the last step. Range: -1e9 to 1e9.
  Vec3 preferred = {};    ///< What it would like to have in the next. Range: -1e9 to 1e9.
  double radius_m = 0.4;  ///< Range: 0 to 1e12.
  double speed_m_s = 2;   ///< The most that the safe velocity may be. Range: 0 to 1e9.
  /// Held up by others, it tries to pass them on the right: a press in the open gets loose so. Between walls it may get
  /// wedged in; crowds do without, as their agents make way.
  bool passes_right = true;
  /// Of a walker, as flyers see it; 0: as high as the ground's agents, or 2 m in the open. Two walkers are in each
  /// other's way if the ground's agents would be. Range: 0 to 1e12.
  double height_m = 0;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const Mover& mover);

struct AvoidanceOptions {
  static constexpr Range kMaxNeighbours = {0, 1e6};

  /// How far ahead collisions are avoided. More is smoother and takes more room. Range: 1e-9 to 1e9.
  double horizon_s = 2;
  /// The most neighbours avoided ahead of time, chosen by line of sight from twice as many that are nearest. Range: 0
  /// to 1000000.
  int max_neighbours = 12;
  /// How far away neighbours are seen, between surfaces; 0: as far as the fastest agent gets within the horizon. Range:
  /// 0, or 1e-9 to 1e12.
  double neighbour_m = 0;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const AvoidanceOptions& options);

/// What a mover should do.
struct SafeStep {
  Vec3 velocity = {};    ///< A walker's has no part along the up axis.
  Vec3 position = {};    ///< Where it leads to: of a walker, on the ground there.
  bool is_free = false;  ///< False for a mover that is in no free space for its radius: its velocity is 0.
};

/// Optimal reciprocal collision avoidance (J. van den Berg et al., Reciprocal n-body collision avoidance, 2011), with
/// two things that hold whatever happens:
/// - Movers that all take their safe steps come no nearer to each other than the sum of their radii, to a nanometre,
///   during the whole step: each also keeps to its side of the plane midway to every neighbour it could meet. Those
///   that overlap to begin with come no nearer. Between a flyer and a walker it is the ball and the cylinder that do
///   not touch: beside the walker that is the sum of the radii as well, and above its head the flyer's radius. A walker
///   that would climb into a flyer stays.
/// - Steps stay in free space: a flyer's in a NavVolume of the smallest level for its radius (to a millionth of a
/// voxel),
///   a walker's at least its radius from the walls (to a micrometre).
/// Ahead of time, collisions are avoided within the horizon if that is possible, and otherwise as well as possible.
/// Between a flyer and a walker the flyer does three quarters of it; held up, it flies over the walker's head if the
/// way straight up is free.
///
/// Keeps memory between calls: one call at a time. The same input gives the same bits for any number of threads.
class Avoidance {
 public:
  /// In the open: no walls, and walkers on a plane.
  explicit Avoidance(UpAxis up = UpAxis::Z);
  /// In the free space of a net or of a state of a live world. Sorts the ground's walls: linear time.
  explicit Avoidance(Navigator navigator);
  ~Avoidance();
  Avoidance(Avoidance&&) noexcept;
  Avoidance& operator=(Avoidance&&) noexcept;

  /// The safe steps of all movers for the next `step_s` seconds (1e-9 to 1e9), on `threads` threads (0: all the machine
  /// has). Fails and changes nothing when a number is out of range or `steps` has another size than `movers`. Some 5 to
  /// 20 µs an agent, in a press too.
  Status Solve(std::span<const Mover> movers, double step_s, const AvoidanceOptions& options, std::span<SafeStep> steps,
               int threads = 0);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace navnet
