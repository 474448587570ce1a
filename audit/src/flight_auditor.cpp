// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/flight_auditor.h>

#include <navnet/internal/core/text.h>
#include <navnet/net/ground.h>

#include "audit_text.h"
#include "forbidden_boxes.h"
#include "gate_flaw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace navnet {
namespace {

// Whether a segment passes through the interior of a blocked voxel. Between two crossings of grid planes it lies in one
// voxel, so it is enough to test the midpoints of these pieces; pieces along a face only touch the voxel.
bool PassesThroughVoxels(const OccupancyGrid& grid, Vec3 a_world, Vec3 b_world) {
  const Vec3 a = grid.frame().ToVoxelSpace(a_world), d = grid.frame().ToVoxelSpace(b_world) - a;
  const auto crossing = [&](int k, double after) {
    // The parameter of the next plane of axis k beyond `after`; planes at equal parameters make empty pieces.
    if (d[k] == 0) return std::numeric_limits<double>::infinity();
    const double at = a[k] + d[k] * after;
    double plane = d[k] > 0 ? std::floor(at) + 1 : std::ceil(at) - 1;
    double t = (plane - a[k]) / d[k];
    if (t <= after) t = (plane + (d[k] > 0 ? 1 : -1) - a[k]) / d[k];
    return t;
  };
  for (double from = 0; from < 1;) {
    const double to = std::min({crossing(0, from), crossing(1, from), crossing(2, from), 1.0});
    const Vec3 p = a + d * ((from + to) / 2);
    VoxelCoord voxel;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
      voxel[k] = int32_t(std::floor(p[k]));
      inside = inside && p[k] - voxel[k] > kAuditTolerance && voxel[k] + 1 - p[k] > kAuditTolerance;
    }
    if (inside && grid.bounds().Contains(voxel) && grid.IsBlocked(voxel)) return true;
    from = to;
  }
  return false;
}

}  // namespace

FlightAuditor::FlightAuditor(const World& world, ClearanceProbe probe, const NetInfo& info, std::span<const Gate> gates)
    : world_(world),
      probe_(std::move(probe)),
      up_(info.up),
      voxel_m_(info.frame.voxel_m),
      gates_(gates.begin(), gates.end()) {}

void FlightAuditor::Audit(uint64_t number, const FlightQuery& query, const FlightPath& path,
                          AuditFindings& findings) const {
  if (path.points.empty()) return;
  ++findings.paths;
  const double tolerance_m = kAuditTolerance * voxel_m_;
  const auto check_end = [&](Vec3 point, Vec3 end, Vec3 asked) {
    if (Length(point - end) <= tolerance_m && Length(end - asked) <= query.snap_m + tolerance_m) return;
    findings.Report({number, AuditRule::Ends, "at " + Text(point) + " instead of " + Text(asked)});
  };
  check_end(path.points.front(), path.start, query.start);
  if (path.status == PathStatus::Complete) check_end(path.points.back(), path.goal, query.goal);
  const std::span<const Vec3> points = path.points;
  size_t first = 0;  // Of the stretch behind the last jump.
  const auto audit_stretch = [&](size_t end) {
    const std::span<const Vec3> stretch = points.subspan(first, end - first);
    if (stretch.size() == 1 && !path.jumps.empty()) {
      AuditSegments(number, query, std::array{stretch[0], stretch[0]}, path.radius_m, findings);
    } else {
      AuditSegments(number, query, stretch, path.radius_m, findings);
    }
    if (query.preferred_clearance_m > 0) MeasurePreferred(stretch, query.preferred_clearance_m, findings);
    first = end;
  };
  for (const FlightJump& jump : path.jumps) {
    const size_t entered = jump.point;
    if (entered < first || entered + 1 >= points.size()) {
      findings.Report({number, AuditRule::Parts, "a jump outside the path, or behind a later one"});
      return;  // It is unknown which segments are flown.
    }
    const Vec3 from = points[entered], to = points[entered + 1];
    if (const auto flaw = FlawOfGate(gates_, jump.gate, query.closed_gates, query.radius_m, from, to)) {
      findings.Report({number, AuditRule::Parts, "jump " + Between(from, to) + ": " + *flaw});
    }
    audit_stretch(entered + 1);
  }
  audit_stretch(points.size());
}

