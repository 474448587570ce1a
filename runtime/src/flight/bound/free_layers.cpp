// SPDX-License-Identifier: Apache-2.0
#include "flight/bound/free_layers.h"

#include "level/free_air.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

Vec3 ToVec(VoxelCoord v) { return {double(v.x), double(v.y), double(v.z)}; }

double DistanceTo(const Portal& box, Vec3 p) { return Length(Clamp(p, box) - p); }

// A box of voxels as free space, relative to `base`.
Portal Widened(const VoxelBox& box, VoxelCoord base) {
  const Vec3 by{kOnFace, kOnFace, kOnFace};
  return {ToVec(box.lo - base) - by, ToVec(box.hi - base) + by};
}

// The least |a - p| + |p - b| over the points p of a rectangle on a plane perpendicular to `axis`.
//
// The sum depends on p through its distances from two points of the plane, at the heights of a and b above it. So a and
// b may lie on either side: the best point of the plane is where the straight line crosses it, if one of them is
// reflected. If that point is outside the rectangle, the best one lies on an edge that faces it, and along the edge's
// line unfolding gives it in closed form. An error of the point changes the sum in second order only.
double LeastBy(Vec3 a, Vec3 b, const Portal& rectangle, int axis) {
  const int y = axis == 0 ? 1 : 0, z = axis == 2 ? 1 : 2;
  const auto height = [&](Vec3 p) {
    return std::max({rectangle.lo[axis] - p[axis], p[axis] - rectangle.hi[axis], 0.0});
  };
  const double over_a = height(a), over_b = height(b), over = over_a + over_b;
  const double share = over > 0 ? over_a / over : 0.5;
  // The least sum over the points whose coordinate k is fixed, where the straight line would cross at another one.
  const auto along_edge = [&](int k, double fixed, int other) {
    const double to_a = std::sqrt(over_a * over_a + (fixed - a[k]) * (fixed - a[k]));
    const double to_b = std::sqrt(over_b * over_b + (fixed - b[k]) * (fixed - b[k]));
    const double wanted = a[other] + (b[other] - a[other]) * (to_a + to_b > 0 ? to_a / (to_a + to_b) : 0.5);
    const double at = std::clamp(wanted, rectangle.lo[other], rectangle.hi[other]);
    const double by_a = at - a[other], by_b = b[other] - at;
    return std::sqrt(to_a * to_a + by_a * by_a) + std::sqrt(to_b * to_b + by_b * by_b);
  };
  const double at_y = a[y] + share * (b[y] - a[y]), at_z = a[z] + share * (b[z] - a[z]);
  const double clamped_y = std::clamp(at_y, rectangle.lo[y], rectangle.hi[y]);
  const double clamped_z = std::clamp(at_z, rectangle.lo[z], rectangle.hi[z]);
  double least = std::numeric_limits<double>::infinity();
  if (clamped_y != at_y) least = along_edge(y, clamped_y, z);
  if (clamped_z != at_z) least = std::min(least, along_edge(z, clamped_z, y));
  return std::isinf(least) ? Length(b - a) : least;
}

}  // namespace

