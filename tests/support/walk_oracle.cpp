// SPDX-License-Identifier: Apache-2.0
#include "support/walk_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace navnet::oracle {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kParts = 720;        // Number of points tested on each circle.
constexpr double kSlack_m = 1e-7;  // Tolerance of clearance; the result may be too short, never too long.

double PointDistance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double length2 = LengthSquared(d);
  const double t = length2 > 0 ? std::clamp(Dot(p - a, d) / length2, 0.0, 1.0) : 0;
  return Length(a + t * d - p);
}

double Angle(Vec2 v) { return std::atan2(v.y, v.x); }

}  // namespace

double SegmentDistance(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double side_c = Cross(b - a, c - a), side_d = Cross(b - a, d - a);
  const double side_a = Cross(d - c, a - c), side_b = Cross(d - c, b - c);
  if (side_c * side_d < 0 && side_a * side_b < 0) return 0;
  return std::min({PointDistance(a, c, d), PointDistance(b, c, d), PointDistance(c, a, b), PointDistance(d, a, b)});
}

TangentGraph::TangentGraph(std::span<const GroundWall> walls, double radius_m)
    : walls_(walls.begin(), walls.end()), radius_m_(std::max(radius_m, 1e-5)) {
  for (const GroundWall& wall : walls) {
    for (const Vec2 p : {wall.a, wall.b}) {
      if (std::find(centres_.begin(), centres_.end(), p) == centres_.end()) centres_.push_back(p);
    }
  }
  // Keeps only corners with room to pass around; concave ones have none.
  std::erase_if(centres_, [&](Vec2 c) {
    std::vector<char> free(kParts);
    bool any = false;
    for (int k = 0; k < kParts; ++k) {
      const double angle = 2 * kPi * k / kParts;
      const Vec2 p = c + radius_m_ * Vec2{std::cos(angle), std::sin(angle)};
      free[size_t(k)] = IsFree(p, p);
      any |= free[size_t(k)] != 0;
    }
    if (any) free_at_.push_back(std::move(free));
    return !any;
  });
  for (auto& leaving : leaving_) leaving.resize(centres_.size());
  std::vector<Tangent> tangents;
  for (size_t i = 0; i < centres_.size(); ++i) {
    for (size_t j = 0; j < centres_.size(); ++j) {
      if (i != j) AddTangents(i, j, tangents);
    }
  }
  for (const Tangent& t : tangents) leaving_[t.from_turn > 0][t.from].push_back(t);
}

bool TangentGraph::IsFree(Vec2 a, Vec2 b) const {
  return std::all_of(walls_.begin(), walls_.end(),
                     [&](const GroundWall& w) { return SegmentDistance(a, b, w.a, w.b) >= radius_m_ - kSlack_m; });
}

bool TangentGraph::IsArcFree(size_t circle, double angle, double by) const {
  const int from = int(std::ceil(angle / (2 * kPi) * kParts)), to = int(std::floor((angle + by) / (2 * kPi) * kParts));
  for (int k = from; k <= to; ++k) {
    if (!free_at_[circle][size_t(((k % kParts) + kParts) % kParts)]) return false;
  }
  return true;
}

void TangentGraph::AddTangents(size_t i, size_t j, std::vector<Tangent>& out) const {
  const Vec2 d = centres_[j] - centres_[i];
  const double distance = Length(d), direction = Angle(d);
  for (const int ti : {1, -1}) {
    for (const int tj : {1, -1}) {
      // Passing counter-clockwise, the centre is on the left: the point on the circle is a quarter turn to the right of
      // the direction of travel.
      double tilt = 0;
      if (ti != tj) {
        if (distance <= 2 * radius_m_) continue;
        tilt = ti * std::asin(2 * radius_m_ / distance);
      }
      const double travel = direction + tilt, at_i = travel - ti * kPi / 2, at_j = travel - tj * kPi / 2;
      const Vec2 p = centres_[i] + radius_m_ * Vec2{std::cos(at_i), std::sin(at_i)};
      const Vec2 q = centres_[j] + radius_m_ * Vec2{std::cos(at_j), std::sin(at_j)};
      if (IsFree(p, q)) out.push_back({i, j, ti, tj, at_i, at_j, Length(q - p)});
    }
  }
}

std::optional<double> TangentGraph::ShortestLength(Vec2 start, Vec2 goal) const {
  if (IsFree(start, goal)) return Length(goal - start);
  // Tangents from the start, and the tangents from each circle to the goal.
  std::vector<Tangent> first;
  std::vector<std::vector<Tangent>> last[2];
  for (auto& l : last) l.resize(centres_.size());
  const auto touch = [&](Vec2 from, size_t i, int turn, bool arriving) -> std::optional<Tangent> {
    const Vec2 d = centres_[i] - from;
    const double distance = std::max(Length(d), radius_m_);
    // Travelling from the point to the circle, or in the opposite direction.
    const double tilt = turn * std::asin(radius_m_ / distance);
    const double travel = arriving ? Angle(d) - tilt : Angle(d) + kPi + tilt;
    const double at = travel - turn * kPi / 2;
    const Vec2 p = centres_[i] + radius_m_ * Vec2{std::cos(at), std::sin(at)};
    if (!IsFree(from, p)) return std::nullopt;
    return arriving ? Tangent{kEnd, i, 0, turn, 0, at, Length(p - from)}
                    : Tangent{i, kEnd, turn, 0, at, 0, Length(p - from)};
  };
  for (size_t i = 0; i < centres_.size(); ++i) {
    for (const int turn : {1, -1}) {
      if (const auto t = touch(start, i, turn, true)) first.push_back(*t);
      if (const auto t = touch(goal, i, turn, false)) last[turn > 0][i].push_back(*t);
    }
  }
  // Dijkstra over tangents.
  using Entry = std::pair<double, const Tangent*>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const Tangent& t : first) open.push({t.length, &t});
  std::vector<const Tangent*> closed;
  double best = std::numeric_limits<double>::infinity();
  while (!open.empty()) {
    const auto [length, t] = open.top();
    open.pop();
    if (length >= best) break;
    const auto at = std::lower_bound(closed.begin(), closed.end(), t);
    if (at != closed.end() && *at == t) continue;
    closed.insert(at, t);
    const auto go = [&, length = length, t = t](const Tangent& next) {
      double by = std::remainder(t->to_turn * (next.from_angle - t->to_angle), 2 * kPi);
      if (by < -1e-9) return;
      by = std::max(by, 0.0);
      const double begin = t->to_turn > 0 ? t->to_angle : t->to_angle - by;
      if (!IsArcFree(t->to, begin, by)) return;
      const double total = length + radius_m_ * by + next.length;
      if (next.to == kEnd) {
        best = std::min(best, total);
      } else {
        open.push({total, &next});
      }
    };
    for (const Tangent& next : last[t->to_turn > 0][t->to]) go(next);
    for (const Tangent& next : leaving_[t->to_turn > 0][t->to]) go(next);
  }
  if (best == std::numeric_limits<double>::infinity()) return std::nullopt;
  return best;
}

}  // namespace navnet::oracle
