// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/export/base64.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace navnet {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> Values() {
  std::array<uint8_t, 256> values = {};
  values.fill(kNoDigit);
  for (size_t i = 0; i < kDigits.size(); ++i) values[uint8_t(kDigits[i])] = uint8_t(i);
  return values;
}

}  // namespace

std::string ToBase64(std::span<const std::byte> bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  size_t out = 0;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? uint32_t(bytes[i + k]) : 0);
    for (size_t k = 0; k <= count; ++k) text[out + k] = kDigits[word >> (18 - 6 * k) & 63];
    out += 4;
  }
  return text;
}

std::optional<std::vector<std::byte>> FromBase64(std::string_view text) {
  static constexpr std::array<uint8_t, 256> kValues = Values();
  if (text.size() % 4 != 0) return {};
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    const size_t digits = i + 4 == text.size() ? 4 - padding : 4;
    uint32_t word = 0;
    for (size_t k = 0; k < 4; ++k) {
      const uint8_t value = k < digits ? kValues[uint8_t(text[i + k])] : 0;
      if (value == kNoDigit) return {};
      word = word << 6 | value;
    }
    for (size_t k = 0; k + 1 < digits; ++k) bytes.push_back(std::byte(word >> (16 - 8 * k)));
  }
  return bytes;
}

}  // namespace navnet
