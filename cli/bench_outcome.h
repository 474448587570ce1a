// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results of a benchmark.

#include "figures.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace navnet::cli {

/// Results of one planner over all queries.
struct Outcome {
  int64_t failed = 0;
  bool is_exact = false;   ///< Its paths must be as long as the reference paths.
  int64_t mismatches = 0;  ///< Paths of an exact planner whose length differs from the reference.
  std::vector<double> us, ratios;

  /// Records one answer. The ratio of its length to `reference_m` is recorded if `reference_m` > 0.
  void Add(bool found, double took_us, double length_m, double reference_m);
  Json ToJson() const;
};

struct BenchResult {
  size_t queries = 0;
  Outcome ours;
  double expanded = 0;             ///< Mean number of nodes or cells expanded per query.
  double alone = 0, together = 0;  ///< Queries per second on one thread, and on the requested number of threads.
  std::vector<double> gaps;        ///< With --certify: the proven gap of each path, as a fraction …
  std::vector<double> certify_us;  ///< … and what proving it took, not counted in `ours`.
  std::vector<std::pair<std::string, Outcome>> peers;
};

}  // namespace navnet::cli
