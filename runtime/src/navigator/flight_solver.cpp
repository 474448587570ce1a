#include "navigator/flight_solver.h"

#include "flight/corridor.h"
#include "level/free_air.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int64_t kSlice = 256;  // Expansions between two checks of clock and cancel flag; a larger value reacts later.
// Relative gain in length below which rounds stop; a larger value is faster, and paths are longer.
constexpr double kWorthARound = 2e-4;
// Ratio of path length to straight distance up to which the backward search is skipped.
constexpr double kNearlyStraight = 1.01;
// Searches slightly overestimate lengths: ratio by which an estimate may exceed the limit and still be followed.
constexpr double kOverestimate = 1.005;
constexpr double kOtherSide = 0.9;  // Distance from the straight line at which a bend on another side is tried,
                                    // relative to the bend's own distance.
constexpr double kRounding = 1e-9;  // Relative tolerance for equal costs.
// Maximum number of refinement rounds. More rounds make paths shorter and take longer.
constexpr int kRoundsBalanced = 3, kRoundsBest = 16;

}  // namespace

bool HasCosts(const FlightQuery& query) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return !query.regions.empty() || query.climb_cost != 0 || query.descend_cost != 0 || query.floor_m != -kInfinity ||
         query.ceiling_m != kInfinity;
}

void FlightSolver::Begin(double longest_m) {
  s_.clock.Lap();
  s_.statistics = {};
  s_.expanded_before = 0;
  s_.phase = FlightPhase::Done;
  s_.moved_start = s_.moved_goal = false;
  s_.cells.clear();
  s_.points.clear();
  s_.status = PathStatus::OutsideWorld;
  s_.index = tables_.For(query_.radius_m);
  s_.has_costs = s_.is_detour = false;
  if (!Validate(query_)) {
    s_.status = PathStatus::InvalidQuery;
    return;
  }
  if (HasCosts(query_)) {
    s_.costs.Read(query_, tables_.info);
    s_.has_costs = s_.index && s_.costs.are_any();
    if (s_.has_costs) s_.cost_cells.Begin(*s_.index, s_.costs);
  }
  if (!s_.index || !IsInside(query_.start) || !IsInside(query_.goal)) return;
  TouchingCells starts, goals;
  const auto blocked = [&](PathStatus status) {
    return s_.has_costs && s_.cost_cells.is_full() ? PathStatus::OutOfBudget : status;
  };
  if (!Locate(query_.start, s_.start, starts)) {
    s_.status = blocked(PathStatus::StartBlocked);
    return;
  }
  if (!Locate(query_.goal, s_.goal, goals)) {
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
    // With costs, the nearest point may be forbidden: the search finds out which can be reached.
    if (!s_.has_costs) {
      s_.goal =
          s_.index->Nearest(s_.goal, std::numeric_limits<double>::infinity(), s_.index->component(starts.cells[0]))
              ->point;
    }
    s_.status = PathStatus::Partial;
  }
  // A search may overestimate the length of the taut path.
  const double longest = kOverestimate * longest_m / tables_.info.frame.voxel_m;
  BeginSearch(s_.start, s_.goal, starts, false, longest);
  s_.phase = FlightPhase::Forward;
}

void FlightSolver::BeginDetour(Vec3 before, Vec3 behind, double longest_m) {
  Begin(longest_m);
  s_.is_detour = true;
  s_.before = tables_.info.frame.ToVoxelSpace(before);
  s_.behind = tables_.info.frame.ToVoxelSpace(behind);
}

void FlightSolver::BeginSearch(Vec3 from, Vec3 to, const TouchingCells& cells, bool backward, double longest) {
  if (s_.has_costs) {
    s_.cost_search.Begin(s_.cost_cells, s_.costs, from, to, cells, backward, longest);
  } else {
    s_.search.Begin(*s_.index, from, to, cells, longest);
  }
}

