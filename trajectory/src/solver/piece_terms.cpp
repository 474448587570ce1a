// SPDX-License-Identifier: Apache-2.0
#include "solver/piece_terms.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace navnet {
namespace {

// A motion is a combination of five vectors, the shape's basis: the way between the knots, T v and T² a of the first
// knot, T v and T² a of the second one; divided by a power of T.
constexpr int kBasis = 5;
constexpr double kCombination[kMotions][kBasis] = {
    {0, 1, 0.25, 0, 0},  {5, -2, -0.25, -2, 0.25}, {0, 0, 0, 1, -0.25},   {0, 0, 0, 1, 0},       {20, -12, -2, -8, 1},
    {-20, 8, 1, 12, -2}, {0, 0, 0, 0, 1},          {60, -36, -9, -24, 3}, {-120, 60, 9, 60, -9}, {60, -24, -3, -36, 9},
};
// Control points 1 and 2 of the position: p + kFirst T v, p + kSecond T v + kBend T² a; at the end, mirrored.
constexpr double kFirst = 1.0 / 5, kSecond = 2.0 / 5, kBend = 1.0 / 20;
// ∫ of products of Bernstein polynomials of degree 2 over [0, 1].
constexpr double kGram[3][3] = {{6 / 30., 3 / 30., 1 / 30.}, {3 / 30., 4 / 30., 3 / 30.}, {1 / 30., 3 / 30., 6 / 30.}};
constexpr int kFirstJerk = 7;

// The basis by axis.
void BasisOf(const Knot& from, const Knot& to, double T, double basis[kBasis][3]) {
  for (int k = 0; k < 3; ++k) {
    basis[0][k] = to.p[k] - from.p[k];
    basis[1][k] = T * from.v[k];
    basis[2][k] = T * T * from.a[k];
    basis[3][k] = T * to.v[k];
    basis[4][k] = T * T * to.a[k];
  }
}

void PointsOf(const double start[3], const double end[3], const double basis[kBasis][3], double point[3][kLanes]) {
  for (int k = 0; k < 3; ++k) {
    point[k][0] = start[k];
    point[k][1] = start[k] + kFirst * basis[1][k];
    point[k][2] = start[k] + kSecond * basis[1][k] + kBend * basis[2][k];
    point[k][3] = end[k] - kSecond * basis[3][k] + kBend * basis[4][k];
    point[k][4] = end[k] - kFirst * basis[3][k];
    point[k][5] = end[k];
    point[k][6] = point[k][7] = 0;
  }
}

void MotionsOf(const double basis[kBasis][3], double T, double motion[kMotions][3]) {
  const double per[4] = {1, 1 / T, 1 / (T * T), 1 / (T * T * T)};
  for (int m = 0; m < kMotions; ++m) {
    const double* c = kCombination[m];
    for (int k = 0; k < 3; ++k) {
      motion[m][k] =
          (c[0] * basis[0][k] + c[1] * basis[1][k] + c[2] * basis[2][k] + c[3] * basis[3][k] + c[4] * basis[4][k]) *
          per[PowerOf(m)];
    }
  }
}

// Logarithm of the product of a row of slacks; minus infinity unless all are above 0.
double LogOfRow(const double* s, int count) {
  double least = s[0], product = 1;
  for (int i = 0; i < count; ++i) {
    least = s[i] < least ? s[i] : least;
    product *= s[i];
  }
  return least > 0 && product > 0 ? std::log(product) : -std::numeric_limits<double>::infinity();
}

// Symmetric 3 × 3 matrices as xx, xy, xz, yy, yz, zz, padded to two vector registers.
struct Symmetric {
  double at[8] = {};

