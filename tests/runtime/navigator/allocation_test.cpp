// SPDX-License-Identifier: Apache-2.0
// A warmed-up query allocates nothing. A separate program, because it counts every allocation.

#include <navnet/bake.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/box_rooms.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/repair.h>
#include <navnet/runtime/travel.h>
#include <navnet/runtime/walk.h>
#include <navnet/trajectory/check_trajectory.h>
#include <navnet/trajectory/follow_trajectory.h>
#include <navnet/trajectory/plan.h>
#include <navnet/trajectory/replan.h>
#include <navnet/trajectory/traffic.h>
#include <navnet/worlds/worlds.h>

#include "support/walk_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {
std::atomic<long> allocations{0};
}

// Not inlined: the compiler would report a mismatched pair of new and free.
[[gnu::noinline]] void* operator new(size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;  // NOLINT
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }          // NOLINT
[[gnu::noinline]] void operator delete(void* p, size_t) noexcept { std::free(p); }  // NOLINT

namespace navnet {
namespace {

TEST(Navigator, AllocatesNothingOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0, 0.4};
  const Navigator navigator(Bake(World{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})}, options)->net);
  QueryContext context;
  FlightPath path;
  std::vector<FlightQuery> queries;
  for (uint64_t i = 0; i < 100; ++i) {
    queries.push_back({.start = *navigator.RandomFree(2 * i, 0),
                       .goal = *navigator.RandomFree(2 * i + 1, 0),
                       .preferred_clearance_m = i % 3 == 2 ? 0.4 : 0,
                       .certify = i % 2 == 1});
  }
  for (const FlightQuery& query : queries) navigator.Find(query, context, path);
  const long before = allocations;
  int complete = 0;
  for (const FlightQuery& query : queries) {
    navigator.Find(query, context, path);
    complete += path.status == PathStatus::Complete;
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(complete, 50);
}

TEST(RoomMaker, AllocatesNothingOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.4;
  options.sample.radii_m = {0.3};
  const TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const Navigator navigator(Bake(World{"b", UpAxis::Z, mesh}, options)->net);
  const Result<RoomMaker> maker = RoomMaker::Make(mesh);
  QueryContext context;
  RoomContext room_context;
  Rooms rooms;
  RoomCorridor boxes;
  std::vector<std::pair<FlightQuery, FlightPath>> flights;
  for (uint64_t i = 0; i < 30; ++i) {
    const FlightQuery query{
        .start = *navigator.RandomFree(2 * i, 0.3), .goal = *navigator.RandomFree(2 * i + 1, 0.3), .radius_m = 0.3};
    if (FlightPath path = navigator.Find(query); path.status == PathStatus::Complete) flights.emplace_back(query, path);
  }
  ASSERT_GT(flights.size(), 10u);
  const auto make_all = [&] {
    for (const auto& [query, path] : flights) {
      maker->Find(navigator, query, path.points, room_context, rooms);
      ASSERT_EQ(rooms.status, RoomStatus::Complete);
      ASSERT_TRUE(BoxRoomsOf(navigator, query, path.points, context, boxes));
    }
  };
  make_all();
  const long before = allocations;
  make_all();
  EXPECT_EQ(allocations - before, 0);
}

TEST(Traveller, AllocatesNothingOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.2, 0.4};
  options.walk = WalkOptions{};
  options.spot_spacing_m = 4;
  const Navigator navigator(Bake(World{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})}, options)->net);
  const Traveller traveller(navigator);
  QueryContext context;
  TravelPath path;
  std::vector<TravelQuery> queries;
  for (uint64_t i = 0; i < 16; ++i) {
    TravelQuery& query = queries.emplace_back();
    query.start = *navigator.walker()->RandomWalkable(2 * i, 0.2);
    query.goal = *navigator.walker()->RandomWalkable(2 * i + 1, 0.2);
    query.agent = {.radius_m = 0.2, .walk_m_s = 1.4, .fly_m_s = 5, .switch_s = 1};
    query.fly_clearance_m = i % 3 == 2 ? 0.4 : 0;
    query.partial = i % 2 == 0;
    if (i >= 4) query.max_fly_m = 0.1 * double(i % 8) * traveller.Find(query).flown_m;
  }
  for (int i = 0; i < 2; ++i) {
    for (const TravelQuery& query : queries) traveller.Find(query, context, path);
  }
  const long before = allocations;
  int complete = 0;
  for (const TravelQuery& query : queries) {
    traveller.Find(query, context, path);
    complete += path.status == PathStatus::Complete;
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(complete, 4);
}

