#pragma once
// Whole files as text, written beside their place and renamed.

#include <navnet/core/result.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace navnet {

/// Returns the size in bytes.
Result<uint64_t> WriteTextFile(const std::filesystem::path& file, std::string_view text);

}  // namespace navnet