bool FlightSolver::Step(int64_t expansions) {
  while (s_.phase != FlightPhase::Done && expansions > 0) {
    if (!MayGoOn()) break;
    int64_t slice = std::min(expansions, kSlice);
    if (query_.max_expansions > 0) {
      slice = std::min(slice, query_.max_expansions - s_.expanded_before - expanded());
    }
    expansions -= slice;
    const SearchState state = s_.has_costs ? s_.cost_search.Run(slice) : s_.search.Run(slice);
    s_.statistics.search_us += 1e6 * s_.clock.Lap();
    if (state == SearchState::Running) continue;
    if (s_.phase == FlightPhase::Backward) {
      EndBackward(state);
    } else if (state == SearchState::Exhausted) {
      StopForward(s_.has_costs && s_.cost_cells.is_full() ? PathStatus::OutOfBudget : PathStatus::Unreachable);
    } else {
      EndForward();
    }
    s_.statistics.refine_us += 1e6 * s_.clock.Lap();
  }
  return s_.phase == FlightPhase::Done;
}

// Checks cancel flag and budget. When the budget runs out during the backward search, the forward path is the answer.
bool FlightSolver::MayGoOn() {
  const bool forward = s_.phase == FlightPhase::Forward;
  if (query_.cancel && query_.cancel->load(std::memory_order_relaxed)) {
    s_.cells.clear();
    s_.points.clear();
    s_.status = PathStatus::Cancelled;
    s_.phase = FlightPhase::Done;
    return false;
  }
  const double us = s_.statistics.search_us + s_.statistics.refine_us + 1e6 * s_.clock.Elapsed();
  const bool out_of_time = query_.max_us > 0 && us > query_.max_us;
  const bool out_of_expansions = query_.max_expansions > 0 && s_.expanded_before + expanded() >= query_.max_expansions;
  if (!out_of_time && !out_of_expansions) return true;
  if (forward) {
    StopForward(PathStatus::OutOfBudget);
  } else {
    s_.statistics.expanded += expanded();
    s_.statistics.pushed += pushed();
    s_.phase = FlightPhase::Done;
  }
  return false;
}

void FlightSolver::StopForward(PathStatus status) {
  s_.status = status;
  s_.phase = FlightPhase::Done;
  s_.statistics.expanded = expanded();
  s_.statistics.pushed = pushed();
  if (!query_.partial) return;
  s_.has_costs ? s_.cost_search.CellPath(s_.cells) : s_.search.CellPath(s_.cells);
  if (s_.cells.empty()) return;
  // Ends at the point nearest to the goal in the last cell.
  s_.status = PathStatus::Partial;
  if (s_.has_costs) {
    const Portal& last = s_.cost_cells[s_.cells.back()].box;
    s_.goal = Max(last.lo, Min(last.hi, s_.goal));
  } else {
    const VoxelBox& last = (*s_.index)[s_.cells.back()].cell;
    for (int a = 0; a < 3; ++a) s_.goal[a] = std::clamp(s_.goal[a], double(last.lo[a]), double(last.hi[a]));
  }
  PullTight();
}

void FlightSolver::TakeSearchPath() {
  if (s_.has_costs) {
    s_.cost_search.CellPath(s_.cells);
    s_.cost_search.BendPath(s_.points);
  } else {
    s_.search.CellPath(s_.cells);
    s_.search.BendPath(s_.points);
  }
}

// Adds the straight segments before and behind a detour. False when they are not free.
bool FlightSolver::JoinDetour() {
  s_.other_cells.assign(s_.cells.begin(), s_.cells.end());
  s_.cells.clear();
  if (!FreePartsOf(*s_.index, s_.before, s_.start, Care::Exact, &s_.cells, &s_.next_cells).IsWhole()) return false;
  s_.cells.insert(s_.cells.end(), s_.other_cells.begin(), s_.other_cells.end());
  if (!FreePartsOf(*s_.index, s_.goal, s_.behind, Care::Exact, &s_.cells, &s_.next_cells).IsWhole()) return false;
  s_.points.insert(s_.points.begin(), s_.before);
  s_.points.push_back(s_.behind);
  s_.start = s_.before;
  s_.goal = s_.behind;
  s_.moved_start = s_.moved_goal = true;
  return Portals(s_.cells);
}

