#pragma once
// navnet query: one path.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds the subcommand; what is returned runs it if it was chosen, and else gives -1.
std::function<int()> AddQueryCommand(CLI::App& app);

}  // namespace navnet::cli
