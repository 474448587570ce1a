// SPDX-License-Identifier: Apache-2.0
// Flights through gates against brute force over all pairs of ends.

#include <navnet/runtime/follow.h>
#include <navnet/runtime/navigator.h>
#include <navnet/runtime/path_watch.h>

#include "support/gate_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Navigator NavigatorOf(uint64_t seed, std::vector<Gate> gates, std::vector<double> radii_m = {0, 1}) {
  BakeOptions options;
  options.sample.radii_m = std::move(radii_m);
  options.gates = std::move(gates);
  const Result<Baked> baked = Bake(Chambers(seed), options);
  EXPECT_TRUE(baked.ok()) << (baked ? "" : baked.error().message);
  return Navigator(baked->net);
}

// A sealed room of 13 × 13 × 13 m between walls at 0 and 14, and its neighbours.
World ThreeRooms() {
  constexpr int kLong = 43, kSize = 15;
  std::vector<uint8_t> blocked(kLong * kSize * kSize);
  for (int x = 0; x < kLong; ++x) {
    for (int y = 0; y < kSize; ++y) {
      for (int z = 0; z < kSize; ++z) {
        const bool is_wall = x % 14 == 0 || y % 14 == 0 || z % 14 == 0;
        blocked[size_t((x * kSize + y) * kSize + z)] = is_wall;
      }
    }
  }
  return *WorldFromVoxels({blocked, {kLong, kSize, kSize}, {0, 0, 0}, 1}, UpAxis::Z);
}

Navigator RoomsWith(std::vector<Gate> gates) {
  BakeOptions options;
  options.gates = std::move(gates);
  return Navigator(Bake(ThreeRooms(), options)->net);
}

// Whether a path consists of free segments and of jumps through gates that the query may use.
void ExpectSound(const Navigator& navigator, const FlightQuery& query, const FlightPath& path) {
  ASSERT_FALSE(path.points.empty());
  double length_m = 0, hops_m = 0;
  size_t jump = 0;
  for (size_t i = 0; i + 1 < path.points.size(); ++i) {
    const Vec3 a = path.points[i], b = path.points[i + 1];
    if (jump < path.jumps.size() && path.jumps[jump].point == i) {
      const uint32_t number = path.jumps[jump++].gate;
      const Gate& gate = navigator.gates()[number];
      EXPECT_TRUE((a == gate.from && b == gate.to) || (!gate.one_way && a == gate.to && b == gate.from));
      EXPECT_FALSE(gate.is_closed);
      EXPECT_EQ(std::count(query.closed_gates.begin(), query.closed_gates.end(), number), 0);
      EXPECT_TRUE(navigator.ServesGate(number, query.radius_m));
      hops_m += gate.seconds * query.speed_m_s;
      continue;
    }
    EXPECT_TRUE(CheckPath(navigator, std::array{a, b}, query.radius_m).IsValid()) << "segment " << i;
    length_m += Length(b - a);
  }
  EXPECT_EQ(jump, path.jumps.size());
  EXPECT_NEAR(path.length_m, length_m, 1e-9 * (1 + length_m));
  if (query.regions.empty() && query.climb_cost == 0 && query.preferred_clearance_m == 0) {
    EXPECT_NEAR(path.cost_m, length_m + hops_m, 1e-9 * (1 + path.cost_m));
  }
  EXPECT_EQ(path.start, path.points.front());
  EXPECT_EQ(path.goal, path.points.back());
}

