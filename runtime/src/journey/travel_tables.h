// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the links of the net meet the ground and the air.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/travel.h>

#include "journey/air_spots.h"
#include "journey/spot_distance.h"
#include "journey/travel_stop.h"
#include "level/free_air.h"
#include "walk/ground_index.h"

#include <optional>
#include <vector>

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
  /// The lowest point of free air above a point of the ground that an agent standing there can rise to. `care`: Quick
  /// considers only voxels in cells; Exact also those that the net leaves out, at some ten microseconds each.
  std::optional<AirStop> Above(const Navigator& navigator, const LevelIndex& level, Vec3 on_ground, Care care) const;

  uint64_t number;                                       ///< Unique among all tables of the process.
  std::vector<std::optional<GroundStop>> from, to;       ///< By link.
  std::vector<std::vector<std::optional<AirStop>>> air;  ///< By level, then by link; only for spots.
  std::vector<AirSpots> spots;                           ///< By level; with the ends of gates.
  std::vector<SpotDistance> spot_distance;               ///< By level.
};

}  // namespace navnet
