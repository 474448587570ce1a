// SPDX-License-Identifier: Apache-2.0
#include "navigator/flight_solver.h"

#include <navnet/internal/runtime/query/runtime_access.h>

#include "flight/corridor.h"
#include "level/free_air.h"
#include "navigator/certificate.h"
#include "query/scratch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int64_t kSlice = 256;  // Expansions between two checks of clock and cancel flag; a larger value reacts later.
// Ratio of path length to straight distance up to which the backward search is skipped.
constexpr double kNearlyStraight = 1.01;
// What a backward search may gain grows with the alternatives that the forward search has met, and with what the path
// is longer than the straight line. It is skipped if the product of both is at most this: cells expanded for each cell
// of the corridor, times the path's excess relative to the straight line; unless the forward search was so short that a
// second one takes no time. Both skip more when they grow.
constexpr double kLittleToGain = 0.08;
constexpr int64_t kShortSearch = 30;
// Maximum number of cells that the backward search expands, relative to the forward search: a longer one means that the
// corridors it prefers lead nowhere.
constexpr int64_t kBackwardPerForward = 2;
// Share of a bend's segments at which a cut is tested first. Where that cut is blocked at the bend, shorter and longer
// ones hardly ever pass.
constexpr double kProbedCut = 0.5;
constexpr double kOtherSide = 0.9;  // Distance from the straight line at which a bend on another side is tried,
                                    // relative to the bend's own distance.

// What an effort spends on making a path shorter. All but the number of rounds: a larger value is faster, and paths are
// longer.
struct EffortLimits {
  int rounds;  // Maximum number of refinement rounds.
  // Searches slightly overestimate lengths: ratio by which an estimate may exceed the limit and still be followed. Here
  // a smaller value is faster.
  double overestimate;
  double worth_a_round;  // Gain of a round, relative to the cost, below which there is no other.
  // Length that a bend adds to the straight line, relative to the path's, below which it is not moved to another side
  // of its obstacle, or not cut.
  double worth_a_try, worth_a_cut;
  double gap;  // Duality gap up to which the taut path is taken as it is.
};
constexpr EffortLimits kFast = {0, 1.005, 1e-3, 3e-4, 1e-4, 1e-3};
constexpr EffortLimits kBalanced = {2, 1.005, 1e-3, 3e-4, 1e-4, 1e-3};
constexpr EffortLimits kBest = {16, 1.02, 2e-4, 0, 0, TautPath::kWantedGap};

const EffortLimits& LimitsOf(Effort effort) {
  return effort == Effort::Best ? kBest : effort == Effort::Fast ? kFast : kBalanced;
}

// Length of the shortest way over the 26 neighbours of voxels, between two voxels with nothing between them. No shorter
// way exists on the grid.
double GridDistance(Vec3 d) {
  double by_size[] = {std::abs(d.x), std::abs(d.y), std::abs(d.z)};
  std::sort(std::begin(by_size), std::end(by_size));
  return (std::sqrt(3.0) - std::sqrt(2.0)) * by_size[0] + (std::sqrt(2.0) - 1) * by_size[1] + by_size[2];
}

}  // namespace

FlightSolver::FlightSolver(const Navigator& navigator, const FlightQuery& query, QueryContext& context)
    : tables_(RuntimeAccess::TablesOf(navigator)), query_(query), s_(FlightScratchOf(context)) {}

void FlightSolver::Begin(double longest_m) { BeginQuery(longest_m, false); }