TEST(Gates, FlightsCostAsMuchAsTheBestByBruteForce) {
  int with_jumps = 0, without = 0, unreachable = 0, several = 0;
  const std::array<CostRegion, 2> regions{CostRegion{{{5, 5, 0}, {20, 30, 20}}, 3},
                                          CostRegion{{{25, 2, 0}, {32, 40, 20}}, kInfinity}};
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const Navigator navigator = NavigatorOf(seed, RandomGates(100 + seed, 4 + int(seed) % 4 * 4));
    TestRandom random(200 + seed);
    for (uint64_t i = 0; i < 16; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", query " + std::to_string(i));
      FlightQuery query{.start = *navigator.RandomFree(100 * seed + 2 * i, 0),
                        .goal = *navigator.RandomFree(100 * seed + 2 * i + 1, 0)};
      query.speed_m_s = random.Uniform(0.1, 6);
      const std::array<uint32_t, 3> closed{uint32_t(random.Integer(0, 8)), uint32_t(random.Integer(0, 8)), 4711};
      if (i % 3 == 0) query.closed_gates = closed;
      if (i % 4 == 0) query.radius_m = 1;
      if (i % 4 == 1) query.regions = regions;
      if (i % 8 == 3) query.preferred_clearance_m = 1;
      if (query.radius_m > 0) {
        query.start = *navigator.RandomFree(2 * i, 1);
        query.goal = *navigator.RandomFree(2 * i + 1, 1);
      }
      const FlightPath path = navigator.Find(query);
      if (path.status == PathStatus::StartBlocked || path.status == PathStatus::GoalBlocked) continue;
      const double best_m = CostThroughGates(navigator, query);
      if (best_m == kInfinity) {
        EXPECT_EQ(path.status, PathStatus::Unreachable);
        EXPECT_TRUE(path.statistics.expanded == 0 || !query.regions.empty()) << "known without a search";
        EXPECT_TRUE(path.points.empty() && path.jumps.empty());
        ++unreachable;
        continue;
      }
      ASSERT_EQ(path.status, PathStatus::Complete);
      EXPECT_NEAR(path.cost_m, best_m, 1e-9 * best_m);
      ExpectSound(navigator, query, path);
      with_jumps += !path.jumps.empty();
      several += path.jumps.size() > 1;
      without += path.jumps.empty();
    }
  }
  EXPECT_GT(with_jumps, 20);
  EXPECT_GT(several, 5);
  EXPECT_GT(without, 20);
  EXPECT_GT(unreachable, 10);
}

TEST(Gates, AreIgnoredWithoutASpeed) {
  const Navigator with = RoomsWith({{{2, 2, 2}, {40, 2, 2}}}), without = RoomsWith({});
  const FlightQuery across{.start = {2, 3, 2}, .goal = {40, 3, 2}};
  EXPECT_EQ(with.Find(across).status, PathStatus::Unreachable);
  FlightQuery query{.start = {2, 3, 2}, .goal = {12, 9, 12}};
  const FlightPath path = without.Find(query);
  query.speed_m_s = 1;
  EXPECT_EQ(with.Find(query).points, path.points);
  EXPECT_EQ(with.Find(query).volumes, path.volumes);
  EXPECT_EQ(with.Find(query).statistics.expanded, path.statistics.expanded) << "no more work than without gates";
}

TEST(Gates, SayWhereAPathJumps) {
  const Navigator navigator = RoomsWith({{{16, 7, 7}, {40, 7, 7}, 0.5}, {{2, 7, 7}, {18, 7, 7}, 2}});
  const FlightPath path = navigator.Find({.start = {7, 7, 7}, .goal = {38, 7, 7}, .speed_m_s = 2});
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.points, (std::vector<Vec3>{{7, 7, 7}, {2, 7, 7}, {18, 7, 7}, {16, 7, 7}, {40, 7, 7}, {38, 7, 7}}));
  EXPECT_EQ(path.jumps, (std::vector<FlightJump>{{1, 1, 2}, {3, 0, 0.5}}));
  EXPECT_NEAR(path.length_m, 5 + 2 + 2, 1e-12);
  EXPECT_NEAR(path.cost_m, 9 + 4 + 1, 1e-12);
  // A flight that begins or ends at the end of a gate has no segment there.
  const FlightPath short_path = navigator.Find({.start = {2, 7, 7}, .goal = {18, 7, 7}, .speed_m_s = 2});
  EXPECT_EQ(short_path.points, (std::vector<Vec3>{{2, 7, 7}, {18, 7, 7}}));
  EXPECT_EQ(short_path.jumps, (std::vector<FlightJump>{{0, 1, 2}}));
  EXPECT_EQ(short_path.length_m, 0);
}

