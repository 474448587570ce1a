// SPDX-License-Identifier: Apache-2.0
// Metres to degrees, compared with independent slow formulas and with known distances.

#include <navnet/export/geo_frame.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace navnet {
namespace {

using Real = long double;

constexpr Real kA = 6378137, kF = 1 / Real(298.257223563), kE2 = kF * (2 - kF);
constexpr Real kPi = std::numbers::pi_v<Real>;

struct EarthPoint {
  Real x, y, z;
};

EarthPoint SlowToEarth(const GeoPoint& g) {
  const Real latitude = Real(g.latitude_deg) * kPi / 180, longitude = Real(g.longitude_deg) * kPi / 180;
  const Real n = kA / std::sqrt(1 - kE2 * std::sin(latitude) * std::sin(latitude));
  return {(n + Real(g.altitude_m)) * std::cos(latitude) * std::cos(longitude),
          (n + Real(g.altitude_m)) * std::cos(latitude) * std::sin(longitude),
          (n * (1 - kE2) + Real(g.altitude_m)) * std::sin(latitude)};
}

// The latitude whose ellipsoid normal runs through the point, found by bisection.
GeoPoint SlowFromEarth(const EarthPoint& p) {
  const Real from_axis = std::hypot(p.x, p.y);
  Real low = -kPi / 2, high = kPi / 2;
  for (int i = 0; i < 200; ++i) {
    const Real middle = (low + high) / 2, sine = std::sin(middle), cosine = std::cos(middle);
    const Real n = kA / std::sqrt(1 - kE2 * sine * sine);
    // On which side of the point the normal meets the axis.
    (from_axis * sine - (p.z + n * kE2 * sine) * cosine < 0 ? low : high) = middle;
  }
  const Real sine = std::sin(low), n = kA / std::sqrt(1 - kE2 * sine * sine);
  const Real foot_r = n * std::cos(low), foot_z = n * (1 - kE2) * sine;
  const Real altitude = (from_axis - foot_r) * std::cos(low) + (p.z - foot_z) * sine;
  return {double(low * 180 / kPi), double(std::atan2(p.y, p.x) * 180 / kPi), double(altitude)};
}

double Apart(const GeoPoint& a, const GeoPoint& b) {
  const EarthPoint p = SlowToEarth(a), q = SlowToEarth(b);
  return double(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z));
}

GeoOrigin RandomOrigin(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  const double latitude = 89 * unit(random), longitude = 180 * unit(random), altitude = 3000 * unit(random);
  return {{latitude, longitude, altitude}, 360 * unit(random)};
}

TEST(GeoFrame, AgreesWithASlowFormulaBothWays) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> near(-10000, 10000);
  for (int i = 0; i < 500; ++i) {
    const GeoOrigin origin = RandomOrigin(random);
    const UpAxis up = i % 2 == 0 ? UpAxis::Y : UpAxis::Z;
    const GeoFrame frame(origin, up);
    const double east = near(random), north = near(random), height = near(random) / 10;
    // East, north and up of the plane, from finite differences of the inverse formula.
    const GeoPoint zero = origin.zero;
    const auto direction = [&](GeoPoint a, GeoPoint b) {
      const EarthPoint p = SlowToEarth(a), q = SlowToEarth(b);
      const Real length = std::hypot(q.x - p.x, q.y - p.y, q.z - p.z);
      return EarthPoint{(q.x - p.x) / length, (q.y - p.y) / length, (q.z - p.z) / length};
    };
    constexpr double kStep = 1e-3;
    const EarthPoint e = direction({zero.latitude_deg, zero.longitude_deg - kStep, zero.altitude_m},
                                   {zero.latitude_deg, zero.longitude_deg + kStep, zero.altitude_m});
    const EarthPoint n = direction({zero.latitude_deg - kStep, zero.longitude_deg, zero.altitude_m},
                                   {zero.latitude_deg + kStep, zero.longitude_deg, zero.altitude_m});
    const EarthPoint u = direction({zero.latitude_deg, zero.longitude_deg, zero.altitude_m - 1000},
                                   {zero.latitude_deg, zero.longitude_deg, zero.altitude_m + 1000});
    const EarthPoint o = SlowToEarth(zero);
    const EarthPoint at{o.x + east * e.x + north * n.x + height * u.x, o.y + east * e.y + north * n.y + height * u.y,
                        o.z + east * e.z + north * n.z + height * u.z};
    const GeoPoint expected = SlowFromEarth(at);
    const double turn = origin.heading_deg * double(kPi) / 180;
    const double right = east * std::cos(turn) - north * std::sin(turn);
    const double forward = east * std::sin(turn) + north * std::cos(turn);
    const Vec3 world = up == UpAxis::Z ? Vec3{right, forward, height} : Vec3{right, height, -forward};
    const GeoPoint got = frame.ToGeographic(world);
    // Steps of 0.001 degrees have a relative error of 1e-10: far below 0.1 mm at 10 km.
    ASSERT_LT(Apart(got, expected), 1e-4) << zero.latitude_deg << ' ' << zero.longitude_deg;
    ASSERT_LT(Length(frame.ToWorld(got) - world), 1e-6);
    ASSERT_LT(Length(frame.ToWorld(expected) - world), 1e-4);
  }
}