void FlightSolver::BeginQuery(double longest_m, bool is_detour) {
  s_.clock.Lap();
  s_.statistics = {};
  s_.expanded_before = 0;
  s_.most_expanded = MostExpanded();
  s_.phase = FlightPhase::Done;
  s_.moved_start = s_.moved_goal = s_.is_trial = false;
  s_.is_detour = is_detour;
  s_.corridor.clear();
  s_.points.clear();
  s_.status = PathStatus::OutsideWorld;
  s_.index = tables_.For(query_.radius_m);
  s_.block = nullptr;
  s_.stage = ClearanceStage::None;
  if (!Validate(query_)) {
    s_.status = PathStatus::InvalidQuery;
    return;
  }
  if (!s_.index || !IsInside(query_.start) || !IsInside(query_.goal)) return;
  s_.by_length.Begin(*s_.index);
  s_.objective = &s_.by_length;
  if (HasCosts(query_)) {
    if (s_.by_cost.Begin(query_, tables_.info, *s_.index)) s_.objective = &s_.by_cost;
  } else if (s_.by_clearance.Begin(query_, tables_)) {
    s_.objective = &s_.by_clearance;
  }
  s_.priced_by = s_.objective;
  TouchingCells starts, goals;
  const auto blocked = [&](PathStatus status) { return s_.objective->is_full() ? PathStatus::OutOfBudget : status; };
  if (!Locate(query_.start, s_.start, s_.moved_start, starts)) {
    s_.status = blocked(PathStatus::StartBlocked);
    return;
  }
  if (!Locate(query_.goal, s_.goal, s_.moved_goal, goals)) {
    s_.status = blocked(PathStatus::GoalBlocked);
    return;
  }
  const auto connected = [&](uint32_t cell) {
    return std::any_of(goals.begin(), goals.end(),
                       [&](uint32_t g) { return s_.index->component(g) == s_.index->component(cell); });
  };
  s_.status = PathStatus::Complete;
  if (std::none_of(starts.begin(), starts.end(), connected)) {
    s_.status = PathStatus::Unreachable;
    if (!query_.partial) return;
    s_.goal = s_.objective->NearestReachable(s_.goal, s_.index->component(starts.cells[0])).value_or(s_.goal);
    s_.status = PathStatus::Partial;
  }
  if (s_.status == PathStatus::Complete && s_.objective == &s_.by_cost && MayTryByLength()) {
    s_.is_trial = true;
    s_.objective = &s_.by_length;
  }
  s_.least_cost = s_.objective->LeastCost(s_.start, s_.goal);
  if (s_.status == PathStatus::Complete && s_.objective == &s_.by_clearance && longest_m == kInfinity && BeginAbove()) {
    return;
  }
  const double longest = longest_m / tables_.info.frame.voxel_m;
  if (s_.least_cost <= longest && TryStraight()) return;
  // A search may overestimate the length of the taut path.
  s_.objective->BeginSearch(s_.start, s_.goal, starts, false, LimitsOf(query_.effort).overestimate * longest);
  s_.phase = FlightPhase::Forward;
}

void FlightSolver::BeginDetour(Vec3 before, Vec3 behind, double longest_m) {
  BeginQuery(longest_m, true);
  s_.before = tables_.info.frame.ToVoxelSpace(before);
  s_.behind = tables_.info.frame.ToVoxelSpace(behind);
}

// Ends the query if its ends see each other: no search is needed then. Only where no path is better than a straight
// one.
bool FlightSolver::TryStraight() {
  if (s_.objective != &s_.by_length || s_.is_detour) return false;
  if (IsCancelled()) return true;
  if (!CoverLine(*s_.index, s_.start, s_.goal, {}, s_.corridor)) {
    s_.corridor.clear();
    return false;
  }
  s_.statistics.search_us = 1e6 * s_.clock.Lap();
  s_.points.assign({s_.start, s_.goal});
  const bool is_cheapest = !s_.is_trial || IsCheapest();
  s_.is_trial = false;
  if (is_cheapest) return true;
  s_.objective = &s_.by_cost;
  s_.corridor.clear();
  s_.points.clear();
  return false;
}

