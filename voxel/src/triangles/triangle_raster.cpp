// SPDX-License-Identifier: Apache-2.0
// The separating-axis test of triangle and box (Akenine-Möller 2001) in the form of Schwarz and Seidel (2010): they
// meet if and only if their bounding boxes meet, the triangle's plane meets the box, and their projections onto the
// three coordinate planes meet. Along a row of voxels every one of these conditions is an interval of z, so a row is a
// few divisions, one mask and one OR:
//   the projection onto xy gives, for each x, an interval of y;
//   the projection onto xz gives, for each x, an interval of z; onto yz, for each y;
//   the plane gives, for each (x, y), an interval of z, followed from row to row by adding quotients and remainders.

#include "triangles/triangle_raster.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace navnet {
namespace {

__extension__ using Wide = __int128;

// Voxel v, widened, is [v * kUnitsPerVoxel - 1, v * kUnitsPerVoxel + kUnitsPerVoxel + 1].
constexpr int64_t kBelow = 1;
constexpr int64_t kAbove = kUnitsPerVoxel + 1;
constexpr int kUnitBits = std::countr_zero(unsigned{kUnitsPerVoxel});

// Integers in doubles: while dividends stay below 2^51, sums and products of integers are exact and the floor of a
// rounded quotient is the floor of the true one. Projections of triangles up to this many units are safe (two factors),
// and planes of smaller ones (three factors, the units divided off). Doubles divide four at a time.
constexpr int64_t kProjectInDouble = 16384 * kUnitsPerVoxel;
constexpr int64_t kPlaneInDouble = 448 * kUnitsPerVoxel;

double FloorDivide(double a, double b) { return std::floor(a / b); }
int64_t FloorDivide(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return q - (a % b < 0);
}
Wide FloorDivide(Wide a, Wide b) {
  const Wide q = a / b;
  return q - (a % b < 0);
}

struct Interval {
  int lo = 0, hi = kBlockSize - 1;  ///< Closed; empty when lo > hi.
};

// For each coordinate along one axis an interval along another: small integers, in doubles so that four fit a register.
struct Spans {
  std::array<double, kBlockSize> lo, hi;

  void Fill(Interval range, Interval value) {
    for (int i = range.lo; i <= range.hi; ++i) {
      lo[size_t(i)] = value.lo;
      hi[size_t(i)] = value.hi;
    }
  }
};

template <class T>
struct Point2 {
  T u, v;
};

// One side of a triangle's projection onto the (u, v) plane: the half plane du * (v - a.v) - dv * (u - a.u) >= 0, which
// holds the triangle. Narrows, for each u, the v whose squares reach into the half plane; of a square, the corner
// deepest inside decides.
template <class T>
void NarrowByHalfPlane(const Point2<T>& a, T du, T dv, Interval u_range, Spans& v) {
  // At u the corner gives dv * (corner - a.u) = first + step * u.
  const T first = dv * ((dv > 0 ? T(-kBelow) : T(kAbove)) - a.u), step = dv * T(kUnitsPerVoxel);
  if (du > 0) {
    const T start = first + du * (a.v - T(kAbove)), divisor = du * T(kUnitsPerVoxel);
    for (int u = u_range.lo; u <= u_range.hi; ++u) {
      const double bound = -double(FloorDivide(-(start + step * T(u)), divisor));
      v.lo[size_t(u)] = std::max(v.lo[size_t(u)], bound);
    }
  } else if (du < 0) {
    const T start = first + du * (a.v + T(kBelow)), divisor = -du * T(kUnitsPerVoxel);
    for (int u = u_range.lo; u <= u_range.hi; ++u) {
      const double bound = double(FloorDivide(-(start + step * T(u)), divisor));
      v.hi[size_t(u)] = std::min(v.hi[size_t(u)], bound);
    }
  } else {
    for (int u = u_range.lo; u <= u_range.hi; ++u) {
      if (first + step * T(u) > 0) v.hi[size_t(u)] = -1;
    }
  }
}

// Narrows `v` to the squares that meet the projected triangle; it holds the limits of the bounding box on entry.
template <class T>
void NarrowByProjection(const std::array<Point2<T>, 3>& p, Interval u_range, Spans& v) {
  const T area = (p[1].u - p[0].u) * (p[2].v - p[0].v) - (p[1].v - p[0].v) * (p[2].u - p[0].u);
  for (size_t i = 0; i < 3; ++i) {
    const Point2<T>&a = p[i], &b = p[(i + 1) % 3];
    const T du = b.u - a.u, dv = b.v - a.v;
    if (du == 0 && dv == 0) continue;
    // Seen edge-on the triangle is a segment: both sides of its line bound it.
    if (area >= 0) NarrowByHalfPlane(a, du, dv, u_range, v);
    if (area <= 0) NarrowByHalfPlane(a, -du, -dv, u_range, v);
  }
}

// floor((start - n.x * x - n.y * y) / n.z), followed along y by adding quotients and remainders instead of dividing.
class RowFollower {
 public:
  RowFollower(Wide start, const std::array<int64_t, 3>& n)
      : start_(start),
        nx_(n[0]),
        ny_(n[1]),
        divisor_(n[2]),
        step_quotient_(FloorDivide(-ny_, divisor_)),
        step_remainder_(-ny_ - step_quotient_ * divisor_) {}

