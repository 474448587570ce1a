// SPDX-License-Identifier: Apache-2.0
#include "bench_outcome.h"

namespace navnet::cli {

void Outcome::Add(bool found, double took_us, double length_m, double reference_m) {
  us.push_back(took_us);
  if (!found) {
    ++failed;
  } else if (reference_m > 0) {
    ratios.push_back(length_m / reference_m);
  }
}

Json Outcome::ToJson() const {
  const Figures ratio = FiguresOf(ratios);
  return {{"us", cli::ToJson(FiguresOf(us))},
          {"length_ratio", {{"mean", ratio.mean}, {"p50", ratio.p50}, {"p99", ratio.p99}, {"max", ratio.max}}},
          {"failed", failed},
          {"cost_mismatches", mismatches}};
}

}  // namespace navnet::cli
