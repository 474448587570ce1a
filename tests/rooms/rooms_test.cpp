// SPDX-License-Identifier: Apache-2.0
#include <navnet/bake.h>
#include <navnet/core/range.h>
#include <navnet/internal/core/segment_triangle.h>
#include <navnet/rooms/rooms.h>
#include <navnet/runtime/follow.h>
#include <navnet/runtime/repair.h>
#include <navnet/worlds/worlds.h>

#include "support/random_meshes.h"
#include "support/room_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace navnet {
namespace {

using ranges::kInfinity;

double ClearanceOf(MeshView mesh, Vec3 a, Vec3 b) {
  double least = kInfinity;
  const Vec3 low = Min(a, b), high = Max(a, b);
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3 &p = mesh.vertices[i], &q = mesh.vertices[j], &r = mesh.vertices[k];
    const Vec3 gap = Max(Max(Min(Min(p, q), r) - high, low - Max(Max(p, q), r)), {});
    if (LengthSquared(gap) < least * least) least = std::min(least, SegmentTriangleDistance(a, b, {p, q, r}));
  }
  return least;
}

double LengthOf(std::span<const Vec3> points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

// A random polyline that keeps a clearance from all triangles; few points where there is little room.
std::vector<Vec3> RandomPath(TestRandom& random, MeshView mesh, Vec3 low, double size, double clearance, size_t most) {
  const auto place = [&] { return low + random.Point(0, size); };
  std::vector<Vec3> points;
  for (int i = 0; i < 200 && points.size() < most; ++i) {
    const Vec3 p = points.empty() ? place() : points.back() + random.Point(-0.4, 0.4) * size;
    if (ClearanceOf(mesh, points.empty() ? p : points.back(), p) >= clearance) points.push_back(p);
  }
  return points;
}

// The shortest path through rooms by trial: many small random moves of many points. Never better than the shortest.
double SlowShortest(TestRandom& random, const RoomCorridor& rooms, Vec3 start, Vec3 goal) {
  std::vector<Vec3> points{start};
  for (size_t room = 0; room + 1 < rooms.size(); ++room) {
    const std::vector<Vec3> corners = SlowCornersOf(PortalPlanes(rooms, room), 1e-9);
    Vec3 middle;
    for (const Vec3& p : corners) middle = middle + p * (1 / double(corners.size()));
    points.push_back(middle);
  }
  points.push_back(goal);
  double best = LengthOf(points), step = 0.3 * best;
  for (int round = 0; round < 4000 && points.size() > 2; ++round) {
    const size_t i = size_t(random.Integer(1, int(points.size()) - 2));
    const Vec3 before = points[i];
    points[i] = before + random.Point(-1, 1) * step;
    const double now = rooms.Contains(i - 1, points[i]) && rooms.Contains(i, points[i]) ? LengthOf(points) : kInfinity;
    if (now < best) {
      best = now;
    } else {
      points[i] = before;
      step = std::max(1e-7, step * 0.995);
      if (round % 500 == 499) step = 0.03 * best;
    }
  }
  return best;
}

// Rooms are clear of all triangles, contain the path in order, overlap; the taut path is the shortest.
void ExpectSound(MeshView mesh, std::span<const Vec3> points, double radius, const Rooms& rooms, TestRandom& random) {
  ASSERT_EQ(rooms.status, RoomStatus::Complete);
  ASSERT_GE(rooms.corridor.size(), 1u);
  EXPECT_TRUE(RunsThrough(rooms.corridor, points, kRoomTolerance_m));
  for (size_t room = 0; room < rooms.corridor.size(); ++room) {
    const std::vector<Vec3> corners = SlowCornersOf(rooms.corridor.PlanesOf(room), 2e-10);
    ASSERT_GE(corners.size(), 4u);
    for (int i = 0; i < 20; ++i) {
      const Vec3 a =
          i < 10 ? corners[size_t(random.Integer(0, int(corners.size()) - 1))] : RandomAmong(random, corners);
      const Vec3 b =
          i < 15 ? corners[size_t(random.Integer(0, int(corners.size()) - 1))] : RandomAmong(random, corners);
      EXPECT_GE(ClearanceOf(mesh, a, b), radius);
    }
    if (room > 0) {
      EXPECT_GT(RoomInside(PortalPlanes(rooms.corridor, room - 1), 2e-10), 0);
    }
  }
  ASSERT_GE(rooms.path.size(), std::min<size_t>(points.size(), 2));
  EXPECT_EQ(rooms.path.front(), points.front());
  EXPECT_EQ(rooms.path.back(), points.back());
  EXPECT_TRUE(RunsThrough(rooms.corridor, rooms.path, kRoomTolerance_m));
  for (size_t i = 1; i < rooms.path.size(); ++i) {
    EXPECT_GE(ClearanceOf(mesh, rooms.path[i - 1], rooms.path[i]), radius);
  }
  EXPECT_DOUBLE_EQ(rooms.length_m, LengthOf(rooms.path));
  EXPECT_LE(rooms.length_m, LengthOf(points) * (1 + 1e-12));
  EXPECT_LE(rooms.lower_bound_m, rooms.length_m);
  EXPECT_GE(rooms.lower_bound_m, rooms.length_m * (1 - 1e-4));
}

TEST(RoomMaker, MakesRoomsClearOfAllTrianglesOfEveryKind) {
  RoomContext context;
  Rooms rooms;
  int made = 0, several = 0;
  for (int i = 0; i < 60; ++i) {
    TestRandom random(uint64_t(i) + 40);
    const auto style = MeshStyle(i % kMeshStyles);
    const Vec3 offset = i % 4 == 3 ? Vec3{1e5, -2e5, 3e4} : Vec3{};
    const double size = 10, radius = i % 5 == 0 ? 0 : random.Uniform(0.05, 0.5);
    const TriangleMesh mesh = RandomMesh(uint64_t(i), style, random.Integer(1, 60), size, 1, offset);
    const std::vector<Vec3> points = RandomPath(random, mesh, offset, size, radius + 1e-3, 6);
    if (points.empty()) continue;
    SCOPED_TRACE(i);
    const Result<RoomMaker> maker = RoomMaker::Make(mesh, 1);
    ASSERT_TRUE(maker.ok());
    maker->Find(points, {.radius_m = radius, .reach_m = i % 3 == 0 ? 0 : random.Uniform(0.1, 20)}, context, rooms);
    ExpectSound(mesh, points, radius, rooms, random);
    ++made;
    several += rooms.corridor.size() > 1;
  }
  EXPECT_GT(made, 40);
  EXPECT_GT(several, 20);
}

TEST(RoomMaker, PullsThePathAsTightAsASlowSearch) {
  RoomContext context;
  Rooms rooms;
  int bent = 0;
  for (int i = 0; i < 20; ++i) {
    TestRandom random(uint64_t(i) + 900);
    const TriangleMesh mesh = RandomMesh(uint64_t(i), MeshStyle::Soup, 30, 10, 1, {});
    const std::vector<Vec3> points = RandomPath(random, mesh, {}, 10, 0.2, 6);
    if (points.empty()) continue;
    const Result<RoomMaker> maker = RoomMaker::Make(mesh, 1);
    maker->Find(points, {.radius_m = 0.15}, context, rooms);
    ASSERT_EQ(rooms.status, RoomStatus::Complete);
    const double slow = SlowShortest(random, rooms.corridor, points.front(), points.back());
    EXPECT_LE(rooms.length_m, slow + 1e-6 * slow);
    EXPECT_LE(rooms.lower_bound_m, slow);
    EXPECT_LE(slow, rooms.length_m * 1.02);  // The search finds about the same.
    bent += rooms.path.size() > 2;
  }
  EXPECT_GT(bent, 5);
}

TEST(RoomMaker, DoesNotDependOnTheOrderOfTriangles) {
  for (int i = 0; i < 12; ++i) {
    TestRandom random{uint64_t(i)};
    const TriangleMesh mesh = RandomMesh(uint64_t(i), MeshStyle(i % kMeshStyles), 80, 10, 1, {});
    const std::vector<Vec3> points = RandomPath(random, mesh, {}, 10, 0.1, 5);
    if (points.empty()) continue;
    TriangleMesh other = mesh;
    for (size_t k = other.triangles.size(); k > 1; --k) {
      std::swap(other.triangles[k - 1], other.triangles[size_t(random.Integer(0, int(k) - 1))]);
      std::rotate(other.triangles[k - 1].begin(), other.triangles[k - 1].begin() + random.Integer(0, 2),
                  other.triangles[k - 1].end());
    }
    RoomContext context;
    Rooms rooms, others;
    RoomMaker::Make(mesh, 1)->Find(points, {.radius_m = 0.1}, context, rooms);
    RoomMaker::Make(other, 4)->Find(points, {.radius_m = 0.1}, context, others);
    ASSERT_EQ(rooms.corridor.first_plane, others.corridor.first_plane);
    for (size_t k = 0; k < rooms.corridor.planes.size(); ++k) {
      EXPECT_EQ(rooms.corridor.planes[k].normal, others.corridor.planes[k].normal);
      EXPECT_EQ(rooms.corridor.planes[k].offset_m, others.corridor.planes[k].offset_m);
    }
    EXPECT_EQ(rooms.path, others.path);
  }
}

TEST(RoomMaker, FitsRoomsToTheFlightsOfANet) {
  const TriangleMesh mesh = *MakeWorld({.kind = WorldKind::Building});
  BakeOptions bake;
  bake.sample.voxel_m = 0.4;
  bake.sample.radii_m = {0.3};
  bake.keep = Keep::Largest;
  const Navigator navigator(Bake(World{"building", UpAxis::Z, mesh}, bake)->net);
  const Result<RoomMaker> maker = RoomMaker::Make(mesh);
  TestRandom random(1);
  double given = 0, taut = 0;
  for (uint64_t i = 0; i < 4; ++i) {
    const FlightQuery query{.start = *navigator.RandomFree(2 * i, 0.3),
                            .goal = *navigator.RandomFree(2 * i + 1, 0.3),
                            .radius_m = 0.3,
                            .ceiling_m = i % 2 == 0 ? kInfinity : 20};
    const FlightPath path = navigator.Find(query);
    if (path.status != PathStatus::Complete) continue;
    const Rooms rooms = maker->Find(navigator, query, path.points);
    ExpectSound(mesh, path.points, 0.3 - kRoomTolerance_m, rooms, random);
    given += path.length_m;
    taut += rooms.length_m;
    const std::array<HalfSpace, 6> walls = WallsOf(navigator.info());
    for (const Vec3& p : rooms.path) {
      for (const HalfSpace& wall : walls) EXPECT_LE(wall.DistanceTo(p), kRoomTolerance_m);
      EXPECT_LE(p.z, query.ceiling_m + kRoomTolerance_m);
    }
  }
  EXPECT_LT(taut, 0.995 * given);
}

// Posts stand in turns on both sides of a plane, at the radius from it: paths run in the plane, so a room that contains
// a whole segment has no inside, or ends where the next one begins.
TEST(RoomMaker, MakesRoomsInSlitsAsWideAsTheAgent) {
  constexpr double kVoxel = 0.2, kRadius = 0.2, kPlane = 2;
  RoomContext context;
  Rooms rooms;
  TestRandom random(11);
  int without_portal = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {2 * kPlane, 12, 2}}, 0.5);
    for (double y = 1, side = 0; y < 10; side = 1 - side) {
      const double end = y + random.Integer(1, 4) * kVoxel;
      mesh.Append(side > 0 ? MakeBox({{0, y, 0}, {kPlane - kRadius, end, 2}})
                           : MakeBox({{kPlane + kRadius, y, 0}, {2 * kPlane, end, 2}}));
      y = end + random.Integer(3, 6) * kVoxel;
    }
    for (int i = 0; i < 5; ++i) {  // Sills and lintels, for bends within the plane.
      const double y = 1 + random.Integer(0, 45) * kVoxel;
      mesh.Append(i % 2 == 0 ? MakeBox({{0, y, 0}, {2 * kPlane, y + kVoxel, 1.2}})
                             : MakeBox({{0, y, 0.8}, {2 * kPlane, y + kVoxel, 2}}));
    }
    BakeOptions bake;
    bake.sample.voxel_m = kVoxel;
    bake.sample.radii_m = {kRadius};
    const Navigator navigator(Bake(World{"slits", UpAxis::Z, mesh}, bake)->net);
    const Result<RoomMaker> maker = RoomMaker::Make(mesh, 1);
    for (uint64_t i = 0; i < 10; ++i) {
      const FlightQuery query{.start = {random.Uniform(0.2, 3.8), 0.5, random.Uniform(0.2, 1.8)},
                              .goal = {random.Uniform(0.2, 3.8), 11.5, random.Uniform(0.2, 1.8)},
                              .radius_m = kRadius};
      const FlightPath path = navigator.Find(query);
      if (path.status != PathStatus::Complete) continue;
      SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(i));
      maker->Find(navigator, query, path.points, context, rooms);
      ASSERT_EQ(rooms.status, RoomStatus::Complete);
      EXPECT_TRUE(RunsThrough(rooms.corridor, path.points, kRoomTolerance_m));
      EXPECT_TRUE(RunsThrough(rooms.corridor, rooms.path, kRoomTolerance_m));
      for (size_t k = 1; k < rooms.path.size(); ++k) {
        EXPECT_GE(ClearanceOf(mesh, rooms.path[k - 1], rooms.path[k]), kRadius - 1e-9);
      }
      EXPECT_LE(rooms.length_m, LengthOf(path.points) * (1 + 1e-12));
      EXPECT_LE(rooms.lower_bound_m, rooms.length_m);
      for (size_t room = 0; room + 1 < rooms.corridor.size(); ++room) {
        without_portal += PortalShapeOf(rooms.corridor, room).planes.empty();
      }
    }
  }
  EXPECT_GT(without_portal, 10);
}

