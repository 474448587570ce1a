// An active set: only portals that the string would miss get a knot; the straight pieces between knots are tested
// against all portals. When no portal is missed, the string is as short as the knots' own problem allows, and that is a
// relaxation of the whole one. Knots move one at a time to where they are best, in closed form; when that is too slow,
// all together by Newton's method on a chain of 3 × 3 blocks. Directions of the pieces give a lower bound of the length
// (duality of norms), and so the gap.

#include "tight_string.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace navnet {
namespace {

constexpr double kMiss = 1e-9;  // By how much a portal may be missed, in voxels.
constexpr double kWantedGap = 5e-5;
constexpr int kRoughSweeps = 3, kSweeps = 40, kNewtonSteps = 60;

Vec3 Clamp(Vec3 p, const Portal& box) { return Max(box.lo, Min(box.hi, p)); }

// The part of a segment inside a box, as parameters; first > last when there is none.
struct Crossing {
  double first = 0, last = 1;
};

Crossing Clip(Vec3 a, Vec3 b, const Portal& box) {
  Crossing c;
  for (int k = 0; k < 3; ++k) {
    const double d = b[k] - a[k], slack = kMiss + 1e-13 * std::abs(a[k]);
    const double to_lo = box.lo[k] - slack - a[k], to_hi = box.hi[k] + slack - a[k];
    if (std::abs(d) < 1e-14) {
      if (to_lo > 0 || to_hi < 0) c.last = std::min(c.last, c.first - std::max(to_lo, -to_hi));
      continue;
    }
    const double u = to_lo / d, v = to_hi / d;
    c.first = std::max(c.first, std::min(u, v));
    c.last = std::min(c.last, std::max(u, v));
  }
  return c;
}

// The point of a box nearest to a segment, nearly; by alternating projections.
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

}  // namespace

Vec3 ShortestBy(Vec3 a, Vec3 b, const Portal& box) {
  const Crossing c = Clip(a, b, box);
  if (c.first <= c.last) return Clamp(a + (b - a) * ((c.first + c.last) / 2), box);
  // On the side, edge or corner where some coordinates are at their limit, the others follow from unfolding: the way by
  // it is straight once both ends are turned into one plane with it.
  Vec3 x;
  Nearest(a, b, box, x);
  std::array<bool, 3> fixed;
  for (int k = 0; k < 3; ++k) fixed[size_t(k)] = x[k] == box.lo[k] || x[k] == box.hi[k];
  for (int round = 0; round < 12; ++round) {
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
    // A coordinate whose limit does not hold it back is set free.
    const double la = Length(x - a), lb = Length(x - b);
    if (la == 0 || lb == 0) return x;
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
    if (release < 0) return x;
    fixed[size_t(release)] = false;
  }
  return x;
}

void TightString::Pull(Vec3 start, Vec3 goal, std::span<const Portal> portals) {
  start_ = start;
  goal_ = goal;
  knots_.clear();
  gap_ = 0;
  // Each turn adds a knot at least, so there are at most as many turns as portals; in practice a few.
  for (size_t turn = 0; turn <= portals.size();) {
    while (turn <= portals.size() && AddViolated(portals)) {
      ++turn;
      Sweep(portals, kRoughSweeps);
    }
    if (knots_.empty() || !Tighten(portals) || !AddViolated(portals)) break;
    ++turn;
    Sweep(portals, kRoughSweeps);
  }
  length_ = StringLength();
  if (!knots_.empty()) gap_ = std::max(0.0, 1 - LowerBound(portals) / std::max(length_, 1e-300));
  DropStraight();
}

