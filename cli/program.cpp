// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include "console.h"

#include <cstdio>
#include <exception>
#include <new>

namespace navnet::cli {
namespace {

// Prints a usage error as `name: what: why`, with a pointer to the help.
int FailUsage(const CLI::App& app, const CLI::ParseError& error, const std::string& first_argument) {
  std::string called = app.get_name();
  if (app.get_require_subcommand_min() > 0) {
    if (app.get_subcommands().empty()) {
      return Fail(
          {ErrorCode::InvalidArgument, "'" + first_argument + "' is not a subcommand (see " + called + " --help)"});
    }
    called += " " + app.get_subcommands().front()->get_name();
  }
  return Fail({ErrorCode::InvalidArgument, std::string(error.what()) + " (see " + called + " --help)"});
}

int Run(int argc, char** argv, CLI::App& app, const SetUpFunction& set_up) {
  app.set_version_flag("--version", app.get_name() + " " NAVNET_VERSION);
  app.get_formatter()->column_width(34);
  const std::function<int()> run = set_up(app);
  if (argc < 2) {
    std::fputs(app.help().c_str(), stderr);
    return kBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return FailUsage(app, error, argv[1]);
  }
  return run();
}

}  // namespace

int RunProgram(int argc, char** argv, const std::string& name, const std::string& description,
               const SetUpFunction& set_up) {
  HandleLostFiles();
  HandleInterrupts();
  try {
    SetProgramName(name);
    CLI::App app(description, name);
    return Run(argc, argv, app, set_up);
  } catch (const std::bad_alloc&) {
    return Fail({ErrorCode::OutOfMemory, "out of memory"});
  } catch (const std::exception& e) {
    return Fail({ErrorCode::Internal, std::string("unexpected error: ") + e.what()});
  }
}

}  // namespace navnet::cli
