#pragma once
// Bodies of a physics engine on their way through a world: the part of a plug-in that is the same in every engine.
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
  double radius_m = 0.35;    ///< Of the bodies, with a margin for how far the engine strays from what it is told.
  double voxel_m = 0.1;      ///< Edge length of the bake's voxels.
  double walk_height_m = 0;  ///< Headroom of bodies that walk; 0: none of them do.
  double leash_m = 0.5;      ///< Bodies that are farther away from where they should be are planned for anew.
};

/// Bodies that go to their goals and avoid each other: agents of a crowd, each with a body of the engine behind it. One
/// call at a time; the same calls give the same bits.
class Fleet {
 public:
  /// Bakes the triangles that the engine collides with.
  static Result<Fleet> Bake(TriangleMesh triangles, UpAxis up, const FleetOptions& options);

  /// A door: a closed box that the engine collides with as long as it is shut. It is open to begin with. Returns its
  /// number.
  Result<size_t> AddDoor(Vec3 centre, Vec3 half_size_m);
  /// Opens or shuts a door; all bodies plan anew. Shut it only when no body is near.
  Status SetDoor(size_t door, bool open);

  /// A body that goes from a place to a goal, or from and to the nearest places with room for it, at most four radii
  /// away.
  Status Add(AgentKind kind, Vec3 from, Vec3 goal, double speed_m_s);

  /// The velocities that bodies should have for the next `step_s` seconds. A body counts as being where it would come
  /// to rest if it were told to stop: at its position, plus its velocity times the engine's lag. That point, not the
  /// body, does at once what it is told, so what the crowd promises holds for it. The body is carried inwards from it
  /// in curves; that is what the margin is for. Requires: one point and one velocity for each body.
  Status Steer(std::span<const Vec3> points, double step_s, std::span<Vec3> wanted);

  /// Where a body should be: of one that walks, on the ground.
  Vec3 place(size_t body) const { return crowd_.Find(bodies_[body].agent)->position; }
  size_t size() const { return bodies_.size(); }
  size_t arrived() const;                        ///< Bodies that have been at their goals.
  size_t planned_anew() const { return anew_; }  ///< How often a body was off its leash.

  /// The least distance in metres from any of the points to a triangle, exactly, and 10 when all are farther away.
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
  size_t anew_ = 0;
};

}  // namespace navnet
