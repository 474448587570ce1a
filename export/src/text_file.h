// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes text files atomically: to a temporary file, which is then renamed.

#include <navnet/core/result.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace navnet {

/// Returns the size in bytes.
Result<uint64_t> WriteTextFile(const std::filesystem::path& file, std::string_view text);

}  // namespace navnet
