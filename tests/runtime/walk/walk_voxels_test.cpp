// SPDX-License-Identifier: Apache-2.0
// Walks on voxel worlds of every kind, compared with brute force on their columns.

#include <navnet/runtime/walk.h>

#include "support/baked_ground.h"
#include "support/walk_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace navnet {
namespace {

// The bake widens surfaces by up to 0.15 mm, and rounds.
constexpr double kWidened_m = 2e-4;
constexpr double kSnap_m = 1e-3;

/// A voxel world with its ground, and its brute-force ColumnWalker.
class VoxelWalks {
 public:
  explicit VoxelWalks(uint64_t seed) : VoxelWalks(MakeVoxelGround(seed)) {}
  explicit VoxelWalks(VoxelGround ground)
      : made_(std::move(ground)), columns_(made_.world, made_.walk), ground_(BakedGround(made_, columns_)) {
    if (ground_) walker_.emplace(*ground_, made_.world.up);
    for (size_t i = 0; i < columns_.places().size(); ++i) {
      if (columns_.IsKept(i)) kept_.push_back(i);
    }
  }

  bool HasGround() const { return walker_.has_value(); }
  const std::string& name() const { return made_.name; }
  UpAxis up() const { return made_.world.up; }
  const Walker& walker() const { return *walker_; }
  const Ground& ground() const { return *ground_; }
  const oracle::ColumnWalker& columns() const { return columns_; }
  double voxel_m() const { return made_.world.voxels()->frame().voxel_m; }
  size_t RandomPlace(TestRandom& random) const { return kept_[size_t(random.Integer(0, int(kept_.size()) - 1))]; }

  /// Radii around the clearances of the world, from 0 to more than the largest one.
  std::vector<double> Radii(TestRandom& random) const {
    std::vector<double> radii{0, 1e-5, 1e-3};
    for (const double voxels : {0.25, 0.5, 0.7, 1.0, 1.5}) radii.push_back(voxels * voxel_m());
    double widest = 0;
    for (const GroundBend& bend : ground_->bends) widest = std::max(widest, bend.Clearance());
    for (const double r : {widest - 1e-7, widest - 1e-10, widest, widest + 1e-10, widest + 1e-7, 1.1 * widest}) {
      radii.push_back(r);
    }
    // Exactly the clearance of some place, where portals are points.
    for (int i = 0; i < 4; ++i) {
      const auto edge = size_t(random.Integer(0, int(ground_->edges.size()) - 1));
      const double narrow = ground_->edges[edge].min_clearance_m;
      for (const double r : {narrow - 1e-9, narrow, narrow + 5e-10}) radii.push_back(r);
    }
    std::erase_if(radii, [](double r) { return r < 0; });
    return radii;
  }

  /// A path keeps the radius: at points along it by the columns, over which it can be walked; and if all of the ground
  /// lies in one layer, exactly by its walls. Returns its ends, at the heights of the columns there.
  std::optional<std::array<Vec3, 2>> CheckPath(const WalkPath& path, double radius_m) const {
    const UpAxis up = made_.world.up;
    const std::vector<size_t> first = StartOf(path);
    std::vector<size_t> places = first;
    EXPECT_FALSE(places.empty()) << "the path begins outside the ground";
    for (size_t i = 1; i < path.points.size() && !places.empty(); ++i) {
      const Vec2 a = PlanOf(path.points[i - 1], up), b = PlanOf(path.points[i], up);
      double to_wall = ground_->layer_count == 1 ? std::numeric_limits<double>::infinity() : radius_m;
      for (const GroundWall& wall : ground_->walls) {
        if (ground_->layer_count == 1) to_wall = std::min(to_wall, oracle::SegmentDistance(a, b, wall.a, wall.b));
      }
      EXPECT_GE(to_wall, radius_m - 1e-9);
      const int parts = int(Length(b - a) / (0.1 * voxel_m())) + 1;
      for (int k = 1; k <= parts && !places.empty(); ++k) {
        const Vec3 p = WorldOf(a + (b - a) * (double(k) / parts), 0, up);
        places = columns_.StepTo(places, p, kWidened_m);
        std::erase_if(places,
                      [&](size_t place) { return columns_.ClearanceAt(place, p, radius_m) < radius_m - kWidened_m; });
        EXPECT_FALSE(places.empty()) << "no ground or no room at " << p.x << ", " << p.y << ", " << p.z;
      }
    }
    if (places.empty()) return std::nullopt;
    return std::array{OnPlaceOf(first, path.start), OnPlaceOf(places, path.goal)};
  }

