// SPDX-License-Identifier: Apache-2.0
// Encoding and decoding of base64.

#include <navnet/internal/export/base64.h>

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace navnet {
namespace {

std::string Encoded(std::string_view text) { return ToBase64(std::as_bytes(std::span(text))); }

TEST(Base64, MatchesTheExamplesOfTheStandard) {
  EXPECT_EQ(Encoded(""), "");
  EXPECT_EQ(Encoded("f"), "Zg==");
  EXPECT_EQ(Encoded("fo"), "Zm8=");
  EXPECT_EQ(Encoded("foo"), "Zm9v");
  EXPECT_EQ(Encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(Encoded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(Encoded("foobar"), "Zm9vYmFy");
}

TEST(Base64, DecodesWhatItEncodes) {
  std::mt19937_64 random(3);
  for (size_t size = 0; size < 200; ++size) {
    std::vector<std::byte> bytes;
    for (size_t i = 0; i < size; ++i) bytes.push_back(std::byte(random()));
    EXPECT_EQ(FromBase64(ToBase64(bytes)), bytes);
  }
}

TEST(Base64, RefusesInvalidText) {
  for (const char* text : {"A", "AA", "AAA", "A===", "====", "AA=A", "AA AA===", "-AAA", "AAA\n"}) {
    EXPECT_FALSE(FromBase64(text)) << text;
  }
}

}  // namespace
}  // namespace navnet