TEST(PlanTrajectory, AllocatesNothingOnceWarmedUp) {
  RoomCorridor rooms;
  for (int room = 0; room < 4; ++room) {
    const double x = 4.0 * room, y = room % 2;
    const HalfSpace planes[] = {{{1, 0, 0}, x + 5}, {{-1, 0, 0}, -x}, {{0, 1, 0}, y + 2},
                                {{0, -1, 0}, -y},   {{0, 0, 1}, 2},   {{0, 0, -1}, 0}};
    rooms.Append(planes);
  }
  const std::vector<Vec3> points = {{1, 1, 1}, {4.5, 1.5, 1}, {8.5, 1.5, 1}, {12.5, 1.5, 1}, {16, 2, 1}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  TrajectoryContext context;
  PlannedTrajectory planned;
  const auto plan_all = [&] {
    for (const Vec3 velocity : {Vec3{}, Vec3{1, 0.5, 0}}) {
      query.start_velocity = velocity;
      PlanTrajectory(query, context, planned);
      ASSERT_TRUE(HasTrajectory(planned.status));
    }
  };
  plan_all();
  const long before = allocations;
  plan_all();
  EXPECT_EQ(allocations - before, 0);
}

/// Boxes around segments.
class WideRooms : public RoomSource {
 public:
  bool AppendRoom(Vec3 a, Vec3 b, RoomCorridor& rooms) override {
    const Vec3 low = Min(a, b) - Vec3{1, 1, 1}, high = Max(a, b) + Vec3{1, 1, 1};
    const HalfSpace planes[] = {{{1, 0, 0}, high.x},  {{-1, 0, 0}, -low.x}, {{0, 1, 0}, high.y},
                                {{0, -1, 0}, -low.y}, {{0, 0, 1}, high.z},  {{0, 0, -1}, -low.z}};
    rooms.Append(planes);
    return true;
  }
};

TEST(Replan, AllocatesNothingInFlightOnceWarmedUp) {
  const HalfSpace along[] = {{{1, 0, 0}, 41}, {{-1, 0, 0}, 1}, {{0, 1, 0}, 2},
                             {{0, -1, 0}, 2}, {{0, 0, 1}, 2},  {{0, 0, -1}, 2}};
  const HalfSpace across[] = {{{1, 0, 0}, 21}, {{-1, 0, 0}, -19}, {{0, 1, 0}, 42},
                              {{0, -1, 0}, 2}, {{0, 0, 1}, 2},    {{0, 0, -1}, 2}};
  RoomCorridor rooms, turn;
  rooms.Append(along);
  turn.Append(across);
  const std::vector<Vec3> points = {{0, 0, 0}, {40, 0, 0}}, to_the_side = {{20, 0, 0}, {20, 40, 0}};
  TrajectoryQuery query;
  query.points = points;
  query.rooms = &rooms;
  TrajectoryContext context;
  PlannedTrajectory planned, stop;
  PlanTrajectory(query, context, planned);
  const Trajectory& flown = planned.trajectory;
  Replanned replanned;
  TrajectoryCheck check;
  TrafficPlan plan;
  WideRooms source;
  bool by_old_rooms = false, waits = false;
  const auto fly = [&] {
    for (double time_s = 0; time_s < flown.duration_s(); time_s += 0.7) {
      PlanStop(flown, time_s, rooms, query.limits, context, stop);
      ReplanQuery change{.flown = &flown, .flown_rooms = &rooms, .time_s = time_s};
      change.to.points = to_the_side;
      change.to.rooms = &turn;
      Replan(change, context, replanned);
      by_old_rooms = by_old_rooms || replanned.way == ReplanWay::ByOldRooms;
      CheckTrajectory(flown, time_s, source, context, check);
      TrackProgress progress{.time_s = time_s};
      const MotionState state = flown.StateAt(time_s);
      FollowTrajectory(flown, {}, state.position, state.velocity, 0.01, progress);
    }
    const MovingBall other[] = {{&flown, -3, 0.5, false}};
    const TimedBox door[] = {{{{30, -1, -1}, {31, 1, 1}}, 5, 20}};
    TrafficQuery among{.to = query, .radius_m = 0.5, .traffic = {other, door}};
    PlanInTraffic(among, context, plan);
    waits = plan.way != TrafficWay::Free && plan.way != TrafficWay::Blocked;
  };
  fly();
  const long before = allocations;
  fly();
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(by_old_rooms);
  EXPECT_TRUE(waits);
}

TEST(Navigator, AllocatesNothingForFlightsThroughGatesOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  const World world{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})};
  const Navigator plain(Bake(world, options)->net);
  for (uint64_t i = 0; i < 6; ++i) {
    options.gates.push_back({*plain.RandomFree(2 * i, 0), *plain.RandomFree(2 * i + 1, 0), 0.5});
  }
  const Navigator navigator(Bake(world, options)->net);
  QueryContext context;
  FlightPath path;
  size_t jumps = 0;
  long before = 0;
  for (int round = 0; round < 2; ++round) {
    before = allocations;
    for (uint64_t i = 0; i < 40; ++i) {
      navigator.Find({.start = *navigator.RandomFree(100 + i, 0),
                      .goal = *navigator.RandomFree(200 + i, 0),
                      .speed_m_s = 1,
                      .certify = i % 2 == 1},
                     context, path);
      jumps += path.jumps.size();
    }
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(jumps, 10U);
}

