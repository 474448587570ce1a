// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>
#include <navnet/live/live_world.h>

#include "grid/occupancy_build.h"
#include "support/live_worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
using ranges::kInfinity;

// A world that must not change: an update after each failed edit must have nothing to do.
class Unchanged {
 public:
  explicit Unchanged(LiveWorld& live) : live_(live), before_(live.Latest()), net_(live.MakeNet()) {}

  template <class R>
  void Refuses(const R& result, const std::string& words) {
    ASSERT_FALSE(result) << "expected an error about: " << words;
    EXPECT_NE(result.error().message.find(words), std::string::npos)
        << "'" << words << "' is not in: " << result.error().message;
    const Result<WorldChange> change = live_.Update();
    ASSERT_TRUE(change) << change.error().message;
    EXPECT_EQ(change->version, before_->version);
    EXPECT_TRUE(change->blocked.empty() && change->freed.empty() && change->box.IsEmpty());
    EXPECT_EQ(live_.Latest(), before_) << "after: " << result.error().message;
    const Result<Net> net = live_.MakeNet();
    ASSERT_EQ(net.ok(), net_.ok());
    if (net) {
      EXPECT_TRUE(SameNets(*net, *net_));
    }
  }

 private:
  LiveWorld& live_;
  std::shared_ptr<const LiveSnapshot> before_;
  Result<Net> net_;
};

LiveWorld SmallWorld() {
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(6, UpAxis::Z), LiveOptions(0.2, {0, 0.3}, 6));
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

LiveWorld SmallVoxelWorld() {
  const std::vector<VoxelBox> blocked{{{0, 0, 0}, {20, 20, 2}}};
  Result<LiveWorld> live =
      LiveWorld::Make({"voxels", UpAxis::Z, BuildOccupancy({{1, 2, 3}, 0.5}, {{0, 0, 0}, {20, 20, 20}}, 0, blocked)});
  EXPECT_TRUE(live) << live.error().message;
  return std::move(*live);
}

const Obstacle kBox{.shape = BoxShape{{0.5, 0.5, 0.5}}, .transform = {.position = {1.5, 4.5, 1}}};

Obstacle Shaped(decltype(Obstacle::shape) shape) { return {.shape = std::move(shape), .transform = kBox.transform}; }

TEST(LiveErrors, RefuseInvalidShapes) {
  LiveWorld live = SmallWorld();
  Unchanged unchanged(live);
  unchanged.Refuses(live.Add(Shaped(BoxShape{})), "box");
  unchanged.Refuses(live.Add(Shaped(BoxShape{{1, 0, 1}})), "box");
  unchanged.Refuses(live.Add(Shaped(BoxShape{{1, -1, 1}})), "box");
  unchanged.Refuses(live.Add(Shaped(BoxShape{{kNaN, 1, 1}})), "box");
  unchanged.Refuses(live.Add(Shaped(BoxShape{{kInfinity, 1, 1}})), "box");
  unchanged.Refuses(live.Add(Shaped(SphereShape{})), "radius");
  unchanged.Refuses(live.Add(Shaped(SphereShape{kNaN})), "radius");
  unchanged.Refuses(live.Add(Shaped(CapsuleShape{0, 1})), "radius");
  unchanged.Refuses(live.Add(Shaped(CapsuleShape{1, -1})), "half_length_m");
  unchanged.Refuses(live.Add(Shaped(CapsuleShape{1, kInfinity})), "half_length_m");
  unchanged.Refuses(live.Add(Shaped(TriangleMesh{})), "no triangles");
  unchanged.Refuses(live.Add(Shaped(TriangleMesh{{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}})), "names vertex 2");
  unchanged.Refuses(live.Add(Shaped(TriangleMesh{{{0, 0, 0}, {1, kNaN, 0}}, {{0, 1, 1}}})), "not finite");
  unchanged.Refuses(live.Add(Shaped(TriangleMesh{{{0, 0, 0}, {1, 1e300, 0}}, {{0, 1, 1}}})), "1e12");
  unchanged.Refuses(live.Add(Shaped(SphereShape{1e300})), "1e12");
}

