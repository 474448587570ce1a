// SPDX-License-Identifier: Apache-2.0
// First each point alone moves to its optimum, by quadratic majorants of the cost (majorisation, as in Weiszfeld's
// method); then all together by Newton's method on smoothed lengths with a barrier at the portals' faces, as in
// taut_path.cpp. The cost has two kinds of non-smooth terms, lengths and height changes; both are smoothed.

#include "flight/costs/taut_cost_path.h"

#include "flight/taut_path.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Sweeps over the points before and after Newton's method, and iterations for each point in a sweep.
constexpr int kFirstSweeps = 4, kLastSweeps = 3, kOwnRounds = 5;

}  // namespace

void TautCostPath::Pull(Vec3 start, Vec3 goal, std::span<const Portal> portals, std::span<const double> factors,
                        double slope, int up) {
  portals_ = portals;
  factors_ = factors;
  slope_ = slope;
  up_ = up;
  at_.assign(1, start);
  for (const Portal& portal : portals) at_.push_back(ShortestBy(at_.back(), goal, portal));
  at_.push_back(goal);
  if (!portals.empty()) {
    Sweep(kFirstSweeps);
    before_.assign(at_.begin(), at_.end());
    const double swept = Cost();
    newton_.Minimise({.points = at_, .boxes = portals, .factors = factors, .slope = slope, .up = up}, {});
    for (size_t i = 0; i < portals.size(); ++i) at_[i + 1] = Clamp(at_[i + 1], portals[i]);
    Sweep(kLastSweeps);
    if (!(Cost() <= swept)) at_.swap(before_);
    at_.reserve(before_.capacity());
    before_.reserve(at_.capacity());
  }
  points_.assign(1, start);
  for (size_t i = 1; i < at_.size(); ++i) {
    const Vec3 p = at_[i];
    if (LengthSquared(p - points_.back()) > 1e-18) points_.push_back(p);
  }
  if (points_.size() > 1) points_.back() = goal;
  if (points_.size() == 1) points_.push_back(goal);
}

double TautCostPath::Cost() const {
  double sum = 0;
  for (size_t i = 1; i < at_.size(); ++i) {
    const Vec3 d = at_[i] - at_[i - 1];
    sum += factors_[i - 1] * Length(d) + slope_ * std::abs(d[up_]);
  }
  return sum;
}

void TautCostPath::Sweep(int sweeps) {
  constexpr double kNone = 1e-9;  // Keeps the majorants of zero-length segments finite.
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (size_t i = 1; i + 1 < at_.size(); ++i) {
      const Vec3 a = at_[i - 1], b = at_[i + 1];
      Vec3& x = at_[i];
      for (int round = 0; round < kOwnRounds; ++round) {
        const double to_a = factors_[i - 1] / (Length(x - a) + kNone), to_b = factors_[i] / (Length(b - x) + kNone);
        for (int k = 0; k < 3; ++k) {
          const double u = to_a + (k == up_ ? slope_ / (std::abs(x[k] - a[k]) + kNone) : 0);
          const double v = to_b + (k == up_ ? slope_ / (std::abs(b[k] - x[k]) + kNone) : 0);
          x[k] = std::clamp((u * a[k] + v * b[k]) / (u + v), portals_[i - 1].lo[k], portals_[i - 1].hi[k]);
        }
      }
    }
  }
}

}  // namespace navnet
