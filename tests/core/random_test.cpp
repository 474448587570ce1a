// SPDX-License-Identifier: Apache-2.0
#include <navnet/core/random.h>

#include <gtest/gtest.h>

#include <set>

namespace navnet {
namespace {

// The first numbers of the reference implementation for the seed 1234567.
TEST(SplitMix64, MatchesTheReferenceImplementation) {
  SplitMix64 random(1234567);
  for (const uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                  4593380528125082431u, 16408922859458223821u}) {
    EXPECT_EQ(random.Next(), expected);
  }
}

TEST(SplitMix64, DrawsNumbersFromZeroToOne) {
  SplitMix64 random(7);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.Unit();
    ASSERT_TRUE(x >= 0 && x < 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.01);
}

TEST(SeedAt, GivesTheSeedItselfFirst) {
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{99}, ~uint64_t{0}}) EXPECT_EQ(SeedAt(seed, 0), seed);
}

TEST(SeedAt, GivesSequencesThatShareNoMember) {
  std::set<uint64_t> all;
  for (uint64_t seed = 0; seed <= 100; ++seed) {
    for (uint64_t i = 0; i < 1000; ++i) all.insert(SeedAt(seed, i));
  }
  EXPECT_EQ(all.size(), 101'000u);
}

TEST(SeedAt, CanBeNested) {
  std::set<uint64_t> all;
  for (uint64_t i = 1; i <= 100; ++i) {
    for (uint64_t j = 1; j <= 100; ++j) all.insert(SeedAt(SeedAt(5, i), j));
  }
  EXPECT_EQ(all.size(), 10'000u);
}

}  // namespace
}  // namespace navnet
