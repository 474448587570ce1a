#pragma once
// What measuring many queries gives.

#include "figures.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace navnet::cli {

/// One planner's answers.
struct Outcome {
  int64_t failed = 0;
  bool is_exact = false;   ///< Its paths should be as long as the references.
  int64_t mismatches = 0;  ///< Paths of an exact planner that are not.
  std::vector<double> us, ratios;

  /// Counts an answer; its length is compared with `reference_m`, if that is > 0.
  void Add(bool found, double took_us, double length_m, double reference_m);
  Json ToJson() const;
};

struct BenchResult {
  size_t queries = 0;
  Outcome ours;
  double expanded = 0;             ///< Nodes or cells, on average.
  double alone = 0, together = 0;  ///< Queries a second on one thread, and on as many as asked for.
  std::vector<std::pair<std::string, Outcome>> peers;
};

}  // namespace navnet::cli
