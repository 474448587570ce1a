// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks flights against the world itself: its triangles or blocked voxels, with exact distances.

#include <navnet/audit/audit_findings.h>
#include <navnet/runtime/navigator.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/world.h>

#include <span>
#include <vector>

namespace navnet {

/// Tolerance for rounding, in voxels: a rule that is exceeded by no more is not violated. Larger values hide real
/// violations.
inline constexpr double kAuditTolerance = 1e-6;

/// Immutable. Any number of threads may use it, each with its own findings. The world must outlive it.
class FlightAuditor {
 public:
  /// `probe` measures distances to `world`; `info` and `gates` are those of the net that gives the paths.
  FlightAuditor(const World& world, ClearanceProbe probe, const NetInfo& info, std::span<const Gate> gates = {});

  /// Audits the answer to `query`, whose number is `number`, and adds to `findings`. A preferred clearance is measured,
  /// not required: the path must keep its level's radius. Of a jump, its gate and its ends are audited.
  void Audit(uint64_t number, const FlightQuery& query, const FlightPath& path, AuditFindings& findings) const;

  /// Measures how much of a flight keeps a distance from the world: adds to preferring_um and keeping_um.
  void MeasurePreferred(std::span<const Vec3> points, double clearance_m, AuditFindings& findings) const;

  /// Audits only the segments of a flight of an agent of `radius_m`, such as a part of a journey.
  void AuditSegments(uint64_t number, const FlightQuery& rules, std::span<const Vec3> points, double radius_m,
                     AuditFindings& findings) const;

  /// Audits one segment against the forbidden boxes, the floor and the ceiling only. Does not count the segment.
  void AuditRules(uint64_t number, const FlightQuery& rules, Vec3 a, Vec3 b, AuditFindings& findings) const;

  /// Whether a path stays clear of the forbidden boxes of `query`, and between its floor and ceiling, by a margin. If
  /// so, a query with these rules must have an answer, too.
  bool KeepsRules(const FlightQuery& query, std::span<const Vec3> points) const;

 private:
  const World& world_;
  ClearanceProbe probe_;
  UpAxis up_;
  double voxel_m_;
  std::vector<Gate> gates_;
};

}  // namespace navnet
