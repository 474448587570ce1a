#pragma once
// The parts of the attack: each tries one way to break NavNet, case by case.

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <stdexcept>
#include <string>

namespace navnet::attack {

/// What must hold does not. The message says what, and how to get there.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One case: all that it tries is a function of the attack's seed and the case's number.
struct Case {
  uint64_t seed = 0, number = 0;
  std::mt19937_64 random;                ///< Seeded by both, and by the name of the part.
  std::map<std::string, int64_t> tally;  ///< How much was tried, by what: "flights", "kills" …

  size_t Below(size_t limit) { return size_t(random() % limit); }
  double Uniform(double lo, double hi) { return lo + (hi - lo) * double(random() >> 11) * 0x1p-53; }
};

struct Part {
  const char* name;
  const char* what;     ///< One line, for people.
  double share;         ///< Of the time, relative to the other parts.
  int64_t round;        ///< Cases of one round, about as long as a minute's share of the time.
  double case_limit_s;  ///< A case that takes longer hangs. Several times what the slowest one takes under sanitizers.
  void (*run)(Case& now);  ///< Throws Failure; may crash or hang, since it runs in a process of its own.
};

/// All parts, in the order in which they run.
std::span<const Part> Parts();
/// Null when no part has this name.
const Part* FindPart(const std::string& name);

/// The case of a part, ready to run.
Case MakeCase(const Part& part, uint64_t seed, uint64_t number);

// The parts; each is described in attack_parts.cpp.
void MutateMeshes(Case& now);
void MutateMaps(Case& now);
void MutateNets(Case& now);
void KillDuringWrite(Case& now);
void EditLiveWorlds(Case& now);
void MixCalls(Case& now);

}  // namespace navnet::attack
