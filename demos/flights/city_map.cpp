// SPDX-License-Identifier: Apache-2.0
#include "flights/city_map.h"

#include <navnet/internal/core/text.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kCeilingM = 60;  // Below the roofs of many towers.
constexpr double kStreetM = 1.5;  // Maximum height of doors, so that roofs are excluded.
constexpr double kNearWallM = 1;  // Maximum distance of a door from a wall.
constexpr double kQuietM = 9, kQuietHeightM = 30;
constexpr double kClosedM = 45;  // Half width of a no-fly box.
constexpr int kClosed = 4;
constexpr double kPadsApartM = 3, kPadHeightM = 1.5;
constexpr int kTries = 20'000;

double OnPlan(Vec3 a, Vec3 b) { return std::hypot(a.x - b.x, a.y - b.y); }

Box3 Column(Vec3 middle, double half_m, double low_m, double high_m) {
  return {{middle.x - half_m, middle.y - half_m, low_m}, {middle.x + half_m, middle.y + half_m, high_m}};
}

Box3 Within(const Box3& city, const Box3& box) { return {Max(city.min, box.min), Min(city.max, box.max)}; }

bool IsNear(const Box3& box, Vec3 p, double within_m) {
  return p.x > box.min.x - within_m && p.x < box.max.x + within_m && p.y > box.min.y - within_m &&
         p.y < box.max.y + within_m;
}

/// Finds the widest low roof and places pads in rows around its middle.
std::vector<Vec3> FindPads(const Navigator& navigator, int count, double radius_m, uint64_t seed) {
  const Walker& walker = *navigator.walker();
  Vec3 roof;
  double widest = 0;
  for (uint64_t i = 0; i < kTries / 10; ++i) {
    const std::optional<Vec3> p = walker.RandomWalkable(seed + i, radius_m);
    if (!p || p->z < 8 || p->z > kCeilingM / 2) continue;
    if (const double room = walker.ClearanceAt(*p); room > widest) {
      widest = room;
      roof = *p;
    }
  }
  std::vector<Vec3> pads;
  const int across = int(std::ceil(std::sqrt(double(count))));
  for (int i = 0; widest > 0 && i < count; ++i) {
    const Vec3 pad = roof + Vec3{(i % across - (across - 1) / 2.0) * kPadsApartM,
                                 (i / across - (across - 1) / 2.0) * kPadsApartM, kPadHeightM};
    if (navigator.NearestFree(pad, radius_m, 0) == pad) pads.push_back(pad);
  }
  return pads;
}

}  // namespace

double DepthIn(const Box3& box, Vec3 p) {
  double depth = std::numeric_limits<double>::infinity();
  for (int a = 0; a < 3; ++a) depth = std::min({depth, p[a] - box.min[a], box.max[a] - p[a]});
  return std::max(0.0, depth);
}

Result<CityMap> MakeCityMap(const Navigator& navigator, const Box3& city, int deliveries, double radius_m,
                            uint64_t seed) {
  CityMap map;
  map.ceiling_m = kCeilingM;
  map.flight_ceiling_m = kCeilingM - kZoneMarginM;
  map.pads = FindPads(navigator, deliveries, radius_m, seed * 7919);
  if (int(map.pads.size()) < deliveries) {
    return Error{ErrorCode::InvalidArgument, "the city's widest low roof has no room for " +
                                                 std::to_string(deliveries) + " drones: try fewer --agents"};
  }
  const Vec3 depot = map.pads.front();
  map.zones.push_back({"depot", "start", Column(depot, kPadsApartM * 2, depot.z - kPadHeightM, depot.z + 1)});

  // Closes blocks up to the ceiling, away from the depot.
  for (uint64_t i = 0; int(map.zones.size()) <= kClosed && i < kTries; ++i) {
    const std::optional<Vec3> p = navigator.walker()->RandomWalkable(seed * 104'729 + i, radius_m);
    if (!p || OnPlan(*p, depot) < 2 * kClosedM) continue;
    const Box3 box = Within(city, Column(*p, kClosedM, city.min.z, kCeilingM));
    const bool is_apart = std::ranges::none_of(map.zones, [&](const LoggedZone& z) { return IsNear(z.box, *p, 60); });
    if (is_apart) map.zones.push_back({"closed " + std::to_string(map.zones.size()), "no-fly", box});
  }
  for (uint64_t i = 0; int(map.doors.size()) < deliveries && i < kTries; ++i) {
    const std::optional<Vec3> p = navigator.walker()->RandomWalkable(seed * 1'299'709 + i, radius_m);
    if (!p || p->z > kStreetM || navigator.walker()->ClearanceAt(*p) > kNearWallM) continue;
    if (OnPlan(*p, depot) < 80) continue;
    if (std::ranges::any_of(map.zones,
                            [&](const LoggedZone& z) { return IsNear(z.box, *p, kQuietM + kZoneMarginM); })) {
      continue;
    }
    map.doors.push_back(*p);
    const std::string number = std::to_string(map.doors.size());
    map.zones.push_back({"quiet " + number, "no-fly", Within(city, Column(*p, kQuietM, city.min.z, kQuietHeightM))});
  }
  if (int(map.doors.size()) < deliveries) {
    return Error{ErrorCode::InvalidArgument, "the city has fewer than " + std::to_string(deliveries) +
                                                 " doors outside of no-fly zones: try fewer --agents"};
  }
  for (const LoggedZone& zone : map.zones) {
    if (zone.kind != "no-fly") continue;
    const Vec3 margin = {kZoneMarginM, kZoneMarginM, kZoneMarginM};
    constexpr double kForbidden = std::numeric_limits<double>::infinity();
    map.regions.push_back({{zone.box.min - margin, zone.box.max + margin}, kForbidden});
  }
  map.zones.push_back(
      {"ceiling", "ceiling", {{city.min.x, city.min.y, kCeilingM}, {city.max.x, city.max.y, kCeilingM}}});
  for (const Vec3& door : map.doors) {
    map.zones.push_back({"door", "goal", Column(door, 0.6, door.z, door.z + 2)});
  }
  return map;
}

}  // namespace navnet
