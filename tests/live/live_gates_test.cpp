// SPDX-License-Identifier: Apache-2.0
// Gates of live worlds: edits, snapshots and changes, and a net that equals a bake.

#include <navnet/net/net_file.h>
#include <navnet/runtime/path_watch.h>

#include "support/live_worlds.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace navnet {
namespace {

constexpr double kRooms = 10;

LiveWorld RoomsWith(std::vector<Gate> gates) {
  BakeOptions options = LiveOptions(0.25, {0, 0.4}, kRooms);
  options.gates = std::move(gates);
  Result<LiveWorld> live = LiveWorld::Make(WalledRooms(kRooms, UpAxis::Z), options);
  EXPECT_TRUE(live.ok()) << live.error().message;
  return *std::move(live);
}

TEST(LiveGates, NetsEqualABakeAfterAnyEdits) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    TestRandom random(seed);
    const auto gate = [&] {
      return Gate{random.Point(0, kRooms),        random.Point(0, kRooms),       random.Uniform(0, 3), 0,
                  uint32_t(random.Integer(0, 1)), uint32_t(random.Integer(0, 1))};
    };
    LiveWorld live = RoomsWith({gate(), gate()});
    std::map<uint64_t, Gate> wanted;
    for (size_t i = 0; i < 2; ++i) {
      const std::shared_ptr<const LiveSnapshot> now = live.Latest();
      ASSERT_EQ(now->gate_ids.size(), 2U);
      wanted[now->gate_ids[i].value] = now->navigator.gates()[i];
    }
    LiveObstacles there;
    for (int edit = 0; edit < 12; ++edit) {
      const int kind = wanted.empty() ? 0 : random.Integer(0, 4);
      auto any = wanted.begin();
      std::advance(any, wanted.empty() ? 0 : random.Integer(0, int(wanted.size()) - 1));
      if (kind <= 1) {
        const Gate added = gate();
        wanted[live.AddGate(added)->value] = added;
      } else if (kind == 2) {
        any->second = gate();
        ASSERT_TRUE(live.SetGate({any->first}, any->second).ok());
      } else if (kind == 3) {
        any->second.is_closed = uint32_t(random.Integer(0, 1));
        ASSERT_TRUE(live.SetGateOpen({any->first}, any->second.is_closed == 0).ok());
      } else {
        ASSERT_TRUE(live.RemoveGate({any->first}).ok());
        wanted.erase(any);
      }
      if (random.Integer(0, 3) == 0) RandomEdit(random, kRooms, live, there);
      if (random.Integer(0, 2) > 0) continue;
      ASSERT_TRUE(live.Update().ok());
      const std::shared_ptr<const LiveSnapshot> now = live.Latest();
      ASSERT_EQ(now->navigator.gates().size(), wanted.size());
      size_t i = 0;
      for (const auto& [id, its] : wanted) {
        EXPECT_EQ(now->gate_ids[i].value, id);
        EXPECT_EQ(now->navigator.gates()[i++], its);
      }
    }
    ASSERT_TRUE(live.Update().ok());
    ExpectSameAsABake(live, "seed " + std::to_string(seed));
  }
}

TEST(LiveGates, AreSavedAndLoaded) {
  const TempFolder folder;
  const std::vector<Gate> gates{{{1, 1, 2}, {8, 8, 2}, 1.5, 0.3, 1, 0}, {{2, 1, 2}, {8, 8, 4}, 0, 0, 0, 1}};
  const LiveWorld live = RoomsWith(gates);
  ASSERT_TRUE(live.Save(folder.path() / "live.navnet").ok());
  const Result<Net> net = LoadNet(folder.path() / "live.navnet");
  ASSERT_TRUE(net.ok()) << net.error().message;
  EXPECT_TRUE(std::ranges::equal(net->gates(), gates));
  EXPECT_TRUE(std::ranges::equal(Navigator(*net).gates(), gates));
}

