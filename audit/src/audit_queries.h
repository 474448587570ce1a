#pragma once
// Seeded random queries to audit a net with.

#include <navnet/audit/net_audit.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include "audit_random.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace navnet {

/// A query with the memory of what it refers to.
template <class Query>
struct AuditQuery {
  Query query;
  std::vector<CostRegion> regions;
  std::vector<CostRegion> walk_regions;  ///< Of a journey: those of its walks; the others are those of its flights.
  std::vector<uint32_t> closed_links;    ///< Of a journey.
  /// Without its regions, floor and ceiling the query must be answered with Complete, or be out of its budget.
  bool has_path = false;
};
using AuditFlight = AuditQuery<FlightQuery>;
using AuditWalk = AuditQuery<WalkQuery>;
using AuditJourney = AuditQuery<TravelQuery>;

/// Makes queries; each depends on its number and the options only. Immutable; any number of threads may ask at once.
/// The navigator and the options must outlive it.
class AuditQueries {
 public:
  AuditQueries(const Navigator& navigator, const NetAuditOptions& options);

  // Each makes the query of a number, reusing the memory of its argument. False when no two connected ends were found.
  bool MakeFlight(uint64_t number, AuditFlight& flight) const;
  /// Requires: the net has ground.
  bool MakeWalk(uint64_t number, AuditWalk& walk) const;
  /// Requires: the net has ground. Ends that need not be connected are allowed: journeys have no path then, or one by a
  /// change of mode.
  bool MakeJourney(uint64_t number, AuditJourney& journey) const;

 private:
  double RadiusOf(uint64_t number, AuditRandom& random) const;
  bool AreConnectedInAir(Vec3 a, Vec3 b, double radius_m) const;
  bool AreConnectedOnGround(Vec3 a, Vec3 b, double radius_m) const;
  /// A free point that a journey does not take for a place of the ground below or above it.
  std::optional<Vec3> AirEnd(AuditRandom& random, double radius_m) const;
  Vec3 NearGround(AuditRandom& random) const;

  static void AddRegions(AuditRandom& random, Vec3 start, Vec3 goal, std::vector<CostRegion>& regions);
  template <class Query>
  void AddClimbAndHeights(AuditRandom& random, Query& query) const;

  const Navigator& navigator_;
  const NetAuditOptions& options_;
  std::vector<double> radii_m_;
  double largest_radius_m_ = 0;
};

}  // namespace navnet