  void Add(const Symmetric& m, double scale) {
    for (int i = 0; i < 8; ++i) at[i] += scale * m.at[i];
  }
};
constexpr int kEntry[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

// Index of a pair of basis vectors, i <= j.
constexpr int PairOf(int i, int j) { return i * kBasis - i * (i - 1) / 2 + (j - i); }
constexpr int kPairs = kBasis * (kBasis + 1) / 2;

// What the constraints contribute in terms of the shape: by knot position and basis, before the powers of T.
struct ShapeSystem {
  Symmetric side[2][6];  // Of the position's control points near each knot: pp, pv, pa, vv, va, aa.
  double side_gradient[2][3][3] = {};
  Symmetric pair[kPairs];  // Of the motions: pairs of basis vectors.
  double gradient[kBasis][3] = {};
  // The gradient of the Lagrangian: with the multipliers instead of barrier / slack.
  double side_force[2][3][3] = {};
  double force[kBasis][3] = {};
  double with_duration[kBasis][3] = {};  // Second derivatives by a basis vector and T.
  double duration = 0, duration_twice = 0;
};

// Barrier terms of the room's planes.
void AddRoom(const Piece& piece, std::span<const double> slacks, std::span<const double> multipliers, double barrier,
             ShapeSystem& out) {
  double matrix[6][kLanes] = {}, gradient[3][kLanes] = {}, force[3][kLanes] = {};
  for (size_t i = 0; i < piece.planes.size(); ++i) {
    const Vec3 n = piece.planes[i].normal;
    const double* s = slacks.data() + i * kLanes;
    const double* l = multipliers.data() + i * kLanes;
    double w[kLanes], g[kLanes];
    for (int j = 0; j < kLanes; ++j) {
      const double per = 1 / s[j];
      w[j] = l[j] * per;
      g[j] = l[j] > 0 ? barrier * per : 0;
    }
    const double products[6] = {n.x * n.x, n.x * n.y, n.x * n.z, n.y * n.y, n.y * n.z, n.z * n.z};
    for (int e = 0; e < 6; ++e) {
      for (int j = 0; j < kLanes; ++j) matrix[e][j] += products[e] * w[j];
    }
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < kLanes; ++j) gradient[k][j] += n[k] * g[j];
      for (int j = 0; j < kLanes; ++j) force[k][j] += n[k] * l[j];
    }
  }
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? 1 : -1;
    const int lane[3] = {side == 0 ? 0 : 5, side == 0 ? 1 : 4, side == 0 ? 2 : 3};
    for (int e = 0; e < 6; ++e) {
      const double m0 = matrix[e][lane[0]], m1 = matrix[e][lane[1]], m2 = matrix[e][lane[2]];
      out.side[side][0].at[e] = m0 + m1 + m2;
      out.side[side][1].at[e] = sign * (kFirst * m1 + kSecond * m2);
      out.side[side][2].at[e] = kBend * m2;
      out.side[side][3].at[e] = kFirst * kFirst * m1 + kSecond * kSecond * m2;
      out.side[side][4].at[e] = sign * kSecond * kBend * m2;
      out.side[side][5].at[e] = kBend * kBend * m2;
    }
    for (int k = 0; k < 3; ++k) {
      const double g0 = gradient[k][lane[0]], g1 = gradient[k][lane[1]], g2 = gradient[k][lane[2]];
      out.side_gradient[side][0][k] = g0 + g1 + g2;
      out.side_gradient[side][1][k] = sign * (kFirst * g1 + kSecond * g2);
      out.side_gradient[side][2][k] = kBend * g2;
      out.side_force[side][1][k] = sign * (kFirst * force[k][lane[1]] + kSecond * force[k][lane[2]]);
      out.side_force[side][2][k] = kBend * force[k][lane[2]];
    }
  }
}

// Calls visit(integral constant) for all indices of the basis.
template <class Visit>
void ForBasis(const Visit& visit) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (visit(std::integral_constant<int, I>()), ...); }
  (std::make_integer_sequence<int, kBasis>());
}

// What a function of one motion, and of T, contributes: derivatives by the motion and by T with the basis constant.
struct MotionTerms {
  Symmetric matrix;
  double gradient[3] = {}, with_duration[3] = {}, force[3] = {};
};

