// SPDX-License-Identifier: Apache-2.0
#pragma once
// Base64 for pages and JSON (RFC 4648, with padding).

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace navnet {

std::string ToBase64(std::span<const std::byte> bytes);

/// The decoded bytes; nothing when the text is not base64.
std::optional<std::vector<std::byte>> FromBase64(std::string_view text);

}  // namespace navnet
