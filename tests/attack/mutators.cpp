// SPDX-License-Identifier: Apache-2.0
// Runs the fuzz targets of tests/fuzz with seeds of the attack.

#include "attack/attack_files.h"
#include "attack/attack_part.h"
#include "attack/child_process.h"

#include <string>
#include <vector>

namespace navnet::attack {
namespace {

// Mutations per run of a target: few enough to end within about two seconds.
constexpr int kMutations = 1000;

void Mutate(Case& now, const std::string& target, const std::string& corpus, double limit_s) {
  // Fuzz targets multiply their seed; the product must not overflow into the seed of another case.
  const uint64_t seed = now.random() >> 24;
  const std::vector<std::string> command = {ProgramBeside(target), std::string(NAVNET_FUZZ_CORPUS) + "/" + corpus,
                                            std::to_string(kMutations), std::to_string(seed)};
  const Outcome run = RunProgram(command, limit_s);
  now.tally["mutations"] += kMutations;
  if (run.status == 0 && !run.late) return;
  // Runs it again to learn which mutation failed: the last one named.
  const std::vector<std::string> trace = {"NAVNET_FUZZ_TRACE=1"};
  const Outcome again = RunProgram(command, limit_s, trace);
  throw Failure(run.Text(limit_s) + "; " + ShellText(command, trace) + " says last: " + again.error);
}

}  // namespace

void MutateMeshes(Case& now) { Mutate(now, "fuzz_mesh", "mesh", 60); }
void MutateMaps(Case& now) { Mutate(now, "fuzz_3dmap", "3dmap", 60); }
void MutateNets(Case& now) { Mutate(now, "fuzz_navnet", "navnet", 60); }

}  // namespace navnet::attack
