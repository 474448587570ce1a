// SPDX-License-Identifier: Apache-2.0
// The funnels, compared with brute-force shortest polylines through sequences of portals of every kind: wide ones,
// points, portals that touch, coincide or are collinear.

#include "walk/funnel.h"

#include "support/random_meshes.h"
#include "walk/short_funnel.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

namespace navnet {
namespace {

constexpr double kExact_m = 1e-9;

struct Portal {
  Vec2 left, right;
  Vec2 across{};  // From left to right; of a point any direction, as of a portal that is very short.
};

/// The part of the straight line from `a` to `b` that lies on a portal, as shares of the line.
struct Part {
  double begin = 1, end = 0;
};

Part PartOn(const Portal& portal, Vec2 a, Vec2 b) {
  const Vec2 d = b - a, l = portal.left - a, r = portal.right - a;
  const double at_l = Cross(d, l), at_r = Cross(d, r), squared = LengthSquared(d);
  if (at_l == 0 && at_r == 0) {
    if (squared == 0) return Dot(l, r) <= 0 && Cross(l, r) == 0 ? Part{0, 1} : Part{};
    const double t = Dot(l, d) / squared, u = Dot(r, d) / squared;
    return {std::max(0.0, std::min(t, u)), std::min(1.0, std::max(t, u))};
  }
  if ((at_l > 0 && at_r > 0) || (at_l < 0 && at_r < 0)) return {};
  const double t = Cross(r - l, l) / Cross(r - l, d);
  return t >= 0 && t <= 1 ? Part{t, t} : Part{};
}

/// Whether a straight line from `a` to `b` meets portals one after the other.
bool MeetsInTurn(std::span<const Portal> portals, Vec2 a, Vec2 b) {
  double at = 0;
  for (const Portal& portal : portals) {
    const Part part = PartOn(portal, a, b);
    if (part.begin > part.end || part.end < at - 1e-12) return false;
    at = std::max(at, part.begin);
  }
  return true;
}

struct Line {
  double length = INFINITY;
  bool turns_back = false;  // It reverses its direction somewhere: the portals go around a wall without thickness.
};

/// The shortest line that meets all portals in turn: it bends at their ends only, so that is a shortest path among
/// them. Coordinates are small integers: which side of a line a point is on is exact.
Line ShortestThrough(std::span<const Portal> portals, Vec2 start, Vec2 goal) {
  struct Place {
    Vec2 p;
    size_t portal;  // The number of portals passed with it.
    Line line;
    Vec2 came;  // The direction from the last bend.
  };
  std::vector<Place> places{{start, 0, {0, false}, {}}};
  for (size_t i = 0; i < portals.size(); ++i) {
    for (const Vec2 p : {portals[i].left, portals[i].right}) places.push_back({p, i + 1, {}, {}});
  }
  places.push_back({goal, portals.size() + 1, {}, {}});
  for (size_t k = 1; k < places.size(); ++k) {
    Place& to = places[k];
    for (const Place& from : std::span(places).first(k)) {
      if (from.portal >= to.portal) continue;
      if (!MeetsInTurn(portals.subspan(from.portal, to.portal - 1 - from.portal), from.p, to.p)) continue;
      const Vec2 on = to.p - from.p;
      const double length = from.line.length + Length(on);
      if (!(length < to.line.length)) continue;
      to.line = {length, from.line.turns_back || (Cross(from.came, on) == 0 && Dot(from.came, on) < 0)};
      to.came = on == Vec2{} ? from.came : on;
    }
  }
  return places.back().line;
}

/// Whether nothing of `b` lies before `a`, and nothing of `a` behind `b`; and if they lie in one line, they have a
/// point in common and go the same way.
bool DoesFollow(const Portal& a, const Portal& b) {
  const double sides[] = {Cross(a.across, b.left - a.left), Cross(a.across, b.right - a.left),
                          -Cross(b.across, a.left - b.left), -Cross(b.across, a.right - b.left)};
  bool in_line = Cross(a.across, b.across) == 0;
  for (const double side : sides) {
    if (side < 0) return false;
    in_line = in_line && side == 0;
  }
  return !in_line ||
         (Dot(a.across, b.right - a.left) >= 0 && Dot(a.across, a.right - b.left) >= 0 && Dot(a.across, b.across) > 0);
}

Vec2 RandomPoint(TestRandom& random, int size) {
  return {double(random.Integer(-size, size)), double(random.Integer(-size, size))};
}

struct Sleeve {
  Vec2 start, goal;
  std::vector<Portal> portals;
};

/// Portals that follow each other on a small grid, so that many touch, coincide, are points or lie in one line with
/// others, and a line may begin or end on one.
Sleeve RandomSleeve(TestRandom& random, int size, int count) {
  Sleeve sleeve;
  const auto point = [&] {
    const Vec2 p = RandomPoint(random, size);
    return Portal{p, p, {double(random.Integer(-3, 3)), random.Integer(0, 1) * 2.0 - 1}};
  };
  Portal last = point();
  sleeve.start = last.left;
  for (int tries = 0; tries < 60 * count && int(sleeve.portals.size()) < count; ++tries) {
    Portal next{RandomPoint(random, size), RandomPoint(random, size)};
    switch (random.Integer(0, 7)) {
      case 0:
      case 1: next.left = last.left; break;
      case 2:
      case 3: next.right = last.right; break;
      case 4: next = point(); break;
      case 5: next = last; break;
      default: break;
    }
    if (next.left != next.right) next.across = next.right - next.left;
    if (next.across == Vec2{}) continue;
    if (!DoesFollow(last, next)) continue;
    sleeve.portals.push_back(next);
    last = next;
  }
  Portal goal = point();
  while (!DoesFollow(last, goal)) goal = point();
  sleeve.goal = goal.left;
  return sleeve;
}

double LengthOf(std::span<const Vec2> line) {
  double length = 0;
  for (size_t i = 1; i < line.size(); ++i) length += Length(line[i] - line[i - 1]);
  return length;
}

/// The shortest lines to the ends of all portals, and to the goal.
struct Lines {
  std::vector<Line> left, right;
  Line goal;
  bool turns_back = false;  // One of them.
};

Lines ShortestLines(const Sleeve& sleeve) {
  Lines lines;
  const auto through = [&](size_t count, Vec2 to) {
    const Line line = ShortestThrough(std::span(sleeve.portals).first(count), sleeve.start, to);
    lines.turns_back = lines.turns_back || line.turns_back;
    return line;
  };
  for (size_t i = 0; i < sleeve.portals.size(); ++i) {
    lines.left.push_back(through(i, sleeve.portals[i].left));
    lines.right.push_back(through(i, sleeve.portals[i].right));
  }
  lines.goal = through(sleeve.portals.size(), sleeve.goal);
  return lines;
}

TEST(Funnel, IsTheShortestPolylineThroughPortalsOfEveryKind) {
  int straight = 0, bent = 0;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const int size = random.Integer(1, 12), count = random.Integer(0, 9);
    const Sleeve sleeve = RandomSleeve(random, size, count);
    const Lines shortest = ShortestLines(sleeve);
    if (shortest.turns_back) continue;
    Funnel funnel;
    std::vector<FunnelPortal> portals;
    ShortFunnel short_funnel(sleeve.start);
    for (size_t i = 0; i < sleeve.portals.size(); ++i) {
      portals.push_back({sleeve.portals[i].left, sleeve.portals[i].right});
      short_funnel.Add(sleeve.portals[i].left, sleeve.portals[i].right);
      ASSERT_NEAR(short_funnel.LengthTo(sleeve.portals[i].left), shortest.left[i].length, kExact_m);
      ASSERT_NEAR(short_funnel.LengthTo(sleeve.portals[i].right), shortest.right[i].length, kExact_m);
    }
    const auto line = funnel.Pull(sleeve.start, portals, sleeve.goal);
    ASSERT_EQ(line.front(), sleeve.start);
    ASSERT_EQ(line.back(), sleeve.goal);
    ASSERT_NEAR(LengthOf(line), shortest.goal.length, kExact_m);
    ASSERT_NEAR(short_funnel.LengthTo(sleeve.goal), shortest.goal.length, kExact_m);
    ASSERT_TRUE(short_funnel.is_whole());
    ++(line.size() > 2 ? bent : straight);
  }
  EXPECT_GT(straight, 2000);
  EXPECT_GT(bent, 5000);
}

TEST(Funnel, EndsInTheLastPortalForAnyPortals) {
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    TestRandom random(seed);
    // On small grids, most portals cross, coincide, or have their ends on the wrong sides.
    const int size = random.Integer(0, 4);
    const bool is_rounded = random.Integer(0, 1) == 0;
    const auto point = [&] {
      const Vec2 p = RandomPoint(random, size);
      return is_rounded ? p + Vec2{random.Uniform(-1, 1), random.Uniform(-1, 1)} * 1e-15 : p;
    };
    const Vec2 start = point();
    Funnel funnel;
    std::vector<FunnelPortal> portals;
    ShortFunnel short_funnel(start);
    for (int i = random.Integer(1, 40); i > 0; --i) {
      const Vec2 left = point(), right = random.Integer(0, 3) == 0 ? left : point();
      short_funnel.Add(left, right);
      portals.push_back({left, right});
      for (const double length :
           {short_funnel.LengthTo(left), short_funnel.LengthTo(right), short_funnel.LengthTo(start)}) {
        ASSERT_GE(length, 0);
        ASSERT_LT(length, 1e4);
      }
      ASSERT_GE(short_funnel.LengthTo(left) + 1e-9, Length(left - start));
      ASSERT_GE(short_funnel.LengthTo(right) + 1e-9, Length(right - start));
    }
    const auto line = funnel.Pull(start, portals, point());
    ASSERT_GE(line.size(), 2u);
    ASSERT_EQ(line.front(), start);
  }
}

