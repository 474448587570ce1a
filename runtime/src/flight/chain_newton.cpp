// SPDX-License-Identifier: Apache-2.0
#include "flight/chain_newton.h"

// Eigen's own vectorisation would order sums by the instruction set; without it every machine gives the same bits.
#define EIGEN_DONT_VECTORIZE
#include <Eigen/Core>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr int kSteps = 400;            // Maximum number of Newton steps over all stages.
constexpr int kHalvings = 12;          // Maximum number of halvings in a line search.
constexpr double kFlat = 1e-9;         // Thickness, in voxels, up to which a box is flat along an axis.
constexpr double kLastEpsilon = 1e-6;  // Smoothing of the last stage, relative to the mean length of a segment.
constexpr double kShrink = 0.25;       // Ratio of the smoothing of consecutive stages; smaller: fewer, harder stages.
constexpr double kTolerance = 0.1;     // Gain, relative to the barrier, below which a stage other than the last ends.
constexpr double kToFace = 0.95;       // Fraction of the distance to the nearest face that a step may go.
constexpr double kFullStep = 0.4;      // Scale above which a step with little gain means convergence.

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

Eigen::Map<Vector> AsEigen(Vec3& v) { return Eigen::Map<Vector>(&v.x); }
Eigen::Map<Matrix> AsEigen(std::array<double, 9>& m) { return Eigen::Map<Matrix>(m.data()); }

bool IsFlat(const Portal& box, int axis) { return box.hi[axis] - box.lo[axis] < kFlat; }

}  // namespace

void ChainNewton::Minimise(const ChainProblem& problem, const ChainOptions& options) {
  problem_ = problem;
  const size_t count = problem.boxes.size();
  double length = 0, price = 0;
  for (size_t i = 0; i <= count; ++i) {
    length += Length(problem.points[i + 1] - problem.points[i]);
    price += FactorOf(i) + problem.slope;
  }
  const double mean = length / double(count + 1), mean_price = price / double(count + 1);
  epsilon_ = options.first_epsilon * mean;
  if (!(mean > kFlat)) return;
  MoveInside();
  blocks_.resize(count);
  for (int step = 0; step < kSteps; ++step) {
    barrier_ = epsilon_ * mean_price;
    FillBlocks();
    if (!SolveBlocks()) break;
    const double before = SmoothedCost();
    double scale = StepToFaces(), after = before;
    const bool is_last = epsilon_ <= kLastEpsilon * mean;
    const double little = (is_last ? options.last_tolerance : kTolerance) * barrier_ * double(count);
    const bool moved = DescendFrom(before, scale, after);
    if (moved && (scale <= kFullStep || before - after >= little)) continue;
    if (is_last) break;
    epsilon_ = std::max(kLastEpsilon * mean, kShrink * epsilon_);
  }
}

// Moves the points away from the faces of their boxes, where the barrier is infinite.
void ChainNewton::MoveInside() {
  for (size_t i = 0; i < problem_.boxes.size(); ++i) {
    const Portal& box = problem_.boxes[i];
    for (int k = 0; k < 3; ++k) {
      const double margin = std::min(epsilon_, 0.4 * (box.hi[k] - box.lo[k]));
      problem_.points[i + 1][k] = std::clamp(problem_.points[i + 1][k], box.lo[k] + margin, box.hi[k] - margin);
    }
  }
}

// The smoothed cost plus the barrier.
double ChainNewton::SmoothedCost() const {
  const double epsilon2 = epsilon_ * epsilon_;
  double cost = 0, logarithms = 0;
  for (size_t i = 0; i + 1 < problem_.points.size(); ++i) {
    const Vec3 d = problem_.points[i + 1] - problem_.points[i];
    cost += FactorOf(i) * std::sqrt(LengthSquared(d) + epsilon2);
    if (problem_.slope > 0) cost += problem_.slope * std::sqrt(d[problem_.up] * d[problem_.up] + epsilon2);
  }
  for (size_t i = 0; i < problem_.boxes.size(); ++i) {
    const Portal& box = problem_.boxes[i];
    const Vec3 p = problem_.points[i + 1];
    double distances = 1;
    for (int k = 0; k < 3; ++k) {
      if (!IsFlat(box, k)) distances *= (p[k] - box.lo[k]) * (box.hi[k] - p[k]);
    }
    logarithms += std::log(distances);
  }
  const double sum = cost - barrier_ * logarithms;
  return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
}