TEST(Crowd, AllocatesNothingForEachAgentOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0.2};
  options.walk = WalkOptions{};
  const TriangleMesh room = MakeBoxRoom({{0, 0, 0}, {10, 10, 3}}, 0.5);
  const Navigator navigator(Bake(World{"b", UpAxis::Z, room}, options)->net);
  for (const auto& [count, some_walk] : {std::pair{4, false}, {64, false}, {4, true}, {64, true}}) {
    // All move to one place on given paths: no agent plans, and most are held up. All fly, or every second one walks.
    Crowd crowd(navigator);
    for (int i = 0; i < count; ++i) {
      const bool walks = some_walk && i % 2 == 1;
      const Vec3 from{1 + i % 8 * 1.0, 1 + i / 8 * 1.0, walks ? 0.0 : 1.0};
      const Result<AgentId> id =
          crowd.Add({.kind = walks ? AgentKind::Walker : AgentKind::Flyer, .position = from, .radius_m = 0.2});
      ASSERT_TRUE(id.ok());
      ASSERT_TRUE(crowd.SetPath(*id, std::array{from, Vec3{5, 5, from.z}}).ok());
    }
    for (int i = 0; i < 400; ++i) ASSERT_TRUE(crowd.Step(0.05, 1).ok());
    const long before = allocations;
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(crowd.Step(0.05, 1).ok());
    EXPECT_LE(allocations - before, 100 * 16) << count << " agents";
  }
}

TEST(RepairOutcome, AllocatesNothingOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const Navigator before(Bake(World{"b", UpAxis::Z, mesh}, options)->net);
  std::vector<FlightQuery> queries;
  std::vector<FlightPath> old;
  WorldChange change;
  for (uint64_t i = 0; i < 60; ++i) {
    queries.push_back({.start = *before.RandomFree(2 * i, 0), .goal = *before.RandomFree(2 * i + 1, 0)});
    old.push_back(before.Find(queries.back()));
    // A triangle across the middle of some paths.
    if (i % 3 != 0 || old.back().points.size() < 2) continue;
    const Vec3 p = (old.back().points[0] + old.back().points[1]) * 0.5;
    const uint32_t first = uint32_t(mesh.vertices.size());
    for (const Vec3 d : {Vec3{0.4, 0, 0.3}, Vec3{-0.4, 0.3, 0}, Vec3{0, -0.4, -0.3}}) mesh.vertices.push_back(p + d);
    mesh.triangles.push_back({first, first + 1, first + 2});
    change.freed.push_back({p - Vec3{1, 1, 1}, p + Vec3{1, 1, 1}});
  }
  const Navigator now(Bake(World{"b", UpAxis::Z, mesh}, options)->net);
  QueryContext context;
  FlightPath path;
  std::array<int, 4> done{};
  const auto repair_all = [&] {
    for (size_t i = 0; i < queries.size(); ++i) {
      const WorldChange* known_change = i % 2 ? &change : nullptr;
      ++done[size_t(RepairPath(now, queries[i], old[i], {.change = known_change}, context, path).done)];
    }
  };
  // Twice, because answers are swapped with memory of the context.
  repair_all();
  repair_all();
  const long warm = allocations;
  repair_all();
  EXPECT_EQ(allocations - warm, 0);
  EXPECT_GT(done[size_t(RepairOutcome::Kept)], 0);
  EXPECT_GT(done[size_t(RepairOutcome::Repaired)], 0);
}

