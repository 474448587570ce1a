#pragma once
// What NavNet's programs have in common: how they parse their arguments and fail.

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace navnet::cli {

/// Adds options or subcommands to the program; what it returns runs after they are parsed and gives the exit status.
using SetUpFunction = std::function<std::function<int()>(CLI::App&)>;

/// The whole of main(). Prints help and the version when asked for, and help when there are no arguments. Bad arguments
/// and exceptions end with a message `name: what: why` on standard error and status 2.
int RunProgram(int argc, char** argv, const std::string& name, const std::string& description,
               const SetUpFunction& set_up);

}  // namespace navnet::cli
