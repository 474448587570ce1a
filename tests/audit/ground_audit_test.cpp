// SPDX-License-Identifier: Apache-2.0
// Audits of walks and journeys: a net passes with its own world and fails with another one.

#include <navnet/bake.h>
#include <navnet/worlds/ground_scenes.h>
#include <navnet/worlds/worlds.h>

#include "audit/audit_support.h"
#include "support/storey_worlds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

World Building(uint64_t seed) {
  return {"building", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building, .seed = seed})};
}

World Scene(GroundSceneKind kind) {
  const Result<GroundScene> scene = MakeGroundScene({.kind = kind, .seed = 1, .n = 3});
  EXPECT_TRUE(scene) << scene.error().message;
  return {"scene " + std::to_string(int(kind)), UpAxis::Z, scene->mesh};
}

Net NetOf(const World& world, const BakeOptions& more = {}) {
  BakeOptions options = more;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0, 0.3};
  options.sample.margin_m = 2;
  options.walk = WalkOptions{};
  options.spot_spacing_m = 3;
  // Blocked voxels are solid: no ground inside them.
  options.keep = world.voxels() ? Keep::Outside : Keep::All;
  const Result<Baked> baked = Bake(world, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

void ExpectPassed(const Net& net, const World& world, const NetAuditOptions& options, int64_t least_paths) {
  SCOPED_TRACE(world.name + ", mode " + ToString(options.mode) + (options.costs ? ", costs" : "") +
               (options.snap_m > 0 ? ", snapped" : ""));
  const AuditFindings found = Found(net, world, options);
  EXPECT_TRUE(found.Passed()) << FirstOf(found);
  EXPECT_GE(found.paths, least_paths);
  EXPECT_GE(found.segments, found.paths);
}

class GroundAudit : public testing::TestWithParam<int> {
 protected:
  static World WorldOf(int number) {
    switch (number) {
      case 0: return Building(1);
      case 1: return Scene(GroundSceneKind::Storeys);
      case 2: return Scene(GroundSceneKind::Garage);
      default: return StoreyVoxels(uint64_t(number));
    }
  }
};

TEST_P(GroundAudit, PassesWalksOfEveryKind) {
  const World world = WorldOf(GetParam());
  const Net net = NetOf(world);
  NetAuditOptions options{.mode = AuditMode::Walk, .queries = 30};
  ExpectPassed(net, world, options, 30);
  options.costs = true;
  ExpectPassed(net, world, options, 15);
  options.snap_m = 1;
  ExpectPassed(net, world, options, 15);
  options = {.mode = AuditMode::Walk, .queries = 30, .radii_m = {0.05, 0.45}, .random_radii = true};
  ExpectPassed(net, world, options, 30);
}

TEST_P(GroundAudit, PassesJourneysOfEveryKind) {
  const World world = WorldOf(GetParam());
  const Net net = NetOf(world);
  NetAuditOptions options{.mode = AuditMode::Any, .queries = 30};
  ExpectPassed(net, world, options, 15);
  options.costs = true;
  ExpectPassed(net, world, options, 10);
  options.snap_m = 1;
  ExpectPassed(net, world, options, 10);
}

std::string NameOf(const testing::TestParamInfo<int>& world) {
  const char* names[] = {"Building", "Storeys", "Garage"};
  return world.param < 3 ? names[world.param] : "Voxels" + std::to_string(world.param);
}

INSTANTIATE_TEST_SUITE_P(Worlds, GroundAudit, testing::Values(0, 1, 2, 3, 4), NameOf);

TEST(GroundAudits, PassJourneysOverLinks) {
  TriangleMesh mesh = MakeBox({{0, 0, -1}, {10, 10, 0}});
  mesh.Append(MakeBox({{20, 0, -1}, {30, 10, 0}}));
  const World world{"floors", UpAxis::Z, mesh};
  BakeOptions bake;
  bake.links = {{{9, 5, 0}, {21, 5, 0}, 1, LinkKind::Jump, 1}, {{9, 8, 0}, {21, 8, 0}, 1, LinkKind::Ladder, 0}};
  ExpectPassed(NetOf(world, bake), world, {.mode = AuditMode::Any, .queries = 200}, 120);
}

TEST(GroundAudits, PassATurnedGridAndBoundsWithinTheWorld) {
  const World world = Building(1);
  BakeOptions bake;
  bake.align = Align::Auto;
  ExpectPassed(NetOf(world, bake), world, {.mode = AuditMode::Walk, .queries = 60}, 60);
  bake = {};
  bake.sample.bounds_world = Box3{{2, 2, -1}, {12, 12, 5}};
  ExpectPassed(NetOf(world, bake), world, {.mode = AuditMode::Walk, .queries = 60}, 60);
}

TEST(GroundAudits, FailANetOfAnotherWorld) {
  const Net net = NetOf(Building(1));
  const AuditFindings walks = Found(net, Building(7), {.mode = AuditMode::Walk, .queries = 60});
  EXPECT_FALSE(walks.Passed());
  EXPECT_GT(walks.by_rule[size_t(AuditRule::Ground)], 0);
  EXPECT_GT(walks.by_rule[size_t(AuditRule::Room)], 0);
  EXPECT_LT(walks.least_clearance_ratio, 1);
  const AuditFindings journeys = Found(net, Building(7), {.mode = AuditMode::Any, .queries = 60});
  EXPECT_GT(journeys.by_rule[size_t(AuditRule::Ground)], 0);
  EXPECT_GT(journeys.by_rule[size_t(AuditRule::Clearance)], 0);
}

TEST(GroundAudits, DoNotDependOnThreads) {
  const World own = StoreyVoxels(3), other = StoreyVoxels(4);
  const Net net = NetOf(own);
  // The second world is not that of the net, so that there are violations.
  for (const World& world : {own, other}) {
    for (const AuditMode mode : {AuditMode::Walk, AuditMode::Any}) {
      NetAuditOptions options{.mode = mode, .queries = 40, .random_radii = true, .costs = true, .threads = 1};
      const AuditFindings one = Found(net, world, options);
      options.threads = 4;
      ExpectEqual(Found(net, world, options), one);
      options.seed = 2;
      EXPECT_NE(Found(net, world, options).segments, one.segments);
    }
  }
}

TEST(GroundAudits, AcceptRadiiAboveTheLastLevelForWalksOnly) {
  const World world = Scene(GroundSceneKind::Garage);
  const Net net = NetOf(world);
  EXPECT_GT(Found(net, world, {.mode = AuditMode::Walk, .queries = 10, .radii_m = {0.8}}).paths, 0);
  const Result<AuditFindings> found = AuditNet(net, world, {.mode = AuditMode::Any, .queries = 1, .radii_m = {0.8}});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::InvalidArgument);
  for (const double radius_m : {-1.0, std::nan(""), 2e12}) {
    EXPECT_FALSE(AuditNet(net, world, {.mode = AuditMode::Walk, .queries = 1, .radii_m = {radius_m}})) << radius_m;
  }
  // Too large for any place.
  EXPECT_EQ(Found(net, world, {.mode = AuditMode::Walk, .queries = 10, .radii_m = {1000}}).queries, 0);
}

TEST(GroundAudits, FailOnANetWithoutGround) {
  const World world = Building(1);
  BakeOptions options;
  options.sample.voxel_m = 0.25;
  const Result<Baked> baked = Bake(world, options);
  ASSERT_TRUE(baked) << baked.error().message;
  for (const AuditMode mode : {AuditMode::Walk, AuditMode::Any}) {
    const Result<AuditFindings> found = AuditNet(baked->net, world, {.mode = mode, .queries = 1});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(found.error().message.find("--walk"), std::string::npos);
  }
}

TEST(GroundAudits, StopWhenProgressReturnsFalse) {
  const World world = Scene(GroundSceneKind::Garage);
  const Net net = NetOf(world);
  for (const AuditMode mode : {AuditMode::Walk, AuditMode::Any}) {
    const Result<AuditFindings> found = AuditNet(
        net, world, {.mode = mode, .queries = 1'000'000, .progress = [](std::string_view, double) { return false; }});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::Cancelled);
  }
}

}  // namespace
}  // namespace navnet
