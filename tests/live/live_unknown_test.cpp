// SPDX-License-Identifier: Apache-2.0
#include <navnet/live/live_world.h>
#include <navnet/voxel/clearance_probe.h>

#include "grid/occupancy_build.h"
#include "support/changed_worlds.h"
#include "support/grids.h"
#include "support/live_worlds.h"
#include "support/ray_oracle.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

constexpr double kVoxel = 0.25;
constexpr VoxelBox kBounds{{-6, -10, -3}, {74, 30, 17}};

Vec3 Centre(VoxelCoord v) { return GridFrame{{}, kVoxel}.CentreWorld(v); }

// The true world: closed on all sides, with boxes, and walls with gaps.
OccupancyGrid TrueWorld(uint64_t seed) {
  TestRandom random(seed);
  std::vector<VoxelBox> blocked;
  for (int a = 0; a < 3; ++a) {
    VoxelBox low = kBounds, high = kBounds;
    low.hi[a] = low.lo[a] + 1;
    high.lo[a] = high.hi[a] - 1;
    blocked.push_back(low);
    blocked.push_back(high);
  }
  for (int x = kBounds.lo.x + 15; x < kBounds.hi.x - 10; x += 16) {
    const int gap = random.Integer(kBounds.lo.y + 2, kBounds.hi.y - 9);
    blocked.push_back({{x, kBounds.lo.y, kBounds.lo.z}, {x + 1, gap, kBounds.hi.z}});
    blocked.push_back({{x, gap + 6, kBounds.lo.z}, {x + 1, kBounds.hi.y, kBounds.hi.z}});
  }
  for (int i = 0; i < 25; ++i) {
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = random.Integer(kBounds.lo[a], kBounds.hi[a] - 2);
      box.hi[a] = box.lo[a] + random.Integer(1, 4);
    }
    blocked.push_back(box);
  }
  return BuildOccupancy({{}, kVoxel}, kBounds, 0, blocked);
}

// A depth sensor without errors: sees the blocked voxels whose centre is visible. Exact, so that no ray passes a
// blocked voxel that the sensor reports as free.
std::vector<Vec3> Look(const OccupancyGrid& truth, const oracle::VoxelSet& blocked, Vec3 from_world) {
  std::vector<char> is_blocked(size_t(kBounds.Volume()));
  const auto number = [](VoxelCoord v) {
    const VoxelCoord d = v - kBounds.lo;
    return size_t((d.x * kBounds.Size(1) + d.y) * kBounds.Size(2) + d.z);
  };
  for (const VoxelCoord v : blocked) is_blocked[number(v)] = 1;
  std::vector<Vec3> seen;
  const Vec3 from = truth.frame().ToVoxelSpace(from_world);
  const oracle::FixedPoint start = oracle::Fixed(from);
  for (const VoxelCoord target : blocked) {
    const Vec3 to{target.x + 0.5, target.y + 0.5, target.z + 0.5}, d = to - from;
    if (Length(d) > 32) continue;
    const oracle::FixedPoint end = oracle::Fixed(to);
    const int steps = int(2 * Length(d)) + 1;
    bool is_hidden = false;
    for (int i = 0; i <= steps && !is_hidden; ++i) {
      const Vec3 p = from + d * (double(i) / steps);
      const VoxelCoord at{int(std::floor(p.x)), int(std::floor(p.y)), int(std::floor(p.z))};
      // All voxels that the ray can pass near this point.
      oracle::EachVoxel({at - VoxelCoord{1, 1, 1}, at + VoxelCoord{2, 2, 2}}, [&](VoxelCoord v) {
        if (is_hidden || v == target || !kBounds.Contains(v) || !is_blocked[number(v)]) return;
        is_hidden = oracle::Passes(start, end, v);
      });
    }
    if (!is_hidden) seen.push_back(truth.frame().ToWorld(to));
  }
  return seen;
}

struct Flight {
  OccupancyGrid truth;
  oracle::VoxelSet blocked;
  ClearanceProbe probe;
  LiveWorld live;
  ExploredMap map;
  Vec3 position, goal;
  double radius_m;

