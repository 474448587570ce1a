// The voxels of a row that lie within a radius of a triangle form one interval: triangle, ball and voxel are convex,
// and so is their Minkowski sum. The interval is squeezed between an outer bound (the slab around the triangle's plane,
// the ball around the whole triangle) and an inner one (the ball around its centroid, the prism over its face). In the
// open surface the two agree; where they do not, and the voxels between are not blocked yet, a binary search with the
// exact distance settles the ends.

#include "triangle_clearance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-7;  // Outer bounds are widened by this many voxels.
constexpr int kFewVoxels = 3;       // Up to so many voxels are tested one by one.
constexpr double kSteep = 1e-3;     // Planes with a smaller normal.z give no useful interval of z.

// A segment against an axis-parallel box: distance² along the segment is convex and piecewise quadratic, so its slope
// is monotone and piecewise linear; between the two breakpoints where the slope changes sign the minimum is a quotient.
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

// Squared distance from a point to the unit square with its low corner at (square.x, square.y), ignoring z.
double SquareDistanceSquared(Vec3 square, Vec3 p) {
  const double dx = std::max({square.x - p.x, 0.0, p.x - square.x - 1});
  const double dy = std::max({square.y - p.y, 0.0, p.y - square.y - 1});
  return dx * dx + dy * dy;
}

// Rows beyond the block are all alike.
double ClampToRow(double v) { return std::clamp(v, -2.0, double(kBlockSize) + 2); }
int FloorToRow(double v) { return int(std::floor(ClampToRow(v))); }
int CeilToRow(double v) { return int(std::ceil(ClampToRow(v))); }

}  // namespace

// Voxels lo..hi of a row, closed, empty when lo > hi; may reach beyond the block.
struct TriangleClearance::RowSpan {
  int lo = 1, hi = 0;

  bool IsEmpty() const { return lo > hi; }
  RowSpan Within(RowSpan other) const { return {std::max(lo, other.lo), std::min(hi, other.hi)}; }
  /// Requires: empty, or inside the block.
  uint64_t Bits() const { return RowBits(lo, hi); }
  /// Voxels z with low < z + 1 and z < high: those whose open interval meets (low, high).
  static RowSpan Meeting(double low, double high) { return {FloorToRow(low - 1) + 1, CeilToRow(high) - 1}; }
};

TriangleClearance::TriangleClearance(const std::array<Vec3, 3>& corners, double radius)
    : p_(corners), radius_(radius - kTieVoxels), radius_squared_(radius_ * radius_) {
  for (const Vec3& p : p_) box_.Extend(p);
  centroid_ = (p_[0] + p_[1] + p_[2]) * (1.0 / 3);
  for (const Vec3& p : p_) spread_ = std::max(spread_, Length(p - centroid_));

  const Vec3 n = Cross(p_[1] - p_[0], p_[2] - p_[0]);
  const double length = Length(n);
  // A needle's plane is all rounding error; its edges say everything about it.
  if (length <= 1e-9 * spread_ * spread_ || length == 0) return;
  has_plane_ = true;
  normal_ = n * ((n.z < 0 ? -1 : 1) / length);
  offset_ = Dot(normal_, p_[0]);
  corner_ = {std::copysign(0.5, normal_.x), std::copysign(0.5, normal_.y), 0.5};
  half_extent_ = Dot(normal_, corner_);
  for (size_t i = 0; i < 3; ++i) {
    const Vec3 &a = p_[i], &b = p_[(i + 1) % 3], &c = p_[(i + 2) % 3];
    Vec3 m = Cross(normal_, b - a);
    m = m * ((Dot(m, c - a) < 0 ? -1 : 1) / Length(m));
    inward_[i] = m;
    inward_offset_[i] = Dot(m, a);
    inward_reach_[i] = radius_ + (std::abs(m.x) + std::abs(m.y) + std::abs(m.z)) / 2 + kRounding;
  }
}

bool TriangleClearance::InsidePrism(Vec3 p) const {
  for (size_t i = 0; i < 3; ++i) {
    if (Dot(inward_[i], p) < inward_offset_[i]) return false;
  }
  return true;
}

// All voxels of the row that can be near.
TriangleClearance::RowSpan TriangleClearance::Outer(Vec3 square) const {
  double low = box_.min.z - radius_, high = box_.max.z + radius_;
  const double reach = radius_ + spread_;
  const double rest = reach * reach - SquareDistanceSquared(square, centroid_);
  if (rest <= 0) return {};
  const double half = std::sqrt(rest);
  low = std::max(low, centroid_.z - half);
  high = std::min(high, centroid_.z + half);
  if (has_plane_) {
    // A voxel's centre keeps to the slab around the plane and to the inner side of the three walls.
    const double x = square.x + 0.5, y = square.y + 0.5;
    const auto at_least = [&](Vec3 n, double limit) {
      const double rest_limit = limit - n.x * x - n.y * y;  // n.z * centre.z >= rest_limit
      if (n.z > kSteep) {
        low = std::max(low, rest_limit / n.z + 0.5);
      } else if (n.z < -kSteep) {
        high = std::min(high, rest_limit / n.z - 0.5);
      } else if (rest_limit > std::max(0.0, n.z * kBlockSize)) {
        high = low - 2;
      }
    };
    const double width = radius_ + half_extent_ + kRounding;
    at_least(normal_, offset_ - width);
    at_least(normal_ * -1, -offset_ - width);
    for (size_t i = 0; i < 3; ++i) at_least(inward_[i], inward_offset_[i] - inward_reach_[i]);
  }
  return RowSpan::Meeting(low - kRounding, high + kRounding);
}

