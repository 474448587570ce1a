// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/repair.h>

#include <navnet/voxel/clearance_probe.h>
#include <navnet/worlds/worlds.h>

#include "support/changed_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

/// A path in a world, and the world after an edit.
struct Case {
  BoxWorld world;  ///< After the edit.
  FlightQuery query;
  FlightPath old;
  Navigator now;
  WorldChange change;
};

BoxWorld WorldOf(uint64_t seed) {
  size_t closed = 0;
  return seed % 3 == 0 ? RoomsOnFloors(seed, closed) : ScatteredBoxes(seed, {150, 140, 90}, seed % 3 == 1 ? 160 : 500);
}

Vec3 SomewhereOn(const FlightPath& path, TestRandom& random) {
  const size_t segment = size_t(random.Integer(0, int(path.points.size()) - 2));
  const Vec3 a = path.points[segment], b = path.points[segment + 1];
  return a + (b - a) * random.Uniform(0, 1);
}

/// Calls `visit(case)` for seeded worlds and paths; `edit(world, path, change, random)` changes the world.
template <class Edit, class Visit>
void EachCase(uint64_t seeds, int paths, const Edit& edit, const Visit& visit) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const BoxWorld world = WorldOf(seed);
    const Navigator before = world.Bake();
    TestRandom random(1000 + seed);
    for (int i = 0; i < paths; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", path " + std::to_string(i));
      const uint64_t ends = 1000 * seed + 2 * uint64_t(i);
      const FlightQuery query{.start = *before.RandomFree(ends, 0), .goal = *before.RandomFree(ends + 1, 0)};
      const FlightPath old = before.Find(query);
      if (old.status != PathStatus::Complete || old.length_m < 50 * world.frame.voxel_m) continue;
      ASSERT_TRUE(CheckPath(before, old.points, 0).IsValid()) << "a path is valid where it was found";
      BoxWorld edited = world;
      WorldChange change;
      edit(edited, old, change, random);
      const Navigator now = edited.Bake();
      visit(Case{edited, query, old, now, change});
    }
  }
}

void BlockSomewhere(BoxWorld& world, const FlightPath& path, WorldChange& change, TestRandom& random) {
  const VoxelCoord half{random.Integer(0, 5), random.Integer(0, 5), random.Integer(0, 5)};
  world.Block(VoxelsAround(world, SomewhereOn(path, random), half), change);
}

void BlockAndFreeAnything(BoxWorld& world, const FlightPath& path, WorldChange& change, TestRandom& random) {
  for (int i = random.Integer(0, 2); i > 0; --i) BlockSomewhere(world, path, change, random);
  for (int i = random.Integer(0, 3); i > 0; --i) {
    Vec3 p;
    for (int a = 0; a < 3; ++a) p[a] = random.Uniform(world.bounds.lo[a], world.bounds.hi[a]);
    const VoxelCoord half{random.Integer(0, 20), random.Integer(0, 20), random.Integer(0, 20)};
    world.Block(VoxelsAround(world, world.frame.ToWorld(p), half), change);
  }
  for (int i = random.Integer(0, 3); i > 0; --i) {
    world.Free(size_t(random.Integer(0, int(world.blocked.size()) - 1)), change);
  }
}

TEST(PathCheck, AcceptsOnlyPathsWithoutCollisions) {
  int valid = 0, broken = 0;
  EachCase(24, 6, BlockAndFreeAnything, [&](const Case& c) {
    const PathCheck check = CheckPath(c.now, c.old.points, 0);
    ASSERT_NE(check.state, PathValidity::Invalid);
    const bool is_free = bool(IsFreeOfCollisions(c.world.Grid(), c.old.points));
    // Nets of voxel worlds contain all free voxels, so the check is exact.
    ASSERT_EQ(check.IsValid(), is_free);
    (is_free ? valid : broken) += 1;
  });
  EXPECT_GT(valid, 20);
  EXPECT_GT(broken, 40);
}

