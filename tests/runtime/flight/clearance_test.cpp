// SPDX-License-Identifier: Apache-2.0
// FlightQuery::preferred_clearance_m: distance where there is room, less where there is not.

#include <navnet/bake.h>
#include <navnet/runtime/navigator.h>
#include <navnet/worlds/worlds.h>

#include "grid/occupancy_build.h"
#include "support/free_oracle.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace navnet {
namespace {

Net BakeVoxels(const VoxelBox& bounds, const std::vector<VoxelBox>& blocked, std::vector<double> radii_m,
               int min_cell) {
  BakeOptions options;
  options.sample.radii_m = std::move(radii_m);
  options.min_cell = min_cell;
  const Result<Baked> baked = Bake(World{"test", UpAxis::Z, BuildOccupancy({{}, 1}, bounds, 0, blocked)}, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

// The cost of a path as documented, summed over short pieces, each by the largest level that contains it.
class CostOracle {
 public:
  CostOracle(const Net& net, double preferred_m) {
    for (const NetLevel& level : net.levels()) {
      spaces_.emplace_back(net, level.radius_m);
      radii_m_.push_back(level.radius_m);
      if (level.radius_m >= preferred_m) break;
    }
  }
  double CostOf(std::span<const Vec3> points) const {
    double cost = 0;
    for (size_t i = 1; i < points.size(); ++i) {
      const Vec3 a = points[i - 1], d = points[i] - a;
      const int pieces = 1 + int(Length(d) / 0.05);
      for (int k = 0; k < pieces; ++k) cost += FactorAt(a + d * ((k + 0.5) / pieces)) * Length(d) / pieces;
    }
    return cost;
  }
  double LengthOutside(std::span<const Vec3> points) const {
    double sum = 0;
    for (size_t i = 1; i < points.size(); ++i) {
      const Vec3 a = points[i - 1], d = points[i] - a;
      const int pieces = 1 + int(Length(d) / 0.05);
      for (int k = 0; k < pieces; ++k) {
        if (!spaces_.back().IsFree(a + d * ((k + 0.5) / pieces))) sum += Length(d) / pieces;
      }
    }
    return sum;
  }

 private:
  double FactorAt(Vec3 p) const {
    size_t level = spaces_.size() - 1;
    while (level > 0 && !spaces_[level].IsFree(p)) --level;
    return 1 + 3 * (radii_m_.back() - radii_m_[level]) / (radii_m_.back() - radii_m_.front());
  }
  std::vector<oracle::FreeSpaceOf> spaces_;
  std::vector<double> radii_m_;
};

double LengthOf(std::span<const Vec3> points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

// A wall with a narrow gap on the straight line, and a wide one beside it.
TEST(PreferredClearance, TakesTheWideGapIfTheDetourIsShortEnough) {
  for (const bool is_near : {true, false}) {
    const int at = is_near ? 30 : 90;
    const Net net = BakeVoxels(
        {{0, 0, 0}, {80, 120, 12}},
        {{{36, 0, 0}, {44, 18, 12}}, {{36, 21, 0}, {44, at, 12}}, {{36, at + 12, 0}, {44, 120, 12}}}, {0, 2.5}, 1);
    const Navigator navigator(net);
    const FlightQuery query{.start = {10, 19.5, 6}, .goal = {70, 19.5, 6}, .preferred_clearance_m = 2.5};
    const FlightPath path = navigator.Find(query);
    ASSERT_EQ(path.status, PathStatus::Complete);
    const bool is_wide = std::ranges::any_of(path.points, [&](Vec3 p) { return p.y > at; });
    EXPECT_EQ(is_wide, is_near);
    const CostOracle costs(net, 2.5);
    EXPECT_NEAR(path.cost_m, costs.CostOf(path.points), 0.5);
    if (is_near) {
      EXPECT_NEAR(costs.LengthOutside(path.points), 0, 0.2);
    } else {
      EXPECT_NEAR(costs.LengthOutside(path.points), 8 + 2 * 2.5, 2);
    }
  }
}

// Start and goal are at a wall: only the ends of the path are close to it.
TEST(PreferredClearance, LeavesTheWallAtOnce) {
  const Net net = BakeVoxels({{0, 0, 0}, {200, 40, 40}}, {{{0, 0, 0}, {200, 40, 2}}}, {0, 3}, 1);
  const Navigator navigator(net);
  FlightQuery query{.start = {10.5, 20.5, 2.5}, .goal = {190.5, 20.5, 2.5}};
  const FlightPath plain = navigator.Find(query);
  query.preferred_clearance_m = 3;
  const FlightPath path = navigator.Find(query);
  ASSERT_EQ(path.status, PathStatus::Complete);
  EXPECT_GT(path.length_m, plain.length_m);
  EXPECT_LT(path.length_m, plain.length_m + 6);
  EXPECT_LT(CostOracle(net, 3).LengthOutside(path.points), 10);
}

TEST(PreferredClearance, ChangesNothingWithoutALargerLevelOrWithCosts) {
  const Net net = BakeVoxels({{0, 0, 0}, {60, 40, 20}}, {{{30, 0, 0}, {31, 30, 20}}}, {0, 2}, 1);
  const Navigator navigator(net);
  const FlightQuery query{.start = {5, 5, 5}, .goal = {55, 6, 9}};
  const FlightPath plain = navigator.Find(query);
  for (const double radius_m : {0.0, 2.0}) {
    FlightQuery other = query;
    other.radius_m = radius_m;
    const FlightPath alone = navigator.Find(other);
    other.preferred_clearance_m = radius_m;
    const FlightPath same = navigator.Find(other);
    EXPECT_EQ(same.points, alone.points);
    EXPECT_EQ(same.cost_m, same.length_m);
    EXPECT_EQ(same.volumes, alone.volumes);
  }
  FlightQuery with_costs = query;
  with_costs.ceiling_m = 15;
  const FlightPath low = navigator.Find(with_costs);
  with_costs.preferred_clearance_m = 2;
  EXPECT_EQ(navigator.Find(with_costs).points, low.points);
  FlightQuery wrong = query;
  wrong.preferred_clearance_m = -1;
  EXPECT_EQ(navigator.Find(wrong).status, PathStatus::InvalidQuery);
}

struct Found {
  int compared = 0;
  int wide = 0;      ///< Ends that the preferred level connects.
  int costly = 0;    ///< Paths more than 3 % more expensive than another one that is known.
  int given_up = 0;  ///< Paths that are the plain ones, in nets with voxels in no cell.
  double worst = 0;  ///< Largest ratio to the cost of another path that is known.
};

void CheckPaths(const Net& net, uint64_t seeds, double preferred_m, Found& found) {
  const Navigator navigator(net);
  const double radius_m = net.levels().front().radius_m;
  if (net.levels().front().cells.empty()) return;
  const oracle::FreeSpaceOf free(net, radius_m);
  const CostOracle costs(net, preferred_m);
  const double voxel_m = net.info().frame.voxel_m;
  for (uint64_t i = 0; i < seeds; ++i) {
    const auto a = navigator.RandomFree(2 * i, radius_m), b = navigator.RandomFree(2 * i + 1, radius_m);
    const Effort effort = i % 3 == 0 ? Effort::Fast : i % 3 == 1 ? Effort::Balanced : Effort::Best;
    FlightQuery query{.start = *a, .goal = *b, .radius_m = radius_m, .effort = effort};
    const FlightPath plain = navigator.Find(query);
    query.preferred_clearance_m = preferred_m;
    query.certify = true;
    const FlightPath path = navigator.Find(query);
    // Complete whenever the plain flight is, and free for the agent.
    ASSERT_EQ(path.status, plain.status);
    ASSERT_EQ(path.radius_m, plain.radius_m);
    if (path.status != PathStatus::Complete) continue;
    ASSERT_EQ(path.points.front(), *a);
    ASSERT_EQ(path.points.back(), *b);
    ASSERT_TRUE(free.IsFree(path.points));
    ASSERT_NEAR(path.length_m, LengthOf(path.points), 1e-9);
    ASSERT_LE(path.lower_bound_m, path.length_m);
    ASSERT_FALSE(path.volumes.empty());
    const double cost = costs.CostOf(path.points);
    // Voxels in no cell of a larger level may cost more than the oracle says.
    const bool have_cells = std::ranges::all_of(net.levels(), [](const NetLevel& l) { return l.voxels_left_out == 0; });
    ASSERT_GE(path.cost_m, 0.99 * cost - 0.3 * voxel_m);
    ASSERT_LE(path.cost_m, (have_cells ? 1.01 : 2) * cost + voxel_m);
    ++found.compared;
    if (!have_cells && path.points == plain.points && path.points.size() > 2) {
      ++found.given_up;
      continue;
    }
    if (effort == Effort::Fast) continue;
    // At most about as expensive as the shortest path and the shortest one that keeps the preferred clearance.
    double cheapest = costs.CostOf(plain.points);
    FlightQuery wider = query;
    wider.radius_m = net.levels().back().radius_m;
    wider.preferred_clearance_m = 0;
    if (const FlightPath kept = navigator.Find(wider); kept.status == PathStatus::Complete) {
      cheapest = std::min(cheapest, kept.length_m);
      ++found.wide;
    }
    found.costly += cost > 1.03 * cheapest;
    found.worst = std::max(found.worst, cost / cheapest);
  }
}

TEST(PreferredClearance, IsKeptWhereThereIsRoomInRandomWorlds) {
  Found found;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    VoxelBox bounds;
    for (int k = 0; k < 3; ++k) {
      bounds.lo[k] = random.Integer(-70, 60);
      bounds.hi[k] = bounds.lo[k] + random.Integer(8, 40);
    }
    std::vector<VoxelBox> blocked;
    for (int i = random.Integer(2, 14); i > 0; --i) {
      VoxelBox box;
      for (int k = 0; k < 3; ++k) {
        box.lo[k] = random.Integer(bounds.lo[k], bounds.hi[k] - 1);
        box.hi[k] = box.lo[k] + (random.Integer(0, 3) == 0 ? 30 : random.Integer(1, 6));
      }
      blocked.push_back(box);
    }
    const Net net =
        BakeVoxels(bounds, blocked, seed % 2 ? std::vector{0.0, 1.5} : std::vector{0.0, 1.0, 2.0}, 1 + int(seed % 3));
    ASSERT_NO_FATAL_FAILURE(CheckPaths(net, 6, net.levels().back().radius_m, found));
  }
  EXPECT_GT(found.compared, 400);
  EXPECT_GT(found.wide, 80);
  EXPECT_LT(100 * found.costly, found.compared);
  EXPECT_LT(found.worst, 1.5);
  EXPECT_LT(10 * found.given_up, found.compared);
}

TEST(PreferredClearance, IsKeptAmongTriangles) {
  Found found;
  for (const WorldKind kind : {WorldKind::City, WorldKind::Station, WorldKind::Cave, WorldKind::Maze}) {
    SCOPED_TRACE(std::string(ToString(kind)));
    const World world{"w", UpAxis::Z, *MakeWorld({.kind = kind})};
    const Vec3 size = BoundsOf(*world.mesh()).Size();
    BakeOptions options;
    const double voxel_m = std::max({size.x, size.y, size.z}) / 90;
    options.sample.voxel_m = voxel_m;
    options.sample.radii_m = {0.3 * voxel_m, 1.2 * voxel_m};
    options.keep = Keep::Outside;
    const Net net = Bake(world, options)->net;
    ASSERT_NO_FATAL_FAILURE(CheckPaths(net, 10, net.levels().back().radius_m, found));
  }
  EXPECT_GT(found.compared, 20);
  EXPECT_LT(100 * found.costly, found.compared);
  EXPECT_LT(found.worst, 1.5);
  EXPECT_LT(10 * found.given_up, found.compared);
}

}  // namespace
}  // namespace navnet
