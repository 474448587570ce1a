// SPDX-License-Identifier: Apache-2.0
#pragma once
// The position of a world on the Earth: converts metres to latitude and longitude and back.

#include <navnet/core/geometry.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>

namespace navnet {

/// A point in geodetic coordinates on the WGS 84 ellipsoid, as used by GNSS receivers and maps.
struct GeoPoint {
  double latitude_deg = 0;   ///< North. Range: -90 to 90.
  double longitude_deg = 0;  ///< East. Range: -180 to 180.
  double altitude_m = 0;     ///< Height above the ellipsoid. Heights above sea level may be used instead, see GeoFrame.
};

/// Position and orientation of the world on the Earth.
struct GeoOrigin {
  static constexpr Range kLatitude_deg = {-89.99999,
                                          89.99999};  ///< Excludes the poles, where north is undefined, by a metre.
  /// Ranges of the fields of the same name.
  static constexpr Range kLongitude_deg = {-180, 180}, kAltitude_m = {-1e5, 1e5}, kHeading_deg = {-360, 360};

  /// Position of the world's origin; its altitude is that of the world's height 0. Range: -89.99999 to 89.99999 for the
  /// latitude, -180 to 180 for the longitude, -100000 to 100000 for the altitude.
  GeoPoint zero;
  /// Compass angle, clockwise from north, of the world's +y axis (z up) or -z axis (y up). 0: +x is east. Range:
  /// -360 to 360.
  double heading_deg = 0;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const GeoOrigin& origin);

/// Maps the local tangent plane at the world's origin to geodetic coordinates, by way of Earth-centred coordinates. The
/// only error is rounding, a few nanometres, at any distance. Input and output altitudes refer to the same surface: if
/// `zero` is given above sea level, results are above sea level, and horizontal distances are off by the geoid's height
/// over the Earth's radius, at most 2 cm per kilometre. Immutable; thread-safe.
class GeoFrame {
 public:
  /// Requires: Validate(origin) passed.
  GeoFrame(const GeoOrigin& origin, UpAxis up);

  /// Geographic coordinates of a world point.
  GeoPoint ToGeographic(Vec3 p_world) const;
  /// The inverse of ToGeographic.
  Vec3 ToWorld(const GeoPoint& point) const;

 private:
  UpAxis up_;
  double heading_cos_, heading_sin_;
  Vec3 zero_;                ///< The origin, in Earth-centred coordinates, as are the directions.
  Vec3 east_, north_, sky_;  ///< Unit vectors.
};

}  // namespace navnet
