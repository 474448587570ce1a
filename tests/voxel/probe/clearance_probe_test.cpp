// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>
#include <navnet/internal/core/segment_box.h>
#include <navnet/internal/core/segment_triangle.h>
#include <navnet/voxel/clearance_probe.h>

#include "grid/occupancy_build.h"
#include "support/grids.h"
#include "support/oracles.h"
#include "support/random_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace navnet {
namespace {

using oracle::Corners;

using ranges::kInfinity;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Segment {
  Vec3 a, b;
};

// Minimum of a convex function on [0, 1], by golden-section search.
template <class Function>
double LeastOf(const Function& f) {
  constexpr double kGolden = 0.6180339887498949;
  double lo = 0, hi = 1, left = 1 - kGolden, right = kGolden, at_left = f(left), at_right = f(right);
  double least = std::min({f(0), f(1), at_left, at_right});
  for (int i = 0; i < 78; ++i) {
    if (at_left < at_right) {
      hi = right;
      right = left;
      at_right = at_left;
      left = hi - kGolden * (hi - lo);
      least = std::min(least, at_left = f(left));
    } else {
      lo = left;
      left = right;
      at_left = at_right;
      right = lo + kGolden * (hi - lo);
      least = std::min(least, at_right = f(right));
    }
  }
  return least;
}

// Points of a triangle are c0 + u (c1 - c0) + v (c2 - c0), v <= 1 - u, and those of the segment a + t (b - a): their
// distance is convex in all three parameters, and remains so after minimising over some of them. v has a closed form;
// t and u are found by golden-section search. Relative to `a`, where coordinates are most precise.
double SlowDistance(const Segment& segment, const Corners& corners) {
  const Vec3 d = segment.b - segment.a, c0 = corners[0] - segment.a;
  const Vec3 e1 = corners[1] - corners[0], e2 = corners[2] - corners[0];
  const double squared = LengthSquared(e2);
  return LeastOf([&](double u) {
    return LeastOf([&](double t) {
      const Vec3 q = d * t - c0 - e1 * u;
      const double v = squared > 0 ? std::clamp(Dot(q, e2) / squared, 0.0, 1 - u) : 0;
      return Length(q - e2 * v);
    });
  });
}

double SlowClearance(const Segment& segment, MeshView mesh) {
  double least = kInfinity;
  for (const Triangle& t : mesh.triangles) {
    least = std::min(least, SlowDistance(segment, {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}));
  }
  return least;
}

double SlowDistance(const Segment& segment, const Box3& box) {
  return LeastOf([&](double t) {
    const Vec3 p = segment.a + (segment.b - segment.a) * t;
    return Length(p - Max(box.min, Min(p, box.max)));
  });
}

ClearanceProbe ProbeOf(TriangleMesh mesh, int threads = 1) {
  Result<ClearanceProbe> probe = ClearanceProbe::Make({.name = "test", .geometry = std::move(mesh)}, threads);
  EXPECT_TRUE(probe.ok());
  return *probe;
}

ClearanceProbe ProbeOf(OccupancyGrid grid) {
  Result<ClearanceProbe> probe = ClearanceProbe::Make({.name = "test", .geometry = std::move(grid)}, 1);
  EXPECT_TRUE(probe.ok());
  return *probe;
}

TriangleMesh OneTriangle(const Corners& corners) { return {{corners.begin(), corners.end()}, {{0, 1, 2}}}; }

// Limits above, below and at the known answer, and no limit.
void ExpectClearance(const ClearanceProbe& probe, const Segment& segment, double expected, double tolerance) {
  const double found = probe.SegmentClearance(segment.a, segment.b, kInfinity);
  EXPECT_NEAR(found, expected, tolerance);
  EXPECT_NEAR(probe.SegmentClearance(segment.b, segment.a, kInfinity), found, tolerance);
  EXPECT_NEAR(probe.SegmentClearance(segment.a, segment.b, 2 * expected + 1), found, tolerance);
  if (found == 0) {
    EXPECT_EQ(probe.SegmentClearance(segment.a, segment.b, 1e-3), 0);
    return;
  }
  EXPECT_EQ(probe.SegmentClearance(segment.a, segment.b, found / 2), found / 2);
  EXPECT_LE(probe.SegmentClearance(segment.a, segment.b, found), found);
  if (segment.a == segment.b) {
    EXPECT_EQ(probe.PointClearance(segment.a, kInfinity), found);
  }
}

// A segment in one of many positions relative to a triangle.
Segment RandomSegment(TestRandom& random, const Corners& t, double size, Vec3 offset) {
  const auto anywhere = [&] { return offset + random.Point(-4, size + 4); };
  const auto in_triangle = [&] {
    double u = random.Uniform(0, 1), v = random.Uniform(0, 1);
    if (u + v > 1) u = 1 - u, v = 1 - v;
    return t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v;
  };
  const auto in_plane = [&] {
    return t[0] + (t[1] - t[0]) * random.Uniform(-1, 2) + (t[2] - t[0]) * random.Uniform(-1, 2);
  };
  const auto i = [&] { return size_t(random.Integer(0, 2)); };
  switch (random.Integer(0, 9)) {
    case 0: return {anywhere(), anywhere()};
    case 1: {  // One point.
      const Vec3 p = anywhere();
      return {p, p};
    }
    case 2: return {t[i()], anywhere()};  // From a corner.
    case 3: {                             // Through a corner or a point of an edge, to both sides.
      const Vec3 p = random.Integer(0, 1) ? t[i()] : t[0] + (t[1] - t[0]) * random.Uniform(0, 1);
      const Vec3 d = random.Point(-1, 1);
      return {p - d, p + d};
    }
    case 4: {  // Through the inside.
      const Vec3 p = in_triangle(), d = random.Point(-1, 1);
      return {p - d, p + d * random.Uniform(0, 2)};
    }
    case 5: return {in_plane(), in_plane()};  // Coplanar.
    case 6: {                                 // Parallel to the plane.
      const Vec3 d = random.Point(-1, 1);
      return {in_plane() + d, in_plane() + d};
    }
    case 7: {  // Parallel to an edge.
      const Vec3 p = anywhere();
      return {p, p + (t[1] - t[0]) * random.Uniform(-2, 2)};
    }
    case 8: {  // Almost parallel to an edge, and close.
      const Vec3 d = random.Point(-1, 1) * 1e-7;
      return {t[0] + d, t[1] + random.Point(-1, 1) * 1e-7};
    }
    default: {  // Very short.
      const Vec3 p = anywhere();
      return {p, p + random.Point(-1, 1) * 1e-9};
    }
  }
}

TEST(ClearanceProbe, AgreesWithMinimisationOverEveryTriangle) {
  constexpr int kWorlds = 240, kSegments = 5;
  constexpr double kSize = 10;
  for (uint64_t seed = 0; seed < kWorlds; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed + 1000);
    const auto style = MeshStyle(seed % kMeshStyles);
    const double distance = std::array{0.0, 0.0, 1e4, 1e6}[seed / kMeshStyles % 4];
    const Vec3 offset = random.Point(-1, 1) * distance;
    const TriangleMesh mesh = RandomMesh(seed, style, random.Integer(1, 9), kSize, 1, offset);
    const ClearanceProbe probe = ProbeOf(mesh);
    for (int i = 0; i < kSegments; ++i) {
      SCOPED_TRACE(i);
      const Triangle& t = mesh.triangles[size_t(random.Integer(0, int(mesh.triangles.size()) - 1))];
      const Segment segment =
          RandomSegment(random, {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}, kSize, offset);
      // Golden-section search is exact to a few roundings of the coordinates, which are 1000 times larger in one world.
      const double tolerance = style == MeshStyle::Huge ? 1e-10 : 1e-12;
      ExpectClearance(probe, segment, SlowClearance(segment, mesh), tolerance);
    }
  }
}

