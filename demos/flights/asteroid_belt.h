// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tumbling rocks on rings around the origin, for the asteroid flight. The pose of each rock is known exactly at any
// time, and rocks never come near each other: those of one ring have the same speed, and rings are kept apart.

#include <navnet/core/mesh.h>
#include <navnet/core/transform.h>

#include <cstdint>
#include <vector>

namespace navnet {

/// A rock that orbits the z axis and rotates about an axis of its own.
struct BeltRock {
  uint32_t shape = 0;  ///< Index into AsteroidBelt::shapes.
  double ring_m = 0, height_m = 0, angle_rad = 0, round_rad_s = 0;
  Vec3 spin_axis;
  double spin_rad_s = 0;

  Transform PoseAt(double time_s) const;
};

struct BeltOptions {
  uint64_t seed = 1;
  double inner_m = 0, outer_m = 0;  ///< Range of distances from the z axis that contains all rocks.
  double half_height_m = 0;         ///< Largest distance of rocks from the plane z = 0.
  double gap_m = 0;                 ///< Minimum distance between two rocks at any time.
  double fastest_m_s = 0;           ///< Maximum speed of any point of a rock, rotation included.
};

struct AsteroidBelt {
  std::vector<TriangleMesh> shapes;  ///< Closed, around their own origin; in ascending order of size.
  std::vector<BeltRock> rocks;

  /// Index of the rock whose centre is nearest to a point. Requires: there are rocks.
  size_t NearestTo(Vec3 point, double time_s) const;
};

/// Makes a belt; the same options give the same belt. Adds rings until there is no room for more.
AsteroidBelt MakeAsteroidBelt(const BeltOptions& options);

}  // namespace navnet
