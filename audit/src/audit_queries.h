#pragma once
// Seeded random queries to audit a net with.

#include <navnet/audit/net_audit.h>
#include <navnet/runtime/navigator.h>

#include "audit_random.h"

#include <optional>
#include <vector>

namespace navnet {

/// A query with the memory of what it refers to.
struct AuditFlight {
  FlightQuery query;
  std::vector<CostRegion> regions;
  bool has_path = false;  ///< Without its regions, floor and ceiling the query must be answered with Complete.
};

/// Makes queries; each depends on its number only. Immutable; any number of threads may ask at once. The navigator and
/// the options must outlive it.
class AuditQueries {
 public:
  AuditQueries(const Navigator& navigator, const NetAuditOptions& options);

  /// Makes the flight of a number, reusing the memory of `flight`. False when no two connected ends were found.
  bool MakeFlight(uint64_t number, AuditFlight& flight) const;

 private:
  double RadiusOf(uint64_t number, AuditRandom& random) const;
  void AddCosts(AuditRandom& random, AuditFlight& flight) const;

  const Navigator& navigator_;
  const NetAuditOptions& options_;
  std::vector<double> radii_m_;
  double largest_radius_m_ = 0;
};

}  // namespace navnet