TEST(LiveErrors, RefuseInvalidTransforms) {
  LiveWorld live = SmallWorld();
  const Result<ObstacleId> id = live.Add(kBox);
  ASSERT_TRUE(id && live.Update());
  Unchanged unchanged(live);
  const auto refuses = [&](const Transform& transform, const std::string& words) {
    Obstacle obstacle = kBox;
    obstacle.transform = transform;
    unchanged.Refuses(live.Add(obstacle), words);
    unchanged.Refuses(live.Move(*id, transform), words);
  };
  refuses({.position = {kNaN, 0, 0}}, "position");
  refuses({.position = {0, -kInfinity, 0}}, "position");
  refuses({.position = {1, 1, 1}, .rotation = {0, 0, 0, 0}}, "quaternion");
  refuses({.position = {1, 1, 1}, .rotation = {1, kNaN, 0, 0}}, "quaternion");
  refuses({.position = {1, 1, 1}, .scale = {1, 0, 1}}, "scale");
  refuses({.position = {1, 1, 1}, .scale = {1, -1, 1}}, "scale");
  refuses({.position = {1, 1, 1}, .scale = {1, kNaN, 1}}, "scale");
  refuses({.position = {1e300, 0, 0}}, "1e12");
  refuses({.position = {1, 1, 1}, .scale = {1e300, 1, 1}},
          "scale (1e+300, 1, 1) has a coordinate out of range: expected 1e-9 to 1e9");
  refuses({.position = {20, 0, 0}}, "larger bounds");
  refuses({.position = {3, 3, -9}}, "outside the world's bounds");
}

TEST(LiveErrors, RefuseVerticesTooFarForExactResults) {
  BakeOptions options = LiveOptions(0.05, {0}, 2);
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(2, UpAxis::Z), options);
  ASSERT_TRUE(live) << live.error().message;
  Unchanged unchanged(*live);
  // A bake of the world with this obstacle would fail.
  unchanged.Refuses(live->Add(Shaped(TriangleMesh{{{0, 0, 0}, {9e11, 1, 0}, {0, 1, 1}}, {{0, 1, 2}}})), "too far");
}

TEST(LiveErrors, RefuseUnknownIds) {
  LiveWorld live = SmallWorld();
  const Result<ObstacleId> wall = live.Add(kBox), removed = live.Add(kBox);
  const Result<RegionId> region = live.AddRegion({{{0, 0, 0}, {1, 1, 1}}, 2});
  ASSERT_TRUE(wall && removed && region);
  ASSERT_TRUE(live.Remove(*removed) && live.Update());
  Unchanged unchanged(live);
  for (const ObstacleId id : {ObstacleId{}, ObstacleId{999}, *removed}) {
    const std::string name = "no obstacle " + std::to_string(id.value);
    unchanged.Refuses(live.Move(id, kBox.transform), name);
    unchanged.Refuses(live.Remove(id), name);
    unchanged.Refuses(live.SetDoor(id, true), "no door " + std::to_string(id.value));
  }
  unchanged.Refuses(live.SetDoor(*wall, true), "is no door");
  unchanged.Refuses(live.Remove(ObstacleId{region->value}), "no obstacle");
  unchanged.Refuses(live.RemoveRegion(RegionId{wall->value}), "no cost region");
  unchanged.Refuses(live.RemoveRegion({}), "no cost region");
  unchanged.Refuses(live.SetRegion({77}, {{{0, 0, 0}, {1, 1, 1}}, 2}), "no cost region 77");
}

TEST(LiveErrors, ChangeNothingEvenBeforeTheFirstUpdate) {
  LiveWorld live = SmallWorld();
  const Result<ObstacleId> id = live.Add(kBox);
  ASSERT_TRUE(id && live.Remove(*id));
  EXPECT_FALSE(live.Remove(*id));
  EXPECT_FALSE(live.Move(*id, kBox.transform));
  const Result<Net> before = live.MakeNet();
  ASSERT_TRUE(live.Update());
  const Result<Net> after = live.MakeNet();
  ASSERT_TRUE(before && after);
  EXPECT_TRUE(SameNets(*after, *before));
}

TEST(LiveErrors, RefuseInvalidVoxels) {
  LiveWorld triangles = SmallWorld();
  Unchanged(triangles).Refuses(triangles.SetVoxels({{0, 0, 0}, {1, 1, 1}}, true), "obstacles instead");

  LiveWorld live = SmallVoxelWorld();
  Unchanged unchanged(live);
  unchanged.Refuses(live.SetVoxels({}, true), "finite");
  unchanged.Refuses(live.SetVoxels({{2, 3, 4}, {2, 4, 5}}, true), "empty");
  unchanged.Refuses(live.SetVoxels({{3, 3, 4}, {2, 4, 5}}, true), "empty");
  unchanged.Refuses(live.SetVoxels({{kNaN, 3, 4}, {2, 4, 5}}, true), "finite");
  unchanged.Refuses(live.SetVoxels({{1, 3, 4}, {2, 4, kInfinity}}, true), "finite");
  unchanged.Refuses(live.SetVoxels({{50, 3, 4}, {51, 4, 5}}, true), "outside the world's bounds");
  unchanged.Refuses(live.SetVoxels({{1e300, 3, 4}, {2e300, 4, 5}}, true), "out of range: expected -1e12 to 1e12");
  unchanged.Refuses(live.Explore(std::span<const ExploredChange>()), "made as unknown");
}

