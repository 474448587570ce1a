// SPDX-License-Identifier: Apache-2.0
// Options, the choice of the voxel size, and the memory budget, tested through Sample().

#include <navnet/core/range.h>
#include <navnet/voxel/sampler.h>
#include <navnet/worlds/worlds.h>

#include "grid/occupancy_build.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using ranges::kInfinity;

TriangleMesh Cube() { return MakeBox({{0, 0, 0}, {4, 4, 4}}); }

TriangleMesh Make(WorldKind kind, double size_m = 0, int64_t triangles = 0) {
  Result<TriangleMesh> mesh = MakeWorld({.kind = kind, .size_m = size_m, .triangles = triangles});
  EXPECT_TRUE(mesh) << mesh.error().message;
  return mesh ? *std::move(mesh) : TriangleMesh{};
}

SampleOptions Voxels(double voxel_m) {
  SampleOptions options;
  options.voxel_m = voxel_m;
  return options;
}

/// Samples; expects an error with this code and a message that contains all of `texts`.
void ExpectRefused(const SampleOptions& options, ErrorCode code, std::initializer_list<const char*> texts,
                   MeshView mesh = {}) {
  const TriangleMesh cube = Cube();
  const Result<Sampling> sampling = Sample(mesh.triangles.empty() ? MeshView(cube) : mesh, options);
  ASSERT_FALSE(sampling);
  EXPECT_EQ(ToString(sampling.error().code), ToString(code)) << sampling.error().message;
  for (const char* text : texts) {
    EXPECT_NE(sampling.error().message.find(text), std::string::npos) << text << ": " << sampling.error().message;
  }
}

size_t PeakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return size_t(usage.ru_maxrss) * 1024;
}

int64_t LongestSide(const VoxelBox& box) { return std::max({box.Size(0), box.Size(1), box.Size(2)}); }

TEST(SampleOptions, RefuseAVoxelSizeOutOfRange) {
  for (const auto& [voxel_m, text] :
       {std::pair{0.0, "0"}, {-1.0, "-1"}, {kNan, "nan"}, {kInfinity, "inf"}, {1e-300, "1e-300"}, {1e308, "1e+308"}}) {
    ExpectRefused(Voxels(voxel_m), ErrorCode::InvalidArgument, {"voxel_m", text, "1e-9 to 1e12"});
  }
  ExpectRefused(Voxels(std::numeric_limits<double>::denorm_min()), ErrorCode::InvalidArgument, {"voxel_m"});
}

TEST(SampleOptions, RefuseVoxelsTooSmallForTheGrid) {
  for (double voxel_m : {1e-6, 1e-9}) {
    ExpectRefused(Voxels(voxel_m), ErrorCode::TooLarge, {"voxel size", "larger voxels"});
  }
}

TEST(SampleOptions, RefuseARadiusOutOfRange) {
  for (const auto& [radius_m, text] : {std::pair{-0.5, "-0.5"}, {kNan, "nan"}, {kInfinity, "inf"}, {1e308, "1e+308"}}) {
    SampleOptions options = Voxels(1);
    options.radii_m = {0, radius_m, 1};
    ExpectRefused(options, ErrorCode::InvalidArgument, {"radii_m", text, "0 to 1e12"});
    options.voxel_m.reset();
    ExpectRefused(options, ErrorCode::InvalidArgument, {"radii_m", text, "0 to 1e12"});
  }
}

TEST(SampleOptions, RefuseARadiusOfMoreThan1024Voxels) {
  SampleOptions options = Voxels(0.01);
  options.radii_m = {0, 10.25};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"radius 10.25 m", "1024 voxels", "0.01 m"});
}

TEST(SampleOptions, RefuseAnEmptyListOfRadii) {
  SampleOptions options = Voxels(1);
  options.radii_m = {};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"radius"});
}

