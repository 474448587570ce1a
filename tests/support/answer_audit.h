#pragma once
// Answers of walkers and travellers against the world they were made for, by the auditors of `navnet verify`: every
// segment of every path is checked with exact geometry against the triangles or blocked voxels, changes of mode
// included.

#include <navnet/audit/journey_auditor.h>
#include <navnet/audit/walk_auditor.h>
#include <navnet/net/net.h>
#include <navnet/runtime/travel.h>
#include <navnet/voxel/world.h>

#include <string>

namespace navnet {

class AnswerAudit {
 public:
  /// `net` was baked from `world`, with ground. The world must outlive it.
  AnswerAudit(const World& world, const Net& net);

  // Each returns the first thing that is wrong and where, or an empty string. Paths without points are right.

  /// Every point of a walk lies on walkable surface, with headroom, and with room for the radius on the plan; it begins
  /// and ends where the query asks for, and keeps out of forbidden boxes.
  std::string FlawOf(const WalkPath& path, const WalkQuery& query) const;
  /// The parts of a journey follow each other, flights keep the radius of their level, walks are as above, and the ways
  /// between ground and air go straight up where an agent can stand, and come no nearer to a triangle than such an
  /// agent or a flight may.
  std::string FlawOf(const TravelPath& path, const TravelQuery& query) const;
  /// A place lies on walkable surface and has the room it claims.
  std::string FlawOf(const GroundPlace& place) const;
  /// An agent has room to stand at a point of the ground.
  std::string FlawOfStanding(Vec3 p, double radius_m) const;

 private:
  WalkAuditor walks_;
  JourneyAuditor journeys_;
};

}  // namespace navnet