TEST(WalkCosts, AllocateNothingOnceWarmedUp) {
  const Ground ground = FlatGround(TownContours(1, 8));
  const Walker walker(ground, UpAxis::Z);
  QueryContext context;
  WalkPath path;
  std::vector<WalkQuery> queries;
  const std::vector<CostRegion> regions{{{{5, 5, -1}, {25, 40, 1}}, 3},
                                        {{{20, 30, -1}, {50, 35, 1}}, 2},
                                        {{{50, 40, -1}, {70, 70, 1}}, std::numeric_limits<double>::infinity()}};
  for (uint64_t i = 0; i < 100; ++i) {
    queries.push_back({.start = *walker.RandomWalkable(2 * i, 0.3),
                       .goal = *walker.RandomWalkable(2 * i + 1, 0.3),
                       .radius_m = 0.3,
                       .regions = regions});
  }
  for (const WalkQuery& query : queries) walker.Find(query, context, path);
  const long before = allocations;
  int complete = 0;
  for (const WalkQuery& query : queries) {
    walker.Find(query, context, path);
    complete += path.status == PathStatus::Complete;
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(complete, 50);
}

TEST(Walker, AllocatesNothingOnceWarmedUp) {
  const Ground ground = FlatGround(TownContours(1, 8));
  const Walker walker(ground, UpAxis::Z);
  QueryContext context;
  WalkPath path;
  std::vector<WalkQuery> queries;
  for (uint64_t i = 0; i < 100; ++i) {
    queries.push_back({.start = *walker.RandomWalkable(2 * i, 0.3),
                       .goal = *walker.RandomWalkable(2 * i + 1, 0.3),
                       .radius_m = 0.3,
                       .preferred_clearance_m = i % 2 == 0 ? 0 : 0.7});
  }
  for (const WalkQuery& query : queries) walker.Find(query, context, path);
  const long before = allocations;
  int complete = 0;
  for (const WalkQuery& query : queries) {
    walker.Find(query, context, path);
    complete += path.status == PathStatus::Complete;
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(complete, 50);
}

TEST(Navigator, AllocatesNothingForCostsOnceWarmedUp) {
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  const Navigator navigator(Bake(World{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})}, options)->net);
  QueryContext context;
  FlightPath path;
  const std::vector<CostRegion> regions = {{{{3.1, 3, 0}, {9, 9.7, 9}}, 2.5},
                                           {{{6, 1, 0}, {20, 8, 5}}, 1.5},
                                           {{{12, 12, 0}, {14, 16, 20}}, std::numeric_limits<double>::infinity()}};
  std::vector<FlightQuery> queries;
  for (uint64_t i = 0; i < 100; ++i) {
    queries.push_back({.start = *navigator.RandomFree(2 * i, 0),
                       .goal = *navigator.RandomFree(2 * i + 1, 0),
                       .regions = regions,
                       .climb_cost = i % 2 ? 1.0 : 0.0,
                       .snap_m = 3,
                       .partial = true});
  }
  for (const FlightQuery& query : queries) navigator.Find(query, context, path);
  const long before = allocations;
  int complete = 0;
  for (const FlightQuery& query : queries) {
    navigator.Find(query, context, path);
    complete += path.status == PathStatus::Complete;
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(complete, 50);
}

}  // namespace
}  // namespace navnet
