// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs all planners that we compare with on the queries of a benchmark.

#include "peer_planners.h"

namespace navnet::cli {

/// Flights: grid A*, Lazy Theta* and OMPL on the voxels of the agent's level. Walks: Detour on a Recast mesh of the
/// same triangles and agent. Each call builds the planners again; times are those of the queries alone.
class PeerBench final : public PeerPlanners {
 public:
  Status Fly(const PeerFlights& flights, ProgressBar& bar, BenchResult& result) override;
  /// Fails with InvalidArgument for voxel worlds, and if Recast cannot build its mesh.
  Status Walk(const PeerWalks& walks, ProgressBar& bar, BenchResult& result) override;
};

}  // namespace navnet::cli