TEST(Gates, OneWayAndClosedOnesAreRespected) {
  const Navigator navigator = RoomsWith({{{2, 7, 7}, {16, 7, 7}, 0, 0, 1}, {{2, 2, 7}, {30, 7, 7}, 0, 0, 0, 1}});
  FlightQuery there{.start = {4, 4, 4}, .goal = {20, 4, 4}, .speed_m_s = 1};
  EXPECT_EQ(navigator.Find(there).status, PathStatus::Complete);
  EXPECT_EQ(navigator.Find({.start = there.goal, .goal = there.start, .speed_m_s = 1}).status, PathStatus::Unreachable);
  EXPECT_EQ(navigator.Find({.start = there.start, .goal = {32, 4, 4}, .speed_m_s = 1}).status, PathStatus::Unreachable);
  const std::array<uint32_t, 1> closed{0};
  there.closed_gates = closed;
  EXPECT_EQ(navigator.Find(there).status, PathStatus::Unreachable);
}

TEST(Gates, ServeTheLevelsInWhichBothEndsAreFree) {
  const std::vector<Gate> gates{{{1.5, 7, 7}, {16, 7, 7}}, {{14.5, 7, 7}, {30, 7, 7}}, {{4, 4, 4}, {18, 4, 4}, 0, 0.5}};
  BakeOptions options;
  options.sample.radii_m = {0, 1};
  options.gates = gates;
  const Navigator navigator(Bake(ThreeRooms(), options)->net);
  EXPECT_TRUE(navigator.ServesGate(0, 0));
  EXPECT_FALSE(navigator.ServesGate(0, 1)) << "an end within a metre of the wall";
  EXPECT_FALSE(navigator.ServesGate(1, 0)) << "an end in the wall";
  EXPECT_TRUE(navigator.ServesGate(2, 0.5));
  EXPECT_FALSE(navigator.ServesGate(2, 0.6)) << "too wide";
  EXPECT_FALSE(navigator.ServesGate(3, 0)) << "no such gate";
  EXPECT_FALSE(navigator.ServesGate(0, 7)) << "no such level";
}

TEST(Gates, PartialPathsEndAtTheNearestPlaceBehindGates) {
  const Navigator navigator = RoomsWith({{{2, 7, 7}, {16, 7, 7}, 1}});
  FlightQuery query{.start = {4, 7, 7}, .goal = {36, 7, 7}, .speed_m_s = 1, .partial = true};
  FlightPath path = navigator.Find(query);
  EXPECT_EQ(path.status, PathStatus::Partial);
  ASSERT_EQ(path.jumps.size(), 1U);
  EXPECT_EQ(path.points.back(), (Vec3{28, 7, 7})) << "the middle room's wall nearest to the goal";
  ExpectSound(navigator, query, path);
  // With costs, only searches can tell what can be reached.
  const std::array<CostRegion, 1> regions{CostRegion{{{24, 0, 0}, {60, 20, 20}}, kInfinity}};
  query.regions = regions;
  query.goal = {23, 7, 7};
  EXPECT_EQ(navigator.Find(query).status, PathStatus::Complete);
  query.goal = {27, 7, 7};
  EXPECT_EQ(navigator.Find(query).status, PathStatus::GoalBlocked);
  query.regions = {};
  query.max_expansions = 1;
  path = navigator.Find(query);
  EXPECT_TRUE(path.status == PathStatus::Complete || path.status == PathStatus::Partial);
}

