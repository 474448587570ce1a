// SPDX-License-Identifier: Apache-2.0
#pragma once
// Audits walks and journeys against the world that their net was baked from, with the auditors of `navnet verify`:
// every segment of every path, including mode changes, is checked with exact geometry against the triangles or blocked
// voxels.

#include <navnet/audit/journey_auditor.h>
#include <navnet/audit/walk_auditor.h>
#include <navnet/net/net.h>
#include <navnet/runtime/travel.h>
#include <navnet/voxel/world.h>

#include <string>

namespace navnet {

class AnswerAudit {
 public:
  /// Requires: `net` was baked from `world`, with ground. The world must outlive this object.
  AnswerAudit(const World& world, const Net& net);

  // Each returns the first flaw and its position, or an empty string. Paths without points have no flaw.

  /// Every point of a walk lies on walkable surface, with headroom and with clearance for the radius on the plan. The
  /// walk begins and ends where the query asks for, and avoids forbidden boxes.
  std::string FlawOf(const WalkPath& path, const WalkQuery& query) const;
  /// The parts of a journey are contiguous, flights keep the radius of their level, and walks are as above. The
  /// connections between ground and air go straight up from places where an agent can stand, and keep the clearance
  /// that a standing agent or a flight must keep.
  std::string FlawOf(const TravelPath& path, const TravelQuery& query) const;
  /// The place lies on walkable surface and has the clearance that it claims.
  std::string FlawOf(const GroundPlace& place) const;
  /// An agent has room to stand at a point of the ground.
  std::string FlawOfStanding(Vec3 p, double radius_m) const;

 private:
  WalkAuditor walks_;
  JourneyAuditor journeys_;
};

}  // namespace navnet