// Adds the terms of a motion q / T^power, with q linear in the basis. The combination is known at compile time, so that
// nothing is computed for factors of 0.
template <int Motion>
void AddMotion(const MotionTerms& terms, double T, ShapeSystem& out) {
  const double per = PowerOf(Motion) == 1 ? 1 / T : PowerOf(Motion) == 2 ? 1 / (T * T) : 1 / (T * T * T);
  constexpr const double* c = kCombination[Motion];
  const auto add = [&]<int I>(std::integral_constant<int, I>) {
    if constexpr (c[I] != 0) {
      const auto add_pair = [&]<int J>(std::integral_constant<int, J>) {
        if constexpr (J >= I && c[J] != 0) out.pair[PairOf(I, J)].Add(terms.matrix, c[I] * c[J] * per * per);
      };
      ForBasis(add_pair);
      for (int k = 0; k < 3; ++k) {
        out.gradient[I][k] += c[I] * per * terms.gradient[k];
        out.with_duration[I][k] += c[I] * per * terms.with_duration[k];
        out.force[I][k] += c[I] * per * terms.force[k];
      }
    }
  };
  ForBasis(add);
}

using AddMotionFunction = void (*)(const MotionTerms&, double, ShapeSystem&);
constexpr AddMotionFunction kAddMotion[kMotions] = {AddMotion<0>, AddMotion<1>, AddMotion<2>, AddMotion<3>,
                                                    AddMotion<4>, AddMotion<5>, AddMotion<6>, AddMotion<7>,
                                                    AddMotion<8>, AddMotion<9>};

// Barrier terms of the limits. The slack of a norm is S = T^k (1 - |q / T^k|² / limit²): concave in the basis and T³,
// so that its curvature counts whatever the multiplier. Derivatives by T are those along T³, scaled.
void AddLimits(const Piece& piece, const MotionBounds& bounds, const PieceShape& shape, const double* slacks,
               const double* multipliers, double barrier, ShapeSystem& out) {
  const double T = piece.duration_s;
  for (int i = 0; i < kMotions; ++i) {
    if (!(piece.motions >> i & 1)) continue;
    const double* value = shape.motion[i];
    const double per = PerLimit(bounds, i), per2 = per * per, power = PowerOf(i);
    const double ratio = 1 - slacks[i], l = multipliers[i];
    const double twice = 2 * l * per2, outer = l / slacks[i], pull = barrier / slacks[i];
    const double by_duration = power / T * (1 + ratio);
    MotionTerms terms;
    for (int k = 0; k < 3; ++k) {
      const double d = 2 * per2 * value[k];  // Minus the derivative of S / T^k.
      terms.gradient[k] = pull * d;
      terms.force[k] = l * d;
      terms.with_duration[k] = -outer * d * by_duration - power / T * twice * value[k];
      for (int m = k; m < 3; ++m) terms.matrix.at[kEntry[k][m]] = outer * d * 2 * per2 * value[m];
      terms.matrix.at[kEntry[k][k]] += twice;
    }
    out.duration -= pull * by_duration;
    out.duration_twice +=
        outer * by_duration * by_duration + l / (T * T) * (power * (3 - power) + power * (power + 3) * ratio);
    if (i < kVelocities) {
      const int up = bounds.up;
      for (const auto& [at, d] :
           {std::pair{kClimb + i, bounds.per_climb}, std::pair{kDescend + i, -bounds.per_descent}}) {
        if (d == 0) continue;
        const double outer_up = multipliers[at] / slacks[at], pull_up = barrier / slacks[at];
        terms.gradient[up] += pull_up * d;
        terms.force[up] += multipliers[at] * d;
        terms.with_duration[up] -= outer_up * d / T;
        terms.matrix.at[kEntry[up][up]] += outer_up * d * d;
        out.duration -= pull_up / T;
        out.duration_twice += (outer_up + 2 * multipliers[at]) / (T * T);
      }
    }
    kAddMotion[i](terms, T, out);
  }
}

