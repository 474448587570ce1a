// SPDX-License-Identifier: Apache-2.0
// All functions agree on whether a point, a line or a path is free in worlds that change: the full check of a path, the
// check with a change, the watch, ends of queries, repairs, lines of sight, agents, and an oracle over all NavVolumes.

#include <navnet/live/live_world.h>
#include <navnet/runtime/crowd.h>
#include <navnet/runtime/path_watch.h>
#include <navnet/runtime/repair.h>
#include <navnet/voxel/clearance_probe.h>

#include "support/free_oracle.h"
#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace navnet {
namespace {

constexpr double kSize = 10, kRadius = 0.25;

struct Known {
  uint64_t version;  ///< Version in which it was found.
  WatchId id;
  FlightPath path;
};

struct Counts {
  int valid = 0, broken = 0, points = 0, free_points = 0, repaired = 0;
};

class Scene {
 public:
  Scene(uint64_t seed, double voxel_m, int min_cell, Keep keep, bool turned)
      : random_(seed), name_("seed " + std::to_string(seed)), min_cell_(min_cell), live_(Make(voxel_m, keep, turned)) {
    net_ = *live_.MakeNet();
  }

  /// Adds some paths, applies some edits, and compares all functions. False if the net is empty.
  bool Run(Counts& counts) {
    FindPaths();
    Edit();
    const Result<WorldChange> change = live_.Update();
    EXPECT_TRUE(change);
    const Result<Net> net = live_.MakeNet();
    if (!change || !net) return false;
    net_ = *net;
    const oracle::FreeSpaceOf now(net_, kRadius);
    CheckPaths(now, *change, counts);
    for (int i = 0; i < 200; ++i) CheckPoint(now, NastyPoint(), counts);
    return !testing::Test::HasFailure();
  }

 private:
  LiveWorld Make(double voxel_m, Keep keep, bool turned) {
    BakeOptions options = LiveOptions(voxel_m, {0.1, kRadius}, kSize);
    options.keep = keep;
    options.min_cell = min_cell_;
    if (turned) options.sample.placement = {{0.03, -0.11, 0.07}, {std::cos(0.4), std::sin(0.4), UpAxis::Z}};
    Result<LiveWorld> live = LiveWorld::Make(WalledRooms(kSize, UpAxis::Z), options);
    EXPECT_TRUE(live) << live.error().message;
    return std::move(*live);
  }

  Navigator navigator() const { return live_.Latest()->navigator; }

  void FindPaths() {
    const std::shared_ptr<const LiveSnapshot> now = live_.Latest();
    for (int i = 0; i < 12 || (known_.size() < 40 && i < 200); ++i) {
      const auto start = now->navigator.RandomFree(++seed_, kRadius),
                 goal = now->navigator.RandomFree(++seed_, kRadius);
      if (!start || !goal) return;
      FlightPath path = now->navigator.Find({.start = *start, .goal = *goal, .radius_m = kRadius});
      if (path.status != PathStatus::Complete) continue;
      EXPECT_TRUE(CheckPath(now->navigator, path.points, kRadius).IsValid()) << name_ << ": a fresh path is broken";
      known_.push_back({now->version, *watch_.Add(path.points, kRadius), std::move(path)});
    }
  }

  // Applies random edits, sometimes with an obstacle at the end of a path or along it.
  void Edit() {
    for (int i = random_.Integer(1, 3); i > 0; --i) RandomEdit(random_, kSize, live_, there_);
    for (int i = 0; i < 2 && !known_.empty(); ++i) {
      const std::vector<Vec3>& points = known_[size_t(random_.Integer(0, int(known_.size()) - 1))].path.points;
      const Vec3 at = points[size_t(random_.Integer(0, int(points.size()) - 1))];
      Obstacle box{.shape = BoxShape{random_.Point(0.05, 0.4)}};
      box.transform.position = at + random_.Point(-0.8, 0.8);
      if (const Result<ObstacleId> id = live_.Add(box)) there_.emplace_back(*id, box);
    }
    while (there_.size() > 12) {
      EXPECT_TRUE(live_.Remove(there_.front().first));
      there_.erase(there_.begin());
    }
  }

