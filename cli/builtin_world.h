#pragma once
// Worlds that our own code makes, by name: builtin:NAME with numbers.

#include <navnet/core/result.h>
#include <navnet/voxel/world.h>

#include <string>
#include <string_view>

namespace navnet::cli {

/// Whether a WORLD is the name of a built-in one and not of a file.
bool IsBuiltin(std::string_view text);

/// Requires: IsBuiltin(text).
Result<World> MakeBuiltin(std::string_view text);

/// How such names are written, and which there are.
std::string BuiltinHelp();

}  // namespace navnet::cli