TEST(SampleOptions, RefuseBoundsThatAreEmptyOrInverted) {
  SampleOptions options = Voxels(1);
  for (const Box3& bounds :
       {Box3{}, Box3{{1, 1, 1}, {1, 1, 1}}, Box3{{0, 0, 0}, {1, 1, 0}}, Box3{{0, 5, 0}, {1, 4, 1}}}) {
    options.bounds_world = bounds;
    ExpectRefused(options, ErrorCode::InvalidArgument, {"bounds"});
  }
}

TEST(SampleOptions, RefuseBoundsThatAreNotFinite) {
  SampleOptions options = Voxels(1);
  for (const Box3& bounds : {Box3{{0, 0, kNan}, {1, 1, 1}}, Box3{{0, 0, 0}, {1, kInfinity, 1}}}) {
    options.bounds_world = bounds;
    ExpectRefused(options, ErrorCode::InvalidArgument, {"bounds", "finite"});
  }
}

TEST(SampleOptions, RefuseBoundsOfTooManyVoxels) {
  SampleOptions options = Voxels(1);
  options.bounds_world = Box3{{0, 0, 0}, {1e6, 1, 1}};
  ExpectRefused(options, ErrorCode::TooLarge, {"1000000 voxels long", "524288"});
  options.bounds_world = Box3{{0, 0, 0}, {1, 1, 1e12}};
  ExpectRefused(options, ErrorCode::TooLarge, {"voxel"});
  options.bounds_world = Box3{{0, 0, 0}, {1, 1, 1e300}};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"bounds_world", "-1e12 to 1e12"});
}

TEST(SampleOptions, RefuseBoundsTooFarFromTheOrigin) {
  SampleOptions options = Voxels(1);
  options.bounds_world = Box3{{2e9, 0, 0}, {2e9 + 10, 10, 10}};
  ExpectRefused(options, ErrorCode::TooLarge, {"2^30 voxels from the origin"});
}

TEST(SampleOptions, RefuseAMarginOutOfRange) {
  for (const auto& [margin_m, text] : {std::pair{-1.0, "-1"}, {kNan, "nan"}, {kInfinity, "inf"}, {1e20, "1e+20"}}) {
    SampleOptions options = Voxels(1);
    options.margin_m = margin_m;
    ExpectRefused(options, ErrorCode::InvalidArgument, {"margin_m", text, "0 to 1e12"});
  }
}

TEST(SampleOptions, RefuseInvalidPlacements) {
  SampleOptions options = Voxels(1);
  options.placement.origin_world = {0, 1e13, 0};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"placement.origin_world"});
  options.placement = {{}, {.cos = 2, .sin = 1}};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"placement.turn"});
}

TEST(SampleOptions, RefuseAMarginOfTooManyVoxels) {
  SampleOptions options = Voxels(1);
  options.margin_m = 1e7;
  ExpectRefused(options, ErrorCode::TooLarge, {"voxels"});
}

TEST(SampleOptions, RefuseThreadsOutOfRange) {
  for (int threads : {-1, 1025, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    SampleOptions options = Voxels(1);
    options.threads = threads;
    ExpectRefused(options, ErrorCode::InvalidArgument, {"threads", "0 to 1024"});
  }
}

TEST(SampleOptions, RefuseASeedThatIsNotFinite) {
  for (double bad : {kNan, kInfinity}) {
    SampleOptions options = Voxels(1);
    options.seeds_world = {{1, 2, 3}, {1, bad, 3}};
    ExpectRefused(options, ErrorCode::InvalidArgument, {"seed"});
  }
}

TEST(SampleOptions, RefuseASeedOutsideTheBoundsOrInsideAWall) {
  SampleOptions options = Voxels(0.5);
  options.seeds_world = {{1000, 0, 0}};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"seed (1000, 0, 0)", "outside the bounds"});
  options.seeds_world = {{0.1, 2, 2}};
  ExpectRefused(options, ErrorCode::InvalidArgument, {"seed (0.1, 2, 2)", "blocked voxel"});
}

TEST(SampleOptions, RefuseAMeshWithoutTriangles) {
  const Result<Sampling> sampling = Sample(TriangleMesh{}, Voxels(1));
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::EmptyWorld);
}

