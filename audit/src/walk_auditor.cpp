// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/walk_auditor.h>

#include <navnet/internal/core/on_face.h>
#include <navnet/internal/voxel/sample/grid_bounds.h>

#include "audit_text.h"
#include "forbidden_boxes.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace navnet {
namespace {

constexpr double kRounding_m = 1e-6;  // Positions on the plan that differ by less are equal.
// A cost region contains the surface from this far below its bottom to this far below its top (WalkQuery::regions).
constexpr double kRegionSlack_m = 1e-3;

AuditRule RuleOf(WalkFlaw flaw) {
  switch (flaw) {
    case WalkFlaw::NoRoom: return AuditRule::Room;
    case WalkFlaw::NotUpright:
    case WalkFlaw::Blocked: return AuditRule::Rise;
    default: return AuditRule::Ground;
  }
}

// The triangles used for ground: those whose bounding box along the grid's axes intersects the bounds.
TriangleMesh PartInBounds(const TriangleMesh& mesh, const NetInfo& info) {
  TriangleMesh part{mesh.vertices, {}};
  for (const Triangle& t : mesh.triangles) {
    Box3 box;
    for (const uint32_t v : t) box.Extend(info.frame.ToVoxelSpace(mesh.vertices[v]));
    if (ReachesInto(box, info.bounds)) part.triangles.push_back(t);
  }
  return part;
}

}  // namespace

Result<WalkAuditor> WalkAuditor::Make(const World& world, const ClearanceProbe& probe, const NetInfo& info,
                                      const GroundView& ground) {
  WalkRules rules{ground.max_slope_deg, ground.step_m, ground.height_m, {}};
  ClearanceProbe of_ground = probe;
  if (info.frame.turn.IsNone()) {
    const double border_m = kOnFace * info.frame.voxel_m;
    rules.bounds_world = Shrunk(info.frame.WorldBox(info.bounds), -border_m);
  } else if (const TriangleMesh* mesh = world.mesh()) {
    // The bounding box of a rotated grid along the world's axes would contain too many triangles.
    World part{world.name, world.up, PartInBounds(*mesh, info)};
    if (part.mesh()->triangles.size() < mesh->triangles.size()) {
      Result<ClearanceProbe> made = ClearanceProbe::Make(part);
      if (!made) return made.error();
      of_ground = *made;
    }
  }
  Result<WalkProbe> walk = WalkProbe::Make(of_ground, info.up, rules);
  if (!walk) return walk.error();
  return WalkAuditor(std::move(*walk), info.up, ground.height_m);
}

void WalkAuditor::Audit(uint64_t number, const WalkQuery& query, const WalkPath& path, AuditFindings& findings) const {
  if (path.points.empty()) return;
  ++findings.paths;
  const auto check_end = [&](Vec3 point, Vec3 end, Vec3 asked) {
    if (Length(point - end) <= kRounding_m && IsMeant(end, asked, query.snap_m, query.radius_m)) return;
    findings.Report({number, AuditRule::Ends, "at " + Text(point) + " instead of " + Text(asked)});
  };
  check_end(path.points.front(), path.start, query.start);
  if (path.status == PathStatus::Complete) check_end(path.points.back(), path.goal, query.goal);
  AuditSegments(number, query.regions, path.points, query.radius_m, findings);
}

void WalkAuditor::AuditSegments(uint64_t number, std::span<const CostRegion> regions, std::span<const Vec3> points,
                                double radius_m, AuditFindings& findings) const {
  if (points.size() == 1) AuditStanding(number, regions, points[0], radius_m, findings);
  for (size_t i = 1; i < points.size(); ++i) {
    ++findings.segments;
    const Vec3 a = points[i - 1], b = points[i];
    Report(number, probe_.Check(a, b, radius_m), a, b, radius_m, findings);
    if (EntersForbiddenGround(regions, a, b, kRounding_m, WalkProbe::kHeightSlack_m)) {
      findings.Report({number, AuditRule::Regions, Between(a, b)});
    }
  }
}

