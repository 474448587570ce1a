// SPDX-License-Identifier: Apache-2.0
#include "journey/travel_bounds.h"

#include "level/free_air.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace navnet {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Bounds are summed in another order than walks and flights: scaled down so that rounding does not make one too large.
constexpr double kRounding = 1 - 1e-12;

// Distances to landmarks are not proven shortest: the true ones are assumed to be at least this fraction of them.
constexpr float kFoundShare = 0.995f;

constexpr uint32_t kBunch = 16;  // Stops per bunch. Larger: fewer bunches to test, but fewer of them can be skipped.

double Gap(Vec3 lo, Vec3 hi, Vec3 other_lo, Vec3 other_hi) {
  double sum = 0;
  for (int a = 0; a < 3; ++a) {
    const double d = std::max({0.0, other_lo[a] - hi[a], lo[a] - other_hi[a]});
    sum += d * d;
  }
  return std::sqrt(sum);
}

}  // namespace

double LeastWalk(const Landmarks::Goal& a, const Landmarks::Goal& b) {
  // All differences first, then a tree reduction for the maximum, so that the compiler vectorizes both.
  Landmarks::Distances apart;
  for (uint32_t k = 0; k < Landmarks::kCount; ++k) {
    const float there = kFoundShare * a.least[k] - b.most[k], back = kFoundShare * b.least[k] - a.most[k];
    apart[k] = there > back ? there : back;
  }
  for (uint32_t half = Landmarks::kCount / 2; half > 0; half /= 2) {
    for (uint32_t k = 0; k < half; ++k) apart[k] = apart[k] > apart[k + half] ? apart[k] : apart[k + half];
  }
  return std::max(apart[0], 0.0f);
}

void TravelBounds::Search(const Problem& problem) {
  gate_count_ = problem.gates.size();
  labels_.assign(gate_count_ + 2 * problem.stops.size(), kNever);
  open_.clear();
  MakeBunches(problem);
  end_cells_.assign(problem.end_count, {});
  end_points_.resize(problem.end_count);
  for (uint32_t i = 0; i < problem.end_count; ++i) {
    if (!problem.stops[i].usable || !problem.stops[i].in_air) continue;
    end_points_[i] = problem.frame->ToVoxelSpace(problem.stops[i].point);
    end_cells_[i] = FreePlaceAt(*problem.level, end_points_[i]).cells;
  }
  s_per_voxel_ = problem.air ? kRounding * problem.frame->voxel_m / problem.fly_m_s : 0;
  Relax(NodeOf(problem.root, false), 0);
  Relax(NodeOf(problem.root, true), 0);
  while (!open_.empty()) {
    const Entry top = open_.Pop();
    if (top.key > labels_[top.node]) continue;  // Outdated entry.
    if (top.node < gate_count_) {
      PassGate(problem, top.node, top.key);
      continue;
    }
    const uint32_t stop = uint32_t(top.node - gate_count_) / 2;
    if ((top.node - gate_count_) % 2 == 1) {
      const uint32_t other = problem.changes[stop];
      if (other != kNoStop) Relax(NodeOf(other, false), top.key + problem.change_costs[stop]);
      continue;
    }
    if (!problem.stops[stop].in_air) {
      LeaveByGround(problem, stop, top.key);
    } else if (stop == problem.root || ByLeg(stop) > top.key) {
      // If a flight reached this stop earlier, flying on from there is at least as early everywhere.
      LeaveByAir(problem, stop, top.key);
    }
  }
  // Changes after walks that were not expanded (see Walk).
  for (uint32_t stop = 0; stop < problem.stops.size(); ++stop) {
    const uint32_t other = problem.changes[stop];
    if (other == kNoStop) continue;
    double& label = labels_[NodeOf(other, false)];
    label = std::min(label, ByLeg(stop) + problem.change_costs[stop]);
  }
}

void TravelBounds::Relax(size_t node, double seconds) {
  if (!(seconds < labels_[node])) return;
  labels_[node] = seconds;
  open_.Push({seconds, uint32_t(node)});
}

// Relaxes the stops in a cell, from a box in that cell.
void TravelBounds::ReachStopsIn(const Problem& problem, uint32_t cell, Vec3 lo, Vec3 hi, double seconds) {
  for (const AirSpots::Spot& spot : problem.spots->SpotsOf(cell)) {
    const uint32_t stop = problem.end_count + 2 * spot.link + 1;
    if (!problem.stops[stop].usable) continue;
    Relax(NodeOf(stop, true), seconds + s_per_voxel_ * Gap(lo, hi, spot.point, spot.point));
  }
  for (uint32_t i = 0; i < problem.end_count; ++i) {
    if (std::find(end_cells_[i].begin(), end_cells_[i].end(), cell) == end_cells_[i].end()) continue;
    Relax(NodeOf(i, true), seconds + s_per_voxel_ * Gap(lo, hi, end_points_[i], end_points_[i]));
  }
}

