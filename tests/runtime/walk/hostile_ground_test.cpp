// SPDX-License-Identifier: Apache-2.0
// Grounds that no bake makes, or only one of a world that is far too large: every question has an answer, and the work
// for it does not grow with distances. (Nets with such grounds are mostly refused when they are loaded, see
// bake/net_checks_test.cpp.)

#include <navnet/runtime/walk.h>

#include "support/walk_worlds.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

// Boxes between lots of a hundred thousand kilometres, with a surface in two corners only: far away lies nothing.
Ground HugeGround(uint64_t seed) {
  GroundContours contours = TownContours(seed, 2);
  contours.unit_m = 1e3;
  Ground ground = FlatGround(contours);
  const Vec2 lo = ground.corners[0], hi = ground.corners[2];
  ground.corners.clear();
  ground.patches.clear();
  const auto add = [&](Vec2 at, double base) {
    AddPatch(ground, 0, {at, at + Vec2{1e6, 0}, at + Vec2{1e6, 1e6}, at + Vec2{0, 1e6}}, base, {0, 0});
  };
  add(lo, 0);
  add(hi - Vec2{1e6, 1e6}, 0.5);
  return ground;
}

// Runs all queries at some points; any answer is allowed.
void Ask(const Ground& ground, uint64_t seed) {
  const Walker walker(ground, UpAxis::Z);
  TestRandom random(seed);
  const auto point = [&] {
    const GroundPatch& patch = ground.patches[size_t(random.Integer(0, int(ground.patches.size()) - 1))];
    const Vec2 a = ground.corners[patch.first_corner], b = ground.corners[patch.first_corner + 2];
    const Vec2 p = a + random.Uniform(0, 1) * (b - a);
    return Vec3{p.x, p.y, patch.HeightAt(p)};
  };
  for (int i = 0; i < 10; ++i) {
    const Vec3 from = point(), to = point();
    (void)walker.Retract(from);
    (void)walker.RandomWalkable(uint64_t(i), 0.1);
    (void)walker.NearestWalkable(from, 0.1, 10);
    (void)walker.WidestRadius(from, to);
    for (const double radius : {0.0, 0.1}) {
      WalkQuery query;
      query.start = from;
      query.goal = to;
      query.radius_m = radius;
      query.snap_m = 10;
      query.partial = true;
      const WalkPath path = walker.Find(query);
      for (const Vec3& p : path.points) EXPECT_TRUE(IsFinite(p));
    }
  }
}

TEST(HostileGround, LineQueriesOverWideGapsTerminate) {
  for (uint64_t seed = 1; seed <= 3; ++seed) Ask(HugeGround(seed), seed);
}

TEST(HostileGround, RegionsInAWideWorldHaveFewSamples) {
  const Ground ground = HugeGround(1);
  const Walker walker(ground, UpAxis::Z);
  const Vec2 a = ground.corners[0], b = ground.corners[2];
  const CostRegion region{{{a.x - 1e9, a.y + 5e5, -1}, {a.x + 1e9, a.y + 6e5, 1}}, 3};
  WalkQuery query;
  query.start = {a.x + 1e5, a.y + 1e5, 0};
  query.goal = {b.x - 1e5, b.y - 1e5, 0};
  query.regions = {&region, 1};
  const WalkPath path = walker.Find(query);
  EXPECT_EQ(path.status, PathStatus::Complete);
  EXPECT_LT(path.statistics.pushed, 1000000);
}

TEST(HostileGround, ADistantBendDoesNotCrash) {
  const Ground whole = SpiralGround(60);
  for (size_t i = 0; i < whole.bends.size(); i += 1) {
    Ground ground = whole;
    ground.bends[i].p.x = 17180942925.8;
    Ask(ground, i);
  }
}

TEST(HostileGround, SwappedSidesDoNotCrash) {
  const Ground whole = SpiralGround(60);
  for (size_t i = 0; i < whole.bends.size(); i += 7) {
    Ground ground = whole;
    GroundBend& bend = ground.bends[i];
    std::swap(bend.left, bend.right);
    Ask(ground, i);
    bend.left = bend.right;
    Ask(ground, i);
    bend.left.y *= -1;
    Ask(ground, i);
  }
}

}  // namespace
}  // namespace navnet
