// SPDX-License-Identifier: Apache-2.0
// Active set method: only portals that the path would miss get a knot; the segments between knots are tested against
// all portals. When no portal is missed, the path is optimal for the portals with knots, which is a relaxation of the
// whole problem, and so for all of them. Knots move one at a time to their optimum, in closed form; when that converges
// too slowly, all together by Newton's method on a block-tridiagonal system. The directions of the segments give a
// lower bound of the length (duality of norms), and so the gap.

#include "flight/taut_path.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

constexpr double kMiss = 1e-9;  // Tolerance for missing a portal, in voxels.
// Maximum numbers of sweeps after adding knots, and before Newton's method.
constexpr int kRoughSweeps = 3, kSweeps = 10;
// Tolerance of Newton's method: the lower bound needs small residual gradients.
constexpr double kNewtonTolerance = 1e-5;

// The part of a segment inside a box, as parameters; first > last when it is empty.
struct Crossing {
  double first = 0, last = 1;
};

// A segment, with what the tests of many boxes share.
struct Segment {
  Segment(Vec3 from, Vec3 to) : a(from), d(to - from) {
    for (int k = 0; k < 3; ++k) {
      is_flat[k] = std::abs(d[k]) < 1e-14;
      per_d[k] = is_flat[k] ? 0 : 1 / d[k];
      slack[k] = kMiss + 1e-13 * std::abs(a[k]);
    }
  }

  Vec3 a, d, per_d, slack;
  bool is_flat[3];
};

Crossing Clip(const Segment& s, const Portal& box) {
  Crossing c;
  for (int k = 0; k < 3; ++k) {
    const double to_lo = box.lo[k] - s.slack[k] - s.a[k], to_hi = box.hi[k] + s.slack[k] - s.a[k];
    if (s.is_flat[k]) {
      if (to_lo > 0 || to_hi < 0) c.last = std::min(c.last, c.first - std::max(to_lo, -to_hi));
      continue;
    }
    const double u = to_lo * s.per_d[k], v = to_hi * s.per_d[k];
    c.first = std::max(c.first, std::min(u, v));
    c.last = std::min(c.last, std::max(u, v));
  }
  return c;
}

// Approximates the point of a box nearest to a segment, by alternating projections.
void Nearest(Vec3 a, Vec3 b, const Portal& box, Vec3& nearest) {
  const Vec3 d = b - a;
  const double dd = LengthSquared(d);
  double u = 0.5;
  Vec3 on_segment = a;
  for (int i = 0; i < 4; ++i) {
    on_segment = a + d * u;
    nearest = Clamp(on_segment, box);
    u = dd > 0 ? std::clamp(Dot(nearest - a, d) / dd, 0.0, 1.0) : 0;
  }
}

// Moves x to the point of a box that minimises |x - a| + |x - b|, where some of its coordinates are fixed at a face,
// edge or corner of the box; the others follow from unfolding: the path via it is straight once both ends are rotated
// into one plane with it. False when none is fixed, because the segment from a to b may pass through the box, and when
// x coincides with an end.
bool Unfold(Vec3 a, Vec3 b, const Portal& box, Vec3& x) {
  std::array<bool, 3> fixed;
  for (int k = 0; k < 3; ++k) fixed[size_t(k)] = x[k] == box.lo[k] || x[k] == box.hi[k];
  for (int round = 0; round < 12; ++round) {
    if (!fixed[0] && !fixed[1] && !fixed[2]) return false;
    double ra = 0, rb = 0;
    for (int k = 0; k < 3; ++k) {
      if (!fixed[size_t(k)]) continue;
      ra += (a[k] - x[k]) * (a[k] - x[k]);
      rb += (b[k] - x[k]) * (b[k] - x[k]);
    }
    ra = std::sqrt(ra);
    rb = std::sqrt(rb);
    const double share = ra + rb > 0 ? ra / (ra + rb) : 0.5;
    bool clamped = false;
    for (int k = 0; k < 3; ++k) {
      if (fixed[size_t(k)]) continue;
      const double wanted = a[k] + share * (b[k] - a[k]);
      x[k] = std::clamp(wanted, box.lo[k], box.hi[k]);
      if (x[k] != wanted) fixed[size_t(k)] = clamped = true;
    }
    if (clamped) continue;
    // Release the fixed coordinate whose gradient points inwards most.
    const double la = Length(x - a), lb = Length(x - b);
    if (la == 0 || lb == 0) return false;
    int release = -1;
    double most = 1e-12;
    for (int k = 0; k < 3; ++k) {
      if (!fixed[size_t(k)] || box.lo[k] == box.hi[k]) continue;
      const double slope = (x[k] - a[k]) / la + (x[k] - b[k]) / lb;
      const double inwards = x[k] == box.lo[k] ? -slope : slope;
      if (inwards > most) {
        most = inwards;
        release = k;
      }
    }
    if (release < 0) return true;
    fixed[size_t(release)] = false;
  }
  return true;
}

}  // namespace