TEST(PathCheck, ReportsTheValidPartsBeforeAndBehindTheBreak) {
  int broken = 0;
  EachCase(24, 4, BlockAndFreeAnything, [&](const Case& c) {
    const PathCheck check = CheckPath(c.now, c.old.points, 0);
    if (check.IsValid()) return;
    ++broken;
    const auto place = [&](PathPlace p) {
      return c.old.points[p.segment] + (c.old.points[p.segment + 1] - c.old.points[p.segment]) * p.share;
    };
    std::vector<Vec3> head(c.old.points.begin(), c.old.points.begin() + std::ptrdiff_t(check.first_broken.segment) + 1);
    head.push_back(place(check.first_broken));
    std::vector<Vec3> tail(c.old.points.begin() + std::ptrdiff_t(check.last_broken.segment) + 1, c.old.points.end());
    tail.insert(tail.begin(), place(check.last_broken));
    const OccupancyGrid grid = c.world.Grid();
    if (check.first_broken != PathPlace{}) {
      ASSERT_TRUE(IsFreeOfCollisions(grid, head));
    }
    if (check.last_broken != PathPlace{c.old.points.size() - 2, 1}) {
      ASSERT_TRUE(IsFreeOfCollisions(grid, tail));
    }
    // The next millimetre is no longer free.
    const Vec3 on = c.old.points[check.first_broken.segment + 1] - place(check.first_broken);
    if (Length(on) > 1e-3) {
      head.push_back(place(check.first_broken) + on * std::min(1.0, 1e-3 / Length(on)));
      ASSERT_FALSE(CheckPath(c.now, head, 0).IsValid());
    }
    // Behind the break the path is valid, before it is not.
    ASSERT_TRUE(CheckPath(c.now, c.old.points, 0, {.from = check.last_broken}).IsValid() ||
                check.last_broken == (PathPlace{c.old.points.size() - 2, 1}));
    ASSERT_FALSE(CheckPath(c.now, c.old.points, 0, {.from = check.first_broken}).IsValid());
  });
  EXPECT_GT(broken, 30);
}

TEST(PathCheck, ChecksOnlySegmentsNearAChange) {
  size_t looked_at = 0, all = 0;
  EachCase(24, 6, BlockAndFreeAnything, [&](const Case& c) {
    const PathCheck full = CheckPath(c.now, c.old.points, 0);
    const PathCheck fast = CheckPath(c.now, c.old.points, 0, {.change = &c.change});
    ASSERT_EQ(fast.state, full.state);
    ASSERT_EQ(fast.first_broken, full.first_broken);
    ASSERT_EQ(fast.last_broken, full.last_broken);
    ASSERT_LE(fast.segments_looked_at, full.segments_looked_at);
    looked_at += fast.segments_looked_at;
    all += full.segments_looked_at;
  });
  EXPECT_LT(2 * looked_at, all);
}

TEST(PathCheck, RefusesInvalidPaths) {
  const Navigator now = ScatteredBoxes(1, {60, 60, 60}, 10).Bake();
  const Vec3 a = *now.RandomFree(1, 0);
  const auto state = [&](std::vector<Vec3> points, double radius = 0, PathPlace from = {}) {
    return CheckPath(now, points, radius, {.from = from}).state;
  };
  EXPECT_EQ(state({}), PathValidity::Invalid);
  EXPECT_EQ(state({a, {NAN, 0, 0}}), PathValidity::Invalid);
  EXPECT_EQ(state({a, {0, std::numeric_limits<double>::infinity(), 0}}), PathValidity::Invalid);
  EXPECT_EQ(state({a, a}, 5), PathValidity::Invalid) << "no level is for such an agent";
  EXPECT_EQ(state({a, a}, -1), PathValidity::Invalid);
  EXPECT_EQ(state({a, a}, NAN), PathValidity::Invalid);
  EXPECT_EQ(state({a, a}, 0, {1, 0}), PathValidity::Invalid);
  EXPECT_EQ(state({a, a}, 0, {0, NAN}), PathValidity::Invalid);
  EXPECT_EQ(state({a, a}, 0, {0, 1.5}), PathValidity::Invalid);
  EXPECT_EQ(state({a}), PathValidity::Valid);
  EXPECT_EQ(state({a, a}), PathValidity::Valid);
  EXPECT_EQ(state({a, {1e300, 0, 0}}), PathValidity::Broken) << "it leaves the world";
  EXPECT_EQ(state({{-1e6, 0, 0}}), PathValidity::Broken);
}

TEST(PathPlace, IsTheNearestOneStillAhead) {
  const std::vector<Vec3> points = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
  EXPECT_EQ(PlaceOnPath(points, {4, 1, 0}), (PathPlace{0, 0.4}));
  EXPECT_EQ(PlaceOnPath(points, {4, 8, 0}, {1, 0.5}), (PathPlace{2, 0.6}));
  EXPECT_EQ(PlaceOnPath(points, {-5, -5, 0}), (PathPlace{0, 0}));
  EXPECT_EQ(PlaceOnPath(points, {NAN, 0, 0}, {1, 0.25}), (PathPlace{1, 0.25}));
  EXPECT_EQ(PlaceOnPath({}, {1, 2, 3}), (PathPlace{}));
}

