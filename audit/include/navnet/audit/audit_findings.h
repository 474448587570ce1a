#pragma once
// What an audit of paths found: counts, the smallest margins, and where the first rule was broken.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace navnet {

/// What an audited segment must keep.
enum class AuditRule : uint8_t {
  Ends,       ///< A path begins at its start and ends at its goal, both at most the snapping distance from those asked.
  Clearance,  ///< A flight keeps the radius of its clearance level from every triangle or blocked voxel.
  Regions,    ///< No point lies inside a forbidden box.
  Heights,    ///< A flight stays between floor and ceiling; a take-off or landing stays below the ceiling.
  Ground,     ///< A walk lies on walkable surface, with headroom, and has no step that is too high.
  Room,       ///< A walk keeps its agent's radius, on the plan, from obstacles, ledges and low ceilings.
  Rise,       ///< A take-off or landing is straight up or down, and nothing is in its way.
  Parts,      ///< The segments of a journey follow each other, and its agent may use each: modes, links, directions.
};
inline constexpr size_t kAuditRules = 8;

/// Lower-case name, as scripts see it: ends, clearance, regions, heights, ground, room, rise, parts.
const char* ToString(AuditRule rule);

/// A rule that a segment broke.
struct AuditViolation {
  uint64_t query = 0;  ///< Number of the query, from 0: the same seed and options make the same query.
  AuditRule rule = AuditRule::Ends;
  std::string where;  ///< For people.
};

/// Sums over audited paths. Adding up is commutative: the result does not depend on the number of threads.
struct AuditFindings {
  int64_t queries = 0;     ///< Asked.
  int64_t paths = 0;       ///< Answers with at least one segment or point.
  int64_t segments = 0;    ///< Straight pieces of those.
  int64_t violations = 0;  ///< Pairs of a segment and a rule it breaks.
  int64_t failed = 0;      ///< Queries without the path that must be there.
  std::array<int64_t, kAuditRules> by_rule = {};

  /// Smallest distance of a segment to the world, in metres and in radii: of a flight in space, of a walk on the plan
  /// to where its ground ends. Walks are measured up to twice their radius, and not at all for radii up to two
  /// millimetres. Infinity before the first measured segment, and for the ratio before the first one of an agent with a
  /// radius above 0.
  double least_clearance_m = std::numeric_limits<double>::infinity();
  double least_clearance_ratio = std::numeric_limits<double>::infinity();

  std::optional<AuditViolation> first;   ///< Of the query with the lowest number.
  std::optional<uint64_t> first_failed;  ///< The lowest number of a query without the path that must be there.

  bool Passed() const { return violations == 0 && failed == 0; }
  void Report(AuditViolation violation);
  void Fail(uint64_t query);
  /// A segment of an agent of `radius_m` came as near as `clearance_m`.
  void Measure(double clearance_m, double radius_m);
  void Add(const AuditFindings& other);
};

}  // namespace navnet