TEST(ClearanceProbe, AgreesWithPointDistancesAlongTheSegment) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed + 5000);
    const TriangleMesh mesh = RandomMesh(seed, MeshStyle::Soup, 30, 10, 1, {});
    const ClearanceProbe probe = ProbeOf(mesh);
    const Segment segment{random.Point(-2, 12), random.Point(-2, 12)};
    constexpr int kSteps = 500;
    double sampled = kInfinity;
    for (int i = 0; i <= kSteps; ++i) {
      const Vec3 p = segment.a + (segment.b - segment.a) * (double(i) / kSteps);
      double at_point = kInfinity;
      for (const Triangle& t : mesh.triangles) {
        at_point = std::min(at_point, oracle::PointTriangleDistance(
                                          p, {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}));
      }
      EXPECT_NEAR(probe.PointClearance(p, kInfinity), at_point, 1e-12);
      sampled = std::min(sampled, at_point);
    }
    const double found = probe.SegmentClearance(segment.a, segment.b, kInfinity);
    EXPECT_LE(found, sampled + 1e-12);
    EXPECT_GE(found, sampled - Length(segment.b - segment.a) / kSteps);
  }
}

TEST(ClearanceProbe, EqualsALinearSearchOverManyTriangles) {
  TriangleMesh mesh = RandomMesh(1, MeshStyle::Slivers, 12000, 200, 1, {3e5, -7e5, 1e4});
  for (const MeshStyle style : {MeshStyle::Degenerate, MeshStyle::Lattice, MeshStyle::Huge}) {
    mesh.Append(RandomMesh(2, style, 500, 200, 1, {3e5, -7e5, 1e4}));
  }
  for (int i = 0; i < 6000; ++i) mesh.triangles.push_back({0, 1, 2});  // Coinciding triangles that no plane separates.
  const ClearanceProbe one = ProbeOf(mesh, 1), many = ProbeOf(mesh, 4);
  TestRandom random(7);
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    const Vec3 a = Vec3{3e5, -7e5, 1e4} + random.Point(-50, 250);
    const Vec3 b = a + random.Point(-1, 1) * random.Uniform(0, 30);
    double least = kInfinity;
    for (const Triangle& t : mesh.triangles) {
      least = std::min(least,
                       SegmentTriangleDistance(a, b, {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}));
    }
    EXPECT_NEAR(one.SegmentClearance(a, b, kInfinity), least, 1e-12);
    EXPECT_EQ(one.SegmentClearance(a, b, kInfinity), many.SegmentClearance(a, b, kInfinity));
  }
}

