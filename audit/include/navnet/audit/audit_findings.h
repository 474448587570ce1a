// SPDX-License-Identifier: Apache-2.0
#pragma once
// The findings of an audit of paths: counts, the smallest clearances, and the first violation.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace navnet {

/// The rules that an audited path must satisfy.
enum class AuditRule : uint8_t {
  Ends,       ///< A path begins and ends within the snapping distance of the requested start and goal.
  Clearance,  ///< A flight stays at least its clearance level's radius away from every triangle or blocked voxel.
  Regions,    ///< No point lies inside a forbidden box.
  Heights,    ///< A flight stays between floor and ceiling; a take-off or landing stays below the ceiling.
  Ground,     ///< A walk lies on walkable surface with headroom, and has no step that is too high.
  Room,       ///< A walk stays its agent's radius, measured horizontally, away from obstacles, ledges and low ceilings.
              ///< A trajectory stays in its rooms.
  Rise,       ///< A take-off or landing is vertical and unobstructed.
  Parts,      ///< The segments of a journey are contiguous, and its agent may use each: modes, links, directions.
  Limit,      ///< A journey flies no farther and no longer than its query allows.
  Motion,     ///< A trajectory keeps its limits of speed, acceleration and jerk, and its pieces join smoothly.
};
/// Number of rules.
inline constexpr size_t kAuditRules = 10;

/// Lower-case name, as in the output for scripts: ends, clearance, regions, heights, ground, room, rise, parts,
/// limit, motion.
const char* ToString(AuditRule rule);

/// A violation of a rule by a segment.
struct AuditViolation {
  uint64_t query = 0;  ///< Number of the query, from 0; with the seed and the options it determines the query.
  AuditRule rule = AuditRule::Ends;  ///< The rule that is broken.
  std::string where;                 ///< Human-readable description.
};

/// Sums over audited paths. Add() is commutative, so that the result does not depend on the number of threads.
struct AuditFindings {
  int64_t queries = 0;                            ///< Queries that were made.
  int64_t paths = 0;                              ///< Answers with at least one segment or point.
  int64_t segments = 0;                           ///< Straight segments of those paths.
  int64_t violations = 0;                         ///< Pairs of a segment and a rule it breaks.
  int64_t trajectories = 0;                       ///< Trajectories that were planned along paths.
  int64_t failed = 0;                             ///< Queries that must have a path, but for which none was found.
  std::array<int64_t, kAuditRules> by_rule = {};  ///< Violations of each rule.

  /// Smallest distance of a segment to the world, in metres and as a multiple of the agent's radius. For flights, the
  /// distance in space; for walks, the horizontal distance to the border of the ground. Walks are measured up to twice
  /// their radius, and not at all for radii up to two millimetres. Infinity when no segment was measured; the ratio,
  /// when none had a radius above 0.
  double least_clearance_m = std::numeric_limits<double>::infinity();
  double least_clearance_ratio = std::numeric_limits<double>::infinity();  ///< See least_clearance_m.

  /// Length of the flights with a preferred clearance, and of the part of it that keeps that clearance by exact
  /// distances, in pieces of at most a voxel. In whole micrometres, so that sums do not depend on their order.
  int64_t preferring_um = 0, keeping_um = 0;

  std::optional<AuditViolation> first;   ///< A violation of the query with the lowest number.
  std::optional<uint64_t> first_failed;  ///< The lowest number of a failed query.

  /// Whether no path breaks a rule and no query failed.
  bool Passed() const { return violations == 0 && failed == 0; }
  /// Counts a violation, and keeps it if it is the first.
  void Report(AuditViolation violation);
  /// Counts a query that found no path where there must be one.
  void Fail(uint64_t query);
  /// Records the clearance of a segment of an agent of `radius_m`.
  void Measure(double clearance_m, double radius_m);
  /// Adds the findings of other queries.
  void Add(const AuditFindings& other);
};

}  // namespace navnet