  static std::optional<Flight> Begin(uint64_t seed, Unknown unknown, double radius_m) {
    BakeOptions options;
    options.sample.radii_m = {radius_m};
    const OccupancyGrid truth = TrueWorld(seed);
    const World world{"truth", UpAxis::Z, truth};
    Result<LiveWorld> live = LiveWorld::MakeUnknown(truth.frame().WorldBox(kBounds), kVoxel, UpAxis::Z,
                                                    {.unknown = unknown, .unknown_cost = 3}, options);
    EXPECT_TRUE(live) << live.error().message;
    if (!live) return std::nullopt;
    EXPECT_EQ(live->bounds(), kBounds);
    Result<ExploredMap> map = ExploredMap::Make(live->frame(), live->bounds(), {.max_range_m = 100});
    EXPECT_TRUE(map) << map.error().message;
    // Two points far apart that are connected in the true world.
    const Result<Baked> baked = Bake(world, options);
    EXPECT_TRUE(baked);
    const Navigator all(baked->net);
    for (uint64_t i = 0; i < 1000; ++i) {
      const Vec3 a = *all.RandomFree(2 * i, radius_m), b = *all.RandomFree(2 * i + 1, radius_m);
      if (b.x - a.x < 10 || all.Find({.start = a, .goal = b, .radius_m = radius_m}).status != PathStatus::Complete) {
        continue;
      }
      return Flight{
          truth, BlockedVoxels(truth), *ClearanceProbe::Make(world), std::move(*live), std::move(*map), a, b, radius_m};
    }
    ADD_FAILURE() << "no pair of connected points, seed " << seed;
    return std::nullopt;
  }

  void Scan() {
    ASSERT_TRUE(map.Insert({position, Look(truth, blocked, position)}));
    ASSERT_TRUE(live.Explore(map.TakeChanges()));
    ASSERT_TRUE(live.Update());
  }

  // The space that the drone occupies is free.
  void LearnOwnPlace() {
    const VoxelCoord at = live.frame().VoxelAt(position);
    oracle::EachVoxel({at - VoxelCoord{4, 4, 4}, at + VoxelCoord{5, 5, 5}}, [&](VoxelCoord v) {
      const VoxelBox one{v, v + VoxelCoord{1, 1, 1}};
      if (!truth.IsBlocked(v)) {
        ASSERT_TRUE(map.SetBox(one, VoxelState::Free));
      }
    });
  }

  void ExpectSafe(const FlightPath& path) const {
    for (size_t i = 1; i < path.points.size(); ++i) {
      ASSERT_GE(probe.SegmentClearance(path.points[i - 1], path.points[i], radius_m + 1), radius_m - 1e-9);
    }
    ASSERT_TRUE(IsFreeOfCollisions(truth, path.points));
  }

  // Moves along a part of a path.
  void Follow(const FlightPath& path, double at_most_m) {
    for (size_t i = 1; i < path.points.size() && at_most_m > 0; ++i) {
      const Vec3 step = path.points[i] - path.points[i - 1];
      const double length = Length(step);
      position = path.points[i - 1] + step * (length > at_most_m ? at_most_m / length : 1);
      at_most_m -= length;
    }
  }
};

