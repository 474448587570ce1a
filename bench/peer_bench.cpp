// SPDX-License-Identifier: Apache-2.0
#include "peer_bench.h"

#include "console.h"
#include "peers/dense_grid.h"
#include "peers/grid_astar.h"
#include "peers/lazy_theta.h"
#include "peers/ompl_planner.h"
#include "peers/recast_planner.h"
#include "walk_bench.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navnet::cli {
namespace {

constexpr double kSameLengthVoxels = 1e-3;  // Scenario files give optima with eight decimals.

Outcome RunFlights(peers::Planner& planner, const PeerFlights& flights, bool is_exact) {
  Outcome out;
  out.is_exact = is_exact;
  const GridFrame& frame = flights.grid.frame();
  const size_t all = flights.tasks.size();
  const size_t wanted = flights.most == 0 ? all : std::min(all, size_t(flights.most));
  for (size_t i = 0; i < wanted; ++i) {
    const FlightTask& task = flights.tasks[i * all / wanted];
    const peers::PeerAnswer answer = planner.Find(frame.VoxelAt(task.query.start), frame.VoxelAt(task.query.goal));
    const double length_m = answer.length_voxels * frame.voxel_m;
    out.Add(answer.found, answer.us, length_m, task.reference_m);
    if (is_exact && !(std::abs(length_m - task.reference_m) < kSameLengthVoxels * frame.voxel_m)) ++out.mismatches;
  }
  return out;
}

}  // namespace

Status PeerBench::Fly(const PeerFlights& flights, ProgressBar& bar, BenchResult& result) {
  const Result<peers::DenseGrid> dense = peers::DenseGrid::Create(flights.grid);
  if (!dense) return dense.error();
  Result<peers::GridAStar> astar = peers::GridAStar::Create(*dense);
  if (!astar) return astar.error();
  Result<peers::LazyTheta> theta = peers::LazyTheta::Create(*dense);
  if (!theta) return theta.error();
  peers::OmplPlanner ompl(*dense);
  bar.Announce("peer: grid A*");
  result.peers.emplace_back("grid_astar", RunFlights(*astar, flights, flights.has_optima));
  bar.Announce("peer: Lazy Theta*");
  result.peers.emplace_back("lazy_theta", RunFlights(*theta, flights, false));
  bar.Announce("peer: OMPL");
  result.peers.emplace_back("ompl", RunFlights(ompl, flights, false));
  return Ok();
}

Status PeerBench::Walk(const PeerWalks& walks, ProgressBar& bar, BenchResult& result) {
  if (!walks.world.mesh()) {
    return Error{ErrorCode::InvalidArgument,
                 walks.world.name + ": Recast takes triangles, and this is a world of voxels; use --mode fly"};
  }
  bar.Announce("peer: Recast and Detour");
  const GroundView& ground = walks.walker.ground();
  const UpAxis up = walks.walker.up();
  peers::RecastOptions options;
  options.radius_m = walks.radius_m;
  options.height_m = ground.height_m;
  options.step_m = ground.step_m;
  options.max_slope_deg = ground.max_slope_deg;
  options.up = up;
  Result<peers::RecastPlanner> detour = peers::RecastPlanner::Build(*walks.world.mesh(), options);
  if (!detour) return detour.error();
  using Points = peers::RecastPlanner::Points;
  for (const auto& [name, points] :
       {std::pair("detour", Points::Bends), std::pair("detour_surface", Points::Surface)}) {
    Outcome& outcome = result.peers.emplace_back(name, Outcome{}).second;
    for (const WalkQuery& query : walks.queries) {
      const peers::WalkAnswer answer = detour->Find(query.start, query.goal, points);
      // Length on the plan, as for NavNet's walks.
      double length_m = 0;
      for (size_t k = 1; k < answer.points.size(); ++k) {
        length_m += Length(PlanOf(answer.points[k], up) - PlanOf(answer.points[k - 1], up));
      }
      outcome.Add(answer.found, answer.us, length_m, StraightM(query, up));
    }
  }
  return Ok();
}

}  // namespace navnet::cli
