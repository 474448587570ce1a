#pragma once
// Answers of navigators, walkers and travellers against the world they were made for: every segment of every path is
// checked with exact geometry against the triangles or blocked voxels, changes of mode included.

#include <navnet/net/ground.h>
#include <navnet/runtime/travel.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/walk_probe.h>
#include <navnet/voxel/world.h>

#include <optional>
#include <string>

namespace navnet {

class AnswerAudit {
 public:
  /// `bounds_world`: those of the bake, if it had any.
  AnswerAudit(const World& world, const GroundView& ground, std::optional<Box3> bounds_world = {});

  // Each returns what is wrong and where, or an empty string. Paths without points are right.

  /// Every point of a flight keeps the radius from every triangle. In voxel worlds, or for a radius of 0, not checked
  /// for touching.
  std::string FlawOf(const FlightPath& path) const;
  /// Every point of a walk lies on walkable surface, with headroom, and with room for the radius on the plan.
  std::string FlawOf(const WalkPath& path, double radius_m) const;
  /// The parts of a journey follow each other, flights and walks are as above, and the ways between ground and air go
  /// straight up where an agent can stand, and come no nearer to a triangle than such an agent or a flight may.
  std::string FlawOf(const TravelPath& path, const TravelAgent& agent) const;
  /// A place lies on walkable surface and has the room it claims.
  std::string FlawOf(const GroundPlace& place) const;
  /// An agent has room to stand at a point of the ground.
  std::string FlawOfStanding(Vec3 p, double radius_m) const;

 private:
  std::string FlawOfFlight(std::span<const Vec3> points, double radius_m) const;
  std::string FlawOfWalk(std::span<const Vec3> points, double radius_m) const;

  ClearanceProbe clearance_;
  WalkProbe walk_;
};

}  // namespace navnet