bool FlightSolver::Step(int64_t expansions) {
  while (s_.phase != FlightPhase::Done && expansions > 0) {
    if (IsCancelled()) break;
    const bool is_out_of_time = IsOutOfTime();
    if (is_out_of_time || ExpandedSoFar() >= Limit()) {
      // When the backward search ends so, the forward path is its answer.
      if (s_.phase == FlightPhase::Forward) {
        StopForward(PathStatus::OutOfBudget);
      } else if (s_.phase == FlightPhase::Around && !is_out_of_time) {
        TryOtherCorridors();
      } else {
        EndSearch();
      }
    } else {
      int64_t slice = std::min(expansions, kSlice);
      slice = std::min(slice, Limit() - ExpandedSoFar());
      expansions -= slice;
      const SearchState state = s_.objective->Run(slice);
      s_.statistics.search_us += 1e6 * s_.clock.Lap();
      if (state == SearchState::Running) continue;
      if (s_.phase == FlightPhase::Backward) {
        EndBackward(state);
      } else if (s_.phase == FlightPhase::Around) {
        if (state == SearchState::Exhausted) TryOtherCorridors();
      } else if (state == SearchState::Exhausted && s_.stage == ClearanceStage::All) {
        EndSearch();  // No other path is cheaper than the one known.
      } else if (state == SearchState::Exhausted) {
        StopForward(s_.objective->is_full() ? PathStatus::OutOfBudget : PathStatus::Unreachable);
      } else {
        EndForward();
      }
    }
    if (s_.is_trial && (s_.phase == FlightPhase::Done || !IsCheapest())) EndTrial();
    if (s_.phase == FlightPhase::Done && s_.stage != ClearanceStage::None) EndStage();
    if (s_.phase == FlightPhase::Done && !CoversItsPath()) {
      if (IsOutOfTime() || s_.statistics.expanded >= MostExpanded()) {
        s_.points.clear();
        s_.status = PathStatus::OutOfBudget;
      } else {
        StartAgain(s_.by_length);  // The shortest path is in the volumes of the agent's own level.
      }
    }
    s_.statistics.refine_us += 1e6 * s_.clock.Lap();
  }
  return s_.phase == FlightPhase::Done;
}

// Whether the volumes of the agent's own level cover the path. Always, unless it keeps a preferred clearance: volumes
// of larger levels may contain voxels that are in no volume of this one (BakeOptions::min_cell).
bool FlightSolver::CoversItsPath() {
  s_.probed.clear();
  return s_.objective != &s_.by_clearance || s_.objective->TakeVolumes(s_.points, s_.corridor, s_.probed);
}

// Ends the query if its cancel flag is set.
bool FlightSolver::IsCancelled() {
  if (!query_.cancel || !query_.cancel->load(std::memory_order_relaxed)) return false;
  if (s_.stage == ClearanceStage::Above) s_.index = &s_.by_clearance.least();
  s_.corridor.clear();
  s_.points.clear();
  s_.status = PathStatus::Cancelled;
  s_.phase = FlightPhase::Done;
  return true;
}

bool FlightSolver::IsOutOfTime() const {
  return query_.max_us > 0 &&
         s_.statistics.search_us + s_.statistics.refine_us + 1e6 * s_.clock.Elapsed() > query_.max_us;
}

// Adds up the work of the search that ended, and ends the query unless another search begins.
void FlightSolver::EndSearch() {
  const SearchCounts counts = s_.objective->counts();
  s_.statistics.expanded += counts.expanded;
  s_.statistics.pushed += counts.pushed;
  s_.expanded_before = s_.statistics.expanded;
  s_.phase = FlightPhase::Done;
}

void FlightSolver::StopForward(PathStatus status) {
  s_.status = status;
  EndSearch();
  if (!query_.partial) return;
  s_.objective->TakeCorridor(s_.corridor);
  if (s_.corridor.empty()) return;
  // Ends at the point nearest to the goal in the last cell.
  s_.status = PathStatus::Partial;
  s_.goal = s_.objective->NearestIn(s_.corridor.back(), s_.goal);
  PullTight();
}

// A shortest path that meets no region, and climbs no more than its ends require, is also a cheapest one, because no
// factor is less than 1. A search by length takes a fraction of the time of one by cost, so queries with costs begin
// with it. Not with a budget, which it might use up.
bool FlightSolver::MayTryByLength() const { return query_.max_expansions == 0 && query_.max_us == 0; }

// Whether a path found by length is a cheapest one: it meets no region, and at most the duality gap allowed for taut
// paths is spent on needless climbing.
bool FlightSolver::IsCheapest() {
  if (s_.points.empty()) return true;
  double cost = 0;
  for (size_t i = 1; i < s_.points.size(); ++i) {
    if (s_.by_cost.Touches(s_.points[i - 1], s_.points[i])) return false;
    cost += s_.by_cost.LeastCost(s_.points[i - 1], s_.points[i]);
  }
  const Vec3 a = s_.points.front(), b = s_.points.back();
  const double needless = cost - LengthOf(s_.points) - (s_.by_cost.LeastCost(a, b) - Length(b - a));
  return needless <= LimitsOf(query_.effort).gap * cost;
}

