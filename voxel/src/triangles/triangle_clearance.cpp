// SPDX-License-Identifier: Apache-2.0
// The voxels of a row that lie within a radius of a triangle form one interval: triangle, ball and voxel are convex,
// and so is their Minkowski sum. The interval is squeezed between an outer bound (the slab around the triangle's plane,
// the walls around its edges, the ball around all of it) and an inner one (the ball around its centroid, the prism over
// its face). Away from the triangle's edges the two agree; where they do not, and the voxels between are not blocked
// yet, a binary search with the exact distance finds the ends. Filling the certain part of all triangles first leaves
// few voxels to search. Bounds are computed for all rows of one x together, in plain loops over y that compilers
// vectorise.

#include "triangles/triangle_clearance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-7;  // Outer bounds are widened by this many voxels. Larger: more exact tests.
constexpr double kNeedle = 1e-9;    // A triangle is a needle if twice its area is below this times its size².
constexpr double kSteep = 1e-3;     // Planes with a smaller normal.z give no useful interval of z.
constexpr int kFewVoxels = 3;       // Up to this many voxels are tested one by one instead of by binary search.
constexpr double kNothing = 1e6;    // The interval (kNothing, -kNothing) is empty.

// Distance between a segment and an axis-parallel box: distance² along the segment is convex and piecewise quadratic,
// so its derivative is monotone and piecewise linear; between the two breakpoints where it changes sign the minimum is
// found by one division.
struct SegmentToBox {
  double t = 0, distance_squared = 0;

  SegmentToBox(Vec3 a, Vec3 b, Vec3 lo, Vec3 hi) {
    const Vec3 d = b - a;
    const auto excess = [&](int k, double at) {
      const double v = a[k] + at * d[k];
      return std::min(v - lo[k], 0.0) + std::max(v - hi[k], 0.0);
    };
    const auto slope = [&](double at) { return d.x * excess(0, at) + d.y * excess(1, at) + d.z * excess(2, at); };
    double left = 0, right = 1, left_slope = slope(0), right_slope = slope(1);
    if (left_slope < 0 && right_slope > 0) {
      for (int k = 0; k < 3; ++k) {
        if (d[k] == 0) continue;
        for (const double face : {lo[k], hi[k]}) {
          const double at = (face - a[k]) / d[k];
          if (!(at > left && at < right)) continue;
          const double s = slope(at);
          if (s <= 0) {
            left = at;
            left_slope = s;
          } else {
            right = at;
            right_slope = s;
          }
        }
      }
      t = left + (right - left) * (-left_slope / (right_slope - left_slope));
    } else {
      t = left_slope >= 0 ? 0 : 1;
    }
    for (int k = 0; k < 3; ++k) distance_squared += excess(k, t) * excess(k, t);
  }
};

// Positions outside the block are clamped: only that they are outside matters.
double ClampToRow(double v) { return std::clamp(v, -2.0, double(kBlockSize) + 2); }
int FloorToRow(double v) { return int(std::floor(ClampToRow(v))); }
int CeilToRow(double v) { return int(std::ceil(ClampToRow(v))); }

// Distance along one axis from c to the unit interval at v.
double Gap(double v, double c) { return std::max(std::max(v - c, c - v - 1), 0.0); }

}  // namespace

// For each y at one x an open interval (low, high) of z; a voxel z is selected when (z, z + 1) meets it.
struct TriangleClearance::Rows {
  std::array<double, kBlockSize> low, high;

  /// The selected voxels in lo..hi of the block.
  uint64_t Bits(int y, int lo, int hi) const {
    return RowBits(std::max(lo, FloorToRow(low[size_t(y)] - 1) + 1), std::min(hi, CeilToRow(high[size_t(y)]) - 1));
  }

  /// Sets each row to its intersection with a ball; empty where the ball does not reach.
  void SetToBall(Vec3 centre, double radius_squared, int x, const RowRange& range) {
    const double dx = Gap(x, centre.x), rest_x = radius_squared - dx * dx;
    for (int y = range.y_lo; y <= range.y_hi; ++y) {
      const double dy = Gap(y, centre.y), rest = rest_x - dy * dy;
      const double half = rest > 0 ? std::sqrt(rest) : -kNothing;
      low[size_t(y)] = centre.z - half;
      high[size_t(y)] = centre.z + half;
    }
  }

