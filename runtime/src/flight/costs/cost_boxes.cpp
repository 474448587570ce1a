// SPDX-License-Identifier: Apache-2.0
#include "flight/costs/cost_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFar = 0x1p31;  // Coordinate outside every net, in voxels.
// Faces are rounded to multiples of this, in voxels, so that faces meant to coincide do.
constexpr double kStep = 0x1p-26;
constexpr double kMostFactor = 1e6;  // Limit of the product of factors; larger ones would not change the path.

// The part of a segment inside a box that is widened to each side, as parameters; not first < last when it is empty.
struct Inside {
  double first = 0, last = 1;
};
Inside PartInside(Vec3 a, Vec3 d, const CostBox& box, double widened) {
  Inside part;
  for (int k = 0; k < 3 && part.first < part.last; ++k) {
    const double to_lo = box.lo[k] - widened - a[k], to_hi = box.hi[k] + widened - a[k];
    if (d[k] == 0) {
      if (to_lo >= 0 || to_hi <= 0) part.last = part.first;
      continue;
    }
    part.first = std::max(part.first, std::min(to_lo / d[k], to_hi / d[k]));
    part.last = std::min(part.last, std::max(to_lo / d[k], to_hi / d[k]));
  }
  return part;
}

double OnLattice(double x) { return std::round(std::clamp(x, -kFar, kFar) / kStep) * kStep; }

}  // namespace

double CostBoxes::Product(double a, double b) {
  return std::isinf(a) || std::isinf(b) ? kInfinity : std::min(a * b, kMostFactor);
}

void CostBoxes::Read(const FlightQuery& query, const NetInfo& info) {
  boxes_.clear();
  up_ = info.up == UpAxis::Y ? 1 : 2;
  climb_ = query.climb_cost;
  descend_ = query.descend_cost;
  only_forbid_ = climb_ == 0 && descend_ == 0;

  // Regions may be unbounded: clip them near the net's bounds, so that coordinates stay finite.
  Box3 world = info.frame.WorldBox(info.bounds);
  const Vec3 margin = Vec3{1, 1, 1} * info.frame.voxel_m;
  world = {world.min - margin, world.max + margin};
  for (const CostRegion& region : query.regions) {
    const Box3 box{Max(region.box_world.min, world.min), Min(region.box_world.max, world.max)};
    if (region.factor == 1 || box.IsEmpty()) continue;
    Vec3 lo{kInfinity, kInfinity, kInfinity}, hi = lo * -1;
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner = info.frame.ToVoxelSpace(
          {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z});
      lo = Min(lo, corner);
      hi = Max(hi, corner);
    }
    Add(lo, hi, region.factor);
  }
  const double ground = info.frame.origin_world[up_], voxel_m = info.frame.voxel_m;
  const Vec3 far{kFar, kFar, kFar};
  Vec3 top = far, bottom = far * -1;
  top[up_] = (query.floor_m - ground) / voxel_m;
  bottom[up_] = (query.ceiling_m - ground) / voxel_m;
  Add(far * -1, top, kInfinity);
  Add(bottom, far, kInfinity);
}

// Boxes with an empty interior are ignored.
void CostBoxes::Add(Vec3 lo, Vec3 hi, double factor) {
  CostBox box{{}, {}, factor};
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = OnLattice(lo[a]);
    box.hi[a] = OnLattice(hi[a]);
    if (!(box.lo[a] < box.hi[a])) return;
  }
  boxes_.push_back(box);
  only_forbid_ = only_forbid_ && std::isinf(factor);
}

bool CostBoxes::Touches(Vec3 a, Vec3 b) const {
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const CostBox& box) {
    const Inside part = PartInside(a, b - a, box, kTouch);
    return part.first < part.last;
  });
}

double CostBoxes::CostAlong(Vec3 a, Vec3 b) {
  const Vec3 d = b - a, lo = Min(a, b), hi = Max(a, b);
  crossings_.clear();
  cuts_.clear();
  for (const CostBox& box : boxes_) {
    const bool is_near =
        lo.x < box.hi.x && hi.x > box.lo.x && lo.y < box.hi.y && hi.y > box.lo.y && lo.z < box.hi.z && hi.z > box.lo.z;
    if (!is_near) continue;
    const auto [first, last] = PartInside(a, d, box, -kTouch);
    if (!(first < last)) continue;
    if (std::isinf(box.factor)) return kInfinity;
    crossings_.push_back({first, last, box.factor});
    cuts_.push_back(first);
    cuts_.push_back(last);
  }
  if (crossings_.empty()) return CostOf(d, 1);
  cuts_.push_back(1);
  std::sort(cuts_.begin(), cuts_.end());
  double from = 0, mean = 0;
  for (const double to : cuts_) {
    const double middle = (from + to) / 2;
    double factor = 1;
    for (const Crossing& c : crossings_) {
      if (c.first < middle && middle < c.last) factor = Product(factor, c.factor);
    }
    mean += (to - from) * factor;
    from = to;
  }
  return CostOf(d, mean);
}

}  // namespace navnet
