// SPDX-License-Identifier: Apache-2.0
#include "journey/journey_solver.h"

#include <navnet/internal/runtime/query/runtime_access.h>
#include "level/free_air.h"
#include "walk/walk_tables.h"

#include <algorithm>

namespace navnet {

void JourneySolver::SetFlight(Vec3 start, Vec3 goal) {
  FlightQuery& query = s_.flight_query;
  query = {};
  query.start = start;
  query.goal = goal;
  query.radius_m = query_.agent.radius_m;
  query.preferred_clearance_m = s_.fly_clearance_m;
  query.effort = query_.effort;
  query.regions = query_.fly_regions;
  query.climb_cost = query_.climb_cost;
  query.descend_cost = query_.descend_cost;
  query.floor_m = query_.floor_m;
  query.ceiling_m = query_.ceiling_m;
}

// Costs per metre and per change, from the speeds of the agent and the weights; and the limit on flying.
void JourneySolver::ReadAgent() {
  s_.agent = query_.agent;
  s_.agent.walk_m_s /= query_.weights.walk;
  s_.agent.fly_m_s /= query_.weights.fly;
  s_.agent.switch_s *= query_.weights.switching;
  s_.fly_clearance_m = query_.fly_clearance_m;
  s_.limit_m = query_.max_fly_m;
  if (query_.agent.fly_m_s > 0) s_.limit_m = std::min(s_.limit_m, query_.max_fly_s * query_.agent.fly_m_s);
}

void JourneySolver::ReadCosts() {
  const NetInfo& info = navigator_.info();
  SetFlight({}, {});
  s_.air_costs.Read(s_.flight_query, info);
  s_.flight_query.floor_m = -kNever;
  s_.column_costs.Read(s_.flight_query, info);
  if (Flies() && s_.air_costs.are_any()) s_.air_cells.Begin(Level(), s_.air_costs);
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
  const LevelIndex& level = Level();
  const Vec3 in_voxels = frame.ToVoxelSpace(p);
  const FreePlace place = FreePlaceAt(level, in_voxels);
  const bool has_costs = s_.air_costs.are_any();
  CostCells& cost_cells = s_.air_cells;
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

// The spots at the points where flights from and to them begin and end.
const AirSpots& JourneySolver::SpotsInAir() {
  if (!s_.is_raised) return tables_.spots[s_.level];
  s_.raised_spots.clear();
  for (uint32_t stop = kFirstLink; stop < s_.stops.size(); ++stop) {
    const TravelStop& air = s_.stops[stop];
    if (!air.usable || !air.in_air) continue;
    s_.raised_spots.push_back({navigator_.info().frame.ToVoxelSpace(air.point), stop});
  }
  s_.raised.Build(Level(), s_.raised_spots);
  return s_.raised;
}

}  // namespace navnet