TEST(LiveUnknown, AsBlockedMakesEveryPathSafeAndTheGoalReachable) {
  for (uint64_t seed = 0; seed < 2; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::optional<Flight> flight = Flight::Begin(seed, Unknown::Blocked, seed == 0 ? 0 : 0.15);
    ASSERT_TRUE(flight);
    const auto find = [&](Vec3 goal) {
      return flight->live.Latest()->navigator.Find(
          {.start = flight->position, .goal = goal, .radius_m = flight->radius_m, .partial = true});
    };
    EXPECT_TRUE(find(flight->goal).points.empty()) << "initially everything is unknown";
    ASSERT_NO_FATAL_FAILURE(flight->LearnOwnPlace());
    bool has_arrived = false;
    int scans = 0;
    for (; scans < 60 && !has_arrived; ++scans) {
      ASSERT_NO_FATAL_FAILURE(flight->Scan());
      const FlightPath path = find(flight->goal);
      ASSERT_NO_FATAL_FAILURE(flight->ExpectSafe(path));
      // Paths of other queries are safe as well.
      const Navigator& now = flight->live.Latest()->navigator;
      for (uint64_t i = 0; i < 10; ++i) {
        const Vec3 a = *now.RandomFree(1000 * uint64_t(scans) + i, flight->radius_m);
        ASSERT_NO_FATAL_FAILURE(flight->ExpectSafe(
            now.Find({.start = flight->position, .goal = a, .radius_m = flight->radius_m, .partial = true})));
      }
      has_arrived = path.status == PathStatus::Complete;
      if (has_arrived) break;
      EXPECT_NE(path.status, PathStatus::Complete);
      // Continues towards the goal, or, if that is not possible, to another known point.
      const Vec3 before = flight->position;
      flight->Follow(path, 5);
      if (Length(flight->position - before) < 0.5) {
        flight->Follow(find(*now.RandomFree(uint64_t(scans), flight->radius_m)), 100);
      }
    }
    EXPECT_TRUE(has_arrived) << "after " << scans << " scans";
    EXPECT_GT(scans, 1) << "the goal was known from the beginning";
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(flight->live, "explored"));
  }
}

// Compares the union of a snapshot's boxes with the map.
void ExpectRegionsAreTheUnknown(const Flight& flight) {
  oracle::VoxelSet covered;
  for (const CostRegion& region : flight.live.Latest()->regions) {
    ASSERT_EQ(region.factor, 3);
    VoxelBox box;
    for (int a = 0; a < 3; ++a) {
      box.lo[a] = int(std::lround(region.box_world.min[a] / kVoxel));
      box.hi[a] = int(std::lround(region.box_world.max[a] / kVoxel));
      ASSERT_NEAR(region.box_world.min[a], box.lo[a] * kVoxel, 1e-9);
      ASSERT_NEAR(region.box_world.max[a], box.hi[a] * kVoxel, 1e-9);
    }
    oracle::EachVoxel(box, [&](VoxelCoord v) { ASSERT_TRUE(covered.insert(v).second) << "boxes overlap"; });
  }
  oracle::VoxelSet unknown;
  oracle::EachVoxel(kBounds, [&](VoxelCoord v) {
    if (flight.map.StateAt(v) == VoxelState::Unknown) unknown.insert(v);
  });
  ASSERT_TRUE(SameVoxels(covered, unknown));
}

TEST(LiveUnknown, AtACostEqualsTheRegionsOfSnapshots) {
  for (uint64_t seed = 3; seed < 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::optional<Flight> flight = Flight::Begin(seed, Unknown::AtACost, 0);
    ASSERT_TRUE(flight);
    ASSERT_NO_FATAL_FAILURE(ExpectRegionsAreTheUnknown(*flight));
    ASSERT_NO_FATAL_FAILURE(flight->LearnOwnPlace());
    for (int scan = 0; scan < 6; ++scan) {
      ASSERT_NO_FATAL_FAILURE(flight->Scan());
      ASSERT_NO_FATAL_FAILURE(ExpectRegionsAreTheUnknown(*flight));
      const std::shared_ptr<const LiveSnapshot> now = flight->live.Latest();
      const FlightPath path =
          now->navigator.Find({.start = flight->position, .goal = flight->goal, .regions = now->regions});
      ASSERT_EQ(path.status, PathStatus::Complete) << "the unknown counts as free";
      EXPECT_GE(path.cost_m, path.length_m - 1e-9);
      EXPECT_LE(path.cost_m, 3 * path.length_m + 1e-9);
      ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(flight->live, "scan " + std::to_string(scan)));
      // The part that is known to be free.
      size_t known = 1;
      for (; known < path.points.size(); ++known) {
        if (IsFreeOfCollisions(flight->truth, std::span(path.points).subspan(known - 1, 2))) continue;
        break;
      }
      FlightPath start = path;
      start.points.resize(known);
      flight->Follow(start, 4);
    }
  }
}