TEST(GeoFrame, MatchesTheLengthOfADegree) {
  // On the equator a degree of longitude is a 360th of its circle.
  const GeoFrame equator({{0, 10, 0}, 0}, UpAxis::Z);
  const double degree_m = 2 * double(kPi) * 6378137 / 360;
  const GeoPoint east = equator.ToGeographic({degree_m / 1000, 0, 0});
  EXPECT_NEAR(east.longitude_deg - 10, 0.001, 1e-12);
  EXPECT_NEAR(east.latitude_deg, 0, 1e-12);
  // In Zurich, from tables: 111,189.1 m of latitude and 75,358 m of longitude.
  const GeoFrame zurich({{47.3977419, 8.545594, 488}, 0}, UpAxis::Z);
  EXPECT_NEAR(zurich.ToGeographic({0, 111.19, 0}).latitude_deg, 47.3987419, 2e-7);
  EXPECT_NEAR(zurich.ToGeographic({75.5, 0, 0}).longitude_deg, 8.546594, 3e-6);
  EXPECT_NEAR(zurich.ToGeographic({0, 0, 12}).altitude_m, 500, 1e-6);
  // At distance d = 10 km, the plane is d² / 2R above the ellipsoid.
  EXPECT_NEAR(zurich.ToGeographic({1e4, 0, 0}).altitude_m, 488 + 1e8 / (2 * 6388900.0), 0.02);
}

TEST(GeoFrame, TurnsByTheHeading) {
  for (const UpAxis up : {UpAxis::Y, UpAxis::Z}) {
    const Vec3 forward = up == UpAxis::Z ? Vec3{0, 1000, 0} : Vec3{0, 0, -1000};
    const auto way = [&](double heading_deg, Vec3 p) {
      const GeoPoint at = GeoFrame({{10, 20, 0}, heading_deg}, up).ToGeographic(p);
      return std::pair(std::lround(1000 * (at.latitude_deg - 10)), std::lround(1000 * (at.longitude_deg - 20)));
    };
    EXPECT_EQ(way(0, forward), (std::pair(9L, 0L)));
    EXPECT_EQ(way(90, forward), (std::pair(0L, 9L)));
    EXPECT_EQ(way(180, forward), (std::pair(-9L, 0L)));
    EXPECT_EQ(way(0, {1000, 0, 0}), (std::pair(0L, 9L)));
    EXPECT_EQ(way(90, {1000, 0, 0}), (std::pair(-9L, 0L)));
  }
}

TEST(GeoFrame, RefusesInvalidOrigins) {
  const double nan = std::nan("");
  EXPECT_TRUE(Validate(GeoOrigin{{47, 8, 400}, -30}));
  for (const auto& [origin, why] : {std::pair{GeoOrigin{{91, 0, 0}, 0}, "latitude"},
                                    {{{-90, 0, 0}, 0}, "latitude"},
                                    {{{nan, 0, 0}, 0}, "latitude"},
                                    {{{0, 181, 0}, 0}, "longitude"},
                                    {{{0, nan, 0}, 0}, "longitude"},
                                    {{{0, 0, 1e6}, 0}, "altitude"},
                                    {{{0, 0, nan}, 0}, "altitude"},
                                    {{{0, 0, 0}, 361}, "heading"},
                                    {{{0, 0, 0}, nan}, "heading"}}) {
    const Status status = Validate(origin);
    ASSERT_FALSE(status) << why;
    EXPECT_NE(status.error().message.find(why), std::string::npos) << status.error().message;
  }
}

}  // namespace
}  // namespace navnet