void FlightAuditor::MeasurePreferred(std::span<const Vec3> points, double clearance_m, AuditFindings& findings) const {
  const auto in_um = [](double length_m) { return int64_t(std::llround(1e6 * std::min(length_m, 1e12))); };
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 d = points[i] - points[i - 1];
    // Long paths in fine nets are measured in coarser pieces, so that this ends.
    const int pieces = int(std::min(1e5, 1 + Length(d) / voxel_m_));
    for (int k = 0; k < pieces; ++k) {
      const Vec3 a = points[i - 1] + d * (double(k) / pieces), b = points[i - 1] + d * (double(k + 1) / pieces);
      const int64_t um = in_um(Length(b - a));
      findings.preferring_um += um;
      const double least_m = clearance_m - kAuditTolerance * voxel_m_;
      if (probe_.SegmentClearance(a, b, clearance_m) >= least_m) findings.keeping_um += um;
    }
  }
}

void FlightAuditor::AuditSegments(uint64_t number, const FlightQuery& rules, std::span<const Vec3> points,
                                  double radius_m, AuditFindings& findings) const {
  const double tolerance_m = kAuditTolerance * voxel_m_;
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 a = points[i - 1], b = points[i];
    ++findings.segments;
    // Distances that neither violate the rule nor are a new minimum need not be measured. The last factor prevents
    // rounding from hiding a minimum, so that the result does not depend on the order of the segments.
    double at_most = std::max(radius_m, findings.least_clearance_m);
    if (radius_m > 0) at_most = std::max(at_most, radius_m * findings.least_clearance_ratio) * (1 + 1e-12);
    const double clearance_m = probe_.SegmentClearance(a, b, at_most);
    bool kept = clearance_m >= radius_m - tolerance_m && clearance_m > 0;
    if (clearance_m < at_most) findings.Measure(clearance_m, radius_m);
    if (const OccupancyGrid* voxels = world_.voxels(); voxels && radius_m == 0 && !kept) {
      kept = !PassesThroughVoxels(*voxels, a, b);  // Agents without a radius may touch blocked voxels.
    }
    if (!kept) {
      findings.Report({number, AuditRule::Clearance,
                       Between(a, b) + ": " + Shortest(clearance_m) + " m for a radius of " + Shortest(radius_m)});
    }
    AuditRules(number, rules, a, b, findings);
  }
}

void FlightAuditor::AuditRules(uint64_t number, const FlightQuery& rules, Vec3 a, Vec3 b,
                               AuditFindings& findings) const {
  const double tolerance_m = kAuditTolerance * voxel_m_;
  if (EntersForbidden(rules.regions, a, b, tolerance_m)) {
    findings.Report({number, AuditRule::Regions, Between(a, b)});
  }
  const double low = std::min(HeightOf(a, up_), HeightOf(b, up_)), high = std::max(HeightOf(a, up_), HeightOf(b, up_));
  if (low < rules.floor_m - tolerance_m || high > rules.ceiling_m + tolerance_m) {
    findings.Report({number, AuditRule::Heights, Between(a, b)});
  }
}

bool FlightAuditor::KeepsRules(const FlightQuery& query, std::span<const Vec3> points) const {
  const double tolerance_m = kAuditTolerance * voxel_m_;
  for (size_t i = 0; i < points.size(); ++i) {
    const double height = HeightOf(points[i], up_);
    if (height < query.floor_m + tolerance_m || height > query.ceiling_m - tolerance_m) return false;
    if (i > 0 && EntersForbidden(query.regions, points[i - 1], points[i], -tolerance_m)) return false;
  }
  return true;
}

}  // namespace navnet
