// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/live/live_world.h>

#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace navnet {
namespace {

constexpr double kSize = 20;

LiveWorld MakeWorld() {
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(kSize, UpAxis::Z), LiveOptions(0.25, {0, 0.3}, kSize));
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

// NAVNET_LIVE_EDITS sets the number of edits, for longer runs by hand.
int Edits() {
  const char* edits = std::getenv("NAVNET_LIVE_EDITS");
  return edits ? std::max(1000, std::atoi(edits)) : 1500;
}

// Resident memory of the process in kilobytes; 0 if unknown.
long ResidentKilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmRSS:" && status >> word) return std::atol(word.c_str());
  }
  return 0;
}

struct Counts {
  uint32_t cell_limit = 0, entries = 0;
  size_t table_bytes = 0;  ///< Size of a snapshot's tables over blocks if none were shared.

  static Counts Of(const LiveSnapshot& now) {
    Counts out;
    for (const LevelIndex& level : RuntimeAccess::TablesOf(now.navigator).levels) {
      const LevelParts& parts = level.parts();
      out.cell_limit += parts.cell_limit();
      out.entries += parts.entry_count();
      out.table_bytes += parts.BytesBeside(LevelParts(level.radius_m(), now.navigator.info().bounds));
    }
    return out;
  }
};

// A constant number of obstacles is moved, replaced, opened and closed many times.
TEST(LiveMemory, StaysBoundedOverManyEdits) {
  LiveWorld live = MakeWorld();
  TestRandom random(1);
  LiveObstacles there;
  const auto edit = [&] {
    const bool adds = random.Integer(0, 9) == 0;
    if (there.size() < 20 || (adds && there.size() < 30)) {
      Obstacle obstacle = RandomObstacle(random, 6);
      obstacle.transform.position = random.Point(0, kSize);
      const Result<ObstacleId> id = live.Add(obstacle);
      ASSERT_TRUE(id) << id.error().message;
      there.emplace_back(*id, obstacle);
      return;
    }
    const size_t which = size_t(random.Integer(0, int(there.size()) - 1));
    const auto& [id, obstacle] = there[which];
    if (adds) {
      ASSERT_TRUE(live.Remove(id));
      there.erase(there.begin() + std::ptrdiff_t(which));
    } else if (obstacle.is_door && random.Integer(0, 1)) {
      ASSERT_TRUE(live.SetDoor(id, random.Integer(0, 1) == 1));
    } else {
      Transform to = obstacle.transform;
      to.position = random.Point(0, kSize);
      ASSERT_TRUE(live.Move(id, to));
    }
  };
  // The peak memory for this number of obstacles is reached early.
  const int edits = Edits(), warm_up = edits / 4;
  Counts most_before, most_after;
  const auto note = [](const Counts& now, Counts& most) {
    most.cell_limit = std::max(most.cell_limit, now.cell_limit);
    most.entries = std::max(most.entries, now.entries);
    most.table_bytes = std::max(most.table_bytes, now.table_bytes);
  };
  int updates = 0;
  for (int i = 0; i < edits;) {
    for (const int end = i + random.Integer(1, 10); i < end; ++i) ASSERT_NO_FATAL_FAILURE(edit());
    ASSERT_TRUE(live.Update());
    ++updates;
    note(Counts::Of(*live.Latest()), i < warm_up ? most_before : most_after);
    if (updates % std::max(1, edits / 5 / 10) == 0) {
      const Counts now = Counts::Of(*live.Latest());
      std::printf("%6d edits: cell numbers below %u, %u blocks, %zu KB of tables, %ld MB resident\n", i, now.cell_limit,
                  now.entries, now.table_bytes >> 10, ResidentKilobytes() >> 10);
    }
  }
  // The number of cells varies; a leak would grow by much more.
  EXPECT_LE(most_after.cell_limit, 2 * most_before.cell_limit);
  EXPECT_LE(most_after.entries, 2 * most_before.entries);
  EXPECT_LE(most_after.table_bytes, 2 * most_before.table_bytes);
  ExpectSameAsABake(live, "after " + std::to_string(edits) + " edits");
}

// A state without owners is freed.
TEST(LiveMemory, IsFreedWithOldStates) {
  LiveWorld live = MakeWorld();
  std::weak_ptr<const LiveSnapshot> before = live.Latest();
  ASSERT_TRUE(live.Add({.shape = BoxShape{{0.5, 0.5, 0.5}}, .transform = {.position = {2, 2, 2}}}));
  ASSERT_TRUE(live.Update());
  EXPECT_TRUE(before.expired());
}

// Pending changes of the same block are merged.
TEST(LiveMemory, OfRepeatedEditsOfOneMapIsThatOfOneEdit) {
  Result<LiveWorld> live = LiveWorld::MakeUnknown({{0, 0, 0}, {32, 32, 32}}, 0.5, UpAxis::Z);
  ASSERT_TRUE(live) << live.error().message;
  Result<ExploredMap> map = ExploredMap::Make(live->frame(), live->bounds());
  ASSERT_TRUE(map);
  [[maybe_unused]] const long before = ResidentKilobytes();
  for (int i = 0; i < 4000; ++i) {
    const VoxelCoord at{i % 64, i / 64 % 64, 3};
    ASSERT_TRUE(map->SetBox({at, at + VoxelCoord{1, 1, 1}}, VoxelState::Free));
    ASSERT_TRUE(live->Explore(map->TakeChanges()));
  }
#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer keeps freed memory for a while.
  EXPECT_LT(ResidentKilobytes() - before, 64 << 10) << "4000 changes of 64 KB are pending";
#endif
  ASSERT_TRUE(live->Update());
  ExpectSameAsABake(*live, "after all of them");
}

}  // namespace
}  // namespace navnet