// Ends a query that was answered by length, or starts it again by cost when the path meets a region.
void FlightSolver::EndTrial() {
  s_.is_trial = false;
  if (s_.phase != FlightPhase::Done) EndSearch();
  if (!IsCheapest()) StartAgain(s_.by_cost);
}

// Begins the search again, to minimise another objective.
void FlightSolver::StartAgain(FlightObjective& objective) {
  s_.objective = &objective;
  s_.corridor.clear();
  s_.points.clear();
  s_.most_expanded = MostExpanded();
  s_.objective->BeginSearch(s_.start, s_.goal, FreePlaceAt(*s_.index, s_.start).cells, false, kInfinity);
  s_.phase = FlightPhase::Forward;
}

int64_t FlightSolver::MostExpanded() const {
  return query_.max_expansions > 0 ? query_.max_expansions : std::numeric_limits<int64_t>::max();
}

// Adds the straight segments before and behind a detour. False when they are not free.
bool FlightSolver::JoinDetour() {
  s_.next_corridor.clear();
  if (!FreePartsOf(*s_.index, s_.before, s_.start, Care::Exact, &s_.next_corridor, &s_.probed).IsWhole()) return false;
  s_.next_corridor.insert(s_.next_corridor.end(), s_.corridor.begin(), s_.corridor.end());
  if (!FreePartsOf(*s_.index, s_.goal, s_.behind, Care::Exact, &s_.next_corridor, &s_.probed).IsWhole()) return false;
  s_.corridor.assign(s_.next_corridor.begin(), s_.next_corridor.end());
  s_.points.insert(s_.points.begin(), s_.before);
  s_.points.push_back(s_.behind);
  s_.start = s_.before;
  s_.goal = s_.behind;
  s_.moved_start = s_.moved_goal = true;
  return s_.objective->PortalsBetween(s_.corridor, s_.portals);
}

// Starts the backward search, unless the path is nearly straight or the search has met few alternatives: of several
// corridors of about equal length, a search prefers the one that looks shorter from its own start.
void FlightSolver::EndForward() {
  s_.objective->TakeCorridor(s_.corridor);
  s_.objective->TakeBends(s_.points);
  s_.forward_expanded = s_.objective->counts().expanded;
  s_.forward_cells = s_.corridor.size();
  if (s_.is_detour && !JoinDetour()) {
    EndSearch();
    s_.corridor.clear();
    s_.points.clear();
    s_.status = PathStatus::Unreachable;
    return;
  }
  s_.cost = PullTight();
  if (s_.forward_expanded <= kShortSearch && !s_.is_detour && MayBeLongerThanGrid()) {
    s_.phase = FlightPhase::Around;
  } else {
    BeginBackward();
  }
}

// Ends the search from the start, and begins the one from the goal if that may find a shorter path.
void FlightSolver::BeginBackward() {
  EndSearch();
  const bool is_best = query_.effort == Effort::Best;
  const double little = is_best ? 1 : kNearlyStraight;
  const double least = std::max(s_.least_cost, s_.objective->LeastCost(s_.start, s_.goal));
  if (query_.effort == Effort::Fast || s_.is_detour || s_.cost <= little * least) return;
  if (!is_best) {
    const double alternatives = double(s_.forward_expanded) / double(s_.forward_cells);
    if (s_.forward_expanded > kShortSearch && alternatives * (s_.cost - least) <= kLittleToGain * least) return;
    s_.most_expanded = std::min(s_.most_expanded, s_.expanded_before + kBackwardPerForward * s_.forward_expanded);
  }
  s_.forward_corridor.assign(s_.corridor.begin(), s_.corridor.end());
  s_.forward_points.assign(s_.points.begin(), s_.points.end());
  const TouchingCells cells = FreePlaceAt(*s_.index, s_.goal).cells;
  const double known = s_.stage == ClearanceStage::All ? std::min(s_.cost, s_.best_cost) : s_.cost;
  s_.objective->BeginSearch(s_.goal, s_.start, cells, true, LimitsOf(query_.effort).overestimate * known);
  s_.phase = FlightPhase::Backward;
}

// Whether a path by length, found with care, may be longer than the shortest one over the grid.
bool FlightSolver::MayBeLongerThanGrid() const {
  return query_.effort != Effort::Fast && s_.objective == &s_.by_length && s_.cost > GridDistance(s_.goal - s_.start);
}

