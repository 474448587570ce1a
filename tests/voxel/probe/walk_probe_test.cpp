// SPDX-License-Identifier: Apache-2.0
#include <navnet/voxel/walk_probe.h>

#include <navnet/worlds/worlds.h>

#include "grid/occupancy_build.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace navnet {
namespace {

WalkProbe ProbeOf(const World& world, const WalkRules& rules = {}) {
  const Result<ClearanceProbe> clearance = ClearanceProbe::Make(world);
  EXPECT_TRUE(clearance.ok());
  Result<WalkProbe> probe = WalkProbe::Make(*clearance, world.up, rules);
  EXPECT_TRUE(probe.ok());
  return *probe;
}

World BoxWorld(const std::vector<Box3>& boxes, UpAxis up = UpAxis::Z) {
  TriangleMesh mesh;
  for (const Box3& box : boxes) mesh.Append(MakeBox(box));
  if (up == UpAxis::Y) {
    for (Vec3& v : mesh.vertices) v = {v.y, v.z, v.x};
  }
  return {"boxes", up, mesh};
}

/// The same boxes as voxels of 0.1 m. Requires: coordinates that are multiples of that.
World VoxelWorld(const std::vector<Box3>& boxes) {
  std::vector<VoxelBox> blocked;
  VoxelBox bounds{{-20, -20, -20}, {160, 160, 100}};
  for (const Box3& b : boxes) {
    const auto voxel = [](Vec3 p) {
      return VoxelCoord{int32_t(std::lround(p.x * 10)), int32_t(std::lround(p.y * 10)), int32_t(std::lround(p.z * 10))};
    };
    blocked.push_back({voxel(b.min), voxel(b.max)});
  }
  return {"voxels", UpAxis::Z, BuildOccupancy({{}, 0.1}, bounds, 0, blocked)};
}

const Box3 kFloor{{0, 0, -1}, {10, 10, 0}};

TEST(WalkProbe, AcceptsWalksOnLevelGround) {
  for (const World& world : {BoxWorld({kFloor}), VoxelWorld({kFloor})}) {
    const WalkProbe probe = ProbeOf(world);
    const WalkFinding walk = probe.Check({1, 1, 0}, {9, 5, 0}, 0.5);
    EXPECT_EQ(walk.flaw, WalkFlaw::None);
    EXPECT_NEAR(walk.clearance_m, 1, 1e-9);
    EXPECT_TRUE(probe.Check({2, 2, 0}, {2, 2, 0}, 0.5).ok());
    EXPECT_TRUE(probe.Check({1, 1, 0}, {9, 1, 0.004}, 0).ok());
  }
  TriangleMesh up_y = std::get<TriangleMesh>(BoxWorld({kFloor}, UpAxis::Y).geometry);
  EXPECT_TRUE(ProbeOf({"y", UpAxis::Y, up_y}).Check({1, 0, 1}, {5, 0, 9}, 0.5).ok());
}

TEST(WalkProbe, ReportsMissingGround) {
  for (const World& world : {BoxWorld({kFloor}), VoxelWorld({kFloor})}) {
    const WalkProbe probe = ProbeOf(world);
    EXPECT_EQ(probe.Check({1, 1, 0.5}, {2, 1, 0.5}, 0).flaw, WalkFlaw::NoGround);
    const WalkFinding past_the_edge = probe.Check({9, 5, 0}, {11, 5, 0}, 0);
    EXPECT_EQ(past_the_edge.flaw, WalkFlaw::NoGround);
    EXPECT_NEAR(past_the_edge.at.x, 10, 0.01);
    EXPECT_EQ(probe.Check({1, 1, 0}, {1, 1, 0.31}, 0).flaw, WalkFlaw::HighStep);
    EXPECT_EQ(probe.Check({1, 1, 0}, {1, 1, 0.2}, 0).flaw, WalkFlaw::NoGround);
    EXPECT_EQ(probe.Check({1, 1, NAN}, {1, 1, 0.2}, 0).flaw, WalkFlaw::InvalidInput);
  }
}

TEST(WalkProbe, KeepsTheRadiusFromWallsLedgesAndLowCeilings) {
  const Box3 wall{{5, 3, 0}, {6, 6, 3}}, shelf{{5, 3, 1}, {6, 6, 1.2}}, kerb{{5, 3, 0}, {6, 6, 0.2}},
      high{{5, 3, 1.8}, {6, 6, 2}}, pit_edge{{0, 0, -1}, {4.5, 10, 0}};
  struct Case {
    const char* name;
    std::vector<Box3> boxes;
    double clearance_m;
  };
  for (const Case& c :
       {Case{"wall", {kFloor, wall}, 0.5}, Case{"shelf", {kFloor, shelf}, 0.5}, Case{"kerb", {kFloor, kerb}, 2},
        Case{"high shelf", {kFloor, high}, 2}, Case{"ledge", {pit_edge}, 0.5}}) {
    SCOPED_TRACE(c.name);
    // The walk passes beside x = 5 at half a metre, or the ledge at 4.5.
    const double x = c.boxes.size() == 1 ? 4 : 4.5;
    for (const World& world : {BoxWorld(c.boxes), VoxelWorld(c.boxes)}) {
      const WalkProbe probe = ProbeOf(world);
      const WalkFinding narrow = probe.Check({x, 2, 0}, {x, 8, 0}, 0.4), wide = probe.Check({x, 2, 0}, {x, 8, 0}, 0.6);
      EXPECT_EQ(narrow.flaw, WalkFlaw::None);
      EXPECT_EQ(wide.flaw, c.clearance_m < 0.6 ? WalkFlaw::NoRoom : WalkFlaw::None);
      EXPECT_NEAR(wide.clearance_m, std::min(c.clearance_m, 1.2), 0.006);
    }
  }
  // Straight through.
  EXPECT_EQ(ProbeOf(BoxWorld({kFloor, wall})).Check({4, 4, 0}, {7, 4, 0}, 0).flaw, WalkFlaw::NoHeadroom);
  EXPECT_EQ(ProbeOf(BoxWorld({kFloor, shelf})).Check({4, 4, 0}, {7, 4, 0}, 0).flaw, WalkFlaw::NoHeadroom);
  EXPECT_EQ(ProbeOf(BoxWorld({kFloor, kerb})).Check({4, 4, 0}, {7, 4, 0}, 0).flaw, WalkFlaw::NoHeadroom);
  EXPECT_EQ(ProbeOf(VoxelWorld({kFloor, wall})).Check({5.2, 4, 0}, {5.8, 4, 0}, 0).flaw, WalkFlaw::NoHeadroom);
}

TEST(WalkProbe, KeepsTheRadiusFromSheetsWithoutThickness) {
  TriangleMesh mesh = MakeBox(kFloor);
  // A wall along y; the walk runs towards it in its plane.
  mesh.Append(TriangleMesh{{{5, 5, 0}, {5, 9, 0}, {5, 9, 3}, {5, 5, 3}}, {{0, 1, 2}, {0, 2, 3}}});
  const WalkProbe probe = ProbeOf({"sheet", UpAxis::Z, mesh});
  EXPECT_TRUE(probe.Check({5, 1, 0}, {5, 4.5, 0}, 0.4).ok());
  EXPECT_EQ(probe.Check({5, 1, 0}, {5, 4.7, 0}, 0.4).flaw, WalkFlaw::NoRoom);
  EXPECT_EQ(probe.Check({4.7, 1, 0}, {4.7, 9, 0}, 0.4).flaw, WalkFlaw::NoRoom);
  EXPECT_TRUE(probe.Check({4.5, 1, 0}, {4.5, 9, 0}, 0.4).ok());
}

TEST(WalkProbe, AcceptsWalksOnRampsAndStairsAndAroundThem) {
  TriangleMesh mesh = MakeBox(kFloor);
  // A ramp of 40 degrees, two metres wide, up to a platform; and stairs beside it.
  const double run = 2 / std::tan(40 * std::numbers::pi / 180);
  mesh.Append(TriangleMesh{{{2, 1, 0}, {2 + run, 1, 2}, {2 + run, 3, 2}, {2, 3, 0}}, {{0, 1, 2}, {0, 2, 3}}});
  mesh.Append(MakeBox({{2 + run, 0, 0}, {9, 9, 2}}));
  for (int i = 0; i < 10; ++i) {
    mesh.Append(MakeBox({{2 + run - 0.3 * i - 0.3, 5, 0}, {2 + run - 0.3 * i, 8, 2 - 0.2 * (i + 1)}}));
  }
  const WalkProbe probe = ProbeOf({"ramp", UpAxis::Z, mesh});
  const Vec3 foot{2, 2, 0}, head{2 + run, 2, 2};
  EXPECT_TRUE(probe.Check({1, 2, 0}, foot, 0.5).ok());
  EXPECT_TRUE(probe.Check(foot, head, 0.5).ok());
  EXPECT_TRUE(probe.Check(head, {6, 2, 2}, 0.5).ok());
  EXPECT_EQ(probe.Check(foot, head, 1.1).flaw, WalkFlaw::NoRoom);
  EXPECT_EQ(probe.Check(foot, head + Vec3{0, 0, 0.1}, 0.5).flaw, WalkFlaw::NoGround);
  // Up the stairs: along each tread and up each riser.
  for (int i = 9; i >= 0; --i) {
    const double x0 = 2 + run - 0.3 * i - 0.3, z = 2 - 0.2 * (i + 1);
    EXPECT_TRUE(probe.Check({x0, 6.5, z}, {x0 + 0.3, 6.5, z}, 0.5).ok()) << i;
    EXPECT_TRUE(probe.Check({x0 + 0.3, 6.5, z}, {x0 + 0.3, 6.5, z + 0.2}, 0.5).ok()) << i;
  }
  // Straight up through the stairs.
  EXPECT_FALSE(probe.Check({2 + run - 3, 6.5, 0}, {2 + run, 6.5, 2}, 0.5).ok());
  // Too steep for other rules.
  EXPECT_EQ(ProbeOf({"ramp", UpAxis::Z, mesh}, {.max_slope_deg = 30}).Check(foot, head, 0.5).flaw, WalkFlaw::NoGround);
}

TEST(WalkProbe, StepsUpAtEdgesOfEveryDirection) {
  // A way point at a step lies on the edge of the upper surface, which is no ceiling for the lower one.
  const Box3 step{{4, 4, 0}, {6, 6, 0.25}};
  for (const World& world : {BoxWorld({kFloor, step}), VoxelWorld({kFloor, {{4, 4, 0}, {6, 6, 0.2}}})}) {
    const double top = world.voxels() ? 0.2 : 0.25;
    const WalkProbe probe = ProbeOf(world);
    for (const Vec2 edge : {Vec2{5, 4}, Vec2{5, 6}, Vec2{4, 5}, Vec2{6, 5}, Vec2{4, 4}, Vec2{6, 6}}) {
      const Vec3 low{edge.x, edge.y, 0}, high{edge.x, edge.y, top};
      EXPECT_TRUE(probe.Check(low, high, 0.5).ok()) << edge.x << ", " << edge.y;
      EXPECT_TRUE(probe.Check(high, low, 0.5).ok()) << edge.x << ", " << edge.y;
    }
    // Along the edge, on either surface; but not on the floor inside the step.
    EXPECT_TRUE(probe.Check({3, 4, 0}, {7, 4, 0}, 0.5).ok());
    EXPECT_TRUE(probe.Check({4.5, 4, top}, {5.5, 4, top}, 0.5).ok());
    EXPECT_EQ(probe.Check({4.5, 4.01, 0}, {5.5, 4.01, 0}, 0).flaw, WalkFlaw::NoHeadroom);
  }
}

TEST(WalkProbe, ChecksStepsAlongTheSideOfARamp) {
  // A ramp along y beside a floor: steps to the side are possible up to a height.
  TriangleMesh mesh = MakeBox(kFloor);
  mesh.Append(TriangleMesh{{{3, 2, 0}, {6, 2, 0}, {6, 8, 1}, {3, 8, 1}}, {{0, 1, 2}, {0, 2, 3}}});
  const WalkProbe probe = ProbeOf({"ramp", UpAxis::Z, mesh});
  const double highest = 2 + 0.3 * 6;
  for (const double y : {highest - 0.4, highest - 0.9}) {
    const double z = (y - 2) / 6;
    EXPECT_TRUE(probe.Check({6, y, z}, {6, y, 0}, 0.4).ok()) << y;
    EXPECT_TRUE(probe.Check({5, y, z}, {6, y, z}, 0.4).ok()) << y;
    EXPECT_TRUE(probe.Check({6, y, 0}, {7, y, 0}, 0.4).ok()) << y;
  }
  const double y = highest - 0.2;
  EXPECT_EQ(probe.Check({6.1, y, 0}, {7, y, 0}, 0.4).flaw, WalkFlaw::NoRoom);
  EXPECT_EQ(probe.Check({5, y, (y - 2) / 6}, {5.9, y, (y - 2) / 6}, 0.4).flaw, WalkFlaw::NoRoom);
}

TEST(WalkProbe, AcceptsWalksBetweenSurfacesThatIntersect) {
  // A ramp that rises out of the floor, in two triangles whose common edge meets the crossing: with steps of height 0
  // the walk changes surfaces where their heights are equal.
  TriangleMesh mesh = MakeBox(kFloor);
  mesh.Append(TriangleMesh{{{5, 2, -0.1}, {5, 8, -0.1}, {8, 8, 1.1}, {8, 2, 1.1}}, {{0, 1, 2}, {0, 2, 3}}});
  const WalkProbe probe = ProbeOf({"ramp", UpAxis::Z, mesh}, {.step_m = 0});
  const double toe = 5 + 0.1 / 0.4;
  for (double y = 2.6; y < 7.5; y += 0.0937) {
    EXPECT_TRUE(probe.Check({toe - 1, y, 0}, {toe, y, 0}, 0.5).ok()) << y;
    EXPECT_TRUE(probe.Check({toe, y, 0}, {toe + 1, y, 0.4}, 0.5).ok()) << y;
    EXPECT_FALSE(probe.Check({toe - 1, y, 0}, {toe + 0.05, y, 0}, 0).ok()) << y;
  }
  EXPECT_EQ(probe.Check({6, 2.4, 0.3}, {7, 2.4, 0.7}, 0.5).flaw, WalkFlaw::NoRoom);
}

TEST(WalkProbe, ReportsTheEndOfASheetThatPointsAtTheWalk) {
  // A wall of no thickness seen edge on: lines to its left and right pass it.
  TriangleMesh mesh = MakeBox(kFloor);
  mesh.Append(TriangleMesh{{{5, 5, 0}, {8, 5, 0}, {8, 5, 3}, {5, 5, 3}}, {{0, 1, 2}, {0, 2, 3}}});
  const WalkProbe probe = ProbeOf({"sheet", UpAxis::Z, mesh});
  EXPECT_EQ(probe.Check({4.7, 5, 0}, {4.7, 5, 0}, 0.4).flaw, WalkFlaw::NoRoom);
  EXPECT_EQ(probe.Check({4.7, 3, 0}, {4.7, 7, 0}, 0.4).flaw, WalkFlaw::NoRoom);
  EXPECT_TRUE(probe.Check({4.59, 3, 0}, {4.59, 7, 0}, 0.4).ok());
}

TEST(WalkProbe, ChecksTakeOffsAndLandings) {
  const Box3 roof{{0, 0, 2.5}, {4, 10, 3}};
  for (const World& world : {BoxWorld({kFloor, roof}), VoxelWorld({kFloor, roof})}) {
    const WalkProbe probe = ProbeOf(world);
    EXPECT_TRUE(probe.CheckRise({7, 5, 0}, {7, 5, 6}, 0.4).ok());
    EXPECT_TRUE(probe.CheckRise({2, 5, 0}, {2, 5, 2.1}, 0.4).ok());
    EXPECT_EQ(probe.CheckRise({2, 5, 0}, {2, 5, 2.3}, 0.4).flaw, WalkFlaw::Blocked);
    EXPECT_EQ(probe.CheckRise({2, 5, 0}, {2, 5, 4}, 0).flaw, WalkFlaw::Blocked);
    EXPECT_EQ(probe.CheckRise({7, 5, 0}, {7, 5.1, 2}, 0.4).flaw, WalkFlaw::NotUpright);
    EXPECT_EQ(probe.CheckRise({7, 5, 2}, {7, 5, 0}, 0.4).flaw, WalkFlaw::NoGround);
    EXPECT_EQ(probe.CheckRise({9.8, 5, 0}, {9.8, 5, 1}, 0.4).flaw, WalkFlaw::NoRoom);
  }
}

TEST(WalkProbe, RefusesInvalidRules) {
  const Result<ClearanceProbe> clearance = ClearanceProbe::Make(BoxWorld({kFloor}));
  for (const WalkRules& rules : {WalkRules{.max_slope_deg = 90}, WalkRules{.step_m = -1}, WalkRules{.height_m = NAN}}) {
    EXPECT_FALSE(WalkProbe::Make(*clearance, UpAxis::Z, rules).ok());
  }
}

/// Boxes with level tops: walkable surface by columns.
class Columns {
 public:
  explicit Columns(std::vector<Box3> boxes) : boxes_(std::move(boxes)) {}

