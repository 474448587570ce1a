// First each point alone moves to its optimum, by quadratic majorants of the cost (majorisation, as in Weiszfeld's
// method); then all together by Newton's method on smoothed lengths with a barrier at the portals' faces, as in
// taut_path.cpp. The cost has two kinds of non-smooth terms, lengths and height changes; both are smoothed.

#include "flight/costs/taut_cost_path.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

constexpr int kFirstSweeps = 4, kLastSweeps = 3, kOwnRounds = 5, kNewtonSteps = 200;
constexpr double kFirstEpsilon = 0.1, kLastEpsilon = 1e-6;  // Relative to the mean length of a segment.
constexpr double kFlat = 1e-9;

Vec3 Clamp(Vec3 p, const Portal& box) { return Max(box.lo, Min(box.hi, p)); }

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
    const double swept = Cost(0);
    TightenTogether();
    Sweep(kLastSweeps);
    if (!(Cost(0) <= swept)) at_.swap(before_);
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

double TautCostPath::Cost(double epsilon) const {
  double sum = 0;
  for (size_t i = 1; i < at_.size(); ++i) {
    const Vec3 d = at_[i] - at_[i - 1];
    sum += factors_[i - 1] * std::sqrt(LengthSquared(d) + epsilon * epsilon);
    sum += slope_ * std::sqrt(d[up_] * d[up_] + epsilon * epsilon);
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

bool TautCostPath::IsFlat(size_t i, int axis) const {
  const Portal& box = portals_[i - 1];
  return box.hi[axis] - box.lo[axis] < kFlat;
}

void TautCostPath::TightenTogether() {
  const size_t count = portals_.size();
  blocks_.resize(count);
  double length = 0, price = 0;
  for (size_t i = 1; i < at_.size(); ++i) {
    length += Length(at_[i] - at_[i - 1]);
    price += factors_[i - 1] + slope_;
  }
  const double mean = length / double(count + 1);
  price /= double(count + 1);
  if (!(mean > kFlat)) return;
  epsilon_ = kFirstEpsilon * mean;
  for (size_t i = 1; i <= count; ++i) {
    const Portal& box = portals_[i - 1];
    for (int k = 0; k < 3; ++k) {
      const double margin = std::min(epsilon_, 0.4 * (box.hi[k] - box.lo[k]));
      at_[i][k] = std::clamp(at_[i][k], box.lo[k] + margin, box.hi[k] - margin);
    }
  }
  barrier_ = epsilon_ * price;
  for (int step = 0; step < kNewtonSteps; ++step) {
    FillBlocks();
    if (!SolveChain(blocks_)) break;
    // Line search: as far as the portals' faces allow, then halved until the objective does not grow.
    double scale = 1;
    for (size_t i = 1; i <= count; ++i) {
      const Portal& box = portals_[i - 1];
      for (int k = 0; k < 3; ++k) {
        const double x = at_[i][k], move = blocks_[i - 1].right[k];
        if (IsFlat(i, k) || move == 0) continue;
        scale = std::min(scale, 0.95 * (move > 0 ? box.hi[k] - x : box.lo[k] - x) / move);
      }
    }
    const double old = WithBarrier();
    double now = old;
    double done = 0;
    for (int half = 0; half < 12; ++half, scale /= 2) {
      for (size_t i = 1; i <= count; ++i) at_[i] = at_[i] + blocks_[i - 1].right * (scale - done);
      done = scale;
      now = WithBarrier();
      if (now <= old) break;
    }
    if (!(now <= old)) {
      for (size_t i = 1; i <= count; ++i) at_[i] = at_[i] - blocks_[i - 1].right * done;
      now = old;
    }
    if (scale > 0.4 && old - now > 0.1 * barrier_ * double(count)) continue;
    if (scale <= 0.4 && now < old) continue;
    if (epsilon_ <= kLastEpsilon * mean) break;
    epsilon_ = std::max(kLastEpsilon * mean, 0.2 * epsilon_);
    barrier_ = epsilon_ * price;
  }
  for (size_t i = 1; i <= count; ++i) at_[i] = Clamp(at_[i], portals_[i - 1]);
}

double TautCostPath::WithBarrier() const {
  double sum = Cost(epsilon_);
  for (size_t i = 1; i <= portals_.size(); ++i) {
    const Portal& box = portals_[i - 1];
    for (int k = 0; k < 3; ++k) {
      if (!IsFlat(i, k)) sum -= barrier_ * std::log((at_[i][k] - box.lo[k]) * (box.hi[k] - at_[i][k]));
    }
  }
  return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
}

// The Hessian, with the negative gradient on the right side.
void TautCostPath::FillBlocks() {
  const size_t count = portals_.size();
  std::fill(blocks_.begin(), blocks_.end(), ChainBlock{});
  for (size_t i = 0; i <= count; ++i) {
    const Vec3 d = at_[i + 1] - at_[i];
    const double s = std::sqrt(LengthSquared(d) + epsilon_ * epsilon_), factor = factors_[i];
    const double t = std::sqrt(d[up_] * d[up_] + epsilon_ * epsilon_);
    Vec3 downhill = d * (factor / s);
    downhill[up_] += slope_ * d[up_] / t;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        double h = factor * ((r == c ? 1 : 0) - d[r] * d[c] / (s * s)) / s;
        if (r == up_ && c == up_) h += slope_ * epsilon_ * epsilon_ / (t * t * t);
        const auto rc = size_t(3 * r + c);
        if (i > 0) blocks_[i - 1].own[rc] += h;
        if (i < count) blocks_[i].own[rc] += h;
        if (i > 0 && i < count) blocks_[i - 1].next[rc] = -h;
      }
    }
    if (i > 0) blocks_[i - 1].right = blocks_[i - 1].right + downhill;
    if (i < count) blocks_[i].right = blocks_[i].right - downhill;
  }
  for (size_t i = 0; i < count; ++i) {
    const Portal& box = portals_[i];
    ChainBlock& block = blocks_[i];
    for (int k = 0; k < 3; ++k) {
      if (!IsFlat(i + 1, k)) {
        const double below = 1 / (at_[i + 1][k] - box.lo[k]), above = 1 / (box.hi[k] - at_[i + 1][k]);
        block.own[size_t(4 * k)] += barrier_ * (below * below + above * above);
        block.right[k] += barrier_ * (below - above);
        continue;
      }
      // A flat portal fixes its coordinate.
      for (int j = 0; j < 3; ++j) {
        block.own[size_t(3 * k + j)] = block.own[size_t(3 * j + k)] = 0;
        block.next[size_t(3 * k + j)] = 0;
        if (i > 0) blocks_[i - 1].next[size_t(3 * j + k)] = 0;
      }
      block.own[size_t(4 * k)] = 1;
      block.right[k] = 0;
    }
  }
}

}  // namespace navnet
