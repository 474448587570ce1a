#pragma once
// Checks a glTF file before Assimp sees it, and hides from Assimp all that is not geometry.

#include <navnet/core/result.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace navnet {

/// A glTF file that is safe to import.
struct GuardedGltf {
  std::string bytes;       ///< The file, with every key that is not about geometry renamed.
  bool is_binary = false;  ///< GLB.
  std::map<std::string, std::filesystem::path> buffers;  ///< Where the external buffers are, by the name in the file.
};

/// Refuses files with anything dangerous: nesting beyond 64 levels, a node graph that is not a forest or is deeper than
/// 512, indices, offsets and counts that leave the data, broken base64, missing buffers, compressed geometry, instances
/// that expand to too much (see mesh_totals.h).
Result<GuardedGltf> GuardGltf(std::string_view bytes, const std::filesystem::path& folder);

}  // namespace navnet
