// SPDX-License-Identifier: Apache-2.0
// The parts of walk queries.

#include <navnet/runtime/walk.h>

#include "support/walk_worlds.h"
#include "walk/bridges.h"
#include "walk/funnel.h"
#include "walk/landmarks.h"
#include "walk/moved_portals.h"
#include "walk/short_funnel.h"
#include "walk/walk_grid.h"
#include "walk/walk_search.h"
#include "walk/widest_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace navnet {
namespace {

TEST(Funnel, IsNoLongerThanAnyLineThroughThePortals) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    TestRandom random(seed);
    // Portals in order along x, so that every choice of points on them is a polyline in the corridor.
    std::vector<Vec2> left, right;
    const int count = random.Integer(0, 12);
    for (int i = 0; i < count; ++i) {
      const double y = random.Uniform(-3, 3);
      left.push_back({i + 1.0, y + random.Uniform(0.05, 2)});
      right.push_back({i + 1.0, y - random.Uniform(0.05, 2)});
    }
    const Vec2 start{0, random.Uniform(-2, 2)}, goal{count + 1.0, random.Uniform(-2, 2)};
    Funnel funnel;
    std::vector<FunnelPortal> portals;
    for (int i = 0; i < count; ++i) portals.push_back({left[size_t(i)], right[size_t(i)]});
    const auto line = funnel.Pull(start, portals, goal);
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

TEST(ShortFunnel, EqualsTheFunnelUnlessItForgets) {
  int whole = 0, forgetful = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    TestRandom random(seed);
    // Sometimes along a bend with more corners than it can store.
    const int count = random.Integer(1, 40);
    const double bend = random.Uniform(0, 0.02), wide = seed % 4 == 0 ? 50 : 0;
    Funnel funnel;
    const Vec2 start{0, random.Uniform(-2, 2)}, goal{count + 1.0, bend * count * count + random.Uniform(-2, 2)};
    std::vector<FunnelPortal> portals;
    ShortFunnel short_funnel(start);
    for (int i = 1; i <= count; ++i) {
      const double y = bend * i * i + (wide > 0 ? 0 : random.Uniform(-0.5, 0.5));
      const Vec2 left{double(i), y + (wide > 0 ? 0.1 : random.Uniform(0.05, 3))};
      const Vec2 right{double(i), y - wide - random.Uniform(0.05, 3)};
      portals.push_back({left, right});
      short_funnel.Add(left, right);
    }
    const auto line = funnel.Pull(start, portals, goal);
    double length = 0;
    for (size_t k = 1; k < line.size(); ++k) length += Length(line[k] - line[k - 1]);
    EXPECT_LE(short_funnel.LengthTo(goal), length + 1e-9);
    if (!short_funnel.is_whole()) {
      ++forgetful;
      continue;
    }
    ++whole;
    EXPECT_NEAR(short_funnel.LengthTo(goal), length, 1e-9);
  }
  EXPECT_GT(whole, 200);
  EXPECT_GT(forgetful, 0);
}

TEST(WalkPortals, FollowEachOtherAlongEveryEdge) {
  int short_edges = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    for (const GroundContours& contours :
         {PostCircleContours(seed, 3), TownContours(seed, 3), FieldContours(seed, 3), MazeContours(seed, 4, 0.2)}) {
      const Ground ground = FlatGround(contours);
      const WalkPortals portals(ground);
      for (size_t e = 0; e < ground.edges.size(); ++e) {
        short_edges += ground.edges[e].length_m < 1e-4;
        for (uint32_t i = portals.first[e]; i + 1 < portals.first[e + 1]; ++i) {
          const WalkPortal &before = portals.portals[i], &behind = portals.portals[i + 1];
          const double room = std::min(portals.infos[i].Clearance(), portals.infos[i + 1].Clearance());
          for (const double share : {0.01, 0.3, 0.6, 0.9}) {
            const double radius = share * room;
            const Vec2 left = before.Left(radius), across = before.Right(radius) - left;
            const double slack = 1e-9 * Length(across);
            EXPECT_GE(Cross(across, behind.Left(radius) - left), -slack) << "seed " << seed << ", portal " << i;
            EXPECT_GE(Cross(across, behind.Right(radius) - left), -slack) << "seed " << seed << ", portal " << i;
          }
        }
      }
    }
  }
  EXPECT_GT(short_edges, 100);
}

