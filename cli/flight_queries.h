#pragma once
// Queries to measure or audit with.

#include <navnet/core/result.h>
#include <navnet/runtime/navigator.h>

#include <string>
#include <vector>

namespace navnet::cli {

/// fast, balanced or best, as --effort takes them.
Result<Effort> ParseEffort(const std::string& name);

/// `count` seeded random queries between voxel centres in the same piece of free space of a level; fewer when the level
/// has hardly any such pairs.
std::vector<FlightQuery> RandomQueries(const Navigator& navigator, double radius_m, int64_t count, uint64_t seed);

}  // namespace navnet::cli