// Voxels of the row that certainly are near; may be empty.
TriangleClearance::RowSpan TriangleClearance::Inner(Vec3 square) const {
  RowSpan span;
  const auto include = [&span](int z) {
    span = span.IsEmpty() ? RowSpan{z, z} : RowSpan{std::min(span.lo, z), std::max(span.hi, z)};
  };
  const double rest = radius_squared_ - SquareDistanceSquared(square, centroid_);
  if (rest > 0) {
    const double half = std::sqrt(rest);
    span = RowSpan::Meeting(centroid_.z - half, centroid_.z + half);
  }
  if (!has_plane_ || normal_.z < kSteep) return span;
  // Over the face the last voxel is the one whose nearest corner is just a radius from the plane, if the corner's foot
  // is in the triangle.
  const double level = offset_ - normal_.x * (square.x + 0.5) - normal_.y * (square.y + 0.5);
  for (const double side : {-1.0, 1.0}) {
    const double centre_z = (level + side * (radius_ + half_extent_)) / normal_.z;
    const Vec3 centre{square.x + 0.5, square.y + 0.5, centre_z};
    if (!InsidePrism(centre - (corner_ + normal_ * radius_) * side)) continue;
    include(side > 0 ? CeilToRow(centre_z - 0.5) - 1 : FloorToRow(centre_z - 0.5) + 1);
  }
  return span;
}

// The height of the point of the triangle nearest to the column over the square; false when it is not near enough.
bool TriangleClearance::Anchor(Vec3 square, double& z) const {
  const Vec3 lo{square.x, square.y, -kInfinity}, hi{square.x + 1, square.y + 1, kInfinity};
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
    const double x = square.x + 0.5, y = square.y + 0.5;
    const Vec3 on_plane{x, y, (offset_ - normal_.x * x - normal_.y * y) / normal_.z};
    if (InsidePrism(on_plane)) {
      best = 0;
      z = on_plane.z;
    }
  }
  return best < radius_squared_;
}

// Exact: the nearest point of the triangle lies on its face, on an edge, or is a corner.
bool TriangleClearance::IsNear(Vec3 voxel) const {
  if (has_plane_) {
    const Vec3 centre = voxel + Vec3{0.5, 0.5, 0.5};
    const double height = Dot(normal_, centre) - offset_;
    const double gap = std::abs(height) - half_extent_;
    if (gap >= radius_) return false;
    const double side = height < 0 ? -1 : 1;
    // A voxel off the plane: its nearest corner's foot. One that the plane cuts: where its diagonal meets the plane,
    // a point that is in the triangle if no edge comes into the voxel but the face does.
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

// Calls visit(square, outer, row) for every row with voxels that may be near and are not blocked yet.
template <class Visit>
void TriangleClearance::EachRow(const VoxelBox& clip, BlockMask& mask, const Visit& visit) const {
  const int x_lo = std::max(clip.lo.x, FloorToRow(box_.min.x - radius_) - 1);
  const int x_hi = std::min(clip.hi.x - 1, FloorToRow(box_.max.x + radius_));
  const int y_lo = std::max(clip.lo.y, FloorToRow(box_.min.y - radius_) - 1);
  const int y_hi = std::min(clip.hi.y - 1, FloorToRow(box_.max.y + radius_));
  for (int x = x_lo; x <= x_hi; ++x) {
    for (int y = y_lo; y <= y_hi; ++y) visit(Vec3{double(x), double(y), 0}, mask[size_t(BlockRow(x, y))]);
  }
}

void TriangleClearance::FillCertain(const VoxelBox& clip, BlockMask& mask) const {
  const RowSpan whole{clip.lo.z, clip.hi.z - 1};
  EachRow(clip, mask, [&](Vec3 square, uint64_t& row) { row |= Inner(square).Within(whole).Bits(); });
}

void TriangleClearance::FillExactly(const VoxelBox& clip, BlockMask& mask) const {
  const RowSpan whole{clip.lo.z, clip.hi.z - 1};
  EachRow(clip, mask, [&](Vec3 square, uint64_t& row) {
    const RowSpan outer = Outer(square).Within(whole);
    const uint64_t open = outer.Bits() & ~row;
    if (open == 0) return;
    const auto near = [&](int z) { return IsNear({square.x, square.y, double(z)}); };
    if (std::popcount(open) <= kFewVoxels) {
      for (uint64_t left = open; left != 0; left &= left - 1) {
        if (near(std::countr_zero(left))) row |= left & -left;
      }
      return;
    }
    double z = 0;
    if (!Anchor(square, z)) return;
    const int anchor = FloorToRow(z);
    // From the anchor up, voxels are near up to some point and not after it; the same down.
    if (const uint64_t above = open & RowSpan{std::max(anchor, 0), kBlockSize - 1}.Bits(); above != 0) {
      int yes = std::countr_zero(above) - 1, no = kBlockSize - std::countl_zero(above);
      while (no - yes > 1) {
        const int middle = yes + (no - yes) / 2;
        (near(middle) ? yes : no) = middle;
      }
      row |= above & RowSpan{0, yes}.Bits();
    }
    if (const uint64_t below = open & RowSpan{0, std::min(anchor, kBlockSize - 1)}.Bits(); below != 0) {
      int no = std::countr_zero(below) - 1, yes = kBlockSize - std::countl_zero(below);
      while (yes - no > 1) {
        const int middle = no + (yes - no) / 2;
        (near(middle) ? yes : no) = middle;
      }
      row |= below & RowSpan{yes, kBlockSize - 1}.Bits();
    }
  });
}

}  // namespace navnet
