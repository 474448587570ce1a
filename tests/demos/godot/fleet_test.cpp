// SPDX-License-Identifier: Apache-2.0
#include "godot/fleet.h"

#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace navnet {
namespace {

constexpr double kStep_s = 1.0 / 60, kGain = 5, kRadius_m = 0.35;
const Box3 kRoom{{0, 0, 0}, {12, 4, 8}};

TriangleMesh RoomWithAWall() {
  TriangleMesh mesh = MakeBoxRoom(kRoom, 0.5);
  // Across the middle, with a gap of 2 m at the far side.
  mesh.Append(MakeBox({{5.8, -0.1, -0.1}, {6.2, 4.1, 6}}));
  return mesh;
}

Result<Fleet> MakeFleet(double walk_height_m = 0) {
  return Fleet::Bake(RoomWithAWall(), UpAxis::Y, {.radius_m = kRadius_m, .walk_height_m = walk_height_m});
}

/// Simulates an engine's body that approaches a velocity with a lag.
struct LaggingBody {
  Vec3 position, velocity = {};

  Vec3 Point() const { return position + velocity * (1 / kGain - kStep_s); }
  void Step(Vec3 wanted) {
    velocity = velocity + (wanted - velocity) * (kGain * kStep_s);
    position = position + velocity * kStep_s;
  }
};

struct Flight {
  Fleet fleet;
  std::vector<LaggingBody> bodies;

  void Step() {
    std::vector<Vec3> points, wanted(bodies.size());
    for (const LaggingBody& body : bodies) points.push_back(body.Point());
    ASSERT_TRUE(fleet.Steer(points, kStep_s, wanted));
    for (size_t i = 0; i < bodies.size(); ++i) bodies[i].Step(wanted[i]);
  }
  double Clearance() const {
    std::vector<Vec3> positions;
    for (const LaggingBody& body : bodies) positions.push_back(body.position);
    return fleet.Clearance(positions);
  }
};

Flight MakeFlight() {
  Flight flight{*MakeFleet(), {}};
  for (const double y : {1.0, 2.0, 3.0}) {
    for (const auto& [from, to] : {std::pair(2.0, 10.0), std::pair(10.0, 2.0)}) {
      EXPECT_TRUE(flight.fleet.Add(AgentKind::Flyer, {from, y, 2}, {to, y, 3}, 2));
      flight.bodies.push_back({{from, y, 2}});
    }
  }
  return flight;
}

TEST(Fleet, MovesThePointsOfLaggingBodiesLikeItsAgents) {
  Flight flight = MakeFlight();
  for (int i = 0; i < 600; ++i) {
    flight.Step();
    for (size_t body = 0; body < flight.bodies.size(); ++body) {
      ASSERT_LT(Length(flight.bodies[body].Point() - flight.fleet.place(body)), 1e-9);
    }
  }
}

TEST(Fleet, BringsLaggingBodiesToTheirGoalsWithinTheMargin) {
  Flight flight = MakeFlight();
  double clearance = 10, gap = 10;
  for (int i = 0; i < 3600 && flight.fleet.arrived() < flight.bodies.size(); ++i) {
    flight.Step();
    clearance = std::min(clearance, flight.Clearance());
    for (size_t a = 0; a < flight.bodies.size(); ++a) {
      for (size_t b = 0; b < a; ++b) {
        gap = std::min(gap, Length(flight.bodies[a].position - flight.bodies[b].position));
      }
    }
  }
  EXPECT_EQ(flight.fleet.arrived(), flight.bodies.size());
  EXPECT_EQ(flight.fleet.replanned(), 0u);
  EXPECT_GT(clearance, kRadius_m - 0.1);
  EXPECT_GT(gap, 2 * (kRadius_m - 0.1));
}

TEST(Fleet, ReplansForABodyThatIsPushedAway) {
  Flight flight = MakeFlight();
  for (int i = 0; i < 60; ++i) flight.Step();
  flight.bodies[0].position = {2, 3.9, 7.9};  // Not free for its radius.
  flight.Step();
  EXPECT_EQ(flight.fleet.replanned(), 1u);
  EXPECT_LT(Length(flight.fleet.place(0) - flight.bodies[0].position), 1);
  for (int i = 0; i < 3600 && flight.fleet.arrived() < flight.bodies.size(); ++i) flight.Step();
  EXPECT_EQ(flight.fleet.arrived(), flight.bodies.size());
}

TEST(Fleet, WaitsAtAShutDoorUntilItOpens) {
  Flight flight = MakeFlight();
  const Result<size_t> door = flight.fleet.AddDoor({6, 2, 7}, {0.1, 2.1, 1.1});
  ASSERT_TRUE(door);
  ASSERT_TRUE(flight.fleet.SetDoor(*door, false));
  for (int i = 0; i < 600; ++i) flight.Step();
  EXPECT_EQ(flight.fleet.arrived(), 0u);
  ASSERT_TRUE(flight.fleet.SetDoor(*door, true));
  for (int i = 0; i < 3600 && flight.fleet.arrived() < flight.bodies.size(); ++i) flight.Step();
  EXPECT_EQ(flight.fleet.arrived(), flight.bodies.size());
  EXPECT_FALSE(flight.fleet.SetDoor(7, true));
}

TEST(Fleet, PutsWalkersOnTheGround) {
  Result<Fleet> fleet = MakeFleet(1.5);
  ASSERT_TRUE(fleet);
  ASSERT_TRUE(fleet->Add(AgentKind::Walker, {2, 1, 2}, {10, 1, 2}, 2));
  EXPECT_NEAR(fleet->place(0).y, 0, 1e-6);
  std::vector<Vec3> points{fleet->place(0)}, wanted(1);
  for (int i = 0; i < 3600 && fleet->arrived() == 0; ++i) {
    ASSERT_TRUE(fleet->Steer(points, kStep_s, wanted));
    points[0] = points[0] + wanted[0] * kStep_s;
    EXPECT_NEAR(points[0].y, 0, 1e-6);
  }
  EXPECT_EQ(fleet->arrived(), 1u);
}

TEST(Fleet, RefusesInvalidArguments) {
  EXPECT_FALSE(Fleet::Bake({}, UpAxis::Y, {}));
  Result<Fleet> fleet = MakeFleet();
  ASSERT_TRUE(fleet);
  EXPECT_FALSE(fleet->Add(AgentKind::Flyer, {100, 100, 100}, {2, 1, 2}, 2));
  EXPECT_FALSE(fleet->Add(AgentKind::Flyer, {2, 1, 2}, {2, 1, 2}, -1));
  EXPECT_FALSE(fleet->Add(AgentKind::Walker, {2, 1, 2}, {2, 1, 2}, 2)) << "this bake has no ground";
  EXPECT_FALSE(fleet->AddDoor({6, 2, 7}, {0, 1, 1}));
  EXPECT_EQ(fleet->size(), 0u);
  std::vector<Vec3> wanted(1);
  EXPECT_FALSE(fleet->Steer({}, kStep_s, wanted));
  ASSERT_TRUE(fleet->Add(AgentKind::Flyer, {2, 1, 2}, {2, 1, 2}, 2));
  EXPECT_FALSE(fleet->Steer(std::vector<Vec3>{{NAN, 1, 2}}, kStep_s, wanted));
  EXPECT_FALSE(fleet->Steer(std::vector<Vec3>{{2, 1, 2}}, 0, wanted));
}

}  // namespace
}  // namespace navnet