  void CheckPaths(const oracle::FreeSpaceOf& now, const WorldChange& change, Counts& counts) {
    const std::shared_ptr<const LiveSnapshot> state = live_.Latest();
    const Navigator from_net(net_);
    const PathWatch::Concerns concerns = watch_.Concerned(state->navigator, change);
    const Result<ClearanceProbe> probe = ClearanceProbe::Make(live_.CurrentWorld(), 1);
    QueryContext context;
    std::erase_if(known_, [&](const Known& one) {
      SCOPED_TRACE(name_ + ", version " + std::to_string(state->version));
      const std::vector<Vec3>& points = one.path.points;
      const bool valid = now.IsFree(points);
      EXPECT_EQ(CheckPath(state->navigator, points, kRadius).IsValid(), valid) << "the full check";
      EXPECT_EQ(CheckPath(from_net, points, kRadius).IsValid(), valid) << "the check on the saved net";
      EXPECT_EQ(CheckPath(state->navigator, points, kRadius, {.change = &change}).IsValid(), valid)
          << "the check with the change";
      const std::optional<WorldChange> since = live_.ChangesSince(one.version);
      EXPECT_EQ(CheckPath(state->navigator, points, kRadius, {.change = &*since}).IsValid(), valid)
          << "the check with all changes since the path was found";
      EXPECT_EQ(std::ranges::find(concerns.broken, one.id) == concerns.broken.end(), valid) << "the watch";
      if (valid) {
        for (size_t i = 1; i < points.size(); ++i) {
          EXPECT_GE(probe->SegmentClearance(points[i - 1], points[i], 1), kRadius - 1e-6);
        }
      }
      CheckPoint(now, points.front(), counts);
      CheckPoint(now, points.back(), counts);

      const FlightQuery query{.start = points.front(), .goal = points.back(), .radius_m = kRadius};
      const FlightPath fresh = state->navigator.Find(query);
      if (valid) {
        EXPECT_EQ(fresh.status, PathStatus::Complete);
      }
      FlightPath repaired;
      const RepairResult result = RepairPath(state->navigator, query, one.path, {.change = &change}, context, repaired);
      EXPECT_EQ(repaired.status, fresh.status) << "repair and search";
      EXPECT_EQ(result.done == RepairOutcome::Kept || result.done == RepairOutcome::Improved, valid) << "the repair";
      for (const FlightPath* path : {&fresh, &std::as_const(repaired)}) {
        if (path->status != PathStatus::Complete) continue;
        EXPECT_TRUE(now.IsFree(path->points));
        EXPECT_TRUE(CheckPath(state->navigator, path->points, kRadius).IsValid());
      }
      counts.repaired += result.done == RepairOutcome::Repaired;
      (valid ? counts.valid : counts.broken) += 1;
      if (!valid) {
        EXPECT_TRUE(watch_.Remove(one.id));
      }
      return !valid;
    });
  }