 private:
  /// The places on which a path may begin.
  std::vector<size_t> StartOf(const WalkPath& path) const {
    const UpAxis up = made_.world.up;
    std::vector<size_t> places;
    for (const double x : {0.0, -kWidened_m, kWidened_m}) {
      for (const double y : {0.0, -kWidened_m, kWidened_m}) {
        const Vec2 p = PlanOf(path.start, up) + Vec2{x, y};
        if (const auto place = columns_.PlaceAt(WorldOf(p, HeightOf(path.start, up), up), made_.walk.step_m + 1e-3))
          places.push_back(*place);
      }
    }
    return places;
  }

  /// An end of a path, at the height of the nearest of the places it may be on.
  Vec3 OnPlaceOf(const std::vector<size_t>& places, Vec3 end) const {
    const UpAxis up = made_.world.up;
    double best = std::numeric_limits<double>::infinity();
    for (const size_t place : places) {
      const double height = HeightOf(columns_.MiddleOf(place), up);
      if (std::abs(height - HeightOf(end, up)) < std::abs(best - HeightOf(end, up))) best = height;
    }
    return WorldOf(PlanOf(end, up), best, up);
  }

  const VoxelGround made_;
  const oracle::ColumnWalker columns_;
  const std::optional<Ground> ground_;
  std::optional<Walker> walker_;
  std::vector<size_t> kept_;
};

constexpr uint64_t kWorlds = 8 * kVoxelGroundKinds.size();

TEST(WalkerOnVoxels, ConnectsTheSamePlacesAsTheColumns) {
  int reached = 0, apart = 0, only_round_corners = 0;
  for (uint64_t seed = 0; seed < kWorlds; ++seed) {
    const VoxelWalks world(seed);
    SCOPED_TRACE(world.name());
    if (!world.HasGround()) continue;
    const oracle::ColumnWalker& columns = world.columns();
    TestRandom random(seed);
    EXPECT_EQ(world.ground().component_count, columns.component_count());
    for (int i = 0; i < 40; ++i) {
      const size_t from = world.RandomPlace(random), to = world.RandomPlace(random);
      WalkQuery query{.start = columns.WorldAt(from, random.Uniform(0.3, 0.7), random.Uniform(0.3, 0.7)),
                      .goal = columns.WorldAt(to, random.Uniform(0.3, 0.7), random.Uniform(0.3, 0.7))};
      const bool is_connected = columns.ComponentOf(from) == columns.ComponentOf(to);
      const WalkPath path = world.walker().Find(query);
      ASSERT_EQ(path.status, is_connected ? PathStatus::Complete : PathStatus::Unreachable) << "pair " << i;
      ++(is_connected ? reached : apart);
      EXPECT_EQ(world.walker().WidestRadius(query.start, query.goal) > 0, is_connected);
      // Squares that touch only in a corner leave no room for an agent of positive radius.
      query.radius_m = 2e-3;
      const bool has_room = columns.EdgeComponentOf(from) == columns.EdgeComponentOf(to);
      EXPECT_EQ(world.walker().Find(query).status, has_room ? PathStatus::Complete : PathStatus::Unreachable)
          << "pair " << i;
      only_round_corners += is_connected && !has_room;
    }
  }
  EXPECT_GT(reached, 500);
  EXPECT_GT(apart, 100);
  EXPECT_GT(only_round_corners, 20);
}

/// A height field of steps that are one voxel high, all of which can be taken.
VoxelGround MakeSteps(uint64_t seed) {
  TestRandom random(seed);
  VoxelCanvas canvas(10, 10, 10);
  std::vector<int> row(10, 4);
  for (int x = 0; x < 10; ++x) {
    int last = row[0];
    for (int y = 0; y < 10; ++y) {
      // At most one above or below both neighbours that have a height.
      const int low = std::max(row[size_t(y)], last) - 1, high = std::min(row[size_t(y)], last) + 1;
      last = row[size_t(y)] = std::clamp(low <= high ? random.Integer(low, high) : row[size_t(y)], 1, 7);
      canvas.Raise(x, y, last);
    }
  }
  const double voxel_m = seed % 2 == 0 ? 1 : 0.25;
  const UpAxis up = seed % 3 == 0 ? UpAxis::Y : UpAxis::Z;
  const std::string name = "steps, seed " + std::to_string(seed);
  WalkOptions walk;
  walk.step_m = voxel_m;
  walk.height_m = 2 * voxel_m;
  return {name, canvas.Make(up, voxel_m, {}, name), walk};
}

TEST(WalkerOnVoxels, BeginsAndEndsOnTheRequestedSideOfAStep) {
  int on_steps = 0;
  for (uint64_t seed = 0; seed < 6 && !HasFailure(); ++seed) {
    const VoxelWalks world(MakeSteps(seed));
    TestRandom random(seed);
    for (int i = 0; i < 60; ++i) {
      // On edges and corners of voxels, where the heights of both sides are valid.
      const auto end = [&] {
        const bool along_x = random.Integer(0, 1) == 0;
        const double edge = random.Integer(0, 1), u = i % 4 == 0 ? edge : random.Uniform(0, 1);
        return world.columns().WorldAt(world.RandomPlace(random), along_x ? u : edge, along_x ? edge : u);
      };
      const Vec3 start = end();
      // Sometimes from one side of an edge to the other.
      Vec3 goal = end();
      if (i % 5 == 0) goal = start + WorldOf({0, 0}, world.voxel_m(), world.up());
      const auto from = world.walker().Locate(start), to = world.walker().Locate(goal);
      if (!from || !to) continue;
      SCOPED_TRACE(world.name() + ", pair " + std::to_string(i));
      // By length and by cost.
      const CostRegion region{{{-100, -100, -100}, {world.voxel_m(), 100, 100}}, 2};
      WalkQuery query{.start = start, .goal = goal};
      if (i % 2 == 0) query.regions = {&region, 1};
      const WalkPath path = world.walker().Find(query);
      if (path.status != PathStatus::Complete) continue;
      EXPECT_LE(Length(path.points.front() - from->point), 1e-3);
      EXPECT_LE(Length(path.points.back() - to->point), 1e-3);
      EXPECT_EQ(path.goal, path.points.back());
      // A step is no higher than allowed, whichever end it is at.
      for (size_t k = 1; k < path.points.size(); ++k) {
        const Vec3 d = path.points[k] - path.points[k - 1];
        if (Length(PlanOf(d, world.up())) > 0) continue;
        EXPECT_LE(std::abs(HeightOf(d, world.up())), world.ground().step_m + 3e-3);
        on_steps += k + 1 == path.points.size();
      }
    }
  }
  EXPECT_GT(on_steps, 20);
}

TEST(WalkerOnVoxels, KeepsAnyRadiusForAnyEnds) {
  int complete = 0, partial = 0, none = 0;
  for (uint64_t seed = 0; seed < kWorlds && !HasFailure(); ++seed) {
    const VoxelWalks world(seed);
    if (!world.HasGround()) continue;
    const Walker& walker = world.walker();
    TestRandom random(seed);
    for (const double radius : world.Radii(random)) {
      for (int i = 0; i < 6 && !HasFailure(); ++i) {
        // Ends with room for the agent, or anywhere.
        const auto end = [&](bool with_room) {
          const auto p = walker.RandomWalkable(uint64_t(random.Integer(0, 1 << 30)), with_room ? radius : 0);
          return p.value_or(world.columns().MiddleOf(world.RandomPlace(random)));
        };
        WalkQuery query{.start = end(i % 2 == 0), .goal = end(i % 3 == 0), .radius_m = radius};
        query.snap_m = i % 2 == 0 ? 0 : 2 * world.voxel_m();
        query.partial = i % 4 < 2;
        SCOPED_TRACE(world.name() + ", radius " + std::to_string(radius) + ", query " + std::to_string(i));
        const WalkPath path = walker.Find(query);
        if (path.points.empty()) {
          EXPECT_NE(path.status, PathStatus::Complete);
          EXPECT_NE(path.status, PathStatus::Partial);
          ++none;
          continue;
        }
        EXPECT_TRUE(path.status == PathStatus::Complete || (path.status == PathStatus::Partial && query.partial));
        ++(path.status == PathStatus::Complete ? complete : partial);
        const auto ends = world.CheckPath(path, radius);
        if (!ends) continue;
        // The same ends for smaller agents: no longer. With more clearance where there is room: no shorter. Nearer than
        // 1 mm to walls there need not be a surface for the height.
        WalkQuery again{.start = (*ends)[0], .goal = (*ends)[1], .radius_m = radius / 2, .snap_m = kSnap_m};
        const WalkPath smaller = walker.Find(again);
        EXPECT_EQ(smaller.status, PathStatus::Complete);
        EXPECT_LE(smaller.length_m, 1.02 * path.length_m + 4 * kSnap_m);
        world.CheckPath(smaller, again.radius_m);
        again.preferred_clearance_m = radius;
        const WalkPath wider = walker.Find(again);
        EXPECT_EQ(wider.status, PathStatus::Complete);
        EXPECT_GE(wider.length_m, smaller.length_m - 1e-6);
        world.CheckPath(wider, again.radius_m);
      }
    }
  }
  EXPECT_GT(complete, 1000);
  EXPECT_GT(partial, 300);
  EXPECT_GT(none, 300);
}

}  // namespace
}  // namespace navnet