TEST(SampleOptions, SortRadiiAndMergeEqualOnes) {
  SampleOptions options = Voxels(0.5);
  options.radii_m = {1, 0.5, 0, 1, 0.5, -0.0};
  const Result<Sampling> sampling = Sample(Cube(), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  std::vector<double> radii;
  for (const OccupancyGrid& level : sampling->levels) radii.push_back(level.radius_m());
  EXPECT_EQ(radii, (std::vector<double>{0, 0.5, 1}));
}

TEST(SampleOptions, RoundBoundsOutwardsToWholeVoxels) {
  SampleOptions options = Voxels(0.5);
  options.bounds_world = Box3{{-0.1, 0.5, 0.6}, {1.0, 1.1, 3.99}};
  const Result<Sampling> sampling = Sample(Cube(), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_EQ(sampling->bounds, (VoxelBox{{-1, 1, 1}, {2, 3, 8}}));
}

TEST(SampleOptions, KeepTheMarginAroundTheWorld) {
  SampleOptions options = Voxels(0.5);
  options.margin_m = 3;
  const Result<Sampling> sampling = Sample(Cube(), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_EQ(sampling->bounds, (VoxelBox{{-6, -6, -6}, {14, 14, 14}}));
}

TEST(GridPlan, RefusesGridsAboveTheBudgetInAdvance) {
  const TriangleMesh city = Make(WorldKind::City, 100);
  const size_t before = PeakBytes();
  SampleOptions options;
  options.memory_budget_bytes = size_t{1} << 30;
  for (double voxel_m : {1e-4, 1e-3, 3e-3}) {
    options.voxel_m = voxel_m;
    ExpectRefused(options, ErrorCode::TooLarge, {"voxel", "larger voxels"}, city);
  }
  EXPECT_LT(PeakBytes() - before, size_t{512} << 20);
}

TEST(GridPlan, ReportsTheGridsMemoryAndTheBudget) {
  SampleOptions options = Voxels(0.01);
  options.memory_budget_bytes = size_t{1} << 20;
  ExpectRefused(options, ErrorCode::TooLarge, {"408 × 408 × 408", "0.01 m", "memory budget of 1 MiB"});
}

TEST(GridPlan, RefusesABudgetTooSmallForTheTrianglesAlone) {
  const TriangleMesh city = Make(WorldKind::City, 100);
  SampleOptions options;
  options.memory_budget_bytes = 1;
  ExpectRefused(options, ErrorCode::TooLarge, {"memory budget"}, city);
  options.voxel_m = 5;
  ExpectRefused(options, ErrorCode::TooLarge, {"memory budget"}, city);
}

// A chosen size is rounded down to a number with few digits, by at most a quarter.
constexpr double kRounding = 0.75;

TEST(GridPlan, ChoosesAVoxelOfAQuarterToHalfTheSmallestRadius) {
  for (WorldKind kind : {WorldKind::City, WorldKind::Cave, WorldKind::Maze}) {
    const TriangleMesh mesh = Make(kind, 0, 20000);
    for (double radius_m : {0.4, 0.75, 1.0, 2.0, 3.3}) {
      SampleOptions options;
      options.radii_m = {0, radius_m, 4 * radius_m};
      options.bounds_world = Box3{{10, 10, 10}, {30, 30, 30}};
      const Result<Sampling> sampling = Sample(mesh, options);
      ASSERT_TRUE(sampling) << sampling.error().message;
      EXPECT_LE(sampling->frame.voxel_m, radius_m / 2 * 1.000001) << sampling->voxel_reason;
      EXPECT_GE(sampling->frame.voxel_m, radius_m / 4 * kRounding) << sampling->voxel_reason;
      EXPECT_FALSE(sampling->voxel_reason.empty());
    }
  }
}

TEST(GridPlan, ChoosesBetween256And1024VoxelsWithoutARadius) {
  std::vector<TriangleMesh> meshes = {Cube(), MakeSphere({5, 5, 5}, 3, 200), MakeBox({{0, 0, 0}, {1e-3, 1e-4, 1e-5}}),
                                      MakeBox({{0, 0, 0}, {1e6, 10, 10}})};
  for (const WorldKindInfo& info : WorldKinds()) meshes.push_back(Make(info.kind));
  for (const TriangleMesh& mesh : meshes) {
    SampleOptions options;
    options.margin_m = 0;
    const Result<Sampling> sampling = Sample(mesh, options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    const double longest = double(LongestSide(sampling->bounds));
    EXPECT_GE(longest, 256) << sampling->voxel_reason;
    EXPECT_LE(longest, 1024 / kRounding + 1) << sampling->voxel_reason;
  }
}

TEST(GridPlan, ChoosesAVoxelForAWorldWithoutASize) {
  const TriangleMesh point{{{3, 4, 5}}, {{0, 0, 0}}};
  const Result<Sampling> sampling = Sample(point);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_GT(sampling->levels[0].blocked_count(), 0);
}

TEST(GridPlan, CoarsensToTheBudgetAndReportsIt) {
  const TriangleMesh mesh = Make(WorldKind::City, 100);
  SampleOptions options;
  options.radii_m = {0, 0.2};
  options.memory_budget_bytes = size_t{20} << 20;
  const Result<Sampling> sampling = Sample(mesh, options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_GT(sampling->frame.voxel_m, 0.1);
  EXPECT_LE(sampling->estimated_bytes, options.memory_budget_bytes);
  EXPECT_NE(sampling->voxel_reason.find("coarsened from"), std::string::npos) << sampling->voxel_reason;
  EXPECT_NE(sampling->voxel_reason.find("memory budget of 20 MiB"), std::string::npos) << sampling->voxel_reason;
}

TEST(GridPlan, ChoosesTheSameForAnyThreadCount) {
  const TriangleMesh mesh = Make(WorldKind::Station, 0, 30000);
  for (size_t budget : {size_t{30} << 20, size_t{4} << 30}) {
    SampleOptions options;
    options.radii_m = {0.5};
    options.memory_budget_bytes = budget;
    options.threads = 1;
    const Result<Sampling> reference = Sample(mesh, options);
    ASSERT_TRUE(reference) << reference.error().message;
    for (int threads : {2, 8, 0}) {
      options.threads = threads;
      const Result<Sampling> again = Sample(mesh, options);
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(again->frame, reference->frame);
      EXPECT_EQ(again->bounds, reference->bounds);
      EXPECT_EQ(again->voxel_reason, reference->voxel_reason);
      EXPECT_EQ(again->estimated_bytes, reference->estimated_bytes);
    }
  }
}

TEST(GridPlan, NeverEstimatesLessThanTheGridsHold) {
  for (const WorldKindInfo& info : WorldKinds()) {
    const TriangleMesh mesh = Make(info.kind, 0, 20000);
    const Vec3 size = BoundsOf(mesh).Size();
    const double longest = std::max({size.x, size.y, size.z});
    for (double voxels : {40.0, 140.0}) {  // Within one node of 128³, and in several.
      const double voxel_m = longest / voxels;
      for (const bool is_wide : {false, true}) {
        if (voxels > 128 && !is_wide) continue;  // Same grid as the first wide one.
        SampleOptions options = Voxels(voxel_m);
        options.radii_m = is_wide ? std::vector<double>{0, 1.5 * voxel_m, 6 * voxel_m} : std::vector<double>{0};
        const Result<Sampling> generous = Sample(mesh, options);
        ASSERT_TRUE(generous) << generous.error().message;
        size_t held = 0;
        for (const OccupancyGrid& level : generous->levels) held += level.memory_bytes();
        EXPECT_GE(generous->estimated_bytes, held) << info.name;
        // A tighter budget gives a closer estimate, which must still be an upper bound.
        options.memory_budget_bytes = std::min(generous->estimated_bytes - 1, held * 6);
        const Result<Sampling> tight = Sample(mesh, options);
        if (!tight) {
          EXPECT_EQ(tight.error().code, ErrorCode::TooLarge);
          continue;
        }
        EXPECT_GE(tight->estimated_bytes, held) << info.name;
        EXPECT_LE(tight->estimated_bytes, options.memory_budget_bytes) << info.name;
      }
    }
  }
}

World VoxelWorld() {
  const VoxelBox bounds{{0, 0, 0}, {20, 20, 20}}, box{{5, 5, 5}, {8, 8, 8}};
  return {"voxels", UpAxis::Z, BuildOccupancy({{0, 0, 0}, 0.5}, bounds, 0, {&box, 1})};
}

TEST(GridPlan, RefusesAnotherVoxelSizeForAVoxelWorld) {
  const Result<Sampling> sampling = Sample(VoxelWorld(), Voxels(0.25));
  ASSERT_FALSE(sampling);
  EXPECT_EQ(sampling.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(sampling.error().message.find("voxel size 0.25 m"), std::string::npos) << sampling.error().message;
}

TEST(GridPlan, UsesTheVoxelSizeOfAVoxelWorld) {
  for (const SampleOptions& options : {SampleOptions{}, Voxels(0.5)}) {
    const Result<Sampling> sampling = Sample(VoxelWorld(), options);
    ASSERT_TRUE(sampling) << sampling.error().message;
    EXPECT_EQ(sampling->frame.voxel_m, 0.5);
    EXPECT_EQ(sampling->bounds, (VoxelBox{{0, 0, 0}, {20, 20, 20}}));
    EXPECT_EQ(sampling->levels[0].blocked_count(), 27);
  }
}

TEST(GridPlan, AppliesBoundsAndMarginToAVoxelWorld) {
  SampleOptions options;
  options.margin_m = 1;
  const Result<Sampling> wider = Sample(VoxelWorld(), options);
  ASSERT_TRUE(wider) << wider.error().message;
  EXPECT_EQ(wider->bounds, (VoxelBox{{-2, -2, -2}, {22, 22, 22}}));
  options.bounds_world = Box3{{3, 3, 3}, {5, 5, 5}};
  const Result<Sampling> cut = Sample(VoxelWorld(), options);
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_EQ(cut->bounds, (VoxelBox{{6, 6, 6}, {10, 10, 10}}));
  EXPECT_EQ(cut->levels[0].blocked_count(), 8);
}

TEST(GridPlan, KeepsTheBoundsOfATurnedVoxelWorld) {
  const VoxelBox bounds{{-3, 4, 5}, {20, 25, 9}}, box{{5, 5, 5}, {8, 8, 8}};
  const GridFrame frame{{100, 200, 300}, 0.5, {std::cos(0.4), std::sin(0.4), UpAxis::Z}};
  const World world{"turned", UpAxis::Z, BuildOccupancy(frame, bounds, 0, {&box, 1})};
  const Result<Sampling> sampling = Sample(world, {});
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_EQ(sampling->bounds, bounds);
  SampleOptions options;
  options.margin_m = 1;
  const Result<Sampling> wider = Sample(world, options);
  ASSERT_TRUE(wider) << wider.error().message;
  EXPECT_EQ(wider->bounds, (VoxelBox{{-5, 2, 3}, {22, 27, 11}}));
}

TEST(GridPlan, AppliesTheBudgetToVoxelWorlds) {
  // Sixteen voxels far apart, which a radius of 30 voxels widens to some megabytes.
  std::vector<VoxelBox> voxels;
  for (int i = 0; i < 16; ++i) {
    const VoxelCoord at{i % 4 * 256, i / 4 * 256, 64};
    voxels.push_back({at, at + VoxelCoord{1, 1, 1}});
  }
  const World world{"dust", UpAxis::Z, BuildOccupancy({{0, 0, 0}, 1}, {{-64, -64, 0}, {900, 900, 128}}, 0, voxels)};
  SampleOptions options;
  options.radii_m = {30};
  const Result<Sampling> generous = Sample(world, options);
  ASSERT_TRUE(generous) << generous.error().message;
  const size_t held = generous->levels[0].memory_bytes();
  ASSERT_GT(held, size_t{2} << 20);
  EXPECT_GE(generous->estimated_bytes, held);
  options.memory_budget_bytes = size_t{1} << 20;
  const Result<Sampling> refused = Sample(world, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::TooLarge) << refused.error().message;
}

TEST(AutomaticVoxel, ExistsForEveryBudgetThatFitsACoarserGrid) {
  TriangleMesh ground;
  ground.vertices = {{0, 0, 0}, {3000, 0, 0}, {0, 3000, 0}};
  ground.triangles = {{0, 1, 2}};
  double last = 0;
  for (double mebibytes : {200.0, 100.0, 70.0, 50.0, 30.0, 20.0, 15.0, 10.0, 7.0, 5.0}) {
    SampleOptions options;
    options.radii_m = {0.6};
    options.memory_budget_bytes = size_t(mebibytes * (1 << 20));
    const Result<Sampling> sampling = Sample(ground, options);
    ASSERT_TRUE(sampling) << mebibytes << " MiB: " << sampling.error().message;
    EXPECT_GE(sampling->frame.voxel_m, last);
    last = sampling->frame.voxel_m;
  }
}

TEST(AutomaticVoxel, IsCoarseEnoughForTheLargestRadius) {
  SampleOptions options;
  options.radii_m = {0.002, 10};
  options.bounds_world = Box3{{0, 0, 0}, {1, 1, 1}};
  const Result<Sampling> sampling = Sample(Cube(), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_GE(sampling->frame.voxel_m * 1024, 10);
  EXPECT_NE(sampling->voxel_reason.find("largest radius"), std::string::npos) << sampling->voxel_reason;
}

// Sizes are searched among 10^k; the loop must terminate for all numbers.
TEST(AutomaticVoxel, ExistsForTheSmallestAndTheLargestNumbers) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  for (const double radius_m : {kTiny, 1e-300, 1e-9, 1e6, 1e12}) {
    SampleOptions options;
    options.radii_m = {radius_m};
    options.memory_budget_bytes = size_t{16} << 20;
    const Result<Sampling> sampling = Sample(Cube(), options);
    ASSERT_TRUE(sampling) << radius_m << ": " << sampling.error().message;
    EXPECT_TRUE(SampleOptions::kVoxel_m.Contains(sampling->frame.voxel_m)) << radius_m;
  }
  for (const double size_m : {kTiny, 1e-300, 1e-20, 1e-6, 1e6, 1e12}) {
    TriangleMesh mesh = MakeBox({{0, 0, 0}, {1, 1, 1}});
    for (Vec3& v : mesh.vertices) v = v * size_m;
    const Result<Sampling> sampling = Sample(mesh);
    ASSERT_TRUE(sampling) << size_m << ": " << sampling.error().message;
    EXPECT_TRUE(SampleOptions::kVoxel_m.Contains(sampling->frame.voxel_m)) << size_m;
    EXPECT_GT(sampling->levels[0].blocked_count(), 0);
  }
}

TEST(AutomaticVoxel, IsNeverLargerThanTheWorld) {
  SampleOptions options;
  options.margin_m = 1000;
  const Result<Sampling> sampling = Sample(Cube(), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_LE(sampling->frame.voxel_m, 4);
  for (const double margin_m : {1e7, 2147483648.0, 1e12}) {
    options.margin_m = margin_m;
    ExpectRefused(options, ErrorCode::TooLarge, {"no voxel size", "4 m", "margin"});
  }
}

TEST(AutomaticVoxel, HasFewDigits) {
  SampleOptions options;
  options.radii_m = {0.3};
  const Result<Sampling> sampling = Sample(Cube(), options);
  ASSERT_TRUE(sampling) << sampling.error().message;
  EXPECT_EQ(sampling->frame.voxel_m, 0.15);
}

}  // namespace
}  // namespace navnet
