#pragma once
// Where a world lies on the Earth: metres to degrees and back.

#include <navnet/core/geometry.h>
#include <navnet/core/result.h>

namespace navnet {

/// A place on the ellipsoid WGS 84, which GNSS receivers and maps use.
struct GeoPoint {
  double latitude_deg = 0;   ///< North, -90 to 90.
  double longitude_deg = 0;  ///< East, -180 to 180.
  double altitude_m = 0;     ///< Along the ellipsoid's normal. Heights above the sea do as well: see GeoFrame.
};

/// How the world stands on the Earth.
struct GeoOrigin {
  GeoPoint zero;  ///< Where the world's origin lies; its altitude is that of the world's height 0.
  /// From north to the world's +y axis (z up) or -z axis (y up), clockwise as a compass counts. 0: +x is east.
  double heading_deg = 0;
};

/// Refuses numbers that are not finite or out of range, an altitude that is nowhere near the ground (beyond ±100 km)
/// and places within a metre of the poles, where there is no north.
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
