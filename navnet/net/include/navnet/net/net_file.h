#pragma once
// Nets as files (docs/file_format.md).

#include <navnet/core/result.h>
#include <navnet/net/net.h>

#include <filesystem>

namespace navnet {

/// How a file comes into memory. Mapped: pages are read when first touched and shared between processes; the file must
/// not be changed in place while the net lives (SaveNet never does: it replaces).
enum class NetLoading : uint8_t { Read, Map };

/// Loads and checks a net. The file is not trusted: truncated, damaged, hostile or newer files give an error.
Result<Net> LoadNet(const std::filesystem::path& file, NetLoading loading = NetLoading::Read);

/// Writes a net beside its place and renames it. Returns the size in bytes.
Result<uint64_t> SaveNet(const std::filesystem::path& file, const Net& net);

}  // namespace navnet
