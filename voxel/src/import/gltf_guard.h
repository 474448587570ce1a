// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks a glTF file before Assimp parses it, and hides everything but geometry.

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
  std::map<std::string, std::filesystem::path> buffers;  ///< Paths of external buffers by their URI in the file.
};

/// Refuses unsafe and unsupported files: nesting beyond 64 levels, a node graph that is not a forest or is deeper than
/// 512, indices, offsets and counts that exceed the data, invalid base64, missing buffers, compressed geometry,
/// instances that expand to too much geometry (see mesh_totals.h). External buffers are looked up in `folder`.
Result<GuardedGltf> GuardGltf(std::string_view bytes, const std::filesystem::path& folder);

}  // namespace navnet
