// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/journey_auditor.h>

#include "audit_text.h"
#include "gate_flaw.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace navnet {
namespace {

bool IsRise(TravelMode mode) { return mode == TravelMode::TakeOff || mode == TravelMode::Land; }

// The rules for the flights of a journey.
FlightQuery RulesOfFlights(const TravelQuery& query) {
  FlightQuery rules;
  rules.regions = query.fly_regions;
  rules.floor_m = query.floor_m;
  rules.ceiling_m = query.ceiling_m;
  return rules;
}

// The rules for take-offs and landings, which may pass below the floor.
FlightQuery RulesOfRises(const TravelQuery& query) {
  FlightQuery rules = RulesOfFlights(query);
  rules.floor_m = -std::numeric_limits<double>::infinity();
  return rules;
}

}  // namespace

JourneyAuditor::JourneyAuditor(FlightAuditor flights, WalkAuditor walks, Net net)
    : flights_(std::move(flights)), walks_(std::move(walks)), net_(std::move(net)) {}

void JourneyAuditor::Audit(uint64_t number, const TravelQuery& query, const TravelPath& path,
                           AuditFindings& findings) const {
  if (path.points.empty()) return;
  ++findings.paths;
  AuditEnds(number, query, path, findings);
  double flown_m = 0;
  size_t end = 0;  // Index of the point where the previous part ended.
  for (const TravelSegment& part : path.segments) {
    const size_t last = size_t{part.first_point} + part.point_count - 1;
    if (part.first_point != end || part.point_count < 2 || last >= path.points.size()) {
      findings.Report({number, AuditRule::Parts, "a part does not begin where the last one ends, or has no end"});
      return;  // It is unknown which points belong to which part.
    }
    end = last;
    AuditPart(number, query, part, path.PointsOf(part), findings);
    if (part.mode == TravelMode::Walk || part.mode == TravelMode::Link) continue;
    for (size_t i = part.first_point; i < last; ++i) flown_m += Length(path.points[i + 1] - path.points[i]);
  }
  const double rounding_m = kAuditTolerance * net_.info().frame.voxel_m;
  if (flown_m > query.max_fly_m + rounding_m || flown_m > query.max_fly_s * query.agent.fly_m_s + rounding_m) {
    findings.Report({number, AuditRule::Limit, "it flies " + Shortest(flown_m) + " m"});
  }
  if (end + 1 != path.points.size()) {
    findings.Report({number, AuditRule::Parts, "points after the last part, from " + Text(path.points[end])});
  }
}

void JourneyAuditor::AuditEnds(uint64_t number, const TravelQuery& query, const TravelPath& path,
                               AuditFindings& findings) const {
  const double tolerance_m = kAuditTolerance * net_.info().frame.voxel_m;
  const auto check = [&](Vec3 end, Vec3 asked, bool in_air) {
    if (Length(end - asked) <= query.snap_m + tolerance_m) return;
    if (!in_air && walks_.IsMeant(end, asked, query.snap_m, query.agent.radius_m)) return;
    findings.Report({number, AuditRule::Ends, "at " + Text(end) + " instead of " + Text(asked)});
  };
  const auto mode_is_one_of = [](const TravelSegment& part, TravelMode a, TravelMode b) {
    return part.mode == a || part.mode == b || part.is_gate;
  };
  const std::vector<TravelSegment>& parts = path.segments;
  check(path.points.front(), query.start,
        !parts.empty() && mode_is_one_of(parts.front(), TravelMode::Fly, TravelMode::Land));
  if (path.status != PathStatus::Complete) return;
  check(path.points.back(), query.goal,
        !parts.empty() && mode_is_one_of(parts.back(), TravelMode::Fly, TravelMode::TakeOff));
}

