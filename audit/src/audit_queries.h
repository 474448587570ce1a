// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded random queries for the audit of a net.

#include <navnet/audit/net_audit.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/travel.h>

#include "audit_random.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace navnet {

/// A query and the arrays that it refers to.
template <class Query>
struct AuditQuery {
  Query query;
  std::vector<CostRegion> regions;
  std::vector<CostRegion>
      walk_regions;  ///< Regions for the walks of a journey; `regions` are then those for its flights.
  std::vector<uint32_t> closed_links;  ///< Closed links of a journey.
  std::vector<uint32_t> closed_gates;  ///< Closed gates of a flight or journey.
  /// Without regions, floor and ceiling, the answer must be Complete or out of budget.
  bool has_path = false;
};
using AuditFlight = AuditQuery<FlightQuery>;
using AuditWalk = AuditQuery<WalkQuery>;
using AuditJourney = AuditQuery<TravelQuery>;

/// Makes queries; each depends only on its number and the options. Immutable; thread-safe. The navigator and the
/// options must outlive it.
class AuditQueries {
 public:
  AuditQueries(const Navigator& navigator, const NetAuditOptions& options);

  // Each makes the query with a given number, reusing the memory of its argument. Returns false when no two connected
  // ends were found.
  bool MakeFlight(uint64_t number, AuditFlight& flight) const;
  /// Requires: the net has ground.
  bool MakeWalk(uint64_t number, AuditWalk& walk) const;
  /// Requires: the net has ground. The ends need not be connected in one mode: the journey then changes modes, or has
  /// no path.
  bool MakeJourney(uint64_t number, AuditJourney& journey) const;

 private:
  double RadiusOf(uint64_t number, AuditRandom& random) const;
  bool AreConnectedInAir(Vec3 a, Vec3 b, double radius_m) const;
  bool AreConnectedOnGround(Vec3 a, Vec3 b, double radius_m) const;
  /// A free point far enough from the ground that a journey does not snap it to the ground.
  std::optional<Vec3> AirEnd(AuditRandom& random, double radius_m) const;
  Vec3 NearGround(AuditRandom& random) const;

  static void AddRegions(AuditRandom& random, Vec3 start, Vec3 goal, std::vector<CostRegion>& regions);
  void AddClosedGates(AuditRandom& random, std::vector<uint32_t>& closed) const;
  template <class Query>
  void AddClimbAndHeights(AuditRandom& random, Query& query) const;

  const Navigator& navigator_;
  const NetAuditOptions& options_;
  std::vector<double> radii_m_;
  double largest_radius_m_ = 0;
};

}  // namespace navnet
