// SPDX-License-Identifier: Apache-2.0
#include <navnet/runtime/path_watch.h>

#include "repair/jumps.h"
#include "repair/path_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace navnet {
namespace {

// Maximum number of cells per segment and per box; a segment or box with more is tested against everything.
constexpr double kMostCells = 4096;
constexpr double kFarthestCell = 1e9;   // Limit of cell coordinates; cells beyond it share numbers.
constexpr double kRounding = 1 + 1e-9;  // Enlarges reaches that rounding must not make too small.

Status CheckInput(std::span<const Vec3> points, std::span<const FlightJump> jumps) {
  if (points.empty()) return Error{ErrorCode::InvalidArgument, "watched path: it has no points"};
  for (size_t i = 0; i < points.size(); ++i) {
    if (IsFinite(points[i])) continue;
    return Error{ErrorCode::InvalidArgument, "watched path: point " + std::to_string(i) + " is not finite"};
  }
  if (!AreJumpsOf(jumps, points.size())) {
    return Error{ErrorCode::InvalidArgument, "watched path: jumps must ascend and lead to points of the path"};
  }
  return Ok();
}

// Infinite if there are jumps from there on: a shorter path may lead anywhere.
double LengthFrom(std::span<const Vec3> points, std::span<const FlightJump> jumps, PathPlace from) {
  if (!jumps.empty() && IsAhead(jumps.back(), from)) return std::numeric_limits<double>::infinity();
  double length = 0;
  Vec3 last = PointAt(points, from);
  for (size_t i = from.segment + 1; i < points.size(); ++i) {
    length += Length(points[i] - last);
    last = points[i];
  }
  return length;
}

// Paths no longer than this one lie in an ellipsoid with the path's ends as foci. Returns its semi-minor axis: none of
// its points is farther from the straight segment.
double ReachOf(std::span<const Vec3> points, std::span<const FlightJump> jumps) {
  const double length = LengthFrom(points, jumps, {});
  return std::sqrt(std::max(0.0, length * length - LengthSquared(points.back() - points.front()))) / 2;
}

// Calls `visit(a, b)` for the segments of a path; a single point is a segment of length 0, and so are the ends of
// jumps.
template <class Visit>
void EachPart(std::span<const Vec3> points, std::span<const FlightJump> jumps, const Visit& visit) {
  if (points.size() == 1) visit(points[0], points[0]);
  for (size_t i = 1; i < points.size(); ++i) {
    if (JumpAt(jumps, i - 1)) {
      visit(points[i - 1], points[i - 1]);
      visit(points[i], points[i]);
    } else {
      visit(points[i - 1], points[i]);
    }
  }
}

// Sorts slots and drops repeated ones.
void SortOut(std::vector<uint32_t>& slots) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

// Calls `visit(key)` for the cells that a box meets, in a fixed order; false, without calls, when there are too many.
template <class Visit>
bool EachCell(const Box3& box, double cell_m, const Visit& visit) {
  int64_t lo[3], hi[3];
  double cells = 1;
  for (int k = 0; k < 3; ++k) {
    const double first = std::floor(box.min[k] / cell_m), last = std::floor(box.max[k] / cell_m);
    cells *= last - first + 1;
    // NaN counts as too many.
    if (!(cells <= kMostCells)) return false;
    lo[k] = int64_t(std::clamp(first, -kFarthestCell, kFarthestCell));
    hi[k] = int64_t(std::clamp(last, -kFarthestCell, kFarthestCell));
  }
  // Cells far apart may share a key: then more paths are tested than necessary.
  constexpr uint64_t kMask = (uint64_t{1} << 21) - 1;
  for (int64_t x = lo[0]; x <= hi[0]; ++x) {
    for (int64_t y = lo[1]; y <= hi[1]; ++y) {
      for (int64_t z = lo[2]; z <= hi[2]; ++z) {
        visit((uint64_t(x) & kMask) << 42 | (uint64_t(y) & kMask) << 21 | (uint64_t(z) & kMask));
      }
    }
  }
  return true;
}

// The same for the cells within `reach_m` of a segment, which is divided into pieces no longer than a cell. Cells may
// be visited twice.
template <class Visit>
bool EachCellAlong(Vec3 a, Vec3 b, double reach_m, double cell_m, const Visit& visit) {
  const double pieces = std::max(1.0, std::ceil(Length(b - a) / cell_m)), across = 3 + 2 * reach_m / cell_m;
  if (!(pieces * across * across * across <= kMostCells)) return false;
  for (double i = 0; i < pieces; ++i) {
    const Vec3 from = a + (b - a) * (i / pieces), to = a + (b - a) * ((i + 1) / pieces);
    const double by = kRounding * reach_m + 1e-9 * cell_m;
    const Vec3 grow{by, by, by};
    EachCell({Min(from, to) - grow, Max(from, to) + grow}, cell_m, visit);
  }
  return true;
}

}  // namespace