  /// The walkable surface within a step of a height.
  std::optional<double> SurfaceAt(Vec2 p, double height, double reach) const {
    std::vector<double> levels;
    for (const Box3& b : boxes_) {
      if (p.x >= b.min.x && p.x <= b.max.x && p.y >= b.min.y && p.y <= b.max.y) {
        levels.push_back(b.min.z);
        levels.push_back(b.max.z);
      }
    }
    for (const double z : levels) {
      bool free = std::abs(z - height) <= reach + 1e-6;
      for (const double other : levels) free = free && !(other > z + 1e-6 && other < z + 1.8 - 1e-6);
      if (free) return z;
    }
    return std::nullopt;
  }

  /// Distance to which the ground extends in all directions, at most `within`, in steps of a centimetre.
  double ClearanceOf(Vec3 p, double within) const {
    double least = within;
    constexpr int kWays = 2048;
    for (int k = 0; k < kWays; ++k) {
      const Vec2 way{std::cos(2 * std::numbers::pi * k / kWays), std::sin(2 * std::numbers::pi * k / kWays)};
      double z = p.z;
      for (double u = 0; u < least; u += 0.01) {
        const auto next = SurfaceAt(Vec2{p.x, p.y} + u * way, z, u == 0 ? 1e-6 : 0.3);
        if (!next) {
          least = u;
          break;
        }
        z = *next;
      }
    }
    return least;
  }

