// SPDX-License-Identifier: Apache-2.0
// Flights in arbitrary worlds.

#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "demos/flights/support.h"

#include <algorithm>

namespace navnet {
namespace {

World Named(TriangleMesh mesh, UpAxis up = UpAxis::Z) { return {.name = "own", .up = up, .geometry = std::move(mesh)}; }

Flight Flown(World world, const FlightOptions& options, const OwnWorldOptions& own = {}) {
  Result<Flight> flight = FlyWorld(std::move(world), options, own);
  EXPECT_TRUE(flight) << flight.error().message;
  return std::move(*flight);
}

TEST(OwnWorldFlight, WorksInWorldsOfManyKinds) {
  for (const WorldKind kind : {WorldKind::Building, WorldKind::Forest, WorldKind::Maze}) {
    SCOPED_TRACE(ToString(kind));
    const WorldKindInfo& info = WorldKinds()[size_t(kind)];
    Result<TriangleMesh> mesh = MakeWorld({.kind = kind, .size_m = info.min_size_m});
    ASSERT_TRUE(mesh) << mesh.error().message;
    ExpectGoodFlight(Flown(Named(std::move(*mesh)), {.seed = 3, .agents = 12}));
  }
}

TEST(OwnWorldFlight, WorksWithYUp) {
  Result<TriangleMesh> mesh = MakeWorld({.kind = WorldKind::Building, .size_m = 30});
  ASSERT_TRUE(mesh) << mesh.error().message;
  for (Vec3& v : mesh->vertices) v = {v.x, v.z, -v.y};
  const Flight flight = Flown(Named(std::move(*mesh), UpAxis::Y), {.agents = 9});
  ExpectGoodFlight(flight);
  EXPECT_TRUE(std::ranges::any_of(flight.log.agents(), [](const LoggedAgent& a) { return a.kind == "walker"; }));
}

TEST(OwnWorldFlight, HasOnlyDronesWithoutGround) {
  // A thin plate in space without ground, far from the origin.
  const Vec3 middle = {1e5, -2e5, 3e5};
  const TriangleMesh vane{{middle, middle + Vec3{20, 0, 0}, middle + Vec3{0, 12, 0}, middle + Vec3{0, 0, 30}},
                          {{0, 1, 3}, {0, 2, 3}}};
  const Flight flight = Flown(Named(vane), {.agents = 6});
  ExpectGoodFlight(flight);
  for (const LoggedAgent& agent : flight.log.agents()) {
    EXPECT_EQ(agent.kind, "drone");
    EXPECT_GT(agent.radius_m, 0);
  }
}

TEST(OwnWorldFlight, IsTheSameForAnyNumberOfThreads) {
  const auto fingerprint = [](uint64_t seed, int threads) {
    return Flown(Named(MakeBoxRoom({{0, 0, 0}, {20, 15, 6}}, 0.5)), {.seed = seed, .agents = 10, .threads = threads})
        .log.Fingerprint();
  };
  EXPECT_EQ(fingerprint(1, 1), fingerprint(1, 3));
  EXPECT_NE(fingerprint(1, 1), fingerprint(2, 1));
}

TEST(OwnWorldFlight, ReportsWhatToDoIfNoAgentFits) {
  const Result<Flight> flight =
      FlyWorld(Named(MakeBoxRoom({{0, 0, 0}, {2, 2, 2}}, 0.1)), {.agents = 3}, {.radius_m = 30, .voxel_m = 0.01});
  ASSERT_FALSE(flight);
  EXPECT_NE(flight.error().message.find("voxel"), std::string::npos) << flight.error().message;
}

TEST(OwnWorldFlight, StopsWhenProgressReturnsFalse) {
  int calls = 0;
  const Result<Flight> flight = FlyWorld(Named(MakeBox({{0, 0, 0}, {10, 10, 10}})),
                                         {.progress = [&](std::string_view, double) { return ++calls < 5; }});
  ASSERT_FALSE(flight);
  EXPECT_EQ(flight.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace navnet
