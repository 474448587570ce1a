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

/// An immutable value; any number of threads may use it, each with findings of its own.
class WalkAuditor {
 public:
  /// `probe` measures distances to `world`. `info` and `ground` are of the net that gives the walks: its bounds and the
  /// slope, step and headroom of its ground count. Finds out which triangles are walkable: O(n log n). Fails when
  /// memory runs out and when the ground has no such rules.
  static Result<WalkAuditor> Make(const World& world, const ClearanceProbe& probe, const NetInfo& info,
                                  const GroundView& ground);

  /// Adds what is found on an answer to `query`, which has the number `number`.
  void Audit(uint64_t number, const WalkQuery& query, const WalkPath& path, AuditFindings& findings) const;

  /// The same for the segments alone of a walk of an agent of `radius_m`, such as a part of a journey. One point is
  /// checked as a place to stand.
  void AuditSegments(uint64_t number, std::span<const CostRegion> regions, std::span<const Vec3> points,
                     double radius_m, AuditFindings& findings) const;

  /// A place of the ground where an agent stands. Counts no segment.
  void AuditStanding(uint64_t number, std::span<const CostRegion> regions, Vec3 p, double radius_m,
                     AuditFindings& findings) const;

  /// A take-off from `on_ground` to `in_air`, or a landing the other way. Counts no segment.
  void AuditRise(uint64_t number, Vec3 on_ground, Vec3 in_air, double radius_m, AuditFindings& findings) const;

  /// Whether a query for `asked` may be answered with a walk that begins or ends at `end`: at most `snap_m` away on the
  /// plan and the agent's height up or down, and at no other height where the agent can stand at `asked` itself.
  bool IsMeant(Vec3 end, Vec3 asked, double snap_m, double radius_m) const;

  /// Whether a walk clearly keeps out of the forbidden boxes: a query with these must then be answered, too.
  bool KeepsRules(std::span<const CostRegion> regions, std::span<const Vec3> points) const;

 private:
  WalkAuditor(WalkProbe probe, UpAxis up, double height_m) : probe_(std::move(probe)), up_(up), height_m_(height_m) {}

  /// Whether a segment comes into a forbidden box by more than the given distances; below 0: comes near one.
  bool EntersForbiddenGround(std::span<const CostRegion> regions, Vec3 a, Vec3 b, double plan_m,
                             double height_slack_m) const;
  void Report(uint64_t number, const WalkFinding& found, Vec3 a, Vec3 b, double radius_m,
              AuditFindings& findings) const;

  WalkProbe probe_;
  UpAxis up_;
  double height_m_;
};

}  // namespace navnet