// weight * ∫|jerk|² dt, whose Hessian is that of the square of jerk * sqrt(T).
void AddJerk(const PieceShape& shape, double T, double weight, ShapeSystem& out) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double* ci = kCombination[kFirstJerk + i];
      const double* cj = kCombination[kFirstJerk + j];
      const double w = 2 * weight * kGram[i][j], per = 1 / (T * T * T);
      for (int a = 0; a < kBasis; ++a) {
        for (int b = a; b < kBasis; ++b) {
          const double scale = w * T * per * per * ci[a] * cj[b];
          Symmetric& m = out.pair[PairOf(a, b)];
          m.at[0] += scale;
          m.at[3] += scale;
          m.at[5] += scale;
        }
        for (int k = 0; k < 3; ++k) {
          out.gradient[a][k] += w * T * per * ci[a] * shape.motion[kFirstJerk + j][k];
          out.with_duration[a][k] += -2.5 * w * per * ci[a] * shape.motion[kFirstJerk + j][k];
        }
      }
      double product = 0;
      for (int k = 0; k < 3; ++k) product += shape.motion[kFirstJerk + i][k] * shape.motion[kFirstJerk + j][k];
      out.duration += -2.5 * w * product;
      out.duration_twice += 6.25 * w / T * product;
    }
  }
}

}  // namespace

void ShapeOf(const Knot& from, const Knot& to, double duration_s, PieceShape& shape) {
  double basis[kBasis][3];
  BasisOf(from, to, duration_s, basis);
  PointsOf(&from.p.x, &to.p.x, basis, shape.point);
  MotionsOf(basis, duration_s, shape.motion);
}

void ChangeOf(const Knot& from, const Knot& to, double duration_s, const PieceShape& shape, const Knot& d_from,
              const Knot& d_to, double d_duration_s, PieceShape& change) {
  const double T = duration_s, dT = d_duration_s;
  double basis[kBasis][3];
  for (int k = 0; k < 3; ++k) {
    basis[0][k] = d_to.p[k] - d_from.p[k];
    basis[1][k] = T * d_from.v[k] + dT * from.v[k];
    basis[2][k] = T * T * d_from.a[k] + 2 * T * dT * from.a[k];
    basis[3][k] = T * d_to.v[k] + dT * to.v[k];
    basis[4][k] = T * T * d_to.a[k] + 2 * T * dT * to.a[k];
  }
  PointsOf(&d_from.p.x, &d_to.p.x, basis, change.point);
  MotionsOf(basis, T, change.motion);
  for (int m = 0; m < kMotions; ++m) {
    for (int k = 0; k < 3; ++k) change.motion[m][k] -= PowerOf(m) * dT / T * shape.motion[m][k];
  }
}

double SlacksOf(const Piece& piece, const MotionBounds& bounds, const PieceShape& shape, std::span<double> slacks) {
  double counted[kLanes];
  for (int j = 0; j < kLanes; ++j) counted[j] = piece.points >> j & 1 ? 1 : 0;
  double sum = 0;
  double* s = slacks.data();
  for (const HalfSpace& plane : piece.planes) {
    const Vec3 n = plane.normal;
    for (int j = 0; j < kLanes; ++j) {
      const double inside =
          plane.offset_m - (n.x * shape.point[0][j] + n.y * shape.point[1][j] + n.z * shape.point[2][j]);
      s[j] = counted[j] * inside + (1 - counted[j]);
    }
    sum += LogOfRow(s, kLanes);
    s += kLanes;
  }
  for (int i = 0; i < kMotions; ++i) {
    const double* q = shape.motion[i];
    const double per = PerLimit(bounds, i);
    s[i] = piece.motions >> i & 1 ? 1 - (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) * per * per : 1;
  }
  for (int i = 0; i < kVelocities; ++i) {
    const double up = piece.motions >> i & 1 ? shape.motion[i][bounds.up] : 0;
    s[kClimb + i] = 1 - up * bounds.per_climb;
    s[kDescend + i] = 1 + up * bounds.per_descent;
  }
  for (int i = kDescend + kVelocities; i < kMotionRow; ++i) s[i] = 1;
  sum += LogOfRow(s, kDescend + kVelocities);
  return sum + (piece.duration_powers + 1) * std::log(piece.duration_s);
}

