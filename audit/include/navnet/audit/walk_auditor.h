// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks walks against the world itself: its triangles or blocked voxels, not the net's ground.

#include <navnet/audit/audit_findings.h>
#include <navnet/core/result.h>
#include <navnet/net/net.h>
#include <navnet/runtime/walk.h>
#include <navnet/voxel/clearance_probe.h>
#include <navnet/voxel/walk_probe.h>
#include <navnet/voxel/world.h>

#include <span>
#include <utility>

namespace navnet {

/// Immutable. Any number of threads may use it, each with its own findings.
class WalkAuditor {
 public:
  /// `probe` measures distances to `world`. `info` and `ground` are those of the net that gives the walks; its bounds
  /// and the slope, step and headroom of its ground are used. Determines which triangles are walkable, in O(n log n).
  /// Fails when memory runs out and when the ground does not store these limits.
  static Result<WalkAuditor> Make(const World& world, const ClearanceProbe& probe, const NetInfo& info,
                                  const GroundView& ground);

  /// Audits the answer to `query`, whose number is `number`, and adds to `findings`.
  void Audit(uint64_t number, const WalkQuery& query, const WalkPath& path, AuditFindings& findings) const;

  /// Audits only the segments of a walk of an agent of `radius_m`, such as a part of a journey. A single point is
  /// audited as a place to stand.
  void AuditSegments(uint64_t number, std::span<const CostRegion> regions, std::span<const Vec3> points,
                     double radius_m, AuditFindings& findings) const;

  /// Audits a point where an agent stands on the ground. Counts no segment.
  void AuditStanding(uint64_t number, std::span<const CostRegion> regions, Vec3 p, double radius_m,
                     AuditFindings& findings) const;

  /// Audits a take-off from `on_ground` to `in_air`, or the reverse landing. Counts no segment.
  void AuditRise(uint64_t number, Vec3 on_ground, Vec3 in_air, double radius_m, AuditFindings& findings) const;

  /// Whether `end` is a valid end of a walk for the requested end `asked`: it differs by at most `snap_m` horizontally
  /// and by at most the agent's height vertically, and it does not lie above or below `asked` if the agent can stand at
  /// `asked` itself.
  bool IsMeant(Vec3 end, Vec3 asked, double snap_m, double radius_m) const;

  /// Whether a walk stays clear of the forbidden boxes by a margin. If so, a query with these must have an answer, too.
  bool KeepsRules(std::span<const CostRegion> regions, std::span<const Vec3> points) const;

 private:
  WalkAuditor(WalkProbe probe, UpAxis up, double height_m) : probe_(std::move(probe)), up_(up), height_m_(height_m) {}

  /// Whether a segment enters a forbidden box by more than the given distances; negative distances grow the boxes
  /// instead.
  bool EntersForbiddenGround(std::span<const CostRegion> regions, Vec3 a, Vec3 b, double plan_m,
                             double height_slack_m) const;
  void Report(uint64_t number, const WalkFinding& found, Vec3 a, Vec3 b, double radius_m,
              AuditFindings& findings) const;

  WalkProbe probe_;
  UpAxis up_;
  double height_m_;
};

}  // namespace navnet
