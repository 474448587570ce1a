#pragma once
// Audits a net: asks it for random paths and compares every segment with the world the net was baked from.
//
//   Result<AuditFindings> found = AuditNet(net, world, {.queries = 10'000});
//   if (found && found->Passed()) …

#include <navnet/audit/audit_findings.h>
#include <navnet/core/parallel.h>
#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/voxel/world.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// Which paths are audited.
enum class AuditMode : uint8_t {
  Fly,   ///< Flights.
  Walk,  ///< Walks on the net's ground.
  Any,   ///< Journeys over ground, air and links.
};

/// Lower-case name: fly, walk, any.
const char* ToString(AuditMode mode);

struct NetAuditOptions {
  AuditMode mode = AuditMode::Fly;
  int64_t queries = 1000;  ///< Number of random queries, shared out over the radii.
  uint64_t seed = 1;       ///< Query i is a function of the seed, i and the options below.

  /// Radii of the agents in metres, taken in turn; empty: those of the net's levels, for walks also 0 and 0.3 m. No
  /// larger than the largest level's, but for walks: up to 1e12.
  std::vector<double> radii_m = {};
  /// In turn with the radii above, an agent takes a random one, up to the largest level's; for walks up to the largest
  /// of the levels', those above and 0.3 m.
  bool random_radii = false;

  /// Each query has seeded random forbidden boxes and cost regions on its way, journeys such of the air and such of the
  /// ground. Some flights and journeys have costs of climbing and descending, a floor and a ceiling.
  bool costs = false;
  /// Above 0: ends are random points of the bounds, for walks and half of those of journeys points about the ground,
  /// that are moved to free space or ground within this many metres; partial paths are allowed, and some searches have
  /// a small budget. 0: ends are free and for flights and walks connected, so there must be a path. Of journeys, those
  /// between two places of the ground for agents that walk, or of the air, must have one if these are connected.
  double snap_m = 0;

  int threads = 0;  ///< 0: all the machine has. Never changes the findings.
  /// Told how far the audit is; may be empty. Returning false cancels.
  ProgressFunction progress = {};
};

/// Walks and journeys need a net with ground. Fails when an option makes no sense for the net, when the world cannot be
/// measured, and when cancelled.
Result<AuditFindings> AuditNet(const Net& net, const World& world, const NetAuditOptions& options);

}  // namespace navnet