  /// Keeps voxels whose centre c has n · c >= limit.
  void KeepAbove(Vec3 n, double limit, int x, const RowRange& range) {
    const double at_zero = limit - n.x * (x + 0.5) - n.y * 0.5;  // n.z * c.z >= at_zero - n.y * y
    if (n.z > kSteep) {
      for (int y = range.y_lo; y <= range.y_hi; ++y) {
        low[size_t(y)] = std::max(low[size_t(y)], (at_zero - n.y * y) / n.z + 0.5);
      }
    } else if (n.z < -kSteep) {
      for (int y = range.y_lo; y <= range.y_hi; ++y) {
        high[size_t(y)] = std::min(high[size_t(y)], (at_zero - n.y * y) / n.z - 0.5);
      }
    } else {
      const double most = std::max(0.0, n.z * kBlockSize);
      for (int y = range.y_lo; y <= range.y_hi; ++y) {
        high[size_t(y)] = at_zero - n.y * y > most ? -kNothing : high[size_t(y)];
      }
    }
  }
};

TriangleClearance::TriangleClearance(const std::array<Vec3, 3>& corners, double radius)
    : p_(corners), radius_(radius - kTieVoxels), radius_squared_(radius_ * radius_) {
  for (const Vec3& p : p_) box_.Extend(p);
  centroid_ = (p_[0] + p_[1] + p_[2]) * (1.0 / 3);
  for (const Vec3& p : p_) spread_ = std::max(spread_, Length(p - centroid_));

  // Extended precision, because the normal of a long sliver is a small difference of large products.
  const Vec3 u = p_[1] - p_[0], v = p_[2] - p_[0];
  const auto minor = [](long double a, long double b, long double c, long double d) { return a * d - b * c; };
  const std::array<long double, 3> cross = {minor(u.y, u.z, v.y, v.z), minor(u.z, u.x, v.z, v.x),
                                            minor(u.x, u.y, v.x, v.y)};
  const double length = double(std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]));
  if (length <= kNeedle * spread_ * spread_) {
    // A needle's plane is dominated by rounding errors. It is represented by its edges, widened by what the face could
    // add.
    if (spread_ > 0) radius_ += length / spread_;
    radius_squared_ = radius_ * radius_;
    return;
  }
  has_plane_ = true;
  const long double scale = (cross[2] < 0 ? -1 : 1) / static_cast<long double>(length);
  normal_ = {double(cross[0] * scale), double(cross[1] * scale), double(cross[2] * scale)};
  // A generous bound on the distance of a corner from the computed plane.
  rounding_ = kRounding + 1e-17 * spread_ * spread_ * spread_ / length + 1e-15 * spread_;
  offset_ = Dot(normal_, p_[0]);
  corner_ = {std::copysign(0.5, normal_.x), std::copysign(0.5, normal_.y), 0.5};
  half_extent_ = Dot(normal_, corner_);
  for (size_t i = 0; i < 3; ++i) {
    const Vec3 &a = p_[i], &b = p_[(i + 1) % 3], &c = p_[(i + 2) % 3];
    Vec3 m = Cross(normal_, b - a);
    m = m * ((Dot(m, c - a) < 0 ? -1 : 1) / Length(m));
    inward_[i] = m;
    inward_offset_[i] = Dot(m, a);
  }
}

bool TriangleClearance::InsidePrism(Vec3 p) const {
  for (size_t i = 0; i < 3; ++i) {
    if (Dot(inward_[i], p) < inward_offset_[i]) return false;
  }
  return true;
}

TriangleClearance::RowRange TriangleClearance::RangeIn(const VoxelBox& clip) const {
  return {std::max(clip.lo.x, FloorToRow(box_.min.x - radius_) - 1),
          std::min(clip.hi.x - 1, FloorToRow(box_.max.x + radius_)),
          std::max(clip.lo.y, FloorToRow(box_.min.y - radius_) - 1),
          std::min(clip.hi.y - 1, FloorToRow(box_.max.y + radius_))};
}