std::optional<std::string> JourneyAuditor::FlawOfPart(const TravelQuery& query, const TravelSegment& part,
                                                      std::span<const Vec3> points) const {
  const bool walks = part.mode == TravelMode::Walk || (part.mode == TravelMode::Link && !part.is_gate);
  if (!(walks ? query.agent.walk_m_s > 0 : query.agent.fly_m_s > 0)) {
    return walks ? "the agent does not walk" : "the agent does not fly";
  }
  if ((IsRise(part.mode) || part.mode == TravelMode::Link) && points.size() != 2) return "a change with way points";
  if (part.mode != TravelMode::Link) return std::nullopt;
  if (part.is_gate) {
    return FlawOfGate(net_.gates(), part.link, query.closed_gates, query.agent.radius_m, points.front(), points.back());
  }
  const auto links = net_.ground().links;
  if (part.link >= links.size()) return "there is no link " + std::to_string(part.link);
  if (std::ranges::find(query.closed_links, part.link) != query.closed_links.end()) return "the link is closed";
  const GroundLink& link = links[part.link];
  const auto leads = [&](Vec3 from, Vec3 to) {
    const double radius_m = query.agent.radius_m;
    return walks_.IsMeant(points.front(), from, 0, radius_m) && walks_.IsMeant(points.back(), to, 0, radius_m);
  };
  const bool is_way =
      link.kind != LinkKind::Spot && (leads(link.from, link.to) || (link.one_way == 0 && leads(link.to, link.from)));
  if (!is_way) return "link " + std::to_string(part.link) + " does not lead there";
  return std::nullopt;
}

void JourneyAuditor::AuditPart(uint64_t number, const TravelQuery& query, const TravelSegment& part,
                               std::span<const Vec3> points, AuditFindings& findings) const {
  const Vec3 first = points.front(), last = points.back();
  if (const auto flaw = FlawOfPart(query, part, points)) {
    const std::string where = std::string(ToString(part.mode)) + " " + Between(first, last);
    findings.Report({number, AuditRule::Parts, where + ": " + *flaw});
  }
  const double radius_m = query.agent.radius_m;
  const auto audit_flight = [&](std::span<const Vec3> flown) {
    const NetLevel* level = net_.LevelFor(radius_m);
    flights_.AuditSegments(number, RulesOfFlights(query), flown, level ? level->radius_m : radius_m, findings);
  };
  switch (part.mode) {
    case TravelMode::Walk: walks_.AuditSegments(number, query.walk_regions, points, radius_m, findings); break;
    case TravelMode::Fly: audit_flight(points); break;
    case TravelMode::TakeOff:
    case TravelMode::Land: {
      ++findings.segments;
      const bool lands = part.mode == TravelMode::Land;
      walks_.AuditRise(number, lands ? last : first, lands ? first : last, radius_m, findings);
      flights_.AuditRules(number, RulesOfRises(query), first, last, findings);
      break;
    }
    case TravelMode::Link:
      if (part.is_gate) {
        audit_flight(std::array{first, first});
        audit_flight(std::array{last, last});
        break;
      }
      ++findings.segments;
      walks_.AuditStanding(number, query.walk_regions, first, radius_m, findings);
      walks_.AuditStanding(number, query.walk_regions, last, radius_m, findings);
      break;
  }
}

bool JourneyAuditor::KeepsRules(const TravelQuery& query, const TravelPath& path) const {
  return std::ranges::all_of(path.segments, [&](const TravelSegment& part) {
    const std::span<const Vec3> points = path.PointsOf(part);
    switch (part.mode) {
      case TravelMode::Walk: return walks_.KeepsRules(query.walk_regions, points);
      case TravelMode::Link:
        if (part.is_gate) {
          const FlightQuery rules = RulesOfFlights(query);
          return flights_.KeepsRules(rules, points.first(1)) && flights_.KeepsRules(rules, points.last(1));
        }
        return walks_.KeepsRules(query.walk_regions, points.first(1)) &&
               walks_.KeepsRules(query.walk_regions, points.last(1));
      case TravelMode::Fly: return flights_.KeepsRules(RulesOfFlights(query), points);
      default: return flights_.KeepsRules(RulesOfRises(query), points);
    }
  });
}

}  // namespace navnet
