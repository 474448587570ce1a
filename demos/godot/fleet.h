// SPDX-License-Identifier: Apache-2.0
#pragma once
// Physics bodies that follow paths through a world: the engine-independent part of a plug-in.
//
//   Result<Fleet> fleet = Fleet::Bake(triangles, UpAxis::Y, {.radius_m = 0.35});
//   for (Body& body : bodies) fleet->Add(AgentKind::Flyer, body.position, body.goal, 2);
//   // each physics step:
//   fleet->Steer(points, dt, wanted);
//   for (size_t i = 0; i < bodies.size(); ++i) bodies[i].SeekVelocity(wanted[i]);

#include <navnet/core/mesh.h>
#include <navnet/core/result.h>
#include <navnet/live/live_world.h>
#include <navnet/runtime/crowd.h>
#include <navnet/voxel/clearance_probe.h>

#include <optional>
#include <span>
#include <vector>

namespace navnet {

struct FleetOptions {
  double radius_m = 0.35;    ///< Radius of the bodies, plus a margin for how far the engine deviates.
  double voxel_m = 0.1;      ///< Edge length of the bake's voxels.
  double walk_height_m = 0;  ///< Headroom of bodies that walk; 0: no body walks.
  double leash_m = 0.5;      ///< Largest distance of a body from its agent; if exceeded, its path is planned again.
};

/// Bodies that move to their goals and avoid each other. Each is a body of the engine that follows an agent of a crowd.
/// Not thread-safe. Deterministic: the same calls give the same bits.
class Fleet {
 public:
  /// Bakes the engine's collision triangles.
  static Result<Fleet> Bake(TriangleMesh triangles, UpAxis up, const FleetOptions& options);

  /// Adds a door: a closed box that the engine collides with while it is shut. Initially open. Returns its index.
  Result<size_t> AddDoor(Vec3 centre, Vec3 half_size_m);
  /// Opens or shuts a door; all bodies plan again. Requires: no body is near when it shuts.
  Status SetDoor(size_t door, bool open);

  /// Adds a body that moves from `from` to `goal`. Each end is moved to the nearest place with enough room, at most
  /// four radii away.
  Status Add(AgentKind kind, Vec3 from, Vec3 goal, double speed_m_s);

  /// Computes the velocity that each body should have for the next `step_s` seconds. `points[i]` is where body i would
  /// come to rest if it braked now: its position plus its velocity times the engine's lag. This point, unlike the body,
  /// follows a new velocity at once, so the crowd's guarantees hold for it. The body cuts corners on the inside of its
  /// track; the margin in `radius_m` covers that. Requires: one point and one velocity for each body.
  Status Steer(std::span<const Vec3> points, double step_s, std::span<Vec3> wanted);

  /// Target position of a body; on the ground for one that walks.
  Vec3 place(size_t body) const { return crowd_.Find(bodies_[body].agent)->position; }
  size_t size() const { return bodies_.size(); }
  size_t arrived() const;                          ///< Number of bodies that have reached their goals.
  size_t replanned() const { return replanned_; }  ///< How often a body exceeded `leash_m`.

  /// Least exact distance in metres from any of the points to a triangle; 10 if all are farther away.
  double Clearance(std::span<const Vec3> points) const;

 private:
  struct Body {
    AgentId agent;
    AgentKind kind;
    Vec3 goal;
    double speed_m_s = 0;
    bool has_arrived = false;
  };

  Fleet(LiveWorld world, ClearanceProbe probe, const FleetOptions& options);
  Result<AgentId> AddAgent(const Body& body, Vec3 from);
  Status LeadFrom(Body& body, Vec3 point);
  std::optional<Vec3> FreePlaceNear(Vec3 point, AgentKind kind) const;

  LiveWorld world_;
  Crowd crowd_;
  ClearanceProbe probe_;
  FleetOptions options_;
  std::vector<ObstacleId> doors_;
  std::vector<Body> bodies_;
  size_t replanned_ = 0;
};

}  // namespace navnet
