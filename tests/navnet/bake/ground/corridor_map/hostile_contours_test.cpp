// SPDX-License-Identifier: Apache-2.0
// Invalid contours are refused, or give a valid map; they never crash.

#include "support/corridor_checks.h"
#include "support/ground_surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace navnet {
namespace {

GroundRing& AnyRing(GroundContours& contours, TestRandom& random) {
  auto& rings = contours.layers[size_t(random.Integer(0, int(contours.layers.size()) - 1))].rings;
  return rings[size_t(random.Integer(0, int(rings.size()) - 1))];
}

/// Damages contours in a random way.
void Damage(GroundContours& contours, TestRandom& random, int size) {
  for (const GroundLayer& layer : contours.layers) {
    if (layer.rings.empty()) return;
  }
  GroundRing& ring = AnyRing(contours, random);
  if (ring.points.empty() || ring.points.size() != ring.connections.size()) return;
  const auto at = size_t(random.Integer(0, int(ring.points.size()) - 1));
  GroundPoint& point = ring.points[at];
  switch (random.Integer(0, 11)) {
    case 0: point.x += random.Integer(-1, 1); break;
    case 1: point = {random.Integer(-size, 9 * size), random.Integer(-size, 9 * size)}; break;
    case 2: {  // Two rings touch, or an edge is touched.
      const GroundRing& other = AnyRing(contours, random);
      if (!other.points.empty()) point = other.points[size_t(random.Integer(0, int(other.points.size()) - 1))];
      break;
    }
    case 3: {  // A spike: out and back.
      const GroundPoint tip = {point.x + random.Integer(-size, size), point.y + random.Integer(-size, size)};
      const GroundPoint foot = point;
      ring.points.insert(ring.points.begin() + std::ptrdiff_t(at), {foot, tip});
      ring.connections.insert(ring.connections.begin() + std::ptrdiff_t(at), {kNoConnection, kNoConnection});
      break;
    }
    case 4: std::reverse(ring.points.begin(), ring.points.end()); break;
    case 5: contours.layers[0].rings.push_back(ring); break;
    case 6: {  // A sliver of a hole at the point.
      const GroundPoint p = point;
      contours.layers[0].rings.push_back(RingOf({p, {p.x + 1, p.y + size / 2}, {p.x + 1, p.y + size / 2 - 1}}));
      break;
    }
    case 7: ring.connections[at] = uint32_t(random.Integer(0, 3)); break;
    case 8: ring.connections.pop_back(); break;
    case 9: ring.points.erase(ring.points.begin() + std::ptrdiff_t(at)); break;
    case 10:
      if (!contours.connections.empty()) contours.connections[0].layers[1] = uint32_t(random.Integer(0, 5));
      break;
    case 11: {  // An island or a hole anywhere, sometimes flat.
      const GroundPoint p = {random.Integer(0, 6 * size), random.Integer(0, 6 * size)};
      const int w = random.Integer(0, size), h = random.Integer(0, size);
      std::vector<GroundPoint> box = {p, {p.x + w, p.y}, {p.x + w, p.y + h}, {p.x, p.y + h}};
      if (random.Integer(0, 1) == 0) std::reverse(box.begin(), box.end());
      contours.layers[0].rings.push_back(RingOf(box));
      break;
    }
  }
}

TEST(CorridorMap, HostileContoursAreRefusedOrMapped) {
  int mapped = 0, refused = 0;
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    TestRandom random(seed);
    const int size = random.Integer(0, 1) == 0 ? 4 : 1000;
    const int layers = random.Integer(1, 4);
    GroundContours contours = ContoursOf(
        GridSurface(random.Integer(1, 5), random.Integer(1, 5), size, random.Integer(0, 1) * size / 5, seed,
                    [&](int, int) { return random.Integer(0, 9) < 3 ? -1 : random.Integer(0, layers - 1); }));
    std::erase_if(contours.layers, [](const GroundLayer& layer) { return layer.rings.empty(); });
    if (contours.layers.empty()) continue;
    for (int i = random.Integer(1, 3); i > 0; --i) Damage(contours, random, size);
    const auto ground = BuildCorridorMap(contours, 1);
    if (!ground) {
      EXPECT_EQ(ground.error().code, ErrorCode::InvalidArgument) << "seed " << seed << ": " << ground.error().message;
      ++refused;
      continue;
    }
    ++mapped;
    SCOPED_TRACE("seed " + std::to_string(seed));
    ExpectSound(*ground);
    double covered = 0;
    for (const CorridorCell& cell : CellsOf(*ground)) covered += AreaOf(cell.Outline());
    EXPECT_NEAR(covered, AreaOf(contours), 1e-6 * std::abs(covered));
  }
  EXPECT_GT(mapped, 300);
  EXPECT_GT(refused, 300);
}

TEST(CorridorMap, WallsWithoutThicknessHaveTwoSides) {
  // A spike into a room, out and back, and a free-standing one.
  const GroundContours contours = OneLayer({{{0, 0}, {100, 0}, {100, 60}, {50, 60}, {100, 60}, {100, 200}, {0, 200}}});
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  EXPECT_EQ(ground.ring_count, 1u);
  ExpectCellsRight(ground, contours, 1, 500);
}

TEST(CorridorMap, ALayerConnectedWithItselfIsWhole) {
  // A corridor around a pillar, slit open from the outer wall to the pillar.
  GroundContours contours;
  contours.unit_m = 1;
  contours.connections.push_back({{0, 0}, {300, 150}, {200, 150}});
  GroundRing ring = RingOf({{0, 0},
                            {300, 0},
                            {300, 150},
                            {200, 150},
                            {200, 100},
                            {100, 100},
                            {100, 200},
                            {200, 200},
                            {200, 150},
                            {300, 150},
                            {300, 300},
                            {0, 300}});
  ring.connections[2] = ring.connections[8] = 0;
  contours.layers.push_back({{ring}});
  const Ground ground = CheckedCorridorMapOf(contours);
  ExpectSound(ground);
  EXPECT_EQ(ground.ring_count, 2u);
  EXPECT_EQ(ground.component_count, 1u);
  EXPECT_EQ(ground.vertices.size(), 8u);
  ExpectCellsRight(ground, contours, 1, 500);
}

TEST(CorridorMap, IsTheSameForAnyThreadCount) {
  TestRandom random(3);
  const GroundContours contours = ContoursOf(GridSurface(
      20, 20, 1000, 240, 3, [&](int i, int j) { return random.Integer(0, 9) < 3 ? -1 : (i / 4) * 5 + j / 4; }));
  const auto one = BuildCorridorMap(contours, 1), many = BuildCorridorMap(contours, 4);
  ASSERT_TRUE(one.ok() && many.ok());
  const auto same = [](const auto& s, const auto& t) {
    return s.size() == t.size() && std::memcmp(s.data(), t.data(), s.size() * sizeof(s[0])) == 0;
  };
  EXPECT_TRUE(same(one->vertices, many->vertices));
  EXPECT_TRUE(same(one->edges, many->edges));
  EXPECT_TRUE(same(one->bends, many->bends));
  EXPECT_TRUE(same(one->spokes, many->spokes));
  EXPECT_TRUE(same(one->walls, many->walls));
}

TEST(CorridorMap, OfNothingIsEmpty) {
  const auto ground = BuildCorridorMap(GroundContours{}, 1);
  ASSERT_TRUE(ground.ok());
  EXPECT_TRUE(GroundView(*ground).IsEmpty());
}

}  // namespace
}  // namespace navnet
