// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/runtime/query/runtime_access.h>
#include <navnet/runtime/repair.h>

#include "level/free_air.h"
#include "navigator/certificate.h"
#include "navigator/gate_solver.h"
#include "query/scratch.h"
#include "repair/jumps.h"
#include "repair/path_check.h"
#include "repair/repair_scratch.h"
#include "repair/segment_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMargin = 1;       // Length searched before and behind a break: this times the break's length …
constexpr double kLeastMargin = 8;  // … plus this many voxels. Larger: better joints, slower.
// Longer windows, relative to the path, are not repaired: a full search is as fast.
constexpr double kLargestWindow = 0.5;
constexpr double kLongestDetour = 0.25;  // Maximum extra length of a detour, relative to the path.
constexpr double kClearlyLonger = 1.03;  // A repaired path longer than the old one by this ratio starts a full search.
constexpr double kShorter = 1 - 1e-6;    // Ratio to the old cost below which a path counts as shorter.

double LengthFlown(std::span<const Vec3> points, std::span<const FlightJump> jumps = {}) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) length += JumpAt(jumps, i - 1) ? 0 : Length(points[i] - points[i - 1]);
  return length;
}

double WayTo(std::span<const Vec3> points, PathPlace place) {
  return LengthFlown(points.first(place.segment + 1)) + Length(PointAt(points, place) - points[place.segment]);
}

PathPlace PlaceAfter(std::span<const Vec3> points, double way) {
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    const double length = Length(points[i + 1] - points[i]);
    if (way < length) return {i, std::max(0.0, way / length)};
    way -= length;
  }
  return {points.size() - 2, 1};
}

class Repair {
 public:
  Repair(const Navigator& now, const FlightQuery& query, QueryContext& context)
      : now_(now),
        tables_(RuntimeAccess::TablesOf(now)),
        query_(query),
        context_(context),
        r_(RepairScratchOf(context)) {}

  RepairResult Run(const FlightPath& old, const RepairOptions& options, FlightPath& path);
  /// Whether the query may pass gates. Its answers are then certified by the search.
  bool UsesGates() const { return query_.speed_m_s > 0 && HasOpenGate(tables_, query_.radius_m); }

 private:
  RepairResult RunWithGates(const RepairOptions& options, FlightPath& path);
  bool TakeTail(const FlightPath& old, PathPlace from);
  bool Cover();
  bool CostsDiffer();
  double CostOfTail();
  void Search(const FlightQuery& query, double longest_m);
  FlightQuery WithBudgetLeft(FlightQuery query) const;
  bool GoRoundBreak(const PathCheck& check, double old_length);
  void Add(const FlightStatistics& statistics);
  RepairResult TakeFound(FlightPath& path, RepairOutcome done);
  RepairResult TakeTailAs(FlightPath& path, RepairOutcome done);

  const Navigator& now_;
  const NavigatorTables& tables_;
  const FlightQuery& query_;
  QueryContext& context_;
  RepairScratch& r_;
  const LevelIndex* index_ = nullptr;
  FlightStatistics sum_;
};

RepairResult Repair::Run(const FlightPath& old, const RepairOptions& options, FlightPath& path) {
  if (!TakeTail(old, options.from)) {
    Search(query_, kInfinity);
    return TakeFound(path, RepairOutcome::Replanned);
  }
  if (UsesGates()) return RunWithGates(options, path);
  const bool has_costs = CostsDiffer();
  const double old_length = LengthFlown(r_.tail);
  RepairOutcome done = RepairOutcome::Kept;
  const PathCheck check = CheckPoints(tables_, *index_, r_.tail, query_.radius_m, {});
  if (!check.IsValid()) done = RepairOutcome::Repaired;
  if ((!check.IsValid() && (has_costs || !GoRoundBreak(check, old_length))) || !Cover()) {
    Search(query_, kInfinity);
    return TakeFound(path, RepairOutcome::Replanned);
  }
  const double cost = has_costs ? CostOfTail() : LengthFlown(r_.tail);
  const bool may_improve = options.change && MayBeImproved(*options.change, r_.tail.front(), r_.tail.back(), cost);
  const bool is_clearly_longer = !has_costs && cost > kClearlyLonger * old_length;
  // The cost is infinite if the path is forbidden now or the query is invalid.
  const bool is_of_use = cost < kInfinity;
  if (is_of_use && !may_improve && !is_clearly_longer) return TakeTailAs(path, done);
  FlightQuery query = query_;
  if (is_of_use) query.partial = false;
  Search(query, has_costs ? kInfinity : cost);
  const bool is_better = r_.found.status == PathStatus::Complete && r_.found.cost_m < kShorter * cost;
  if (!is_better && is_of_use && r_.found.status != PathStatus::Cancelled) return TakeTailAs(path, done);
  return TakeFound(
      path, done == RepairOutcome::Kept && is_of_use && is_better ? RepairOutcome::Improved : RepairOutcome::Replanned);
}

