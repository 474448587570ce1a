// SPDX-License-Identifier: Apache-2.0
#include "flight_queries.h"

#include <navnet/core/random.h>

namespace navnet::cli {

Result<Effort> ParseEffort(const std::string& name) {
  if (name == "fast") return Effort::Fast;
  if (name == "balanced") return Effort::Balanced;
  if (name == "best") return Effort::Best;
  return Error{ErrorCode::InvalidArgument, "--effort: '" + name + "' is not fast, balanced or best"};
}

std::vector<FlightQuery> RandomQueries(const Navigator& navigator, double radius_m, int64_t count, uint64_t seed) {
  std::vector<FlightQuery> queries;
  const NetLevel* level = navigator.net().LevelFor(radius_m);
  const GridFrame& frame = navigator.net().info().frame;
  if (!level || level->cells.empty()) return queries;
  // Points in tiny components find no partner, so the number of tries is limited.
  for (int64_t tries = 0; int64_t(queries.size()) < count && tries < 20 * count + 1000; ++tries) {
    const uint64_t number = 2 * uint64_t(tries);
    const VoxelCoord a = frame.VoxelAt(*navigator.RandomFree(SeedAt(seed, number), radius_m));
    const VoxelCoord b = frame.VoxelAt(*navigator.RandomFree(SeedAt(seed, number + 1), radius_m));
    const uint32_t from = level->CellAt(a), to = level->CellAt(b);
    if (a == b || from == kNoCell || to == kNoCell || level->components[from] != level->components[to]) continue;
    FlightQuery query;
    query.start = frame.CentreWorld(a);
    query.goal = frame.CentreWorld(b);
    query.radius_m = radius_m;
    queries.push_back(query);
  }
  return queries;
}

}  // namespace navnet::cli
