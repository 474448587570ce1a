// SPDX-License-Identifier: Apache-2.0
#pragma once
// Audits a net: finds random paths and checks every segment against the world that the net was baked from.
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

/// Which queries an audit makes.
struct NetAuditOptions {
  AuditMode mode = AuditMode::Fly;  ///< Which paths are audited.
  int64_t queries = 1000;           ///< Number of random queries, distributed over the radii.
  uint64_t seed = 1;                ///< Query i is a function of the seed, i and the options below.

  /// Radii of the agents in metres, used in turn. Empty, without `random_radii`: the radii of the net's levels, for
  /// walks also 0 and 0.3 m. Range: 0 to the largest level's radius; for walks, 0 to 1e12.
  std::vector<double> radii_m = {};
  /// Adds a random radius to the turn: up to that of the largest level; for walks, up to the largest of the levels'
  /// radii, those above and 0.3 m.
  bool random_radii = false;

  /// Preferred clearance of flights, walks and journeys, in metres (FlightQuery::preferred_clearance_m). 0: none for
  /// flights, and random ones for some walks. Range: 0 to 1e12.
  double preferred_clearance_m = 0;

  /// Gives each query random forbidden boxes and cost regions near the straight line from start to goal; journeys get
  /// separate ones for flights and walks. Some flights and journeys also get costs of climbing and descending, a floor
  /// and a ceiling.
  bool costs = false;
  /// Snapping distance in metres. Above 0: ends are random points in the bounds (for walks, and half of the ends of
  /// journeys, points near the ground) and are snapped to free space or ground within this distance; partial paths are
  /// allowed, and some searches have a small budget. 0: ends are free, and for flights and walks connected, so that
  /// there must be a path. A journey must have one if both ends are connected on the ground and the agent walks, or
  /// connected in the air and the agent flies.
  double snap_m = 0;

  /// Flights only: also plans a trajectory along each complete path and audits it. Rooms are, in turn, the net's boxes
  /// and those made from the triangles; limits are random.
  bool trajectories = false;

  int threads = 0;  ///< 0: all hardware threads. Never changes the findings.
  /// Receives the progress of the audit; may be empty. Return false to cancel.
  ProgressFunction progress = {};
};

/// Audits a net against its world. Fails when an option is invalid for the net (walks and journeys require ground),
/// when distances to the world cannot be measured, and when cancelled.
Result<AuditFindings> AuditNet(const Net& net, const World& world, const NetAuditOptions& options);

}  // namespace navnet