// The same for a query that may pass gates: the old path is kept, or searched from scratch.
RepairResult Repair::RunWithGates(const RepairOptions& options, FlightPath& path) {
  const PathCheck check =
      CheckPoints(tables_, *index_, r_.tail, query_.radius_m, {.jumps = r_.jumps, .closed_gates = query_.closed_gates});
  const double cost = check.IsValid() && Cover() ? CostOfTail() : kInfinity;
  const bool is_of_use = cost < kInfinity;
  const bool may_improve = options.change && !(options.change->freed.empty() && options.change->opened_gates.empty());
  if (is_of_use && !may_improve && !query_.certify) return TakeTailAs(path, RepairOutcome::Kept);
  FlightQuery query = query_;
  query.partial = query_.partial && !is_of_use;
  Search(query, kInfinity);
  const bool is_better = r_.found.status == PathStatus::Complete && r_.found.cost_m < kShorter * cost;
  if (!is_of_use || r_.found.status == PathStatus::Cancelled) return TakeFound(path, RepairOutcome::Replanned);
  if (is_better) return TakeFound(path, RepairOutcome::Improved);
  const double least_m = r_.found.lower_bound_m;
  const RepairResult kept = TakeTailAs(path, RepairOutcome::Kept);
  path.lower_bound_m = std::min(least_m, path.cost_m);
  return kept;
}

// Sets `tail` to the old path from the agent's position on; false when the old path cannot be used.
bool Repair::TakeTail(const FlightPath& old, PathPlace from) {
  index_ = RuntimeAccess::TablesOf(now_).For(query_.radius_m);
  if (!index_ || old.status != PathStatus::Complete || old.points.size() < 2 || from.segment + 1 >= old.points.size() ||
      !(query_.goal == old.points.back()) || !IsFinite(query_.start) ||
      !std::all_of(old.points.begin(), old.points.end(), IsFinite) || !AreJumpsOf(old.jumps, old.points.size())) {
    return false;
  }
  // Before a jump, the agent flies to its gate.
  const FlightJump* const next = JumpAt(old.jumps, from.segment);
  const bool is_at_gate = next && IsAhead(*next, from) && !(query_.start == old.points[from.segment]);
  const size_t first = from.segment + (is_at_gate ? 0 : 1);
  r_.tail.assign(1, query_.start);
  r_.tail.insert(r_.tail.end(), old.points.begin() + std::ptrdiff_t(first), old.points.end());
  r_.jumps.clear();
  for (const FlightJump& jump : old.jumps) {
    if (IsAhead(jump, from)) r_.jumps.push_back({uint32_t(jump.point + 1 - first), jump.gate, jump.seconds});
  }
  return r_.jumps.empty() || UsesGates();
}

// Sets `volumes` to those along the tail; false when it leaves the free space.
bool Repair::Cover() {
  const GridFrame& frame = now_.info().frame;
  r_.volumes.clear();
  for (size_t i = 1; i < r_.tail.size(); ++i) {
    if (JumpAt(r_.jumps, i - 1)) continue;
    const Vec3 a = frame.ToVoxelSpace(r_.tail[i - 1]), b = frame.ToVoxelSpace(r_.tail[i]);
    if (!FreePartsOf(*index_, a, b, Care::Exact, &r_.volumes, &r_.volume_scratch).IsWhole()) return false;
  }
  return true;
}

