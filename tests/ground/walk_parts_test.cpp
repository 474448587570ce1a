// The pieces that walking queries are made of.

#include "support/walk_worlds.h"
#include "walk/funnel.h"
#include "walk/plan_grid.h"
#include "walk/widest_ways.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace navnet {
namespace {

TEST(Funnel, IsNoLongerThanAnyLineThroughThePortals) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    TestRandom random(seed);
    // Portals one after the other along x, so that every choice of points on them is a line in the corridor.
    std::vector<Vec2> left, right;
    const int count = random.Integer(0, 12);
    for (int i = 0; i < count; ++i) {
      const double y = random.Uniform(-3, 3);
      left.push_back({i + 1.0, y + random.Uniform(0.05, 2)});
      right.push_back({i + 1.0, y - random.Uniform(0.05, 2)});
    }
    const Vec2 start{0, random.Uniform(-2, 2)}, goal{count + 1.0, random.Uniform(-2, 2)};
    Funnel funnel;
    funnel.Begin(start);
    for (int i = 0; i < count; ++i) funnel.Add(left[size_t(i)], right[size_t(i)]);
    const auto line = funnel.End(goal);
    EXPECT_EQ(line.front(), start);
    EXPECT_EQ(line.back(), goal);
    double length = 0;
    for (size_t k = 1; k < line.size(); ++k) {
      length += Length(line[k] - line[k - 1]);
      // It passes every portal.
      for (int i = 0; i < count; ++i) {
        if (line[k - 1].x > i + 1 || line[k].x < i + 1) continue;
        const double share = (i + 1 - line[k - 1].x) / (line[k].x - line[k - 1].x);
        const double y = line[k - 1].y + share * (line[k].y - line[k - 1].y);
        EXPECT_LE(y, left[size_t(i)].y + 1e-9);
        EXPECT_GE(y, right[size_t(i)].y - 1e-9);
      }
    }
    // Dynamic programming over many points of each portal; its error is of second order in their distance.
    constexpr int kParts = 200;
    std::vector<Vec2> from{start};
    std::vector<double> way{0};
    for (int i = 0; i <= count; ++i) {
      std::vector<Vec2> to;
      for (int k = 0; k <= kParts && i < count; ++k) {
        to.push_back(right[size_t(i)] + (double(k) / kParts) * (left[size_t(i)] - right[size_t(i)]));
      }
      if (i == count) to = {goal};
      std::vector<double> next(to.size(), std::numeric_limits<double>::infinity());
      for (size_t b = 0; b < to.size(); ++b) {
        for (size_t a = 0; a < from.size(); ++a) next[b] = std::min(next[b], way[a] + Length(to[b] - from[a]));
      }
      from = to;
      way = next;
    }
    EXPECT_LE(length, way[0] + 1e-9);
    EXPECT_GE(length, way[0] - 0.01);
  }
}

TEST(WidestWays, AgreesWithFloodingForEveryRadius) {
  const Ground ground = FlatGround(TownContours(5, 4));
  const WidestWays ways(ground);
  for (const double radius : {0.1, 0.3, 0.6, 0.9, 1.3, 2.0}) {
    std::vector<uint32_t> group(ground.vertices.size());
    for (uint32_t v = 0; v < group.size(); ++v) group[v] = v;
    for (bool changed = true; changed;) {
      changed = false;
      for (const GroundEdge& edge : ground.edges) {
        if (edge.min_clearance_m < radius || group[edge.from] == group[edge.to]) continue;
        group[edge.from] = group[edge.to] = std::min(group[edge.from], group[edge.to]);
        changed = true;
      }
    }
    for (uint32_t a = 0; a < group.size(); ++a) {
      for (uint32_t b = 0; b < a; ++b) {
        EXPECT_EQ(ways.Group(a, radius) == ways.Group(b, radius), group[a] == group[b]);
        EXPECT_EQ(ways.Widest(a, b) >= radius, group[a] == group[b]);
      }
    }
  }
}

TEST(PlanGrid, FindsEveryBoxAroundAPoint) {
  TestRandom random(1);
  std::vector<PlanBox> boxes;
  for (int i = 0; i < 200; ++i) {
    const Vec2 lo{random.Uniform(-50, 50), random.Uniform(0, 20)};
    boxes.push_back({lo, lo + Vec2{random.Uniform(0, 9), random.Uniform(0, 9)}});
  }
  const PlanGrid grid(boxes);
  for (int i = 0; i < 500; ++i) {
    const Vec2 p{random.Uniform(-60, 60), random.Uniform(-5, 35)};
    std::set<uint32_t> at;
    grid.EachAt(p, [&](uint32_t item) { return at.insert(item).second; });
    const double within = random.Uniform(0, 30);
    std::set<uint32_t> near;
    grid.EachNear(
        p, [&](uint32_t item) { near.insert(item); }, [&] { return within; });
    for (uint32_t k = 0; k < boxes.size(); ++k) {
      EXPECT_TRUE(at.contains(k) || !boxes[k].Contains(p));
      const Vec2 q{std::clamp(p.x, boxes[k].lo.x, boxes[k].hi.x), std::clamp(p.y, boxes[k].lo.y, boxes[k].hi.y)};
      EXPECT_TRUE(near.contains(k) || Length(q - p) > within);
    }
  }
}

}  // namespace
}  // namespace navnet
