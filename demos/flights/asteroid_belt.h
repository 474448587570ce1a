#pragma once
// Tumbling rocks on rings around a middle, for the asteroid flight. Where each of them is at any time is known exactly,
// and no two ever come near each other: rocks of one ring go round at the same speed, and rings keep apart.

#include <navnet/core/mesh.h>
#include <navnet/core/transform.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// A rock that goes round the z axis and turns about an axis of its own.
struct BeltRock {
  uint32_t shape = 0;  ///< Of the belt's.
  double ring_m = 0, height_m = 0, angle_rad = 0, round_rad_s = 0;
  Vec3 spin_axis;
  double spin_rad_s = 0;

  Transform PoseAt(double time_s) const;
};

struct BeltOptions {
  uint64_t seed = 1;
  double inner_m = 0, outer_m = 0;  ///< All rocks lie between these two, as seen along the z axis …
  double half_height_m = 0;         ///< … and no farther than this from the plane z = 0.
  double gap_m = 0;                 ///< No two rocks are ever nearer to each other.
  double fastest_m_s = 0;           ///< No point of a rock is ever faster, turning included.
};

struct AsteroidBelt {
  std::vector<TriangleMesh> shapes;  ///< Closed, around their own origin; from the smallest to the largest.
  std::vector<BeltRock> rocks;

  /// The number of the rock whose middle is nearest to a point. Requires: there are rocks.
  size_t NearestTo(Vec3 point, double time_s) const;
};

/// The same options give the same belt. Rings are put in as long as there is room for them.
AsteroidBelt MakeAsteroidBelt(const BeltOptions& options);

}  // namespace navnet