TEST(WalkPortals, HaveTurnsRoundEveryCorner) {
  const auto angle = [](Vec2 a, Vec2 b) { return std::abs(std::atan2(Cross(a, b), Dot(a, b))); };
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    for (const GroundContours& contours : {TownContours(seed, 3), FieldContours(seed, 3)}) {
      const Ground ground = FlatGround(contours);
      const WalkPortals portals(ground);
      for (size_t e = 0; e < ground.edges.size(); ++e) {
        const auto turns =
            std::span(portals.turns).subspan(portals.first_turn[e], portals.first_turn[e + 1] - portals.first_turn[e]);
        uint32_t last = portals.first[e];
        for (const uint32_t turn : turns) {
          EXPECT_GT(turn, last);
          EXPECT_LT(turn + 1, portals.first[e + 1]);
          last = turn;
        }
        // Every corner of the edge is the corner of a turn nearby.
        for (uint32_t i = portals.first[e] + 1; i + 1 < portals.first[e + 1]; ++i) {
          const WalkPortal& at = portals.portals[i];
          const auto has_turn = [&](Vec2 WalkPortal::*corner, Vec2 WalkPortal::*direction) {
            return std::any_of(turns.begin(), turns.end(), [&](uint32_t turn) {
              const WalkPortal& there = portals.portals[turn];
              return IsCorner(there.*corner, at.*corner) && angle(there.*direction, at.*direction) < kMaxSearchArc;
            });
          };
          EXPECT_TRUE(!portals.infos[i].left_is_corner || has_turn(&WalkPortal::left, &WalkPortal::left_direction));
          EXPECT_TRUE(!portals.infos[i].right_is_corner || has_turn(&WalkPortal::right, &WalkPortal::right_direction));
        }
      }
    }
  }
}

