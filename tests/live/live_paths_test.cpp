// SPDX-License-Identifier: Apache-2.0
#include <navnet/live/live_world.h>
#include <navnet/runtime/path_watch.h>
#include <navnet/runtime/repair.h>
#include <navnet/voxel/clearance_probe.h>

#include "support/live_worlds.h"
#include "support/oracles.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

constexpr double kSize = 14, kRadius = 0.25;

testing::AssertionResult KeepsItsRadius(const ClearanceProbe& probe, std::span<const Vec3> points) {
  for (size_t i = 1; i < points.size(); ++i) {
    const double clearance = probe.SegmentClearance(points[i - 1], points[i], 2 * kRadius);
    // Way points are rounded to doubles; the check allows 1e-6 voxels.
    if (clearance >= kRadius - 1e-6) continue;
    return testing::AssertionFailure() << "segment " << i - 1 << " has a clearance of " << clearance << " m";
  }
  return testing::AssertionSuccess();
}

LiveWorld MakeWorld(Keep keep = Keep::All, int min_cell = 2) {
  BakeOptions options = LiveOptions(0.1, {0.1, kRadius}, kSize);
  options.keep = keep;
  options.min_cell = min_cell;
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(kSize, UpAxis::Z), options);
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

FlightPath RandomPath(const Navigator& now, uint64_t seed) {
  const std::optional<Vec3> a = now.RandomFree(2 * seed, kRadius), b = now.RandomFree(2 * seed + 1, kRadius);
  if (!a || !b) return {};
  return now.Find({.start = *a, .goal = *b, .radius_m = kRadius});
}

// Adds an obstacle on a path, so that some paths break.
void BlockAPath(TestRandom& random, LiveWorld& live, LiveObstacles& there, const FlightPath& path) {
  const size_t i = size_t(random.Integer(1, int(path.points.size()) - 1));
  Obstacle box{.shape = BoxShape{random.Point(0.1, 0.8)}};
  box.transform.position = path.points[i - 1] + (path.points[i] - path.points[i - 1]) * random.Uniform(0, 1);
  const Result<ObstacleId> id = live.Add(box);
  ASSERT_TRUE(id) << id.error().message;
  there.emplace_back(*id, box);
}

// Finds paths from time to time; after every update, checks all of them with everything that changed since.
void RunChecks(uint64_t seed, Keep keep, int& valid, int& broken) {
  struct Known {
    uint64_t version;
    FlightPath path;
  };
  LiveWorld live = MakeWorld(keep);
  TestRandom random(seed);
  LiveObstacles there;
  std::vector<Known> known;
  for (int update = 0; update < 25; ++update) {
    const std::shared_ptr<const LiveSnapshot> before = live.Latest();
    for (uint64_t i = 0; i < 4; ++i) {
      FlightPath path = RandomPath(before->navigator, 1000 * seed + 10 * uint64_t(update) + i);
      if (path.status == PathStatus::Complete && path.points.size() > 1) known.push_back({before->version, path});
    }
    if (known.size() > 24) known.erase(known.begin(), known.end() - 24);
    for (int i = random.Integer(1, 3); i > 0; --i) RandomEdit(random, kSize, live, there);
    if (!known.empty() && random.Integer(0, 1)) {
      const Known& one = known[size_t(random.Integer(0, int(known.size()) - 1))];
      ASSERT_NO_FATAL_FAILURE(BlockAPath(random, live, there, one.path));
    }
    const Result<WorldChange> change = live.Update();
    ASSERT_TRUE(change);
    const Navigator now = live.Latest()->navigator;
    const Result<ClearanceProbe> probe = ClearanceProbe::Make(live.CurrentWorld(), 1);
    ASSERT_TRUE(probe);
    std::erase_if(known, [&](const Known& one) {
      const PathCheck full = CheckPath(now, one.path.points, kRadius);
      const std::optional<WorldChange> since = live.ChangesSince(one.version);
      EXPECT_TRUE(since);
      const PathCheck fast = CheckPath(now, one.path.points, kRadius, {.change = &*since});
      EXPECT_EQ(fast.state, full.state) << "update " << update << ", path of version " << one.version;
      if (fast.IsValid()) {
        EXPECT_TRUE(KeepsItsRadius(*probe, one.path.points));
      }
      if (one.version == before->version) {
        EXPECT_EQ(CheckPath(now, one.path.points, kRadius, {.change = &*change}).state, fast.state);
      }
      (fast.IsValid() ? valid : broken) += 1;
      return !fast.IsValid();
    });
  }
}

TEST(LivePaths, ReportedAsValidAreFreeOfCollisions) {
  int valid = 0, broken = 0;
  for (uint64_t seed = 0; seed < 3; ++seed) RunChecks(seed, Keep::All, valid, broken);
  for (uint64_t seed = 10; seed < 12; ++seed) RunChecks(seed, seed % 2 ? Keep::Outside : Keep::Largest, valid, broken);
  EXPECT_GT(valid, 500);
  EXPECT_GT(broken, 100);
}

