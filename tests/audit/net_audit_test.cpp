// SPDX-License-Identifier: Apache-2.0
// Audits of whole nets: a net passes with its own world and fails with another one.

#include <navnet/audit/net_audit.h>

#include <navnet/bake.h>
#include <navnet/worlds/worlds.h>

#include "audit/audit_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

World Building(uint64_t seed) {
  return {"building", UpAxis::Z, *MakeWorld({.kind = WorldKind::Building, .seed = seed})};
}

Net NetOf(const World& world, const BakeOptions& more = {}) {
  BakeOptions options = more;
  options.sample.voxel_m = 0.25;
  options.sample.radii_m = {0, 0.3};
  const Result<Baked> baked = Bake(world, options);
  EXPECT_TRUE(baked) << baked.error().message;
  return baked->net;
}

TEST(NetAudit, PassesFlightsOfEveryKind) {
  const World world = Building(1);
  for (const Align align : {Align::World, Align::Auto}) {
    BakeOptions bake;
    bake.align = align;
    const Net net = NetOf(world, bake);
    const AuditFindings plain = Found(net, world, {.queries = 200});
    EXPECT_TRUE(plain.Passed()) << (plain.first ? plain.first->where : "");
    EXPECT_EQ(plain.paths, 200);
    EXPECT_GE(plain.least_clearance_ratio, 1 - 1e-6);
    EXPECT_GT(plain.least_clearance_m, 0);
    for (const NetAuditOptions& options :
         {NetAuditOptions{.queries = 200, .costs = true}, NetAuditOptions{.queries = 200, .snap_m = 2},
          NetAuditOptions{.queries = 200, .costs = true, .snap_m = 1},
          NetAuditOptions{.queries = 200, .radii_m = {0.1, 0.3}, .random_radii = true}}) {
      const AuditFindings found = Found(net, world, options);
      EXPECT_TRUE(found.Passed()) << (found.first ? found.first->where : "");
      EXPECT_GT(found.paths, 100);
    }
  }
}

TEST(NetAudit, FailsANetOfAnotherWorld) {
  const AuditFindings found = Found(NetOf(Building(1)), Building(7), {.queries = 200});
  EXPECT_FALSE(found.Passed());
  EXPECT_GT(found.by_rule[size_t(AuditRule::Clearance)], 0);
  EXPECT_LT(found.least_clearance_ratio, 1);
}

TEST(NetAudit, DoesNotDependOnThreads) {
  const Net net = NetOf(Building(1));
  // The second world is not that of the net, so that there are violations.
  for (const World& world : {Building(1), Building(7)}) {
    NetAuditOptions options{.queries = 300, .random_radii = true, .costs = true, .threads = 1};
    const AuditFindings one = Found(net, world, options);
    options.threads = 4;
    ExpectEqual(Found(net, world, options), one);
    options.seed = 2;
    EXPECT_NE(Found(net, world, options).segments, one.segments);
  }
}

TEST(NetAudit, RefusesRadiiLargerThanTheLastLevel) {
  const World world = Building(1);
  const Net net = NetOf(world);
  for (const double radius_m : {0.31, -1.0, std::nan("")}) {
    const Result<AuditFindings> found = AuditNet(net, world, {.queries = 1, .radii_m = {radius_m}});
    ASSERT_FALSE(found) << radius_m;
    EXPECT_EQ(found.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(NetAudit, StopsWhenProgressReturnsFalse) {
  const World world = Building(1);
  const Result<AuditFindings> found =
      AuditNet(NetOf(world), world, {.queries = 100'000, .progress = [](std::string_view, double) { return false; }});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace navnet
