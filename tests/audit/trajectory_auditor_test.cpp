// SPDX-License-Identifier: Apache-2.0
#include <navnet/audit/net_audit.h>
#include <navnet/audit/trajectory_auditor.h>
#include <navnet/bake.h>
#include <navnet/worlds/worlds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace navnet {
namespace {

// A curve over a floor at z = 0.
TrajectoryPiece PieceOver(const std::vector<double>& heights_m) {
  TrajectoryPiece piece;
  for (size_t i = 0; i < 6; ++i) piece.points[i] = {double(i), 0, heights_m[i]};
  piece.duration_s = 5;
  return piece;
}

ClearanceProbe ProbeOfFloor() {
  return *ClearanceProbe::Make(World{"floor", UpAxis::Z, MakeBox({{-10, -10, -1}, {10, 10, 0}})});
}

TEST(CurveClearance, AgreesWithDenseSamples) {
  const ClearanceProbe probe = ProbeOfFloor();
  for (const std::vector<double>& heights_m :
       {std::vector<double>{1, 1, 1, 1, 1, 1}, {1, 0.2, 0.9, 0.1, 2, 1}, {3, -1, 2, 1, 0.5, 4}, {2, 2, -1, -1, 2, 2}}) {
    const TrajectoryPiece piece = PieceOver(heights_m);
    const Trajectory trajectory({piece});
    double least = 1e9;
    for (int i = 0; i <= 2000; ++i) least = std::min(least, trajectory.At(5.0 * i / 2000).position.z);
    EXPECT_NEAR(CurveClearance(probe, piece, 10, 1e-7), std::max(0.0, least), 1e-5);
    EXPECT_EQ(CurveClearance(probe, piece, 0.01, 1e-7), std::min(0.01, std::max(0.0, least)));
  }
}

struct AuditCase {
  RoomCorridor rooms;
  std::vector<Vec3> points = {{0, 0, 1}, {5, 0, 1}};
  TrajectoryQuery query;
  PlannedTrajectory planned;

  AuditCase() {
    const HalfSpace planes[] = {{{1, 0, 0}, 9},  {{-1, 0, 0}, 9}, {{0, 1, 0}, 9},
                                {{0, -1, 0}, 9}, {{0, 0, 1}, 9},  {{0, 0, -1}, -0.5}};
    rooms.Append(planes);
    query.points = points;
    query.rooms = &rooms;
    planned = PlanTrajectory(query);
  }

  AuditFindings Audit(double radius_m) const {
    AuditFindings findings;
    TrajectoryAuditor(ProbeOfFloor(), 0.1).Audit(0, query, planned, radius_m, findings);
    return findings;
  }
};

TEST(TrajectoryAuditor, PassesWhatIsRight) {
  const AuditFindings found = AuditCase().Audit(0.5);
  EXPECT_EQ(found.trajectories, 1);
  EXPECT_TRUE(found.Passed());
}

TEST(TrajectoryAuditor, FindsCurvesThatAreTooNear) {
  EXPECT_GT(AuditCase().Audit(1.5).by_rule[size_t(AuditRule::Clearance)], 0);
}

TEST(TrajectoryAuditor, FindsBrokenLimitsJointsRoomsAndEnds) {
  AuditCase fast;
  fast.query.limits.speed_m_s = 0.5;
  EXPECT_GT(fast.Audit(0.5).by_rule[size_t(AuditRule::Motion)], 0);
  AuditCase jumps;
  std::vector<TrajectoryPiece> pieces(jumps.planned.trajectory.pieces().begin(),
                                      jumps.planned.trajectory.pieces().end());
  for (Vec3& p : pieces.back().points) p.y += 1e-3;
  jumps.planned.trajectory.Assign(pieces);
  EXPECT_EQ(jumps.Audit(0.5).by_rule[size_t(AuditRule::Motion)], 1);
  EXPECT_EQ(jumps.Audit(0.5).by_rule[size_t(AuditRule::Ends)], 1);
  AuditCase outside;
  outside.rooms.planes[5].offset_m = -1.1;
  EXPECT_GT(outside.Audit(0.5).by_rule[size_t(AuditRule::Room)], 0);
}

TEST(AuditNet, PassesTrajectoriesInABuilding) {
  const World world{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})};
  BakeOptions options;
  options.sample.voxel_m = 0.4;
  options.sample.radii_m = {0.2, 0.3};
  const Net net = Bake(world, options)->net;
  const Result<AuditFindings> found = AuditNet(net, world, {.queries = 60, .trajectories = true});
  ASSERT_TRUE(found);
  EXPECT_GT(found->trajectories, 40);
  EXPECT_TRUE(found->Passed()) << (found->first ? found->first->where : "failed");
  EXPECT_FALSE(AuditNet(net, world, {.mode = AuditMode::Walk, .trajectories = true}));
}

// Rooms cut by oblique planes at forbidden boxes may share no more than the point where the path bends.
TEST(AuditNet, PassesTrajectoriesAroundForbiddenBoxes) {
  const World world{"b", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building})};
  BakeOptions options;
  options.sample.voxel_m = 0.4;
  options.sample.radii_m = {0.3};
  const Net net = Bake(world, options)->net;
  const Result<AuditFindings> found = AuditNet(net, world, {.queries = 400, .costs = true, .trajectories = true});
  ASSERT_TRUE(found);
  EXPECT_GT(found->trajectories, 300);
  EXPECT_TRUE(found->Passed()) << (found->first ? found->first->where : "failed");
}

}  // namespace
}  // namespace navnet