// Sets the blocks to the Hessian, with the negative gradient on the right side.
void ChainNewton::FillBlocks() {
  const size_t count = blocks_.size();
  const int up = problem_.up;
  const double epsilon2 = epsilon_ * epsilon_;
  for (size_t i = 0; i <= count; ++i) {
    const Vector d = AsEigen(problem_.points[i + 1]) - AsEigen(problem_.points[i]);
    const double s = std::sqrt(d.squaredNorm() + epsilon2), factor = FactorOf(i);
    Matrix hessian = (Matrix::Identity() - d * (d.transpose() / (s * s))) * (factor / s);
    Vector gradient = d * (factor / s);
    if (problem_.slope > 0) {
      const double t = std::sqrt(d[up] * d[up] + epsilon2);
      gradient[up] += problem_.slope * d[up] / t;
      hessian(up, up) += problem_.slope * epsilon2 / (t * t * t);
    }
    if (i > 0) {
      Block& block = blocks_[i - 1];
      AsEigen(block.own) += hessian;
      AsEigen(block.right) += gradient;
      AsEigen(block.next) = -hessian;
    }
    if (i < count) {
      Block& block = blocks_[i];
      AsEigen(block.own) = hessian;
      AsEigen(block.right) = -gradient;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const Portal& box = problem_.boxes[i];
    const Vec3 p = problem_.points[i + 1];
    Block& block = blocks_[i];
    for (int k = 0; k < 3; ++k) {
      if (!IsFlat(box, k)) {
        const double below = 1 / (p[k] - box.lo[k]), above = 1 / (box.hi[k] - p[k]);
        AsEigen(block.own)(k, k) += barrier_ * (below * below + above * above);
        block.right[k] += barrier_ * (below - above);
        continue;
      }
      // A flat box fixes its coordinate.
      AsEigen(block.own).row(k).setZero();
      AsEigen(block.own).col(k).setZero();
      AsEigen(block.next).row(k).setZero();
      if (i > 0) AsEigen(blocks_[i - 1].next).col(k).setZero();
      AsEigen(block.own)(k, k) = 1;
      block.right[k] = 0;
    }
  }
}

// Block Gaussian elimination; leaves the solution in the right sides. False when a diagonal block is singular.
bool ChainNewton::SolveBlocks() {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    auto own = AsEigen(blocks_[i].own), next = AsEigen(blocks_[i].next);
    auto right = AsEigen(blocks_[i].right);
    const Matrix inverse = own.inverse();
    if (!std::isfinite(inverse(0, 0))) return false;
    right = (inverse * right).eval();
    if (i + 1 == blocks_.size()) break;
    // Eliminate this row from the next: subtract the transpose of `next` times the normalised row.
    const Matrix normalised = inverse * next;
    AsEigen(blocks_[i + 1].right).noalias() -= next.transpose() * right;
    AsEigen(blocks_[i + 1].own).noalias() -= next.transpose() * normalised;
    next = normalised;
  }
  for (size_t i = blocks_.size() - 1; i-- > 0;) {
    AsEigen(blocks_[i].right).noalias() -= AsEigen(blocks_[i].next) * AsEigen(blocks_[i + 1].right);
  }
  return true;
}

// The largest scale of the step, up to 1, that stays inside the boxes.
double ChainNewton::StepToFaces() const {
  double scale = 1;
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const Portal& box = problem_.boxes[i];
    for (int k = 0; k < 3; ++k) {
      const double x = problem_.points[i + 1][k], move = blocks_[i].right[k];
      if (IsFlat(box, k) || move == 0) continue;
      scale = std::min(scale, kToFace * (move > 0 ? box.hi[k] - x : box.lo[k] - x) / move);
    }
  }
  return scale;
}

// Line search: halves the step until the cost does not grow. False, with all points where they were, when it always
// does.
bool ChainNewton::DescendFrom(double cost_before, double& scale, double& cost_after) {
  before_.assign(problem_.points.begin(), problem_.points.end());
  for (int half = 0; half < kHalvings; ++half, scale /= 2) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      problem_.points[i + 1] = before_[i + 1] + blocks_[i].right * scale;
    }
    cost_after = SmoothedCost();
    if (cost_after <= cost_before) return true;
  }
  std::copy(before_.begin(), before_.end(), problem_.points.begin());
  return false;
}

}  // namespace navnet
