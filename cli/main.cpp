// SPDX-License-Identifier: Apache-2.0
#include "bake_command.h"
#include "bench_command.h"
#include "console.h"
#include "demo_command.h"
#include "export_command.h"
#include "info_command.h"
#include "program.h"
#include "query_command.h"
#include "sample_command.h"
#include "verify_command.h"
#include "view_command.h"

#include <functional>
#include <vector>

namespace {

using namespace navnet::cli;

std::function<int()> SetUp(CLI::App& app) {
  app.require_subcommand(1);
  const std::vector<std::function<int()>> commands = {
      AddBakeCommand(app),   AddInfoCommand(app), AddQueryCommand(app), AddBenchCommand(app), AddVerifyCommand(app),
      AddSampleCommand(app), AddDemoCommand(app), AddViewCommand(app),  AddExportCommand(app)};
  return [commands] {
    for (const auto& command : commands) {
      if (const int status = command(); status >= 0) return status;
    }
    return kBadInput;
  };
}

}  // namespace

int main(int argc, char** argv) {
  return RunProgram(argc, argv, "navnet", "NavNet: navigation for agents that fly, walk, or do both.", SetUp);
}
