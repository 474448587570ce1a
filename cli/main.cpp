#include "bake_command.h"
#include "bench_command.h"
#include "console.h"
#include "demo_command.h"
#include "export_command.h"
#include "info_command.h"
#include "query_command.h"
#include "sample_command.h"
#include "verify_command.h"
#include "view_command.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <vector>

namespace {

using navnet::Error;
using navnet::ErrorCode;
using navnet::cli::Fail;

// Usage errors in the command's own form: `navnet: what: why`, and where to look.
int FailUsage(const CLI::App& app, const CLI::ParseError& error, const std::string& first_argument) {
  if (app.get_subcommands().empty()) {
    return Fail({ErrorCode::InvalidArgument, "'" + first_argument + "' is not a subcommand (see navnet --help)"});
  }
  const std::string name = app.get_subcommands().front()->get_name();
  return Fail({ErrorCode::InvalidArgument, std::string(error.what()) + " (see navnet " + name + " --help)"});
}

int Run(int argc, char** argv) {
  CLI::App app("NavNet: navigation for agents that fly, walk, or do both.", "navnet");
  app.set_version_flag("--version", "navnet " NAVNET_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  const std::vector<std::function<int()>> commands = {
      navnet::cli::AddBakeCommand(app),  navnet::cli::AddInfoCommand(app),   navnet::cli::AddQueryCommand(app),
      navnet::cli::AddBenchCommand(app), navnet::cli::AddVerifyCommand(app), navnet::cli::AddSampleCommand(app),
      navnet::cli::AddDemoCommand(app),  navnet::cli::AddViewCommand(app),   navnet::cli::AddExportCommand(app)};
  if (argc < 2) {
    std::fputs(app.help().c_str(), stderr);
    return navnet::cli::kBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return FailUsage(app, error, argv[1]);
  }
  for (const auto& command : commands) {
    if (const int status = command(); status >= 0) return status;
  }
  return navnet::cli::kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  navnet::cli::HandleInterrupts();
  try {
    return Run(argc, argv);
  } catch (const std::bad_alloc&) {
    return Fail({ErrorCode::OutOfMemory, "out of memory"});
  } catch (const std::exception& e) {
    return Fail({ErrorCode::Internal, std::string("unexpected error: ") + e.what()});
  }
}
