// SPDX-License-Identifier: Apache-2.0
// A tiled town: blocks of four houses around a courtyard, between streets. Every house is built in its own frame, with
// the corner of its block at (0, 0) and the courtyard beyond its far sides, and then mirrored into position.

#include "ground_generators.h"
#include "random.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace navnet::worlds {
namespace {

constexpr double kStreetM = 8, kBlockM = 35, kPavementM = 1.5, kHousesM = kBlockM - 2 * kPavementM;
constexpr double kGroundM = 0.5;           // Thickness.
constexpr double kKerbM = 0.12;            // Height of a block above the street,
constexpr double kFloorM = kKerbM + 0.15;  // and of a house's floor,
constexpr double kCeilingM = kFloorM + 2.6, kRoofM = kCeilingM + 0.2;
constexpr double kOuterWallM = 0.3, kInnerWallM = 0.2, kGardenWallM = 2.2, kParapetM = 1.0;
constexpr double kTableM = 0.8, kTableHeightM = 0.75;
constexpr double kStairsM = 1.2, kStairsFromM = 1.0;
constexpr int kRisers = 17;
constexpr double kStairsToM = kStairsFromM + (kRisers - 1) * kTreadM;
constexpr double kWalled = 0.25, kBackDoors = 0.5, kTables = 0.5, kRoofStairs = 0.15, kLoops = 0.5;

/// The frame of a house: the position of its corner of the block, and which axes are mirrored.
struct Frame {
  Vec2 corner;
  bool mirror_x = false, mirror_y = false;

