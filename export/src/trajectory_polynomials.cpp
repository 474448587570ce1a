// SPDX-License-Identifier: Apache-2.0
// Trajectories as polynomials in time. Positions are converted exactly; yaw is fitted: a cubic that has the profile's
// angle and rate at both ends, plus u²(1 - u)² times Legendre polynomials of degree 0 to 3 by least squares.

#include <navnet/export/trajectory_files.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace navnet {
namespace {

constexpr double kCheckEvery_s = 0.005;  // Distance of the times at which the yaw is fitted and checked, at most.
constexpr int kLeastChecks = 32;
constexpr double kShortest_s = 0.05;  // Pieces are not halved below this duration.
constexpr int kBumps = 4;             // Functions that are fitted.

using Coefficients = std::array<double, 8>;

// The sum of two polynomials' product: `out` += scale * a * b, cut off at degree 7.
template <size_t N, size_t M>
void AddProduct(const std::array<double, N>& a, const std::array<double, M>& b, double scale, Coefficients& out) {
  for (size_t i = 0; i < N; ++i) {
    for (size_t j = 0; j < M && i + j < out.size(); ++j) out[i + j] += scale * a[i] * b[j];
  }
}

double ValueAt(const Coefficients& polynomial, double u) {
  double sum = 0;
  for (size_t k = polynomial.size(); k-- > 0;) sum = sum * u + polynomial[k];
  return sum;
}

// Coefficients of u = time / duration become those of the time.
void ScaleToTime(double duration_s, Coefficients& polynomial) {
  double per = 1;
  for (double& c : polynomial) {
    c *= per;
    per /= duration_s;
  }
}

// u²(1 - u)² times the Legendre polynomials on [0, 1].
std::array<Coefficients, kBumps> Bumps() {
  constexpr std::array<double, 5> kBump = {0, 0, 1, -2, 1};
  constexpr std::array<double, 4> kLegendre[kBumps] = {{1, 0, 0, 0}, {-1, 2, 0, 0}, {1, -6, 6, 0}, {-1, 12, -30, 20}};
  std::array<Coefficients, kBumps> out{};
  for (size_t i = 0; i < kBumps; ++i) AddProduct(kBump, kLegendre[i], 1, out[i]);
  return out;
}

// Solves a symmetric positive definite system of kBumps unknowns; the solution is in the last column.
void SolveBumps(double m[kBumps][kBumps + 1]) {
  for (int k = 0; k < kBumps; ++k) {
    for (int r = 0; r < kBumps; ++r) {
      if (r == k) continue;
      const double factor = m[r][k] / m[k][k];
      for (int c = k; c <= kBumps; ++c) m[r][c] -= factor * m[k][c];
    }
  }
  for (int k = 0; k < kBumps; ++k) m[k][kBumps] /= m[k][k];
}

// The yaw between two times as a polynomial of the time since the first, and its largest error.
struct FittedYaw {
  Coefficients polynomial{};
  double error_rad = 0;
};

FittedYaw FitYaw(const YawProfile& profile, double from_s, double to_s) {
  const double T = to_s - from_s;
  const YawSample first = profile.At(from_s), last = profile.At(to_s);
  const double rise = last.angle_rad - first.angle_rad, v0 = first.rate_rad_s * T, v1 = last.rate_rad_s * T;
  Coefficients cubic{first.angle_rad, v0, 3 * rise - 2 * v0 - v1, v0 + v1 - 2 * rise};
  static const std::array<Coefficients, kBumps> bumps = Bumps();
  const int checks = std::max(kLeastChecks, int(std::ceil(T / kCheckEvery_s)));
  double system[kBumps][kBumps + 1] = {};
  for (int i = 1; i < checks; ++i) {
    const double u = double(i) / checks, rest = profile.At(from_s + u * T).angle_rad - ValueAt(cubic, u);
    double value[kBumps];
    for (size_t b = 0; b < kBumps; ++b) value[b] = ValueAt(bumps[b], u);
    for (int r = 0; r < kBumps; ++r) {
      for (int c = 0; c < kBumps; ++c) system[r][c] += value[r] * value[c];
      system[r][kBumps] += value[r] * rest;
    }
  }
  SolveBumps(system);
  FittedYaw out{cubic, 0};
  for (size_t b = 0; b < kBumps; ++b) {
    for (size_t k = 0; k < out.polynomial.size(); ++k) out.polynomial[k] += system[b][kBumps] * bumps[b][k];
  }
  for (int i = 0; i <= checks; ++i) {
    const double u = double(i) / checks;
    out.error_rad =
        std::max(out.error_rad, std::abs(profile.At(from_s + u * T).angle_rad - ValueAt(out.polynomial, u)));
  }
  ScaleToTime(T, out.polynomial);
  return out;
}

// One axis of a piece as a polynomial of the time since its beginning, from the forward differences of its control
// points: coefficient k of u is binomial(5, k) times the k-th difference.
Coefficients PowersOf(std::array<double, 6> points, double duration_s) {
  constexpr double kBinomial[] = {1, 5, 10, 10, 5, 1};
  Coefficients out{};
  for (size_t k = 0; k < 6; ++k) {
    out[k] = kBinomial[k] * points[0];
    for (size_t i = 0; i + 1 < 6 - k; ++i) points[i] = points[i + 1] - points[i];
  }
  ScaleToTime(duration_s, out);
  return out;
}

// The polynomial as one of the time since `by_s`: repeated synthetic division.
Coefficients Shifted(Coefficients polynomial, double by_s) {
  for (size_t k = 0; k + 1 < polynomial.size(); ++k) {
    for (size_t i = polynomial.size() - 1; i-- > k;) polynomial[i] += by_s * polynomial[i + 1];
  }
  return polynomial;
}

class Conversion {
 public:
  explicit Conversion(const PolynomialOptions& options) : options_(options) {}

