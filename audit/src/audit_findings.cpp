// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/audit_findings.h>

#include <algorithm>
#include <utility>

namespace navnet {

const char* ToString(AuditRule rule) {
  switch (rule) {
    case AuditRule::Ends: return "ends";
    case AuditRule::Clearance: return "clearance";
    case AuditRule::Regions: return "regions";
    case AuditRule::Heights: return "heights";
    case AuditRule::Ground: return "ground";
    case AuditRule::Room: return "room";
    case AuditRule::Rise: return "rise";
    case AuditRule::Parts: return "parts";
    case AuditRule::Limit: return "limit";
    case AuditRule::Motion: return "motion";
  }
  return "unknown";
}

void AuditFindings::Report(AuditViolation violation) {
  ++violations;
  ++by_rule[size_t(violation.rule)];
  if (!first || violation.query < first->query) first = std::move(violation);
}

void AuditFindings::Fail(uint64_t query) {
  ++failed;
  first_failed = std::min(first_failed.value_or(query), query);
}

void AuditFindings::Measure(double clearance_m, double radius_m) {
  least_clearance_m = std::min(least_clearance_m, clearance_m);
  if (radius_m > 0) least_clearance_ratio = std::min(least_clearance_ratio, clearance_m / radius_m);
}

void AuditFindings::Add(const AuditFindings& other) {
  queries += other.queries;
  paths += other.paths;
  segments += other.segments;
  violations += other.violations;
  trajectories += other.trajectories;
  failed += other.failed;
  preferring_um += other.preferring_um;
  keeping_um += other.keeping_um;
  for (size_t i = 0; i < kAuditRules; ++i) by_rule[i] += other.by_rule[i];
  least_clearance_m = std::min(least_clearance_m, other.least_clearance_m);
  least_clearance_ratio = std::min(least_clearance_ratio, other.least_clearance_ratio);
  if (other.first_failed) first_failed = std::min(first_failed.value_or(*other.first_failed), *other.first_failed);
  if (other.first && (!first || other.first->query < first->query)) first = other.first;
}

}  // namespace navnet
