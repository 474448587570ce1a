// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of the attack: each tries one way to break NavNet, case by case.

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <stdexcept>
#include <string>

namespace navnet::attack {

/// Thrown if an invariant is violated. The message says which, and how to reproduce it.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One case: everything it tries is determined by the attack's seed and the case's number.
struct Case {
  uint64_t seed = 0, number = 0;
  std::mt19937_64 random;                ///< Seeded by both numbers and the part's name.
  std::map<std::string, int64_t> tally;  ///< Number of things tried, by kind: "flights", "kills" …

  size_t Below(size_t limit) { return size_t(random() % limit); }
  double Uniform(double lo, double hi) { return lo + (hi - lo) * double(random() >> 11) * 0x1p-53; }
};

struct Part {
  const char* name;
  const char* what;        ///< Description in one line.
  double share;            ///< Share of the time, relative to the other parts.
  int64_t round;           ///< Cases per round, which takes about the part's share of a minute.
  double case_limit_s;     ///< A longer case counts as hanging. Several times the slowest case under sanitizers.
  void (*run)(Case& now);  ///< Throws Failure; may crash or hang, since it runs in a child process.
};

/// All parts, in the order in which they run.
std::span<const Part> Parts();
/// Null if there is no part of this name.
const Part* FindPart(const std::string& name);

/// Makes a case of a part, ready to run.
Case MakeCase(const Part& part, uint64_t seed, uint64_t number);

// The parts; each is described in attack_parts.cpp.
void MutateMeshes(Case& now);
void MutateMaps(Case& now);
void MutateNets(Case& now);
void KillDuringWrite(Case& now);
void EditLiveWorlds(Case& now);
void MixCalls(Case& now);

}  // namespace navnet::attack