TEST(LiveErrors, RefuseToExploreOutsideTheWorld) {
  Result<LiveWorld> live = LiveWorld::MakeUnknown({{0, 0, 0}, {8, 8, 8}}, 0.25, UpAxis::Z);
  ASSERT_TRUE(live) << live.error().message;
  Unchanged unchanged(*live);
  constexpr int32_t kFar = std::numeric_limits<int32_t>::max();
  // The last one would be inside if its coordinates overflowed.
  for (const VoxelCoord block : {VoxelCoord{1, 0, 0}, {0, -1, 0}, {kFar, kFar, kFar}, {1 << 26, 0, 0}}) {
    std::vector<ExploredChange> changes(2);
    changes[0].known.fill(~uint64_t{0});
    changes[1].block = block;
    unchanged.Refuses(live->Explore(changes), "frame and bounds");
  }
  unchanged.Refuses(live->SetVoxels({{0, 0, 0}, {1, 1, 1}}, true), "explored");
}

TEST(LiveErrors, RefuseInvalidRegions) {
  LiveWorld live = SmallWorld();
  const Result<RegionId> id = live.AddRegion({{{0, 0, 0}, {1, 1, 1}}, kInfinity});
  ASSERT_TRUE(id && live.Update());
  Unchanged unchanged(live);
  const CostRegion regions[] = {
      {{{0, 0, 0}, {1, 1, 1}}, kNaN},
      {{{0, 0, 0}, {1, 1, 1}}, 0.5},
      {{{0, 0, 0}, {1, 1, 1}}, -1},
      {{{0, kNaN, 0}, {1, 1, 1}}, 2},
      {{{0, 0, 0}, {1, 1, kInfinity}}, 2},
      {{{0, 2, 0}, {1, 1, 1}}, 2},
      {{}, 2},
  };
  for (const CostRegion& region : regions) {
    unchanged.Refuses(live.AddRegion(region), "cost region");
    unchanged.Refuses(live.SetRegion(*id, region), "cost region");
  }
}

TEST(LiveErrors, RefuseSlicesOfZeroOrNegativeTime) {
  LiveWorld live = SmallWorld();
  Unchanged unchanged(live);
  unchanged.Refuses(live.Step(-1), "max_us -1 is out of range");
  unchanged.Refuses(live.Step(kNaN), "max_us nan is out of range");
  EXPECT_FALSE(live.ChangesSince(live.Latest()->version + 1));
  EXPECT_FALSE(live.ChangesSince(0));
  ASSERT_TRUE(live.ChangesSince(live.Latest()->version));
}

void ExpectNotMade(const World& world, const BakeOptions& options, const std::string& words) {
  const Result<LiveWorld> live = LiveWorld::Make(world, options);
  ASSERT_FALSE(live) << words;
  EXPECT_NE(live.error().message.find(words), std::string::npos) << live.error().message;
}

TEST(LiveErrors, RefuseToMakeAWorldFromInvalidInput) {
  const World world = WalledRooms(6, UpAxis::Z);
  BakeOptions options = LiveOptions(0.2, {0}, 6);
  const auto refuses = [&](auto change, const std::string& words) {
    BakeOptions changed = options;
    change(changed);
    ExpectNotMade(world, changed, words);
  };
  refuses([](BakeOptions& o) { o.sample.seeds_world = {{1, 1, 1}}; }, "keep the outside or the largest");
  refuses([](BakeOptions& o) { o.keep = Keep::Seeds; }, "no seeds");
  refuses([](BakeOptions& o) { o.min_cell = 0; }, "min_cell 0 is out of range: expected 1 to 64");
  refuses([](BakeOptions& o) { o.sample.radii_m = {}; }, "radi");
  refuses([](BakeOptions& o) { o.sample.radii_m = {-1}; }, "radii_m -1 is out of range: expected 0 to 1e12");
  refuses([](BakeOptions& o) { o.sample.radii_m = {kNaN}; }, "radii_m nan");
  refuses([](BakeOptions& o) { o.sample.voxel_m = -0.1; }, "voxel_m -0.1 is out of range: expected 1e-9 to 1e12");
  refuses([](BakeOptions& o) { o.sample.voxel_m = kNaN; }, "voxel_m nan");
  refuses([](BakeOptions& o) { o.sample.bounds_world = Box3{}; }, "bounds");
  refuses([](BakeOptions& o) { o.sample.memory_budget_bytes = 10; }, "memory");
  refuses([](BakeOptions& o) { o.walk.emplace().height_m = -1; }, "height");
  refuses([](BakeOptions& o) { o.walk.emplace().max_slope_deg = kNaN; }, "slope");
  refuses(
      [](BakeOptions& o) {
        o.walk.emplace();
        o.links = {{.from = {kNaN, 0, 0}, .to = {1, 1, 0}}};
      },
      "links[0]: from");
  ExpectNotMade({"empty", UpAxis::Z, TriangleMesh{}}, options, "no triangles");
  ExpectNotMade({"bad", UpAxis::Z, TriangleMesh{{{0, 0, 0}}, {{0, 0, 5}}}}, options, "names vertex 5");
}

