// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks trajectories against the world itself, and against their limits.

#include <navnet/audit/audit_findings.h>
#include <navnet/trajectory/plan.h>
#include <navnet/voxel/clearance_probe.h>

#include <utility>

namespace navnet {

/// Lower bound of the distance between a curve and the world, exact up to `tolerance_m`; `at_most` when it is larger.
/// By subdivision: the curve is nowhere farther from its chord than its control points are, and the distance of the
/// chord to the triangles is exact. Parts are halved until that decides.
double CurveClearance(const ClearanceProbe& probe, const TrajectoryPiece& piece, double at_most, double tolerance_m);

/// Immutable. Any number of threads may use it, each with its own findings.
class TrajectoryAuditor {
 public:
  /// `probe` measures distances to the world; `voxel_m`: the size of the net's voxels, for tolerances.
  TrajectoryAuditor(ClearanceProbe probe, double voxel_m) : probe_(std::move(probe)), voxel_m_(voxel_m) {}

  /// Audits the answer to `query` for an agent of `radius_m`, and adds to `findings`: every piece keeps the radius from
  /// the world, lies in its room and keeps the limits; pieces join with equal position, velocity and acceleration; ends
  /// are those of the query.
  void Audit(uint64_t number, const TrajectoryQuery& query, const PlannedTrajectory& planned, double radius_m,
             AuditFindings& findings) const;

 private:
  ClearanceProbe probe_;
  double voxel_m_;
};

}  // namespace navnet