  void Add(const TrajectoryPiece& piece, double start_s) {
    std::array<std::array<double, 6>, 3> points;
    for (size_t i = 0; i < 6; ++i) {
      const Vec2 plan = PlanOf(piece.points[i], options_.up);
      points[0][i] = plan.x;
      points[1][i] = plan.y;
      points[2][i] = HeightOf(piece.points[i], options_.up);
    }
    for (size_t k = 0; k < 3; ++k) whole_[k] = PowersOf(points[k], piece.duration_s);
    start_s_ = start_s;
    AddPart(0, piece.duration_s);
  }

  Polynomials Take() { return std::move(out_); }

 private:
  // Adds the part of the piece between two times after its beginning, halved as long as its yaw is not close enough.
  void AddPart(double from_s, double to_s) {
    FittedYaw yaw;
    if (options_.yaw) yaw = FitYaw(*options_.yaw, start_s_ + from_s, start_s_ + to_s);
    if (yaw.error_rad > options_.yaw_tolerance_rad && to_s - from_s >= 2 * kShortest_s) {
      const double middle_s = (from_s + to_s) / 2;
      AddPart(from_s, middle_s);
      AddPart(middle_s, to_s);
      return;
    }
    PolynomialPiece& piece = out_.pieces.emplace_back();
    piece.duration_s = to_s - from_s;
    for (size_t k = 0; k < 3; ++k) piece.axes[k] = Shifted(whole_[k], from_s);
    piece.yaw = yaw.polynomial;
    out_.yaw_error_rad = std::max(out_.yaw_error_rad, yaw.error_rad);
  }

  const PolynomialOptions& options_;
  std::array<Coefficients, 3> whole_{};  // Of the piece, by axis.
  double start_s_ = 0;
  Polynomials out_;
};

}  // namespace

Polynomials PolynomialsOf(const Trajectory& trajectory, const PolynomialOptions& options) {
  Conversion conversion(options);
  for (size_t i = 0; i < trajectory.pieces().size(); ++i) conversion.Add(trajectory.pieces()[i], trajectory.StartOf(i));
  return conversion.Take();
}

}  // namespace navnet
