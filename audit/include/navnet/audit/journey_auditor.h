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

/// An immutable value; any number of threads may use it, each with findings of its own. The world of the two auditors
/// must outlive it.
class JourneyAuditor {
 public:
  /// `flights` and `walks` are of the same world and of `net`, which gives the journeys.
  JourneyAuditor(FlightAuditor flights, WalkAuditor walks, Net net);

  /// Adds what is found on an answer to `query`, which has the number `number`. Flights keep the radius of their
  /// clearance level, walks, take-offs and landings that of the agent; an agent can stand at both ends of a link.
  void Audit(uint64_t number, const TravelQuery& query, const TravelPath& path, AuditFindings& findings) const;

  /// Whether a journey clearly keeps out of the forbidden boxes of `query`, and its flights between floor and ceiling:
  /// a query with these rules must then be answered, too.
  bool KeepsRules(const TravelQuery& query, const TravelPath& path) const;

 private:
  void AuditEnds(uint64_t number, const TravelQuery& query, const TravelPath& path, AuditFindings& findings) const;
  void AuditPart(uint64_t number, const TravelQuery& query, const TravelSegment& part, std::span<const Vec3> points,
                 AuditFindings& findings) const;
  /// What is wrong with the shape of a part or its use by the agent, if anything.
  std::optional<std::string> FlawOfPart(const TravelQuery& query, const TravelSegment& part,
                                        std::span<const Vec3> points) const;

  FlightAuditor flights_;
  WalkAuditor walks_;
  Net net_;
};

}  // namespace navnet
