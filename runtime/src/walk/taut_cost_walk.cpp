// SPDX-License-Identifier: Apache-2.0
#include "walk/taut_cost_walk.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kRounds = 40;                               // Limit of passes over all bends.
constexpr double kMinGain = 1e-7;                         // Smaller relative gains are ignored.
constexpr double kFirstStep_m = 0.5, kLastStep_m = 1e-4;  // Of slides. A smaller last step is more exact, but slower.
constexpr int kMostSteps = 10000;                         // Limit of steps per slide.
constexpr size_t kMaxCrossings = 64;                      // Limit of border crossings per segment.

}  // namespace

void TautCostWalk::Tighten(std::vector<CostBend>& bends, const FreeSpace& space, CostField& field) {
  space_ = &space;
  field_ = &field;
  Remove(bends);
  AddCrossings(bends);
  for (int round = 0; round < kRounds; ++round) {
    bool improved = false;
    for (size_t i = 1; i + 1 < bends.size(); ++i) improved |= Slide(bends[i - 1], bends[i], bends[i + 1]);
    if (!improved) break;
  }
  Remove(bends);
}

double TautCostWalk::Line(const CostBend& from, CostBend& to, bool moved) {
  WalkPolygon polygon = from.polygon;
  if (!space_->Follow(polygon, from.p, to.p)) return kInfinity;
  if (moved) {
    if (!space_->Contains(polygon, to.p, sides_)) return kInfinity;
    to.polygon = to.other_polygon = polygon;
    to.patch = field_->PatchAfter(from.p, to.p, from.patch, polygon);
  } else if (!(polygon == to.polygon) && !(polygon == to.other_polygon)) {
    return kInfinity;
  }
  return field_->Cost(from.p, to.p, from.patch, to.patch);
}

// Adds bends where the walk crosses borders straight: there it may have to be refracted.
void TautCostWalk::AddCrossings(std::vector<CostBend>& bends) {
  with_crossings_.clear();
  for (size_t i = 0; i < bends.size(); ++i) {
    with_crossings_.push_back(bends[i]);
    if (i + 1 == bends.size()) break;
    const Vec2 a = bends[i].p, d = bends[i + 1].p - a;
    const double length = Length(d);
    crossings_.clear();
    const auto borders = field_->borders();
    for (uint32_t border = 0; border < borders.size() && crossings_.size() < kMaxCrossings; ++border) {
      const CostBorder& line = borders[border];
      if (field_->regions()[line.region].IsForbidden()) continue;
      const Vec2 along = line.b - line.a;
      const double change = Cross(along, d);
      if (change == 0) continue;
      const double t = Cross(along, line.a - a) / change, u = Cross(d, line.a - a) / change;
      if (t * length > kLastStep_m && (1 - t) * length > kLastStep_m && u > 0 && u < 1)
        crossings_.push_back({t, border});
    }
    std::sort(crossings_.begin(), crossings_.end());
    for (const auto& [t, border] : crossings_) {
      CostBend bend;
      // Computed from the border, so that it lies exactly on it.
      const CostBorder& line = borders[border];
      const Vec2 along = line.b - line.a;
      bend.p = line.a + Dot(a + t * d - line.a, along) / LengthSquared(along) * along;
      bend.border = border;
      if (Line(with_crossings_.back(), bend, true) < kInfinity) with_crossings_.push_back(bend);
    }
  }
  bends.assign(with_crossings_.begin(), with_crossings_.end());
}

// Removes bends if the straight segment between their neighbours is not more expensive. Returns whether any was
// removed.
bool TautCostWalk::Remove(std::vector<CostBend>& bends) {
  bool removed = false;
  for (size_t i = 1; i + 1 < bends.size();) {
    const double now = Line(bends[i - 1], bends[i], false) + Line(bends[i], bends[i + 1], false);
    const double straight = Line(bends[i - 1], bends[i + 1], false);
    if (straight < kInfinity && straight <= now * (1 + kMinGain / 10)) {
      bends.erase(bends.begin() + ptrdiff_t(i));
      removed = true;
      if (i > 1) --i;
    } else {
      ++i;
    }
  }
  return removed;
}

// Moves a bend along its border by a pattern search that halves its step. Returns whether the cost fell by more than
// kMinGain.
bool TautCostWalk::Slide(const CostBend& before, CostBend& bend, const CostBend& after) {
  if (bend.border == kNone) return false;
  const CostBorder& line = field_->borders()[bend.border];
  const Vec2 along = line.b - line.a;
  const double length = Length(along);
  double at = Dot(bend.p - line.a, along) / length;  // In metres.
  CostBend next = after;
  double cost = Line(before, bend, false) + Line(bend, next, false);
  if (cost == kInfinity) return false;
  const double cost_before = cost;
  double step = kFirstStep_m;
  for (int steps = 0; step >= kLastStep_m && steps < kMostSteps; ++steps) {
    bool moved = false;
    for (const double by : {step, -step}) {
      CostBend there = bend;
      const double there_at = std::clamp(at + by, 0.0, length);
      there.p = line.a + there_at / length * along;
      double there_cost = Line(before, there, true);
      if (there_cost < cost) there_cost += Line(there, next, false);
      if (!(there_cost < cost)) continue;
      cost = there_cost;
      bend = there;
      at = there_at;
      moved = true;
      break;
    }
    if (!moved) step /= 2;
  }
  return cost < cost_before * (1 - kMinGain);
}

}  // namespace navnet