// Starts the backward search, unless the path is nearly straight: of several corridors of about equal length, a search
// prefers the one that looks shorter from its own start.
void FlightSolver::EndForward() {
  TakeSearchPath();
  s_.statistics.expanded = s_.expanded_before = expanded();
  s_.statistics.pushed = pushed();
  s_.phase = FlightPhase::Done;
  if (s_.is_detour && !JoinDetour()) {
    s_.cells.clear();
    s_.points.clear();
    s_.status = PathStatus::Unreachable;
    return;
  }
  s_.length = PullTight();
  const double little = query_.effort == Effort::Best ? 1 : kNearlyStraight;
  const Vec3 straight = s_.goal - s_.start;
  const double least = s_.has_costs ? s_.costs.CostOf(straight, 1) : Length(straight);
  if (query_.effort == Effort::Fast || s_.is_detour || s_.length <= little * least) return;
  s_.other_cells.assign(s_.cells.begin(), s_.cells.end());
  s_.other_points.assign(s_.points.begin(), s_.points.end());
  BeginSearch(s_.goal, s_.start, FreePlaceAt(*s_.index, s_.goal).cells, true, kOverestimate * s_.length);
  s_.phase = FlightPhase::Backward;
}

void FlightSolver::EndBackward(SearchState state) {
  s_.phase = FlightPhase::Done;
  s_.statistics.expanded += expanded();
  s_.statistics.pushed += pushed();
  if (state == SearchState::Exhausted) return;
  TakeSearchPath();
  std::reverse(s_.cells.begin(), s_.cells.end());
  std::reverse(s_.points.begin(), s_.points.end());
  if (PullTight() < s_.length) return;
  s_.cells.assign(s_.other_cells.begin(), s_.other_cells.end());
  s_.points.assign(s_.other_points.begin(), s_.other_points.end());
}

void FlightSolver::Take(FlightPath& path) const {
  path.status = s_.status;
  path.points.clear();
  path.volumes.clear();
  path.length_m = path.cost = 0;
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
  if (!s_.has_costs) {
    path.cost = path.length_m;
    path.volumes.assign(s_.cells.begin(), s_.cells.end());
    return;
  }
  for (size_t i = 1; i < s_.points.size(); ++i) {
    path.cost += frame.voxel_m * s_.costs.CostAlong(s_.points[i - 1], s_.points[i]);
  }
  for (const uint32_t cost_cell : s_.cells) {
    const uint32_t cell = s_.cost_cells[cost_cell].cell;
    if (path.volumes.empty() || path.volumes.back() != cell) path.volumes.push_back(cell);
  }
}

bool FlightSolver::IsInside(Vec3 p_world) const {
  return IsFinite(p_world) && IsIn(tables_.info.bounds, tables_.info.frame.ToVoxelSpace(p_world));
}

bool FlightSolver::Locate(Vec3 p_world, Vec3& p, TouchingCells& cells) {
  const FreePlace place = FreePlaceAt(*s_.index, tables_.info.frame.ToVoxelSpace(p_world));
  p = place.point;
  cells = place.cells;
  const bool is_free = place.IsFree() && (!s_.has_costs || s_.cost_cells.IsAllowed(p, cells));
  if (is_free || !(query_.snap_m > 0)) return is_free;
  const double within = query_.snap_m / tables_.info.frame.voxel_m;
  const auto near = s_.has_costs ? s_.index->Nearest(p, within, std::nullopt,
                                                     [&](uint32_t cell) { return s_.cost_cells.NearestIn(cell, p); })
                                 : s_.index->Nearest(p, within, std::nullopt);
  if (!near) return false;
  cells = {};
  p = near->point;
  cells.Add(near->cell);
  (&p == &s_.start ? s_.moved_start : s_.moved_goal) = true;
  return true;
}

