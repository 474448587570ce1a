// SPDX-License-Identifier: Apache-2.0
#pragma once
// Benchmark of walking queries.

#include <navnet/runtime/navigator.h>
#include <navnet/voxel/world.h>

#include "bench_outcome.h"

namespace navnet::cli {

class PeerPlanners;
class ProgressBar;

struct WalkBenchOptions {
  double radius_m = 0;
  int64_t queries = 1000;
  int threads = 0;
  PeerPlanners* peers = nullptr;  ///< Null: none.
};

/// Straight-line distance on the plan, in metres: the denominator of a walk's length ratio.
double StraightM(const WalkQuery& query, UpAxis up);

/// Measures seeded random pairs of places that are connected for the agent. Peers get the same pairs. Requires: the net
/// has ground.
Result<BenchResult> BenchWalking(const Navigator& navigator, const World& world, const WalkBenchOptions& options,
                                 ProgressBar& bar);

}  // namespace navnet::cli
