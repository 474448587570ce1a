// SPDX-License-Identifier: Apache-2.0
// Flights with a preferred clearance, in stages. A search over several levels by cost takes ten times as long as one by
// length in a single level. Mostly two of the latter are enough: the shortest path in the level of the preferred
// clearance costs its length; and no factor is below 1, so nothing costs less than the shortest path in the agent's own
// level. Where the two lengths are about equal, the first path is the answer. Otherwise the search by cost follows; it
// prunes whatever costs more than the cheaper of the two.

#include "level/free_air.h"
#include "navigator/flight_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Ratio of cost to lower bound up to which a path is the answer. A larger value is faster, and paths cost more.
constexpr double kCheapEnough = 1.05;

}  // namespace

// Begins the first stage, from and to the places nearest to the ends that have the preferred clearance. False when
// there are none in sight, when they are not connected, and when the query has a budget, which more searches might use
// up.
bool FlightSolver::BeginAbove() {
  if (query_.max_expansions > 0 || query_.max_us > 0) return false;
  const LevelIndex& above = s_.by_clearance.most();
  TouchingCells cells[2];
  Vec3 ends[2] = {s_.start, s_.goal};
  for (int i = 0; i < 2; ++i) {
    const FreePlace place = FreePlaceAt(above, ends[i]);
    cells[i] = place.cells;
    if (place.IsFree()) continue;
    const auto near = above.Nearest(ends[i], s_.by_clearance.Reach(), std::nullopt);
    if (!near || !IsFreeLine(*s_.index, ends[i], near->point, Care::Quick)) return false;
    ends[i] = near->point;
    cells[i] = FreePlaceAt(above, ends[i]).cells;
  }
  const auto is_connected = [&](uint32_t cell) { return above.component(cell) == above.component(cells[0].cells[0]); };
  if (std::none_of(cells[1].begin(), cells[1].end(), is_connected)) return false;
  s_.stage = ClearanceStage::Above;
  s_.best_cost = std::numeric_limits<double>::infinity();
  s_.own_start = s_.start;
  s_.own_goal = s_.goal;
  s_.start = ends[0];
  s_.goal = ends[1];
  s_.index = &above;
  s_.by_length.Begin(above);
  s_.objective = &s_.by_length;
  s_.objective->BeginSearch(s_.start, s_.goal, cells[0], false, std::numeric_limits<double>::infinity());
  s_.phase = FlightPhase::Forward;
  return true;
}

// Compares the path of the stage that ended with the cheapest one so far, and begins the next stage if a cheaper one
// may exist.
void FlightSolver::EndStage() {
  const bool is_above = s_.stage == ClearanceStage::Above;
  if (is_above) {
    s_.start = s_.own_start;
    s_.goal = s_.own_goal;
    s_.index = &s_.by_clearance.least();
    s_.block = nullptr;
    s_.by_length.Begin(*s_.index);
  }
  if (!s_.points.empty()) {
    if (is_above && !(s_.points.front() == s_.start)) s_.points.insert(s_.points.begin(), s_.start);
    if (is_above && !(s_.points.back() == s_.goal)) s_.points.push_back(s_.goal);
    Offer(s_.points);
  }
  if (s_.stage == ClearanceStage::Below) s_.least_cost = std::max(s_.least_cost, LengthOf(s_.points));
  const bool is_cheap = query_.effort != Effort::Best && s_.best_cost <= kCheapEnough * s_.least_cost;
  if (s_.stage == ClearanceStage::All || is_cheap) {
    TakeBest();
  } else if (is_above) {
    s_.stage = ClearanceStage::Below;
    StartAgain(s_.by_length);
  } else {
    BeginAll();
  }
}

void FlightSolver::BeginAll() {
  s_.stage = ClearanceStage::All;
  s_.objective = &s_.by_clearance;
  s_.corridor.clear();
  s_.points.clear();
  s_.most_expanded = MostExpanded();
  s_.objective->BeginSearch(s_.start, s_.goal, FreePlaceAt(*s_.index, s_.start).cells, false, s_.best_cost);
  s_.phase = FlightPhase::Forward;
}

// Keeps a path if it is the cheapest one so far, and the volumes of the agent's own level cover it: those of larger
// levels may contain voxels that are in no volume of this one (BakeOptions::min_cell).
void FlightSolver::Offer(std::span<const Vec3> points) {
  double cost = 0;
  for (size_t i = 1; i < points.size(); ++i) cost += s_.by_clearance.CostAlong(points[i - 1], points[i]);
  if (!(cost < s_.best_cost)) return;
  s_.probed.clear();
  if (!s_.by_clearance.TakeVolumes(points, {}, s_.probed)) return;
  s_.best_cost = cost;
  s_.best_points.assign(points.begin(), points.end());
}

void FlightSolver::TakeBest() {
  s_.stage = ClearanceStage::None;
  if (!std::isfinite(s_.best_cost)) return;
  s_.objective = &s_.by_clearance;
  s_.status = PathStatus::Complete;
  s_.points.assign(s_.best_points.begin(), s_.best_points.end());
  s_.cost = s_.best_cost;
}

}  // namespace navnet