Vec3 ShortestBy(Vec3 a, Vec3 b, const Portal& box) {
  const Crossing c = Clip(Segment(a, b), box);
  if (c.first <= c.last) return Clamp(a + (b - a) * ((c.first + c.last) / 2), box);
  Vec3 x;
  Nearest(a, b, box, x);
  Unfold(a, b, box, x);
  return x;
}

Vec3 ShortestBy(Vec3 a, Vec3 b, const Portal& box, Vec3 near) {
  return Unfold(a, b, box, near) ? near : ShortestBy(a, b, box);
}

void TautPath::Pull(Vec3 start, Vec3 goal, std::span<const Portal> portals, bool exact) {
  start_ = start;
  goal_ = goal;
  knots_.clear();
  gap_ = bound_ = 0;
  // Each turn adds at least one knot, so there are at most as many turns as portals; in practice a few.
  for (size_t turn = 0; turn <= portals.size();) {
    while (turn <= portals.size() && AddViolated(portals)) {
      ++turn;
      Sweep(portals, kRoughSweeps);
    }
    if (knots_.empty() || !Tighten(portals, exact) || !AddViolated(portals)) break;
    ++turn;
    Sweep(portals, kRoughSweeps);
  }
  length_ = PathLength();
  gap_ = knots_.empty() ? 0 : Gap(portals);
  DropStraight();
  // The two are swapped; with equal capacities they allocate nothing next time.
  knots_.reserve(next_.capacity());
  next_.reserve(knots_.capacity());
}

// Adds a knot in the most missed portal between each two knots; false when none is missed.
bool TautPath::AddViolated(std::span<const Portal> portals) {
  next_.clear();
  bool added = false;
  Vec3 from = start_;
  uint32_t first = 0;
  for (size_t i = 0; i <= knots_.size(); ++i) {
    const Vec3 to = i < knots_.size() ? knots_[i].at : goal_;
    const uint32_t end = i < knots_.size() ? knots_[i].portal : uint32_t(portals.size());
    const Segment segment(from, to);
    double reached = 0, worst = 0;
    uint32_t missed = 0;
    for (uint32_t k = first; k < end; ++k) {
      const Crossing c = Clip(segment, portals[k]);
      if (c.first <= c.last && c.last >= reached - 1e-12) {
        reached = std::max(reached, c.first);
        continue;
      }
      // A cheap measure of the miss: the fraction of the segment between leaving one slab of the portal, or reaching an
      // earlier portal, and entering another.
      const double miss = (c.first <= c.last ? reached : std::max(c.first, reached)) - c.last;
      if (miss > worst) {
        worst = miss;
        missed = k;
      }
    }
    if (worst > 0) {
      Knot add{missed, {}};
      Nearest(from, to, portals[missed], add.at);
      next_.push_back(add);
      added = true;
    }
    if (i < knots_.size()) {
      next_.push_back(knots_[i]);
      from = knots_[i].at;
      first = knots_[i].portal + 1;
    }
  }
  knots_.swap(next_);
  return added;
}

// Moves each knot to its optimum given its neighbours, one after the other, as long as the length shrinks.
void TautPath::Sweep(std::span<const Portal> portals, int sweeps) {
  double before = PathLength();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (size_t i = 0; i < knots_.size(); ++i) {
      const Vec3 a = i == 0 ? start_ : knots_[i - 1].at;
      const Vec3 b = i + 1 == knots_.size() ? goal_ : knots_[i + 1].at;
      knots_[i].at = ShortestBy(a, b, portals[knots_[i].portal], knots_[i].at);
    }
    if (knots_.size() == 1) return;
    const double now = PathLength();
    if (before - now <= 0.02 * kWantedGap * now) return;
    before = now;
  }
}

// Shortens the path until the gap is at most kWantedGap. False when nothing moved.
bool TautPath::Tighten(std::span<const Portal> portals, bool exact) {
  if (Gap(portals) <= kWantedGap) return false;
  Sweep(portals, kSweeps);
  if (exact && Gap(portals) > kWantedGap) TightenTogether(portals);
  return true;
}

double TautPath::PathLength() const {
  double sum = 0;
  Vec3 from = start_;
  for (const Knot& knot : knots_) {
    sum += Length(knot.at - from);
    from = knot.at;
  }
  return sum + Length(goal_ - from);
}

// A bound for fewer knots also holds for more, so the best one found is kept.
double TautPath::Gap(std::span<const Portal> portals) {
  const double length = PathLength();
  if (length == 0) return 0;
  for (const double part : {0.0, 1e-4, 1e-2}) {
    if (bound_ >= (1 - kWantedGap) * length) break;
    bound_ = std::max(bound_, LowerBound(portals, 1e-9 + part * length / double(knots_.size())));
  }
  return std::max(0.0, 1 - bound_ / length);
}

