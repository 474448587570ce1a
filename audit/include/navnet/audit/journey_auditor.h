// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks journeys over ground, air and links against the world itself, part by part.

#include <navnet/audit/audit_findings.h>
#include <navnet/audit/flight_auditor.h>
#include <navnet/audit/walk_auditor.h>
#include <navnet/net/net.h>
#include <navnet/runtime/travel.h>

#include <optional>
#include <span>
#include <string>

namespace navnet {

/// Immutable. Any number of threads may use it, each with its own findings. The world of the two auditors must outlive
/// it.
class JourneyAuditor {
 public:
  /// `flights` and `walks` must be made for `net`, which gives the journeys, and for the same world.
  JourneyAuditor(FlightAuditor flights, WalkAuditor walks, Net net);

  /// Audits the answer to `query`, whose number is `number`, and adds to `findings`. Flights must keep the radius of
  /// their clearance level as clearance; walks, take-offs and landings that of the agent. The agent must be able to
  /// stand at both ends of a link.
  void Audit(uint64_t number, const TravelQuery& query, const TravelPath& path, AuditFindings& findings) const;

  /// Whether a journey stays clear of the forbidden boxes of `query`, and its flights between floor and ceiling, by a
  /// margin. If so, a query with these rules must have an answer, too.
  bool KeepsRules(const TravelQuery& query, const TravelPath& path) const;

 private:
  void AuditEnds(uint64_t number, const TravelQuery& query, const TravelPath& path, AuditFindings& findings) const;
  void AuditPart(uint64_t number, const TravelQuery& query, const TravelSegment& part, std::span<const Vec3> points,
                 AuditFindings& findings) const;
  /// Describes what is wrong with the shape of a part or its use by the agent; nothing if it is correct.
  std::optional<std::string> FlawOfPart(const TravelQuery& query, const TravelSegment& part,
                                        std::span<const Vec3> points) const;

  FlightAuditor flights_;
  WalkAuditor walks_;
  Net net_;
};

}  // namespace navnet
