#pragma once
// Walking queries, measured beside Detour's on a Recast mesh of the same world.

#include <navnet/runtime/navigator.h>
#include <navnet/voxel/world.h>

#include "bench_outcome.h"

namespace navnet::cli {

struct WalkBenchOptions {
  double radius_m = 0;
  int64_t queries = 1000;
  int threads = 0;
  bool peers = false;
};

/// Seeded random pairs of places that are connected for the agent, held against the straight line on the plan. Peers
/// get the same pairs. Requires: the net has ground.
Result<BenchResult> BenchWalking(const Navigator& navigator, const World& world, const WalkBenchOptions& options);

}  // namespace navnet::cli