// Invariants of every answer, for any outcome.
void ExpectSound(const Case& c, const RepairResult& result, const FlightPath& path, const FlightPath& fresh) {
  ASSERT_EQ(result.status, path.status);
  // A start that rounding moved into a wall blocks a search, but not an agent that follows its path.
  const std::array start{c.query.start};
  if (fresh.status != PathStatus::StartBlocked || !CheckPath(c.now, start, 0).IsValid()) {
    ASSERT_EQ(path.status, fresh.status);
  }
  if (path.status != PathStatus::Complete) {
    ASSERT_TRUE(path.points.empty());
    return;
  }
  ASSERT_TRUE(IsFreeOfCollisions(c.world.Grid(), path.points));
  ASSERT_TRUE(CheckPath(c.now, path.points, 0).IsValid());
  ASSERT_EQ(path.points.front(), c.query.start);
  ASSERT_EQ(path.points.back(), c.query.goal);
  double length = 0;
  for (size_t i = 1; i < path.points.size(); ++i) length += Length(path.points[i] - path.points[i - 1]);
  ASSERT_NEAR(path.length_m, length, 1e-9 * length);
  if (result.done != RepairOutcome::Kept && result.done != RepairOutcome::Repaired) return;
  // The volumes form a corridor: each overlaps the next, and each bend is in one of them.
  const auto& volumes = c.now.net().levels()[0].volumes;
  ASSERT_FALSE(path.volumes.empty());
  for (size_t i = 1; i < path.volumes.size(); ++i) {
    const VoxelBox &a = volumes[path.volumes[i - 1]], &b = volumes[path.volumes[i]];
    for (int k = 0; k < 3; ++k) ASSERT_LE(std::max(a.lo[k], b.lo[k]), std::min(a.hi[k], b.hi[k]));
  }
  for (const Vec3& p_world : path.points) {
    const Vec3 p = c.now.net().info().frame.ToVoxelSpace(p_world);
    ASSERT_TRUE(std::any_of(path.volumes.begin(), path.volumes.end(), [&](uint32_t cell) {
      for (int k = 0; k < 3; ++k) {
        if (p[k] < volumes[cell].lo[k] - 1e-6 || p[k] > volumes[cell].hi[k] + 1e-6) return false;
      }
      return true;
    }));
  }
}

// On average at most 1 % longer than a new search, with at most a third of its expansions.
TEST(RepairOutcome, IsNearlyAsGoodAsAFreshSearchAndMuchCheaper) {
  QueryContext context;
  FlightPath path;
  int broken = 0, repaired = 0;
  double ratios = 0, expanded = 0, expanded_fresh = 0, local = 0, local_fresh = 0;
  EachCase(45, 8, BlockSomewhere, [&](const Case& c) {
    const FlightPath fresh = c.now.Find(c.query);
    const bool was_valid = CheckPath(c.now, c.old.points, 0).IsValid();
    const RepairResult result = RepairPath(c.now, c.query, c.old, {.change = &c.change}, context, path);
    ExpectSound(c, result, path, fresh);
    ASSERT_EQ(result.done == RepairOutcome::Kept, was_valid);
    if (was_valid || path.status != PathStatus::Complete) return;
    ++broken;
    ratios += path.length_m / fresh.length_m;
    expanded += double(path.statistics.expanded);
    expanded_fresh += double(fresh.statistics.expanded);
    if (result.done != RepairOutcome::Repaired) return;
    ++repaired;
    local += double(path.statistics.expanded);
    local_fresh += double(fresh.statistics.expanded);
  });
  EXPECT_GT(broken, 200);
  EXPECT_GT(repaired, 150);
  EXPECT_LT(ratios / broken, 1.01);
  EXPECT_LT(3 * expanded, expanded_fresh) << "includes replanned paths";
  EXPECT_LT(6 * local, local_fresh);
  RecordProperty("ratio", std::to_string(ratios / broken));
  RecordProperty("expansions", std::to_string(expanded_fresh / expanded));
  RecordProperty("local_expansions", std::to_string(local_fresh / local));
}

