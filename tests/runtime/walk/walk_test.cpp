// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/walk.h>

#include "support/ground_oracle.h"
#include "support/walk_oracle.h"
#include "support/walk_worlds.h"

#include <gtest/gtest.h>

#include <limits>
#include <thread>

namespace navnet {
namespace {

constexpr double kRadii[] = {0, 0.1, 0.3, 0.5, 0.8};

Vec2 Plan(Vec3 p) { return PlanOf(p, UpAxis::Z); }

double Length(const std::vector<Vec3>& points) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += Length(Plan(points[i]) - Plan(points[i - 1]));
  return length;
}

/// Minimum distance of a path to the walls.
double ClearanceOf(const WalkPath& path, const Ground& ground) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 1; i < path.points.size(); ++i) {
    for (const GroundWall& wall : ground.walls) {
      least = std::min(least, oracle::SegmentDistance(Plan(path.points[i - 1]), Plan(path.points[i]), wall.a, wall.b));
    }
  }
  return least;
}

std::vector<WalkQuery> RandomQueries(const Walker& walker, int count, double radius_m, uint64_t seed) {
  std::vector<WalkQuery> queries;
  for (uint64_t i = 0; i < uint64_t(count); ++i) {
    const auto start = walker.RandomWalkable(seed + 2 * i, radius_m),
               goal = walker.RandomWalkable(seed + 2 * i + 1, radius_m);
    if (start && goal) queries.push_back({.start = *start, .goal = *goal, .radius_m = radius_m});
  }
  return queries;
}

void ExpectSame(const WalkPath& a, const WalkPath& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.corridor, b.corridor);
  EXPECT_EQ(a.length_m, b.length_m);
}

/// Every answer keeps its distance and is about as short as the tangent graph's, which also knows what is unreachable.
void CheckAgainstTangentGraph(const std::vector<GroundContours>& worlds) {
  for (const double radius : kRadii) {
    double sum = 0, worst = 0;
    int count = 0;
    for (size_t seed = 0; seed < worlds.size(); ++seed) {
      const Ground ground = FlatGround(worlds[seed]);
      const Walker walker(ground, UpAxis::Z);
      const oracle::TangentGraph graph(ground.walls, radius);
      for (const WalkQuery& query : RandomQueries(walker, 40, radius, 1000 * seed)) {
        const WalkPath path = walker.Find(query);
        const auto best = graph.ShortestLength(Plan(query.start), Plan(query.goal));
        ASSERT_EQ(path.status == PathStatus::Complete, best.has_value())
            << ToString(path.status) << ", radius " << radius << ", world " << seed;
        if (!best) continue;
        EXPECT_GE(ClearanceOf(path, ground), radius - 1e-9);
        EXPECT_EQ(path.points.front(), query.start);
        EXPECT_EQ(path.points.back(), query.goal);
        EXPECT_NEAR(path.length_m, Length(path.points), 1e-9);
        // The oracle goes round wall ends at 1e-5 m where the radius is less, and is as exact as that.
        EXPECT_GE(path.length_m, *best - 1e-3);
        if (*best < 0.01) continue;
        sum += path.length_m / *best;
        worst = std::max(worst, path.length_m / *best);
        ++count;
      }
    }
    ASSERT_GT(count, 50);
    EXPECT_LE(sum / count, 1.005) << "radius " << radius;
    EXPECT_LE(worst, 1.05) << "radius " << radius;
  }
}

TEST(Walker, FindsShortestPathsInMazes) {
  CheckAgainstTangentGraph({MazeContours(1, 4, 0), MazeContours(2, 4, 0.15), MazeContours(3, 5, 0.3)});
}
TEST(Walker, FindsShortestPathsInTownsOfBoxes) {
  CheckAgainstTangentGraph({TownContours(1, 3), TownContours(2, 4), TownContours(3, 4)});
}
TEST(Walker, FindsShortestPathsAmongRandomPolygons) {
  CheckAgainstTangentGraph({FieldContours(1, 3), FieldContours(2, 3), FieldContours(3, 4)});
}
TEST(Walker, FindsShortestPathsAmongPostsOnCircles) {
  CheckAgainstTangentGraph({PostCircleContours(1, 2), PostCircleContours(2, 3), PostCircleContours(3, 3)});
}

