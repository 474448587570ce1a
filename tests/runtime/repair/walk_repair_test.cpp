// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/repair.h>

#include <navnet/bake.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

/// A yard with boxes as obstacles.
struct Yard {
  std::vector<Box3> boxes;

  Navigator Bake() const {
    TriangleMesh mesh = MakeBox({{0, 0, -1}, {40, 40, 0}});
    for (const Box3& box : boxes) mesh.Append(MakeBox(box));
    BakeOptions options;
    options.sample.voxel_m = 1;
    options.walk = WalkOptions{};
    Result<Baked> baked = navnet::Bake(World{"yard", UpAxis::Z, mesh}, options);
    EXPECT_TRUE(baked) << baked.error().message;
    return Navigator(baked->net);
  }
};

Box3 SomeBox(TestRandom& random) {
  const Vec3 lo{random.Uniform(1, 36), random.Uniform(1, 36), -0.5};
  return {lo, lo + Vec3{random.Uniform(0.5, 4), random.Uniform(0.5, 4), 3}};
}

TEST(WalkRepair, KeepsUnaffectedWalksAndReplansOthers) {
  int kept = 0, replanned = 0, broken = 0;
  QueryContext context;
  WalkPath path;
  for (uint64_t seed = 0; seed < 25; ++seed) {
    TestRandom random(seed);
    Yard yard;
    for (int i = 0; i < 25; ++i) yard.boxes.push_back(SomeBox(random));
    const Navigator before = yard.Bake();
    WorldChange change;
    if (seed % 2) {
      change.freed.push_back(yard.boxes.back());
      yard.boxes.pop_back();
    } else {
      yard.boxes.push_back(SomeBox(random));
      change.blocked.push_back(yard.boxes.back());
    }
    const Navigator now = yard.Bake();
    for (uint64_t i = 0; i < 20; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", walk " + std::to_string(i));
      WalkQuery query{.start = *before.walker()->RandomWalkable(2 * i, 0.3),
                      .goal = *before.walker()->RandomWalkable(2 * i + 1, 0.3),
                      .radius_m = 0.3,
                      .snap_m = 0.01};  // An agent on its walk may be nearer to a wall by rounding.
      const WalkPath old = before.walker()->Find(query);
      if (old.status != PathStatus::Complete) continue;
      PathPlace from;
      if (i % 2) {
        from = {size_t(random.Integer(0, int(old.points.size()) - 2)), random.Uniform(0, 1)};
        query.start = old.points[from.segment] + (old.points[from.segment + 1] - old.points[from.segment]) * from.share;
      }
      const WalkPath fresh = now.walker()->Find(query);
      const RepairResult result =
          RepairWalk(*now.walker(), query, old, {.from = from, .change = &change}, context, path);
      ASSERT_EQ(result.status, path.status);
      if (result.done == RepairOutcome::Kept) {
        ++kept;
        ASSERT_TRUE(IsWalkUntouched(*now.walker(), old.points, 0.3, change, from));
        // What is valid, and has no shorter way beside it, is what a search finds, to how exactly contours are drawn.
        ASSERT_EQ(fresh.status, PathStatus::Complete);
        ASSERT_NEAR(path.length_m, fresh.length_m, 0.05);
        for (const Vec3& p : path.points) ASSERT_GE(now.walker()->ClearanceAt(p), 0.3 - 0.02);
      } else {
        ++replanned;
        ASSERT_EQ(path.status, fresh.status);
        ASSERT_EQ(path.points, fresh.points);
        broken += fresh.length_m > old.length_m + 0.01;
      }
    }
  }
  EXPECT_GT(kept, 150);
  EXPECT_GT(replanned, 40);
  EXPECT_GT(broken, 3);
}

TEST(WalkRepair, ReplansWalksThatItCannotJudge) {
  const Navigator now = Yard{}.Bake();
  const Walker& walker = *now.walker();
  WalkQuery query{.start = {2, 2, 0}, .goal = {30, 20, 0}, .radius_m = 0.3};
  const WalkPath old = walker.Find(query);
  ASSERT_EQ(old.status, PathStatus::Complete);
  const WorldChange nothing;
  QueryContext context;
  WalkPath path;
  EXPECT_EQ(RepairWalk(walker, query, old, {.change = &nothing}, context, path).done, RepairOutcome::Kept);
  EXPECT_EQ(path.points, old.points);
  EXPECT_EQ(RepairWalk(walker, query, old, {}, context, path).done, RepairOutcome::Replanned)
      << "the change is unknown";
  EXPECT_EQ(RepairWalk(walker, query, WalkPath{}, {.change = &nothing}, context, path).status, PathStatus::Complete);
  query.goal = {20, 30, 0};
  EXPECT_EQ(RepairWalk(walker, query, old, {.change = &nothing}, context, path).done, RepairOutcome::Replanned);
  EXPECT_EQ(path.status, PathStatus::Complete);
  query.start = {NAN, 0, 0};
  EXPECT_EQ(RepairWalk(walker, query, old, {.change = &nothing}, context, path).status, PathStatus::OutsideWorld);
  EXPECT_FALSE(IsWalkUntouched(walker, {}, 0.3, nothing));
  EXPECT_FALSE(IsWalkUntouched(walker, old.points, NAN, nothing));
  EXPECT_FALSE(IsWalkUntouched(walker, old.points, 0.3, nothing, {old.points.size(), 0}));
  const std::vector<Vec3> wrong = {{1, 1, 0}, {NAN, 1, 0}};
  EXPECT_FALSE(IsWalkUntouched(walker, wrong, 0.3, nothing));
}

}  // namespace
}  // namespace navnet