TEST(RoomMaker, MakesExactPathsThatAreCheckedAndFollowedInTheirRooms) {
  // A slanted wall: the voxels beside it are blocked in steps.
  TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {12, 12, 4}}, 0.5);
  mesh.Append(TriangleMesh{{{3, 0, 0}, {7, 9, 0}, {7, 9, 4}, {3, 0, 4}}, {{0, 1, 2}, {0, 2, 3}}});
  BakeOptions bake;
  bake.sample.voxel_m = 0.5;
  bake.sample.radii_m = {0.3};
  const Navigator navigator(Bake(World{"wall", UpAxis::Z, mesh}, bake)->net);
  const FlightQuery query{.start = {2, 3, 2}, .goal = {9, 3, 2}, .radius_m = 0.3};
  const FlightPath path = navigator.Find(query);
  const Rooms rooms = RoomMaker::Make(mesh)->Find(navigator, query, path.points);
  ASSERT_EQ(rooms.status, RoomStatus::Complete);
  EXPECT_LT(rooms.length_m, path.length_m - 0.01);
  EXPECT_FALSE(CheckPath(navigator, rooms.path, 0.3).IsValid());
  EXPECT_TRUE(CheckPath(navigator, rooms.path, 0.3, {.rooms = &rooms.corridor}).IsValid());
  // Something became blocked at the bend: only NavVolumes can tell, and they do not contain it.
  const Vec3 bend = rooms.path[1], by{0.2, 0.2, 0.2};
  WorldChange change;
  change.blocked = {{bend - by, bend + by}};
  const PathCheckOptions changed{.change = &change, .rooms = &rooms.corridor};
  EXPECT_FALSE(CheckPath(navigator, rooms.path, 0.3, changed).IsValid());
  change.blocked = {{{0, 11, 0}, {1, 12, 1}}};
  EXPECT_TRUE(CheckPath(navigator, rooms.path, 0.3, changed).IsValid());

  FollowState state{.position = rooms.path[0]};
  FollowStep step;
  for (int i = 0; i < 2000 && step.outcome != FollowOutcome::Arrived; ++i) {
    step = FollowPath(navigator, rooms.path, 0.3, state, {.speed_m_s = 2}, 0.05, {}, &rooms.corridor);
    ASSERT_TRUE(step.outcome == FollowOutcome::Moving || step.outcome == FollowOutcome::Arrived);
    const Vec3 next = state.position + step.velocity * 0.05;
    EXPECT_GE(ClearanceOf(mesh, state.position, next), 0.3 - kRoomTolerance_m);
    state = {next, step.velocity, step.place};
  }
  EXPECT_EQ(step.outcome, FollowOutcome::Arrived);
}