// Computes the taut path in the volumes along the search's path, or in the search's own volumes where that path leaves
// the free space. Then repeats this in the volumes along the result, with bends moved and corners cut where the space
// beside them is free, as long as the path gets shorter. Returns its length in voxels.
double FlightSolver::PullTight() {
  const bool once = query_.effort == Effort::Fast;
  if (!once && !s_.points.empty() && LayAnew()) s_.cells.swap(s_.next_cells);
  double length = Pull(s_.cells, false), gap = Gap();
  KeepPulled();
  // A detour gains too little from more rounds: its place is known, and the rest of the path is taut already.
  const int rounds = once || s_.is_detour ? 0 : query_.effort == Effort::Best ? kRoundsBest : kRoundsBalanced;
  for (int round = 0; round < rounds && s_.points.size() > 2; ++round) {
    s_.kept_points.assign(s_.points.begin(), s_.points.end());
    TryOtherSides();
    const double pulled = LayAnew() ? Pull(s_.next_cells, false) : std::numeric_limits<double>::infinity();
    const double gain = length - pulled;
    if (gain < 0) {
      s_.points.assign(s_.kept_points.begin(), s_.kept_points.end());  // The moved points are not taut.
      break;
    }
    length = pulled;
    gap = Gap();
    s_.cells.swap(s_.next_cells);
    KeepPulled();
    if (gain < kWorthARound * length) break;
  }
  if (gap > TautPath::kWantedGap) {
    length = Pull(s_.cells, true);
    KeepPulled();
  }
  if (s_.has_costs) {
    LayUnder();
    length = 0;
    for (size_t i = 1; i < s_.points.size(); ++i) length += Way(s_.points[i - 1], s_.points[i]);
  }
  // The two were swapped; with equal capacities they allocate nothing next time.
  s_.cells.reserve(s_.next_cells.capacity());
  s_.next_cells.reserve(s_.cells.capacity());
  return length;
}

// Computes the taut path through the volumes of `cells`. Returns its length.
double FlightSolver::Pull(std::span<const uint32_t> cells, bool exact) {
  Portals(cells);
  if (!s_.has_costs || s_.costs.only_forbid()) {
    s_.statistics.rounds += !exact;
    s_.string.Pull(s_.start, s_.goal, s_.portals, exact);
    return s_.string.length();
  }
  ++s_.statistics.rounds;
  s_.factors.clear();
  for (const uint32_t cost_cell : cells) s_.factors.push_back(s_.cost_cells[cost_cell].factor);
  s_.taut_cost.Pull(s_.start, s_.goal, s_.portals, s_.factors, s_.costs.slope(), s_.costs.up());
  const std::span<const Vec3> points = s_.taut_cost.points();
  double cost = 0;
  for (size_t i = 1; i < points.size(); ++i) cost += Way(points[i - 1], points[i]);
  return cost;
}

// Copies the path just computed to `points`.
void FlightSolver::KeepPulled() {
  const bool by_cost = s_.has_costs && !s_.costs.only_forbid();
  const std::span<const Vec3> points = by_cost ? s_.taut_cost.points() : s_.string.points();
  s_.points.assign(points.begin(), points.end());
  if (by_cost) DropNeedless();
}

double FlightSolver::Gap() const { return s_.has_costs && !s_.costs.only_forbid() ? 0 : s_.string.gap(); }

// Removes points whose removal does not make the path more expensive or blocked.
void FlightSolver::DropNeedless() {
  size_t kept = 0;
  for (size_t i = 1; i + 1 < s_.points.size(); ++i) {
    const Vec3 a = s_.points[kept], b = s_.points[i], c = s_.points[i + 1];
    if (Way(a, c) <= (1 + kRounding) * (Way(a, b) + Way(b, c)) && IsFree(a, c)) continue;
    s_.points[++kept] = b;
  }
  s_.points[++kept] = s_.points.back();
  s_.points.resize(kept + 1);
}

