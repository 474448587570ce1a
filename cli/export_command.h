#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace navnet::cli {

/// Adds `navnet export`; the function it returns runs it and gives the exit status, or -1 when it was not asked for.
std::function<int()> AddExportCommand(CLI::App& app);

}  // namespace navnet::cli