TEST(ClearanceProbe, IsZeroWhereASegmentTouchesATriangle) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Vec3 offset = random.Point(-1, 1) * std::array{0.0, 1e4, 1e6}[seed % 3];
    // On a lattice of 1/64 all coordinates are exact, so that the touching point is too.
    const auto exact = [&](Vec3 v) {
      for (int k = 0; k < 3; ++k) v[k] = std::round(v[k] * 64) / 64;
      return v;
    };
    const Corners t{exact(offset + random.Point(0, 10)), exact(offset + random.Point(0, 10)),
                    exact(offset + random.Point(0, 10))};
    const Vec3 d = exact(random.Point(-3, 3));
    const ClearanceProbe probe = ProbeOf(OneTriangle(t));
    const Vec3 corner = t[seed % 3], middle = (t[0] + t[1]) * 0.5, inside = (t[0] + middle) * 0.25 + t[2] * 0.5;
    for (const Vec3 p : {corner, middle, inside}) {
      EXPECT_EQ(probe.SegmentClearance(p - d, p + d, 1), 0);
      EXPECT_EQ(probe.SegmentClearance(p, p + d, 1), 0);
      EXPECT_EQ(probe.PointClearance(p, 1), 0);
    }
  }
}

TEST(ClearanceProbe, MeasuresNeedlesAndGrazingSegmentsPrecisely) {
  // A needle of 10 m by 1e-9 m, for which determinants would have no correct digit.
  const Corners needle{{{0, 0, 0}, {10, 0, 0}, {5, 1e-9, 0}}};
  EXPECT_NEAR(SegmentTriangleDistance({5, 2e-10, 3e-10}, {5, 2e-10, 3e-10}, needle), 3e-10, 1e-14);
  EXPECT_EQ(SegmentTriangleDistance({5, 2e-10, 1}, {5, 2e-10, -1}, needle), 0);
  EXPECT_NEAR(SegmentTriangleDistance({5, 4e-9, 1}, {5, 4e-9, -1}, needle), 3e-9, 1e-14);
  // So thin that squared lengths underflow to 0.
  for (const double height : {1e-150, 1e-158, 1e-162, 1e-300}) {
    const Corners hair{{{0, 0, 0}, {10, 0, 0}, {5, height, 0}}};
    EXPECT_NEAR(SegmentTriangleDistance({5, 3, 1}, {5, 3, -1}, hair), 3, 1e-14);
    EXPECT_EQ(SegmentTriangleDistance({5, 0, 1}, {5, 0, -1}, hair), 0);
    const Corners speck{{{0, 0, 0}, {height, 0, 0}, {0, height, height}}};
    EXPECT_NEAR(SegmentTriangleDistance({-1, 2, 0}, {1, 2, 0}, speck), 2, 1e-14);
  }
  // Two lines that cross at an angle of 1e-9.
  EXPECT_NEAR(SegmentTriangleDistance({0, -3e-9, 1e-10}, {10, 7e-9, 1e-10}, {{{0, 0, 0}, {10, 0, 0}, {10, 0, 0}}}),
              1e-10, 1e-14);
  // Along a face of a box, approaching it by 1e-9 m per metre, past its edge.
  const SegmentToBoxes flight({1, 1e-9, 0});
  EXPECT_NEAR(std::sqrt(flight.DistanceSquared({{0.25, 5e-10, -1}, {0.75, 1, 1}})), 0, 1e-15);
  EXPECT_NEAR(std::sqrt(flight.DistanceSquared({{0.25, 1e-9, -1}, {0.75, 1, 1}})), 2.5e-10, 1e-15);
}

