// SPDX-License-Identifier: Apache-2.0
// Edits that run out of memory fail and change nothing. A separate program, because it replaces the allocator.

#include <navnet/live/live_world.h>

#include "grid/occupancy_build.h"
#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {
thread_local long fails_in = -1;  // Number of allocations before the one that fails; negative: none fails.
}

[[gnu::noinline]] void* operator new(size_t size) {
  if (fails_in >= 0 && fails_in-- == 0) throw std::bad_alloc();
  if (void* p = std::malloc(size)) return p;  // NOLINT
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }          // NOLINT
[[gnu::noinline]] void operator delete(void* p, size_t) noexcept { std::free(p); }  // NOLINT

namespace navnet {
namespace {

// Repeats an edit; each time the next allocation fails, until the edit succeeds.
template <class Edit>
void ExpectAllOrNothing(LiveWorld& live, const Edit& edit) {
  const Result<Net> before = live.MakeNet();
  const std::shared_ptr<const LiveSnapshot> then = live.Latest();
  ASSERT_TRUE(before);
  for (long at = 0;; ++at) {
    ASSERT_LT(at, 10000);
    fails_in = at;
    const Status status = edit();
    const bool has_failed = fails_in < 0;
    fails_in = -1;
    if (!has_failed) {
      ASSERT_TRUE(status) << status.error().message;
      ASSERT_TRUE(live.Update());
      ASSERT_NE(live.Latest(), then);
      return;
    }
    ASSERT_FALSE(status) << "allocation " << at;
    EXPECT_EQ(status.error().code, ErrorCode::OutOfMemory);
    ASSERT_TRUE(live.Update());
    ASSERT_EQ(live.Latest(), then) << "allocation " << at;
    const Result<Net> after = live.MakeNet();
    ASSERT_TRUE(after);
    ASSERT_TRUE(SameNets(*after, *before));
  }
}

Status StatusOf(const auto& result) { return result ? Ok() : Status(result.error()); }

const Obstacle kDoor{.shape = BoxShape{{0.5, 0.5, 0.5}}, .transform = {.position = {2, 2, 2}}, .is_door = true};

LiveWorld MakeWorld() {
  BakeOptions options = LiveOptions(0.25, {0, 0.3}, 6);
  options.sample.threads = 1;
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(6, UpAxis::Z), options);
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

TEST(LiveOutOfMemory, EditsOfObstaclesFailWithoutAChange) {
  LiveWorld live = MakeWorld();
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(live, [&] { return StatusOf(live.Add(kDoor)); }));
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(live, [&] {
    Obstacle sphere = kDoor;
    sphere.shape = SphereShape{0.5};
    return StatusOf(live.Add(sphere));
  }));
  const ObstacleId id = *live.Add(kDoor);
  ASSERT_TRUE(live.Update());
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(live, [&] { return live.Move(id, {.position = {3, 3, 3}}); }));
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(live, [&] { return live.SetDoor(id, true); }));
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(live, [&] { return live.Remove(id); }));
  const CostRegion region{{{0, 0, 0}, {1, 1, 1}}, 2};
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(live, [&] { return StatusOf(live.AddRegion(region)); }));
  EXPECT_EQ(live.Latest()->regions.size(), 1u);
  ExpectSameAsABake(live, "after all of them");
}

TEST(LiveOutOfMemory, EditsOfVoxelsFailWithoutAChange) {
  const VoxelBox bounds{{0, 0, 0}, {20, 20, 20}};
  Result<LiveWorld> voxels = LiveWorld::Make({"voxels", UpAxis::Z, BuildOccupancy({{}, 0.5}, bounds, 0, {})});
  ASSERT_TRUE(voxels) << voxels.error().message;
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(*voxels, [&] { return voxels->SetVoxels({{1, 1, 1}, {2, 2, 2}}, true); }));

  Result<LiveWorld> unknown =
      LiveWorld::MakeUnknown({{0, 0, 0}, {60, 10, 10}}, 0.5, UpAxis::Z, {.unknown = Unknown::AtACost});
  ASSERT_TRUE(unknown) << unknown.error().message;
  Result<ExploredMap> map = ExploredMap::Make(unknown->frame(), unknown->bounds());
  ASSERT_TRUE(map && map->SetBox({{50, 3, 3}, {80, 8, 9}}, VoxelState::Occupied));
  const std::vector<ExploredChange> changes = map->TakeChanges();
  ASSERT_EQ(changes.size(), 2u);
  ASSERT_NO_FATAL_FAILURE(ExpectAllOrNothing(*unknown, [&] { return unknown->Explore(changes); }));
}

// An update may fail for good, but the last state stays.
TEST(LiveOutOfMemory, AFailedUpdateKeepsTheLastState) {
  int failed = 0, went_on = 0;
  for (long at = 0;; at = at * 5 / 4 + 1) {
    LiveWorld live = MakeWorld();
    const std::shared_ptr<const LiveSnapshot> then = live.Latest();
    ASSERT_TRUE(live.Add(kDoor));
    fails_in = at;
    const Result<WorldChange> change = live.Update();
    const bool has_failed = fails_in < 0;
    fails_in = -1;
    if (!has_failed) {
      ASSERT_TRUE(change);
      break;
    }
    ASSERT_FALSE(change) << "allocation " << at;
    EXPECT_EQ(change.error().code, ErrorCode::OutOfMemory) << change.error().message;
    ++failed;
    // Either the state is the old one, or it contains the edit.
    if (live.Update()) {
      ++went_on;
      ExpectSameAsABake(live, "once there was memory again");
      EXPECT_EQ(live.CurrentWorld().mesh()->triangles.size(), 10u + 12u);
    } else {
      EXPECT_FALSE(live.MakeNet());
      EXPECT_TRUE(live.Latest() == then || at > 0);
    }
    EXPECT_TRUE(then->navigator.RandomFree(1, 0.3));
  }
  EXPECT_GT(failed, 10);
  EXPECT_GT(went_on, 0);
}

}  // namespace
}  // namespace navnet
