// SPDX-License-Identifier: Apache-2.0
#include "navigator/certificate.h"

#include <navnet/internal/core/stopwatch.h>

#include <algorithm>

namespace navnet {
namespace {

// Limits on the taut paths computed for a bound. More give smaller gaps and take longer.
constexpr int kNodesFast = 1, kNodesBalanced = 16, kNodesBest = 256;

int NodesOf(Effort effort) {
  switch (effort) {
    case Effort::Fast: return kNodesFast;
    case Effort::Balanced: return kNodesBalanced;
    case Effort::Best: break;
  }
  return kNodesBest;
}

}  // namespace

void Certify(const NavigatorTables& tables, const FlightQuery& query, LowerBound& bound, FlightPath& path) {
  if (!query.certify || path.points.empty() || path.volumes.empty()) return;
  const Stopwatch watch;
  const LevelIndex& index = *tables.For(query.radius_m);
  const GridFrame& frame = tables.info.frame;
  // Factors are at least 1, and climbing costs at least what the heights of the ends differ by.
  const double rise = HeightOf(path.goal, tables.info.up) - HeightOf(path.start, tables.info.up);
  const double climbing = rise > 0 ? query.climb_cost * rise : -query.descend_cost * rise;
  const double length =
      bound.Of(index, index.component(path.volumes.front()), frame, path.points, path.length_m, NodesOf(query.effort));
  path.lower_bound_m = std::min(length + climbing, path.cost_m);
  path.statistics.certify_us = 1e6 * watch.Elapsed();
}

}  // namespace navnet
