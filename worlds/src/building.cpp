// SPDX-License-Identifier: Apache-2.0
// A multi-storey building. Seen from above, with y to the north:
//   column 0      ramps, two lanes up and down the whole depth, entered from row 0
//   column 1      a corridor from south to north, with the entrance at its south end
//   last column   in row 1 the stairs, two flights around an open eye, entered from row 0
//   every third row from row 0 a corridor; everything else rooms.

#include "generators.h"
#include "lattice.h"
#include "mesh_builder.h"

#include <cmath>

namespace navnet::worlds {
namespace {

using building::kRisersPerStorey, building::kStepHeightM, building::kStoreyHeightM, building::kTreadM, building::kWallM;

constexpr double kApronM = 1.5;  // Ground left free around the walls.
constexpr double kRampWingM = 3.6, kCorridorM = 2.4, kStairColumnM = 3.0, kStairRowM = 4.6, kRoomM = 5.2;
constexpr double kEyeM = 0.4, kLaneGapM = 0.2;  // Gaps between the flights of stairs and between the ramp's lanes.
constexpr double kRampLandingM = 1.8;
constexpr double kRailM = 1.0, kRailThicknessM = 0.1;
constexpr double kUnderTreadM = 0.12;  // Extent of a step below the top of the next lower one.
constexpr double kFloorHighM = 1.0;    // Height of a place above its floor.
constexpr int kTreadsPerFlight = kRisersPerStorey / 2 - 1;
constexpr int kMostStoreys = 60;
constexpr int64_t kStairTriangles = (2 * kTreadsPerFlight + 1) * kBoxTriangles;
constexpr int64_t kOtherTriangles = (4 + 1 + 3) * kBoxTriangles;  // Per storey: the floor's pieces and the ramp.
constexpr int64_t kRoofTriangles = (1 + 4 + 4) * kBoxTriangles;   // Ground, parapet, rails.

struct Layout {
  int columns = 4, rows = 3, storeys = 2;