// Whether the query's costs are not lengths.
bool Repair::CostsDiffer() { return HasCosts(query_) || r_.levels.Read(query_, RuntimeAccess::TablesOf(now_)); }

// The cost of the tail, in which all jumps are valid.
double Repair::CostOfTail() {
  const NetInfo& info = now_.info();
  if (!Validate(query_)) return kInfinity;
  const bool differs = CostsDiffer(), has_costs = HasCosts(query_);
  if (has_costs) r_.costs.Read(query_, info);
  double cost = 0;
  for (size_t i = 1; i < r_.tail.size(); ++i) {
    if (const FlightJump* jump = JumpAt(r_.jumps, i - 1)) {
      const Gate* gate =
          FindOpenGate(tables_, *index_, query_.radius_m, query_.closed_gates, jump->gate, r_.tail[i - 1], r_.tail[i]);
      cost += gate ? gate->seconds * query_.speed_m_s : kInfinity;
      continue;
    }
    if (!differs) {
      cost += Length(r_.tail[i] - r_.tail[i - 1]);
      continue;
    }
    const Vec3 a = info.frame.ToVoxelSpace(r_.tail[i - 1]), b = info.frame.ToVoxelSpace(r_.tail[i]);
    cost += info.frame.voxel_m * (has_costs ? r_.costs.CostAlong(a, b) : r_.levels.CostAlong(a, b));
  }
  return cost;
}

FlightQuery Repair::WithBudgetLeft(FlightQuery query) const {
  // A budget of 0 would mean no limit.
  if (query_.max_expansions > 0) query.max_expansions = std::max<int64_t>(1, query_.max_expansions - sum_.expanded);
  if (query_.max_us > 0) query.max_us = std::max(1e-3, query_.max_us - sum_.search_us - sum_.refine_us);
  return query;
}

void Repair::Search(const FlightQuery& query, double longest_m) {
  FlightQuery limited = WithBudgetLeft(query);
  if (UsesGates()) {
    GateSolver flight(now_, limited, context_);
    flight.Begin();
    flight.Step(std::numeric_limits<int64_t>::max());
    flight.Take(r_.found);
  } else {
    limited.certify = false;  // Only the answer is certified, see RepairPath.
    FlightSolver flight(now_, limited, context_);
    flight.Begin(longest_m);
    flight.Step(std::numeric_limits<int64_t>::max());
    flight.Take(r_.found);
  }
  Add(r_.found.statistics);
}

// Replaces the broken part of the tail by a taut path round the obstacle. False when that fails or is not worthwhile.
bool Repair::GoRoundBreak(const PathCheck& check, double old_length) {
  const double first = WayTo(r_.tail, check.first_broken), last = WayTo(r_.tail, check.last_broken);
  const double voxel_m = now_.info().frame.voxel_m;
  const double margin = kMargin * (last - first) + kLeastMargin * voxel_m;
  const PathPlace from = PlaceAfter(r_.tail, first - margin), to = PlaceAfter(r_.tail, last + margin);
  const double window = WayTo(r_.tail, to) - WayTo(r_.tail, from);
  if (window > kLargestWindow * old_length) return false;

  // Tightened from the bend before to the bend behind, so that no new bends appear at the joints.
  const size_t before = from.segment, behind = to.segment + 1;
  const FlightQuery local = WithBudgetLeft({.start = PointAt(r_.tail, from),
                                            .goal = PointAt(r_.tail, to),
                                            .radius_m = query_.radius_m,
                                            .effort = query_.effort,
                                            .cancel = query_.cancel});
  FlightSolver flight(now_, local, context_);
  flight.BeginDetour(r_.tail[before], r_.tail[behind], window + kLongestDetour * old_length);
  flight.Step(std::numeric_limits<int64_t>::max());
  flight.Take(r_.found);
  Add(r_.found.statistics);
  if (r_.found.status != PathStatus::Complete) return false;
  r_.found.points.front() = r_.tail[before];
  r_.found.points.back() = r_.tail[behind];

  r_.spliced.assign(r_.tail.begin(), r_.tail.begin() + std::ptrdiff_t(before));
  r_.spliced.insert(r_.spliced.end(), r_.found.points.begin(), r_.found.points.end());
  r_.spliced.insert(r_.spliced.end(), r_.tail.begin() + std::ptrdiff_t(behind) + 1, r_.tail.end());
  r_.tail.swap(r_.spliced);
  return true;
}

