// SPDX-License-Identifier: Apache-2.0
// The explored map, compared with a naive one, in a simulated world, and with invalid input.

#include <navnet/voxel/explored_map.h>

#include "support/ray_oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace navnet {
namespace {

using oracle::EachVoxel;
using oracle::VoxelSet;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr VoxelBox kBounds = {{-9, 55, -73}, {13, 76, -50}};  // Contains a corner of eight blocks.

ExploredMap MakeMap(const GridFrame& frame = {}, const VoxelBox& bounds = kBounds,
                    const ExploredMapOptions& options = {}) {
  Result<ExploredMap> map = ExploredMap::Make(frame, bounds, options);
  EXPECT_TRUE(map.ok()) << map.error().message;
  return *std::move(map);
}

/// All states of the bounds, in (x, y, z) order.
std::vector<VoxelState> States(const ExploredMap& map) {
  std::vector<VoxelState> states;
  EachVoxel(map.bounds(), [&](VoxelCoord voxel) { states.push_back(map.StateAt(voxel)); });
  return states;
}

Vec3 RandomPlace(std::mt19937& random, const GridFrame& frame, const VoxelBox& box) {
  const auto along = [&](int axis) {
    return std::uniform_real_distribution<double>(box.lo[axis] + 0.01, box.hi[axis] - 0.01)(random);
  };
  const double x = along(0), y = along(1), z = along(2);
  return frame.ToWorld({x, y, z});
}

/// Log-odds by voxel, in steps of 1/32.
using NaiveMap = std::map<VoxelCoord, int>;

void NaiveInsert(const ExploredMap& map, const DepthScan& scan, NaiveMap& naive) {
  const auto steps = [](double log_odds) { return int(std::lround(log_odds * 32)); };
  const ExploredMapOptions& options = map.options();
  VoxelSet hit, passed;
  for (const Vec3& point : scan.points_world) {
    hit.insert(map.frame().VoxelAt(point));
    passed.merge(oracle::PassedVoxels(oracle::Fixed(map.frame().ToVoxelSpace(scan.origin_world)),
                                      oracle::Fixed(map.frame().ToVoxelSpace(point)), map.bounds()));
  }
  for (const VoxelCoord voxel : hit) {
    naive[voxel] = std::min(naive[voxel] + steps(options.hit_log_odds), steps(options.max_log_odds));
  }
  for (const VoxelCoord voxel : passed) {
    if (hit.contains(voxel)) continue;
    naive[voxel] = std::max(naive[voxel] + steps(options.miss_log_odds), steps(options.min_log_odds));
  }
}

void ExpectSame(const ExploredMap& map, const NaiveMap& naive) {
  const int threshold = int(std::lround(map.options().occupied_log_odds * 32));
  int64_t occupied = 0;
  EachVoxel(map.bounds(), [&](VoxelCoord voxel) {
    const auto found = naive.find(voxel);
    const VoxelState expected = found == naive.end()         ? VoxelState::Unknown
                                : found->second >= threshold ? VoxelState::Occupied
                                                             : VoxelState::Free;
    occupied += expected == VoxelState::Occupied;
    ASSERT_EQ(map.StateAt(voxel), expected);
  });
  EXPECT_EQ(map.occupied_count(), occupied);
  EXPECT_EQ(map.free_count(), int64_t(naive.size()) - occupied);
  EXPECT_EQ(map.unknown_count(), map.bounds().Volume() - int64_t(naive.size()));
}

TEST(ExploredMap, BeginsUnknownWithoutMemory) {
  const ExploredMap map = MakeMap({}, {{0, 0, 0}, {1 << 19, 1 << 19, 1 << 19}});
  EXPECT_EQ(map.StateAt({5, 5, 5}), VoxelState::Unknown);
  EXPECT_EQ(map.unknown_count(), int64_t{1} << 57);
  EXPECT_EQ(map.memory_bytes(), 0u);
  EXPECT_TRUE(map.ObservedBlocks().empty());
}

TEST(ExploredMap, EqualsANaiveMap) {
  const Turn turn = {.cos = 0.8, .sin = 0.6, .up = UpAxis::Z};
  const GridFrame frames[] = {{{}, 1, {}}, {{3.3, -7, 100}, 0.2, {}}, {{-1, 2, 3}, 0.15, turn}};
  std::mt19937 random(4);
  for (const GridFrame& frame : frames) {
    ExploredMapOptions options;
    options.max_range_m = 100;
    ExploredMap map = MakeMap(frame, kBounds, options);
    NaiveMap naive;
    for (int scan = 0; scan < 12; ++scan) {
      // Repeated scans of a small part of the space, so that states alternate and reach the clamps.
      const VoxelBox part = {{-3, 60, -68}, {4, 68, -60}};
      const Vec3 origin = RandomPlace(random, frame, part);
      std::vector<Vec3> points;
      for (int i = 0; i < 40; ++i) points.push_back(RandomPlace(random, frame, i < 30 ? part : kBounds));
      ASSERT_TRUE(map.Insert({origin, points}).ok());
      NaiveInsert(map, {origin, points}, naive);
      ExpectSame(map, naive);
    }
  }
}

TEST(ExploredMap, FollowsTheSensorModelUpToItsClamps) {
  ExploredMap map = MakeMap();
  const Vec3 origin = {0.5, 60.5, -60.5}, wall[] = {{3.5, 60.5, -60.5}}, behind[] = {{6.5, 60.5, -60.5}};
  const VoxelCoord voxel = {3, 60, -61};
  ASSERT_TRUE(map.Insert({origin, wall}).ok());
  EXPECT_EQ(map.StateAt(voxel), VoxelState::Occupied);
  EXPECT_EQ(map.StateAt({2, 60, -61}), VoxelState::Free);
  EXPECT_EQ(map.StateAt({4, 60, -61}), VoxelState::Unknown);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(map.Insert({origin, wall}).ok());
  // From 3.5 down by 0.4 (13/32): nine rays through it make it free.
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(map.Insert({origin, behind}).ok());
  EXPECT_EQ(map.StateAt(voxel), VoxelState::Occupied);
  ASSERT_TRUE(map.Insert({origin, behind}).ok());
  EXPECT_EQ(map.StateAt(voxel), VoxelState::Free);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(map.Insert({origin, behind}).ok());
  // From -2 up by 0.85 (27/32): the third hit makes it occupied.
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(map.Insert({origin, wall}).ok());
  EXPECT_EQ(map.StateAt(voxel), VoxelState::Free);
  ASSERT_TRUE(map.Insert({origin, wall}).ok());
  EXPECT_EQ(map.StateAt(voxel), VoxelState::Occupied);
}

TEST(ExploredMap, OnlyClearsAlongRaysWithoutAHitInRange) {
  ExploredMapOptions options;
  options.max_range_m = 4;
  const Vec3 origin = {0.5, 60.5, -60.5};
  const Vec3 far_point[] = {{8.5, 60.5, -60.5}}, at_range[] = {{4.5, 60.5, -60.5}};
  const Vec3 directions[] = {{1e-300, 0, 0}}, large[] = {{1e300, 0, 0}};
  for (const DepthScan& scan :
       {DepthScan{origin, far_point}, DepthScan{origin, {}, directions}, DepthScan{origin, {}, large}}) {
    ExploredMap map = MakeMap({}, kBounds, options);
    ASSERT_TRUE(map.Insert(scan).ok());
    EXPECT_EQ(map.occupied_count(), 0);
    EXPECT_EQ(map.free_count(), 5);
    EXPECT_EQ(map.StateAt({4, 60, -61}), VoxelState::Free);
  }
  ExploredMap map = MakeMap({}, kBounds, options);
  ASSERT_TRUE(map.Insert({origin, at_range}).ok());
  EXPECT_EQ(map.StateAt({4, 60, -61}), VoxelState::Occupied);
}

TEST(ExploredMap, AcceptsSensorsAndPointsOutsideItsBounds) {
  ExploredMapOptions options;
  options.max_range_m = 1000;
  ExploredMap map = MakeMap({}, kBounds, options);
  const Vec3 points[] = {{100, 60.5, -60.5}};
  ASSERT_TRUE(map.Insert({{-100, 60.5, -60.5}, points}).ok());
  EXPECT_EQ(map.free_count(), kBounds.Size(0));
  EXPECT_EQ(map.occupied_count(), 0);
}

/// Where a ray is inside a box, as a part of its length; first >= second: nowhere.
std::pair<double, double> Inside(Vec3 from, Vec3 way, VoxelCoord voxel, double widen) {
  double enter = 0, leave = kInfinite;
  for (int axis = 0; axis < 3; ++axis) {
    const double a = (voxel[axis] - widen - from[axis]) / way[axis];
    const double b = (voxel[axis] + 1 + widen - from[axis]) / way[axis];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return {enter, leave};
}

TEST(ExploredMap, MapsASimulatedWorldExactly) {
  std::mt19937 random(5);
  const auto whole = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  const VoxelBox bounds = {{-20, -20, -20}, {20, 20, 20}};
  VoxelSet blocked;
  for (int i = 0; i < 300; ++i) blocked.insert({whole(-20, 19), whole(-20, 19), whole(-20, 19)});

  ExploredMap map = MakeMap({}, bounds);
  std::normal_distribution<double> normal;
  int64_t unknown = map.unknown_count();
  for (int scan = 0; scan < 30; ++scan) {
    const Vec3 drone = RandomPlace(random, map.frame(), bounds);
    if (blocked.contains(map.frame().VoxelAt(drone))) continue;
    std::vector<Vec3> points, clear;
    for (int i = 0; i < 200; ++i) {
      Vec3 way = {normal(random), normal(random), normal(random)};
      way = way * (1 / Length(way));
      double nearest = map.options().max_range_m, middle = 0;
      bool is_clean = true;  // It touches no voxel so slightly that rounding decides.
      for (const VoxelCoord voxel : blocked) {
        const auto [enter, leave] = Inside(drone, way, voxel, 0);
        const auto [touch, end] = Inside(drone, way, voxel, 0.01);
        if (leave - enter < 0.05 && touch < end && touch < map.options().max_range_m + 1) is_clean = false;
        if (enter < leave && enter < nearest) {
          nearest = enter;
          middle = (enter + leave) / 2;
        }
      }
      if (!is_clean || middle > map.options().max_range_m) continue;
      if (middle > 0) points.push_back(drone + way * middle);
      if (middle == 0) clear.push_back(way);
    }
    ASSERT_TRUE(map.Insert({drone, points, clear}).ok());
    EXPECT_LE(map.unknown_count(), unknown);
    unknown = map.unknown_count();
  }
  EachVoxel(bounds, [&](VoxelCoord voxel) {
    const VoxelState state = map.StateAt(voxel);
    if (state == VoxelState::Unknown) return;
    ASSERT_EQ(state == VoxelState::Occupied, blocked.contains(voxel));
  });
  EXPECT_GT(map.occupied_count(), 100);
  EXPECT_GT(map.free_count(), 10000);
}

TEST(ExploredMap, SetsBoxes) {
  ExploredMap map = MakeMap();
  std::mt19937 random(6);
  std::map<VoxelCoord, VoxelState> expected;
  for (int i = 0; i < 60; ++i) {
    VoxelBox box;
    for (int axis = 0; axis < 3; ++axis) {
      box.lo[axis] = std::uniform_int_distribution<int>(kBounds.lo[axis] - 3, kBounds.hi[axis] - 1)(random);
      box.hi[axis] = std::max(box.lo[axis], kBounds.lo[axis]) + std::uniform_int_distribution<int>(1, 12)(random);
    }
    const auto state = VoxelState(i % 3);
    ASSERT_TRUE(map.SetBox(box, state).ok());
    EachVoxel(box, [&](VoxelCoord voxel) {
      if (kBounds.Contains(voxel)) expected[voxel] = state;
    });
    EachVoxel(kBounds, [&](VoxelCoord voxel) {
      const auto found = expected.find(voxel);
      ASSERT_EQ(map.StateAt(voxel), found == expected.end() ? VoxelState::Unknown : found->second);
    });
  }
  ASSERT_TRUE(map.SetBox(kBounds, VoxelState::Unknown).ok());
  EXPECT_EQ(map.unknown_count(), kBounds.Volume());
  map.TakeChanges();
  EXPECT_EQ(map.memory_bytes(), 0u);
}

TEST(ExploredMap, ScansContinueFromTheClampsAfterABoxWasSet) {
  const Vec3 origin = {0.5, 60.5, -60.5}, wall[] = {{3.5, 60.5, -60.5}};
  for (const bool was_scanned : {false, true}) {
    ExploredMap map = MakeMap();
    if (was_scanned) {
      ASSERT_TRUE(map.Insert({origin, wall}).ok());
    }
    ASSERT_TRUE(map.SetBox(kBounds, VoxelState::Free).ok());
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(map.Insert({origin, wall}).ok());
    EXPECT_EQ(map.occupied_count(), 0);
    ASSERT_TRUE(map.Insert({origin, wall}).ok());
    EXPECT_EQ(map.occupied_count(), 1);
    ASSERT_TRUE(map.SetBox({{3, 60, -61}, {4, 61, -60}}, VoxelState::Unknown).ok());
    ASSERT_TRUE(map.Insert({origin, wall}).ok());
    EXPECT_EQ(map.occupied_count(), 1);  // Earlier scans have no effect.
  }
}

TEST(ExploredMap, ChangesReplayToTheSameMap) {
  std::mt19937 random(7);
  ExploredMap map = MakeMap();
  std::map<VoxelCoord, std::pair<BlockMask, BlockMask>> replay;
  for (int round = 0; round < 40; ++round) {
    for (int edits = round % 3; edits >= 0; --edits) {
      const Vec3 origin = RandomPlace(random, map.frame(), kBounds);
      const Vec3 points[] = {RandomPlace(random, map.frame(), kBounds), RandomPlace(random, map.frame(), kBounds)};
      ASSERT_TRUE(map.Insert({origin, points}).ok());
    }
    const VoxelCoord voxel = map.frame().VoxelAt(RandomPlace(random, map.frame(), kBounds));
    const VoxelBox box = {voxel - VoxelCoord{4, 4, 4}, voxel + VoxelCoord{5, 5, 5}};
    ASSERT_TRUE(map.SetBox(box, VoxelState(round % 3)).ok());

    VoxelCoord last = {-1000, 0, 0};
    for (const ExploredChange& change : map.TakeChanges()) {
      EXPECT_LT(last, change.block);
      last = change.block;
      auto& [occupied, known] = replay[change.block];
      EXPECT_TRUE(occupied != change.occupied || known != change.known) << "an entry without a change";
      occupied = change.occupied;
      known = change.known;
    }
    std::vector<VoxelCoord> observed;
    for (const auto& [block, masks] : replay) {
      BlockMask occupied, known;
      map.ReadBlock(block, occupied, known);
      ASSERT_TRUE(occupied == masks.first && known == masks.second);
      if (known != BlockMask{}) observed.push_back(block);
    }
    ASSERT_EQ(map.ObservedBlocks(), observed);
    EXPECT_TRUE(map.TakeChanges().empty());
  }
}

TEST(ExploredMap, ReportsNoChangeForStatesThatChangedBack) {
  ExploredMap map = MakeMap();
  const VoxelBox box = {{0, 60, -60}, {2, 62, -58}};
  ASSERT_TRUE(map.SetBox(box, VoxelState::Occupied).ok());
  ASSERT_TRUE(map.SetBox(box, VoxelState::Unknown).ok());
  EXPECT_TRUE(map.TakeChanges().empty());
  ASSERT_TRUE(map.SetBox(box, VoxelState::Free).ok());
  EXPECT_EQ(map.TakeChanges().size(), 1u);
  // The odds change, the state does not.
  const Vec3 points[] = {{1.5, 61.5, -59.5}};
  ASSERT_TRUE(map.Insert({{0.5, 60.5, -58.5}, points}).ok());
  EXPECT_TRUE(map.TakeChanges().empty());
}

TEST(ExploredMap, IsTheSameForAnyThreadCount) {
  const VoxelBox bounds = {{-70, -70, -10}, {70, 70, 10}};
  std::vector<std::vector<VoxelState>> maps;
  for (const int threads : {1, 2, 7, 0}) {
    ExploredMapOptions options;
    options.threads = threads;
    options.max_range_m = 60;
    ExploredMap map = MakeMap({}, bounds, options);
    std::mt19937 random(8);
    for (int scan = 0; scan < 3; ++scan) {
      const Vec3 origin = RandomPlace(random, map.frame(), bounds);
      std::vector<Vec3> points;
      for (int i = 0; i < 9000; ++i) points.push_back(RandomPlace(random, map.frame(), bounds));
      ASSERT_TRUE(map.Insert({origin, points}).ok());
    }
    maps.push_back(States(map));
    EXPECT_GT(map.occupied_count(), 1000);
    EXPECT_TRUE(maps.back() == maps.front()) << threads;
  }
}

TEST(ExploredMap, RefusesInvalidFramesBoundsAndOptions) {
  const auto refuses = [](const GridFrame& frame, const VoxelBox& bounds, const ExploredMapOptions& options) {
    const Result<ExploredMap> map = ExploredMap::Make(frame, bounds, options);
    return !map.ok() && map.error().code == ErrorCode::InvalidArgument;
  };
  EXPECT_TRUE(refuses({}, {}, {}));
  EXPECT_TRUE(refuses({}, {{0, 0, 0}, {1, 1, (1 << 19) + 1}}, {}));
  EXPECT_TRUE(refuses({}, {{1 << 30, 0, 0}, {(1 << 30) + 1, 1, 1}}, {}));
  for (const double voxel_m : {0.0, -1.0, kNan, kInfinite}) EXPECT_TRUE(refuses({{}, voxel_m, {}}, kBounds, {}));
  EXPECT_TRUE(refuses({{kNan, 0, 0}, 1, {}}, kBounds, {}));
  EXPECT_TRUE(refuses({{}, 1, {.cos = 1, .sin = 1, .up = UpAxis::Z}}, kBounds, {}));

  const auto refuses_option = [&](auto ExploredMapOptions::*option, auto value) {
    ExploredMapOptions options;
    options.*option = value;
    return refuses({}, kBounds, options);
  };
  for (const double value : {0.0, -1.0, kNan, kInfinite, 5.0}) {
    EXPECT_TRUE(refuses_option(&ExploredMapOptions::hit_log_odds, value)) << value;
    EXPECT_TRUE(refuses_option(&ExploredMapOptions::max_log_odds, value)) << value;
    EXPECT_TRUE(refuses_option(&ExploredMapOptions::miss_log_odds, -value)) << value;
    EXPECT_TRUE(refuses_option(&ExploredMapOptions::min_log_odds, -value)) << value;
  }
  for (const double value : {-2.0, 3.75, 1.0, kNan}) {
    EXPECT_TRUE(refuses_option(&ExploredMapOptions::occupied_log_odds, value)) << value;
  }
  for (const double value : {0.0, -1.0, kNan, kInfinite}) {
    EXPECT_TRUE(refuses_option(&ExploredMapOptions::max_range_m, value)) << value;
  }
  EXPECT_TRUE(refuses_option(&ExploredMapOptions::threads, -1));
}

TEST(ExploredMap, RefusesInvalidScansAndChangesNothing) {
  ExploredMap map = MakeMap();
  ASSERT_TRUE(map.SetBox({{0, 60, -60}, {5, 65, -55}}, VoxelState::Free).ok());
  const std::vector<VoxelState> before = States(map);
  map.TakeChanges();
  const auto refusal = [&](const DepthScan& scan) {
    const Status status = map.Insert(scan);
    EXPECT_FALSE(status.ok());
    return status.ok() ? std::string() : status.error().message;
  };
  const Vec3 origin = {0.5, 60.5, -60.5};
  for (const double bad : {kNan, kInfinite, -kInfinite, 1e13}) {
    const Vec3 points[] = {{3, 61, -60}, {3, 62, -60}, {3, bad, -60}};
    EXPECT_NE(refusal({origin, points}).find("points_world[2]"), std::string::npos);
    EXPECT_NE(refusal({{bad, 0, 0}, std::span(points).first(2)}).find("origin_world"), std::string::npos);
  }
  for (const Vec3 bad : {Vec3{}, Vec3{kNan, 0, 0}, Vec3{0, kInfinite, 0}}) {
    const Vec3 points[] = {{3, 61, -60}}, directions[] = {{1, 0, 0}, bad};
    EXPECT_NE(refusal({origin, points, directions}).find("clear_world[1]"), std::string::npos);
  }
  EXPECT_FALSE(map.SetBox({{0, 60, -60}, {0, 65, -55}}, VoxelState::Free).ok());
  EXPECT_FALSE(map.SetBox({{100, 60, -60}, {105, 65, -55}}, VoxelState::Free).ok());
  EXPECT_EQ(States(map), before);
  EXPECT_TRUE(map.TakeChanges().empty());
}

TEST(ExploredMap, StaysWithinItsMemoryLimit) {
  ExploredMapOptions options;
  options.memory_limit_bytes = size_t{2} << 20;
  options.max_range_m = 1e6;
  ExploredMap map = MakeMap({}, {{0, 0, 0}, {1 << 19, 1 << 19, 1 << 19}}, options);
  ASSERT_TRUE(map.SetBox({{0, 0, 0}, {10, 10, 10}}, VoxelState::Occupied).ok());
  map.TakeChanges();
  const Status box = map.SetBox(map.bounds(), VoxelState::Free);
  const Vec3 points[] = {{1000.5, 20.5, 20.5}};
  const Status scan = map.Insert({{0.5, 20.5, 20.5}, points});
  for (const Status& status : {box, scan}) {
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::TooLarge);
  }
  EXPECT_EQ(map.occupied_count(), 1000);
  EXPECT_EQ(map.free_count(), 0);
  EXPECT_TRUE(map.TakeChanges().empty());
  EXPECT_TRUE(map.SetBox(map.bounds(), VoxelState::Unknown).ok());
  EXPECT_EQ(map.occupied_count(), 0);
}

}  // namespace
}  // namespace navnet
