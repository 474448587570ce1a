// SPDX-License-Identifier: Apache-2.0
// Journeys that pass gates, against brute force over all legs.

#include "support/travel_oracle.h"
#include "support/travel_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace navnet {
namespace {

Traveller TravellerWith(const TriangleMesh& mesh, const std::vector<Gate>& gates, bool has_ground = true) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.4};
  options.sample.margin_m = 4;
  if (has_ground) options.walk = WalkOptions{};
  options.gates = gates;
  options.spot_spacing_m = 5;
  Result<Baked> baked = Bake(World{"test", UpAxis::Z, mesh}, options);
  EXPECT_TRUE(baked.ok()) << (baked ? "" : baked.error().message);
  return Traveller(Navigator(baked->net));
}

std::vector<TravelMode> ModesOf(const TravelPath& path) {
  std::vector<TravelMode> modes;
  for (const TravelSegment& s : path.segments) modes.push_back(s.mode);
  return modes;
}

TEST(TravelGates, AreTakenOnFlights) {
  const std::vector<Gate> gates{{{2, 5, 3}, {28, 5, 3}, 0.5, 0, 1}, {{2, 8, 3}, {28, 8, 3}, 0.1, 0, 0, 1}};
  const TravelQuery query =
      Query({2, 5, 0}, {28, 5, 0}, {.radius_m = 0.4, .walk_m_s = 1.4, .fly_m_s = 2, .switch_s = 0.5});
  const Traveller traveller = TravellerWith(Gap(), gates);
  const TravelPath path = traveller.Find(query);
  ExpectWhole(path, query);
  EXPECT_EQ(ModesOf(path),
            (std::vector{TravelMode::TakeOff, TravelMode::Fly, TravelMode::Link, TravelMode::Fly, TravelMode::Land}));
  const TravelSegment& jump = path.segments[2];
  EXPECT_TRUE(jump.is_gate);
  EXPECT_EQ(jump.link, 0U);
  EXPECT_EQ(jump.seconds, 0.5);
  EXPECT_EQ(jump.length_m, 0);
  EXPECT_EQ(path.PointsOf(jump)[0], gates[0].from);
  EXPECT_EQ(path.PointsOf(jump)[1], gates[0].to);
  EXPECT_NEAR(path.seconds, AllLegs(traveller, query).Cheapest(), 1e-6);
  // One way, closed, forbidden: they fly.
  const auto flies = [&](const TravelQuery& other) {
    const TravelPath flown = traveller.Find(other);
    ExpectWhole(flown, other);
    return ModesOf(flown) == std::vector{TravelMode::TakeOff, TravelMode::Fly, TravelMode::Land};
  };
  EXPECT_TRUE(flies(Query(query.goal, query.start, query.agent)));
  TravelQuery other = query;
  const std::array<uint32_t, 2> closed{0, 9};
  other.closed_gates = closed;
  EXPECT_TRUE(flies(other));
  other.closed_gates = {};
  const std::array<CostRegion, 1> forbidden{CostRegion{{{1, 4, 2}, {3, 6, 4}}, kNever}};
  other.fly_regions = forbidden;
  EXPECT_TRUE(flies(other));
}

TEST(TravelGates, JoinAirThatIsNotConnected) {
  // Two sealed rooms, without ground.
  TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {8, 8, 5}}, 0.5);
  mesh.Append(MakeBoxRoom({{20, 0, 0}, {28, 8, 5}}, 0.5));
  for (const bool has_ground : {false, true}) {
    const Traveller traveller = TravellerWith(mesh, {{{6, 4, 3}, {22, 4, 3}, 2}}, has_ground);
    TravelQuery query = Query({2, 2, 2}, {26, 6, 2}, {.radius_m = 0.4, .walk_m_s = 0, .fly_m_s = 3, .switch_s = 1});
    const TravelPath path = traveller.Find(query);
    ExpectWhole(path, query);
    EXPECT_EQ(ModesOf(path), (std::vector{TravelMode::Fly, TravelMode::Link, TravelMode::Fly}));
    EXPECT_NEAR(path.seconds, 2 * std::sqrt(16 + 4 + 1) / 3 + 2, 1e-9);
    const std::array<uint32_t, 1> closed{0};
    query.closed_gates = closed;
    EXPECT_EQ(traveller.Find(query).status, PathStatus::Unreachable);
  }
}

TEST(TravelGates, JourneysAreNearlyTheBestByBruteForce) {
  CostRatios ratios;
  int with_gates = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    TestRandom random(seed);
    const auto place = [&] { return Vec3{random.Uniform(1, 29), random.Uniform(1, 9), random.Uniform(0.5, 3.5)}; };
    std::vector<Gate> gates;
    for (int i = 0; i < 5; ++i) {
      Gate gate{place(), place(), random.Uniform(0, 2)};
      gate.one_way = uint32_t(random.Integer(0, 1));
      gate.is_closed = random.Integer(0, 5) == 0;
      gates.push_back(gate);
    }
    TriangleMesh mesh = Gap();
    for (int i = 0; i < 4; ++i) {
      const Vec3 p{random.Uniform(1, 28), random.Uniform(0, 6), 0};
      mesh.Append(MakeBox({p, p + Vec3{0.5, random.Uniform(2, 4), random.Uniform(1, 4)}}));
    }
    const Traveller traveller = TravellerWith(mesh, gates);
    const Walker& walker = *traveller.navigator().walker();
    for (uint64_t i = 0; i < 8; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", journey " + std::to_string(i));
      const TravelAgent agent{.radius_m = 0.4,
                              .walk_m_s = i % 4 == 0 ? 0 : random.Uniform(0.5, 3),
                              .fly_m_s = random.Uniform(0.5, 6),
                              .switch_s = random.Uniform(0, 1)};
      const auto start = walker.RandomWalkable(2 * i + 100 * seed, 0.4), goal = walker.RandomWalkable(2 * i + 1, 0.4);
      ASSERT_TRUE(start && goal);
      TravelQuery query = Query(*start, *goal, agent);
      const std::array<uint32_t, 1> closed{uint32_t(random.Integer(0, 5))};
      if (i % 3 == 0) query.closed_gates = closed;
      const TravelPath path = traveller.Find(query);
      const double best_s = AllLegs(traveller, query).Cheapest();
      ASSERT_EQ(path.status == PathStatus::Complete, best_s < kNever);
      if (best_s == kNever) continue;
      ExpectWhole(path, query);
      ratios.Add(path.cost_s, best_s);
      for (const TravelSegment& s : path.segments) with_gates += s.is_gate;
    }
  }
  EXPECT_GT(with_gates, 5);
  ratios.ExpectSmall(20);
}

}  // namespace
}  // namespace navnet
