// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the links of the net meet the ground and the air.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/travel.h>

#include "journey/air_gates.h"
#include "walk/ground_index.h"
#include "walk/walk_search.h"

#include <optional>

namespace navnet {

/// A point on the ground.
struct GroundStop {
  Vec3 point;       ///< On the surface.
  CellPoint place;  ///< The same point in the tables of the walker.
};

/// A point in the free air of one level.
struct AirStop {
  Vec3 point;
  uint32_t component = 0;
};

struct TravelTables {
  explicit TravelTables(const Navigator& navigator);

  std::optional<GroundStop> OnGround(const Navigator& navigator, Vec3 p, double radius_m, double snap_m) const;
  /// The lowest point of free air above a point of the ground that an agent standing there can rise to.
  std::optional<AirStop> Above(const Navigator& navigator, const LevelIndex& level, Vec3 on_ground) const;

  /// A number below WalkTables::group_count(), equal for points between which an agent can walk.
  static uint32_t WalkGroup(const Navigator& navigator, const GroundStop& stop, double radius_m);

  /// Bounds on the distances from a point to the landmarks of its ground.
  static Landmarks::Goal ToLandmarks(const Navigator& navigator, const GroundStop& stop, WalkSearch& search);

  uint64_t number;                                       ///< Unique among all tables of the process.
  std::vector<std::optional<GroundStop>> from, to;       ///< By link.
  std::vector<std::vector<std::optional<AirStop>>> air;  ///< By level, then by link; only for spots.
  std::vector<AirGates> gates;                           ///< By level.
  std::vector<AirSpots> spots;                           ///< By level; identified by link.
  std::vector<uint32_t> nearby;                          ///< Links, ordered so that nearby ones are adjacent.
  std::vector<Landmarks::Goal> landmarks;                ///< Two for each link: of `from` and of `to`.
};

}  // namespace navnet