void TravelBounds::LeaveByAir(const Problem& problem, uint32_t stop, double seconds) {
  if (!problem.air) return;
  const Vec3 p = problem.frame->ToVoxelSpace(problem.stops[stop].point);
  for (const uint32_t cell : FreePlaceAt(*problem.level, p).cells) {
    for (const uint32_t gate : problem.air->GatesOf(cell)) {
      const AirGates::Gate& to = problem.gates[gate];
      Relax(gate, seconds + s_per_voxel_ * Gap(p, p, to.lo, to.hi));
    }
    ReachStopsIn(problem, cell, p, p, seconds);
  }
}

void TravelBounds::PassGate(const Problem& problem, uint32_t gate, double seconds) {
  const AirGates::Gate& from = problem.gates[gate];
  for (const uint32_t cell : from.cells) {
    for (const uint32_t next : problem.air->GatesOf(cell)) {
      if (!(seconds < labels_[next])) continue;
      const AirGates::Gate& to = problem.gates[next];
      Relax(next, seconds + s_per_voxel_ * Gap(from.lo, from.hi, to.lo, to.hi));
    }
    ReachStopsIn(problem, cell, from.lo, from.hi, seconds);
  }
}

void TravelBounds::MakeBunches(const Problem& problem) {
  bunches_.clear();
  first_bunch_.assign(problem.first_in_group.size(), 0);
  for (size_t group = 0; group + 1 < problem.first_in_group.size(); ++group) {
    const uint32_t end = problem.first_in_group[group + 1];
    for (uint32_t begin = problem.first_in_group[group]; begin < end; begin += kBunch) {
      Bunch bunch{{kNever, kNever}, {-kNever, -kNever}, {}, kNever, begin, std::min(begin + kBunch, end)};
      std::swap(bunch.landmarks.least, bunch.landmarks.most);
      for (uint32_t i = begin; i < bunch.end; ++i) {
        const Vec2 p = PlanOf(problem.stops[problem.by_group[i]].point, problem.up);
        bunch.lo = {std::min(bunch.lo.x, p.x), std::min(bunch.lo.y, p.y)};
        bunch.hi = {std::max(bunch.hi.x, p.x), std::max(bunch.hi.y, p.y)};
        const Landmarks::Goal& at = problem.landmarks[problem.by_group[i]];
        for (uint32_t k = 0; k < Landmarks::kCount; ++k) {
          bunch.landmarks.least[k] = std::min(bunch.landmarks.least[k], at.least[k]);
          bunch.landmarks.most[k] = std::max(bunch.landmarks.most[k], at.most[k]);
        }
      }
      bunches_.push_back(bunch);
    }
    first_bunch_[group + 1] = uint32_t(bunches_.size());
  }
}

// Relaxes a stop reached by a walk. If no change leads on, or a flight reached the air above it earlier, only sets the
// label without expanding it.
void TravelBounds::Walk(const Problem& problem, uint32_t to, double seconds) {
  const uint32_t other = problem.changes[to];
  const bool is_settled =
      other == kNoStop || (problem.stops[other].in_air && ByLeg(other) <= seconds + problem.change_costs[to]);
  if (!is_settled) return Relax(NodeOf(to, true), seconds);
  double& label = labels_[NodeOf(to, true)];
  label = std::min(label, seconds);
}

void TravelBounds::LeaveByGround(const Problem& problem, uint32_t stop, double seconds) {
  if (!(problem.walk_m_s > 0)) return;
  const TravelStop& from = problem.stops[stop];
  const double s_per_m = kRounding / problem.walk_m_s;
  const Vec2 p = PlanOf(from.point, problem.up);
  for (uint32_t i = first_bunch_[from.component]; i < first_bunch_[from.component + 1]; ++i) {
    Bunch& bunch = bunches_[i];
    const Vec2 off{std::max({0.0, bunch.lo.x - p.x, p.x - bunch.hi.x}),
                   std::max({0.0, bunch.lo.y - p.y, p.y - bunch.hi.y})};
    if (!(seconds + s_per_m * Length(off) < bunch.slowest_s)) continue;
    if (!(seconds + s_per_m * LeastWalk(problem.landmarks[stop], bunch.landmarks) < bunch.slowest_s)) continue;
    bunch.slowest_s = 0;
    for (const uint32_t to : problem.by_group.subspan(bunch.begin, bunch.end - bunch.begin)) {
      const double straight = Length(PlanOf(problem.stops[to].point, problem.up) - p);
      if (seconds + s_per_m * straight < ByLeg(to)) {
        const double least = std::max(straight, LeastWalk(problem.landmarks[stop], problem.landmarks[to]));
        Walk(problem, to, seconds + s_per_m * least);
      }
      bunch.slowest_s = std::max(bunch.slowest_s, ByLeg(to));
    }
  }
}

}  // namespace navnet