  int64_t MostTriangles() const {
    const int64_t inner = (columns - 1) * rows + columns * (rows - 1), outer = 2 * (columns + rows);
    const int64_t panels = inner * (kMaxPiercedTriangles - kBoxTriangles) + outer * kMaxPiercedTriangles;
    return storeys * (panels + kStairTriangles + kOtherTriangles) + kRoofTriangles;
  }
  bool IsStairs(CellCoord c) const { return c.x == columns - 1 && c.y == 1; }
  bool IsRamp(CellCoord c) const { return c.x == 0 && c.y >= 1; }
  bool IsCorridor(CellCoord c) const { return c.x == 1 || c.y % 3 == 0; }
};

Layout NaturalLayout(double size_m) {
  const double inside = size_m - 2 * kApronM;
  const double columns = (inside - kRampWingM - kCorridorM - kStairColumnM) / kRoomM;
  const double rows = 3 * (inside - kCorridorM - kStairRowM) / (2 * kRoomM + kCorridorM);
  return {.columns = 3 + std::max(1, int(std::floor(columns))),
          .rows = 2 + std::max(1, int(std::floor(rows))),
          .storeys = std::clamp(int(std::floor(size_m / 2 / kStoreyHeightM)), 2, kMostStoreys)};
}

Layout FittingLayout(const Plan& plan) {
  Layout l = NaturalLayout(plan.size_m);
  while (l.MostTriangles() > plan.budget && l.storeys > 2) --l.storeys;
  while (l.MostTriangles() > plan.budget && l.columns + l.rows > 7) --(l.columns - 1 > l.rows ? l.columns : l.rows);
  return l;
}

Lattice MakeLattice(const Layout& layout, double size_m, Random& random) {
  std::vector<double> columns(size_t(layout.columns), 0), rows(size_t(layout.rows), 0), levels;
  columns[0] = kRampWingM;
  columns[1] = kCorridorM;
  columns.back() = kStairColumnM;
  for (size_t i = 0; i < rows.size(); i += 3) rows[i] = kCorridorM;
  rows[1] = kStairRowM;
  for (int k = 0; k <= layout.storeys; ++k) levels.push_back(kWallM / 2 + k * kStoreyHeightM);
  std::vector<double> x = Divide(kApronM, size_m - kApronM, columns, random);
  std::vector<double> y = Divide(kApronM, size_m - kApronM, rows, random);
  return Lattice({std::move(x), std::move(y), std::move(levels)}, kWallM);
}

void ChoosePanels(const Layout& layout, Lattice& lattice, Random& random) {
  std::vector<CellUse> uses;
  for (const CellCoord& c : lattice.Cells()) {
    const bool closed = layout.IsStairs(c) || layout.IsRamp(c);
    uses.push_back(closed ? CellUse::Closed : layout.IsCorridor(c) ? CellUse::Corridor : CellUse::Room);
    if (closed)
      lattice.At(1, c) = Panel::Open;  // Stairs and ramp are entered from the south; the ramp has no partitions.
  }
  ConnectRooms(lattice, uses, random);
  for (const CellCoord& c : lattice.Cells()) {
    for (int axis = 0; axis < 2; ++axis) {
      CellCoord far = c;
      ++far[axis];
      const bool lit = uses[lattice.CellIndex(c)] != CellUse::Closed;
      if (lit && c[axis] == 0) lattice.At(axis, c) = Panel::Window;
      if (lit && far[axis] == lattice.Count(axis)) lattice.At(axis, far) = Panel::Window;
    }
  }
  lattice.At(1, {1, 0, 0}) = Panel::Door;
}

/// Two parallel lanes, flights of stairs or ramps: one leads up to a landing at half a storey, the other back up to the
/// next storey.
struct Climb {
  Box3 well;            ///< Its extent on the plan.
  double gap_m = 0;     ///< Between the lanes.
  double floor_m = 0;   ///< Height it starts from, at the south end of the west lane.
  double turn_y_m = 0;  ///< Where the lanes end and the landing between them begins.

