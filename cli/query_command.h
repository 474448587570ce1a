// SPDX-License-Identifier: Apache-2.0
#pragma once
// navnet query: finds one path.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds the subcommand. Returns a function that runs it: its exit status, or -1 if the subcommand was not given.
std::function<int()> AddQueryCommand(CLI::App& app);

}  // namespace navnet::cli