  void MoveTo(int x, int y) {
    const Wide value = start_ - nx_ * x - ny_ * y;
    quotient_ = FloorDivide(value, divisor_);
    remainder_ = value - quotient_ * divisor_;
  }
  void NextY() {
    quotient_ += step_quotient_;
    remainder_ += step_remainder_;
    if (remainder_ >= divisor_) {
      remainder_ -= divisor_;
      ++quotient_;
    }
  }
  Wide value() const { return quotient_; }

 private:
  Wide start_, nx_, ny_, divisor_, step_quotient_, step_remainder_;
  Wide quotient_ = 0, remainder_ = 0;
};

struct Rows {
  Interval x;
  Spans y_of_x, z_of_x, z_of_y;

  Interval YRange(int x_at) const { return {int(y_of_x.lo[size_t(x_at)]), int(y_of_x.hi[size_t(x_at)])}; }
};

void FillRows(const Rows& rows, BlockMask& mask) {
  for (int x = rows.x.lo; x <= rows.x.hi; ++x) {
    const Interval ys = rows.YRange(x);
    const double z_lo = rows.z_of_x.lo[size_t(x)], z_hi = rows.z_of_x.hi[size_t(x)];
    for (int y = ys.lo; y <= ys.hi; ++y) {
      const double lo = std::max(z_lo, rows.z_of_y.lo[size_t(y)]), hi = std::min(z_hi, rows.z_of_y.hi[size_t(y)]);
      if (lo <= hi) mask[size_t(BlockRow(x, y))] |= RowBits(int(lo), int(hi));
    }
  }
}

// The triangle's plane is n · p = d with n.z > 0. A voxel meets it when its lowest and highest value of n · p enclose
// d:
//   z <= floor((upper - n.x * x - n.y * y) / n.z)  and  z >= ceil((lower - n.x * x - n.y * y) / n.z).
template <class Int>
struct PlaneBounds {
  Int upper, lower;