TEST(ShortFunnel, ReportsThatItForgotBendsOfALongSide) {
  // Along the inside of a spiral: all corners are candidates, and none is certain.
  const double step = 0.1;
  std::vector<Portal> portals;
  for (int i = 1; i <= 40; ++i) {
    const double angle = step * i;
    const Vec2 out{std::cos(angle), std::sin(angle)};
    portals.push_back({10 * out, 100 * out});
  }
  const Vec2 start{10, 0};
  ShortFunnel funnel(start);
  Funnel whole;
  std::vector<FunnelPortal> ends;
  int forgotten = 0;
  for (const Portal& portal : portals) {
    funnel.Add(portal.left, portal.right);
    ends.push_back({portal.left, portal.right});
    const double chord = 2 * 10 * std::sin(step / 2), exact = chord * double(&portal - portals.data() + 1);
    EXPECT_LE(funnel.LengthTo(portal.left), exact + kExact_m);
    EXPECT_GE(funnel.LengthTo(portal.left), 0.9 * exact);
    if (!funnel.is_whole()) {
      ++forgotten;
    } else {
      EXPECT_NEAR(funnel.LengthTo(portal.left), exact, kExact_m);
    }
  }
  EXPECT_GT(forgotten, 20);
  EXPECT_NEAR(LengthOf(whole.Pull(start, ends, portals.back().left)), 40 * 2 * 10 * std::sin(step / 2), kExact_m);
}

}  // namespace
}  // namespace navnet
