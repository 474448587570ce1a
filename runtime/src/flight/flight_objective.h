// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a flight minimises, and where it may go. Three implementations: LengthObjective for plain queries, CostObjective
// for queries with costs, ClearanceObjective for those with a preferred clearance. Each owns its search, its taut path
// and its way to cover lines by volumes.
//
// Coordinates, lengths and costs are in voxels. A corridor is a sequence of numbers whose volumes, in this order,
// contain a path: cells for LengthObjective, cost cells for CostObjective, cells of several levels for
// ClearanceObjective.

#include <navnet/internal/runtime/level/level_index.h>

#include "flight/portal.h"
#include "query/search_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

class FlightObjective {
 public:
  virtual ~FlightObjective() = default;

  // Ends of a path.

  /// Whether a path may begin or end at a free point that these cells contain.
  virtual bool IsAllowed(Vec3 p, const TouchingCells& cells) = 0;
  /// The nearest point, at most `within` away, where a path may begin or end.
  virtual std::optional<LevelIndex::Near> Nearest(Vec3 p, double within) = 0;
  /// The reachable point nearest to `goal`, for paths that begin in a component without it. Empty if only a search can
  /// tell.
  virtual std::optional<Vec3> NearestReachable(Vec3 goal, uint32_t component) const = 0;
  /// Whether the world has been divided into more cells than fit in memory, so that answers may be incomplete.
  virtual bool is_full() const = 0;

  // The search.

  /// Begins at a point of the given cells. `backward`: the path will be followed from `to` to `from`. Paths whose
  /// estimated cost exceeds `most` are pruned.
  virtual void BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double most) = 0;
  virtual SearchState Run(int64_t expansions) = 0;
  virtual SearchCounts counts() const = 0;
  /// After Found: the corridor from the start to a volume that contains the goal. Otherwise: to the one nearest to the
  /// goal; empty when nothing was reached.
  virtual void TakeCorridor(std::vector<uint32_t>& corridor) const = 0;
  /// After Found: the bends of that path as the search knows them. They may leave the free space in places.
  virtual void TakeBends(std::vector<Vec3>& points) const = 0;

  // Corridors and paths.

  /// The point of a corridor's cell nearest to `p`.
  virtual Vec3 NearestIn(uint32_t number, Vec3 p) const = 0;
  /// Appends a corridor that covers the segment from a to b; where there is no cell, the volumes of `also` are tried.
  /// An entry equal to the last one is not repeated. False when the segment leaves the allowed space; what was appended
  /// by then stays.
  virtual bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& corridor) = 0;
  /// Sets the portals between consecutive volumes. False when two of them do not meet.
  virtual bool PortalsBetween(std::span<const uint32_t> corridor, std::vector<Portal>& portals) const = 0;
  /// Computes the taut path in a corridor with these portals. Returns its cost. Without `exact` it may be worse than
  /// TautPath::kWantedGap, which saves time.
  virtual double Pull(Vec3 start, Vec3 goal, std::span<const uint32_t> corridor, std::span<const Portal> portals,
                      bool exact) = 0;
  /// Upper bound of (cost - least cost) / cost of the last taut path.
  virtual double gap() const = 0;
  /// Sets `points` to the last taut path, without points that do not make it cheaper.
  virtual void TakeTaut(std::vector<Vec3>& points) = 0;
  /// Makes `corridor` cover `points` after TakeTaut, and returns the cost of that path; `pulled` is what Pull returned.
  virtual double Finish(std::span<const Vec3> points, double pulled, std::vector<uint32_t>& corridor) = 0;

  /// Whether no path between two points can cost less than the straight segment between them.
  virtual bool is_straight_cheapest() const = 0;
  /// The cost of the segment from a to b; infinite when it passes through a forbidden box.
  virtual double CostAlong(Vec3 a, Vec3 b) = 0;
  /// Lower bound of the cost of any path from a to b.
  virtual double LeastCost(Vec3 a, Vec3 b) const = 0;
  /// Appends cells of the agent's level whose volumes, in this order, contain the path `points` in a corridor, without
  /// repetitions of the last one. False when the path leaves their volumes.
  virtual bool TakeVolumes(std::span<const Vec3> points, std::span<const uint32_t> corridor,
                           std::vector<uint32_t>& volumes) = 0;
};

}  // namespace navnet
