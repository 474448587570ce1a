#pragma once
// Where a world lies on the Earth: metres to degrees and back.

#include <navnet/core/geometry.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>

namespace navnet {

/// A place on the ellipsoid WGS 84, which GNSS receivers and maps use.
struct GeoPoint {
  double latitude_deg = 0;   ///< North. Range: -90 to 90.
  double longitude_deg = 0;  ///< East. Range: -180 to 180.
  double altitude_m = 0;     ///< Along the ellipsoid's normal. Heights above the sea do as well: see GeoFrame.
};

/// How the world stands on the Earth.
struct GeoOrigin {
  static constexpr Range kLatitude_deg = {-89.99999, 89.99999};  ///< A metre off the poles, where there is no north.
  static constexpr Range kLongitude_deg = {-180, 180}, kAltitude_m = {-1e5, 1e5}, kHeading_deg = {-360, 360};

  /// Where the world's origin lies; its altitude is that of the world's height 0. Range: -89.99999 to 89.99999 for the
  /// latitude, -180 to 180 for the longitude, -100000 to 100000 for the altitude.
  GeoPoint zero;
  /// From north to the world's +y axis (z up) or -z axis (y up), clockwise as a compass counts. 0: +x is east. Range:
  /// -360 to 360.
  double heading_deg = 0;
};

/// Refuses numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const GeoOrigin& origin);

/// Takes the world as the plane that touches the ellipsoid at its origin: points go over Earth-centred coordinates, so
/// that nothing is lost but rounding, some nanometres, at any distance. Both altitudes count from the same surface:
/// given above the sea, they come out above the sea, with horizontal distances wrong by the geoid's height over the
/// Earth's radius, at most 2 cm a kilometre. Immutable: any number of threads may ask.
class GeoFrame {
 public:
  /// Requires: Validate(origin) passed.
  GeoFrame(const GeoOrigin& origin, UpAxis up);

  GeoPoint ToGeographic(Vec3 p_world) const;
  Vec3 ToWorld(const GeoPoint& point) const;

 private:
  UpAxis up_;
  double heading_cos_, heading_sin_;
  Vec3 zero_;                ///< Earth-centred, as are the directions.
  Vec3 east_, north_, sky_;  ///< Of unit length.
};

}  // namespace navnet