// For each level and voxel of the bounds: whether it is in a cell, and in a NavVolume (the net's free space).
std::vector<std::vector<bool>> FreeIn(const Net& net, std::span<const VoxelBox> NetLevel::*boxes) {
  std::vector<std::vector<bool>> out;
  const VoxelBox& bounds = net.info().bounds;
  for (const NetLevel& level : net.levels()) {
    std::vector<bool>& free = out.emplace_back(size_t(bounds.Volume()));
    for (const VoxelBox& box : level.*boxes) {
      const VoxelCoord lo = box.lo - bounds.lo, hi = box.hi - bounds.lo;
      for (int32_t x = lo.x; x < hi.x; ++x) {
        for (int32_t y = lo.y; y < hi.y; ++y) {
          const auto row = free.begin() + (x * bounds.Size(1) + y) * bounds.Size(2);
          std::fill(row + lo.z, row + hi.z, true);
        }
      }
    }
  }
  return out;
}

// A change covers all voxels that left the net's free space, and all that left or joined its cells, including those of
// thin cells and of kept components.
TEST(LivePaths, GetChangesThatCoverAllChangedVoxels) {
  for (uint64_t seed = 40; seed < 46; ++seed) {
    BakeOptions options = LiveOptions(0.2, {0, 0.3}, 8);
    options.keep = seed % 3 == 0 ? Keep::All : seed % 3 == 1 ? Keep::Outside : Keep::Largest;
    options.min_cell = seed % 2 ? 1 : 3;
    Result<LiveWorld> live = LiveWorld::Make(WalledRooms(8, UpAxis::Z), options);
    ASSERT_TRUE(live) << live.error().message;
    TestRandom random(seed);
    LiveObstacles there;
    using Voxels = std::vector<std::vector<bool>>;
    const Net first = *live->MakeNet();
    Voxels cells_before = FreeIn(first, &NetLevel::cells), free_before = FreeIn(first, &NetLevel::volumes);
    for (int update = 0; update < 25; ++update) {
      for (int i = random.Integer(1, 3); i > 0; --i) RandomEdit(random, 8, *live, there);
      const Result<WorldChange> change = live->Update();
      ASSERT_TRUE(change);
      const Result<Net> net = live->MakeNet();
      if (!net) break;
      const Voxels cells = FreeIn(*net, &NetLevel::cells), free = FreeIn(*net, &NetLevel::volumes);
      const GridFrame& frame = live->frame();
      const VoxelBox& bounds = live->bounds();
      const auto is_named = [&](const std::vector<Box3>& boxes, Vec3 p) {
        return std::ranges::any_of(
            boxes, [&](const Box3& box) { return Min(box.min, p) == box.min && Max(box.max, p) == box.max; });
      };
      std::string unnamed;
      oracle::EachVoxel(bounds, [&](VoxelCoord v) {
        const VoxelCoord d = v - bounds.lo;
        const size_t at = size_t((d.x * bounds.Size(1) + d.y) * bounds.Size(2) + d.z);
        for (size_t level = 0; level < cells.size(); ++level) {
          const auto look = [&](bool then, bool now, const std::vector<Box3>& boxes, const char* what) {
            if (then == now || is_named(boxes, frame.CentreWorld(v))) return;
            unnamed = std::to_string(level) + what;
          };
          if (cells[level][at]) look(cells_before[level][at], true, change->freed, ", a voxel came to a cell");
          if (!cells[level][at]) look(cells_before[level][at], false, change->blocked, ", a voxel left its cell");
          if (!free[level][at]) look(free_before[level][at], false, change->blocked, ", a voxel left all volumes");
        }
      });
      ASSERT_EQ(unnamed, "") << "seed " << seed << ", update " << update;
      cells_before = cells;
      free_before = free;
    }
  }
}

