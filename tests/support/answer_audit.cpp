// SPDX-License-Identifier: Apache-2.0
#include "support/answer_audit.h"

#include <algorithm>
#include <stdexcept>

namespace navnet {
namespace {

ClearanceProbe ProbeOf(const World& world) {
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
  if (!probe) throw std::runtime_error(probe.error().message);
  return *probe;
}

WalkAuditor WalksOf(const World& world, const Net& net) {
  Result<WalkAuditor> walks = WalkAuditor::Make(world, ProbeOf(world), net.info(), net.ground());
  if (!walks) throw std::runtime_error(walks.error().message);
  return *walks;
}

std::string TextOf(const AuditFindings& found) {
  return found.first ? std::string(ToString(found.first->rule)) + ": " + found.first->where : std::string();
}

}  // namespace

AnswerAudit::AnswerAudit(const World& world, const Net& net)
    : walks_(WalksOf(world, net)),
      journeys_(FlightAuditor(world, ProbeOf(world), net.info(), net.gates()), walks_, net) {}

std::string AnswerAudit::FlawOf(const WalkPath& path, const WalkQuery& query) const {
  AuditFindings found;
  walks_.Audit(0, query, path, found);
  return TextOf(found);
}

std::string AnswerAudit::FlawOf(const TravelPath& path, const TravelQuery& query) const {
  AuditFindings found;
  journeys_.Audit(0, query, path, found);
  return TextOf(found);
}

std::string AnswerAudit::FlawOf(const GroundPlace& place) const {
  constexpr double kEnough_m = 1;  // Clearances are checked up to this limit; a larger one takes long.
  return FlawOfStanding(place.point, std::min(place.clearance_m, kEnough_m));
}

std::string AnswerAudit::FlawOfStanding(Vec3 p, double radius_m) const {
  AuditFindings found;
  walks_.AuditStanding(0, {}, p, radius_m, found);
  return TextOf(found);
}

}  // namespace navnet
