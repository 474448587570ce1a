// SPDX-License-Identifier: Apache-2.0
#include "taut_chain.h"

// Eigen's own vectorisation would order sums by the instruction set; without it every machine gives the same bits.
#define EIGEN_DONT_VECTORIZE
#include <Eigen/Core>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int kSteps = 200;             // Maximum number of Newton steps over all stages.
constexpr int kHalvings = 12;           // Maximum number of halvings in a line search.
constexpr double kFirstEpsilon = 0.03;  // Smoothing of the first and the last stage, relative to the mean length of a
constexpr double kLastEpsilon = 1e-7;   // segment. A smaller last one gives shorter paths in more steps.
constexpr double kShrink = 0.1;         // Ratio of the smoothing of consecutive stages; smaller: fewer, harder stages.
// Gain per point, relative to the barrier, below which a stage ends. That of the last one is smaller, because the bound
// needs the directions of segments as short as epsilon.
constexpr double kTolerance = 0.1, kLastTolerance = 1e-6;
constexpr double kToPlane = 0.95;  // Fraction of the distance to the nearest plane that a step may go.
constexpr double kFullStep = 0.4;  // Scale above which a step with little gain means convergence.

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

Eigen::Map<Vector> AsEigen(Vec3& v) { return Eigen::Map<Vector>(&v.x); }
Eigen::Map<Matrix> AsEigen(std::array<double, 9>& m) { return Eigen::Map<Matrix>(m.data()); }

}  // namespace

void TautChain::Minimise(const ChainInRooms& chain) {
  chain_ = chain;
  const size_t count = chain.is_fixed.size();
  double length = 0;
  for (size_t i = 0; i <= count; ++i) length += Length(chain.points[i + 1] - chain.points[i]);
  const double mean = length / double(count + 1);
  epsilon_ = kFirstEpsilon * mean;
  if (!(mean > 0)) return;
  rows_.resize(count);
  for (int step = 0; step < kSteps; ++step) {
    FillRows();
    if (!SolveRows()) break;
    const double before = SmoothedLength();
    double scale = StepToPlanes(), after = before;
    const bool moved = DescendFrom(before, scale, after);
    const bool is_last = epsilon_ <= kLastEpsilon * mean;
    const double little = (is_last ? kLastTolerance : kTolerance) * epsilon_ * double(count);
    if (moved && (scale <= kFullStep || before - after >= little)) continue;
    if (is_last) break;
    epsilon_ = std::max(kLastEpsilon * mean, kShrink * epsilon_);
  }
}

std::span<const HalfSpace> TautChain::PlanesOf(size_t i) const {
  return chain_.planes.subspan(chain_.first_plane[i], chain_.first_plane[i + 1] - chain_.first_plane[i]);
}

// The smoothed length plus the barrier.
double TautChain::SmoothedLength() const {
  double length = 0, logarithms = 0;
  for (size_t i = 0; i + 1 < chain_.points.size(); ++i) {
    length += std::sqrt(LengthSquared(chain_.points[i + 1] - chain_.points[i]) + epsilon_ * epsilon_);
  }
  for (size_t i = 0; i < chain_.is_fixed.size(); ++i) {
    if (chain_.is_fixed[i]) continue;
    for (const HalfSpace& plane : PlanesOf(i)) logarithms += std::log(-plane.DistanceTo(chain_.points[i + 1]));
  }
  const double sum = length - epsilon_ * logarithms;
  return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
}

// Sets the rows to the Hessian, with the negative gradient on the right side.
void TautChain::FillRows() {
  const size_t count = rows_.size();
  for (size_t i = 0; i <= count; ++i) {
    const Vector d = AsEigen(chain_.points[i + 1]) - AsEigen(chain_.points[i]);
    const double s = std::sqrt(d.squaredNorm() + epsilon_ * epsilon_);
    const Matrix hessian = (Matrix::Identity() - d * (d.transpose() / (s * s))) * (1 / s);
    const Vector gradient = d * (1 / s);
    if (i > 0) {
      Row& row = rows_[i - 1];
      AsEigen(row.own) += hessian;
      AsEigen(row.right) += gradient;
      AsEigen(row.next) = -hessian;
    }
    if (i < count) {
      AsEigen(rows_[i].own) = hessian;
      AsEigen(rows_[i].right) = -gradient;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    auto own = AsEigen(rows_[i].own);
    auto right = AsEigen(rows_[i].right);
    if (chain_.is_fixed[i]) {
      own = Matrix::Identity();
      right.setZero();
      AsEigen(rows_[i].next).setZero();
      if (i > 0) AsEigen(rows_[i - 1].next).setZero();
      continue;
    }
    for (const HalfSpace& plane : PlanesOf(i)) {
      const double weight = 1 / -plane.DistanceTo(chain_.points[i + 1]);
      const Vector n{plane.normal.x * weight, plane.normal.y * weight, plane.normal.z * weight};
      own += n * (n.transpose() * epsilon_);
      right -= n * epsilon_;
    }
  }
}

// Block Gaussian elimination; leaves the step in the right sides. False when a diagonal block is singular.
bool TautChain::SolveRows() {
  for (size_t i = 0; i < rows_.size(); ++i) {
    auto own = AsEigen(rows_[i].own), next = AsEigen(rows_[i].next);
    auto right = AsEigen(rows_[i].right);
    const Matrix inverse = own.inverse();
    if (!inverse.allFinite()) return false;
    right = (inverse * right).eval();
    if (i + 1 == rows_.size()) break;
    const Matrix normalised = inverse * next;
    AsEigen(rows_[i + 1].right).noalias() -= next.transpose() * right;
    AsEigen(rows_[i + 1].own).noalias() -= next.transpose() * normalised;
    next = normalised;
  }
  for (size_t i = rows_.size() - 1; i-- > 0;) {
    AsEigen(rows_[i].right).noalias() -= AsEigen(rows_[i].next) * AsEigen(rows_[i + 1].right);
  }
  return true;
}

// The largest scale of the step, up to 1, that stays inside the polytopes.
double TautChain::StepToPlanes() const {
  double scale = 1;
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (chain_.is_fixed[i]) continue;
    for (const HalfSpace& plane : PlanesOf(i)) {
      const double speed = Dot(plane.normal, rows_[i].right);
      if (speed > 0) scale = std::min(scale, kToPlane * -plane.DistanceTo(chain_.points[i + 1]) / speed);
    }
  }
  return scale;
}

// Line search: halves the step until the length does not grow. False, with all points where they were, when it always
// does.
bool TautChain::DescendFrom(double before, double& scale, double& after) {
  before_.assign(chain_.points.begin(), chain_.points.end());
  for (int half = 0; half < kHalvings; ++half, scale /= 2) {
    for (size_t i = 0; i < rows_.size(); ++i) chain_.points[i + 1] = before_[i + 1] + rows_[i].right * scale;
    after = SmoothedLength();
    if (after <= before) return true;
  }
  std::copy(before_.begin(), before_.end(), chain_.points.begin());
  return false;
}

}  // namespace navnet