  PlaneBounds(const std::array<int64_t, 3>& n, const std::array<int64_t, 3>& a) {
    const Int d = Int(n[0]) * a[0] + Int(n[1]) * a[1] + Int(n[2]) * a[2];
    Int lowest = -Int(n[2]) * kBelow, highest = Int(n[2]) * kAbove;
    for (size_t k = 0; k < 2; ++k) {
      lowest += n[k] > 0 ? -Int(n[k]) * kBelow : Int(n[k]) * kAbove;
      highest += n[k] > 0 ? Int(n[k]) * kAbove : -Int(n[k]) * kBelow;
    }
    // Dividing by the units first changes nothing: floor(floor(a / m) / n) = floor(a / (m n)).
    upper = FloorDivide(d - lowest, Int(kUnitsPerVoxel));
    lower = -FloorDivide(highest - d, Int(kUnitsPerVoxel));
  }
};

void FillRowsOnPlane(const Rows& rows, const std::array<int64_t, 3>& n, const std::array<int64_t, 3>& a,
                     BlockMask& mask) {
  const PlaneBounds<int64_t> plane(n, a);
  const double nx = double(n[0]), ny = double(n[1]), nz = double(n[2]);
  Spans z;
  for (int x = rows.x.lo; x <= rows.x.hi; ++x) {
    const Interval ys = rows.YRange(x);
    const double z_lo = rows.z_of_x.lo[size_t(x)], z_hi = rows.z_of_x.hi[size_t(x)];
    const double upper = double(plane.upper) - nx * x, lower = double(plane.lower) - nx * x;
    for (int y = ys.lo; y <= ys.hi; ++y) {
      const size_t i = size_t(y);
      z.lo[i] = std::max(std::max(z_lo, rows.z_of_y.lo[i]), -std::floor((ny * y - lower) / nz));
      z.hi[i] = std::min(std::min(z_hi, rows.z_of_y.hi[i]), std::floor((upper - ny * y) / nz));
    }
    for (int y = ys.lo; y <= ys.hi; ++y) {
      const size_t i = size_t(y);
      if (z.lo[i] <= z.hi[i]) mask[size_t(BlockRow(x, y))] |= RowBits(int(z.lo[i]), int(z.hi[i]));
    }
  }
}

void FillRowsOnLargePlane(const Rows& rows, const std::array<int64_t, 3>& n, const std::array<int64_t, 3>& a,
                          BlockMask& mask) {
  const PlaneBounds<Wide> plane(n, a);
  RowFollower upper(plane.upper, n), lower(plane.lower + n[2] - 1, n);  // ceil(a / n) = floor((a + n - 1) / n)
  for (int x = rows.x.lo; x <= rows.x.hi; ++x) {
    const Interval ys = rows.YRange(x);
    const double z_lo = rows.z_of_x.lo[size_t(x)], z_hi = rows.z_of_x.hi[size_t(x)];
    if (ys.lo > ys.hi || z_lo > z_hi) continue;
    upper.MoveTo(x, ys.lo);
    lower.MoveTo(x, ys.lo);
    for (int y = ys.lo; y <= ys.hi; ++y, upper.NextY(), lower.NextY()) {
      const Wide lo = std::max(Wide(std::max(z_lo, rows.z_of_y.lo[size_t(y)])), lower.value());
      const Wide hi = std::min(Wide(std::min(z_hi, rows.z_of_y.hi[size_t(y)])), upper.value());
      if (lo <= hi) mask[size_t(BlockRow(x, y))] |= RowBits(int(lo), int(hi));
    }
  }
}

using Corners = std::array<std::array<int64_t, 3>, 3>;  // [corner][axis], units, relative to the block.

template <class T>
void Project(const Corners& p, const std::array<Interval, 3>& box, Rows& rows) {
  const auto onto = [&p](size_t u, size_t v) {
    return std::array<Point2<T>, 3>{{{T(p[0][u]), T(p[0][v])}, {T(p[1][u]), T(p[1][v])}, {T(p[2][u]), T(p[2][v])}}};
  };
  NarrowByProjection(onto(0, 1), box[0], rows.y_of_x);
  NarrowByProjection(onto(0, 2), box[0], rows.z_of_x);
  NarrowByProjection(onto(1, 2), box[1], rows.z_of_y);
}

}  // namespace

void RasterizeTriangle(const std::array<FixedVertex, 3>& corners, VoxelCoord block_origin, const VoxelBox& clip,
                       BlockMask& mask) {
  Corners p;
  std::array<Interval, 3> box;
  int64_t size = 0;
  for (size_t a = 0; a < 3; ++a) {
    const int64_t origin = int64_t{block_origin[int(a)]} * kUnitsPerVoxel;
    for (size_t i = 0; i < 3; ++i) p[i][a] = corners[i][a] - origin;
    const auto [lo, hi] = std::minmax({p[0][a], p[1][a], p[2][a]});
    size = std::max(size, hi - lo);
    const int64_t first = (lo - kAbove + kUnitsPerVoxel - 1) >> kUnitBits, last = (hi + kBelow) >> kUnitBits;
    box[a].lo = int(std::max<int64_t>(first, clip.lo[int(a)]));
    box[a].hi = int(std::min<int64_t>(last, clip.hi[int(a)] - 1));
    if (box[a].lo > box[a].hi) return;
  }

  Rows rows;
  rows.x = box[0];
  rows.y_of_x.Fill(box[0], box[1]);
  rows.z_of_x.Fill(box[0], box[2]);
  rows.z_of_y.Fill(box[1], box[2]);
  if (size <= kProjectInDouble) {
    Project<double>(p, box, rows);
  } else {
    Project<int64_t>(p, box, rows);
  }

  const auto edge = [&p](size_t i, size_t a) { return p[i][a] - p[0][a]; };
  std::array<int64_t, 3> n;
  for (size_t a = 0; a < 3; ++a) {
    const size_t b = (a + 1) % 3, c = (a + 2) % 3;
    n[a] = edge(1, b) * edge(2, c) - edge(1, c) * edge(2, b);
  }
  // A plane parallel to the rows is already enforced by the projection onto xy, where the triangle is a segment.
  if (n[2] == 0) return FillRows(rows, mask);
  if (n[2] < 0) {
    for (int64_t& v : n) v = -v;
  }
  if (size <= kPlaneInDouble) {
    FillRowsOnPlane(rows, n, p[0], mask);
  } else {
    FillRowsOnLargePlane(rows, n, p[0], mask);
  }
}

}  // namespace navnet
