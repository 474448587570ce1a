#pragma once
// navnet verify: audits a net against the triangles it was made from.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds the subcommand; what is returned runs it if it was chosen, and else gives -1.
std::function<int()> AddVerifyCommand(CLI::App& app);

}  // namespace navnet::cli
