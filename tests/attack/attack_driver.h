// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the parts of the attack in child processes, so that a crash or hang of one case is recorded and the run goes on.

#include "attack/attack_part.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace navnet::attack {

struct Options {
  uint64_t seed = 1;
  double seconds = 120;            ///< Total for all parts, unless `rounds` is given.
  std::optional<int64_t> rounds;   ///< Exact number of rounds of each part, regardless of time.
  std::vector<std::string> parts;  ///< Names; empty: all.
  int jobs = 1;                    ///< Number of parts that run concurrently.
  uint64_t first_case = 0;         ///< Number of the first case of each part.
};

struct FailedCase {
  uint64_t number = 0;
  std::string what;
  std::string command;  ///< Command that runs this case again.
};

/// Result of a part.
struct PartReport {
  const Part* part = nullptr;
  int64_t cases = 0;
  std::map<std::string, int64_t> tally;  ///< Of the completed cases.
  std::vector<FailedCase> failures;
  double seconds = 0;
};

struct Report {
  uint64_t seed = 0;
  double seconds = 0;
  std::vector<PartReport> parts;

  size_t FailureCount() const;
};

/// Runs the attack; reports progress and failures on standard error. `self` is the path of this program.
Report RunAttack(const std::string& self, const Options& options);

/// The child's side: runs `count` cases from `first` on, or until `seconds` have passed. Reports on standard output the
/// case it begins, what it tried, and what failed.
void RunCases(const Part& part, uint64_t seed, uint64_t first, int64_t count, double seconds);

}  // namespace navnet::attack
