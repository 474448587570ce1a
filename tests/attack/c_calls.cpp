// SPDX-License-Identifier: Apache-2.0
// Many calls of the C API with mixtures of valid and invalid arguments, made by the test program c_hostile_test.

#include "attack/attack_files.h"
#include "attack/attack_part.h"
#include "attack/child_process.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace navnet::attack {

void MixCalls(Case& now) {
  constexpr double kLimitS = 200;
  constexpr int kCalls = 20;
  const std::vector<std::string> command = {ProgramBeside("c_test"),
                                            "--gtest_filter=CApiHostile.EveryMixtureOfArgumentsIsAnswered"};
  const std::vector<std::string> environment = {"NAVNET_ATTACK_SEED=" + std::to_string(now.random() % 1'000'000'000),
                                                "NAVNET_ATTACK_CALLS=" + std::to_string(kCalls)};
  const Outcome run = RunProgram(command, kLimitS, environment);
  if (run.status != 0 || run.late) {
    const size_t failure = run.output.find("Failure");
    const std::string message = failure == std::string::npos ? "" : run.output.substr(failure, 400);
    throw Failure(run.Text(kLimitS) + "; " + ShellText(command, environment) + "; " + message);
  }
  // The output has a line "N calls".
  const size_t end = run.output.find(" calls\n");
  if (end == std::string::npos) throw Failure("no count of calls; " + ShellText(command, environment));
  const size_t begin = run.output.rfind('\n', end);
  now.tally["calls"] += std::atoll(run.output.c_str() + (begin == std::string::npos ? 0 : begin + 1));
}

}  // namespace navnet::attack
