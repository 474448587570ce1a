// SPDX-License-Identifier: Apache-2.0
// The audit of walks reports every violated rule of hand-made walks, and nothing else.

#include <navnet/audit/walk_auditor.h>
#include <navnet/core/range.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace navnet {
namespace {

using ranges::kInfinity;

// A floor of 10 m by 10 m with its top at height 0; a wall across it up to y = 6, a table, a low beam, and a deck below
// the floor's border x = 10.
TriangleMesh Room() {
  TriangleMesh mesh = MakeBox({{0, 0, -1}, {10, 10, 0}});
  mesh.Append(MakeBox({{4, 0, 0}, {4.5, 6, 3}}));
  mesh.Append(MakeBox({{7, 1, 0}, {8, 2, 0.8}}));
  mesh.Append(MakeBox({{6, 8, 1.5}, {7, 10, 2}}));
  mesh.Append(MakeBox({{10, 0, -4}, {20, 10, -3}}));
  return mesh;
}

class WalkAudit : public testing::Test {
 protected:
  void SetUp() override {
    info_.frame.voxel_m = 0.25;
    info_.bounds = {{-40, -40, -40}, {120, 80, 40}};
    info_.up = UpAxis::Z;
    ground_.max_slope_deg = 45;
    ground_.step_m = 0.3;
    ground_.height_m = 1.8;
  }
  WalkAuditor Auditor() const {
    const Result<WalkAuditor> made = WalkAuditor::Make(world_, *ClearanceProbe::Make(world_, 1), info_, ground_);
    EXPECT_TRUE(made) << made.error().message;
    return *made;
  }
  // A walk in the form of a walker's answer.
  static WalkPath Path(const std::vector<Vec3>& points) {
    WalkPath path;
    path.status = PathStatus::Complete;
    path.points = points;
    path.start = points.front();
    path.goal = points.back();
    return path;
  }
  // Audits a path with a query that `change` has modified.
  template <class Change>
  AuditFindings Findings(const WalkPath& path, double radius_m, const Change& change) const {
    WalkQuery query;
    query.start = path.start;
    query.goal = path.goal;
    query.radius_m = radius_m;
    change(query);
    AuditFindings found;
    Auditor().Audit(3, query, path, found);
    return found;
  }
  AuditFindings Findings(const std::vector<Vec3>& points, double radius_m) const {
    return Findings(Path(points), radius_m, [](WalkQuery&) {});
  }
  // Expects exactly one violation, of this rule.
  static void ExpectOnly(const AuditFindings& found, AuditRule rule, const std::string& word) {
    EXPECT_EQ(found.violations, 1) << word;
    EXPECT_EQ(found.by_rule[size_t(rule)], 1) << word;
    ASSERT_TRUE(found.first);
    EXPECT_EQ(found.first->query, 3u);
    EXPECT_NE(found.first->where.find(word), std::string::npos) << found.first->where;
  }

