// SPDX-License-Identifier: Apache-2.0
// Local tangent planes and geodetic coordinates on WGS 84 (NGA.STND.0036). The latitude of Earth-centred coordinates is
// found by iterating the formula of B. R. Bowring, "Transformation from spatial to geographical coordinates", Survey
// Review 23 (1976).

#include <navnet/export/geo_frame.h>

#include <cmath>
#include <numbers>

namespace navnet {
namespace {

constexpr double kSemiMajor_m = 6378137, kFlattening = 1 / 298.257223563;
constexpr double kSemiMinor_m = kSemiMajor_m * (1 - kFlattening);
constexpr double kEccentricity2 = kFlattening * (2 - kFlattening);              // (a² - b²) / a²
constexpr double kSecondEccentricity2 = kEccentricity2 / (1 - kEccentricity2);  // (a² - b²) / b²
constexpr double kDegree = std::numbers::pi / 180;

Vec3 ToEarth(const GeoPoint& point) {
  const double latitude = point.latitude_deg * kDegree, longitude = point.longitude_deg * kDegree;
  const double normal_m = kSemiMajor_m / std::sqrt(1 - kEccentricity2 * std::pow(std::sin(latitude), 2));
  const double from_axis_m = (normal_m + point.altitude_m) * std::cos(latitude);
  return {from_axis_m * std::cos(longitude), from_axis_m * std::sin(longitude),
          (normal_m * (1 - kEccentricity2) + point.altitude_m) * std::sin(latitude)};
}

GeoPoint FromEarth(Vec3 p) {
  const double from_axis_m = std::hypot(p.x, p.y);
  // Each iteration reduces the error about a thousandfold near the ground; far away the initial error is smaller.
  double reduced = std::atan2(kSemiMajor_m * p.z, kSemiMinor_m * from_axis_m), latitude = 0;
  for (int round = 0; round < 5; ++round) {
    latitude = std::atan2(p.z + kSecondEccentricity2 * kSemiMinor_m * std::pow(std::sin(reduced), 3),
                          from_axis_m - kEccentricity2 * kSemiMajor_m * std::pow(std::cos(reduced), 3));
    reduced = std::atan2((1 - kFlattening) * std::sin(latitude), std::cos(latitude));
  }
  const double sine = std::sin(latitude);
  return {latitude / kDegree, std::atan2(p.y, p.x) / kDegree,
          from_axis_m * std::cos(latitude) + p.z * sine - kSemiMajor_m * std::sqrt(1 - kEccentricity2 * sine * sine)};
}

}  // namespace

Status Validate(const GeoOrigin& origin) {
  const auto& [zero, heading_deg] = origin;
  return RangeCheck("geographic origin: ")
      .Number("latitude_deg", zero.latitude_deg, GeoOrigin::kLatitude_deg)
      .Number("longitude_deg", zero.longitude_deg, GeoOrigin::kLongitude_deg)
      .Number("altitude_m", zero.altitude_m, GeoOrigin::kAltitude_m)
      .Number("heading_deg", heading_deg, GeoOrigin::kHeading_deg)
      .status();
}

GeoFrame::GeoFrame(const GeoOrigin& origin, UpAxis up)
    : up_(up),
      heading_cos_(std::cos(origin.heading_deg * kDegree)),
      heading_sin_(std::sin(origin.heading_deg * kDegree)),
      zero_(ToEarth(origin.zero)) {
  const double latitude = origin.zero.latitude_deg * kDegree, longitude = origin.zero.longitude_deg * kDegree;
  east_ = {-std::sin(longitude), std::cos(longitude), 0};
  sky_ = {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
  north_ = Cross(sky_, east_);
}

GeoPoint GeoFrame::ToGeographic(Vec3 p_world) const {
  const double right = p_world.x, forward = up_ == UpAxis::Z ? p_world.y : -p_world.z;
  const double height = up_ == UpAxis::Z ? p_world.z : p_world.y;
  const double east = heading_cos_ * right + heading_sin_ * forward;
  const double north = heading_cos_ * forward - heading_sin_ * right;
  return FromEarth(zero_ + east_ * east + north_ * north + sky_ * height);
}

Vec3 GeoFrame::ToWorld(const GeoPoint& point) const {
  const Vec3 way = ToEarth(point) - zero_;
  const double east = Dot(way, east_), north = Dot(way, north_), height = Dot(way, sky_);
  const double right = heading_cos_ * east - heading_sin_ * north;
  const double forward = heading_sin_ * east + heading_cos_ * north;
  return up_ == UpAxis::Z ? Vec3{right, forward, height} : Vec3{right, height, -forward};
}

}  // namespace navnet