// Adds a knot in the portal missed most between each two knots; false when none is missed.
bool TightString::AddViolated(std::span<const Portal> portals) {
  next_.clear();
  bool added = false;
  Vec3 from = start_;
  uint32_t first = 0;
  for (size_t i = 0; i <= knots_.size(); ++i) {
    const Vec3 to = i < knots_.size() ? knots_[i].at : goal_;
    const uint32_t end = i < knots_.size() ? knots_[i].portal : uint32_t(portals.size());
    double reached = 0, worst = 0;
    uint32_t missed = 0;
    for (uint32_t k = first; k < end; ++k) {
      const Crossing c = Clip(from, to, portals[k]);
      if (c.first <= c.last && c.last >= reached - 1e-12) {
        reached = std::max(reached, c.first);
        continue;
      }
      // How much of the piece lies between leaving one slab of the portal, or reaching an earlier portal, and entering
      // another: a cheap measure of the miss.
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

// Moves each knot to where it is best, one after the other, as long as that helps.
void TightString::Sweep(std::span<const Portal> portals, int sweeps) {
  double before = StringLength();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (size_t i = 0; i < knots_.size(); ++i) {
      const Vec3 a = i == 0 ? start_ : knots_[i - 1].at;
      const Vec3 b = i + 1 == knots_.size() ? goal_ : knots_[i + 1].at;
      knots_[i].at = ShortestBy(a, b, portals[knots_[i].portal]);
    }
    if (knots_.size() == 1) return;
    const double now = StringLength();
    if (before - now <= 0.1 * kWantedGap * now) return;
    before = now;
  }
}

// Down to the wanted gap. False when nothing moved.
bool TightString::Tighten(std::span<const Portal> portals) {
  const auto good = [&] { return LowerBound(portals) >= (1 - kWantedGap) * StringLength(); };
  if (good()) return false;
  Sweep(portals, kSweeps);
  if (!good()) TightenTogether(portals);
  return true;
}

double TightString::StringLength() const {
  double sum = 0;
  Vec3 from = start_;
  for (const Knot& knot : knots_) {
    sum += Length(knot.at - from);
    from = knot.at;
  }
  return sum + Length(goal_ - from);
}

double TightString::LowerBound(std::span<const Portal> portals) const {
  const auto direction = [](Vec3 a, Vec3 b, Vec3 otherwise) {
    const double length = Length(b - a);
    return length > 1e-12 ? (b - a) * (1 / length) : otherwise;
  };
  Vec3 before = direction(start_, knots_.front().at, {});
  double sum = -Dot(before, start_);
  for (size_t i = 0; i < knots_.size(); ++i) {
    const Vec3 after = direction(knots_[i].at, i + 1 < knots_.size() ? knots_[i + 1].at : goal_, before);
    const Portal& box = portals[knots_[i].portal];
    const Vec3 turn = before - after;
    for (int k = 0; k < 3; ++k) sum += turn[k] * (turn[k] > 0 ? box.lo[k] : box.hi[k]);
    before = after;
  }
  return sum + Dot(before, goal_);
}

// Newton's method for all knots at once. Lengths are rounded off at zero by an epsilon that shrinks, coordinates held
// by their limits stand still, and the rest solve a chain of blocks: linear in the number of knots.
void TightString::TightenTogether(std::span<const Portal> portals) {
  const size_t count = knots_.size();
  // By knot: the diagonal block, the block to the next knot, the right side; row by row.
  constexpr size_t kStride = 9 + 9 + 3;
  blocks_.assign(count * kStride, 0);
  const auto at = [&](size_t i) { return i == 0 ? start_ : i <= count ? knots_[i - 1].at : goal_; };
  const auto rounded = [&](double epsilon) {
    double sum = 0;
    for (size_t i = 0; i <= count; ++i) sum += std::sqrt(LengthSquared(at(i + 1) - at(i)) + epsilon * epsilon);
    return sum;
  };
  double epsilon = 1e-3 * StringLength() / double(count + 1);
  const double smallest = 1e-4 * kWantedGap * StringLength() / double(count + 1);
  std::vector<Knot>& saved = next_;
  for (int step = 0; step < kNewtonSteps; ++step) {
    std::fill(blocks_.begin(), blocks_.end(), 0.0);
    for (size_t i = 0; i <= count; ++i) {
      const Vec3 d = at(i + 1) - at(i);
      const double s = std::sqrt(LengthSquared(d) + epsilon * epsilon);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
          const double h = ((r == c ? 1 : 0) - d[r] * d[c] / (s * s)) / s;
          if (i > 0) blocks_[(i - 1) * kStride + size_t(3 * r + c)] += h;
          if (i < count) blocks_[i * kStride + size_t(3 * r + c)] += h;
          if (i > 0 && i < count) blocks_[(i - 1) * kStride + 9 + size_t(3 * r + c)] = -h;
        }
        if (i > 0) blocks_[(i - 1) * kStride + 18 + size_t(r)] += d[r] / s;
        if (i < count) blocks_[i * kStride + 18 + size_t(r)] -= d[r] / s;
      }
    }
    // The right side is the downhill direction. What a limit holds back stands still.
    for (size_t i = 0; i < count; ++i) {
      const Portal& box = portals[knots_[i].portal];
      double* const b = &blocks_[i * kStride];
      for (int k = 0; k < 3; ++k) {
        const double x = knots_[i].at[k], down = b[18 + k];
        const bool held = box.lo[k] == box.hi[k] || (x <= box.lo[k] && down <= 0) || (x >= box.hi[k] && down >= 0);
        b[4 * k] += 1e-12;
        if (!held) continue;
        for (int j = 0; j < 3; ++j) {
          b[3 * k + j] = b[3 * j + k] = 0;
          b[9 + 3 * k + j] = 0;
          if (i > 0) blocks_[(i - 1) * kStride + 9 + size_t(3 * j + k)] = 0;
        }
        b[4 * k] = 1;
        b[18 + k] = 0;
      }
    }
    // Forwards: each block is inverted, and its share taken off the next one.
    const auto invert = [](const double* m, std::array<double, 9>& out) {
      const double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
      const double f = 1 / (m[0] * c0 + m[1] * c1 + m[2] * c2);
      out = {f * c0, f * (m[2] * m[7] - m[1] * m[8]), f * (m[1] * m[5] - m[2] * m[4]),
             f * c1, f * (m[0] * m[8] - m[2] * m[6]), f * (m[2] * m[3] - m[0] * m[5]),
             f * c2, f * (m[1] * m[6] - m[0] * m[7]), f * (m[0] * m[4] - m[1] * m[3])};
    };
    bool solved = true;
    for (size_t i = 0; i < count && solved; ++i) {
      double* const b = &blocks_[i * kStride];
      std::array<double, 9> inverse;
      invert(b, inverse);
      for (double v : inverse) solved = solved && std::isfinite(v);
      std::array<double, 9> off{};  // inverse × block to the next.
      std::array<double, 3> right{};
      for (size_t r = 0; r < 3; ++r) {
        for (size_t c = 0; c < 3; ++c) {
          right[r] += inverse[3 * r + c] * b[18 + c];
          for (size_t j = 0; j < 3; ++j) off[3 * r + c] += inverse[3 * r + j] * b[9 + 3 * j + c];
        }
      }
      if (i + 1 < count) {
        double* const n = b + kStride;
        for (size_t r = 0; r < 3; ++r) {
          for (size_t c = 0; c < 3; ++c) {
            for (size_t j = 0; j < 3; ++j) n[3 * r + c] -= b[9 + 3 * j + r] * off[3 * j + c];
            n[18 + r] -= b[9 + 3 * c + r] * right[c];
          }
        }
      }
      std::copy(off.begin(), off.end(), b + 9);
      std::copy(right.begin(), right.end(), b + 18);
    }
    if (!solved) break;
    for (size_t i = count - 1; i-- > 0;) {
      double* const b = &blocks_[i * kStride];
      for (size_t r = 0; r < 3; ++r) {
        for (size_t c = 0; c < 3; ++c) b[18 + r] -= b[9 + 3 * r + c] * b[kStride + 18 + c];
      }
    }
    // As far along as makes it shorter.
    saved.assign(knots_.begin(), knots_.end());
    const double before = rounded(epsilon);
    double after = before;
    for (double scale = 1; scale > 1e-4; scale /= 2) {
      for (size_t i = 0; i < count; ++i) {
        const double* const b = &blocks_[i * kStride];
        knots_[i].at = Clamp(saved[i].at + Vec3{b[18], b[19], b[20]} * scale, portals[knots_[i].portal]);
      }
      after = rounded(epsilon);
      if (after < before) break;
    }
    if (after >= before) knots_.swap(saved);
    if (LowerBound(portals) >= (1 - kWantedGap) * StringLength()) break;
    if (before - after < 0.01 * kWantedGap * before) {
      if (epsilon <= smallest) break;
      epsilon = std::max(smallest, epsilon * 0.03);
    }
  }
}

void TightString::DropStraight() {
  points_.assign(1, start_);
  for (size_t i = 0; i < knots_.size(); ++i) {
    const Vec3 a = points_.back(), x = knots_[i].at, b = i + 1 < knots_.size() ? knots_[i + 1].at : goal_;
    if (Length(x - a) < 1e-12) continue;
    // A point that adds less than rounding to the length stays only if it bends the string.
    const Vec3 d = b - a;
    const double length = Length(d);
    if (length > 0 && Length(Cross(x - a, d)) <= 1e-10 * length) continue;
    points_.push_back(x);
  }
  points_.push_back(goal_);
}

}  // namespace navnet
