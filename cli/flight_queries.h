// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flight queries for benchmarks and audits.

#include <navnet/core/result.h>
#include <navnet/runtime/navigator.h>

#include <string>
#include <vector>

namespace navnet::cli {

/// Parses the value of --effort: fast, balanced or best.
Result<Effort> ParseEffort(const std::string& name);

/// Makes `count` seeded random queries between voxel centres of the same component of the level for `radius_m`; fewer
/// if the level has too few such pairs.
std::vector<FlightQuery> RandomQueries(const Navigator& navigator, double radius_m, int64_t count, uint64_t seed);

}  // namespace navnet::cli