/// Therefore no path through them reverses.
TEST(MovedPortals, AreInOrder) {
  const auto beyond = [](const FreeSpace::Ends& portal, Vec2 p) {
    const Vec2 across = portal.right - portal.left;
    return Length(across) > 1e-6 ? Cross(across, p - portal.left) / Length(across) : 0;  // Else a point.
  };
  const auto are_in_order = [&](const FreeSpace::Ends& a, const FreeSpace::Ends& b) {
    return std::min(beyond(a, b.left), beyond(a, b.right)) >= -1e-8 &&
           std::max(beyond(b, a.left), beyond(b, a.right)) <= 1e-8;
  };
  int moved_in = 0;
  MovedPortals moved;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    for (const GroundContours& contours : {TownContours(seed, 4), FieldContours(seed, 4), MazeContours(seed, 5, 0.2)}) {
      const Ground ground = FlatGround(contours);
      const GroundView view(ground);
      const WalkPortals portals(view);
      const Walker walker(ground, UpAxis::Z);
      constexpr double kRadius_m = 0.2;
      const FreeSpace space(view, portals, kRadius_m);
      for (uint64_t i = 0; i < 40; ++i) {
        const auto start = walker.RandomWalkable(2 * i, kRadius_m), goal = walker.RandomWalkable(2 * i + 1, kRadius_m);
        if (!start || !goal) continue;
        const WalkPath path = walker.Find({.start = *start, .goal = *goal, .radius_m = kRadius_m});
        if (path.corridor.size() < 4) continue;
        // From hub to hub, without the edges of the ends.
        std::vector<WalkWay> ways;
        for (size_t k = 1; k + 1 < path.corridor.size(); ++k) {
          const uint32_t edge = path.corridor[k] / 2, first = portals.first[edge], end = portals.first[edge + 1];
          const bool along = path.corridor[k] % 2 == 0;
          for (uint32_t p = first; p < end; ++p) ways.push_back({edge, along ? p : first + end - 1 - p, along});
        }
        const WalkPolygon before = space.Before(ways.front()), behind = space.Behind(ways.back());
        const GroundVertex &from = ground.vertices[before.vertex], &to = ground.vertices[behind.vertex];
        for (const double wanted : {0.5, 1.0, 3.0}) {
          const auto ends = moved.Move(space, ways, {from.p, from.clearance_m}, {to.p, to.clearance_m}, wanted);
          for (size_t k = 0; k < ends.size(); ++k) {
            if (k > 0) {
              EXPECT_TRUE(are_in_order(ends[k - 1], ends[k])) << "seed " << seed << ", query " << i;
            }
            for (const Vec2 p : {ends[k].left, ends[k].right}) {
              EXPECT_GE(walker.ClearanceAt({p.x, p.y, 0}), kRadius_m - 1e-6);
              moved_in += walker.ClearanceAt({p.x, p.y, 0}) > kRadius_m + 1e-3;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(moved_in, 10000);
}

TEST(Bridges, LeadAwayFromPartsThatNeedTurningBack) {
  for (const GroundContours& contours : {MazeContours(2, 5, 0.1), TownContours(5, 3)}) {
    const Ground ground = FlatGround(contours);
    const Bridges bridges(ground);
    int away = 0;
    for (GroundSpoke spoke = 0; spoke < 2 * ground.edges.size(); ++spoke) {
      // All that is reached from the spoke's end without its edge.
      const GroundEdge& edge = ground.edges[spoke / 2];
      std::vector<bool> reached(ground.vertices.size());
      std::vector<uint32_t> open{spoke % 2 == 0 ? edge.to : edge.from};
      reached[open[0]] = true;
      while (!open.empty()) {
        const GroundVertex& vertex = ground.vertices[open.back()];
        open.pop_back();
        for (uint32_t i = 0; i < vertex.spoke_count; ++i) {
          const GroundSpoke next = ground.spokes[vertex.first_spoke + i];
          const uint32_t to = next % 2 == 0 ? ground.edges[next / 2].to : ground.edges[next / 2].from;
          if (next / 2 == spoke / 2 || reached[to]) continue;
          reached[to] = true;
          open.push_back(to);
        }
      }
      for (uint32_t v = 0; v < ground.vertices.size(); ++v) {
        if (ground.vertices[v].component != ground.vertices[edge.from].component) continue;
        EXPECT_EQ(bridges.LeadsAway(spoke, v), !reached[v]) << spoke << " " << v;
        away += !reached[v];
      }
    }
    EXPECT_GT(away, 50);
  }
}

TEST(Landmarks, GiveALowerBoundOfEveryPath) {
  const Ground ground = FlatGround(TownContours(6, 4));
  const GroundView view(ground);
  const WalkPortals portals(view);
  const WalkGraph graph(view, portals);
  const Landmarks landmarks(view, portals, graph, WidestWays(view));
  WalkSearch search;
  double sum = 0, known = 0;
  for (uint32_t from = 0; from < ground.vertices.size(); from += 7) {
    WalkSearch::Problem problem;
    problem.ground = &view;
    problem.portals = &portals;
    problem.graph = &graph;
    problem.radius_m = kLeastRadius_m;
    problem.start = ground.vertices[from].p + portals.to_middle[from];
    problem.start_polygon = {.vertex = from};
    search.Begin(problem);
    search.Run(std::numeric_limits<int64_t>::max());
    Landmarks::Goal goal;
    goal.Add(landmarks.At(from), 0);
    for (uint32_t v = 0; v < ground.vertices.size(); ++v) {
      const double length = search.LengthTo(v);
      if (v == from || length == std::numeric_limits<double>::infinity()) continue;
      EXPECT_LE(landmarks.LeastRest(v, goal), 1.01 * length + 1e-3);
      sum += length;
      known += landmarks.LeastRest(v, goal);
    }
  }
  EXPECT_GT(known, 0.8 * sum);
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

TEST(WalkGrid, TakesLinearMemory) {
  std::vector<WalkBox> boxes(3000);
  for (WalkBox& box : boxes) {
    box.Extend({0, 0});
    box.Extend({100, 100});
  }
  const WalkGrid grid(boxes);
  EXPECT_LE(grid.entry_count(), WalkGrid::kMostEntries * boxes.size());
  size_t found = 0;
  grid.EachAt({50, 50}, [&](uint32_t) { return ++found > 0; });
  EXPECT_EQ(found, boxes.size());
}

TEST(WalkGrid, FindsEveryBoxAroundAPoint) {
  TestRandom random(1);
  std::vector<WalkBox> boxes;
  for (int i = 0; i < 200; ++i) {
    const Vec2 lo{random.Uniform(-50, 50), random.Uniform(0, 20)};
    boxes.push_back({lo, lo + Vec2{random.Uniform(0, 9), random.Uniform(0, 9)}});
  }
  const WalkGrid grid(boxes);
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

TEST(WalkGrid, ListsItemsOnlyWhereTheyTouchABucket) {
  // Discs, which leave the corners of their boxes free.
  TestRandom random(2);
  std::vector<WalkBox> boxes;
  std::vector<Vec2> middles;
  std::vector<double> radii;
  for (int i = 0; i < 200; ++i) {
    middles.push_back({random.Uniform(-50, 50), random.Uniform(0, 20)});
    radii.push_back(random.Uniform(0, 9));
    const Vec2 out{radii.back(), radii.back()};
    boxes.push_back({middles.back() - out, middles.back() + out});
  }
  const WalkGrid grid(boxes, [&](uint32_t item, const WalkBox& area) {
    const Vec2 p = middles[item];
    const Vec2 q{std::clamp(p.x, area.lo.x, area.hi.x), std::clamp(p.y, area.lo.y, area.hi.y)};
    return Length(q - p) <= radii[item];
  });
  EXPECT_LT(grid.entry_count(), 9 * WalkGrid(boxes).entry_count() / 10);
  for (int i = 0; i < 2000; ++i) {
    const Vec2 p{random.Uniform(-60, 60), random.Uniform(-5, 35)};
    std::set<uint32_t> at;
    grid.EachAt(p, [&](uint32_t item) { return at.insert(item).second; });
    for (uint32_t k = 0; k < boxes.size(); ++k) EXPECT_TRUE(at.contains(k) || Length(p - middles[k]) > radii[k]);
  }
}

/// A point of every half of every cell, however thin it is and whether it ends in a corner, is found with the clearance
/// that its cell gives it.
TEST(GroundIndex, FindsThePointsOfEveryCell) {
  int found = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    for (const GroundContours& contours :
         {MazeContours(seed, 5, 0.2), TownContours(seed, 3), FieldContours(seed, 4), PostCircleContours(seed, 3)}) {
      const Ground ground = FlatGround(contours);
      const GroundIndex index(ground);
      TestRandom random(seed);
      for (uint32_t cell = 0; cell + 1 < ground.bends.size(); ++cell) {
        if (!index.IsCell(cell)) continue;
        const GroundBend &a = ground.bends[cell], &b = ground.bends[cell + 1];
        for (const bool left : {false, true}) {
          const double along = random.Uniform(0, 1), across = random.Uniform(0, 1);
          const Vec2 axis = a.p + along * (b.p - a.p);
          const Vec2 wall = left ? a.left + along * (b.left - a.left) : a.right + along * (b.right - a.right);
          const Vec2 p = axis + across * (wall - axis);
          const auto place = index.Locate(p, 0);
          ASSERT_TRUE(place) << "seed " << seed << ", cell " << cell;
          // Another cell may contain the point, too, or be nearer by rounding.
          EXPECT_NEAR(place->clearance_m, index.PlaceIn(cell, p).clearance_m, 1e-5);
          ++found;
        }
      }
    }
  }
  EXPECT_GT(found, 5000);
}

}  // namespace
}  // namespace navnet