TEST(RoomMaker, TakesTheTrianglesOfANet) {
  const TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {10, 10, 3}}, 0.5);
  BakeOptions bake;
  bake.sample.voxel_m = 0.5;
  bake.with_world = true;
  const World world{"room", UpAxis::Z, mesh};
  const Net net = Bake(world, bake)->net;
  const Result<RoomMaker> stored = RoomMaker::Make(net), given = RoomMaker::Make(mesh);
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(stored->size(), mesh.triangles.size());
  const Navigator navigator(net);
  const FlightQuery query{.start = {1, 1, 1}, .goal = {9, 8, 2}};
  const std::vector<Vec3> points{query.start, {1, 8, 2}, query.goal};
  const Rooms first = stored->Find(navigator, query, points), second = given->Find(navigator, query, points);
  EXPECT_EQ(first.status, RoomStatus::Complete);
  EXPECT_EQ(first.path, second.path);
  bake.with_world = false;
  const Result<RoomMaker> none = RoomMaker::Make(Bake(world, bake)->net);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("--with-world"), std::string::npos);
}

TEST(RoomMaker, KeepsOutsideForbiddenBoxesAndBetweenHeights) {
  const Result<RoomMaker> maker = RoomMaker::Make(MeshView{}, 1);  // No triangles.
  RoomContext context;
  Rooms rooms;
  TestRandom random(3);
  const std::vector<CostRegion> regions{{{{4, -1, -kInfinity}, {6, 5, kInfinity}}, kInfinity},
                                        {{{2, 7, 0}, {3, 9, 10}}, 3},
                                        {{{0, 0, 0}, {1, 1, 10}}, 2}};
  const std::vector<Vec3> points{{0.5, 0.5, 2}, {4, 5, 2}, {6, 5, 2}, {10, 0, 2}};
  const RoomOptions options{.radius_m = 0.5, .reach_m = 8, .regions = regions, .floor_m = 1, .ceiling_m = 3};
  maker->Find(points, options, context, rooms);
  ASSERT_EQ(rooms.status, RoomStatus::Complete);
  EXPECT_TRUE(RunsThrough(rooms.corridor, points, kRoomTolerance_m));
  EXPECT_NEAR(rooms.length_m, LengthOf(points), 1e-3);  // Around the corners of the box already.
  for (size_t room = 0; room < rooms.corridor.size(); ++room) {
    const std::vector<Vec3> corners = SlowCornersOf(rooms.corridor.PlanesOf(room), 1e-11);
    for (int i = 0; i < 50; ++i) {
      const Vec3 p = RandomAmong(random, corners);
      EXPECT_GE(p.z, 1);
      EXPECT_LE(p.z, 3);
      for (size_t k = 0; k < 2; ++k) {  // The path begins in the third.
        const Box3& box = regions[k].box_world;
        EXPECT_FALSE(p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y);
      }
    }
  }
  const auto status_of = [&](std::vector<Vec3> path, RoomOptions of) {
    maker->Find(path, of, context, rooms);
    EXPECT_EQ(rooms.corridor.empty(), rooms.status != RoomStatus::Complete);
    return rooms.status;
  };
  EXPECT_EQ(status_of({{0, 3, 2}, {10, 3, 2}}, options), RoomStatus::Blocked);
  EXPECT_EQ(rooms.blocked_segment, 0u);
  EXPECT_EQ(status_of({{0, 6, 2}, {10, 6, 2}, {10, 6, 4}}, options), RoomStatus::Blocked);
  EXPECT_EQ(rooms.blocked_segment, 1u);
  EXPECT_EQ(status_of({{0, 6, 2}}, options), RoomStatus::Complete);
  EXPECT_EQ(status_of({}, options), RoomStatus::InvalidQuery);
  EXPECT_EQ(status_of({{0, 6, kInfinity}}, options), RoomStatus::InvalidQuery);
  EXPECT_EQ(status_of({{0, 6, 2}}, {.radius_m = -1}), RoomStatus::InvalidQuery);
  EXPECT_EQ(status_of({{0, 6, 2}}, {.reach_m = NAN}), RoomStatus::InvalidQuery);
  const std::vector<HalfSpace> walls{{{1, 0, 0}, 5}};
  EXPECT_EQ(status_of({{0, 6, 2}, {6, 6, 2}}, {.walls = walls}), RoomStatus::Blocked);
  EXPECT_EQ(status_of({{0, 6, 2}, {5, 6, 2}}, {.walls = walls}), RoomStatus::Complete);
  EXPECT_EQ(ShapeOf(rooms.corridor.PlanesOf(0)).planes.size(), 6u);
}