void SlackChanges(const Piece& piece, const MotionBounds& bounds, const PieceShape& shape, const PieceShape& change,
                  double longer, std::span<double> changes) {
  double counted[kLanes];
  for (int j = 0; j < kLanes; ++j) counted[j] = piece.points >> j & 1 ? 1 : 0;
  double* d = changes.data();
  for (const HalfSpace& plane : piece.planes) {
    const Vec3 n = plane.normal;
    for (int j = 0; j < kLanes; ++j) {
      d[j] = -counted[j] * (n.x * change.point[0][j] + n.y * change.point[1][j] + n.z * change.point[2][j]);
    }
    d += kLanes;
  }
  for (int i = 0; i < kMotionRow; ++i) d[i] = 0;
  for (int i = 0; i < kMotions; ++i) {
    if (!(piece.motions >> i & 1)) continue;
    const double *q = shape.motion[i], *dq = change.motion[i];
    const double per = PerLimit(bounds, i), per2 = per * per;
    const double ratio = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) * per2;
    d[i] = -2 * (q[0] * dq[0] + q[1] * dq[1] + q[2] * dq[2]) * per2 + PowerOf(i) * longer * (1 - ratio);
    if (i >= kVelocities) continue;
    const int up = bounds.up;
    d[kClimb + i] = -dq[up] * bounds.per_climb + longer * (1 - q[up] * bounds.per_climb);
    d[kDescend + i] = dq[up] * bounds.per_descent + longer * (1 + q[up] * bounds.per_descent);
  }
}

