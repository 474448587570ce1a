#pragma once
// Where the net's links meet the ground and the air.

#include <navnet/internal/runtime/level/level_index.h>
#include <navnet/runtime/travel.h>

#include "journey/air_gates.h"
#include "walk/ground_index.h"
#include "walk/walk_search.h"

#include <optional>

namespace navnet {

/// A place of the ground as travel sees it.
struct GroundStop {
  Vec3 point;       ///< On the surface.
  CellPoint place;  ///< The same to the walker.
};

/// A place in the air of one level.
struct AirStop {
  Vec3 point;
  uint32_t component = 0;
};

struct Traveller::Tables {
  explicit Tables(const Navigator& navigator);

  std::optional<GroundStop> OnGround(const Navigator& navigator, Vec3 p, double radius_m, double snap_m) const;
  /// The lowest free place above a point of the ground that an agent standing there can rise to.
  std::optional<AirStop> Above(const Navigator& navigator, const LevelIndex& level, Vec3 on_ground) const;

  /// Equal for places between which an agent can walk, and below Walker::Tables::group_count().
  static uint32_t WalkGroup(const Navigator& navigator, const GroundStop& stop, double radius_m);

  /// How far a place is from the landmarks of its ground.
  static Landmarks::Goal ToLandmarks(const Navigator& navigator, const GroundStop& stop, WalkSearch& search);

  uint64_t number;                                       ///< Of no other tables of the process.
  std::vector<std::optional<GroundStop>> from, to;       ///< By link.
  std::vector<std::vector<std::optional<AirStop>>> air;  ///< By level, then by link; spots only.
  std::vector<AirGates> gates;                           ///< By level.
  std::vector<AirSpots> spots;                           ///< By level; named by link.
  std::vector<uint32_t> nearby;                          ///< Links, near ones side by side.
  std::vector<Landmarks::Goal> landmarks;                ///< Two for each link: of `from` and of `to`.
};

}  // namespace navnet