// Number of expansions at which the current phase ends.
int64_t FlightSolver::Limit() const {
  if (s_.phase != FlightPhase::Around) return s_.most_expanded;
  return std::min(s_.most_expanded, s_.expanded_before + s_.forward_expanded + kShortSearch);
}

// Keeps the best path of the corridors to all volumes that contain the goal, from all cells reached. Where
// cells are as large as the obstacles between them, the search estimates lengths badly, and may enter such a volume on
// the longer side of an obstacle.
void FlightSolver::TryOtherCorridors() {
  s_.forward_corridor.assign(s_.corridor.begin(), s_.corridor.end());
  s_.forward_points.assign(s_.points.begin(), s_.points.end());
  s_.entries.clear();
  s_.by_length.search().EntriesToGoal(s_.cost, s_.entries);
  for (const FlightSearch::Entry& entry : s_.entries) {
    s_.by_length.search().CellPath(entry, s_.corridor);
    TryCorridor();
  }
  s_.corridor.assign(s_.forward_corridor.begin(), s_.forward_corridor.end());
  s_.points.assign(s_.forward_points.begin(), s_.forward_points.end());
  BeginBackward();
}

// Refines the path in a corridor if it is shorter than the one found so far, and keeps it if it still is.
void FlightSolver::TryCorridor() {
  s_.objective->PortalsBetween(s_.corridor, s_.portals);
  if (Pull(s_.corridor, false) >= s_.cost) return;
  s_.objective->TakeTaut(s_.points);
  const double cost = PullTight();
  if (cost >= s_.cost) return;
  s_.cost = cost;
  s_.forward_corridor.assign(s_.corridor.begin(), s_.corridor.end());
  s_.forward_points.assign(s_.points.begin(), s_.points.end());
}

void FlightSolver::EndBackward(SearchState state) {
  EndSearch();
  if (state == SearchState::Exhausted) return;
  s_.objective->TakeCorridor(s_.corridor);
  s_.objective->TakeBends(s_.points);
  std::reverse(s_.corridor.begin(), s_.corridor.end());
  std::reverse(s_.points.begin(), s_.points.end());
  if (PullTight() < s_.cost) return;
  s_.corridor.assign(s_.forward_corridor.begin(), s_.forward_corridor.end());
  s_.points.assign(s_.forward_points.begin(), s_.forward_points.end());
}

void FlightSolver::Take(FlightPath& path) const {
  path.status = s_.status;
  path.points.clear();
  path.volumes.clear();
  path.jumps.clear();
  path.length_m = path.cost_m = path.lower_bound_m = 0;
  path.statistics = s_.statistics;
  path.radius_m = s_.index ? s_.index->radius_m() : 0;
  path.start = query_.start;
  path.goal = query_.goal;
  if (s_.points.empty()) return;
  const GridFrame& frame = tables_.info.frame;
  for (const Vec3& p : s_.points) path.points.push_back(frame.ToWorld(p));
  // Ends that were not moved are exactly the query's.
  if (!s_.moved_start) path.points.front() = query_.start;
  if (!s_.moved_goal && s_.status == PathStatus::Complete) path.points.back() = query_.goal;
  path.start = path.points.front();
  path.goal = path.points.back();
  for (size_t i = 1; i < path.points.size(); ++i) path.length_m += Length(path.points[i] - path.points[i - 1]);
  s_.objective->TakeVolumes(s_.points, s_.corridor, path.volumes);
  if (s_.priced_by == &s_.by_length) {
    path.cost_m = path.length_m;
  } else {
    for (size_t i = 1; i < s_.points.size(); ++i) {
      path.cost_m += frame.voxel_m * s_.priced_by->CostAlong(s_.points[i - 1], s_.points[i]);
    }
  }
  Certify(tables_, query_, s_.lower_bound, path);
}

bool FlightSolver::IsInside(Vec3 p_world) const {
  return IsFinite(p_world) && IsIn(tables_.info.bounds, tables_.info.frame.ToVoxelSpace(p_world));
}