PathWatch::PathWatch(double cell_m) : cell_m_(cell_m > 0 && std::isfinite(cell_m) ? cell_m : 1) {}

Result<WatchId> PathWatch::Add(std::span<const Vec3> points, double radius_m, std::span<const FlightJump> jumps) {
  if (const Status status = CheckInput(points, jumps); !status) return status.error();
  if (!(radius_m >= 0)) {
    return Error{ErrorCode::InvalidArgument, "watched path: the agent's radius must be 0 or more"};
  }
  uint32_t slot = uint32_t(watched_.size());
  if (unused_.empty()) {
    watched_.emplace_back();
  } else {
    slot = unused_.back();
    unused_.pop_back();
  }
  Watched& watched = watched_[slot];
  watched.radius_m = radius_m;
  watched.is_used = true;
  ++watched.generation;
  ++count_;
  Enter(slot, points, jumps);
  return WatchId{slot, watched.generation};
}

Status PathWatch::Replace(WatchId id, std::span<const Vec3> points, std::span<const FlightJump> jumps) {
  if (!Find(id)) {
    return Error{ErrorCode::InvalidArgument, "watched path: no path has this id; it may have been removed"};
  }
  if (const Status status = CheckInput(points, jumps); !status) return status;
  Leave(id.slot);
  Enter(id.slot, points, jumps);
  return Ok();
}

bool PathWatch::Advance(WatchId id, Vec3 position) {
  if (!Find(id) || !IsFinite(position)) return false;
  Watched& watched = watched_[id.slot];
  watched.from = PlaceOnPath(watched.points, position, watched.from, watched.jumps);
  watched.rest_m = LengthFrom(watched.points, watched.jumps, watched.from);
  return true;
}

bool PathWatch::Remove(WatchId id) {
  if (!Find(id)) return false;
  Leave(id.slot);
  watched_[id.slot].is_used = false;
  unused_.push_back(id.slot);
  --count_;
  return true;
}

std::optional<PathPlace> PathWatch::PlaceOf(WatchId id) const {
  const Watched* watched = Find(id);
  return watched ? std::optional(watched->from) : std::nullopt;
}

const PathWatch::Watched* PathWatch::Find(WatchId id) const {
  if (id.slot >= watched_.size()) return nullptr;
  const Watched& watched = watched_[id.slot];
  return watched.is_used && watched.generation == id.generation ? &watched : nullptr;
}

void PathWatch::Enter(uint32_t slot, std::span<const Vec3> points, std::span<const FlightJump> jumps) {
  Watched& watched = watched_[slot];
  watched.points.assign(points.begin(), points.end());
  watched.jumps.assign(jumps.begin(), jumps.end());
  watched.from = {};
  watched.rest_m = LengthFrom(points, jumps, {});
  const auto enter = [&](Lattice& lattice, Vec3 a, Vec3 b, double reach_m) {
    const bool fits = EachCellAlong(a, b, reach_m, cell_m_, [&](uint64_t cell) {
      std::vector<uint32_t>& slots = lattice.slots[cell];
      if (slots.empty() || slots.back() != slot) slots.push_back(slot);
    });
    if (!fits) lattice.everywhere.push_back(slot);
  };
  EachPart(points, jumps, [&](Vec3 a, Vec3 b) { enter(paths_, a, b, 0); });
  enter(ways_, points.front(), points.back(), ReachOf(points, jumps));
}

void PathWatch::Leave(uint32_t slot) {
  const auto leave = [&](Lattice& lattice, Vec3 a, Vec3 b, double reach_m) {
    const bool fits = EachCellAlong(a, b, reach_m, cell_m_, [&](uint64_t cell) {
      const auto found = lattice.slots.find(cell);
      if (found == lattice.slots.end()) return;
      std::erase(found->second, slot);
      if (found->second.empty()) lattice.slots.erase(found);
    });
    if (!fits) std::erase(lattice.everywhere, slot);
  };
  const std::vector<Vec3>& points = watched_[slot].points;
  const std::vector<FlightJump>& jumps = watched_[slot].jumps;
  EachPart(points, jumps, [&](Vec3 a, Vec3 b) { leave(paths_, a, b, 0); });
  leave(ways_, points.front(), points.back(), ReachOf(points, jumps));
}

