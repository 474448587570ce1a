// SPDX-License-Identifier: Apache-2.0
// Portals of the free space are in order and never cross, for any radius.

#include "walk/portals.h"

#include "support/baked_ground.h"
#include "support/ground_oracle.h"
#include "support/walk_worlds.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace navnet {
namespace {

// Rounding of coordinates up to 100 m.
constexpr double kRounding_m = 1e-12;

struct Ends {
  Vec2 left, right;
};

Ends EndsOf(const WalkPortal& portal, double radius_m) { return {portal.Left(radius_m), portal.Right(radius_m)}; }

/// How far one end of two segments that cross must be moved for them not to; 0 if they do not cross.
double CrossingOf(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto separates = [](Vec2 p, Vec2 q, Vec2 r, Vec2 s) { return Cross(q - p, r - p) * Cross(q - p, s - p) < 0; };
  if (!separates(a, b, c, d) || !separates(c, d, a, b)) return 0;
  return std::min(
      {DistanceToSegment(a, c, d), DistanceToSegment(b, c, d), DistanceToSegment(c, a, b), DistanceToSegment(d, a, b)});
}

/// How far `p` lies on the left of the line through a portal's ends, if the ends are not exact.
double BehindBy(const Ends& portal, Vec2 p) {
  const Vec2 across = portal.right - portal.left, to = p - portal.left;
  const double slack = 2 * kRounding_m * (Length(across) + Length(to));
  return Cross(across, to) + slack;
}

/// From the smallest radius used up to the clearance, including both ends and their rounded neighbours.
std::vector<double> RadiiUpTo(double clearance_m) {
  std::vector<double> radii{kLeastRadius_m / 2,       kLeastRadius_m,           clearance_m - 5e-10,
                            clearance_m * (1 - 1e-6), clearance_m * (1 - 1e-4), clearance_m};
  for (int i = 1; i < 10; ++i) radii.push_back(clearance_m * i / 10);
  std::erase_if(radii, [&](double r) { return !(r >= kLeastRadius_m / 2 && r <= clearance_m); });
  return radii;
}

/// The region between two consecutive portals of an edge is convex and lies on the left of its sides.
void CheckFollows(const Ends& a, const Ends& b) {
  EXPECT_LE(CrossingOf(a.left, a.right, b.left, b.right), kRounding_m) << "the portals cross";
  EXPECT_LE(CrossingOf(a.left, b.left, a.right, b.right), kRounding_m) << "the sides cross";
  for (const Vec2 p : {b.left, b.right}) EXPECT_GE(BehindBy(a, p), 0) << "the second lies before the first";
  for (const Vec2 p : {a.left, a.right})
    EXPECT_GE(BehindBy({b.right, b.left}, p), 0) << "the first lies behind the second";
}

/// Returns the number of pairs checked.
size_t CheckPortals(const GroundView& ground) {
  const WalkPortals portals(ground);
  size_t pairs = 0;
  for (uint32_t e = 0; e < ground.edges.size(); ++e) {
    for (uint32_t i = portals.first[e]; i + 1 < portals.first[e + 1]; ++i) {
      for (const double r : RadiiUpTo(std::min(portals.infos[i].Clearance(), portals.infos[i + 1].Clearance()))) {
        SCOPED_TRACE("edge " + std::to_string(e) + ", portal " + std::to_string(i) + ", radius " + std::to_string(r));
        CheckFollows(EndsOf(portals.portals[i], r), EndsOf(portals.portals[i + 1], r));
        ++pairs;
      }
    }
  }
  // The gates around a hub.
  for (const GroundVertex& vertex : ground.vertices) {
    for (const double r : RadiiUpTo(vertex.clearance_m)) {
      std::vector<Ends> gates;
      for (const GroundSpoke spoke : ground.spokes.subspan(vertex.first_spoke, vertex.spoke_count)) {
        const uint32_t edge = spoke / 2;
        gates.push_back(EndsOf(portals.portals[spoke % 2 == 0 ? portals.first[edge] : portals.first[edge + 1] - 1], r));
      }
      for (size_t i = 0; i < gates.size(); ++i) {
        for (size_t k = 0; k < i; ++k) {
          EXPECT_LE(CrossingOf(gates[i].left, gates[i].right, gates[k].left, gates[k].right), kRounding_m);
          ++pairs;
        }
      }
    }
  }
  return pairs;
}

TEST(WalkPortals, NeverCrossOnFlatGrounds) {
  size_t pairs = 0;
  for (uint64_t seed = 1; seed <= 4 && !testing::Test::HasFailure(); ++seed) {
    pairs += CheckPortals(FlatGround(MazeContours(seed, 4, 0.15)));
    pairs += CheckPortals(FlatGround(TownContours(seed, 4)));
    pairs += CheckPortals(FlatGround(FieldContours(seed, 4)));
    pairs += CheckPortals(FlatGround(PostCircleContours(seed, 3)));
  }
  EXPECT_GT(pairs, 50000u);
}

TEST(WalkPortals, NeverCrossOnVoxels) {
  size_t pairs = 0;
  for (uint64_t seed = 0; seed < 10 * kVoxelGroundKinds.size() && !testing::Test::HasFailure(); ++seed) {
    const VoxelGround made = MakeVoxelGround(seed);
    SCOPED_TRACE(made.name);
    const auto ground = BakedGround(made, oracle::ColumnWalker(made.world, made.walk));
    if (!ground) continue;
    pairs += CheckPortals(*ground);
  }
  EXPECT_GT(pairs, 50000u);
}

}  // namespace
}  // namespace navnet
