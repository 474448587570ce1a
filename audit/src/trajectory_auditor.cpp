// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/trajectory_auditor.h>

#include <navnet/audit/flight_auditor.h>

#include "audit_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace navnet {
namespace {

constexpr double kRelative = 1e-6;  // Rounding of limits and of the motion at joints.
constexpr int kMostHalvings = 40;
constexpr double kExact = 1e-6;  // Tolerance of a curve's clearance, relative to the radius.

using Curve = std::array<Vec3, 6>;

double DistanceToSegment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 d = b - a;
  const double along = LengthSquared(d) > 0 ? std::clamp(Dot(p - a, d) / LengthSquared(d), 0.0, 1.0) : 0;
  return Length(p - (a + d * along));
}

// Lowers `least` to the clearance of a curve, as far as that is below it by more than the tolerance.
void LowerClearance(const ClearanceProbe& probe, const Curve& curve, double tolerance_m, double& least, int depth) {
  double off_m = 0;
  for (const Vec3& p : curve) off_m = std::max(off_m, DistanceToSegment(p, curve.front(), curve.back()));
  const double chord_m = probe.SegmentClearance(curve.front(), curve.back(), least + off_m);
  if (chord_m - off_m >= least) return;
  if (off_m <= tolerance_m || depth == 0) {
    least = std::max(0.0, chord_m - off_m);
    return;
  }
  Curve head, tail, points = curve;
  for (size_t n = curve.size(); n > 0; --n) {  // De Casteljau's algorithm.
    head[curve.size() - n] = points[0];
    tail[n - 1] = points[n - 1];
    for (size_t i = 0; i + 1 < n; ++i) points[i] = (points[i] + points[i + 1]) * 0.5;
  }
  LowerClearance(probe, head, tolerance_m, least, depth - 1);
  LowerClearance(probe, tail, tolerance_m, least, depth - 1);
}

// The first rule of motion that a piece breaks; empty if none.
std::string FlawOf(const TrajectoryPiece& piece, const MotionLimits& limits) {
  const auto over = [](double value, double limit) { return value > limit * (1 + kRelative); };
  for (size_t i = 0; i < 5; ++i) {
    const Vec3 v = piece.VelocityPoint(i);
    const double up = HeightOf(v, limits.up);
    if (over(Length(v), limits.speed_m_s)) return "speed " + Shortest(Length(v)) + " m/s";
    if (limits.climb_m_s > 0 && over(up, limits.climb_m_s)) return "climb " + Shortest(up) + " m/s";
    if (limits.descent_m_s > 0 && over(-up, limits.descent_m_s)) return "descent " + Shortest(-up) + " m/s";
  }
  for (size_t i = 0; i < 4; ++i) {
    const double a = Length(piece.AccelerationPoint(i));
    if (over(a, limits.acceleration_m_s2)) return "acceleration " + Shortest(a) + " m/s2";
  }
  for (size_t i = 0; i < 3; ++i) {
    const double j = Length(piece.JerkPoint(i));
    if (over(j, limits.jerk_m_s3)) return "jerk " + Shortest(j) + " m/s3";
  }
  return {};
}

bool Joins(const TrajectoryPiece& a, const TrajectoryPiece& b, const MotionLimits& limits) {
  return a.points[5] == b.points[0] &&
         Length(a.VelocityPoint(4) - b.VelocityPoint(0)) <= kRelative * limits.speed_m_s &&
         Length(a.AccelerationPoint(3) - b.AccelerationPoint(0)) <= kRelative * limits.acceleration_m_s2;
}

}  // namespace

double CurveClearance(const ClearanceProbe& probe, const TrajectoryPiece& piece, double at_most, double tolerance_m) {
  double least = at_most;
  LowerClearance(probe, piece.points, tolerance_m, least, kMostHalvings);
  return least;
}

void TrajectoryAuditor::Audit(uint64_t number, const TrajectoryQuery& query, const PlannedTrajectory& planned,
                              double radius_m, AuditFindings& findings) const {
  const std::span<const TrajectoryPiece> pieces = planned.trajectory.pieces();
  ++findings.trajectories;
  const double tolerance_m = kAuditTolerance * voxel_m_;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const TrajectoryPiece& piece = pieces[i];
    const auto where = [&] { return "piece " + std::to_string(i) + ", " + Between(piece.points[0], piece.points[5]); };
    double at_most = std::max(radius_m, findings.least_clearance_m);
    if (radius_m > 0) at_most = std::max(at_most, radius_m * findings.least_clearance_ratio) * (1 + 1e-12);
    at_most = std::min(at_most, 2 * radius_m + voxel_m_);
    const double exact_m = kExact * std::max(radius_m, tolerance_m);
    const double clearance_m = CurveClearance(probe_, piece, at_most, exact_m);
    if (clearance_m < at_most) findings.Measure(clearance_m, radius_m);
    if (clearance_m < radius_m - tolerance_m - exact_m) {
      findings.Report({number, AuditRule::Clearance,
                       where() + ": " + Shortest(clearance_m) + " m for a radius of " + Shortest(radius_m)});
    }
    if (const std::string flaw = FlawOf(piece, query.limits); !flaw.empty()) {
      findings.Report({number, AuditRule::Motion, where() + ": " + flaw});
    }
    if (i > 0 && !Joins(pieces[i - 1], piece, query.limits)) {
      findings.Report({number, AuditRule::Motion, where() + ": begins otherwise than the piece before it ends"});
    }
    const bool inside = std::all_of(piece.points.begin(), piece.points.end(), [&](Vec3 p) {
      return query.rooms->Contains(piece.room, p, std::max(tolerance_m, kRelative));
    });
    if (!inside) findings.Report({number, AuditRule::Room, where() + ": leaves its room"});
  }
  if (pieces.empty()) return;
  const auto check_end = [&](Vec3 point, Vec3 end) {
    if (Length(point - end) <= tolerance_m) return;
    findings.Report({number, AuditRule::Ends, "at " + Text(point) + " instead of " + Text(end)});
  };
  check_end(pieces.front().points[0], query.points.front());
  check_end(pieces.back().points[5], query.points.back());
}

}  // namespace navnet