void Repair::Add(const FlightStatistics& statistics) {
  sum_.expanded += statistics.expanded;
  sum_.pushed += statistics.pushed;
  sum_.rounds += statistics.rounds;
  sum_.search_us += statistics.search_us;
  sum_.refine_us += statistics.refine_us;
  sum_.certify_us += statistics.certify_us;
}

RepairResult Repair::TakeFound(FlightPath& path, RepairOutcome done) {
  std::swap(path, r_.found);
  path.statistics = sum_;
  return {done, path.status};
}

RepairResult Repair::TakeTailAs(FlightPath& path, RepairOutcome done) {
  path.status = PathStatus::Complete;
  path.points.assign(r_.tail.begin(), r_.tail.end());
  path.volumes.assign(r_.volumes.begin(), r_.volumes.end());
  path.jumps.clear();
  for (const FlightJump& jump : r_.jumps) {
    const Gate* gate = FindOpenGate(tables_, *index_, query_.radius_m, query_.closed_gates, jump.gate,
                                    r_.tail[jump.point], r_.tail[jump.point + 1]);
    path.jumps.push_back({jump.point, uint32_t(gate - tables_.gates.data()), gate->seconds});
  }
  path.length_m = LengthFlown(r_.tail, r_.jumps);
  path.cost_m = CostsDiffer() || !r_.jumps.empty() ? CostOfTail() : path.length_m;
  path.lower_bound_m = 0;
  path.radius_m = index_->radius_m();
  path.start = path.points.front();
  path.goal = path.points.back();
  path.statistics = sum_;
  return {done, path.status};
}

}  // namespace

const char* ToString(PathValidity validity) {
  switch (validity) {
    case PathValidity::Valid: return "valid";
    case PathValidity::Broken: return "broken";
    case PathValidity::Invalid: return "invalid";
  }
  return "unknown";
}

const char* ToString(RepairOutcome outcome) {
  switch (outcome) {
    case RepairOutcome::Kept: return "kept";
    case RepairOutcome::Repaired: return "repaired";
    case RepairOutcome::Improved: return "improved";
    case RepairOutcome::Replanned: return "replanned";
  }
  return "unknown";
}

bool MayBeShorterBy(const Box3& freed, Vec3 from, Vec3 to, double length_m) {
  if (length_m == kInfinity) return !freed.IsEmpty();
  // Paths no longer than `length_m` lie in an ellipsoid with foci `from` and `to`. None of its points is farther from
  // the segment than its semi-minor axis.
  const double squares = length_m * length_m - LengthSquared(to - from);
  const double reach = (1 + 1e-9) * std::sqrt(std::max(0.0, squares)) / 2;
  if (freed.IsEmpty() || !SegmentMeets(from, to, freed, reach)) return false;
  const Vec3 by = ShortestBy(from, to, {freed.min, freed.max});
  return !(Length(by - from) + Length(to - by) >= length_m);
}

bool MayBeImproved(const WorldChange& change, Vec3 from, Vec3 to, double length_m) {
  return std::any_of(change.freed.begin(), change.freed.end(),
                     [&](const Box3& box) { return MayBeShorterBy(box, from, to, length_m); });
}

RepairResult RepairPath(const Navigator& now, const FlightQuery& query, const FlightPath& old,
                        const RepairOptions& options, QueryContext& context, FlightPath& path) {
  Repair repair(now, query, context);
  const RepairResult result = repair.Run(old, options, path);
  if (!repair.UsesGates()) Certify(RuntimeAccess::TablesOf(now), query, FlightScratchOf(context).lower_bound, path);
  return result;
}

}  // namespace navnet
