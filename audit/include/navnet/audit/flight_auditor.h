#pragma once
// Checks flights against the world itself: its triangles or blocked voxels, with exact distances.

#include <navnet/audit/audit_findings.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/world.h>

#include <span>

namespace navnet {

/// Rounding that is no violation, in voxels: what is kept to within this counts as kept.
inline constexpr double kAuditTolerance = 1e-6;

/// An immutable value; any number of threads may use it, each with findings of its own. The world must outlive it.
class FlightAuditor {
 public:
  /// `probe` measures distances to `world`; `info` is of the net that gives the paths.
  FlightAuditor(const World& world, ClearanceProbe probe, const NetInfo& info);

  /// Adds what is found on an answer to `query`, which has the number `number`.
  void Audit(uint64_t number, const FlightQuery& query, const FlightPath& path, AuditFindings& findings) const;

  /// The same for the segments alone of a flight of an agent of `radius_m`, such as a part of a journey.
  void AuditSegments(uint64_t number, const FlightQuery& rules, std::span<const Vec3> points, double radius_m,
                     AuditFindings& findings) const;

  /// The forbidden boxes, the floor and the ceiling alone, for one segment. Counts no segment.
  void AuditRules(uint64_t number, const FlightQuery& rules, Vec3 a, Vec3 b, AuditFindings& findings) const;

  /// Whether a path clearly keeps out of the forbidden boxes of `query`, and between its floor and ceiling: a query
  /// with these rules must then be answered, too.
  bool KeepsRules(const FlightQuery& query, std::span<const Vec3> points) const;

 private:
  const World& world_;
  ClearanceProbe probe_;
  UpAxis up_;
  double voxel_m_;
};

}  // namespace navnet
