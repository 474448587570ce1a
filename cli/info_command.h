// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds `navnet info`. Returns a function that runs it: its exit status, or -1 if the subcommand was not given.
std::function<int()> AddInfoCommand(CLI::App& app);

}  // namespace navnet::cli
