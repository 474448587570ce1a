// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by NavNet's programs: argument parsing and error handling.

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace navnet::cli {

/// Adds options or subcommands to the program. Returns a function that runs after parsing and returns the exit status.
using SetUpFunction = std::function<std::function<int()>(CLI::App&)>;

/// The whole of main(). Prints help or the version on request, and help if there are no arguments. Bad arguments and
/// exceptions print `name: what: why` to standard error and end with status 2.
int RunProgram(int argc, char** argv, const std::string& name, const std::string& description,
               const SetUpFunction& set_up);

}  // namespace navnet::cli
