// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/result.h>

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <type_traits>

namespace navnet {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) return Error{ErrorCode::InvalidArgument, std::to_string(value) + " is odd"};
  return value / 2;
}

TEST(Result, HoldsAValue) {
  const Result<int> half = Half(8);
  ASSERT_TRUE(half.ok());
  EXPECT_TRUE(bool(half));
  EXPECT_EQ(*half, 4);
}

TEST(Result, HoldsAnErrorWithCodeAndMessage) {
  const Result<int> half = Half(7);
  ASSERT_FALSE(half.ok());
  EXPECT_FALSE(bool(half));
  EXPECT_EQ(half.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(half.error().message, "7 is odd");
}

TEST(Result, LetsItsValueBeChangedInPlace) {
  Result<std::string> text = std::string("ab");
  text->push_back('c');
  *text += 'd';
  EXPECT_EQ(*text, "abcd");
}

TEST(Result, HoldsMoveOnlyValues) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
  ASSERT_TRUE(made);
  const std::unique_ptr<int> taken = *std::move(made);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, KeepsAnErrorWhenItIsCopiedAndAssigned) {
  const Result<int> bad = Half(3);
  Result<int> copy = Half(2);
  copy = bad;
  ASSERT_FALSE(copy);
  EXPECT_EQ(copy.error().message, bad.error().message);
  copy = Half(6);
  ASSERT_TRUE(copy);
  EXPECT_EQ(*copy, 3);
}

TEST(Result, DoesNotConvertToANumber) {
  EXPECT_FALSE((std::is_convertible_v<Result<int>, bool>));
  EXPECT_FALSE((std::is_convertible_v<Result<int>, int>));
}

TEST(Status, IsSuccessWithoutAValueOrAnError) {
  const auto run = [](bool works) -> Status {
    if (!works) return Error{ErrorCode::NotFound, "nothing there"};
    return Ok();
  };
  EXPECT_TRUE(run(true).ok());
  ASSERT_FALSE(run(false).ok());
  EXPECT_EQ(run(false).error().code, ErrorCode::NotFound);
}

TEST(ErrorCode, HasADistinctNameForEveryValue) {
  std::set<std::string_view> names;
  for (int i = 0; i <= int(ErrorCode::Internal); ++i) names.insert(ToString(ErrorCode(i)));
  EXPECT_EQ(names.size(), size_t(ErrorCode::Internal) + 1);
  EXPECT_FALSE(names.contains("unknown"));
  EXPECT_STREQ(ToString(ErrorCode::WriteFailed), "write_failed");
}

TEST(ErrorCode, IsUnknownOutsideTheEnum) { EXPECT_STREQ(ToString(ErrorCode(200)), "unknown"); }

}  // namespace
}  // namespace navnet