TEST(LivePaths, AreRepairedToNearlyShortestPaths) {
  double repaired_m = 0, fresh_m = 0;
  int repaired = 0, found = 0;
  QueryContext context;
  for (uint64_t seed = 20; seed < 23; ++seed) {
    const int min_cell = seed == 20 ? 2 : 1;
    LiveWorld live = MakeWorld(Keep::All, min_cell);
    TestRandom random(seed);
    LiveObstacles there;
    for (int update = 0; update < 40; ++update) {
      const FlightPath old = RandomPath(live.Latest()->navigator, 1000 * seed + uint64_t(update));
      if (old.status != PathStatus::Complete || old.length_m < 3) continue;
      if (random.Integer(0, 3) == 0) RandomEdit(random, kSize, live, there);
      ASSERT_NO_FATAL_FAILURE(BlockAPath(random, live, there, old));
      if (there.size() > 8) {
        ASSERT_TRUE(live.Remove(there.front().first));
        there.erase(there.begin());
      }
      const Result<WorldChange> change = live.Update();
      ASSERT_TRUE(change);
      const Navigator now = live.Latest()->navigator;
      const FlightQuery query{.start = old.points.front(), .goal = old.points.back(), .radius_m = kRadius};
      const FlightPath fresh = now.Find(query);
      FlightPath path = old;
      const RepairResult result = RepairPath(now, query, path, {.change = &*change}, context, path);
      ASSERT_EQ(result.status, fresh.status);
      ASSERT_EQ(path.status, fresh.status);
      if (fresh.status != PathStatus::Complete) continue;
      const Result<ClearanceProbe> probe = ClearanceProbe::Make(live.CurrentWorld(), 1);
      ASSERT_TRUE(probe);
      ASSERT_TRUE(KeepsItsRadius(*probe, path.points));
      ASSERT_TRUE(KeepsItsRadius(*probe, fresh.points));
      ASSERT_TRUE(CheckPath(now, path.points, kRadius).IsValid());
      EXPECT_EQ(path.points.front(), query.start);
      EXPECT_EQ(path.points.back(), query.goal);
      ++found;
      repaired += result.done == RepairOutcome::Repaired;
      repaired_m += path.length_m;
      fresh_m += fresh.length_m;
    }
  }
  EXPECT_GT(found, 50);
  EXPECT_GT(repaired, 25);
  EXPECT_LT(repaired_m, 1.01 * fresh_m);
  std::printf("%d paths, %d of them repaired, %.4f times as long as fresh ones\n", found, repaired,
              repaired_m / fresh_m);
}

TEST(LivePaths, AreReportedAsBrokenByTheWatch) {
  int told_broken = 0, kept = 0;
  for (uint64_t seed = 30; seed < 32; ++seed) {
    LiveWorld live = MakeWorld();
    TestRandom random(seed);
    LiveObstacles there;
    PathWatch watch(2);
    std::vector<std::pair<WatchId, FlightPath>> watched;
    for (int update = 0; update < 20; ++update) {
      for (uint64_t i = 0; watched.size() < 16 && i < 40; ++i) {
        FlightPath path = RandomPath(live.Latest()->navigator, 1000 * seed + 50 * uint64_t(update) + i);
        if (path.status != PathStatus::Complete || path.points.size() < 2) continue;
        const Result<WatchId> id = watch.Add(path.points, kRadius);
        ASSERT_TRUE(id);
        watched.emplace_back(*id, std::move(path));
      }
      for (int i = random.Integer(1, 2); i > 0; --i) RandomEdit(random, kSize, live, there);
      if (!watched.empty()) {
        ASSERT_NO_FATAL_FAILURE(BlockAPath(random, live, there, watched.front().second));
      }
      const Result<WorldChange> change = live.Update();
      ASSERT_TRUE(change);
      const Navigator now = live.Latest()->navigator;
      const PathWatch::Concerns concerns = watch.Concerned(now, *change);
      const Result<ClearanceProbe> probe = ClearanceProbe::Make(live.CurrentWorld(), 1);
      ASSERT_TRUE(probe);
      std::erase_if(watched, [&](const std::pair<WatchId, FlightPath>& one) {
        const bool is_broken = std::ranges::find(concerns.broken, one.first) != concerns.broken.end();
        EXPECT_EQ(is_broken, !CheckPath(now, one.second.points, kRadius).IsValid());
        if (!is_broken) {
          EXPECT_TRUE(KeepsItsRadius(*probe, one.second.points));
          ++kept;
          return false;
        }
        ++told_broken;
        EXPECT_TRUE(watch.Remove(one.first));
        return true;
      });
    }
  }
  EXPECT_GT(told_broken, 20);
  EXPECT_GT(kept, 100);
}

// Certificates and preferred clearance read other tables than plain flights; those must agree, too.
TEST(LivePaths, HaveTheCertificatesAndClearancesOfABakedNet) {
  LiveWorld live = MakeWorld();
  TestRandom random(5);
  LiveObstacles there;
  int complete = 0;
  for (int update = 0; update < 6; ++update) {
    for (int i = 0; i < 4; ++i) RandomEdit(random, kSize, live, there);
    ASSERT_TRUE(live.Update());
    const Navigator now = live.Latest()->navigator, baked(*live.MakeNet());
    for (uint64_t i = 0; i < 12; ++i) {
      const std::optional<Vec3> a = now.RandomFree(2 * i, 0.1), b = now.RandomFree(2 * i + 1, 0.1);
      if (!a || !b) continue;
      const FlightQuery query{
          .start = *a, .goal = *b, .radius_m = 0.1, .preferred_clearance_m = i % 2 ? kRadius : 0, .certify = true};
      const FlightPath mine = now.Find(query), its = baked.Find(query);
      ASSERT_EQ(mine.status, its.status);
      EXPECT_EQ(mine.points, its.points);
      EXPECT_EQ(mine.cost_m, its.cost_m);
      EXPECT_EQ(mine.lower_bound_m, its.lower_bound_m);
      complete += mine.status == PathStatus::Complete;
    }
  }
  EXPECT_GT(complete, 30);
}

}  // namespace
}  // namespace navnet