// Finds an end of the path: the point, or the nearest one within snap_m where a path may begin (`moved`), and the cells
// there. False when there is none.
bool FlightSolver::Locate(Vec3 p_world, Vec3& p, bool& moved, TouchingCells& cells) {
  const FreePlace place = FreePlaceAt(*s_.index, tables_.info.frame.ToVoxelSpace(p_world));
  p = place.point;
  cells = place.cells;
  const bool is_free = place.IsFree() && s_.objective->IsAllowed(p, cells);
  if (is_free || !(query_.snap_m > 0)) return is_free;
  const auto near = s_.objective->Nearest(p, query_.snap_m / tables_.info.frame.voxel_m);
  if (!near) return false;
  cells = {};
  p = near->point;
  cells.Add(near->cell);
  moved = true;
  return true;
}

// Computes the taut path in the volumes along the search's path, or in the search's own volumes where that path leaves
// the free space. Then repeats this in the volumes along the result, with bends moved and corners cut where the space
// beside them is free, as long as the path gets cheaper. Returns its cost.
double FlightSolver::PullTight() {
  const EffortLimits& limits = LimitsOf(query_.effort);
  if (limits.rounds > 0 && !s_.points.empty() && CoverPoints()) {
    s_.corridor.swap(s_.next_corridor);
  } else {
    s_.objective->PortalsBetween(s_.corridor, s_.portals);
  }
  double cost = Pull(s_.corridor, false), gap = s_.objective->gap();
  s_.objective->TakeTaut(s_.points);
  // A detour gains too little from more rounds: its place is known, and the rest of the path is taut already.
  const int rounds = s_.is_detour ? 0 : limits.rounds;
  for (int round = 0; round < rounds && s_.points.size() > 2; ++round) {
    s_.kept_points.assign(s_.points.begin(), s_.points.end());
    if (round == 0 || query_.effort == Effort::Best) TryOtherSides();
    const double pulled = CoverPoints() ? Pull(s_.next_corridor, false) : kInfinity;
    const double gain = cost - pulled;
    if (gain < 0) {
      s_.points.assign(s_.kept_points.begin(), s_.kept_points.end());  // The moved points are not taut.
      break;
    }
    cost = pulled;
    gap = s_.objective->gap();
    s_.corridor.swap(s_.next_corridor);
    s_.objective->TakeTaut(s_.points);
    if (gain < limits.worth_a_round * cost) break;
  }
  if (gap > limits.gap) {
    s_.objective->PortalsBetween(s_.corridor, s_.portals);
    cost = Pull(s_.corridor, true);
    s_.objective->TakeTaut(s_.points);
  }
  cost = s_.objective->Finish(s_.points, cost, s_.corridor);
  // The two were swapped; with equal capacities they allocate nothing next time.
  s_.corridor.reserve(s_.next_corridor.capacity());
  s_.next_corridor.reserve(s_.corridor.capacity());
  return cost;
}

// Computes the taut path in a corridor, whose portals are set. Returns its cost.
double FlightSolver::Pull(std::span<const uint32_t> corridor, bool exact) {
  s_.statistics.rounds += !exact;
  return s_.objective->Pull(s_.start, s_.goal, corridor, s_.portals, exact);
}

// Sets `next_corridor` and its portals to a corridor along the points, with corners cut. False when it leaves the free
// space.
bool FlightSolver::CoverPoints() {
  CutCorners();
  s_.next_corridor.clear();
  for (size_t i = 1; i < s_.cut_points.size(); ++i) {
    if (!s_.objective->Cover(s_.cut_points[i - 1], s_.cut_points[i], s_.corridor, s_.next_corridor)) return false;
  }
  return s_.objective->PortalsBetween(s_.next_corridor, s_.portals);
}

// Whether a segment may be free, by its point nearest to `obstacle`, a point on or near what it has to pass. Testing a
// point takes a fraction of the time of following the line, and rejects most of the lines that are blocked.
bool FlightSolver::MayBeFree(Vec3 a, Vec3 b, Vec3 obstacle) {
  if (!s_.index->parts().cells_hold_all()) return true;
  const Vec3 d = b - a;
  const double length2 = LengthSquared(d);
  const double at = length2 > 0 ? std::clamp(Dot(obstacle - a, d) / length2, 0.0, 1.0) : 0;
  return s_.index->CellsAt(a + d * at, s_.block).count > 0;
}

