// SPDX-License-Identifier: Apache-2.0
#pragma once
// navnet verify: audits a net against the triangles it was made from.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds the subcommand. Returns a function that runs it: its exit status, or -1 if the subcommand was not given.
std::function<int()> AddVerifyCommand(CLI::App& app);

}  // namespace navnet::cli