class WalkerInATown : public testing::Test {
 protected:
  const Ground ground_ = FlatGround(TownContours(7, 6));
  const Walker walker_{ground_, UpAxis::Z};
};

TEST_F(WalkerInATown, GivesTheSameAnswersInABatch) {
  const auto queries = RandomQueries(walker_, 100, 0.4, 1);
  const auto paths = walker_.FindAll(queries, 3);
  ASSERT_EQ(paths.size(), queries.size());
  for (size_t i = 0; i < queries.size(); ++i) ExpectSame(paths[i], walker_.Find(queries[i]));
}

TEST_F(WalkerInATown, GivesTheSameAnswersInSlices) {
  QueryContext context;
  WalkPath path;
  int steps = 0;
  for (const WalkQuery& query : RandomQueries(walker_, 100, 0.4, 2)) {
    WalkRun run(walker_, query, context);
    while (!run.Step(2)) ++steps;
    run.Take(path);
    ExpectSame(path, walker_.Find(query));
  }
  EXPECT_GT(steps, 200);
}

TEST_F(WalkerInATown, GivesTheSameAnswersInEightThreads) {
  const auto queries = RandomQueries(walker_, 60, 0.4, 3);
  std::vector<std::vector<WalkPath>> answers(8);
  std::vector<std::thread> threads;
  for (auto& mine : answers) {
    threads.emplace_back([&] {
      QueryContext context;
      for (const WalkQuery& query : queries) walker_.Find(query, context, mine.emplace_back());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : answers) {
    for (size_t i = 0; i < queries.size(); ++i) ExpectSame(mine[i], answers[0][i]);
  }
}

TEST_F(WalkerInATown, KeepsThePreferredClearanceWhereThereIsRoom) {
  int wider = 0;
  for (WalkQuery query : RandomQueries(walker_, 60, 0.3, 4)) {
    const WalkPath close = walker_.Find(query);
    query.preferred_clearance_m = 0.8;
    const WalkPath path = walker_.Find(query);
    ASSERT_EQ(path.status, close.status);
    if (path.status != PathStatus::Complete) continue;
    EXPECT_GE(ClearanceOf(path, ground_), query.radius_m - 1e-9);
    EXPECT_GE(path.length_m, close.length_m - 1e-6);
    // If both ends and the whole corridor have this clearance, so has the path.
    double room = std::min(walker_.ClearanceAt(query.start), walker_.ClearanceAt(query.goal));
    for (const GroundSpoke spoke : path.corridor) room = std::min(room, ground_.edges[spoke / 2].min_clearance_m);
    if (room < 0.81) continue;
    EXPECT_GE(ClearanceOf(path, ground_), 0.8 - 1e-6);
    ++wider;
  }
  EXPECT_GT(wider, 5);
}

/// Sum of the angles by which a path turns, in radians.
double TurnOf(const WalkPath& path) {
  double turn = 0;
  for (size_t i = 2; i < path.points.size(); ++i) {
    const Vec2 a = Plan(path.points[i - 1]) - Plan(path.points[i - 2]),
               b = Plan(path.points[i]) - Plan(path.points[i - 1]);
    turn += std::abs(std::atan2(Cross(a, b), Dot(a, b)));
  }
  return turn;
}

/// A path that prefers more clearance stays in the corridor of the shortest one: it is longer only where it goes round
/// corners in wider arcs, and where it leaves or reaches an end beside a wall. Many ends here are beside walls. The
/// bound holds no turn of the path itself, so that a detour cannot excuse its length.
TEST(Walker, MakesNoDetoursForClearance) {
  int compared = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    for (const GroundContours& contours :
         {MazeContours(seed, 5, 0.2), TownContours(seed, 4), FieldContours(seed, 4), PostCircleContours(seed, 3)}) {
      const Ground ground = FlatGround(contours);
      const Walker walker(ground, UpAxis::Z);
      for (const double radius : {0.05, 0.3}) {
        for (WalkQuery query : RandomQueries(walker, 60, radius, 1000 * seed)) {
          const WalkPath close = walker.Find(query);
          if (close.status != PathStatus::Complete) continue;
          for (const double wanted : {0.4, 0.8, 1.5, 4.0}) {
            query.preferred_clearance_m = wanted;
            const WalkPath path = walker.Find(query);
            ASSERT_EQ(path.status, PathStatus::Complete);
            EXPECT_EQ(path.corridor, close.corridor);
            EXPECT_GE(ClearanceOf(path, ground), radius - 1e-9);
            EXPECT_GE(path.length_m, close.length_m - 1e-6);
            // At most the clearance of the corridor.
            double room = 0;
            for (const GroundSpoke spoke : path.corridor) {
              const GroundEdge& edge = ground.edges[spoke / 2];
              for (uint32_t i = 0; i < edge.bend_count; ++i)
                room = std::max(room, ground.bends[edge.first_bend + i].Clearance());
            }
            const double kept = std::min(wanted, room);
            EXPECT_LE(path.length_m, close.length_m + kept * (4 + 2 * TurnOf(close)))
                << "seed " << seed << ", radius " << radius << ", clearance " << wanted << ", from " << query.start.x
                << "," << query.start.y << " to " << query.goal.x << "," << query.goal.y;
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 5000);
}

TEST_F(WalkerInATown, StopsAtItsBudget) {
  int stopped = 0;
  for (WalkQuery query : RandomQueries(walker_, 60, 0.4, 5)) {
    const WalkPath whole = walker_.Find(query);
    query.max_expansions = 3;
    const WalkPath path = walker_.Find(query);
    EXPECT_LE(path.statistics.expanded, 3);
    if (whole.statistics.expanded <= 3) {
      ExpectSame(path, whole);
      continue;
    }
    ++stopped;
    EXPECT_EQ(path.status, PathStatus::OutOfBudget);
    EXPECT_TRUE(path.points.empty());
    query.partial = true;
    const WalkPath part = walker_.Find(query);
    ASSERT_EQ(part.status, PathStatus::Partial);
    ASSERT_FALSE(part.points.empty());
    EXPECT_EQ(part.points.front(), query.start);
    EXPECT_GE(ClearanceOf(part, ground_), query.radius_m - 1e-9);
  }
  EXPECT_GT(stopped, 20);
}

TEST_F(WalkerInATown, StopsWhenCancelled) {
  const std::atomic<bool> cancel = true;
  WalkQuery query = RandomQueries(walker_, 1, 0.4, 6)[0];
  query.cancel = &cancel;
  const WalkPath path = walker_.Find(query);
  EXPECT_EQ(path.status, PathStatus::Cancelled);
  EXPECT_TRUE(path.points.empty());
}

TEST_F(WalkerInATown, LocatesPlacesAndTheirNearestObstacles) {
  for (uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = *walker_.RandomWalkable(i, 0);
    const auto place = walker_.Locate(p + Vec3{0, 0, 0.5});
    ASSERT_TRUE(place);
    EXPECT_EQ(place->point, p);
    const double clearance = ClearanceOf(ground_.walls, Plan(p));
    EXPECT_NEAR(place->clearance_m, clearance, 1e-6);
    EXPECT_NEAR(Length(Plan(place->obstacle) - Plan(p)), clearance, 1e-6);
    // On the axis the obstacle is as far as anything else, and it is on the way there.
    const auto axis = walker_.Retract(p);
    ASSERT_TRUE(axis);
    const double away = Length(Plan(*axis) - Plan(place->obstacle));
    EXPECT_NEAR(ClearanceOf(ground_.walls, Plan(*axis)), away, 1e-6);
    EXPECT_NEAR(away, clearance + Length(Plan(*axis) - Plan(p)), 1e-6);
  }
}

TEST_F(WalkerInATown, FindsTheNearestWalkablePlace) {
  TestRandom random(3);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p{random.Uniform(0, 60), random.Uniform(0, 60), 0};
    const double radius = random.Uniform(0.05, 0.8);
    const auto found = walker_.NearestWalkable(p, radius, 10);
    ASSERT_TRUE(found);
    EXPECT_GE(ClearanceOf(ground_.walls, Plan(*found)), radius - 1e-9);
    EXPECT_EQ(*found == p, walker_.ClearanceAt(p) >= radius);
    if (*found == p) continue;
    // No walkable point around it is much nearer.
    const double distance = Length(*found - p);
    for (int k = 0; k < 300; ++k) {
      const double angle = random.Uniform(0, 6.3), share = random.Uniform(0, 0.99);
      const Vec3 q = p + share * distance * Vec3{std::cos(angle), std::sin(angle), 0};
      EXPECT_LT(walker_.ClearanceAt(q), radius) << distance << " " << share;
    }
  }
}

TEST_F(WalkerInATown, SpreadsRandomPlacesEvenly) {
  int left = 0;
  for (uint64_t i = 0; i < 4000; ++i) {
    const Vec3 p = *walker_.RandomWalkable(i, 0.3);
    EXPECT_GE(walker_.ClearanceAt(p), 0.3);
    left += p.x < 30;
  }
  EXPECT_NEAR(left, 2000, 300);
  EXPECT_EQ(*walker_.RandomWalkable(5, 0.3), *walker_.RandomWalkable(5, 0.3));
  EXPECT_FALSE(walker_.RandomWalkable(5, 100));
}

TEST_F(WalkerInATown, FindsTheWidestRadiusBetweenTwoPlaces) {
  for (const WalkQuery& query : RandomQueries(walker_, 100, 0.05, 8)) {
    const double widest = walker_.WidestRadius(query.start, query.goal);
    WalkQuery tight = query;
    tight.radius_m = widest - 1e-7;
    EXPECT_EQ(walker_.Find(tight).status, PathStatus::Complete);
    tight.radius_m = widest + 1e-6;
    EXPECT_NE(walker_.Find(tight).status, PathStatus::Complete);
  }
}

/// Two rooms of ten metres joined by a gap of one metre, and a third without a door.
class WalkerInRooms : public testing::Test {
 protected:
  static GroundContours Rooms() {
    GroundContours contours = OneLayer({{{0, 0},
                                         {100, 0},
                                         {100, 45},
                                         {110, 45},
                                         {110, 0},
                                         {210, 0},
                                         {210, 100},
                                         {110, 100},
                                         {110, 55},
                                         {100, 55},
                                         {100, 100},
                                         {0, 100}},
                                        {{220, 0}, {320, 0}, {320, 100}, {220, 100}}});
    contours.unit_m = 0.1;
    return contours;
  }
  const Ground ground_ = FlatGround(Rooms());
  const Walker walker_{ground_, UpAxis::Z};
};

TEST_F(WalkerInRooms, LetsOnlySmallAgentsThroughTheGap) {
  WalkQuery query{.start = {5, 5, 0}, .goal = {16, 5, 0}, .radius_m = 0.5};
  const WalkPath path = walker_.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.length_m, 11, 1e-6);
  EXPECT_NEAR(walker_.WidestRadius(query.start, query.goal), 0.5, 1e-9);
  query.radius_m = 0.51;
  EXPECT_EQ(walker_.Find(query).status, PathStatus::Unreachable);
  EXPECT_EQ(walker_.Find(query).statistics.expanded, 0);
  query.goal = {27, 5, 0};
  query.radius_m = 0;
  EXPECT_EQ(walker_.Find(query).status, PathStatus::Unreachable);
  EXPECT_EQ(walker_.WidestRadius(query.start, query.goal), 0);
}

TEST_F(WalkerInRooms, GoesToTheNearestReachablePlaceOnRequest) {
  WalkQuery query{.start = {5, 5, 0}, .goal = {26, 3, 0}, .radius_m = 0.4, .partial = true};
  const WalkPath path = walker_.Find(query);
  ASSERT_EQ(path.status, PathStatus::Partial);
  EXPECT_NEAR(path.goal.x, 20.6, 1e-6);
  EXPECT_NEAR(path.goal.y, 3, 1e-6);
  EXPECT_GE(ClearanceOf(path, ground_), 0.4 - 1e-9);
  // Too wide for the gap: it ends on this side.
  query.radius_m = 0.6;
  query.goal = {16, 5, 0};
  const WalkPath stuck = walker_.Find(query);
  ASSERT_EQ(stuck.status, PathStatus::Partial);
  EXPECT_LT(stuck.goal.x, 10);
  EXPECT_GE(ClearanceOf(stuck, ground_), 0.6 - 1e-9);
}

TEST_F(WalkerInRooms, ReportsWhichEndIsBlocked) {
  const Vec3 free{5, 5, 0}, near_wall{0.1, 5, 0}, in_wall{10.5, 2, 0}, above{5, 5, 4}, outside{-3, 5, 0};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto status = [&](Vec3 start, Vec3 goal, double radius) {
    return walker_.Find({.start = start, .goal = goal, .radius_m = radius}).status;
  };
  EXPECT_EQ(status(near_wall, free, 0.3), PathStatus::StartBlocked);
  EXPECT_EQ(status(free, near_wall, 0.3), PathStatus::GoalBlocked);
  EXPECT_EQ(status(free, near_wall, 0.1), PathStatus::Complete);
  EXPECT_EQ(status(in_wall, free, 0), PathStatus::StartBlocked);
  EXPECT_EQ(status(above, free, 0), PathStatus::StartBlocked);
  EXPECT_EQ(status(free, outside, 0), PathStatus::OutsideWorld);
  EXPECT_EQ(status(free, {nan, 0, 0}, 0), PathStatus::OutsideWorld);
  EXPECT_EQ(status(free, free, -1), PathStatus::InvalidQuery);
  EXPECT_EQ(status(free, free, nan), PathStatus::InvalidQuery);
  EXPECT_EQ(status(free, free, 50), PathStatus::OutsideWorld);
  EXPECT_EQ(status(free, free, 1), PathStatus::Complete);
}

TEST_F(WalkerInRooms, MovesBlockedEndsWithinSnappingDistance) {
  WalkQuery query{.start = {0.1, 5, 0}, .goal = {10.5, 2, 0.3}, .radius_m = 0.3, .snap_m = 0.5};
  EXPECT_EQ(walker_.Find(query).status, PathStatus::GoalBlocked);
  query.snap_m = 1;
  const WalkPath path = walker_.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_NEAR(path.start.x, 0.3, 1e-9);
  EXPECT_NEAR(path.start.y, 5, 1e-9);
  EXPECT_NEAR(std::abs(path.goal.x - 10.5), 0.8, 1e-9);
  EXPECT_GE(ClearanceOf(path, ground_), 0.3 - 1e-9);
}

TEST_F(WalkerInRooms, ConvertsThePlanToTheWorldsAxes) {
  const Walker y_up(ground_, UpAxis::Y);
  const WalkPath path = y_up.Find({.start = {5, 0.2, 2}, .goal = {8, 0, 16}, .radius_m = 0.4});
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_EQ(path.start, (Vec3{5, 0, 2}));
  EXPECT_EQ(path.goal, (Vec3{8, 0, 16}));
}

TEST(Walker, FindsNothingWithoutGround) {
  const Ground none;
  const Walker walker(none, UpAxis::Z);
  EXPECT_EQ(walker.Find({.start = {0, 0, 0}, .goal = {1, 0, 0}}).status, PathStatus::OutsideWorld);
  EXPECT_FALSE(walker.Locate({0, 0, 0}));
  EXPECT_FALSE(walker.NearestWalkable({0, 0, 0}, 0, 10));
  EXPECT_FALSE(walker.RandomWalkable(1, 0));
  EXPECT_EQ(walker.WidestRadius({0, 0, 0}, {1, 0, 0}), 0);
}

}  // namespace
}  // namespace navnet