// A wall with two gaps: the near one is in unknown space, the far one is known.
TEST(LiveUnknown, AtACostIsAvoidedUnlessTheKnownPathIsMuchLonger) {
  const VoxelBox bounds{{0, 0, 0}, {40, 120, 8}};
  for (const bool is_gap_far : {false, true}) {
    Result<LiveWorld> live = LiveWorld::MakeUnknown(GridFrame{{}, kVoxel}.WorldBox(bounds), kVoxel, UpAxis::Z,
                                                    {.unknown = Unknown::AtACost, .unknown_cost = 3});
    ASSERT_TRUE(live) << live.error().message;
    Result<ExploredMap> map = ExploredMap::Make(live->frame(), live->bounds());
    ASSERT_TRUE(map);
    const VoxelBox unknown{{10, 0, 0}, {30, 9, 8}};
    const int gap = is_gap_far ? 100 : 12;
    ASSERT_TRUE(map->SetBox(bounds, VoxelState::Free));
    ASSERT_TRUE(map->SetBox({{10, 0, 0}, {30, gap, 8}}, VoxelState::Occupied));
    ASSERT_TRUE(map->SetBox(unknown, VoxelState::Unknown));
    ASSERT_TRUE(map->SetBox({{10, gap + 4, 0}, {30, 120, 8}}, VoxelState::Occupied));
    ASSERT_TRUE(live->Explore(map->TakeChanges()));
    ASSERT_TRUE(live->Update());
    const std::shared_ptr<const LiveSnapshot> now = live->Latest();
    const FlightPath path =
        now->navigator.Find({.start = Centre({5, 5, 4}), .goal = Centre({35, 5, 4}), .regions = now->regions});
    ASSERT_EQ(path.status, PathStatus::Complete);
    bool passes = false;
    for (size_t i = 1; i < path.points.size(); ++i) {
      for (int k = 0; k <= 100; ++k) {
        const Vec3 p = path.points[i - 1] + (path.points[i] - path.points[i - 1]) * (k / 100.0);
        passes = passes || map->StateAt(live->frame().VoxelAt(p)) == VoxelState::Unknown;
      }
    }
    EXPECT_EQ(passes, is_gap_far) << path.length_m << " m";
    // 20 of the 30 voxels on the straight line cost three times as much.
    if (is_gap_far) {
      EXPECT_NEAR(path.cost_m, (10 + 3 * 20) * kVoxel, 0.1);
    }
  }
}

TEST(LiveUnknown, CanBecomeUnknownAgain) {
  for (const Unknown unknown : {Unknown::Blocked, Unknown::AtACost}) {
    std::optional<Flight> flight = Flight::Begin(6, unknown, 0.3);
    ASSERT_TRUE(flight);
    const Result<Net> at_first = flight->live.MakeNet();
    ASSERT_NO_FATAL_FAILURE(flight->LearnOwnPlace());
    ASSERT_NO_FATAL_FAILURE(flight->Scan());
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(flight->live, "after a look"));
    ASSERT_TRUE(flight->map.SetBox(kBounds, VoxelState::Unknown));
    ASSERT_TRUE(flight->live.Explore(flight->map.TakeChanges()));
    ASSERT_TRUE(flight->live.Update());
    const Result<Net> at_last = flight->live.MakeNet();
    ASSERT_EQ(at_first.ok(), at_last.ok());
    if (at_first) {
      EXPECT_TRUE(SameNets(*at_last, *at_first));
    }
    ASSERT_NO_FATAL_FAILURE(ExpectSameAsABake(flight->live, "forgotten"));
    if (unknown == Unknown::AtACost) {
      ASSERT_NO_FATAL_FAILURE(ExpectRegionsAreTheUnknown(*flight));
    }
  }
}

}  // namespace
}  // namespace navnet