TEST(Gates, GiveTheSameAnswerInSlicesAndInBatches) {
  const Navigator navigator = NavigatorOf(3, RandomGates(103, 8));
  std::vector<FlightQuery> queries;
  for (uint64_t i = 0; i < 40; ++i) {
    queries.push_back(
        {.start = *navigator.RandomFree(2 * i, 0), .goal = *navigator.RandomFree(2 * i + 1, 0), .speed_m_s = 3});
  }
  const std::vector<FlightPath> paths = navigator.FindAll(queries, 3);
  QueryContext context;
  for (size_t i = 0; i < queries.size(); ++i) {
    FlightRun run(navigator, queries[i], context);
    while (!run.Step(3)) {
    }
    FlightPath path;
    run.Take(path);
    EXPECT_EQ(path.status, paths[i].status);
    EXPECT_EQ(path.points, paths[i].points);
    EXPECT_EQ(path.jumps, paths[i].jumps);
    EXPECT_EQ(path.cost_m, paths[i].cost_m);
  }
}

TEST(Gates, CertificatesHoldForFlightsThroughThem) {
  const Navigator navigator = NavigatorOf(5, RandomGates(105, 8));
  int proven = 0;
  for (uint64_t i = 0; i < 30; ++i) {
    FlightQuery query{.start = *navigator.RandomFree(2 * i, 0), .goal = *navigator.RandomFree(2 * i + 1, 0)};
    query.speed_m_s = 2;
    query.certify = true;
    const FlightPath path = navigator.Find(query);
    if (path.status != PathStatus::Complete) continue;
    query.effort = Effort::Best;
    EXPECT_GT(path.lower_bound_m, 0);
    EXPECT_LE(path.lower_bound_m, path.cost_m);
    EXPECT_LE(path.lower_bound_m, CostThroughGates(navigator, query) * (1 + 1e-9));
    proven += path.Gap() < 0.05;
  }
  EXPECT_GT(proven, 10);
}

TEST(Gates, LeaveBudgetsAndCancellingAsTheyAre) {
  const Navigator navigator = NavigatorOf(2, RandomGates(102, 8));
  std::atomic<bool> cancel = true;
  int stopped = 0, cancelled = 0;
  for (uint64_t i = 0; i < 30; ++i) {
    FlightQuery query{.start = *navigator.RandomFree(2 * i, 0), .goal = *navigator.RandomFree(2 * i + 1, 0)};
    query.speed_m_s = 2;
    query.max_expansions = 4;
    const FlightPath path = navigator.Find(query);
    EXPECT_LE(path.statistics.expanded, 4);
    stopped += path.status == PathStatus::OutOfBudget;
    EXPECT_EQ(path.points.empty(), path.status != PathStatus::Complete);
    query.partial = true;
    const FlightPath partial = navigator.Find(query);
    if (partial.status == PathStatus::Partial) ExpectSound(navigator, query, partial);
    query.cancel = &cancel;
    const FlightPath none = navigator.Find(query);
    cancelled += none.status == PathStatus::Cancelled;
    EXPECT_TRUE(none.points.empty() || none.status != PathStatus::Cancelled);
  }
  EXPECT_GT(stopped, 3);
  EXPECT_GT(cancelled, 10);
}

// The flight of SayWhereAPathJumps.
struct Hops {
  std::vector<Gate> gates{{{16, 7, 7}, {40, 7, 7}, 0.5}, {{2, 7, 7}, {18, 7, 7}, 2}};
  FlightQuery query{.start = {7, 7, 7}, .goal = {38, 7, 7}, .speed_m_s = 2};
  FlightPath path = RoomsWith(gates).Find(query);
};