TEST(RoomMaker, TakesBoxesOfTheNetWhereThePathTouchesATriangle) {
  const TriangleMesh mesh = MakeBoxRoom({{0, 0, 0}, {10, 10, 3}}, 0.5);
  BakeOptions bake;
  bake.sample.voxel_m = 0.5;
  const Navigator navigator(Bake(World{"room", UpAxis::Z, mesh}, bake)->net);
  const TriangleMesh sheet{{{3, 3, 1}, {5, 3, 1}, {3, 5, 1}}, {{0, 1, 2}}};  // Not in the net.
  const Result<RoomMaker> maker = RoomMaker::Make(sheet, 1);
  const std::vector<Vec3> points{{2, 3, 1}, {5, 3, 1}, {8, 8, 2}};
  RoomContext context;
  Rooms rooms;
  maker->Find(points, {}, context, rooms);
  EXPECT_EQ(rooms.status, RoomStatus::Blocked);
  maker->Find(points, {.navigator = &navigator}, context, rooms);
  ASSERT_EQ(rooms.status, RoomStatus::Complete);
  EXPECT_TRUE(RunsThrough(rooms.corridor, points, 1e-6));
  EXPECT_TRUE(RunsThrough(rooms.corridor, rooms.path, 1e-6));
}

TEST(RoomMaker, RefusesBadMeshes) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}};
  const std::vector<Triangle> triangles{{0, 1, 2}}, beyond{{0, 1, 3}};
  EXPECT_FALSE(RoomMaker::Make({vertices, triangles}).ok());
  EXPECT_FALSE(RoomMaker::Make({vertices, beyond}).ok());
}