// Inner bound: voxels that certainly are near; may be empty.
void TriangleClearance::CertainRows(int x, const RowRange& range, Rows& rows) const {
  rows.SetToBall(centroid_, radius_squared_, x, range);
  if (!has_plane_ || normal_.z < kSteep) return;
  // Over the face the last near voxel is the one whose nearest corner is exactly a radius from the plane, if the
  // corner's projection lies in the triangle. At x and y, its centre has z = z0 + dz * y, and the distance of the
  // projection from each wall is linear in y too.
  for (const double side : {-1.0, 1.0}) {
    const double dz = -normal_.y / normal_.z;
    const double z0 = (offset_ - normal_.x * (x + 0.5) - normal_.y * 0.5 + side * (radius_ + half_extent_)) / normal_.z;
    const Vec3 foot0 = Vec3{x + 0.5, 0.5, z0} - (corner_ + normal_ * radius_) * side;
    std::array<double, 3> wall0, wall_step;
    for (size_t i = 0; i < 3; ++i) {
      wall0[i] = Dot(inward_[i], foot0) - inward_offset_[i];
      wall_step[i] = inward_[i].y + inward_[i].z * dz;
    }
    for (int y = range.y_lo; y <= range.y_hi; ++y) {
      const double inside =
          std::min(std::min(wall0[0] + wall_step[0] * y, wall0[1] + wall_step[1] * y), wall0[2] + wall_step[2] * y);
      const double last = z0 + dz * y - side * 0.5;  // A point of the last voxel.
      const bool certain = inside >= 0;
      rows.low[size_t(y)] = certain ? std::min(rows.low[size_t(y)], last) : rows.low[size_t(y)];
      rows.high[size_t(y)] = certain ? std::max(rows.high[size_t(y)], last) : rows.high[size_t(y)];
    }
  }
}

// Outer bound: all voxels that can be near.
void TriangleClearance::PossibleRows(int x, const RowRange& range, Rows& rows) const {
  const double reach = radius_ + spread_ + kRounding;
  rows.SetToBall(centroid_, reach * reach, x, range);
  const double low = box_.min.z - radius_ - kRounding, high = box_.max.z + radius_ + kRounding;
  for (int y = range.y_lo; y <= range.y_hi; ++y) {
    rows.low[size_t(y)] = std::max(rows.low[size_t(y)], low);
    rows.high[size_t(y)] = std::min(rows.high[size_t(y)], high);
  }
  if (!has_plane_) return;
  // The centre of a near voxel lies in the slab around the plane and on the inner side of the three walls.
  const double width = radius_ + half_extent_ + rounding_;
  rows.KeepAbove(normal_, offset_ - width, x, range);
  rows.KeepAbove(normal_ * -1, -offset_ - width, x, range);
  for (size_t i = 0; i < 3; ++i) {
    const Vec3& m = inward_[i];
    const double half_extent = (std::abs(m.x) + std::abs(m.y) + std::abs(m.z)) / 2;
    rows.KeepAbove(m, inward_offset_[i] - radius_ - half_extent - rounding_, x, range);
  }
}

// Sets z to that of the point of the triangle nearest to the column at x and y; false when the point is not near.
bool TriangleClearance::Anchor(int x, int y, double& z) const {
  const Vec3 lo{double(x), double(y), -kInfinity}, hi{x + 1.0, y + 1.0, kInfinity};
  double best = kInfinity;
  for (size_t i = 0; i < 3; ++i) {
    const Vec3 &a = p_[i], &b = p_[(i + 1) % 3];
    const SegmentToBox edge({a.x, a.y, 0}, {b.x, b.y, 0}, lo, hi);
    if (edge.distance_squared >= best) continue;
    best = edge.distance_squared;
    z = a.z + edge.t * (b.z - a.z);
  }
  if (best > 0 && has_plane_ && normal_.z > 0) {
    // No edge crosses the column: it may pass through the face.
    const double cx = x + 0.5, cy = y + 0.5;
    const Vec3 on_plane{cx, cy, (offset_ - normal_.x * cx - normal_.y * cy) / normal_.z};
    if (InsidePrism(on_plane)) {
      best = 0;
      z = on_plane.z;
    }
  }
  return best < radius_squared_;
}