void FreeLayers::Gather(const LevelIndex& index, uint32_t component, Vec3 start, Vec3 goal, double longest) {
  const LevelParts& parts = index.parts();
  for (int a = 0; a < 3; ++a) base_[a] = int32_t(std::floor(start[a]));
  start_ = start - ToVec(base_);
  goal_ = goal - ToVec(base_);
  longest_ = longest;
  boxes_.clear();
  rectangles_.clear();
  listed_.clear();
  blocks_.clear();

  // Paths no longer than `longest` lie in an ellipsoid whose foci are the ends.
  const Vec3 d = goal - start;
  const double length2 = LengthSquared(d), minor2 = std::max(0.0, longest * longest - length2) / 4;
  VoxelBox around;
  for (int a = 0; a < 3; ++a) {
    const double share = length2 > 0 ? d[a] * d[a] / length2 : 0;
    const double half = std::sqrt(minor2 + (longest * longest / 4 - minor2) * share) + 1;
    const double middle = (start[a] + goal[a]) / 2;
    around.lo[a] = int32_t(std::clamp(std::floor(middle - half), -0x1p29, 0x1p29));
    around.hi[a] = int32_t(std::clamp(std::ceil(middle + half), -0x1p29, 0x1p29));
  }
  const bool has_gaps = !parts.cells_hold_all();
  const int32_t reach = has_gaps ? kVolumeReach : 0;
  VoxelBox searched = around;
  double positions = 1;
  for (int a = 0; a < 3; ++a) {
    searched.lo[a] -= reach;
    searched.hi[a] += reach;
    positions *= double(searched.Size(a)) / kBlockSize + 1;
  }
  const auto meets = [](const VoxelBox& a, const VoxelBox& b) {
    for (int k = 0; k < 3; ++k) {
      if (a.lo[k] > b.hi[k] || a.hi[k] < b.lo[k]) return false;
    }
    return true;
  };
  if (positions < parts.entry_count()) {
    const VoxelCoord first = BlockOf(searched.lo);
    EachBlockIn(searched, [&](VoxelCoord at) {
      const BlockEntry* block = parts.BlockAt(BlockOrigin(at));
      if (!block) return;
      // A cube of many blocks is found at each of them; it counts only at the first.
      const VoxelCoord begin = BlockOf(block->origin);
      for (int a = 0; a < 3; ++a) {
        if (at[a] != std::max(begin[a], first[a])) return;
      }
      blocks_.push_back(block);
    });
  } else {
    for (uint32_t i = 0; i < parts.entry_count(); ++i) {
      const BlockEntry& block = parts.entry(i);
      const VoxelCoord size{block.size, block.size, block.size};
      if (block.size > 0 && meets({block.origin, block.origin + size}, searched)) blocks_.push_back(&block);
    }
  }
  // Entries of a live world are in any order: the order of a net's blocks makes answers independent of it.
  std::sort(blocks_.begin(), blocks_.end(), [](const BlockEntry* a, const BlockEntry* b) { return Precedes(*a, *b); });
  const auto is_reached = [&](const VoxelBox& box) {
    const Portal widened = Widened(box, base_);
    return DistanceTo(widened, start_) + DistanceTo(widened, goal_) < longest;
  };
  for (const BlockEntry* block : blocks_) {
    const VoxelCoord margin{reach, reach, reach}, size{block->size, block->size, block->size};
    if (!is_reached({block->origin - margin, block->origin + size + margin})) continue;
    for (uint32_t cell = block->first_cell; cell < block->first_cell + block->cell_count; ++cell) {
      const CellRecord& record = parts[cell];
      const VoxelBox& box = has_gaps ? record.volume : record.cell;
      if (record.part == kNoPart || !meets(box, around) || parts.component(cell) != component) continue;
      if (is_reached(box)) boxes_.push_back(box);
    }
  }
}

Portal FreeLayers::RectangleOf(const VoxelBox& box, Screen screen) const {
  Portal rectangle = Widened(box, base_);
  const double plane = screen.plane - base_[screen.axis];
  rectangle.lo[screen.axis] = plane - kOnFace;
  rectangle.hi[screen.axis] = plane + kOnFace;
  return rectangle;
}

double FreeLayers::LeastOn(Screen screen, Vec3 a, Vec3 b, double enough, bool again) {
  double least = std::numeric_limits<double>::infinity();
  const auto is_enough = [&](const Portal& rectangle) {
    least = std::min(least, LeastBy(a, b, rectangle, screen.axis));
    return least < enough;
  };
  if (again) {
    for (const Rectangle& rectangle : On(screen)) {
      if (is_enough(rectangle.box)) break;
    }
  } else {
    for (const VoxelBox& box : boxes_) {
      if (screen.layer() < box.lo[screen.axis] || screen.layer() >= box.hi[screen.axis]) continue;
      if (is_enough(RectangleOf(box, screen))) break;
    }
  }
  return least;
}

std::span<const FreeLayers::Rectangle> FreeLayers::On(Screen screen) {
  const auto known = std::find_if(listed_.begin(), listed_.end(), [&](const Listed& l) { return l.screen == screen; });
  if (known != listed_.end()) return std::span(rectangles_).subspan(known->first, known->end - known->first);
  const size_t first = rectangles_.size();
  const int axis = screen.axis;
  const int32_t layer = screen.layer();
  for (const VoxelBox& box : boxes_) {
    if (layer < box.lo[axis] || layer >= box.hi[axis]) continue;
    const Portal rectangle = RectangleOf(box, screen);
    const double least = LeastBy(start_, goal_, rectangle, axis);
    if (least < longest_) rectangles_.push_back({rectangle, least});
  }
  listed_.push_back({screen, first, rectangles_.size()});
  return std::span(rectangles_).subspan(first);
}

}  // namespace navnet
