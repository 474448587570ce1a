// SPDX-License-Identifier: Apache-2.0
#include "flights/asteroid_belt.h"

#include <navnet/worlds/worlds.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace navnet {
namespace {

constexpr double kSmallestM = 4, kLargestM = 15;  // Radii of the rocks' bounding spheres.
constexpr double kFineM = 9;                      // Rocks of at least this radius have more triangles.
constexpr int kShapes = 8;
constexpr int kCuts = 14;                              // Number of facets cut from a rock.
constexpr int kTries = 3000;                           // Attempts to add rings; more attempts make a denser belt.
constexpr double kLeastSpareM = 20, kMostSpareM = 70;  // Extra distance between rocks of a ring, beyond the gap.

class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  double Between(double low, double high) { return low + (high - low) * double(bits_() >> 11) * 0x1p-53; }
  /// Uniformly distributed unit vector.
  Vec3 Direction() {
    const double z = Between(-1, 1), angle = Between(0, 2 * std::numbers::pi), around = std::sqrt(1 - z * z);
    return {around * std::cos(angle), around * std::sin(angle), z};
  }

 private:
  std::mt19937_64 bits_;
};

/// A sphere with facets cut off, then scaled differently along the axes.
TriangleMesh MakeRock(double reach_m, Random& random) {
  TriangleMesh mesh = MakeSphere({}, 1, reach_m < kFineM ? 2 : 3);
  for (int i = 0; i < kCuts; ++i) {
    const Vec3 normal = random.Direction();
    const double height = random.Between(0.6, 0.95);
    for (Vec3& v : mesh.vertices) v = v * (height / std::max(height, Dot(v, normal)));
  }
  const double y = random.Between(0.7, 1), z = random.Between(0.6, 0.9);
  for (Vec3& v : mesh.vertices) v = {v.x, v.y * y, v.z * z};
  double reach = 0;
  for (const Vec3& v : mesh.vertices) reach = std::max(reach, Length(v));
  for (Vec3& v : mesh.vertices) v = v * (reach_m / reach);
  return mesh;
}

/// Cross-section of the torus that contains the rocks of a ring: a disc.
struct Ring {
  double distance_m = 0, height_m = 0;
  int largest_shape = 0;
  double reach_m = 0;
};

double ReachOf(int shape) { return kSmallestM + (kLargestM - kSmallestM) * shape / (kShapes - 1); }

std::vector<Ring> MakeRings(const BeltOptions& options, Random& random) {
  std::vector<Ring> rings;
  for (int tries = 0; tries < kTries; ++tries) {
    Ring ring;
    // Large shapes first, because they would not fit later.
    ring.largest_shape = (kShapes - 1) * (kTries - tries) / kTries;
    ring.reach_m = ReachOf(ring.largest_shape);
    ring.distance_m = random.Between(options.inner_m + ring.reach_m, options.outer_m - ring.reach_m);
    const double most_high = options.half_height_m - ring.reach_m;
    ring.height_m = random.Between(-most_high, most_high);
    const bool has_room = std::ranges::none_of(rings, [&](const Ring& other) {
      return std::hypot(ring.distance_m - other.distance_m, ring.height_m - other.height_m) <
             ring.reach_m + other.reach_m + options.gap_m;
    });
    if (has_room) rings.push_back(ring);
  }
  return rings;
}

}  // namespace

Transform BeltRock::PoseAt(double time_s) const {
  const double angle = angle_rad + round_rad_s * time_s;
  return {.position = {ring_m * std::cos(angle), ring_m * std::sin(angle), height_m},
          .rotation = Quaternion::AboutAxis(spin_axis, spin_rad_s * time_s)};
}

size_t AsteroidBelt::NearestTo(Vec3 point, double time_s) const {
  const auto nearest = std::ranges::min_element(
      rocks, {}, [&](const BeltRock& rock) { return Length(rock.PoseAt(time_s).position - point); });
  return size_t(nearest - rocks.begin());
}

AsteroidBelt MakeAsteroidBelt(const BeltOptions& options) {
  Random random(options.seed);
  AsteroidBelt belt;
  for (int i = 0; i < kShapes; ++i) belt.shapes.push_back(MakeRock(ReachOf(i), random));
  for (const Ring& ring : MakeRings(options, random)) {
    const double around_m = 2 * std::numbers::pi * ring.distance_m;
    const double least_apart_m = 2 * ring.reach_m + options.gap_m;
    const int count = std::max(1, int(around_m / (least_apart_m + random.Between(kLeastSpareM, kMostSpareM))));
    const double spare_rad = (around_m / count - least_apart_m) / ring.distance_m;
    // Part of the speed limit is for orbiting, the rest for rotating.
    const double round_m_s = options.fastest_m_s * random.Between(0.4, 0.8);
    const double first_rad = random.Between(0, 2 * std::numbers::pi);
    for (int i = 0; i < count; ++i) {
      BeltRock rock{.shape = uint32_t(random.Between(0, ring.largest_shape + 0.999)),
                    .ring_m = ring.distance_m,
                    .height_m = ring.height_m,
                    .angle_rad = first_rad + 2 * std::numbers::pi * i / count + spare_rad * random.Between(-0.4, 0.4),
                    .round_rad_s = round_m_s / ring.distance_m,
                    .spin_axis = random.Direction()};
      rock.spin_rad_s = (options.fastest_m_s - round_m_s) / ReachOf(int(rock.shape)) * random.Between(0.5, 1);
      belt.rocks.push_back(rock);
    }
  }
  return belt;
}

}  // namespace navnet