  Vec2 ToTown(Vec2 p) const { return {corner.x + (mirror_x ? -p.x : p.x), corner.y + (mirror_y ? -p.y : p.y)}; }
  Rect ToTown(const Rect& r) const {
    const Vec2 a = ToTown(r.min), b = ToTown(r.max);
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
  }
  /// Adds a wall along x or y of the frame, with doorways measured from its low end in the frame.
  void AddWall(Solids& solids, const Rect& r, int axis, std::vector<Doorway> doorways) const {
    const double length = axis == 0 ? r.max.x - r.min.x : r.max.y - r.min.y;
    if (axis == 0 ? mirror_x : mirror_y) {
      for (Doorway& d : doorways) d = {length - d.to_m, length - d.from_m};
      std::reverse(doorways.begin(), doorways.end());
    }
    solids.AddWall(ToTown(r), kFloorM, kCeilingM, doorways);
  }
};

/// A doorway at a random position between two points of a wall that starts at `start_m`.
Doorway DoorBetween(double start_m, double from_m, double to_m, Random& random) {
  const double at = random.Uniform(from_m + 0.3, to_m - 0.3 - kDoorM) - start_m;
  return {at, at + kDoorM};
}

struct House {
  double width_m = 0, depth_m = 0;  ///< Along x and y of its frame.
  double split_x_m = 0, split_y_m = 0;
  bool back_door = false, roof_stairs = false;
};

House PlanHouse(bool back_doors, Random& random) {
  House h;
  h.width_m = random.Uniform(10, 13);
  h.depth_m = random.Uniform(9, 12);
  h.split_x_m = h.width_m * random.Uniform(0.42, 0.58);
  h.split_y_m = h.depth_m * random.Uniform(0.42, 0.58);
  h.back_door = random.Chance(kBackDoors) && back_doors;
  h.roof_stairs = random.Chance(kRoofStairs);
  return h;
}

void AddTables(const House& h, const Frame& frame, Solids& solids, Random& random) {
  const double x[] = {kOuterWallM, h.split_x_m, h.width_m - kOuterWallM};
  const double y[] = {kOuterWallM, h.split_y_m, h.depth_m - kOuterWallM};
  for (int room = 0; room < 4; ++room) {
    const int i = room % 2, j = room / 2;
    const Vec2 shift = {random.Uniform(-0.3, 0.3), random.Uniform(-0.3, 0.3)};
    const Vec2 middle = Vec2{(x[i] + x[i + 1]) / 2, (y[j] + y[j + 1]) / 2} + shift, half = {kTableM / 2, kTableM / 2};
    if (!random.Chance(kTables)) continue;
    solids.AddBox(frame.ToTown({middle - half, middle + half}), kFloorM, kFloorM + kTableHeightM);
  }
}

/// Adds stairs along the far side, a landing beside the roof, and a parapet around the roof with a gap at the landing.
void AddRoofStairs(const House& h, const Frame& frame, Solids& solids) {
  const double d = h.depth_m, w = h.width_m, landing_end = kStairsToM + kStairsM, in = kInnerWallM;
  solids.AddStairs(frame.ToTown({{kStairsFromM, d}, {kStairsToM, d + kStairsM}}), 0, frame.mirror_x, kKerbM,
                   kRoofM - kKerbM, kRisers, 0);
  solids.AddBox(frame.ToTown({{kStairsToM, d}, {landing_end, d + kStairsM}}), kKerbM, kRoofM);
  const Rect parapet[] = {{{0, 0}, {w, in}},
                          {{0, in}, {in, d}},
                          {{w - in, in}, {w, d}},
                          {{in, d - in}, {kStairsToM, d}},
                          {{landing_end, d - in}, {w - in, d}}};
  for (const Rect& part : parapet) solids.AddBox(frame.ToTown(part), kRoofM, kRoofM + kParapetM);
}

void AddHouse(const House& h, const Frame& frame, Solids& solids, Random& random) {
  const double w = h.width_m, d = h.depth_m, out = kOuterWallM, half = kInnerWallM / 2;
  const double cx = h.split_x_m, cy = h.split_y_m;
  const Rect whole = {{0, 0}, {w, d}};
  solids.AddBox(frame.ToTown(whole), kKerbM, kFloorM);
  solids.AddBox(frame.ToTown(whole), kCeilingM, kRoofM);

  std::vector<Doorway> south, west, east;
  if (random.Chance(0.5)) {
    south = {DoorBetween(0, out, cx, random)};
  } else {
    west = {DoorBetween(out, out, cy, random)};
  }
  if (h.back_door) east = {DoorBetween(out, cy + half, d - out, random)};
  frame.AddWall(solids, {{0, 0}, {w, out}}, 0, south);
  frame.AddWall(solids, {{0, d - out}, {w, d}}, 0, {});
  frame.AddWall(solids, {{0, out}, {out, d - out}}, 1, west);
  frame.AddWall(solids, {{w - out, out}, {w, d - out}}, 1, east);

  // Four rooms in a ring with a door from each to the next; without loops, one of the doors is missing.
  const int missing = random.Chance(kLoops) ? -1 : random.Below(4);
  const double x0 = out, x1 = w - out, y0 = out, y1 = d - out;
  auto unless = [&](int which, double start, double from, double to) {
    const Doorway doorway = DoorBetween(start, from, to, random);
    return missing == which ? std::vector<Doorway>{} : std::vector{doorway};
  };
  std::vector<Doorway> across = unless(0, x0, x0, cx - half);
  for (const Doorway& doorway : unless(1, x0, cx + half, x1)) across.push_back(doorway);
  frame.AddWall(solids, {{x0, cy - half}, {x1, cy + half}}, 0, across);
  frame.AddWall(solids, {{cx - half, y0}, {cx + half, cy - half}}, 1, unless(2, y0, y0, cy - half));
  frame.AddWall(solids, {{cx - half, cy + half}, {cx + half, y1}}, 1, unless(3, cy + half, cy + half, y1));
  AddTables(h, frame, solids, random);
  if (h.roof_stairs) AddRoofStairs(h, frame, solids);
}

void AddBlock(Vec2 corner, int houses, GroundPlan& plan, Random& random) {
  const Vec2 size = {kBlockM, kBlockM}, middle = corner + size * 0.5;
  plan.solids.AddBox({corner, corner + size}, 0, kKerbM);
  plan.solids.AddBox({middle - Vec2{1, 1}, middle + Vec2{1, 1}}, kKerbM, kKerbM + 0.9);  // A well.
  const Vec2 low = corner + Vec2{kPavementM, kPavementM}, high = low + Vec2{kHousesM, kHousesM};
  const bool walled = random.Chance(kWalled) && houses == 4, back_doors = !walled || random.Chance(0.5);
  bool shut = walled;
  std::vector<Vec3> roofs;
  House all[4];
  for (int i = 0; i < houses; ++i) {
    const Frame frame = {{i & 1 ? high.x : low.x, i & 2 ? high.y : low.y}, (i & 1) != 0, (i & 2) != 0};
    all[i] = PlanHouse(back_doors, random);
    AddHouse(all[i], frame, plan.solids, random);
    shut = shut && !all[i].back_door;
    const double margin = kOuterWallM + walker::kPlaceMarginM + 0.05;
    const Vec2 room = frame.ToTown(Vec2{margin, margin}), lamp = frame.ToTown(Vec2{-0.9, -0.9});
    plan.places.push_back({room.x, room.y, kFloorM});
    plan.solids.AddBox({lamp - Vec2{0.1, 0.1}, lamp + Vec2{0.1, 0.1}}, kKerbM, kKerbM + 4);
    const Vec2 roof = frame.ToTown(Vec2{margin + 1, margin + 1});
    if (all[i].roof_stairs) roofs.push_back({roof.x, roof.y, kRoofM});
  }
  if (walled) {
    const double t = kOuterWallM, from = kKerbM, to = kKerbM + kGardenWallM;
    plan.solids.AddBox({{low.x + all[0].width_m, low.y}, {high.x - all[1].width_m, low.y + t}}, from, to);
    plan.solids.AddBox({{low.x + all[2].width_m, high.y - t}, {high.x - all[3].width_m, high.y}}, from, to);
    plan.solids.AddBox({{low.x, low.y + all[0].depth_m}, {low.x + t, high.y - all[2].depth_m}}, from, to);
    plan.solids.AddBox({{high.x - t, low.y + all[1].depth_m}, {high.x, high.y - all[3].depth_m}}, from, to);
  }
  const Vec3 court = {middle.x + 2, middle.y, kKerbM};
  if (shut) {
    plan.seeds.push_back(court);
  } else {
    plan.places.push_back(court);
    plan.places.insert(plan.places.end(), roofs.begin(), roofs.end());
  }
}

}  // namespace

GroundPlan MakeTown(const GroundSceneSpec& spec) {
  const int blocks = (spec.n + 3) / 4, columns = int(std::ceil(std::sqrt(double(blocks))));
  const int rows = (blocks + columns - 1) / columns;
  const double pitch = kStreetM + kBlockM;
  Random random(spec.seed);
  GroundPlan plan;
  plan.solids.AddBox({{0, 0}, {columns * pitch + kStreetM, rows * pitch + kStreetM}}, -kGroundM, 0);
  plan.seeds = {{kStreetM / 2, kStreetM / 2, 0}};
  for (int i = 0; i < blocks; ++i) {
    const Vec2 crossing = pitch * Vec2{double(i % columns), double(i / columns)};
    plan.places.push_back({crossing.x + kStreetM / 2, crossing.y + kStreetM / 2, 0});
    AddBlock(crossing + Vec2{kStreetM, kStreetM}, std::min(4, spec.n - 4 * i), plan, random);
  }
  return plan;
}

}  // namespace navnet::worlds