TEST(RepairOutcome, FindsAPathWhereverAFreshSearchDoes) {
  QueryContext context;
  FlightPath path;
  std::array<int, 4> done{};
  int none = 0;
  EachCase(45, 6, BlockAndFreeAnything, [&](const Case& c) {
    const FlightPath fresh = c.now.Find(c.query);
    const RepairResult result = RepairPath(c.now, c.query, c.old, {.change = &c.change}, context, path);
    ExpectSound(c, result, path, fresh);
    ++done[size_t(result.done)];
    none += path.status != PathStatus::Complete;
  });
  for (const int count : done) EXPECT_GT(count, 2);
  EXPECT_GT(none, 3);
}

TEST(RepairOutcome, GoesOnFromWhereTheAgentIs) {
  QueryContext context;
  FlightPath path;
  int moved = 0;
  TestRandom random(5);
  EachCase(30, 4, BlockSomewhere, [&](const Case& given) {
    Case c = given;
    const PathPlace at{size_t(random.Integer(0, int(c.old.points.size()) - 2)), random.Uniform(0, 1)};
    c.query.start = c.old.points[at.segment] + (c.old.points[at.segment + 1] - c.old.points[at.segment]) * at.share;
    // Sometimes beside the path.
    if (random.Integer(0, 2) == 0) c.query.start = c.query.start + random.Point(-1, 1);
    const PathPlace from = PlaceOnPath(c.old.points, c.query.start, {at.segment, 0});
    const FlightPath fresh = c.now.Find(c.query);
    const RepairResult result = RepairPath(c.now, c.query, c.old, {.from = from}, context, path);
    ExpectSound(c, result, path, fresh);
    moved += result.done == RepairOutcome::Kept || result.done == RepairOutcome::Repaired;
  });
  EXPECT_GT(moved, 40);
}

TEST(RepairOutcome, MayAnswerIntoTheOldPath) {
  QueryContext context;
  FlightPath apart, in_place;
  EachCase(9, 4, BlockAndFreeAnything, [&](const Case& c) {
    RepairPath(c.now, c.query, c.old, {.change = &c.change}, context, apart);
    in_place = c.old;
    RepairPath(c.now, c.query, in_place, {.change = &c.change}, context, in_place);
    ASSERT_EQ(in_place.points, apart.points);
    ASSERT_EQ(in_place.volumes, apart.volumes);
    ASSERT_EQ(in_place.statistics.expanded, apart.statistics.expanded);
  });
}

// Frees boxes between start and goal, and one anywhere.
void FreeSome(BoxWorld& world, const FlightPath& path, WorldChange& change, TestRandom& random) {
  const Vec3 middle = path.start + (path.goal - path.start) * random.Uniform(0, 1);
  const auto distance = [&](const VoxelBox& box) {
    const Box3 b = world.WorldBox(box);
    return Length((b.min + b.max) * 0.5 - middle);
  };
  std::sort(world.blocked.begin(), world.blocked.end(),
            [&](const VoxelBox& a, const VoxelBox& b) { return distance(a) < distance(b); });
  for (int i = random.Integer(0, 6); i > 0; --i) world.Free(0, change);
  world.Free(size_t(random.Integer(0, int(world.blocked.size()) - 1)), change);
}

TEST(RepairOutcome, ImprovesAPathWhenSpaceIsFreed) {
  QueryContext context;
  FlightPath path;
  int improved = 0, cases = 0, without_search = 0;
  double missed = 0;
  EachCase(45, 6, FreeSome, [&](const Case& c) {
    const FlightPath fresh = c.now.Find(c.query);
    const RepairResult result = RepairPath(c.now, c.query, c.old, {.change = &c.change}, context, path);
    ExpectSound(c, result, path, fresh);
    ASSERT_LE(path.length_m, c.old.length_m * (1 + 1e-12)) << "never longer than before";
    ASSERT_TRUE(result.done == RepairOutcome::Kept || result.done == RepairOutcome::Improved);
    ASSERT_EQ(result.done == RepairOutcome::Improved, path.length_m < c.old.length_m * (1 - 1e-6));
    ++cases;
    improved += result.done == RepairOutcome::Improved;
    without_search += path.statistics.expanded == 0;
    missed += path.length_m / fresh.length_m - 1;
  });
  EXPECT_GT(improved, 20);
  EXPECT_GT(without_search, 20);
  EXPECT_LT(missed / cases, 0.01);
}

