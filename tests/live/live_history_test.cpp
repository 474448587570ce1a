// SPDX-License-Identifier: Apache-2.0
// A live world's answers depend on its current state, not on its history.

#include <navnet/live/live_world.h>

#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace navnet {
namespace {

constexpr double kSize = 10;

struct Plan {
  std::string name;
  int threads;      ///< Threads of updates.
  int batch;        ///< Edits before an update.
  double slice_us;  ///< Duration of slices of updates, with edits between them; negative: no slices.
  bool background;
};

LiveWorld MakeWorld(int threads, Keep keep = Keep::All) {
  BakeOptions options = LiveOptions(0.1, {0, 0.3}, kSize);
  options.sample.threads = threads;
  options.keep = keep;
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(kSize, UpAxis::Z), options);
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

// The same edits for every plan.
LiveWorld After(uint64_t seed, const Plan& plan) {
  LiveWorld live = MakeWorld(plan.threads, seed % 2 ? Keep::All : Keep::Outside);
  TestRandom random(seed);
  LiveObstacles there;
  if (plan.background) live.StartBackground();
  for (int edit = 1; edit <= 60; ++edit) {
    RandomEdit(random, kSize, live, there);
    if (plan.background || edit % plan.batch != 0) continue;
    if (plan.slice_us < 0) {
      EXPECT_TRUE(live.Update());
    } else {
      // A few steps only, so that the next edits come during an update.
      for (int i = 0; i < 3; ++i) EXPECT_TRUE(live.Step(plan.slice_us));
    }
  }
  if (plan.background) live.StopBackground();
  EXPECT_TRUE(live.Update());
  return live;
}

const Plan kPlans[] = {
    {"all at once", 1, 1000, -1, false},
    {"one by one", 1, 1, -1, false},
    {"by sevens, on four threads", 4, 7, -1, false},
    {"in slices of no time", 1, 1, 0, false},
    {"in slices of 300 us", 3, 2, 300, false},
    {"in the background", 2, 1, -1, true},
};

TEST(LiveHistory, DoesNotAffectTheNet) {
  for (uint64_t seed = 0; seed < 2; ++seed) {
    const Result<Net> first = After(seed, kPlans[0]).MakeNet();
    ASSERT_TRUE(first) << first.error().message;
    for (const Plan& plan : std::span(kPlans).subspan(1)) {
      const LiveWorld live = After(seed, plan);
      const Result<Net> net = live.MakeNet();
      ASSERT_TRUE(net) << net.error().message;
      EXPECT_TRUE(SameNets(*net, *first)) << "seed " << seed << ", " << plan.name;
    }
  }
}

// Two states of the same world give the same answers, except for the numbers of cells.
void ExpectSameAnswers(const Navigator& a, const Navigator& b, const std::string& where) {
  const CostRegion region{{{2, 2, 0}, {5, 8, 3}}, 4};
  for (const double radius_m : {0.0, 0.3}) {
    for (uint64_t i = 0; i < 60; ++i) {
      const std::optional<Vec3> start = a.RandomFree(2 * i, radius_m), goal = a.RandomFree(2 * i + 1, radius_m);
      ASSERT_EQ(start, b.RandomFree(2 * i, radius_m)) << where;
      if (!start || !goal) continue;
      FlightQuery query{.start = *start, .goal = *goal, .radius_m = radius_m, .partial = true};
      if (i % 4 == 1) query.effort = Effort::Fast;
      if (i % 4 == 2) query.regions = {&region, 1};
      if (i % 4 == 3) {
        // Integer coordinates on faces of voxels make ties likely.
        for (int k = 0; k < 3; ++k)
          query.start[k] = std::round(query.start[k]), query.goal[k] = std::round(query.goal[k]);
        query.snap_m = 2;
      }
      const FlightPath x = a.Find(query), y = b.Find(query);
      ASSERT_EQ(x.status, y.status) << where;
      ASSERT_EQ(x.points, y.points) << where << ", query " << i << ", radius " << radius_m << ": " << x.length_m
                                    << " m and " << y.length_m << " m";
      ASSERT_EQ(x.statistics.expanded, y.statistics.expanded) << where;
      ASSERT_EQ(a.NearestFree(query.goal, radius_m, 3), b.NearestFree(query.goal, radius_m, 3)) << where;
      ASSERT_EQ(a.ClearanceAt(query.goal), b.ClearanceAt(query.goal)) << where;
    }
  }
}

TEST(LiveHistory, DoesNotAffectAnswers) {
  for (uint64_t seed = 0; seed < 2; ++seed) {
    const LiveWorld first = After(seed, kPlans[0]);
    for (const Plan& plan : std::span(kPlans).subspan(1)) {
      const LiveWorld live = After(seed, plan);
      ASSERT_NO_FATAL_FAILURE(ExpectSameAnswers(live.Latest()->navigator, first.Latest()->navigator,
                                                "seed " + std::to_string(seed) + ", " + plan.name));
    }
    const Result<Net> net = first.MakeNet();
    ASSERT_TRUE(net);
    ASSERT_NO_FATAL_FAILURE(ExpectSameAnswers(first.Latest()->navigator, Navigator(*net), "against the net"));
  }
}

TEST(LiveHistory, IsForgottenWhenEveryEditIsUndone) {
  LiveWorld live = MakeWorld(0);
  const std::shared_ptr<const LiveSnapshot> at_first = live.Latest();
  const Result<Net> before = live.MakeNet();
  TestRandom random(7);
  LiveObstacles there;
  for (int update = 0; update < 15; ++update) {
    for (int i = 0; i < 4; ++i) RandomEdit(random, kSize, live, there);
    ASSERT_TRUE(live.Update());
  }
  for (const auto& [id, obstacle] : there) ASSERT_TRUE(live.Remove(id));
  ASSERT_TRUE(live.Update());
  const Result<Net> after = live.MakeNet();
  ASSERT_TRUE(before && after);
  EXPECT_TRUE(SameNets(*after, *before));
  ExpectSameAnswers(live.Latest()->navigator, at_first->navigator, "undone");
}

}  // namespace
}  // namespace navnet
