// SPDX-License-Identifier: Apache-2.0
#pragma once
// Generated worlds, chosen by name: builtin:NAME followed by parameters.

#include <navnet/core/result.h>
#include <navnet/voxel/world.h>

#include <string>
#include <string_view>

namespace navnet::cli {

/// Whether a WORLD argument names a built-in world rather than a file.
bool IsBuiltin(std::string_view text);

/// Generates the world. Requires: IsBuiltin(text).
Result<World> MakeBuiltin(std::string_view text);

/// Help text: the syntax of built-in names, and the list of them.
std::string BuiltinHelp();

}  // namespace navnet::cli