 private:
  std::vector<Box3> boxes_;
};

TEST(WalkProbe, MeasuresTheRoomBetweenBoxes) {
  int narrow = 0, wide = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    TestRandom random(seed);
    const auto tenth = [&](int lo, int hi) { return random.Integer(lo, hi) / 10.0; };
    std::vector<Box3> boxes{{{0, 0, -0.5}, {8, 8, 0}}};
    for (int i = 0; i < 12; ++i) {
      const Vec3 lo{tenth(0, 70), tenth(0, 70), tenth(0, 4) * tenth(0, 10)};
      boxes.push_back({lo, lo + Vec3{tenth(3, 30), tenth(3, 30), tenth(1, 9)}});
    }
    const Columns columns(boxes);
    const WalkProbe probe = ProbeOf(BoxWorld(boxes));
    for (int i = 0; i < 20; ++i) {
      const Vec2 p{random.Uniform(0, 8), random.Uniform(0, 8)};
      const auto z = columns.SurfaceAt(p, random.Uniform(0, 3), 1);
      if (!z) continue;
      const Vec3 at{p.x, p.y, *z};
      SCOPED_TRACE(testing::Message() << "seed " << seed << " at " << at.x << ", " << at.y << ", " << at.z);
      const double room = columns.ClearanceOf(at, 1);
      if (room < 0.01) continue;
      const WalkFinding found = probe.Check(at, at, 0.5);
      EXPECT_TRUE(found.ok() || found.flaw == WalkFlaw::NoRoom) << ToString(found.flaw);
      EXPECT_NEAR(found.clearance_m, room, 0.025);
      (room < 0.5 ? narrow : wide) += 1;
    }
  }
  EXPECT_GT(narrow, 100);
  EXPECT_GT(wide, 100);
}

}  // namespace
}  // namespace navnet
