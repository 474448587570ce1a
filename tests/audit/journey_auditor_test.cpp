// SPDX-License-Identifier: Apache-2.0
// The audit of journeys reports every violated rule of hand-made journeys, and nothing else.

#include <navnet/audit/journey_auditor.h>
#include <navnet/bake.h>
#include <navnet/core/range.h>
#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <initializer_list>

namespace navnet {
namespace {

using ranges::kInfinity;
constexpr uint32_t kJump = 0, kLadder = 1;

// Two floors of 10 m by 10 m with a gap of 10 m between them and a roof over the first part of the first.
World TwoFloors() {
  TriangleMesh mesh = MakeBox({{0, 0, -1}, {10, 10, 0}});
  mesh.Append(MakeBox({{20, 0, -1}, {30, 10, 0}}));
  mesh.Append(MakeBox({{0, 0, 4}, {4, 10, 4.5}}));
  return {"floors", UpAxis::Z, mesh};
}

struct Part {
  TravelMode mode;
  std::vector<Vec3> points;
  uint32_t link = 0;
};

class JourneyAudit : public testing::Test {
 protected:
  void SetUp() override {
    BakeOptions options;
    options.sample.voxel_m = 0.25;
    options.sample.radii_m = {0.3};
    options.sample.margin_m = 4;
    options.walk = WalkOptions{};
    options.links = {{{9, 5, 0}, {21, 5, 0}, 3, LinkKind::Jump, 1}, {{9, 8, 0}, {21, 8, 0}, 3, LinkKind::Ladder, 0}};
    const Result<Baked> baked = Bake(world_, options);
    ASSERT_TRUE(baked) << baked.error().message;
    net_.emplace(baked->net);
    const ClearanceProbe probe = *ClearanceProbe::Make(world_, 1);
    auditor_.emplace(FlightAuditor(world_, probe, net_->info()),
                     *WalkAuditor::Make(world_, probe, net_->info(), net_->ground()), *net_);
  }
  // A journey in the form of a traveller's answer.
  static TravelPath Path(const std::vector<Part>& parts) {
    TravelPath path;
    path.status = PathStatus::Complete;
    for (const Part& part : parts) {
      TravelSegment segment;
      segment.mode = part.mode;
      segment.link = part.link;
      segment.first_point = path.points.empty() ? 0 : uint32_t(path.points.size() - 1);
      segment.point_count = uint32_t(part.points.size());
      path.points.insert(path.points.end(), part.points.begin() + (path.points.empty() ? 0 : 1), part.points.end());
      path.segments.push_back(segment);
    }
    return path;
  }
  static TravelQuery Query(const TravelPath& path) {
    TravelQuery query;
    query.start = path.points.front();
    query.goal = path.points.back();
    query.agent = {.radius_m = 0.3, .walk_m_s = 1, .fly_m_s = 2};
    return query;
  }
  template <class Change>
  AuditFindings Findings(const TravelPath& path, const Change& change) const {
    TravelQuery query = Query(path);
    change(query);
    AuditFindings found;
    auditor_->Audit(3, query, path, found);
    return found;
  }
  AuditFindings Findings(const TravelPath& path) const {
    return Findings(path, [](TravelQuery&) {});
  }
  static void ExpectOnly(const AuditFindings& found, AuditRule rule, int64_t count = 1) {
    EXPECT_EQ(found.violations, count) << (found.first ? found.first->where : "");
    EXPECT_EQ(found.by_rule[size_t(rule)], count) << (found.first ? found.first->where : "");
  }
  // Walks, takes off, flies across the gap, lands and walks on.
  static TravelPath Across() {
    return Path({{TravelMode::Walk, {{5, 5, 0}, {8, 5, 0}}},
                 {TravelMode::TakeOff, {{8, 5, 0}, {8, 5, 2}}},
                 {TravelMode::Fly, {{8, 5, 2}, {15, 5, 3}, {22, 5, 2}}},
                 {TravelMode::Land, {{22, 5, 2}, {22, 5, 0}}},
                 {TravelMode::Walk, {{22, 5, 0}, {25, 5, 0}}}});
  }