  void CheckPoint(const oracle::FreeSpaceOf& now, Vec3 p, Counts& counts) {
    const Navigator navigator = this->navigator();
    SCOPED_TRACE(name_ + ", a point");
    const bool is_free = now.IsFree(p);
    const PathStatus status = navigator.Find({.start = p, .goal = p, .radius_m = kRadius}).status;
    EXPECT_EQ(status == PathStatus::Complete, is_free) << "an end of a query: " << ToString(status);
    EXPECT_EQ(CheckPath(navigator, {&p, 1}, kRadius).IsValid(), is_free) << "a path of one point";
    EXPECT_EQ(navigator.NearestFree(p, kRadius, 0).has_value(), is_free) << "the nearest free point";
    EXPECT_TRUE(navigator.ClearanceAt(p) >= kRadius || !is_free) << "the clearance";
    Crowd crowd(navigator);
    EXPECT_EQ(crowd.Add({.kind = AgentKind::Flyer, .position = p, .radius_m = kRadius}).ok(), is_free) << "an agent";
    // A line of sight may fail in voxels of volumes that are in no cell; otherwise it is exact.
    const Vec3 q = NastyPoint();
    const bool is_visible = navigator.IsVisible(p, q, kRadius), is_free_line = now.IsFree(p, q);
    EXPECT_TRUE(!is_visible || is_free_line) << "a line of sight";
    EXPECT_TRUE(is_visible || !is_free_line || min_cell_ > 1) << "a line of sight";
    const std::array line{p, q};
    EXPECT_EQ(CheckPath(navigator, line, kRadius).IsValid(), is_free_line) << "a path of one line";
    ++counts.points;
    counts.free_points += is_free;
  }

  // Points on faces, edges and corners of NavVolumes, where free and blocked voxels meet, or of any voxel; or beside
  // them by less and by more than rounding.
  Vec3 NastyPoint() {
    constexpr std::array kBeside = {0.0, 1e-12, 3e-7, -3e-7, 9e-7, -9e-7, 1.2e-6, -1.2e-6, 1e-5, -1e-3, 0.4, -0.4};
    const std::span<const VoxelBox> volumes = net_.LevelFor(kRadius)->volumes;
    const VoxelBox box = volumes.empty() || random_.Integer(0, 3) == 0
                             ? live_.bounds()
                             : volumes[size_t(random_.Integer(0, int(volumes.size()) - 1))];
    const int flat = random_.Integer(0, 2);
    Vec3 p;
    for (int a = 0; a < 3; ++a) {
      const bool is_side = box == live_.bounds() ? false : a == flat || random_.Integer(0, 1);
      p[a] = is_side ? (random_.Integer(0, 1) ? box.lo : box.hi)[a] : random_.Integer(box.lo[a], box.hi[a]);
      p[a] += kBeside[size_t(random_.Integer(0, int(kBeside.size()) - 1))];
    }
    return live_.frame().ToWorld(p);
  }

  TestRandom random_;
  std::string name_;
  int min_cell_;
  LiveWorld live_;
  Net net_ = Net::WithoutLevels({});
  LiveObstacles there_;
  PathWatch watch_{2};
  std::vector<Known> known_;
  uint64_t seed_ = 0;
};

void RunScenes(uint64_t first_seed, int min_cell, Counts& counts) {
  for (uint64_t i = 0; i < 8; ++i) {
    const double voxel_m = std::array{0.2, 0.25, 0.17, 0.4}[i % 4];
    const Keep keep = std::array{Keep::All, Keep::Outside, Keep::Largest}[i % 3];
    Scene scene(first_seed + i, voxel_m, min_cell, keep, i % 2 == 1);
    for (int update = 0; update < 12; ++update) {
      if (!scene.Run(counts)) break;
    }
    if (testing::Test::HasFailure()) return;
  }
  std::printf("%d paths valid, %d broken, %d of them repaired; %d of %d points free\n", counts.valid, counts.broken,
              counts.repaired, counts.free_points, counts.points);
  EXPECT_GT(counts.valid, 1000);
  EXPECT_GT(counts.broken, 100);
  EXPECT_GT(counts.free_points, counts.points / 4);
}

TEST(LiveFree, IsDecidedAlikeIfCellsContainAllFreeVoxels) {
  Counts counts;
  RunScenes(100, 1, counts);
}

TEST(LiveFree, IsDecidedAlikeIfThinCellsAreLeftOut) {
  for (const int min_cell : {2, 4}) {
    Counts counts;
    RunScenes(uint64_t(200 * min_cell), min_cell, counts);
  }
}

}  // namespace
}  // namespace navnet