TEST(Gates, ChecksOfPathsFollowTheGates) {
  const Hops hops;
  const FlightPath& path = hops.path;
  const Navigator same = RoomsWith(hops.gates);
  EXPECT_TRUE(CheckPath(same, path.points, 0, {.jumps = path.jumps}).IsValid());
  EXPECT_FALSE(CheckPath(same, path.points, 0).IsValid()) << "without jumps, the path leads through walls";
  EXPECT_TRUE(CheckPath(RoomsWith({hops.gates[1], hops.gates[0]}), path.points, 0, {.jumps = path.jumps}).IsValid())
      << "gates may have other numbers by now";
  const auto expect_broken = [&](const Navigator& now, PathPlace from, std::span<const uint32_t> closed) {
    const PathCheck check = CheckPath(now, path.points, 0, {.from = from, .jumps = path.jumps, .closed_gates = closed});
    EXPECT_EQ(check.state, PathValidity::Broken);
    EXPECT_EQ(check.first_broken, (PathPlace{3, 0}));
    EXPECT_EQ(check.last_broken, (PathPlace{3, 1}));
  };
  std::vector<Gate> gates = hops.gates;
  gates[0].is_closed = 1;
  expect_broken(RoomsWith(gates), {}, {});
  EXPECT_TRUE(CheckPath(RoomsWith(gates), path.points, 0, {.from = {3, 1}, .jumps = path.jumps}).IsValid());
  gates[0] = {hops.gates[0].to, hops.gates[0].from, 0, 0, 1};
  expect_broken(RoomsWith(gates), {1, 0}, {});
  const std::array<uint32_t, 1> closed{0};
  expect_broken(same, {2, 0.5}, closed);
  EXPECT_EQ(CheckPath(same, path.points, 0, {.jumps = std::array{FlightJump{5}}}).state, PathValidity::Invalid);
  EXPECT_EQ(PlaceOnPath(path.points, {10, 7, 7}, {}, path.jumps), (PathPlace{0, 0})) << "no place inside a jump";
  EXPECT_EQ(PlaceOnPath(path.points, {39, 7, 7}, {}, path.jumps), (PathPlace{4, 0.5}));
}

TEST(Gates, RepairsKeepOrReplaceFlightsThroughThem) {
  const Hops hops;
  FlightQuery query = hops.query;
  query.start = {4, 7, 7};
  QueryContext context;
  FlightPath path;
  RepairResult result = RepairPath(RoomsWith(hops.gates), query, hops.path, {}, context, path);
  EXPECT_EQ(result.done, RepairOutcome::Kept);
  EXPECT_EQ(path.jumps, hops.path.jumps);
  EXPECT_NEAR(path.cost_m, hops.path.cost_m - 3, 1e-12);
  // Behind the first jump, and with other numbers.
  query.start = {17, 7, 7};
  result = RepairPath(RoomsWith({hops.gates[1], hops.gates[0]}), query, hops.path, {.from = {2, 0.5}}, context, path);
  EXPECT_EQ(result.done, RepairOutcome::Kept);
  EXPECT_EQ(path.jumps, (std::vector<FlightJump>{{1, 1, 0.5}}));
  EXPECT_NEAR(path.cost_m, 1 + 1 + 2, 1e-12);
  // Another gate takes the place of a closed one, or a better one opens.
  std::vector<Gate> gates = hops.gates;
  gates.push_back({{16, 9, 7}, {40, 9, 7}, 0.5});
  gates[0].is_closed = 1;
  result = RepairPath(RoomsWith(gates), query, hops.path, {.from = {2, 0.5}}, context, path);
  EXPECT_EQ(result.done, RepairOutcome::Replanned);
  EXPECT_EQ(path.jumps, (std::vector<FlightJump>{{1, 2, 0.5}}));
  gates[0].is_closed = 0;
  gates[2] = {{17, 7, 7}, {38, 7, 7}};
  const WorldChange change{.opened_gates = {gates[2]}};
  result = RepairPath(RoomsWith(gates), query, hops.path, {.from = {2, 0.5}, .change = &change}, context, path);
  EXPECT_EQ(result.done, RepairOutcome::Improved);
  EXPECT_EQ(path.cost_m, 0);
  query.speed_m_s = 0;
  result = RepairPath(RoomsWith(gates), query, hops.path, {.from = {2, 0.5}}, context, path);
  EXPECT_EQ(result.status, PathStatus::Unreachable) << "of an agent that does not use gates";
  EXPECT_TRUE(path.jumps.empty());
}

