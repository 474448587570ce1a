// SPDX-License-Identifier: Apache-2.0
#include <navnet/live/live_world.h>
#include <navnet/runtime/repair.h>
#include <navnet/voxel/clearance_probe.h>

#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

namespace navnet {
namespace {

constexpr double kSize = 8, kRadius = 0.3;
constexpr int kReaders = 8;

// NAVNET_LIVE_UPDATES sets the number of updates, for longer runs by hand.
int Updates() {
  const char* updates = std::getenv("NAVNET_LIVE_UPDATES");
  return updates ? std::max(1, std::atoi(updates)) : 30;
}

LiveWorld MakeWorld(bool walks) {
  BakeOptions options = LiveOptions(0.1, {kRadius}, kSize);
  options.sample.threads = 2;
  options.min_cell = 1;  // With every cell kept, paths can be checked exactly against their snapshots.
  if (walks) options.walk.emplace();
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(kSize, UpAxis::Z), options);
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

// The source worlds of some versions, for checks of paths.
class Sources {
 public:
  void Keep(uint64_t version, World world) {
    Result<ClearanceProbe> probe = ClearanceProbe::Make(world, 1);
    ASSERT_TRUE(probe) << probe.error().message;
    const std::lock_guard lock(mutex_);
    probes_.emplace(version, *probe);
    if (probes_.size() > 16) probes_.erase(probes_.begin());
  }
  std::optional<ClearanceProbe> Of(uint64_t version) const {
    const std::lock_guard lock(mutex_);
    const auto found = probes_.find(version);
    return found == probes_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<uint64_t, ClearanceProbe> probes_;
};

struct Seen {
  int64_t paths = 0, walks = 0, against_source = 0, versions = 0;
  std::string failure;
  std::atomic<uint64_t> version = 0;  ///< The last version used; the largest number once the reader has stopped.
};

// Runs queries until stopped; `failure` is the first error, or empty.
void Read(const LiveWorld& live, const Sources& sources, uint64_t seed, const std::atomic<bool>& stop, Seen& seen) {
  uint64_t last = 0;
  QueryContext context;
  FlightPath path;
  QueryContext walk_context;
  WalkPath walked;
  TestRandom random(seed);
  while (!stop && seen.failure.empty()) {
    const std::shared_ptr<const LiveSnapshot> now = live.Latest();
    if (!now) {
      seen.failure = "no snapshot";
      break;
    }
    seen.version = last;  // All queries of this version are answered.
    if (now->version < last) seen.failure = "a version went back";
    seen.versions += now->version != last;
    last = now->version;
    const Navigator& navigator = now->navigator;
    const uint64_t at = uint64_t(random.Integer(0, 1 << 30));
    const std::optional<Vec3> a = navigator.RandomFree(at, kRadius), b = navigator.RandomFree(at + 1, kRadius);
    if (!a || !b) continue;
    navigator.Find({.start = *a, .goal = *b, .radius_m = kRadius, .partial = true}, context, path);
    if (path.status != PathStatus::Complete && path.status != PathStatus::Partial) seen.failure = "no answer";
    if (path.points.empty()) continue;
    ++seen.paths;
    const std::optional<ClearanceProbe> probe = sources.Of(now->version);
    seen.against_source += probe.has_value();
    if (!CheckPath(navigator, path.points, kRadius).IsValid()) seen.failure = "a path is not valid in its own snapshot";
    for (size_t i = 1; i < path.points.size(); ++i) {
      const Vec3 from = path.points[i - 1], to = path.points[i];
      if (probe && probe->SegmentClearance(from, to, 1) < kRadius - 1e-9) seen.failure = "a segment is too near";
    }
    if (const Walker* walker = navigator.walker()) {
      Vec3 start = random.Point(0, kSize), goal = random.Point(0, kSize);
      start.z = goal.z = 0;
      walker->Find({.start = start, .goal = goal, .radius_m = 0.2, .snap_m = 1}, walk_context, walked);
      seen.walks += walked.status == PathStatus::Complete;
      for (const Vec3& p : walked.points) {
        const std::optional<GroundPlace> place = walker->Locate(p);
        if (!place || place->clearance_m < 0.2 - 1e-3) seen.failure = "a walk leaves the ground of its snapshot";
      }
    }
  }
  seen.version = UINT64_MAX;
}

// Eight threads read while `edit(catch_up)` changes the world; catch_up() waits until all threads have used the latest
// state.
template <class Edit>
void RunReaders(LiveWorld& live, Sources& sources, const Edit& edit) {
  std::atomic<bool> stop = false;
  std::vector<Seen> seen(kReaders);
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.emplace_back(Read, std::cref(live), std::cref(sources), uint64_t(i), std::cref(stop),
                         std::ref(seen[size_t(i)]));
  }
  edit([&] {
    const uint64_t version = live.Latest()->version;
    for (const Seen& each : seen) {
      while (each.version < version) std::this_thread::yield();
    }
  });
  stop = true;
  Seen all;
  for (int i = 0; i < kReaders; ++i) {
    readers[size_t(i)].join();
    EXPECT_EQ(seen[size_t(i)].failure, "") << "reader " << i;
    all.paths += seen[size_t(i)].paths;
    all.walks += seen[size_t(i)].walks;
    all.against_source += seen[size_t(i)].against_source;
    all.versions += seen[size_t(i)].versions;
  }
  EXPECT_GT(all.paths, 0);
  EXPECT_GT(all.versions, kReaders) << "readers saw too few versions";
  std::cout << all.paths << " paths (" << all.against_source << " against the source), " << all.walks << " walks, "
            << all.versions << " changes seen\n";
}

TEST(LiveReaders, SeeConsistentStatesWhileAWriterUpdates) {
  LiveWorld live = MakeWorld(false);
  Sources sources;
  sources.Keep(live.Latest()->version, live.CurrentWorld());
  RunReaders(live, sources, [&](const auto& catch_up) {
    TestRandom random(1);
    LiveObstacles there;
    for (int update = 0; update < Updates(); ++update) {
      for (int i = random.Integer(1, 4); i > 0; --i) RandomEdit(random, kSize, live, there);
      if (random.Integer(0, 1)) {
        ASSERT_TRUE(live.Update());
      } else {
        for (;;) {
          const Result<bool> done = live.Step(200);
          ASSERT_TRUE(done);
          if (*done) break;
        }
      }
      if (update % 4 == 0) {
        ASSERT_NO_FATAL_FAILURE(sources.Keep(live.Latest()->version, live.CurrentWorld()));
        catch_up();
      }
    }
  });
}

TEST(LiveReaders, SeeConsistentStatesDuringBackgroundUpdates) {
  LiveWorld live = MakeWorld(false);
  Sources sources;
  sources.Keep(live.Latest()->version, live.CurrentWorld());
  live.StartBackground();
  RunReaders(live, sources, [&](const auto& catch_up) {
    TestRandom random(2);
    LiveObstacles there;
    for (int update = 0; update < Updates(); ++update) {
      for (int i = random.Integer(1, 4); i > 0; --i) RandomEdit(random, kSize, live, there);
      if (update % 4 != 0) continue;
      // An edit that certainly changes the net; the background thread publishes a state with it.
      const uint64_t before = live.Latest()->version;
      ASSERT_TRUE(live.AddRegion({{{0, 0, 0}, {1, 1, 1}}, 2}));
      while (live.Latest()->version == before) std::this_thread::yield();
      catch_up();
    }
  });
  live.StopBackground();
  ASSERT_TRUE(live.Update());
  ExpectSameAsABake(live, "after the background thread");
}

TEST(LiveReaders, WalkWhileTheGroundChanges) {
  LiveWorld live = MakeWorld(true);
  ASSERT_NE(live.Latest()->navigator.walker(), nullptr);
  Sources sources;
  sources.Keep(live.Latest()->version, live.CurrentWorld());
  RunReaders(live, sources, [&](const auto& catch_up) {
    TestRandom random(3);
    LiveObstacles there;
    for (int update = 0; update < (Updates() + 3) / 4; ++update) {
      for (int i = random.Integer(1, 3); i > 0; --i) RandomEdit(random, kSize, live, there);
      ASSERT_TRUE(live.Update());
      ASSERT_NO_FATAL_FAILURE(sources.Keep(live.Latest()->version, live.CurrentWorld()));
      catch_up();
    }
  });
}

TEST(LiveReaders, GetTheSameAnswersFromASnapshotAlways) {
  std::vector<std::shared_ptr<const LiveSnapshot>> kept;
  std::vector<std::vector<FlightPath>> answers;
  const auto ask = [](const Navigator& navigator) {
    std::vector<FlightPath> out;
    for (uint64_t i = 0; i < 20; ++i) {
      const std::optional<Vec3> a = navigator.RandomFree(2 * i, kRadius), b = navigator.RandomFree(2 * i + 1, kRadius);
      if (a && b) out.push_back(navigator.Find({.start = *a, .goal = *b, .radius_m = kRadius, .partial = true}));
    }
    return out;
  };
  const auto expect_the_same = [&] {
    for (size_t i = 0; i < kept.size(); ++i) {
      const std::vector<FlightPath> now = ask(kept[i]->navigator);
      ASSERT_EQ(now.size(), answers[i].size());
      for (size_t k = 0; k < now.size(); ++k) {
        ASSERT_EQ(now[k].status, answers[i][k].status);
        ASSERT_EQ(now[k].points, answers[i][k].points) << "version " << kept[i]->version;
        ASSERT_EQ(now[k].volumes, answers[i][k].volumes);
      }
    }
  };
  {
    LiveWorld live = MakeWorld(false);
    TestRandom random(4);
    LiveObstacles there;
    for (int update = 0; update < 60; ++update) {
      if (update % 6 == 0) {
        kept.push_back(live.Latest());
        answers.push_back(ask(kept.back()->navigator));
      }
      for (int i = random.Integer(1, 4); i > 0; --i) RandomEdit(random, kSize, live, there);
      ASSERT_TRUE(live.Update());
    }
    ASSERT_NO_FATAL_FAILURE(expect_the_same());
  }
  // The world has ended; its snapshots remain.
  ASSERT_NO_FATAL_FAILURE(expect_the_same());
}

TEST(LiveReaders, CanUseASnapshotWithGroundAfterTheWorldEnded) {
  std::shared_ptr<const LiveSnapshot> now;
  WalkQuery query{.start = {1, 1, 0}, .goal = {kSize - 1, kSize - 1, 0}, .radius_m = 0.2};
  WalkPath then;
  {
    LiveWorld live = MakeWorld(true);
    now = live.Latest();
    ASSERT_NE(now->navigator.walker(), nullptr);
    then = now->navigator.walker()->Find(query);
    ASSERT_TRUE(live.Add({.shape = BoxShape{{1, 1, 1}}, .transform = {.position = {5, 5, 1}}}));
    ASSERT_TRUE(live.Update());
  }
  EXPECT_EQ(then.status, PathStatus::Complete);
  EXPECT_EQ(now->navigator.walker()->Find(query).points, then.points);
}

// Records the versions passed to OnUpdate, and waits for them.
class UpdateRecorder {
 public:
  void operator()(const LiveSnapshot& now, const WorldChange& change) {
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(now.version, change.version);
    EXPECT_EQ(change.version, last_ + 1) << "each update is reported once, in order";
    last_ = change.version;
    told_.notify_all();
  }
  void Begin(uint64_t version) { last_ = version; }
  bool WaitFor(uint64_t version) {
    std::unique_lock lock(mutex_);
    return told_.wait_for(lock, std::chrono::seconds(60), [&] { return last_ >= version; });
  }
  uint64_t last() const {
    const std::lock_guard lock(mutex_);
    return last_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable told_;
  uint64_t last_ = 0;
};

const Obstacle kBox{.shape = BoxShape{{0.5, 0.5, 0.5}}, .transform = {.position = {2, 6, 1}}};

TEST(LiveReaders, AreNotifiedOfEveryUpdate) {
  LiveWorld live = MakeWorld(false);
  UpdateRecorder updates;
  const uint64_t first = live.Latest()->version;
  updates.Begin(first);
  live.OnUpdate(std::ref(updates));
  const Result<ObstacleId> id = live.Add(kBox);
  ASSERT_TRUE(id && live.Update());
  EXPECT_EQ(updates.last(), first + 1);
  ASSERT_TRUE(live.Update());
  EXPECT_EQ(updates.last(), first + 1) << "no change, no notification";
  live.StartBackground();
  ASSERT_TRUE(live.Remove(*id));
  ASSERT_TRUE(updates.WaitFor(first + 2));
  EXPECT_GE(live.Latest()->version, first + 2);
  // A world may be moved while its thread runs.
  LiveWorld other = std::move(live);
  ASSERT_TRUE(other.Add(kBox));
  ASSERT_TRUE(updates.WaitFor(first + 3));
  LiveWorld third = MakeWorld(false);
  third.StartBackground();
  third = std::move(other);
  ASSERT_TRUE(third.AddRegion({{{0, 0, 0}, {1, 1, 1}}, 2}));
  ASSERT_TRUE(updates.WaitFor(first + 4));
  third.StopBackground();
  third.OnUpdate({});
  ASSERT_TRUE(third.Add(kBox) && third.Update());
  EXPECT_EQ(updates.last(), first + 4);
  ExpectSameAsABake(third, "moved");
}

TEST(LiveReaders, GetAnUpdateBegunInSlicesFromTheBackgroundThread) {
  LiveWorld live = MakeWorld(false);
  UpdateRecorder updates;
  const uint64_t first = live.Latest()->version;
  updates.Begin(first);
  live.OnUpdate(std::ref(updates));
  ASSERT_TRUE(live.Add(kBox));
  const Result<bool> done = live.Step(0);
  ASSERT_TRUE(done);
  ASSERT_FALSE(*done);
  live.StartBackground();
  ASSERT_TRUE(updates.WaitFor(first + 1));
}

TEST(LiveReaders, DoNotDelayTheEndOfAWorldDuringAnUpdate) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    TestRandom random(seed);
    std::shared_ptr<const LiveSnapshot> now;
    {
      LiveWorld live = MakeWorld(false);
      live.StartBackground();
      live.StartBackground();  // A second call has no effect.
      LiveObstacles there;
      for (int i = random.Integer(0, 8); i > 0; --i) RandomEdit(random, kSize, live, there);
      if (seed % 4 == 0) live.StopBackground();
      if (seed % 8 == 0) live.StopBackground();
      now = live.Latest();
    }
    EXPECT_TRUE(now->navigator.RandomFree(seed, kRadius));
  }
}

TEST(LiveReaders, MayStartAndStopTheBackgroundFromAnyThread) {
  LiveWorld live = MakeWorld(false);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&live, i] {
      for (int k = 0; k < 20; ++k) {
        if ((i + k) % 2) {
          live.StartBackground();
        } else {
          live.StopBackground();
        }
        EXPECT_TRUE(live.Add(kBox));
        EXPECT_TRUE(live.ChangesSince(live.Latest()->version) || live.Latest()->version > 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  live.StopBackground();
  ASSERT_TRUE(live.Update());
  EXPECT_EQ(live.CurrentWorld().mesh()->triangles.size(),
            WalledRooms(kSize, UpAxis::Z).mesh()->triangles.size() + 80 * 12);
}

TEST(LiveReaders, GetAllChangesSinceAVersionAtOnce) {
  LiveWorld live = MakeWorld(false);
  TestRandom random(5);
  const Result<ObstacleId> id = live.Add(kBox);
  ASSERT_TRUE(id && live.Update());
  std::vector<WorldChange> changes;
  const uint64_t first = live.Latest()->version;
  for (int update = 0; update < 300; ++update) {
    const Transform to{.position = random.Point(1, kSize - 1)};
    ASSERT_TRUE(live.Move(*id, to));
    if (update % 3 == 2) {
      // Update() also finishes an update begun by Step(), and reports both together.
      ASSERT_TRUE(live.Step(0));
      if (update % 2) {
        ASSERT_TRUE(live.AddRegion({{{0, 0, 0}, {1, 1, 1}}, 2}));
      }
    }
    const uint64_t before = live.Latest()->version;
    const Result<WorldChange> change = live.Update();
    ASSERT_TRUE(change);
    EXPECT_FALSE(change->blocked.empty() && change->freed.empty()) << "update " << update;
    EXPECT_EQ(change->version, live.Latest()->version);
    const std::optional<WorldChange> since = live.ChangesSince(before);
    ASSERT_TRUE(since);
    EXPECT_EQ(since->blocked, change->blocked);
    EXPECT_EQ(since->freed, change->freed);
    EXPECT_EQ(since->box, change->box);
    changes.push_back(*change);
  }
  const uint64_t last = live.Latest()->version;
  WorldChange all;
  for (size_t i = changes.size(); i-- > 0;) {
    all.blocked.insert(all.blocked.begin(), changes[i].blocked.begin(), changes[i].blocked.end());
    all.freed.insert(all.freed.begin(), changes[i].freed.begin(), changes[i].freed.end());
    all.box.Extend(changes[i].box);
    const uint64_t then = i == 0 ? first : changes[i - 1].version;
    const std::optional<WorldChange> since = live.ChangesSince(then);
    ASSERT_EQ(since.has_value(), last - then <= 256) << "since version " << then;
    if (!since) continue;
    EXPECT_EQ(since->version, last);
    EXPECT_EQ(since->blocked, all.blocked);
    EXPECT_EQ(since->freed, all.freed);
    EXPECT_EQ(since->box, all.box);
  }
}

}  // namespace
}  // namespace navnet