bool FlightSolver::IsFree(Vec3 a, Vec3 b) {
  s_.probed.clear();
  return s_.objective->Cover(a, b, {}, s_.probed);
}

// Moves bends, or merges two, to another side of the obstacle where that is free and closer to the straight line.
void FlightSolver::TryOtherSides() {
  const double least_gain = LimitsOf(query_.effort).worth_a_try * LengthOf(s_.points);
  for (size_t i = 1; i + 1 < s_.points.size(); ++i) {
    if (i + 2 < s_.points.size() && TryOtherSide(i, 2, least_gain)) continue;
    TryOtherSide(i, 1, least_gain);
  }
}

// Whether the polyline is too little longer than the straight line between its ends to be worth a change. Only a bend's
// length counts: not used where a longer path may be cheaper.
bool FlightSolver::IsNearlyStraight(std::span<const Vec3> points, double least_gain) const {
  return s_.objective->is_straight_cheapest() && LengthOf(points) - Length(points.back() - points.front()) < least_gain;
}

// The same for `bends` bends from `first` on, unless they add less than `least_gain`. True when they were moved.
bool FlightSolver::TryOtherSide(size_t first, size_t bends, double least_gain) {
  const Vec3 a = s_.points[first - 1], c = s_.points[first + bends];
  const Vec3 b = (s_.points[first] + s_.points[first + bends - 1]) * 0.5, d = c - a;
  const double length2 = LengthSquared(d);
  if (length2 == 0 || IsNearlyStraight({&s_.points[first - 1], bends + 2}, least_gain)) return false;
  const Vec3 foot = a + d * (Dot(b - a, d) / length2);
  const Vec3 away = b - foot, aside = Cross(d, away) * (1 / std::sqrt(length2));
  const auto costs_more = [&](Vec3 x) {
    double old = 0;
    for (size_t k = first; k <= first + bends; ++k) old += s_.objective->CostAlong(s_.points[k - 1], s_.points[k]);
    return s_.objective->CostAlong(a, x) + s_.objective->CostAlong(x, c) > old;
  };
  for (const Vec3 off : {away * -1, aside, aside * -1}) {
    const Vec3 x = foot + off * kOtherSide;
    if (!MayBeFree(x, x, x) || !IsFree(a, x) || !IsFree(x, c)) continue;
    if (!s_.objective->is_straight_cheapest() && costs_more(x)) continue;
    s_.points[first] = x;
    if (bends == 2) s_.points.erase(s_.points.begin() + std::ptrdiff_t(first) + 1);
    return true;
  }
  return false;
}

// Sets `cut_points` to the points, with each bend replaced by a straight segment beside it where that is free.
void FlightSolver::CutCorners() {
  const auto costs_more = [&](Vec3 from, Vec3 by, Vec3 to) {
    return s_.objective->CostAlong(from, to) > s_.objective->CostAlong(from, by) + s_.objective->CostAlong(by, to);
  };
  const double least_gain = LimitsOf(query_.effort).worth_a_cut * LengthOf(s_.points);
  s_.cut_points.assign(1, s_.points.front());
  for (size_t i = 1; i + 1 < s_.points.size(); ++i) {
    const Vec3 a = s_.cut_points.back(), b = s_.points[i], c = s_.points[i + 1];
    const Vec3 bend[] = {a, b, c};
    const auto ends = [&](double share) {
      return std::array{b + (a - b) * share, b + (c - b) * (share == 1 ? 1 : share * 0.5)};
    };
    const auto may_be_free = [&](double share) { return MayBeFree(ends(share)[0], ends(share)[1], b); };
    const bool may_cut = !IsNearlyStraight(bend, least_gain) && may_be_free(kProbedCut);
    bool cut = false;
    for (double share = 1; may_cut && share > 0.1 && !cut; share /= 2) {
      const auto [from, to] = ends(share);
      if (!may_be_free(share) || !IsFree(from, to)) continue;
      if (!s_.objective->is_straight_cheapest() && costs_more(from, b, to)) continue;
      cut = true;
      if (share < 1) {
        s_.cut_points.push_back(from);
        s_.cut_points.push_back(to);
      }
    }
    if (!cut) s_.cut_points.push_back(b);
  }
  s_.cut_points.push_back(s_.points.back());
}

}  // namespace navnet
