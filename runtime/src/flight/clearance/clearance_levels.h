// SPDX-License-Identifier: Apache-2.0
#pragma once
// The clearance levels of a query with a preferred clearance, and what a path costs in them.
//
// The free space of a level contains that of every level with a larger radius. A point costs what the largest level
// that contains it costs: a factor of 1 in the level of the preferred clearance, kClosest in that of the agent's radius
// alone, and linear in the radius between them. Where a level's voxels are in no cell (BakeOptions::min_cell), a point
// may count as one of the level below.
//
// Cells of all levels share one range of numbers, in which the place of the level comes first.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/internal/runtime/level/navigator_tables.h>
#include <navnet/runtime/navigator.h>

#include "flight/portal.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Coordinates and lengths are in voxels.
class ClearanceLevels {
 public:
  /// What a metre costs where only the level of the agent's radius has room. Larger: longer ways round narrow places.
  static constexpr double kClosest = 4;

  /// Reads a query. False when its preferred clearance changes nothing: it has none, or no level has more clearance
  /// than the one for its radius. The tables must outlive their use.
  bool Read(const FlightQuery& query, const NavigatorTables& tables);

  /// Number of levels, at least 2; the first is that of the agent's radius, the last that of the preferred clearance.
  uint32_t count() const { return uint32_t(levels_.size()); }
  const LevelIndex& operator[](uint32_t place) const { return *levels_[place]; }

  static uint32_t Number(uint32_t place, uint32_t cell) { return place << kCellBits | cell; }
  static uint32_t PlaceOf(uint32_t number) { return number >> kCellBits; }
  static uint32_t CellOf(uint32_t number) { return number & ((uint32_t{1} << kCellBits) - 1); }
  const LevelIndex& LevelOf(uint32_t number) const { return *levels_[PlaceOf(number)]; }
  const CellRecord& operator()(uint32_t number) const { return LevelOf(number)[CellOf(number)]; }
  double FactorOf(uint32_t number) const { return factors_[PlaceOf(number)]; }

  /// Appends cells whose NavVolumes, in this order, cover the segment from a to b, each of the largest level at its
  /// place; an entry equal to the last one is not repeated. Where there is no cell, the volumes of `also` are tried.
  /// False when the segment leaves the free space; what was appended by then stays.
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& numbers) const;
  /// The cost of the segment from a to b. Requires: it is free.
  double CostAlong(Vec3 a, Vec3 b) const;

 private:
  static constexpr int kCellBits = 28;
  static constexpr size_t kMostLevels = size_t{1} << (32 - kCellBits);

  template <class Visit>
  bool Follow(Vec3 a, Vec3 b, std::span<const uint32_t> also, const Visit& visit) const;

  std::vector<const LevelIndex*> levels_;  ///< Ascending by radius.
  std::vector<double> factors_;
};

}  // namespace navnet
