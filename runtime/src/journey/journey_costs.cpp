// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/query/runtime_access.h>
#include "level/free_air.h"
#include "navigator/flight_solver.h"
#include "walk/walk_tables.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Clips a gate by a forbidden box, if the rest is a box. A gate that lies inside entirely is moved to infinity.
void CutOff(AirGates::Gate& gate, const CostBox& box) {
  const Vec3 touch{kTouch, kTouch, kTouch}, lo = box.lo + touch, hi = box.hi - touch;
  int uncovered = 0, axis = 0;
  for (int a = 0; a < 3; ++a) {
    if (gate.hi[a] <= lo[a] || gate.lo[a] >= hi[a]) return;
    if (gate.lo[a] > lo[a] && gate.hi[a] < hi[a]) continue;
    ++uncovered;
    axis = a;
  }
  if (uncovered > 1) return;
  if (uncovered == 0) {
    gate.lo = gate.hi = {kNever, kNever, kNever};
  } else if (gate.lo[axis] > lo[axis]) {
    gate.lo[axis] = hi[axis];
  } else if (gate.hi[axis] < hi[axis]) {
    gate.hi[axis] = lo[axis];
  }
}

}  // namespace

FlightQuery JourneySolver::FlightFrom(Vec3 start, Vec3 goal) const {
  FlightQuery query;
  query.start = start;
  query.goal = goal;
  query.radius_m = query_.agent.radius_m;
  query.effort = query_.effort;
  query.regions = query_.fly_regions;
  query.climb_cost = query_.climb_cost;
  query.descend_cost = query_.descend_cost;
  query.floor_m = query_.floor_m;
  query.ceiling_m = query_.ceiling_m;
  return query;
}

void JourneySolver::ReadCosts() {
  const NetInfo& info = navigator_.info();
  FlightQuery query = FlightFrom({}, {});
  s_.air_costs.Read(query, info);
  query.floor_m = -kNever;
  s_.column_costs.Read(query, info);
  if (const Walker* walker = navigator_.walker()) {
    const WalkTables& tables = RuntimeAccess::TablesOf(*walker);
    s_.ground_costs.Begin(query_.walk_regions, tables.index, tables.up, tables.surface.is_one_plane());
  }
}

bool JourneySolver::IsForbiddenToWalk(const GroundStop& stop) const {
  return s_.ground_costs.IsForbidden(stop.place.p, stop.place.height);
}

// The cost of a straight segment, in metres.
double JourneySolver::CostAlong(CostBoxes& costs, Vec3 from, Vec3 to) const {
  if (!costs.are_any()) return Length(to - from);
  const GridFrame& frame = navigator_.info().frame;
  return frame.voxel_m * costs.CostAlong(frame.ToVoxelSpace(from), frame.ToVoxelSpace(to));
}

// Where flights from and to a point of the ground begin and end: `lowest`, the lowest free air above it, or straight
// above that at the flight floor. Nothing if the way up is blocked or forbidden.
std::optional<AirStop> JourneySolver::AirOver(Vec3 on_ground, const std::optional<AirStop>& lowest) {
  if (!lowest || !s_.air_costs.are_any()) return lowest;
  const UpAxis up = navigator_.info().up;
  AirStop stop = *lowest;
  if (HeightOf(stop.point, up) < query_.floor_m) {
    stop.point[up == UpAxis::Z ? 2 : 1] = query_.floor_m;
    if (!IsFinite(stop.point) || !navigator_.IsVisible(lowest->point, stop.point, query_.agent.radius_m)) {
      return std::nullopt;
    }
    s_.is_raised = true;
  }
  if (!(CostAlong(s_.column_costs, on_ground, stop.point) < kNever)) return std::nullopt;
  return stop;
}

// Places an end of the journey in the air, at `p` or the nearest allowed point within snap_m. Returns false if there is
// none.
bool JourneySolver::PlaceInAir(Vec3 p, uint32_t stop) {
  const GridFrame& frame = navigator_.info().frame;
  const LevelIndex& level = RuntimeAccess::TablesOf(navigator_).levels[s_.level];
  const Vec3 in_voxels = frame.ToVoxelSpace(p);
  const FreePlace place = FreePlaceAt(level, in_voxels);
  const bool has_costs = s_.air_costs.are_any();
  CostCells& cost_cells = s_.air_cells;
  if (has_costs) cost_cells.Begin(level, s_.air_costs);
  if (place.IsFree() && (!has_costs || cost_cells.IsAllowed(place.point, place.cells))) {
    s_.stops[stop] = {p, level.component(place.cells.cells[0]), true, true};
    return true;
  }
  s_.is_cut_short = s_.is_cut_short || (has_costs && cost_cells.is_full());
  if (!(query_.snap_m > 0)) return false;
  LevelIndex::NearestIn nearest_in;
  if (has_costs) nearest_in = [&](uint32_t cell) { return cost_cells.NearestIn(cell, in_voxels); };
  const auto near = level.Nearest(in_voxels, query_.snap_m / frame.voxel_m, std::nullopt, nearest_in);
  if (!near) return false;
  s_.stops[stop] = {frame.ToWorld(near->point), level.component(near->cell), true, true};
  return true;
}

// If forbidden boxes make the flight just computed impossible, moves all stops that its search did not reach into a new
// component, so that no other flight between the two sets is tried: each would take long to fail. Returns whether the
// flight was impossible for that reason. Requires: MeasureLeg(from, to) was the last leg computed.
bool JourneySolver::CutOffUnreached(uint32_t from, uint32_t to) {
  const FlightPath& flown = s_.flown;
  if (!s_.air_costs.are_any() || flown.status != PathStatus::Unreachable || flown.statistics.expanded == 0)
    return false;
  const uint32_t component = s_.stops[from].component, cut_off = s_.air_components++;
  const FlightQuery query = FlightFrom(s_.stops[from].point, s_.stops[to].point);
  const FlightSolver flight(navigator_, query, context_);
  for (Stop& stop : s_.stops) {
    if (!stop.usable || !stop.in_air || stop.component != component) continue;
    if (!flight.HasReached(stop.point)) stop.component = cut_off;
  }
  return true;
}

// The gates of the level, clipped by forbidden boxes.
std::span<const AirGates::Gate> JourneySolver::AllowedGates() {
  const std::span<const AirGates::Gate> all = tables_.gates[s_.level].gates();
  const auto forbids = [](const CostBox& box) { return std::isinf(box.factor); };
  const std::span<const CostBox> boxes = s_.air_costs.boxes();
  if (std::none_of(boxes.begin(), boxes.end(), forbids)) return all;
  s_.gates.assign(all.begin(), all.end());
  for (const CostBox& box : boxes) {
    if (!forbids(box)) continue;
    for (AirGates::Gate& gate : s_.gates) CutOff(gate, box);
  }
  return s_.gates;
}

const AirSpots& JourneySolver::SpotsInAir() {
  if (!s_.is_raised) return tables_.spots[s_.level];
  std::vector<AirSpots::Spot> spots;
  for (uint32_t stop = kFirstLink + 1; stop < s_.stops.size(); stop += 2) {
    const Stop& air = s_.stops[stop];
    if (!air.usable || !air.in_air) continue;
    spots.push_back({navigator_.info().frame.ToVoxelSpace(air.point), (stop - kFirstLink) / 2});
  }
  s_.raised = AirSpots(RuntimeAccess::TablesOf(navigator_).levels[s_.level], spots);
  return s_.raised;
}

}  // namespace navnet
