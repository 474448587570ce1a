// SPDX-License-Identifier: Apache-2.0
#include "ground/plan/border.h"

#include "support/ground_surfaces.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

TEST(Border, SplitsEdgesWhereOthersTouchThem) {
  // A hole whose corner lies on the outer ring's lower edge.
  const auto contours = OneLayer({{{0, 0}, {100, 0}, {100, 100}, {0, 100}}, {{50, 0}, {40, 40}, {60, 40}}});
  const auto border = MakeBorder(contours, 1);
  ASSERT_TRUE(border.ok()) << border.error().message;
  EXPECT_EQ(border->segments.size(), 8u);
  EXPECT_EQ(FindBoundaryLoops(*border).count, 1u);
}

TEST(Border, RefusesInvalidRings) {
  const std::vector<std::vector<std::vector<GroundPoint>>> bad = {
      {{{0, 0}, {100, 100}, {100, 0}, {0, 100}}},                                    // Crosses itself.
      {{{0, 0}, {100, 0}}},                                                          // Not a ring.
      {{{0, 0}, {0, 0}, {100, 0}, {0, 100}}},                                        // A point twice in a row.
      {{{0, 0}, {1 << 28, 0}, {0, 100}}},                                            // Too far out.
      {{{0, 0}, {100, 0}, {0, 100}}, {{0, 0}, {100, 0}, {0, 100}}},                  // The same ring twice.
      {{{0, 0}, {100, 0}, {100, 100}}, {{50, 0}, {200, 0}, {200, -50}, {50, -50}}},  // Edges overlap, one direction.
  };
  for (const auto& rings : bad) {
    const auto border = MakeBorder(OneLayer(rings), 1);
    ASSERT_FALSE(border.ok());
    EXPECT_EQ(border.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(Border, RefusesConnectionsThatDoNotMatch) {
  const CellSurface surface = GridSurface(2, 1, 100, 0, 1, [](int i, int) { return i; });
  const GroundContours good = ContoursOf(surface);
  ASSERT_EQ(good.connections.size(), 1u);
  ASSERT_TRUE(MakeBorder(good, 1).ok());
  GroundContours bad = good;
  bad.connections[0].a.x += 1;
  EXPECT_FALSE(MakeBorder(bad, 1).ok());
  bad = good;
  bad.connections.push_back(bad.connections[0]);
  EXPECT_FALSE(MakeBorder(bad, 1).ok());
  bad = good;
  bad.layers[1].rings[0].connections.pop_back();
  EXPECT_FALSE(MakeBorder(bad, 1).ok());
  bad = good;
  for (uint32_t& c : bad.layers[1].rings[0].connections) c = c == 0 ? 7 : c;
  EXPECT_FALSE(MakeBorder(bad, 1).ok());
}

TEST(Border, LoopsContinueAcrossConnections) {
  // A ring corridor around a pillar; every cell is a layer.
  const CellSurface surface =
      GridSurface(3, 3, 100, 20, 2, [](int i, int j) { return i == 1 && j == 1 ? -1 : 3 * j + i; });
  const auto border = MakeBorder(ContoursOf(surface), 2);
  ASSERT_TRUE(border.ok()) << border.error().message;
  EXPECT_EQ(FindBoundaryLoops(*border).count, 2u);
}

}  // namespace
}  // namespace navnet