  World world_ = TwoFloors();
  std::optional<Net> net_;
  std::optional<JourneyAuditor> auditor_;
};

TEST_F(JourneyAudit, PassesAJourneyOverGroundAndAir) {
  const AuditFindings found = Findings(Across());
  EXPECT_TRUE(found.Passed()) << (found.first ? found.first->where : "");
  EXPECT_EQ(found.paths, 1);
  EXPECT_EQ(found.segments, 6);
  const AuditFindings nothing = Findings(Across(), [](TravelQuery& query) { query.snap_m = 1; });
  EXPECT_TRUE(nothing.Passed());
  AuditFindings none;
  auditor_->Audit(3, {}, {}, none);
  EXPECT_EQ(none.paths, 0);
}

TEST_F(JourneyAudit, MeasuresWhatIsFlown) {
  const double flown_m = 2 + 2 * Length(Vec3{7, 0, 1}) + 2;
  const auto with = [&](double metres, double seconds) {
    return Findings(Across(), [&](TravelQuery& query) {
      query.max_fly_m = metres;
      query.max_fly_s = seconds / query.agent.fly_m_s;
    });
  };
  EXPECT_TRUE(with(flown_m, flown_m).Passed());
  ExpectOnly(with(flown_m - 0.01, flown_m), AuditRule::Limit);
  ExpectOnly(with(flown_m, flown_m - 0.01), AuditRule::Limit);
}

TEST_F(JourneyAudit, ReportsWrongTakeOffsAndLandings) {
  ExpectOnly(Findings(Path({{TravelMode::TakeOff, {{8, 5, 0}, {8.5, 5, 2}}}})), AuditRule::Rise);
  ExpectOnly(Findings(Path({{TravelMode::TakeOff, {{2, 5, 0}, {2, 5, 6}}}})), AuditRule::Rise);  // Through the roof.
  ExpectOnly(Findings(Path({{TravelMode::Land, {{22, 5, 2}, {22, 5, 0.5}}}})), AuditRule::Ground);
  ExpectOnly(Findings(Path({{TravelMode::Land, {{20.1, 5, 2}, {20.1, 5, 0}}}})), AuditRule::Room);
  ExpectOnly(Findings(Path({{TravelMode::Land, {{22, 5, 2}, {22, 5, 1}, {22, 5, 0}}}})), AuditRule::Parts);
}

TEST_F(JourneyAudit, ReportsWrongWalksAndFlights) {
  EXPECT_GT(Findings(Path({{TravelMode::Walk, {{8, 5, 0}, {22, 5, 0}}}})).by_rule[size_t(AuditRule::Ground)], 0);
  ExpectOnly(Findings(Path({{TravelMode::Walk, {{9.8, 4, 0}, {9.8, 6, 0}}}})), AuditRule::Room);
  ExpectOnly(Findings(Path({{TravelMode::Fly, {{8, 5, 2}, {2, 5, 6}}}})), AuditRule::Clearance);
  ExpectOnly(Findings(Path({{TravelMode::Fly, {{8, 5, 0.2}, {6, 5, 0.2}}}})), AuditRule::Clearance);
}

TEST_F(JourneyAudit, ReportsLinksThatAreClosedWrongOrTooNarrow) {
  const auto link = [](uint32_t number, Vec3 from, Vec3 to) { return Path({{TravelMode::Link, {from, to}, number}}); };
  const TravelPath jump = link(kJump, {9, 5, 0}, {21, 5, 0});
  EXPECT_TRUE(Findings(jump).Passed());
  EXPECT_EQ(Findings(jump).segments, 1);
  EXPECT_TRUE(Findings(link(kLadder, {21, 8, 0}, {9, 8, 0})).Passed());
  ExpectOnly(Findings(link(kJump, {21, 5, 0}, {9, 5, 0})), AuditRule::Parts);          // One way.
  ExpectOnly(Findings(link(kLadder, {9, 5, 0}, {21, 5, 0})), AuditRule::Parts);        // Another link.
  ExpectOnly(Findings(link(uint32_t(1e9), {9, 5, 0}, {21, 5, 0})), AuditRule::Parts);  // None.
  ExpectOnly(Findings(link(kLadder + 1, {9, 5, 0}, {21, 5, 0})), AuditRule::Parts);    // A spot.
  ExpectOnly(Findings(Path({{TravelMode::Link, {{9, 5, 0}, {15, 5, 0}, {21, 5, 0}}}})), AuditRule::Parts);
  const std::vector<uint32_t> closed{kJump};
  ExpectOnly(Findings(jump, [&](TravelQuery& query) { query.closed_links = closed; }), AuditRule::Parts);
  ExpectOnly(Findings(jump, [](TravelQuery& query) { query.agent.radius_m = 1.1; }), AuditRule::Room, 2);
  const CostRegion region{{{20, 4, -1}, {22, 6, 1}}, kInfinity};
  ExpectOnly(Findings(jump, [&](TravelQuery& query) { query.walk_regions = {&region, 1}; }), AuditRule::Regions);
}

TEST_F(JourneyAudit, ReportsPartsThatAreNotContiguous) {
  TravelPath path = Across();
  path.segments[1].first_point = 0;
  ExpectOnly(Findings(path), AuditRule::Parts);
  path = Across();
  path.segments.pop_back();
  EXPECT_EQ(Findings(path).by_rule[size_t(AuditRule::Parts)], 1);
  path = Across();
  path.segments[4].point_count = 1;
  EXPECT_EQ(Findings(path).by_rule[size_t(AuditRule::Parts)], 1);
  path = Across();
  path.segments[4].point_count = 9;
  EXPECT_EQ(Findings(path).by_rule[size_t(AuditRule::Parts)], 1);
}

TEST_F(JourneyAudit, ReportsModesThatTheAgentLacks) {
  ExpectOnly(Findings(Across(), [](TravelQuery& query) { query.agent.walk_m_s = 0; }), AuditRule::Parts, 2);
  ExpectOnly(Findings(Across(), [](TravelQuery& query) { query.agent.fly_m_s = 0; }), AuditRule::Parts, 3);
}

TEST_F(JourneyAudit, ReportsEndsThatDifferFromTheQuery) {
  const auto ends = [&](const TravelPath& path, double snap_m, Vec3 start, Vec3 goal) {
    return Findings(path,
                    [&](TravelQuery& query) {
                      query.start = start;
                      query.goal = goal;
                      query.snap_m = snap_m;
                    })
        .by_rule[size_t(AuditRule::Ends)];
  };
  EXPECT_EQ(ends(Across(), 0, {5, 5, 0.3}, {25, 5, 1.7}), 0);  // Above the ground.
  EXPECT_EQ(ends(Across(), 0, {5.1, 5, 0}, {25, 5, 1.9}), 2);
  EXPECT_EQ(ends(Across(), 0.5, {5.4, 5, 0}, {25, 5.6, 0}), 1);
  const TravelPath flight = Path({{TravelMode::Fly, {{8, 5, 2}, {15, 5, 3}}}});
  EXPECT_EQ(ends(flight, 0, {8, 5, 2.1}, {15, 5, 3}), 1);
  EXPECT_EQ(ends(flight, 0.2, {8, 5, 2.1}, {15, 5, 3.1}), 0);
  TravelPath partial = Across();
  partial.status = PathStatus::Partial;
  EXPECT_EQ(ends(partial, 0, {5, 5, 0}, {29, 9, 0}), 0);
}

TEST_F(JourneyAudit, ReportsForbiddenBoxesFloorsAndCeilings) {
  const CostRegion gap{{{12, 4, 0}, {14, 6, 9}}, kInfinity}, column{{{21.5, 4, 0.5}, {22.5, 6, 1}}, kInfinity},
      floor{{{6, 4, -1}, {7, 6, 3}}, kInfinity};
  const auto fly = [&](const CostRegion& region) {
    return Findings(Across(), [&](TravelQuery& query) { query.fly_regions = {&region, 1}; });
  };
  const auto walk = [&](const CostRegion& region) {
    return Findings(Across(), [&](TravelQuery& query) { query.walk_regions = {&region, 1}; });
  };
  ExpectOnly(fly(gap), AuditRule::Regions);
  ExpectOnly(fly(column), AuditRule::Regions);  // The landing.
  ExpectOnly(walk(floor), AuditRule::Regions);
  EXPECT_TRUE(walk(gap).Passed());
  EXPECT_TRUE(walk(column).Passed());
  EXPECT_TRUE(fly(floor).Passed());
  const auto heights = [&](double floor_m, double ceiling_m) {
    return Findings(Across(),
                    [&](TravelQuery& query) {
                      query.floor_m = floor_m;
                      query.ceiling_m = ceiling_m;
                    })
        .by_rule[size_t(AuditRule::Heights)];
  };
  EXPECT_EQ(heights(2, 3), 0);  // Take-off and landing may be below the floor.
  EXPECT_EQ(heights(2.1, 9), 2);
  EXPECT_EQ(heights(0, 1.9), 4);  // Both flown segments, the take-off and the landing.
}

TEST_F(JourneyAudit, TellsWhichJourneysKeepRulesWithAMargin) {
  const TravelPath path = Across();
  const CostRegion gap{{{12, 4, 0}, {14, 6, 9}}, kInfinity}, beside{{{6, 5, -1}, {7, 6, 3}}, kInfinity};
  const auto keeps = [&](const auto& change) {
    TravelQuery query = Query(path);
    change(query);
    return auditor_->KeepsRules(query, path);
  };
  EXPECT_TRUE(keeps([](TravelQuery&) {}));
  EXPECT_FALSE(keeps([&](TravelQuery& query) { query.fly_regions = {&gap, 1}; }));
  EXPECT_TRUE(keeps([&](TravelQuery& query) { query.walk_regions = {&gap, 1}; }));
  EXPECT_FALSE(keeps([&](TravelQuery& query) { query.walk_regions = {&beside, 1}; }));  // Along its border.
  EXPECT_TRUE(keeps([&](TravelQuery& query) { query.floor_m = 1.9; }));
  EXPECT_FALSE(keeps([&](TravelQuery& query) { query.floor_m = 2.1; }));
}

}  // namespace
}  // namespace navnet