TEST(RepairOutcome, UsesADoorThatOpens) {
  // A wall with a passage at its end, and a door in the middle.
  BoxWorld world{{{5, 5, 5}, 0.5}, {{0, 0, 0}, {100, 100, 8}}, {}};
  world.blocked = {{{50, 0, 0}, {52, 44, 8}}, {{50, 47, 0}, {52, 90, 8}}, {{50, 44, 0}, {52, 47, 8}}};
  const FlightQuery query{.start = world.frame.ToWorld({5, 40, 4}), .goal = world.frame.ToWorld({95, 40, 4})};
  const Navigator closed = world.Bake();
  FlightPath path = closed.Find(query);
  const double round = path.length_m;
  WorldChange open, shut;
  world.Free(2, open);
  const Navigator opened = world.Bake();
  QueryContext context;
  EXPECT_EQ(RepairPath(opened, query, path, {}, context, path).done, RepairOutcome::Kept) << "the change is unknown";
  EXPECT_EQ(RepairPath(opened, query, path, {.change = &open}, context, path).done, RepairOutcome::Improved);
  EXPECT_LT(path.length_m, 0.8 * round);
  // After it has closed again, only the passage at the end is left.
  world.Block({{50, 44, 0}, {52, 47, 8}}, shut);
  const RepairResult result = RepairPath(world.Bake(), query, path, {.change = &shut}, context, path);
  EXPECT_EQ(result.status, PathStatus::Complete);
  EXPECT_NEAR(path.length_m, round, 1e-3 * round);
}

