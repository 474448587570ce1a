// SPDX-License-Identifier: Apache-2.0
// The audit of flights reports the exact clearance, every violated rule, and nothing else.

#include <navnet/audit/flight_auditor.h>
#include <navnet/core/range.h>

#include <navnet/worlds/worlds.h>

#include "forbidden_boxes.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

using ranges::kInfinity;

class FlightAudit : public testing::Test {
 protected:
  FlightAuditor Auditor() const {
    NetInfo info;
    info.frame.voxel_m = 0.25;
    return {world_, *ClearanceProbe::Make(world_, 1), info};
  }
  // A flight in the form of a navigator's answer.
  static FlightPath Path(const std::vector<Vec3>& points, double radius_m) {
    FlightPath path;
    path.status = PathStatus::Complete;
    path.points = points;
    path.start = points.front();
    path.goal = points.back();
    path.radius_m = radius_m;
    return path;
  }
  static FlightQuery Query(const FlightPath& path) {
    FlightQuery query;
    query.start = path.start;
    query.goal = path.goal;
    return query;
  }
  // Audits a path with a query that `change` has modified.
  template <class Change>
  AuditFindings Findings(const FlightPath& path, const Change& change) const {
    FlightQuery query = Query(path);
    change(query);
    AuditFindings found;
    Auditor().Audit(3, query, path, found);
    return found;
  }
  AuditFindings Findings(const FlightPath& path) const {
    return Findings(path, [](FlightQuery&) {});
  }

  World world_{"box", UpAxis::Z, MakeBox({{0, 0, 0}, {1, 1, 1}})};
};

TEST_F(FlightAudit, ReportsTheExactClearanceRatio) {
  // Three metres beside the box, and then two.
  const AuditFindings found = Findings(Path({{-3, 0.5, 0.5}, {-3, 9, 0.5}, {0.5, 3, 0.5}}, 0.5));
  EXPECT_EQ(found.paths, 1);
  EXPECT_EQ(found.segments, 2);
  EXPECT_TRUE(found.Passed());
  EXPECT_DOUBLE_EQ(found.least_clearance_m, 2);
  EXPECT_DOUBLE_EQ(found.least_clearance_ratio, 4);
}

TEST_F(FlightAudit, HasNoRatioWithoutARadiusAndNoClearanceWithoutASegment) {
  const AuditFindings found = Findings(Path({{-3, 0.5, 0.5}, {-3, 9, 0.5}}, 0));
  EXPECT_DOUBLE_EQ(found.least_clearance_m, 3);
  EXPECT_EQ(found.least_clearance_ratio, kInfinity);
  FlightPath none;
  none.status = PathStatus::Unreachable;
  const AuditFindings nothing = Findings(none);
  EXPECT_EQ(nothing.paths, 0);
  EXPECT_EQ(nothing.least_clearance_m, kInfinity);
}

TEST_F(FlightAudit, ReportsSegmentsWithTooLittleClearance) {
  EXPECT_TRUE(Findings(Path({{-0.5, -4, 0.5}, {-0.5, 4, 0.5}}, 0.5)).Passed());
  const AuditFindings near = Findings(Path({{-0.499, -4, 0.5}, {-0.499, 4, 0.5}, {-9, 4, 0.5}}, 0.5));
  EXPECT_EQ(near.violations, 1);
  EXPECT_EQ(near.by_rule[size_t(AuditRule::Clearance)], 1);
  EXPECT_NEAR(near.least_clearance_ratio, 0.998, 1e-12);
  ASSERT_TRUE(near.first);
  EXPECT_EQ(near.first->query, 3u);
  // Through the box, of an agent without a radius.
  const AuditFindings through = Findings(Path({{-1, 0.5, 0.5}, {2, 0.5, 0.5}}, 0));
  EXPECT_EQ(through.violations, 1);
  EXPECT_EQ(through.least_clearance_m, 0);
}

TEST_F(FlightAudit, LetsAgentsOfRadiusZeroTouchVoxelsButNotEnterThem) {
  const std::vector<uint8_t> blocked = {0, 0, 1, 0, 0};
  world_ = *WorldFromVoxels({blocked, {5, 1, 1}, {0, 0, 0}, 1}, UpAxis::Z);
  EXPECT_TRUE(Findings(Path({{0, 0, 0}, {5, 0, 0}}, 0)).Passed());
  EXPECT_TRUE(Findings(Path({{2, 0, 0}, {2, 1, 1}}, 0)).Passed());
  EXPECT_TRUE(Findings(Path({{0.1, 0.5, 0.5}, {1.9, 0.5, 0.2}}, 0)).Passed());
  EXPECT_EQ(Findings(Path({{0.1, 0.5, 0.5}, {4.9, 0.5, 0.5}}, 0)).violations, 1);
  EXPECT_EQ(Findings(Path({{4.9, 0.2, 0.5}, {0.1, 0.9, 0.5}}, 0)).violations, 1);
  EXPECT_EQ(Findings(Path({{1.5, 1, 0}, {2.5, 0, 1}}, 0)).violations, 1);
}