TEST(ClearanceProbe, KeepsMillimetresFarFromTheOrigin) {
  const Vec3 far{1e6, -2e6, 5e5};
  const ClearanceProbe probe = ProbeOf(OneTriangle({far, far + Vec3{100, 0, 0}, far + Vec3{0, 100, 0}}));
  EXPECT_NEAR(probe.SegmentClearance(far + Vec3{10, 10, 0.001}, far + Vec3{20, 20, 0.5}, 1), 0.001, 1e-9);
  EXPECT_EQ(probe.SegmentClearance(far + Vec3{10, 10, 0.001}, far + Vec3{20, 20, -0.001}, 1), 0);
}

TEST(ClearanceProbe, AgreesWithMinimisationOverEveryBlockedVoxel) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    // Across the borders of blocks; every other grid is rotated.
    VoxelBox bounds;
    for (int k = 0; k < 3; ++k) {
      bounds.lo[k] = random.Integer(-70, 60);
      bounds.hi[k] = bounds.lo[k] + random.Integer(4, 20);
    }
    std::vector<VoxelBox> boxes;
    for (int i = random.Integer(1, 6); i > 0; --i) {
      VoxelBox box;
      for (int k = 0; k < 3; ++k) {
        box.lo[k] = random.Integer(bounds.lo[k] - 2, bounds.hi[k] - 1);
        box.hi[k] = box.lo[k] + random.Integer(1, 4);
      }
      boxes.push_back(box);
    }
    GridFrame frame{random.Point(-10, 10) * (seed % 3 == 0 ? 1e4 : 1), random.Uniform(0.05, 2)};
    if (seed % 2) frame.turn = {0.6, 0.8, seed % 4 == 1 ? UpAxis::Z : UpAxis::Y};
    const OccupancyGrid grid = BuildOccupancy(frame, bounds, 0, boxes);
    const oracle::VoxelSet blocked = BlockedVoxels(grid);
    const ClearanceProbe probe = ProbeOf(grid);
    for (int i = 0; i < 4; ++i) {
      const auto near = [&] {
        Vec3 p;
        for (int k = 0; k < 3; ++k) p[k] = random.Uniform(bounds.lo[k] - 8, bounds.hi[k] + 8);
        // Some along the faces of voxels.
        return i == 3 ? Vec3{std::round(p.x), std::round(p.y), std::round(p.z)} : p;
      };
      const Vec3 a = near(), b = i == 2 ? a : near();
      double expected = kInfinity;
      for (const VoxelCoord v : blocked) {
        const Vec3 lo{double(v.x), double(v.y), double(v.z)};
        expected = std::min(expected, SlowDistance({a, b}, Box3{lo, lo + Vec3{1, 1, 1}}) * frame.voxel_m);
      }
      const Segment segment{frame.ToWorld(a), frame.ToWorld(b)};
      if (blocked.empty()) {
        EXPECT_EQ(probe.SegmentClearance(segment.a, segment.b, 3), 3);
      } else {
        ExpectClearance(probe, segment, expected, seed % 3 == 0 ? 1e-9 : 1e-12);
      }
    }
  }
}