// Exact: the nearest point of the triangle lies on its face or on an edge.
bool TriangleClearance::IsNear(Vec3 voxel) const {
  if (has_plane_) {
    const Vec3 centre = voxel + Vec3{0.5, 0.5, 0.5};
    const double height = Dot(normal_, centre) - offset_;
    const double gap = std::abs(height) - half_extent_;
    if (gap >= radius_ + rounding_ - kRounding) return false;
    const double side = height < 0 ? -1 : 1;
    // If the plane misses the voxel: the projection of its nearest corner. If the plane cuts it: the intersection of
    // its diagonal and the plane, which lies in the triangle if the face but no edge meets the voxel.
    const Vec3 on_face =
        gap > 0 ? centre - (corner_ + normal_ * gap) * side : centre - corner_ * (height / half_extent_);
    if (InsidePrism(on_face)) return true;
  }
  const Vec3 hi = voxel + Vec3{1, 1, 1};
  for (size_t i = 0; i < 3; ++i) {
    if (SegmentToBox(p_[i], p_[(i + 1) % 3], voxel, hi).distance_squared < radius_squared_) return true;
  }
  return false;
}

// Returns the voxels of `open` that are near. `open` is a subset of `unknown`, the voxels of the row between the inner
// and the outer bound. The answer for each voxel depends on `unknown` alone, even where rounding decides, and so not on
// the other triangles of a world, whose blocked voxels are missing in `open`.
uint64_t TriangleClearance::Settle(int x, int y, uint64_t unknown, uint64_t open) const {
  const auto near = [&](int z) { return IsNear({double(x), double(y), double(z)}); };
  uint64_t settled = 0;
  if (std::popcount(unknown) <= kFewVoxels) {
    for (; open != 0; open &= open - 1) {
      if (near(std::countr_zero(open))) settled |= open & -open;
    }
    return settled;
  }
  double z = 0;
  if (!Anchor(x, y, z)) return 0;
  const int anchor = FloorToRow(z);
  const auto undecided = [open](int lo, int hi) { return hi - lo > 1 && (open & RowBits(lo + 1, hi - 1)) != 0; };
  // Upwards from the anchor, voxels are near up to some z and not beyond; downwards alike.
  if (anchor < kBlockSize) {
    if (const uint64_t above = unknown & RowBits(std::max(anchor, 0), kBlockSize - 1); above != 0) {
      int yes = std::countr_zero(above) - 1, no = kBlockSize - std::countl_zero(above);
      while (undecided(yes, no)) {
        const int middle = yes + (no - yes) / 2;
        (near(middle) ? yes : no) = middle;
      }
      settled |= above & RowBits(0, yes);
    }
  }
  if (anchor >= 0) {
    if (const uint64_t below = unknown & RowBits(0, std::min(anchor, kBlockSize - 1)); below != 0) {
      int no = std::countr_zero(below) - 1, yes = kBlockSize - std::countl_zero(below);
      while (undecided(no, yes)) {
        const int middle = no + (yes - no) / 2;
        (near(middle) ? yes : no) = middle;
      }
      settled |= below & RowBits(yes, kBlockSize - 1);
    }
  }
  return settled & open;
}

void TriangleClearance::FillCertain(const VoxelBox& clip, BlockMask& mask) const {
  const RowRange range = RangeIn(clip);
  Rows certain;
  for (int x = range.x_lo; x <= range.x_hi; ++x) {
    CertainRows(x, range, certain);
    for (int y = range.y_lo; y <= range.y_hi; ++y) {
      mask[size_t(BlockRow(x, y))] |= certain.Bits(y, clip.lo.z, clip.hi.z - 1);
    }
  }
}

void TriangleClearance::FillExactly(const VoxelBox& clip, BlockMask& mask) const {
  const RowRange range = RangeIn(clip);
  Rows possible, certain;
  for (int x = range.x_lo; x <= range.x_hi; ++x) {
    PossibleRows(x, range, possible);
    bool has_certain = false;
    for (int y = range.y_lo; y <= range.y_hi; ++y) {
      uint64_t& row = mask[size_t(BlockRow(x, y))];
      const uint64_t near = possible.Bits(y, clip.lo.z, clip.hi.z - 1);
      if ((near & ~row) == 0) continue;
      if (!has_certain) CertainRows(x, range, certain);
      has_certain = true;
      const uint64_t sure = near & certain.Bits(y, clip.lo.z, clip.hi.z - 1);
      row |= sure;
      const uint64_t open = near & ~row;
      if (open != 0) row |= Settle(x, y, near & ~sure, open);
    }
  }
}

}  // namespace navnet