TEST(RoomShape, HasTheCornersOfThePlanes) {
  for (int i = 0; i < 30; ++i) {
    TestRandom random{uint64_t(i)};
    const Vec3 middle = i % 2 == 0 ? Vec3{} : Vec3{1e6, -1e5, 3};
    std::vector<HalfSpace> planes;
    for (int k = 0; k < 6 + i; ++k) {
      Vec3 normal = random.Point(-1, 1);
      if (k < 6)
        normal =
            k % 2 == 0 ? Vec3{double(k / 2 == 0), double(k / 2 == 1), double(k / 2 == 2)} : planes.back().normal * -1;
      normal = normal * (1 / Length(normal));
      planes.push_back({normal, Dot(normal, middle) + random.Uniform(1, 3)});
    }
    const std::vector<Vec3> slow = SlowCornersOf(planes, 1e-8);
    const RoomShape shape = ShapeOf(planes);
    const auto is_among = [](Vec3 p, std::span<const Vec3> points) {
      return std::any_of(points.begin(), points.end(), [&](Vec3 q) { return Length(p - q) < 1e-6; });
    };
    for (const Vec3& p : slow) EXPECT_TRUE(is_among(p, shape.corners));
    for (const Vec3& p : shape.corners) EXPECT_TRUE(is_among(p, slow));
    ASSERT_EQ(shape.first_corner.size(), shape.planes.size() + 1);
    for (size_t face = 0; face < shape.planes.size(); ++face) {
      for (uint32_t k = shape.first_corner[face]; k < shape.first_corner[face + 1]; ++k) {
        EXPECT_NEAR(shape.planes[face].DistanceTo(shape.corners[k]), 0, 1e-8);
      }
    }
  }
  EXPECT_TRUE(ShapeOf({}).planes.empty());
  const std::vector<HalfSpace> none{{{1, 0, 0}, -1}, {{-1, 0, 0}, -1}};
  EXPECT_TRUE(ShapeOf(none).planes.empty());
}

}  // namespace
}  // namespace navnet