TEST(RepairOutcome, KeepsItsDistanceFromTriangles) {
  // Pillars are added to a building; the agent has a radius, and the net leaves out slivers.
  TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  const double radius = 0.3, voxel = 0.25;
  BakeOptions options;
  options.sample.voxel_m = voxel;
  options.sample.radii_m = {0, radius};
  const auto bake = [&](const TriangleMesh& m) { return Navigator(Bake(World{"b", UpAxis::Z, m}, options)->net); };
  const Navigator before = bake(mesh);
  TestRandom random(3);
  QueryContext context;
  FlightPath path;
  int checked = 0, repaired = 0, alarms = 0, valid_before = 0;
  for (uint64_t i = 0; i < 40; ++i) {
    const FlightQuery query{
        .start = *before.RandomFree(2 * i, radius), .goal = *before.RandomFree(2 * i + 1, radius), .radius_m = radius};
    const FlightPath old = before.Find(query);
    if (old.status != PathStatus::Complete) continue;
    // Slivers may hide a valid place from the check; that must be rare.
    ++valid_before;
    alarms += !CheckPath(before, old.points, radius).IsValid();
    TriangleMesh edited = mesh;
    const Vec3 p = SomewhereOn(old, random);
    const uint32_t first = uint32_t(edited.vertices.size());
    for (int k = 0; k < 4; ++k) edited.vertices.push_back(p + random.Point(-0.4, 0.4));
    for (const std::array<uint32_t, 3> t : {std::array<uint32_t, 3>{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}) {
      edited.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    const World world{"edited", UpAxis::Z, edited};
    const ClearanceProbe probe = *ClearanceProbe::Make(world);
    const Navigator now = bake(edited);
    const auto is_clear = [&](const std::vector<Vec3>& points) {
      for (size_t k = 1; k < points.size(); ++k) {
        if (probe.SegmentClearance(points[k - 1], points[k], 1) < radius - 1e-6 * voxel) return false;
      }
      return true;
    };
    if (CheckPath(now, old.points, radius).IsValid()) {
      ASSERT_TRUE(is_clear(old.points));
    }
    const RepairResult result = RepairPath(now, query, old, {}, context, path);
    ASSERT_EQ(path.status, now.Find(query).status);
    ASSERT_TRUE(is_clear(path.points));
    ++checked;
    repaired += result.done == RepairOutcome::Repaired;
  }
  EXPECT_GT(checked, 20);
  EXPECT_GT(repaired, 5);
  EXPECT_LT(10 * alarms, valid_before);
  RecordProperty("checked", checked);
  RecordProperty("repaired", repaired);
  RecordProperty("false_alarms", alarms);
}

TEST(RepairOutcome, ReplansPathsWithCostsUnlessTheyAreValid) {
  QueryContext context;
  FlightPath path;
  int kept = 0, replanned = 0;
  for (uint64_t seed = 1; seed < 30; ++seed) {
    BoxWorld world = ScatteredBoxes(seed, {90, 90, 60}, 60);
    const Navigator before = world.Bake();
    const std::vector<CostRegion> regions = {{{{95, -60, 0}, {110, -40, 30}}, 2}};
    const FlightQuery query{.start = *before.RandomFree(2 * seed, 0),
                            .goal = *before.RandomFree(2 * seed + 1, 0),
                            .regions = regions,
                            .climb_cost = 0.5};
    const FlightPath old = before.Find(query);
    if (old.status != PathStatus::Complete) continue;
    TestRandom random(seed);
    WorldChange change;
    BlockSomewhere(world, old, change, random);
    const Navigator now = world.Bake();
    EXPECT_EQ(RepairPath(before, query, old, {.change = &change}, context, path).done, RepairOutcome::Kept);
    EXPECT_NEAR(path.cost_m, old.cost_m, 1e-9 * old.cost_m);
    EXPECT_EQ(path.points, old.points);
    const FlightPath fresh = now.Find(query);
    const RepairResult result = RepairPath(now, query, old, {.change = &change}, context, path);
    kept += result.done == RepairOutcome::Kept;
    replanned += result.done == RepairOutcome::Replanned;
    EXPECT_EQ(path.status, fresh.status);
    if (result.done == RepairOutcome::Replanned) {
      EXPECT_EQ(path.points, fresh.points);
    }
  }
  EXPECT_EQ(kept + replanned > 20 && replanned > 10, true) << kept << " kept, " << replanned << " replanned";
}

TEST(RepairOutcome, ReplansInvalidPathsAndPathsToOtherGoals) {
  const BoxWorld world = ScatteredBoxes(4, {90, 90, 60}, 60);
  const Navigator now = world.Bake();
  QueryContext context;
  const FlightQuery query{.start = *now.RandomFree(1, 0), .goal = *now.RandomFree(2, 0)};
  const FlightPath fresh = now.Find(query);
  ASSERT_EQ(fresh.status, PathStatus::Complete);
  const auto expect_anew = [&](const FlightPath& old, PathPlace from = {}) {
    FlightPath path;
    EXPECT_EQ(RepairPath(now, query, old, {.from = from}, context, path).done, RepairOutcome::Replanned);
    EXPECT_EQ(path.points, fresh.points);
  };
  expect_anew(FlightPath{});
  FlightPath old = fresh;
  old.status = PathStatus::Partial;
  expect_anew(old);
  old = fresh;
  old.points.back() = *now.RandomFree(3, 0);
  expect_anew(old);
  old = fresh;
  old.points.insert(old.points.begin() + 1, Vec3{NAN, 0, 0});
  expect_anew(old);
  expect_anew(fresh, {fresh.points.size(), 0});
  FlightPath path;
  FlightQuery wrong = query;
  wrong.radius_m = 7;
  EXPECT_EQ(RepairPath(now, wrong, fresh, {}, context, path).status, PathStatus::OutsideWorld);
  wrong = query;
  wrong.climb_cost = NAN;
  EXPECT_EQ(RepairPath(now, wrong, fresh, {}, context, path).status, PathStatus::InvalidQuery);
  // A ceiling below the path makes it invalid.
  wrong = query;
  wrong.ceiling_m = std::min(query.start.z, query.goal.z) - 1;
  EXPECT_EQ(RepairPath(now, wrong, fresh, {}, context, path).status, now.Find(wrong).status);
  wrong = query;
  wrong.start = {NAN, 0, 0};
  EXPECT_EQ(RepairPath(now, wrong, fresh, {}, context, path).status, PathStatus::OutsideWorld);
  const std::atomic<bool> cancel{true};
  wrong = query;
  wrong.cancel = &cancel;
  EXPECT_EQ(RepairPath(now, wrong, FlightPath{}, {}, context, path).status, PathStatus::Cancelled);
}

TEST(MayBeImproved, BoundsTheLengthOfPathsThroughTheBox) {
  WorldChange change;
  EXPECT_FALSE(MayBeImproved(change, {0, 0, 0}, {10, 0, 0}, 12));
  change.freed = {{{4, 3, 0}, {6, 5, 1}}};
  const double by = 2 * std::hypot(5, 3);
  EXPECT_TRUE(MayBeImproved(change, {0, 0, 0}, {10, 0, 0}, by + 1e-3));
  EXPECT_FALSE(MayBeImproved(change, {0, 0, 0}, {10, 0, 0}, by - 1e-3));
  change.freed = {Box3{}};
  EXPECT_FALSE(MayBeImproved(change, {0, 0, 0}, {10, 0, 0}, 1e9)) << "an empty box";
}

}  // namespace
}  // namespace navnet
