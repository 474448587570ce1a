// SPDX-License-Identifier: Apache-2.0
// A plain house of many storeys. Seen from above, with y to the north: a corridor from west to east with rooms on both
// sides, and at its east end a hall with a flight of stairs along the east wall, from south to north. Flights are above
// each other; to climb on, one walks back south through the hall.

#include "ground_generators.h"
#include "random.h"

#include <vector>

namespace navnet::worlds {
namespace {

constexpr double kStoreyM = 3.2, kSlabM = 0.2, kWallM = 0.2, kApronM = 2, kGroundM = 0.5, kStepThicknessM = 0.3;
constexpr int kRisers = 18, kRooms = 3;  // Rooms on each side of the corridor.
constexpr double kRoomWidthM = 4, kHallFromM = kRooms * kRoomWidthM, kWidthM = 16, kDepthM = 9;
constexpr double kCorridorFromM = 3.6, kCorridorToM = 5.4;
constexpr double kStairsXM = 14.4, kStairsFromM = 1.8, kStairsToM = kStairsFromM + (kRisers - 1) * kTreadM;
constexpr double kJoinedRooms = 0.5;
constexpr Rect kWhole = {{0, 0}, {kWidthM, kDepthM}};
constexpr Rect kWell = {{kStairsXM, kStairsFromM}, {kWidthM - kWallM, kStairsToM}};

Doorway DoorIn(double from_m, double to_m, Random& random) {
  const double at = random.Uniform(from_m + 0.2, to_m - 0.2 - kDoorM);
  return {at, at + kDoorM};
}

void AddWalls(double floor_m, bool entrance, Solids& solids, Random& random) {
  const double top = floor_m + kStoreyM - kSlabM, t = kWallM;
  auto wall = [&](Rect plan, const std::vector<Doorway>& doorways) { solids.AddWall(plan, floor_m, top, doorways); };
  std::vector<Doorway> west;
  if (entrance) west = {DoorIn(kCorridorFromM - t, kCorridorToM - t, random)};
  wall({{0, 0}, {kWidthM, t}}, {});
  wall({{0, kDepthM - t}, {kWidthM, kDepthM}}, {});
  wall({{0, t}, {t, kDepthM - t}}, west);
  wall({{kWidthM - t, t}, {kWidthM, kDepthM - t}}, {});
  // By side of the corridor: a door for each room, walls between them and one to the hall.
  for (bool north : {false, true}) {
    const double along = north ? kCorridorToM : kCorridorFromM - t;
    const double from = north ? kCorridorToM + t : t, to = north ? kDepthM - t : kCorridorFromM - t;
    std::vector<Doorway> doors;
    for (int room = 0; room < kRooms; ++room) {
      doors.push_back(DoorIn(room * kRoomWidthM, (room + 1) * kRoomWidthM - t, random));
    }
    wall({{t, along}, {kHallFromM + t, along + t}}, doors);
    for (int room = 1; room <= kRooms; ++room) {
      std::vector<Doorway> between;
      if (room < kRooms && random.Chance(kJoinedRooms)) between = {DoorIn(0, to - from, random)};
      wall({{room * kRoomWidthM, from}, {room * kRoomWidthM + t, to}}, between);
    }
  }
}

}  // namespace

GroundPlan MakeStoreys(const GroundSceneSpec& spec) {
  GroundPlan plan;
  Solids& solids = plan.solids;
  Random random(spec.seed);
  const Vec2 apron = {kApronM, kApronM};
  solids.AddBox({kWhole.min - apron, kWhole.max + apron}, -kGroundM, 0);
  plan.places.push_back({-kApronM / 2, kCorridorFromM, 0});
  for (int storey = 0; storey < spec.n; ++storey) {
    const double floor = storey * kStoreyM;
    if (storey > 0) solids.AddPierced(kWhole, kWell, floor - kSlabM, floor);
    AddWalls(floor, storey == 0, solids, random);
    if (storey + 1 < spec.n) solids.AddStairs(kWell, 1, false, floor, kStoreyM, kRisers, kStepThicknessM);
    for (int room = 0; room < kRooms; ++room) {
      plan.places.push_back({(room + 0.5) * kRoomWidthM, kCorridorFromM / 2, floor});
      plan.places.push_back({(room + 0.5) * kRoomWidthM, (kCorridorToM + kDepthM) / 2, floor});
    }
  }
  solids.AddBox(kWhole, spec.n * kStoreyM - kSlabM, spec.n * kStoreyM);
  plan.seeds = {plan.places.front()};
  return plan;
}

}  // namespace navnet::worlds