TEST(LiveGates, ChangesTellWhichOpenedAndClosed) {
  const Gate first{{1, 1, 2}, {8, 8, 2}, 1}, second{{1, 2, 2}, {8, 8, 4}, 1};
  LiveWorld live = RoomsWith({first});
  const uint64_t before = live.Latest()->version;
  const GateId id = live.Latest()->gate_ids[0];
  const FlightQuery query{.start = {1, 1, 2}, .goal = {8, 8, 2}, .speed_m_s = 1};
  FlightPath path = live.Latest()->navigator.Find(query);
  ASSERT_EQ(path.jumps, (std::vector<FlightJump>{{0, 0, 1}}));
  PathWatch watch;
  const WatchId watched = *watch.Add(path.points, 0, path.jumps);

  ASSERT_TRUE(live.SetGateOpen(id, true).ok());
  EXPECT_EQ(live.Update()->version, before) << "it was open";
  ASSERT_TRUE(live.SetGateOpen(id, false).ok());
  Result<WorldChange> change = live.Update();
  EXPECT_GT(change->version, before);
  EXPECT_EQ(change->closed_gates, std::vector{first});
  EXPECT_TRUE(change->opened_gates.empty() && change->blocked.empty() && change->box.IsEmpty());
  EXPECT_EQ(watch.Concerned(live.Latest()->navigator, *change).broken, std::vector{watched});
  QueryContext context;
  EXPECT_EQ(RepairPath(live.Latest()->navigator, query, path, {.change = &*change}, context, path).done,
            RepairOutcome::Replanned);
  EXPECT_TRUE(path.jumps.empty());
  ASSERT_TRUE(watch.Replace(watched, path.points).ok());

  ASSERT_TRUE(live.AddGate(second).ok());
  ASSERT_TRUE(live.SetGate(id, {second.to, second.from, 2}).ok());
  change = live.Update();
  EXPECT_EQ(change->opened_gates, (std::vector<Gate>{{second.to, second.from, 2}, second}));
  EXPECT_TRUE(change->closed_gates.empty()) << "it was closed before";
  EXPECT_EQ(watch.Concerned(live.Latest()->navigator, *change).improvable, std::vector{watched});
  ASSERT_TRUE(live.RemoveGate(id).ok());
  change = live.Update();
  EXPECT_EQ(change->closed_gates, (std::vector<Gate>{{second.to, second.from, 2}}));
  EXPECT_EQ(live.ChangesSince(before)->opened_gates.size(), 2U);
  EXPECT_EQ(live.ChangesSince(before)->closed_gates.size(), 2U);
}

TEST(LiveGates, ServeAgainWhenAnObstacleGoes) {
  LiveWorld live = RoomsWith({{{1, 1, 2}, {8, 8, 2}, 1}});
  EXPECT_TRUE(live.Latest()->navigator.ServesGate(0, 0.4));
  const Result<ObstacleId> box = live.Add({.shape = BoxShape{{0.3, 0.3, 0.3}}, .transform = {.position = {8, 8, 2}}});
  ASSERT_TRUE(live.Update().ok());
  EXPECT_FALSE(live.Latest()->navigator.ServesGate(0, 0.4));
  ASSERT_TRUE(live.Remove(*box).ok());
  ASSERT_TRUE(live.Update().ok());
  EXPECT_TRUE(live.Latest()->navigator.ServesGate(0, 0.4));
}

TEST(LiveGates, EditsAreRefusedWithTheReason) {
  LiveWorld live = RoomsWith({});
  const auto error = [](const auto& result) { return result ? std::string() : result.error().message; };
  EXPECT_EQ(error(live.AddGate({{0, 0, 0}, {1, 1, 1}, -1})), "gates[0]: seconds -1 is out of range: expected 0 to 1e9");
  EXPECT_EQ(error(live.SetGate({7}, {})), "there is no gate 7: it was removed, or never added");
  EXPECT_EQ(error(live.SetGateOpen({7}, true)), error(live.SetGate({7}, {})));
  EXPECT_EQ(error(live.RemoveGate({7})), error(live.SetGate({7}, {})));
  const GateId id = *live.AddGate({});
  EXPECT_NE(error(live.SetGate(id, {{1e13, 0, 0}, {}})), "");
  for (size_t i = 1; i < kMostGates; ++i) ASSERT_TRUE(live.AddGate({}).ok());
  EXPECT_EQ(error(live.AddGate({})), "there are 4096 gates, the most there may be; remove one first");
}

}  // namespace
}  // namespace navnet
