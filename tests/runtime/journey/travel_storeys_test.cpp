// SPDX-License-Identifier: Apache-2.0
// Journeys in worlds of several storeys: every segment, including changes of mode, is checked against the triangles or
// blocked voxels.

#include <navnet/bake.h>
#include <navnet/internal/core/text.h>
#include <navnet/runtime/travel.h>

#include "support/answer_audit.h"
#include "support/storey_worlds.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace navnet {
namespace {

constexpr double kRadius_m = 0.3;

Net NetOf(const World& world, double step_m, double height_m) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {kRadius_m};
  options.sample.margin_m = 2;
  options.walk = WalkOptions{.step_m = step_m, .height_m = height_m};
  options.spot_spacing_m = 3;
  // Blocked voxels are solid: no ground inside them.
  options.keep = world.voxels() ? Keep::Outside : Keep::All;
  Result<Baked> baked = Bake(world, options);
  if (!baked) throw std::runtime_error(baked.error().message);
  return baked->net;
}

TEST(TravellerBesideAnEdge, DoesNotWalkOnAirNorGoThroughAFloor) {
  TriangleMesh mesh = MakeBox({{0, 0, -1}, {30, 30, 0}});
  mesh.Append(MakeBox({{26.25, 23.88, 2.5}, {27.65, 31.86, 7.5}}));
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.2};
  options.sample.bounds_world = Box3{{0, 0, -1}, {30, 30, 9}};
  options.keep = Keep::Outside;
  options.walk = WalkOptions{};
  const World world{"box", UpAxis::Z, mesh};
  const Result<Baked> baked = Bake(world, options);
  ASSERT_TRUE(baked.ok());
  const Traveller traveller{Navigator(baked->net)};
  const AnswerAudit audit(world, baked->net);
  TravelQuery query;
  query.start = {27.7178, 28.82, 2.1};
  query.agent = {.radius_m = 0.2, .walk_m_s = 1.4, .fly_m_s = 1, .switch_s = 1};
  query.snap_m = 1;
  for (const Vec3& goal : {Vec3{5, 5, 0}, Vec3{24, 28, 0}, Vec3{20, 20, 5}}) {
    query.goal = goal;
    const TravelPath path = traveller.Find(query);
    EXPECT_EQ(audit.FlawOf(path, query), "") << "to " << Text(goal);
    EXPECT_EQ(path.status, PathStatus::Complete) << "to " << Text(goal);
  }
}

struct Counts {
  int journeys = 0, changes = 0, walks = 0;
};

void CheckJourneys(const World& world, const Net& net, uint64_t seed, Counts& counts) {
  const Navigator navigator(net);
  const Traveller traveller(navigator);
  const AnswerAudit audit(world, net);
  TestRandom random(seed);
  const Walker& walker = *navigator.walker();
  const auto end = [&](int i) {
    if (random.Integer(0, 3) == 0) return *navigator.RandomFree(100 * seed + uint64_t(i), kRadius_m);
    // On the ground, beside a ledge or a wall, and some way above or below.
    const GroundWall& wall = net.ground().walls[size_t(random.Integer(0, int(net.ground().walls.size()) - 1))];
    const Vec2 p = wall.a + random.Uniform(0, 1) * (wall.b - wall.a);
    const auto place = walker.RandomWalkable(100 * seed + uint64_t(i), kRadius_m);
    if (random.Integer(0, 1) == 0 && place) return *place;
    return WorldOf(p + Vec2{random.Uniform(-0.1, 0.1), random.Uniform(-0.1, 0.1)}, random.Uniform(-1, 5), world.up);
  };
  for (int i = 0; i < 12; ++i) {
    TravelQuery query;
    query.start = end(2 * i);
    query.goal = end(2 * i + 1);
    query.agent.radius_m = i % 2 == 0 ? kRadius_m : 0.1;
    query.agent.walk_m_s = i % 4 == 3 ? 0 : random.Uniform(1, 3);
    query.agent.fly_m_s = i % 6 == 5 ? 0 : random.Uniform(0.7, 3);
    if (!(query.agent.fly_m_s > 0)) query.agent.walk_m_s = 1;
    query.agent.switch_s = random.Uniform(0, 2);
    query.snap_m = 1;
    if (i % 3 == 0) query.max_expansions = random.Integer(1, 300);
    query.partial = true;
    const TravelPath path = traveller.Find(query);
    EXPECT_EQ(audit.FlawOf(path, query), "")
        << "journey " << i << " from " << Text(query.start) << " to " << Text(query.goal);
    counts.journeys += !path.segments.empty();
    for (const TravelSegment& s : path.segments) {
      counts.changes += s.mode == TravelMode::TakeOff || s.mode == TravelMode::Land;
      counts.walks += s.mode == TravelMode::Walk;
    }
  }
}

TEST(TravellerOnStoreys, GivesValidJourneysAmongTriangles) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const World world = StoreyMesh(seed);
    CheckJourneys(world, NetOf(world, seed % 2 ? 0.3 : 0.55, seed % 2 ? 1.8 : 1), seed, counts);
  }
  EXPECT_GT(counts.journeys, 120);
  EXPECT_GT(counts.changes, 120);
  EXPECT_GT(counts.walks, 60);
}

TEST(TravellerOnStoreys, GivesValidJourneysAmongVoxels) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const World world = StoreyVoxels(seed);
    CheckJourneys(world, NetOf(world, seed % 2 ? 0.3 : 0.55, seed % 2 ? 1.8 : 1), seed, counts);
  }
  EXPECT_GT(counts.journeys, 120);
  EXPECT_GT(counts.changes, 120);
  EXPECT_GT(counts.walks, 60);
}

}  // namespace
}  // namespace navnet