// Sets `cells` to the cost_cells along the points, which may have left the old ones.
void FlightSolver::LayUnder() {
  s_.next_cells.clear();
  for (size_t i = 1; i < s_.points.size(); ++i) {
    if (!Cover(s_.points[i - 1], s_.points[i], s_.cells)) return;
  }
  s_.cells.swap(s_.next_cells);
}

// Sets `next_cells` to a corridor along the points, with corners cut. False when it leaves the free space.
bool FlightSolver::LayAnew() {
  CutCorners();
  s_.next_cells.clear();
  for (size_t i = 1; i < s_.cut_points.size(); ++i) {
    if (!Cover(s_.cut_points[i - 1], s_.cut_points[i], s_.cells)) return false;
  }
  return Portals(s_.next_cells);
}

bool FlightSolver::Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also) {
  return s_.has_costs ? s_.cost_cells.Cover(a, b, also, s_.next_cells)
                      : CoverLine(*s_.index, a, b, also, s_.next_cells);
}

bool FlightSolver::Portals(std::span<const uint32_t> cells) {
  return s_.has_costs ? s_.cost_cells.PortalsBetween(cells, s_.portals) : PortalsBetween(*s_.index, cells, s_.portals);
}

bool FlightSolver::IsFree(Vec3 a, Vec3 b) {
  s_.next_cells.clear();
  return Cover(a, b, {});
}

// The cost of the segment from a to b: its length, if there are no costs.
double FlightSolver::Way(Vec3 a, Vec3 b) { return s_.has_costs ? s_.costs.CostAlong(a, b) : Length(b - a); }

// Moves a bend, or merges two, to another side of the obstacle, if that is free and closer to the straight line.
void FlightSolver::TryOtherSides() {
  const auto try_at = [&](size_t i, size_t bends) {
    const Vec3 a = s_.points[i - 1], c = s_.points[i + bends];
    const Vec3 b = (s_.points[i] + s_.points[i + bends - 1]) * 0.5, d = c - a;
    const double length2 = LengthSquared(d);
    if (length2 == 0) return false;
    const Vec3 foot = a + d * (Dot(b - a, d) / length2);
    const Vec3 away = b - foot, aside = Cross(d, away) * (1 / std::sqrt(length2));
    for (const Vec3 off : {away * -1, aside, aside * -1}) {
      const Vec3 x = foot + off * kOtherSide;
      if (!IsFree(a, x) || !IsFree(x, c)) continue;
      if (s_.has_costs) {
        double old = 0;
        for (size_t k = i; k <= i + bends; ++k) old += Way(s_.points[k - 1], s_.points[k]);
        if (Way(a, x) + Way(x, c) > old) continue;
      }
      s_.points[i] = x;
      if (bends == 2) s_.points.erase(s_.points.begin() + std::ptrdiff_t(i) + 1);
      return true;
    }
    return false;
  };
  for (size_t i = 1; i + 1 < s_.points.size(); ++i) {
    if (i + 2 < s_.points.size() && try_at(i, 2)) continue;
    try_at(i, 1);
  }
}

// Replaces each bend by a straight segment beside it where that is free.
void FlightSolver::CutCorners() {
  s_.cut_points.assign(1, s_.points.front());
  for (size_t i = 1; i + 1 < s_.points.size(); ++i) {
    const Vec3 a = s_.cut_points.back(), b = s_.points[i], c = s_.points[i + 1];
    bool cut = false;
    for (double share = 1; share > 0.1 && !cut; share /= 2) {
      const Vec3 from = b + (a - b) * share, to = b + (c - b) * (share == 1 ? 1 : share * 0.5);
      if (!IsFree(from, to) || (s_.has_costs && Way(from, to) > Way(from, b) + Way(b, to))) continue;
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
