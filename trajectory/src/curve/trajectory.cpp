// SPDX-License-Identifier: Apache-2.0
#include <navnet/trajectory/trajectory.h>

#include "curve/bezier.h"

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

MotionSample SampleOf(const TrajectoryPiece& piece, double u) {
  std::array<Vec3, 5> velocity;
  std::array<Vec3, 4> acceleration;
  std::array<Vec3, 3> jerk;
  const double per = 1 / piece.duration_s;
  for (size_t i = 0; i < 5; ++i) velocity[i] = (piece.points[i + 1] - piece.points[i]) * (5 * per);
  for (size_t i = 0; i < 4; ++i) acceleration[i] = (velocity[i + 1] - velocity[i]) * (4 * per);
  for (size_t i = 0; i < 3; ++i) jerk[i] = (acceleration[i + 1] - acceleration[i]) * (3 * per);
  return {BezierAt(piece.points, u), BezierAt(velocity, u), BezierAt(acceleration, u), BezierAt(jerk, u)};
}

// Length by Gauss–Legendre quadrature with 5 nodes, halved until two halves agree with the whole.
double GaussLength(const std::array<Vec3, 5>& velocity, double from, double to) {
  constexpr double kNodes[3] = {0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeights[3] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double middle = (from + to) / 2, half = (to - from) / 2;
  double sum = kWeights[0] * Length(BezierAt(velocity, middle));
  for (int i = 1; i < 3; ++i) {
    for (const double sign : {-1.0, 1.0}) {
      sum += kWeights[i] * Length(BezierAt(velocity, middle + sign * half * kNodes[i]));
    }
  }
  return sum * half;
}

double LengthBetween(const std::array<Vec3, 5>& velocity, double from, double to, double whole, int depth) {
  const double middle = (from + to) / 2;
  const double first = GaussLength(velocity, from, middle), second = GaussLength(velocity, middle, to);
  if (depth == 0 || std::abs(first + second - whole) <= 1e-7 * whole) return first + second;
  return LengthBetween(velocity, from, middle, first, depth - 1) +
         LengthBetween(velocity, middle, to, second, depth - 1);
}

}  // namespace

void Trajectory::Assign(std::span<const TrajectoryPiece> pieces) {
  pieces_.assign(pieces.begin(), pieces.end());
  ends_s_.clear();
  double end_s = 0;
  for (const TrajectoryPiece& piece : pieces_) ends_s_.push_back(end_s += piece.duration_s);
}

double Trajectory::Length() const {
  constexpr int kDepth = 12;
  double sum = 0;
  for (const TrajectoryPiece& piece : pieces_) {
    std::array<Vec3, 5> velocity;
    for (size_t i = 0; i < 5; ++i) velocity[i] = (piece.points[i + 1] - piece.points[i]) * 5;
    sum += LengthBetween(velocity, 0, 1, GaussLength(velocity, 0, 1), kDepth);
  }
  return sum;
}

size_t Trajectory::PieceAt(double time_s) const {
  const auto after = std::upper_bound(ends_s_.begin(), ends_s_.end(), time_s);
  return std::min(size_t(after - ends_s_.begin()), pieces_.size() - 1);
}

MotionSample Trajectory::At(double time_s) const {
  MotionSample sample;
  Sample({&time_s, 1}, {{&sample.position, 1}, {&sample.velocity, 1}, {&sample.acceleration, 1}, {&sample.jerk, 1}});
  return sample;
}

MotionState Trajectory::StateAt(double time_s) const {
  const MotionSample sample = At(time_s);
  return {sample.position, sample.velocity, sample.acceleration};
}

void Trajectory::Sample(std::span<const double> times_s, const SampleArrays& out) const {
  size_t piece = 0;
  for (size_t i = 0; i < times_s.size(); ++i) {
    MotionSample sample;
    if (!empty()) {
      const double time_s = times_s[i] > 0 ? std::min(times_s[i], duration_s()) : 0;
      if (!(StartOf(piece) <= time_s && time_s < ends_s_[piece])) piece = PieceAt(time_s);
      const double u = (time_s - StartOf(piece)) / pieces_[piece].duration_s;
      sample = SampleOf(pieces_[piece], std::clamp(u, 0.0, 1.0));
    }
    if (!out.positions.empty()) out.positions[i] = sample.position;
    if (!out.velocities.empty()) out.velocities[i] = sample.velocity;
    if (!out.accelerations.empty()) out.accelerations[i] = sample.acceleration;
    if (!out.jerks.empty()) out.jerks[i] = sample.jerk;
  }
}

}  // namespace navnet