// The lower bound from the gradients of the smoothed lengths of Newton's method: they are shorter than 1, and at
// convergence the forces on every knot balance.
double TautPath::RoundedBound(std::span<const Portal> portals, double epsilon) const {
  const size_t count = knots_.size();
  const auto slope = [&](size_t i) {
    const Vec3 d = (i < count ? knots_[i].at : goal_) - (i == 0 ? start_ : knots_[i - 1].at);
    return d * (1 / std::sqrt(LengthSquared(d) + epsilon * epsilon));
  };
  Vec3 before = slope(0);
  double sum = -Dot(before, start_);
  for (size_t i = 1; i <= count; ++i) {
    const Vec3 after = slope(i), turn = before - after;
    const Portal& box = portals[knots_[i - 1].portal];
    for (int k = 0; k < 3; ++k) sum += turn[k] * (turn[k] > 0 ? box.lo[k] : box.hi[k]);
    before = after;
  }
  return sum + Dot(before, goal_);
}

// Any vectors of length 1 or less in place of the segments' directions give a lower bound; the directions themselves
// give the best one. A segment of zero length may have any vector: the best is one for which both its knots are optimal
// where they are, which is an interval for each coordinate. Segments up to `no_length` count as zero: their directions
// are unreliable.
double TautPath::LowerBound(std::span<const Portal> portals, double no_length) const {
  const size_t count = knots_.size();
  const auto at = [&](size_t i) { return i == 0 ? start_ : i <= count ? knots_[i - 1].at : goal_; };
  // The direction of the first segment with a length, from the i-th on.
  const auto direction_from = [&](size_t i) {
    for (; i <= count; ++i) {
      const Vec3 d = at(i + 1) - at(i);
      if (const double length = Length(d); length > no_length) return d * (1 / length);
    }
    return Vec3{};
  };
  const auto has_length = [&](size_t i) { return LengthSquared(at(i + 1) - at(i)) > no_length * no_length; };
  Vec3 before = direction_from(0);
  double sum = -Dot(before, start_);
  for (size_t i = 1; i <= count; ++i) {
    const Portal& box = portals[knots_[i - 1].portal];
    Vec3 after = before;
    if (has_length(i)) {
      after = direction_from(i);
    } else if (i < count) {
      const Vec3 next = direction_from(i), x = at(i);
      const Portal& next_box = portals[knots_[i].portal];
      for (int k = 0; k < 3; ++k) {
        double least = -1, most = 1;
        const bool low = x[k] <= box.lo[k] + no_length, high = x[k] >= box.hi[k] - no_length;
        if (!low) least = std::max(least, before[k]);
        if (!high) most = std::min(most, before[k]);
        const bool next_low = x[k] <= next_box.lo[k] + no_length, next_high = x[k] >= next_box.hi[k] - no_length;
        if (!next_low) most = std::min(most, next[k]);
        if (!next_high) least = std::max(least, next[k]);
        after[k] = least <= most ? std::clamp(0.0, least, most) : (least + most) / 2;
      }
      if (const double length = Length(after); length > 1) after = after * (1 / length);
    }
    const Vec3 turn = before - after;
    for (int k = 0; k < 3; ++k) sum += turn[k] * (turn[k] > 0 ? box.lo[k] : box.hi[k]);
    before = after;
  }
  return sum + Dot(before, goal_);
}

// Moves all knots together by Newton's method. The smaller the gap, the closer the knots are to their optimum, and the
// less smoothing is needed at first.
void TautPath::TightenTogether(std::span<const Portal> portals) {
  chain_.assign(1, start_);
  boxes_.clear();
  for (const Knot& knot : knots_) {
    chain_.push_back(knot.at);
    boxes_.push_back(portals[knot.portal]);
  }
  chain_.push_back(goal_);
  const double first_epsilon = std::clamp(Gap(portals), 1e-3, 0.1);
  newton_.Minimise({.points = chain_, .boxes = boxes_},
                   {.first_epsilon = first_epsilon, .last_tolerance = kNewtonTolerance});
  for (size_t i = 0; i < knots_.size(); ++i) knots_[i].at = chain_[i + 1];
  bound_ = std::max(bound_, RoundedBound(portals, newton_.epsilon()));
  for (Knot& knot : knots_) knot.at = Clamp(knot.at, portals[knot.portal]);
  Sweep(portals, kRoughSweeps);
}

void TautPath::DropStraight() {
  points_.assign(1, start_);
  for (size_t i = 0; i < knots_.size(); ++i) {
    const Vec3 a = points_.back(), x = knots_[i].at, b = i + 1 < knots_.size() ? knots_[i + 1].at : goal_;
    if (Length(x - a) < 1e-12) continue;
    // A point that adds less than rounding to the length is kept only if the path bends there.
    const Vec3 d = b - a;
    const double length = Length(d);
    if (length > 0 && Length(Cross(x - a, d)) <= 1e-10 * length) continue;
    points_.push_back(x);
  }
  points_.push_back(goal_);
}

}  // namespace navnet
