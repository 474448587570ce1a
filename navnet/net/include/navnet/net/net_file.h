// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nets as files (docs/file_format.md).

#include <navnet/core/result.h>
#include <navnet/net/net.h>

#include <filesystem>

namespace navnet {

/// How a file is loaded. Map: pages are read on first access and shared between processes; the file must not be changed
/// in place while the net lives (SaveNet never does: it replaces the file).
enum class NetLoading : uint8_t { Read, Map };

/// Lower-case name: read, map.
const char* ToString(NetLoading loading);

/// Loads and checks a net. The file is not trusted: truncated, damaged, hostile or newer files give an error.
Result<Net> LoadNet(const std::filesystem::path& file, NetLoading loading = NetLoading::Read);

/// Writes a net to a temporary file and renames it. Returns the size in bytes.
Result<uint64_t> SaveNet(const std::filesystem::path& file, const Net& net);

}  // namespace navnet