TEST(LiveErrors, RefuseMapsOfAnotherFrameAndLeaveThemUnchanged) {
  Result<LiveWorld> live = LiveWorld::MakeUnknown({{0, 0, 0}, {8, 8, 8}}, 0.5, UpAxis::Z);
  ASSERT_TRUE(live.ok());
  GridFrame finer = live->frame();
  finer.voxel_m = 0.25;
  VoxelBox smaller = live->bounds();
  smaller.hi.x -= 1;
  for (const auto& [frame, bounds] : {std::pair{finer, live->bounds()}, std::pair{live->frame(), smaller}}) {
    Result<ExploredMap> map = ExploredMap::Make(frame, bounds);
    ASSERT_TRUE(map.ok() && map->SetBox({{1, 1, 1}, {5, 5, 5}}, VoxelState::Free).ok());
    const Status refused = live->Explore(*map);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("another frame"), std::string::npos) << refused.error().message;
    EXPECT_EQ(map->TakeChanges().size(), 1u);
  }
  Result<ExploredMap> right = ExploredMap::Make(live->frame(), live->bounds());
  ASSERT_TRUE(right.ok() && right->SetBox({{1, 1, 1}, {5, 5, 5}}, VoxelState::Free).ok());
  EXPECT_TRUE(live->Explore(*right).ok());
  EXPECT_TRUE(right->TakeChanges().empty());
}

TEST(LiveErrors, RefuseToMakeAnUnknownWorldFromInvalidInput) {
  const Box3 box{{0, 0, 0}, {4, 4, 4}};
  const auto refuses = [](const Result<LiveWorld>& live, const std::string& words) {
    ASSERT_FALSE(live) << words;
    EXPECT_NE(live.error().message.find(words), std::string::npos) << live.error().message;
  };
  using L = LiveWorld;
  refuses(L::MakeUnknown({}, 0.25, UpAxis::Z), "bounds");
  refuses(L::MakeUnknown({{0, 0, 0}, {kNaN, 4, 4}}, 0.25, UpAxis::Z), "bounds");
  refuses(L::MakeUnknown({{0, 0, 0}, {1e300, 4, 4}}, 0.25, UpAxis::Z), "bounds_world");
  refuses(L::MakeUnknown({{0, 0, 0}, {1e5, 1e5, 1e5}}, 0.25, UpAxis::Z), "too large");
  refuses(L::MakeUnknown({{1e300, 0, 0}, {1e300, 4, 4}}, 0.25, UpAxis::Z), "bounds_world");
  refuses(L::MakeUnknown({{1e10, 0, 0}, {1e10 + 4, 4, 4}}, 0.25, UpAxis::Z), "too large");
  refuses(L::MakeUnknown(box, 0, UpAxis::Z), "voxel_m 0 is out of range");
  refuses(L::MakeUnknown(box, -1, UpAxis::Z), "voxel_m -1");
  refuses(L::MakeUnknown(box, kNaN, UpAxis::Z), "voxel_m nan");
  refuses(L::MakeUnknown(box, 1e-300, UpAxis::Z), "voxel_m 1e-300");
  refuses(L::MakeUnknown(box, 1e-9, UpAxis::Z), "too large");
  refuses(L::MakeUnknown(box, 0.25, UpAxis::Z, {.unknown_cost = 0.5}), "unknown_cost 0.5");
  refuses(L::MakeUnknown(box, 0.25, UpAxis::Z, {.unknown_cost = kNaN}), "unknown_cost nan");
  refuses(L::MakeUnknown(box, 0.25, UpAxis::Z, {.unknown_cost = kInfinity}), "unknown_cost inf");
  BakeOptions options;
  options.sample.radii_m = {100};
  refuses(L::MakeUnknown(box, 0.25, UpAxis::Z, {}, options), "radius 100");
  options.sample.radii_m = {0};
  options.sample.seeds_world = {{1, 1, 1}};
  refuses(L::MakeUnknown(box, 0.25, UpAxis::Z, {}, options), "seeds");
}

}  // namespace
}  // namespace navnet