TEST(ClearanceProbe, TouchesTheFacesOfVoxels) {
  const std::array blocked{VoxelBox{{3, 3, 3}, {4, 4, 4}}};
  const ClearanceProbe probe = ProbeOf(BuildOccupancy({{}, 0.1}, {{0, 0, 0}, {10, 10, 10}}, 0, blocked));
  EXPECT_EQ(probe.SegmentClearance({0.3, 0, 0.35}, {0.3, 1, 0.35}, 1), 0);
  EXPECT_EQ(probe.SegmentClearance({0.35, 0.35, 0}, {0.35, 0.35, 1}, 1), 0);
  EXPECT_EQ(probe.PointClearance({0.35, 0.35, 0.35}, 1), 0);
  EXPECT_NEAR(probe.PointClearance({0.35, 0.35, 0.5}, 1), 0.1, 1e-15);
}

TEST(ClearanceProbe, CountsOutsideTheBoundsOfAVoxelWorldAsFree) {
  const std::array blocked{VoxelBox{{0, 0, 0}, {1, 1, 1}}};
  const ClearanceProbe probe = ProbeOf(BuildOccupancy({{}, 1}, {{0, 0, 0}, {8, 8, 8}}, 0, blocked));
  EXPECT_EQ(probe.SegmentClearance({-5, -5, -5}, {-5, 5, -5}, 2), 2);
  EXPECT_DOUBLE_EQ(probe.PointClearance({-5, 0.5, 0.5}, 100), 5);
  EXPECT_EQ(ProbeOf(OccupancyGrid()).PointClearance({1, 2, 3}, 4), 4);
}

TEST(ClearanceProbe, ReturnsZeroForInvalidInput) {
  const std::array blocked{VoxelBox{{0, 0, 0}, {1, 1, 1}}};
  const std::array probes{ProbeOf(OneTriangle({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}})),
                          ProbeOf(BuildOccupancy({{}, 1}, {{0, 0, 0}, {8, 8, 8}}, 0, blocked))};
  for (const ClearanceProbe& probe : probes) {
    for (const double bad : {kNan, kInfinity, -kInfinity, 1e13, 1e300}) {
      for (int k = 0; k < 3; ++k) {
        Vec3 p{5, 5, 5};
        p[k] = bad;
        EXPECT_EQ(probe.SegmentClearance(p, {5, 5, 5}, 1), 0);
        EXPECT_EQ(probe.SegmentClearance({5, 5, 5}, p, 1), 0);
        EXPECT_EQ(probe.PointClearance(p, 1), 0);
      }
    }
    for (const double at_most : {kNan, 0.0, -1.0, -kInfinity}) EXPECT_EQ(probe.PointClearance({5, 5, 5}, at_most), 0);
    EXPECT_EQ(probe.SegmentClearance({5, 5, 5}, {1e12, 1e12, 1e12}, 1), 1);
  }
}

TEST(ClearanceProbe, RefusesInvalidMeshes) {
  const auto code = [](TriangleMesh mesh) -> std::optional<ErrorCode> {
    const Result<ClearanceProbe> probe = ClearanceProbe::Make({.name = "test", .geometry = std::move(mesh)});
    return probe ? std::nullopt : std::optional(probe.error().code);
  };
  EXPECT_EQ(code({}), ErrorCode::EmptyWorld);
  EXPECT_EQ(code({{{0, 0, 0}}, {{0, 0, 1}}}), ErrorCode::BadFormat);
  EXPECT_EQ(code({{{0, 0, kNan}}, {{0, 0, 0}}}), ErrorCode::BadFormat);
}

}  // namespace
}  // namespace navnet
