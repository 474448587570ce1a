#pragma once
// navnet bench: many paths, how fast and how short.

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds the subcommand; what is returned runs it if it was chosen, and else gives -1.
std::function<int()> AddBenchCommand(CLI::App& app);

}  // namespace navnet::cli
