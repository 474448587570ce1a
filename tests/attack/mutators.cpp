// The fuzz targets of tests/fuzz, each with seeds of the attack.

#include "attack/attack_files.h"
#include "attack/attack_part.h"
#include "attack/child_process.h"

#include <string>
#include <vector>

namespace navnet::attack {
namespace {

// Of one run of a target: few enough that it ends within a second or two.
constexpr int kMutations = 1000;

void Mutate(Case& now, const std::string& target, const std::string& corpus, double limit_s) {
  // Fuzz targets multiply their seed, which must not overflow into that of another case.
  const uint64_t seed = now.random() >> 24;
  const std::vector<std::string> command = {ProgramBeside(target), std::string(NAVNET_FUZZ_CORPUS) + "/" + corpus,
                                            std::to_string(kMutations), std::to_string(seed)};
  const Outcome run = RunProgram(command, limit_s);
  now.tally["mutations"] += kMutations;
  if (run.status == 0 && !run.late) return;
  // Once more, to learn which mutation it is: the last one named.
  const std::vector<std::string> trace = {"NAVNET_FUZZ_TRACE=1"};
  const Outcome again = RunProgram(command, limit_s, trace);
  throw Failure(run.Text(limit_s) + "; " + ShellText(command, trace) + " says last: " + again.error);
}

}  // namespace

void MutateMeshes(Case& now) { Mutate(now, "fuzz_mesh", "mesh", 60); }
void MutateMaps(Case& now) { Mutate(now, "fuzz_3dmap", "3dmap", 60); }
void MutateNets(Case& now) { Mutate(now, "fuzz_navnet", "navnet", 60); }

}  // namespace navnet::attack