template <class IsNear>
std::vector<uint32_t> PathWatch::SlotsNear(const Lattice& lattice, std::span<const Box3> boxes, double grown_by_m,
                                           const IsNear& is_near) const {
  constexpr uint32_t kAccepted = 0xFFFFFFFF;
  std::vector<uint32_t> slots;
  std::vector<uint32_t> looked_at(watched_.size(), 0);  // By slot: the last box tested, counted from 1.
  for (uint32_t i = 0; i < boxes.size(); ++i) {
    const Box3& box = boxes[i];
    if (box.IsEmpty()) continue;
    const auto look = [&](uint32_t slot) {
      if (looked_at[slot] > i) return;
      looked_at[slot] = i + 1;
      if (!is_near(watched_[slot], box)) return;
      looked_at[slot] = kAccepted;
      slots.push_back(slot);
    };
    const Vec3 grow{grown_by_m, grown_by_m, grown_by_m};
    const bool fits = EachCell({box.min - grow, box.max + grow}, cell_m_, [&](uint64_t cell) {
      const auto found = lattice.slots.find(cell);
      if (found != lattice.slots.end()) std::for_each(found->second.begin(), found->second.end(), look);
    });
    std::for_each(lattice.everywhere.begin(), lattice.everywhere.end(), look);
    for (uint32_t slot = 0; !fits && slot < watched_.size(); ++slot) {
      if (watched_[slot].is_used) look(slot);
    }
  }
  std::sort(slots.begin(), slots.end());
  return slots;
}

// Calls `visit(slot)` for the slots in use.
template <class Visit>
void PathWatch::EachUsed(const Visit& visit) const {
  for (uint32_t slot = 0; slot < watched_.size(); ++slot) {
    if (watched_[slot].is_used) visit(slot);
  }
}

PathWatch::Concerns PathWatch::Concerned(const Navigator& now, const WorldChange& change) const {
  Concerns out;
  const double voxel_m = now.info().frame.voxel_m;
  const auto comes_near = [&](const Watched& w, const Box3& box) { return ComesNear(w.points, w.from, box, voxel_m); };
  std::vector<uint32_t> slots = SlotsNear(paths_, change.blocked, kRounding * voxel_m, comes_near);
  if (!change.closed_gates.empty()) {
    EachUsed([&](uint32_t slot) {
      if (watched_[slot].rest_m == std::numeric_limits<double>::infinity()) slots.push_back(slot);
    });
    SortOut(slots);
  }
  for (const uint32_t slot : slots) {
    const Watched& w = watched_[slot];
    if (CheckPath(now, w.points, w.radius_m, {.from = w.from, .change = &change, .jumps = w.jumps}).IsValid()) continue;
    out.broken.push_back({slot, w.generation});
  }
  const auto may_be_shorter = [&](const Watched& w, const Box3& box) {
    return MayBeShorterBy(box, PointAt(w.points, w.from), w.points.back(), w.rest_m);
  };
  slots = SlotsNear(ways_, change.freed, 0, may_be_shorter);
  if (!change.opened_gates.empty()) {
    EachUsed([&](uint32_t slot) {
      const Watched& w = watched_[slot];
      const Vec3 from = PointAt(w.points, w.from), to = w.points.back();
      const bool may = std::any_of(change.opened_gates.begin(), change.opened_gates.end(), [&](const Gate& gate) {
        const double there = Length(gate.from - from) + Length(to - gate.to);
        const double back = Length(gate.to - from) + Length(to - gate.from);
        return there < w.rest_m || (gate.one_way == 0 && back < w.rest_m);
      });
      if (may) slots.push_back(slot);
    });
    SortOut(slots);
  }
  const auto is_less = [](WatchId a, WatchId b) { return a.slot < b.slot; };
  for (const uint32_t slot : slots) {
    const WatchId id{slot, watched_[slot].generation};
    if (!std::binary_search(out.broken.begin(), out.broken.end(), id, is_less)) out.improvable.push_back(id);
  }
  return out;
}

}  // namespace navnet