TEST(Gates, WatchesTellWhenGatesCloseAndOpen) {
  const Hops hops;
  PathWatch watch;
  const WatchId id = *watch.Add(hops.path.points, 0, hops.path.jumps);
  const WatchId other = *watch.Add(std::array{Vec3{3, 3, 3}, Vec3{12, 3, 3}}, 0);
  EXPECT_FALSE(watch.Add(hops.path.points, 0, std::array{FlightJump{9}}).ok());
  std::vector<Gate> gates = hops.gates;
  EXPECT_TRUE(watch.Concerned(RoomsWith(gates), {.closed_gates = {{{9, 9, 9}, {20, 9, 9}}}}).broken.empty());
  gates[1].is_closed = 1;
  EXPECT_EQ(watch.Concerned(RoomsWith(gates), {.closed_gates = {gates[1]}}).broken, std::vector{id});
  EXPECT_TRUE(watch.Advance(id, {17, 7, 7}));
  EXPECT_TRUE(watch.Concerned(RoomsWith(gates), {.closed_gates = {gates[1]}}).broken.empty()) << "it is behind";
  EXPECT_EQ(watch.Concerned(RoomsWith(gates), {.opened_gates = {{{4, 3, 3}, {5, 3, 3}}}}).improvable,
            (std::vector{id, other}));
  EXPECT_EQ(watch.Concerned(RoomsWith(gates), {.opened_gates = {{{4, 12, 12}, {12, 12, 3}}}}).improvable,
            std::vector{id});
  EXPECT_TRUE(watch.Replace(id, hops.path.points, hops.path.jumps).ok());
  EXPECT_TRUE(watch.Remove(id));
}

TEST(Gates, AgentsFollowAPathFromGateToGate) {
  const Hops hops;
  const Navigator navigator = RoomsWith(hops.gates);
  FollowState state{.position = hops.query.start};
  int taken = 0;
  FollowOutcome outcome = FollowOutcome::Moving;
  for (int i = 0; i < 2000 && outcome != FollowOutcome::Arrived; ++i) {
    const FollowStep step = FollowPath(navigator, hops.path.points, 0, state, {.speed_m_s = 3}, 0.05, hops.path.jumps);
    outcome = step.outcome;
    ASSERT_TRUE(outcome == FollowOutcome::Moving || outcome == FollowOutcome::Arrived ||
                outcome == FollowOutcome::AtGate);
    state = {state.position + step.velocity * 0.05, step.velocity, step.place};
    if (outcome != FollowOutcome::AtGate) continue;
    EXPECT_EQ(step.behind_gate, (PathPlace{hops.path.jumps[size_t(taken)].point, 1}));
    state = {hops.path.points[hops.path.jumps[size_t(taken)].point + 1], {}, step.behind_gate};
    ++taken;
  }
  EXPECT_EQ(outcome, FollowOutcome::Arrived);
  EXPECT_EQ(taken, 2);
  EXPECT_LT(Length(state.position - hops.query.goal), 0.1);
  // A path that is one jump.
  const FlightPath jump = navigator.Find({.start = {2, 7, 7}, .goal = {18, 7, 7}, .speed_m_s = 2});
  state = {.position = {2, 7, 7}};
  FollowStep step = FollowPath(navigator, jump.points, 0, state, {}, 0.05, jump.jumps);
  EXPECT_EQ(step.outcome, FollowOutcome::AtGate);
  state = {{18, 7, 7}, {}, step.behind_gate};
  step = FollowPath(navigator, jump.points, 0, state, {}, 0.05, jump.jumps);
  EXPECT_EQ(step.outcome, FollowOutcome::Arrived);
  EXPECT_EQ(FollowPath(navigator, jump.points, 0, state, {}, 0.05, std::array{FlightJump{1}}).outcome,
            FollowOutcome::Invalid);
}

}  // namespace
}  // namespace navnet
