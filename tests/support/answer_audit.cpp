#include "support/answer_audit.h"

#include <navnet/internal/core/text.h>

#include <algorithm>
#include <stdexcept>

namespace navnet {
namespace {

constexpr double kRounding_m = 1e-6;  // Distances equal to the radius within this count as kept.

ClearanceProbe ProbeOf(const World& world) {
  Result<ClearanceProbe> probe = ClearanceProbe::Make(world);
  if (!probe) throw std::runtime_error(probe.error().message);
  return *probe;
}

WalkProbe WalkProbeOf(const ClearanceProbe& world, UpAxis up, const GroundView& ground,
                      const std::optional<Box3>& bounds_world) {
  // A net without ground has no rules of its own.
  WalkRules rules;
  if (!ground.IsEmpty()) rules = {ground.max_slope_deg, ground.step_m, ground.height_m, bounds_world};
  Result<WalkProbe> probe = WalkProbe::Make(world, up, rules);
  if (!probe) throw std::runtime_error(probe.error().message);
  return *probe;
}

std::string Between(const char* what, Vec3 a, Vec3 b) { return std::string(what) + " " + Text(a) + " to " + Text(b); }

std::string TextOf(const WalkFinding& found) {
  return std::string(": ") + ToString(found.flaw) + " at " + Text(found.at) + ", clearance " +
         Shortest(found.clearance_m, 6);
}

}  // namespace

AnswerAudit::AnswerAudit(const World& world, const GroundView& ground, std::optional<Box3> bounds_world)
    : clearance_(ProbeOf(world)), walk_(WalkProbeOf(clearance_, world.up, ground, bounds_world)) {}

std::string AnswerAudit::FlawOfFlight(std::span<const Vec3> points, double radius_m) const {
  for (size_t i = 1; i < points.size() && radius_m > 0; ++i) {
    const double clearance = clearance_.SegmentClearance(points[i - 1], points[i], radius_m);
    if (clearance >= radius_m - kRounding_m) continue;
    return Between("flown", points[i - 1], points[i]) + ": clearance " + Shortest(clearance, 6);
  }
  return {};
}

std::string AnswerAudit::FlawOfWalk(std::span<const Vec3> points, double radius_m) const {
  for (size_t i = 1; i < points.size(); ++i) {
    const WalkFinding found = walk_.Check(points[i - 1], points[i], radius_m);
    if (!found.ok()) return Between("walked", points[i - 1], points[i]) + TextOf(found);
  }
  return points.size() == 1 ? FlawOfStanding(points[0], radius_m) : std::string();
}

std::string AnswerAudit::FlawOf(const FlightPath& path) const { return FlawOfFlight(path.points, path.radius_m); }

std::string AnswerAudit::FlawOf(const WalkPath& path, double radius_m) const {
  return FlawOfWalk(path.points, radius_m);
}

std::string AnswerAudit::FlawOf(const TravelPath& path, const TravelAgent& agent) const {
  size_t end = 0;  // The point where the last segment ended.
  for (const TravelSegment& segment : path.segments) {
    const std::span<const Vec3> points = path.PointsOf(segment);
    if (segment.first_point != end || points.size() < 2) return "segments that do not follow each other";
    end = segment.first_point + segment.point_count - 1;
    std::string flaw;
    switch (segment.mode) {
      case TravelMode::Walk: flaw = FlawOfWalk(points, agent.radius_m); break;
      case TravelMode::Fly: flaw = FlawOfFlight(points, agent.radius_m); break;
      case TravelMode::TakeOff:
      case TravelMode::Land: {
        const bool lands = segment.mode == TravelMode::Land;
        const Vec3 ground = lands ? points.back() : points.front(), air = lands ? points.front() : points.back();
        const WalkFinding found = walk_.CheckRise(ground, air, agent.radius_m);
        if (points.size() != 2) flaw = "a change of mode with way points";
        if (!found.ok()) flaw = Between(ToString(segment.mode), points.front(), points.back()) + TextOf(found);
        break;
      }
      case TravelMode::Link:
        flaw = FlawOfStanding(points.front(), agent.radius_m) + FlawOfStanding(points.back(), agent.radius_m);
        break;
    }
    if (!flaw.empty()) return flaw;
  }
  return {};
}

std::string AnswerAudit::FlawOf(const GroundPlace& place) const {
  constexpr double kEnough_m = 1;  // More room than this is not measured: it takes long.
  return FlawOfStanding(place.point, std::min(place.clearance_m, kEnough_m));
}

std::string AnswerAudit::FlawOfStanding(Vec3 p, double radius_m) const {
  const WalkFinding found = walk_.Check(p, p, radius_m);
  return found.ok() ? std::string() : "standing at " + Text(p) + TextOf(found);
}

}  // namespace navnet
