#pragma once
// Runs the parts of the attack in child processes, so that a crash or a hang of one case is a result and not the end.

#include "attack/attack_part.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace navnet::attack {

struct Options {
  uint64_t seed = 1;
  double seconds = 120;            ///< For all parts together, unless `rounds` is given.
  std::optional<int64_t> rounds;   ///< Exactly so many rounds of each part, whatever time that takes.
  std::vector<std::string> parts;  ///< Names; empty: all.
  int jobs = 1;                    ///< Parts that run side by side.
  uint64_t first_case = 0;         ///< Number of the first case of each part.
};

struct FailedCase {
  uint64_t number = 0;
  std::string what;
  std::string command;  ///< Runs this case again.
};

/// What came of a part.
struct PartReport {
  const Part* part = nullptr;
  int64_t cases = 0;
  std::map<std::string, int64_t> tally;  ///< Of the cases that ended.
  std::vector<FailedCase> failures;
  double seconds = 0;
};

struct Report {
  uint64_t seed = 0;
  double seconds = 0;
  std::vector<PartReport> parts;

  size_t FailureCount() const;
};

/// Runs the attack; tells people on standard error how far it is and what failed. `self` is this program's file.
Report RunAttack(const std::string& self, const Options& options);

/// The child's side: runs cases from `first` on, `count` of them or until `seconds` have passed, and says on standard
/// output what it begins, what it tried, and what failed.
void RunCases(const Part& part, uint64_t seed, uint64_t first, int64_t count, double seconds);

}  // namespace navnet::attack