  double middle_m() const { return (well.min.x + well.max.x) / 2; }
  /// A part of a lane with its top at `top_m`.
  Box3 Piece(bool west, double y0, double y1, double top_m, double thickness_m) const {
    const double x0 = west ? well.min.x : middle_m() + gap_m / 2, x1 = west ? middle_m() - gap_m / 2 : well.max.x;
    return {{x0, y0, top_m - thickness_m}, {x1, y1, top_m}};
  }
  Box3 Landing() const {
    const double top = floor_m + kStoreyHeightM / 2;
    return {{well.min.x, turn_y_m, top - kWallM}, {well.max.x, well.max.y, top}};
  }
  /// A rail at the south end of the west lane, for the highest floor that the climb reaches.
  Box3 Rail() const { return Piece(true, well.min.y - kRailThicknessM, well.min.y, floor_m + kRailM, kRailM); }
};

void AddStairs(const Climb& climb, TriangleMesh& mesh) {
  const double thickness = kStepHeightM + kUnderTreadM;
  for (int i = 0; i < kTreadsPerFlight; ++i) {
    const double up = climb.well.min.y + i * kTreadM, down = climb.turn_y_m - i * kTreadM;
    const double top = climb.floor_m + (i + 1) * kStepHeightM;
    AddBox(mesh, climb.Piece(true, up, up + kTreadM, top, thickness));
    AddBox(mesh, climb.Piece(false, down - kTreadM, down, top + kStoreyHeightM / 2, thickness));
  }
  AddBox(mesh, climb.Landing());
}

void AddRamp(const Climb& climb, TriangleMesh& mesh) {
  for (bool west : {true, false}) {
    const double top = climb.floor_m + (west ? 0 : kStoreyHeightM / 2), rise = kStoreyHeightM / 2;
    const Box3 lane = climb.Piece(west, climb.well.min.y, climb.turn_y_m, top, kWallM);
    std::array<Vec3, 8> corners;
    for (size_t i = 0; i < 8; ++i) {
      const bool north = i & 2;
      corners[i] = {i & 1 ? lane.max.x : lane.min.x, north ? lane.max.y : lane.min.y,
                    (i & 4 ? lane.max.z : lane.min.z) + (north == west ? rise : 0)};
    }
    AddHexahedron(mesh, corners);
  }
  AddBox(mesh, climb.Landing());
}

}  // namespace

int64_t NaturalBuildingTriangles(double size_m) { return NaturalLayout(size_m).MostTriangles(); }

ProceduralWorld MakeBuilding(const Plan& plan) {
  const Layout layout = FittingLayout(plan);
  Random random(plan.seed);
  Lattice lattice = MakeLattice(layout, plan.size_m, random);
  ChoosePanels(layout, lattice, random);

  ProceduralWorld world;
  TriangleMesh& mesh = world.mesh;
  lattice.AddPanels(0, mesh);
  lattice.AddPanels(1, mesh);
  AddBox(mesh, {{0, 0, 0}, {plan.size_m, plan.size_m, kWallM}});

  const double low = kApronM - kWallM / 2, high = plan.size_m - low;  // Outer faces of the outer walls.
  Climb stairs = {.well = lattice.Inside({layout.columns - 1, 1, 0}), .gap_m = kEyeM};
  stairs.well.min.y -= kWallM / 2;  // No wall to the corridor.
  stairs.turn_y_m = stairs.well.min.y + kTreadsPerFlight * kTreadM;
  Climb ramp = {.well = lattice.Inside({0, 1, 0}), .gap_m = kLaneGapM};
  ramp.well.min.y = stairs.well.min.y;
  ramp.well.max.y = lattice.Inside({0, layout.rows - 1, 0}).max.y;
  ramp.turn_y_m = ramp.well.max.y - kRampLandingM;
  for (int k = 0; k <= layout.storeys; ++k) {
    const double below = k * kStoreyHeightM, floor = below + kWallM;
    const bool roof = k == layout.storeys;
    stairs.floor_m = ramp.floor_m = floor;
    if (k > 0) {
      AddPierced(mesh, {{ramp.well.max.x, low, below}, {high, high, floor}}, 2, stairs.well);
      AddBox(mesh, {{low, low, below}, {ramp.well.max.x, roof ? high : ramp.well.min.y, floor}});
    }
    if (!roof) AddStairs(stairs, mesh);
    if (k + 1 < layout.storeys) AddRamp(ramp, mesh);
    if (k + 1 == layout.storeys) AddBox(mesh, ramp.Rail());
  }
  const double roof = stairs.floor_m;
  const Box3 parapet = {{low, low, roof}, {high, high, roof + kRailM}};
  AddPierced(mesh, parapet, 2, {{low + kWallM, low + kWallM, 0}, {high - kWallM, high - kWallM, 0}});
  const Box3& well = stairs.well;
  AddBox(mesh, stairs.Rail());
  AddBox(mesh,
         {{well.min.x - kRailThicknessM, well.min.y - kRailThicknessM, roof}, {well.min.x, well.max.y, roof + kRailM}});
  AddBox(mesh, {{well.min.x, well.max.y, roof}, {well.max.x, well.max.y + kRailThicknessM, roof + kRailM}});

  world.doorways = lattice.Doorways();
  const Box3 hall = lattice.Inside({1, 0, 0});
  world.places.push_back({(hall.min.x + hall.max.x) / 2, kApronM / 2, kWallM + kFloorHighM});  // Before the entrance.
  for (const CellCoord& c : lattice.Cells()) {
    if (layout.IsStairs(c) || layout.IsRamp(c)) continue;
    const Box3 room = lattice.Inside(c);
    world.places.push_back({(room.min.x + room.max.x) / 2, (room.min.y + room.max.y) / 2, room.min.z + kFloorHighM});
  }
  return world;
}

}  // namespace navnet::worlds