TEST_F(FlightAudit, ReportsEndsThatDifferFromTheQuery) {
  const FlightPath path = Path({{-3, 0, 0}, {-3, 9, 0}}, 0);
  const auto moved = [&](double snap_m, Vec3 start, Vec3 goal) {
    return Findings(path, [&](FlightQuery& query) {
      query.start = start;
      query.goal = goal;
      query.snap_m = snap_m;
    });
  };
  EXPECT_TRUE(moved(0.5, {-3, 0, 0.4}, {-3, 9.5, 0}).Passed());
  EXPECT_EQ(moved(0.5, {-3, 0, 0.6}, {-3, 9.6, 0}).by_rule[size_t(AuditRule::Ends)], 2);
  EXPECT_EQ(moved(0, {-3, 0, 0}, {-3, 9.001, 0}).by_rule[size_t(AuditRule::Ends)], 1);
  // A partial path need not reach the goal.
  FlightPath partial = path;
  partial.status = PathStatus::Partial;
  EXPECT_TRUE(Findings(partial, [](FlightQuery& query) { query.goal = {50, 50, 50}; }).Passed());
}

TEST_F(FlightAudit, ReportsForbiddenBoxesFloorsAndCeilings) {
  const FlightPath path = Path({{-3, 0, 2}, {-3, 9, 4}, {-9, 9, 4}}, 0.1);
  const auto with = [&](const CostRegion& region) {
    return Findings(path, [&](FlightQuery& query) { query.regions = {&region, 1}; });
  };
  EXPECT_EQ(with({{{-4, 4, 0}, {-2, 5, 9}}, kInfinity}).by_rule[size_t(AuditRule::Regions)], 1);
  EXPECT_TRUE(with({{{-4, 4, 0}, {-2, 5, 9}}, 3}).Passed());           // Only costly.
  EXPECT_TRUE(with({{{-3, 4, 0}, {-2, 5, 9}}, kInfinity}).Passed());   // Along its border.
  EXPECT_TRUE(with({{{-9, 9, 4}, {-2, 12, 9}}, kInfinity}).Passed());  // Touched at an edge.
  const auto between = [&](double floor_m, double ceiling_m) {
    return Findings(path,
                    [&](FlightQuery& query) {
                      query.floor_m = floor_m;
                      query.ceiling_m = ceiling_m;
                    })
        .by_rule[size_t(AuditRule::Heights)];
  };
  EXPECT_EQ(between(2, 4), 0);
  EXPECT_EQ(between(2.001, 5), 1);
  EXPECT_EQ(between(1, 3.999), 2);
}

TEST_F(FlightAudit, MergesFindingsInAnyOrder) {
  AuditFindings a, b;
  const FlightAuditor auditor = Auditor();
  const FlightPath near = Path({{-0.3, -4, 0.5}, {-0.3, 4, 0.5}}, 0.5), far = Path({{-3, -4, 0.5}, {-3, 4, 0.5}}, 0.5);
  auditor.Audit(7, Query(near), near, a);
  auditor.Audit(2, Query(near), near, b);
  auditor.Audit(1, Query(far), far, b);
  AuditFindings ab = a, ba = b;
  ab.Add(b);
  ba.Add(a);
  for (const AuditFindings* sum : {&ab, &ba}) {
    EXPECT_EQ(sum->paths, 3);
    EXPECT_EQ(sum->violations, 2);
    EXPECT_NEAR(sum->least_clearance_ratio, 0.6, 1e-12);
    ASSERT_TRUE(sum->first);
    EXPECT_EQ(sum->first->query, 2u);
  }
}

TEST(ForbiddenBoxes, IntersectASegmentWithAPointInside) {
  TestRandom random(5);
  int met = 0;
  for (int i = 0; i < 20'000; ++i) {
    // Small whole numbers: many segments touch a face, an edge or a corner.
    const auto point = [&] {
      return Vec3{double(random.Integer(0, 4)), double(random.Integer(0, 4)), double(random.Integer(0, 4))};
    };
    const Vec3 a = point(), b = point(), c = point(), d = point();
    Box3 box;
    box.Extend(c);
    box.Extend(d);
    // The sample points include every crossing with an integer plane, and a point between any two crossings.
    bool inside = false;
    for (int k = 0; k <= 24; ++k) {
      bool all = true;
      for (int axis = 0; axis < 3; ++axis) {
        const double at = 24 * a[axis] + k * (b[axis] - a[axis]);
        all = all && at > 24 * box.min[axis] && at < 24 * box.max[axis];
      }
      inside = inside || all;
    }
    EXPECT_EQ(MeetsInside(box, a, b), inside) << i;
    met += inside;
  }
  EXPECT_GT(met, 500);
}

}  // namespace
}  // namespace navnet
