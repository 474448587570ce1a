// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/range.h>

#include <gtest/gtest.h>

#include <cmath>

namespace navnet {
namespace {

using ranges::kInfinity;

TEST(Range, ContainsItsEndsButNotNaN) {
  constexpr Range range = {-1, 2.5};
  for (const double inside : {-1.0, 0.0, 2.5}) EXPECT_TRUE(range.Contains(inside)) << inside;
  for (const double outside : {-1.0000001, 2.5000001, kInfinity, -kInfinity, double(NAN)}) {
    EXPECT_FALSE(range.Contains(outside)) << outside;
  }
  EXPECT_TRUE((Range{0, kInfinity}).Contains(kInfinity));
  EXPECT_FALSE((Range{0, kInfinity}).Contains(NAN));
}

TEST(Range, MayContainZeroSeparately) {
  constexpr Range range = {1e-9, 1, true};
  EXPECT_TRUE(range.Contains(0));
  EXPECT_TRUE(range.Contains(-0.0));
  EXPECT_TRUE(range.Contains(1e-9));
  EXPECT_FALSE(range.Contains(1e-10));
  EXPECT_FALSE(range.Contains(NAN));
}

TEST(Range, HasReadableText) {
  EXPECT_EQ(Text(Range{0, 1024}), "0 to 1024");
  EXPECT_EQ(Text(Range{-1e12, 1e12}), "-1e12 to 1e12");
  EXPECT_EQ(Text(Range{1e-9, 1e9}), "1e-9 to 1e9");
  EXPECT_EQ(Text(Range{0.001, 1000}), "0.001 to 1000");
  EXPECT_EQ(Text(Range{-1000000, 1048576}), "-1000000 to 1048576");
  EXPECT_EQ(Text(Range{-3.4e38, 3.4e38}), "-3.4e38 to 3.4e38");
  EXPECT_EQ(Text(Range{0, kInfinity}), "0 to infinity");
  EXPECT_EQ(Text(Range{1e-9, 1e12, true}), "0, or 1e-9 to 1e12");
}

TEST(RangeCheck, AcceptsNumbersInRange) {
  const RangeCheck check = RangeCheck("agent: ")
                               .Number("radius_m", 0, {0, 1})
                               .Point("position", {1, 2, 3})
                               .Box("box", {{0, 0, 0}, {1, 1, 1}});
  EXPECT_TRUE(check.ok());
  EXPECT_TRUE(check.status().ok());
}

TEST(RangeCheck, NamesTheFirstNumberOutOfRange) {
  const Status status =
      RangeCheck("agent: ").Number("a", 1, {0, 2}).Number("b", -3, {0, 2}).Number("c", NAN, {0, 2}).status();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(status.error().message, "agent: b -3 is out of range: expected 0 to 2");
}

TEST(RangeCheck, ReportsErrorsOfPointsAndBoxes) {
  const auto message = [](const RangeCheck& check) { return check.ok() ? "" : check.status().error().message; };
  EXPECT_EQ(message(RangeCheck().Point("p", {0, NAN, 0})), "p (0, nan, 0) is not finite: expected -1e12 to 1e12");
  EXPECT_EQ(message(RangeCheck().Point("p", {0, 0, 1e13})),
            "p (0, 0, 1e+13) has a coordinate out of range: expected -1e12 to 1e12");
  EXPECT_EQ(message(RangeCheck().Box("b", Box3{})), "b (inf, inf, inf) is not finite: expected -1e12 to 1e12");
  EXPECT_EQ(message(RangeCheck().Box("b", {{0, 0, 0}, {1, 0, 1}})),
            "b: (0, 0, 0) to (1, 0, 1) is empty; give the low corner first");
}

}  // namespace
}  // namespace navnet
