// SPDX-License-Identifier: Apache-2.0
#include "ground/corridor_map/diagram_check.h"

#include "ground/plan/border.h"
#include "support/walk_worlds.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

/// A Voronoi diagram and its sites.
struct Case {
  explicit Case(uint64_t seed) : border(*MakeBorder(FieldContours(seed, 2), 1)), sites(border) {
    VoronoiMaker maker;
    diagram = *maker.Make(border, sites, 1);
  }
  bool IsRight() const { return IsVoronoiDiagram(diagram, border, sites, 0, uint32_t(border.segments.size())); }

  Border border;
  Sites sites;
  VoronoiDiagram diagram;
};

TEST(DiagramCheck, AcceptsDiagrams) {
  for (uint64_t seed = 1; seed <= 10; ++seed) EXPECT_TRUE(Case(seed).IsRight()) << "seed " << seed;
}

TEST(DiagramCheck, RejectsADisplacedVertex) {
  Case c(1);
  for (Vec2& vertex : c.diagram.vertices) {
    const Vec2 was = vertex;
    vertex = was + Vec2{700.7, 300.3};
    EXPECT_FALSE(c.IsRight());
    vertex = was;
  }
  EXPECT_TRUE(c.IsRight());
}

TEST(DiagramCheck, RejectsAnEdgeOfAnotherSite) {
  Case c(1);
  for (HalfEdge& half : c.diagram.halves) {
    const uint32_t was = half.site;
    for (const uint32_t other : {(was + 1) % uint32_t(c.border.segments.size()), kNone}) {
      half.site = other;
      EXPECT_FALSE(c.IsRight());
    }
    half.site = was;
  }
}

TEST(DiagramCheck, RejectsABrokenChain) {
  Case c(1);
  for (HalfEdge& half : c.diagram.halves) {
    if (half.next == kNone) continue;
    const uint32_t was = half.next;
    half.next = kNone;
    EXPECT_FALSE(c.IsRight());
    half.next = was;
  }
}

TEST(DiagramCheck, RejectsASegmentWithoutACell) {
  // All cells are right, but one segment has none.
  Case c(1);
  EXPECT_FALSE(IsVoronoiDiagram(VoronoiDiagram{}, c.border, c.sites, 0, uint32_t(c.border.segments.size())));
}

}  // namespace
}  // namespace navnet