void AddTerms(const Piece& piece, const MotionBounds& bounds, const KnotChart& from, const KnotChart& to,
              const PieceShape& shape, std::span<const double> slacks, std::span<const double> multipliers,
              const TermWeights& weights, PieceSystem& system) {
  const double T = piece.duration_s;
  ShapeSystem s;
  const double barrier = weights.barrier, curvature = weights.curvature;
  AddRoom(piece, slacks, multipliers, barrier, s);
  const size_t last = piece.planes.size() * kLanes;
  AddLimits(piece, bounds, shape, slacks.data() + last, multipliers.data() + last, barrier, s);
  if (weights.jerk_weight > 0) AddJerk(shape, T, weights.jerk_weight, s);
  s.duration += 1 - barrier / T;
  s.duration_twice += 3 * barrier / (T * T);

  // Unknowns of the shape: p, T v, T² a of both knots. Indices of their 3 × 3 blocks, 0 to 5.
  Symmetric block[6][6];  // The upper triangle.
  double gradient[6][3], with_duration[6][3];
  const auto pair = [&](int i, int j) -> const Symmetric& { return s.pair[PairOf(i, j)]; };
  constexpr int kOfSide[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  constexpr int kBasisOf[6] = {0, 1, 2, 0, 3, 4};
  for (int i = 0; i < 6; ++i) {
    for (int j = i; j < 6; ++j) {
      const double sign = (i == 0 ? -1 : 1) * (j == 0 ? -1 : 1);
      const int a = kBasisOf[i], b = kBasisOf[j];
      block[i][j].Add(a <= b ? pair(a, b) : pair(b, a), sign);
      if (i / 3 == j / 3) block[i][j].Add(s.side[i / 3][kOfSide[i % 3][j % 3]], 1);
    }
    const double sign = i == 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) {
      gradient[i][k] = sign * s.gradient[kBasisOf[i]][k] + s.side_gradient[i / 3][i % 3][k];
      with_duration[i][k] = sign * s.with_duration[kBasisOf[i]][k];
    }
  }

  // From the shape's unknowns to those of the chain: d(T v) = T dv + v dT, d(T² a) = T² da + 2 T a dT, where dv and da
  // follow the time scales of the knots.
  const double scale[6] = {1, T, T * T, 1, T, T * T};
  double own[6][3] = {}, next[6][3] = {};  // Derivatives by this piece's duration and by the next one's.
  for (int k = 0; k < 3; ++k) {
    if (from.scale == TimeScale::None) {
      own[1][k] = from.knot.v[k];
      own[2][k] = 2 * T * from.knot.a[k];
    }
    if (to.scale != TimeScale::Before) {
      own[4][k] = to.knot.v[k];
      own[5][k] = 2 * T * to.knot.a[k];
    }
    if (to.scale == TimeScale::After) {
      next[4][k] = -T * to.knot.v[k] / to.duration_s;
      next[5][k] = -2 * T * T * to.knot.a[k] / to.duration_s;
    }
  }
  constexpr int kOwn = 9, kOther = 19;
  constexpr int kFirstOf[6] = {0, 3, 6, 10, 13, 16};
  double own_gradient = s.duration, next_gradient = 0, own_own = s.duration_twice, own_next = 0, next_next = 0;
  for (int i = 0; i < 6; ++i) {
    double by_own[3] = {with_duration[i][0], with_duration[i][1], with_duration[i][2]}, by_next[3] = {};
    for (int j = 0; j < 6; ++j) {
      const Symmetric& m = i <= j ? block[i][j] : block[j][i];
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) {
          const double entry = m.at[kEntry[k][l]];
          by_own[k] += entry * own[j][l];
          by_next[k] += entry * next[j][l];
          system.hessian[kFirstOf[i] + k][kFirstOf[j] + l] = scale[i] * scale[j] * entry;
        }
      }
    }
    for (int k = 0; k < 3; ++k) {
      const int at = kFirstOf[i] + k;
      system.hessian[at][kOwn] = system.hessian[kOwn][at] = scale[i] * by_own[k];
      system.hessian[at][kOther] = system.hessian[kOther][at] = scale[i] * by_next[k];
      system.gradient[at] = scale[i] * gradient[i][k];
      own_gradient += own[i][k] * gradient[i][k];
      next_gradient += next[i][k] * gradient[i][k];
      own_own += own[i][k] * (by_own[k] + with_duration[i][k]);
      own_next += next[i][k] * by_own[k];
      next_next += next[i][k] * by_next[k];
    }
  }
  if (curvature > 0) {
    const double T1 = to.duration_s, per = 1 / T1;
    const bool scaled = to.scale == TimeScale::After;
    double oo = 0, on = 0, nn = 0;
    for (int k = 0; k < 3; ++k) {
      const double fu0 = curvature * (s.force[1][k] + s.side_force[0][1][k]);
      const double fw0 = curvature * (s.force[2][k] + s.side_force[0][2][k]);
      const double fu = curvature * (s.force[3][k] + s.side_force[1][1][k]);
      const double fw = curvature * (s.force[4][k] + s.side_force[1][2][k]);
      const double v1 = to.knot.v[k], a1 = to.knot.a[k];
      if (from.scale == TimeScale::None) {
        oo -= fu0 * 2 / T * from.knot.v[k] + fw0 * 2 * from.knot.a[k];
        system.hessian[3 + k][kOwn] += fu0;
        system.hessian[kOwn][3 + k] += fu0;
        system.hessian[6 + k][kOwn] += 2 * T * fw0;
        system.hessian[kOwn][6 + k] += 2 * T * fw0;
      }
      if (to.scale == TimeScale::Before) continue;
      oo -= fu * 2 / T * v1 + fw * 2 * a1;
      const int v = 13 + k, a = 16 + k;
      const double vo = fu, ao = 2 * T * fw;
      system.hessian[v][kOwn] += vo;
      system.hessian[kOwn][v] += vo;
      system.hessian[a][kOwn] += ao;
      system.hessian[kOwn][a] += ao;
      if (!scaled) continue;
      on -= fu * v1 * per + fw * 4 * T * a1 * per;
      nn += fu * 4 * T * v1 * per * per + fw * 10 * T * T * a1 * per * per;
      const double vn = -T * per * fu, an = -2 * T * T * per * fw;
      system.hessian[v][kOther] += vn;
      system.hessian[kOther][v] += vn;
      system.hessian[a][kOther] += an;
      system.hessian[kOther][a] += an;
    }
    own_own += oo - curvature * 2 / T;
    own_next += on;
    next_next += nn;
  }
  system.gradient[kOwn] = own_gradient;
  system.gradient[kOther] = next_gradient;
  system.hessian[kOwn][kOwn] = own_own;
  system.hessian[kOwn][kOther] = system.hessian[kOther][kOwn] = own_next;
  system.hessian[kOther][kOther] = next_next;
}

double JerkIntegral(const PieceShape& shape, double duration_s) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        sum += kGram[i][j] * shape.motion[kFirstJerk + i][k] * shape.motion[kFirstJerk + j][k];
      }
    }
  }
  return sum * duration_s;
}

}  // namespace navnet