  World world_{"room", UpAxis::Z, Room()};
  NetInfo info_;
  GroundView ground_;
};

TEST_F(WalkAudit, PassesWalkablePaths) {
  // Round the end of the wall.
  const AuditFindings found = Findings({{2, 2, 0}, {3.5, 6.4, 0}, {5, 6.4, 0}, {6, 4, 0}}, 0.3);
  EXPECT_TRUE(found.Passed()) << (found.first ? found.first->where : "");
  EXPECT_EQ(found.paths, 1);
  EXPECT_EQ(found.segments, 3);
  EXPECT_NEAR(found.least_clearance_m, 0.4, 2e-3);
  EXPECT_NEAR(found.least_clearance_ratio, 0.4 / 0.3, 1e-2);
  // No obstacle is near the first path; clearance is not measured for radius 0.
  EXPECT_EQ(Findings({{2, 8, 0}, {5, 8, 0}}, 0.3).least_clearance_m, kInfinity);
  EXPECT_EQ(Findings({{3.9, 2, 0}, {3.9, 4, 0}}, 0).least_clearance_m, kInfinity);
  // A path that is a point.
  const AuditFindings standing = Findings({{2, 2, 0}}, 0.3);
  EXPECT_TRUE(standing.Passed());
  EXPECT_EQ(standing.paths, 1);
  EXPECT_EQ(standing.segments, 0);
}

TEST_F(WalkAudit, ReportsWalksThroughWalls) {
  EXPECT_GT(Findings({{2, 2, 0}, {6, 2, 0}}, 0).by_rule[size_t(AuditRule::Ground)], 0);
  EXPECT_FALSE(Findings({{2, 2, 0}, {6, 2, 0}}, 0.3).Passed());
}

TEST_F(WalkAudit, ReportsMissingGroundHighStepsAndLowCeilings) {
  ExpectOnly(Findings({{9, 4, 0}, {11, 4, 0}}, 0), AuditRule::Ground, "no_ground");     // Off a ledge.
  ExpectOnly(Findings({{2, 2, 0.5}, {3, 2, 0.5}}, 0), AuditRule::Ground, "no_ground");  // Above the floor.
  ExpectOnly(Findings({{10, 4, 0}, {10, 4, -3}}, 0), AuditRule::Ground, "high_step");   // Down a ledge.
  ExpectOnly(Findings({{5, 9, 0}, {7.5, 9, 0}}, 0), AuditRule::Ground, "no_headroom");  // Below a beam.
  EXPECT_EQ(Findings({{std::nan(""), 9, 0}, {5, 9, 0}}, 0).by_rule[size_t(AuditRule::Ground)], 1);
}

TEST_F(WalkAudit, ReportsWalksWithTooLittleClearance) {
  const AuditFindings near = Findings({{3.75, 1, 0}, {3.75, 5, 0}}, 0.3);
  ExpectOnly(near, AuditRule::Room, "no_room");
  EXPECT_NEAR(near.least_clearance_m, 0.25, 2e-3);
  EXPECT_TRUE(Findings({{3.7, 1, 0}, {3.7, 5, 0}}, 0.3).Passed());
  ExpectOnly(Findings({{9.8, 3, 0}, {9.8, 7, 0}}, 0.3), AuditRule::Room, "no_room");  // Beside a ledge.
  ExpectOnly(Findings({{6.5, 1.5, 0}, {6.8, 1.5, 0}}, 0.3), AuditRule::Room, "no_room");
  ExpectOnly(Findings({{3.8, 3, 0}}, 0.3), AuditRule::Room, "standing");
}

TEST_F(WalkAudit, ReportsEndsThatDifferFromTheQuery) {
  const WalkPath path = Path({{2, 2, 0}, {2, 5, 0}});
  const auto moved = [&](double snap_m, Vec3 start, Vec3 goal) {
    return Findings(path, 0.3,
                    [&](WalkQuery& query) {
                      query.start = start;
                      query.goal = goal;
                      query.snap_m = snap_m;
                    })
        .by_rule[size_t(AuditRule::Ends)];
  };
  EXPECT_EQ(moved(0, {2, 2, 1.7}, {2, 5, -1.7}), 0);  // Above and below the place.
  EXPECT_EQ(moved(0, {2, 2, 1.9}, {2, 5, -1.9}), 2);
  EXPECT_EQ(moved(0.5, {2.4, 2, 0}, {2, 5.4, 0}), 0);
  EXPECT_EQ(moved(0.5, {2.6, 2, 0}, {2, 5.6, 0}), 2);
  EXPECT_EQ(moved(0, {2, 2, 0}, {2, 5.001, 0}), 1);
  // On the floor below the table, although the query asks for the table's top, which is walkable, too.
  const WalkPath table = Path({{7.5, 1.5, 0}, {7.5, 3, 0}});
  const AuditFindings found = Findings(table, 0.3, [](WalkQuery& query) { query.start = {7.5, 1.5, 0.8}; });
  EXPECT_EQ(found.by_rule[size_t(AuditRule::Ends)], 1);
  // A partial path need not reach the goal.
  WalkPath partial = path;
  partial.status = PathStatus::Partial;
  EXPECT_TRUE(Findings(partial, 0.3, [](WalkQuery& query) { query.goal = {9, 9, 0}; }).Passed());
}

TEST_F(WalkAudit, ReportsForbiddenBoxes) {
  const WalkPath path = Path({{1, 8, 0}, {3, 8, 0}});
  const auto with = [&](const CostRegion& region) {
    return Findings(path, 0, [&](WalkQuery& query) { query.regions = {&region, 1}; });
  };
  EXPECT_EQ(with({{{2, 7, 0}, {2.5, 9, 2}}, kInfinity}).by_rule[size_t(AuditRule::Regions)],
            1);  // Stands on the floor.
  EXPECT_EQ(with({{{2, 7, -1}, {2.5, 9, 2}}, kInfinity}).by_rule[size_t(AuditRule::Regions)], 1);
  EXPECT_TRUE(with({{{2, 7, -1}, {2.5, 9, 2}}, 5}).Passed());           // Only costly.
  EXPECT_TRUE(with({{{2, 7, -3}, {2.5, 9, 0}}, kInfinity}).Passed());   // Reaches up to the floor.
  EXPECT_TRUE(with({{{2, 7, 0.1}, {2.5, 9, 2}}, kInfinity}).Passed());  // Above it.
  EXPECT_TRUE(with({{{2, 8, 0}, {2.5, 9, 2}}, kInfinity}).Passed());    // Along its border.
  const WalkAuditor auditor = Auditor();
  const auto keeps = [&](const CostRegion& region) { return auditor.KeepsRules({&region, 1}, path.points); };
  EXPECT_FALSE(keeps({{{2, 8, 0}, {2.5, 9, 2}}, kInfinity}));  // Without a margin.
  EXPECT_TRUE(keeps({{{2, 8.01, 0}, {2.5, 9, 2}}, kInfinity}));
  EXPECT_TRUE(keeps({{{2, 7, 0.1}, {2.5, 9, 2}}, kInfinity}));
}

// A step is on its two floors, not between them: a box that floats between the floors applies to neither.
TEST_F(WalkAudit, ReportsForbiddenBoxesOnTheFloorsOfAStepAndNotBetween) {
  const WalkAuditor auditor = Auditor();
  TestRandom random(5);
  const auto uniform = [&](double lo, double hi) { return random.Uniform(lo, hi); };
  int on_floor = 0, between = 0, elsewhere = 0;
  for (int i = 0; i < 10000; ++i) {
    const double low = uniform(-1, 1), high = low + uniform(0.05, 0.3);
    const Vec3 foot{uniform(0, 5), uniform(0, 5), low};
    const Vec3 top{foot.x, foot.y, high};
    const Vec3 corner{foot.x + uniform(-1, 0.3), foot.y + uniform(-1, 0.3), uniform(low - 0.4, high + 0.1)};
    const CostRegion region{{corner, corner + Vec3{uniform(0.2, 2), uniform(0.2, 2), uniform(0.01, 0.5)}}, kInfinity};
    const Box3& box = region.box_world;
    const bool is_beside = foot.x < box.min.x || foot.x > box.max.x || foot.y < box.min.y || foot.y > box.max.y;
    // By more than all tolerances.
    const auto is_clear = [&](double height) {
      return std::min(std::abs(height - box.min.z), std::abs(height - box.max.z)) > 0.01;
    };
    if (!is_clear(low) || !is_clear(high)) continue;
    const auto has = [&](double height) { return !is_beside && height > box.min.z && height < box.max.z; };
    const bool applies = has(low) || has(high);
    ++(applies ? on_floor : !is_beside && low < box.min.z && high > box.max.z ? between : elsewhere);
    for (const auto& [a, b] : {std::pair{foot, top}, std::pair{top, foot}}) {
      WalkQuery query{.start = a, .goal = b, .regions = {&region, 1}};
      AuditFindings found;
      auditor.Audit(3, query, Path({a, b}), found);
      ASSERT_EQ(found.by_rule[size_t(AuditRule::Regions)], applies ? 1 : 0) << "case " << i;
      const std::array points{a, b};
      ASSERT_FALSE(applies && auditor.KeepsRules(query.regions, points)) << "case " << i;
    }
  }
  EXPECT_GT(on_floor, 200);
  EXPECT_GT(between, 50);
  EXPECT_GT(elsewhere, 200);
}

TEST_F(WalkAudit, ChecksTakeOffsAndLandings) {
  const WalkAuditor auditor = Auditor();
  const auto rises = [&](Vec3 on_ground, Vec3 in_air) {
    AuditFindings found;
    auditor.AuditRise(3, on_ground, in_air, 0.3, found);
    EXPECT_EQ(found.segments, 0);
    return found;
  };
  EXPECT_TRUE(rises({2, 2, 0}, {2, 2, 5}).Passed());
  ExpectOnly(rises({2, 2, 0}, {2.5, 2, 5}), AuditRule::Rise, "not_upright");
  ExpectOnly(rises({2, 2, 0}, {2, 2, -0.5}), AuditRule::Rise, "not_upright");
  ExpectOnly(rises({10.2, 4, -3}, {10.2, 4, 1}), AuditRule::Room, "no_room");
  ExpectOnly(rises({7.5, 1.5, 0.1}, {7.5, 1.5, 2}), AuditRule::Ground, "no_");
  // Room to stand, but an obstacle above.
  TriangleMesh roofed = Room();
  roofed.Append(MakeBox({{1, 1, 4}, {3, 3, 4.2}}));
  world_ = {"roofed", UpAxis::Z, roofed};
  AuditFindings found;
  Auditor().AuditRise(3, {2, 2, 0}, {2, 2, 5}, 0.3, found);
  ExpectOnly(found, AuditRule::Rise, "blocked");
}

TEST_F(WalkAudit, IgnoresTrianglesOutsideTheBounds) {
  // The bounds end at x = 9 m, then at 9.5 m: a triangle counts if its bounding box overlaps the bounds.
  TriangleMesh two = MakeBox({{0, 0, -1}, {10, 10, 0}});
  two.Append(MakeBox({{9.5, 0, 0}, {10, 10, 3}}));
  world_ = {"two", UpAxis::Z, two};
  info_.bounds = {{0, 0, -8}, {36, 40, 20}};
  EXPECT_TRUE(Findings({{9.4, 2, 0}, {9.9, 2, 0}}, 0).Passed());
  info_.bounds = {{0, 0, -8}, {38, 40, 20}};
  EXPECT_FALSE(Findings({{9.4, 2, 0}, {9.9, 2, 0}}, 0).Passed());
  // Along the axes of a grid that is turned by 45 degrees, u = (x + y) / sqrt(2) and v = (y - x) / sqrt(2), the wall
  // begins at u = 6.7 m. The second bounds end at u = 6.5 m, but the smallest box along the world's axes around them
  // ends at x = 10 m.
  info_.frame.turn = {std::sqrt(0.5), std::sqrt(0.5), UpAxis::Z};
  info_.bounds = {{0, -40, -8}, {40, 40, 20}};
  EXPECT_FALSE(Findings({{9.4, 2, 0}, {9.9, 2, 0}}, 0).Passed());
  info_.bounds = {{0, -31, -8}, {26, 31, 20}};
  EXPECT_TRUE(Findings({{9.4, 2, 0}, {9.9, 2, 0}}, 0).Passed());
}

TEST_F(WalkAudit, ChecksVoxelWorlds) {
  // A floor of voxels with one that stands on it.
  std::vector<uint8_t> blocked(10 * 10 * 5);
  const auto at = [&](int x, int y, int z) -> uint8_t& { return blocked[size_t((x * 10 + y) * 5 + z)]; };
  for (int x = 0; x < 10; ++x) {
    for (int y = 0; y < 10; ++y) at(x, y, 0) = 1;
  }
  at(5, 5, 1) = 1;
  world_ = *WorldFromVoxels({blocked, {10, 10, 5}, {0, 0, 0}, 1}, UpAxis::Z);
  info_.frame.voxel_m = 1;
  info_.bounds = {{0, 0, 0}, {10, 10, 5}};
  EXPECT_TRUE(Findings({{2, 2, 1}, {4.5, 5.5, 1}}, 0.3).Passed());
  EXPECT_EQ(Findings({{2, 5.5, 1}, {8, 5.5, 1}}, 0).by_rule[size_t(AuditRule::Ground)], 1);
  ExpectOnly(Findings({{4.8, 5.5, 1}, {4.8, 5.6, 1}}, 0.3), AuditRule::Room, "no_room");
  ExpectOnly(Findings({{9, 5.5, 1}, {10.5, 5.5, 1}}, 0), AuditRule::Ground, "no_ground");
}

TEST(WalkAuditor, RefusesAnEmptyGround) {
  const World world{"box", UpAxis::Z, MakeBox({{0, 0, 0}, {1, 1, 1}})};
  EXPECT_FALSE(WalkAuditor::Make(world, *ClearanceProbe::Make(world, 1), {}, {}));
}

}  // namespace
}  // namespace navnet