void WalkAuditor::AuditStanding(uint64_t number, std::span<const CostRegion> regions, Vec3 p, double radius_m,
                                AuditFindings& findings) const {
  Report(number, probe_.Check(p, p, radius_m), p, p, radius_m, findings);
  if (EntersForbiddenGround(regions, p, p, kRounding_m, WalkProbe::kHeightSlack_m)) {
    findings.Report({number, AuditRule::Regions, "standing at " + Text(p)});
  }
}

void WalkAuditor::AuditRise(uint64_t number, Vec3 on_ground, Vec3 in_air, double radius_m,
                            AuditFindings& findings) const {
  Report(number, probe_.CheckRise(on_ground, in_air, radius_m), on_ground, in_air, radius_m, findings);
}

void WalkAuditor::Report(uint64_t number, const WalkFinding& found, Vec3 a, Vec3 b, double radius_m,
                         AuditFindings& findings) const {
  // Without a flaw, a clearance of 0 means "not measured", and twice the radius means "at least that".
  const bool is_measured = found.flaw == WalkFlaw::NoRoom || found.flaw == WalkFlaw::Blocked ||
                           (found.ok() && found.clearance_m > 0 && found.clearance_m < 2 * radius_m);
  if (is_measured) findings.Measure(found.clearance_m, radius_m);
  if (found.ok()) return;
  std::string text = (a == b ? "standing at " + Text(a) : Between(a, b)) + ": " + ToString(found.flaw) + " at " +
                     Text(found.at) + ", radius " + Shortest(radius_m) + " m";
  if (is_measured) text += ", clearance " + Shortest(found.clearance_m) + " m";
  findings.Report({number, RuleOf(found.flaw), std::move(text)});
}

bool WalkAuditor::IsMeant(Vec3 end, Vec3 asked, double snap_m, double radius_m) const {
  const double off_m = Length(PlanOf(end, up_) - PlanOf(asked, up_));
  const double rise_m = std::abs(HeightOf(end, up_) - HeightOf(asked, up_));
  if (!(off_m <= snap_m + kRounding_m) || !(rise_m <= height_m_ + WalkProbe::kHeightSlack_m)) return false;
  if (off_m > kRounding_m || rise_m <= WalkProbe::kHeightSlack_m) return true;
  return !probe_.Check(asked, asked, radius_m).ok();
}

bool WalkAuditor::EntersForbiddenGround(std::span<const CostRegion> regions, Vec3 a, Vec3 b, double plan_m,
                                        double height_slack_m) const {
  const int up = up_ == UpAxis::Z ? 2 : 1;
  // A region applies to the floors before and after a step. One between the two contains no surface.
  const bool is_step = PlanOf(a, up_) == PlanOf(b, up_);
  // Leaving out way points changes heights slightly, hence the slack. A level walk is on a level floor and needs none
  // at the bottom of a box, so a box that stands on that floor counts.
  const bool is_level = a[up] == b[up];
  return std::ranges::any_of(regions, [&](const CostRegion& region) {
    if (!std::isinf(region.factor)) return false;
    Box3 box = Shrunk(region.box_world, plan_m);
    box.min[up] = region.box_world.min[up] - kRegionSlack_m;
    box.max[up] = region.box_world.max[up] - kRegionSlack_m - height_slack_m;
    if (!is_level || height_slack_m < 0) box.min[up] += height_slack_m;
    return is_step ? MeetsInside(box, a, a) || MeetsInside(box, b, b) : MeetsInside(box, a, b);
  });
}

bool WalkAuditor::KeepsRules(std::span<const CostRegion> regions, std::span<const Vec3> points) const {
  for (size_t i = 0; i < points.size(); ++i) {
    const Vec3 a = points[i > 0 ? i - 1 : 0], b = points[i];
    if (EntersForbiddenGround(regions, a, b, -WalkProbe::kPlanSlack_m, -WalkProbe::kHeightSlack_m)) return false;
  }
  return true;
}

}  // namespace navnet
