// SPDX-License-Identifier: Apache-2.0
#include "room_growth.h"

#include <navnet/internal/core/segment_triangle.h>
#include <navnet/internal/runtime/rooms/box_plane.h>

#include <algorithm>
#include <cmath>

namespace navnet {
namespace {

// Planes are moved towards the segment by this much, in metres, and by this fraction of the largest coordinate: more
// than the rounding errors of a dot product. Larger values make rooms smaller.
constexpr double kMargin_m = 1e-9, kMarginShare = 64 * std::numeric_limits<double>::epsilon();
// Distance, relative to the length of the segment, up to which a triangle counts as touched: the direction to it would
// be rounding.
constexpr double kContact = 1e-9;
// Rooms' bounds are widened by this fraction of their size before triangles outside are ignored, because corners of
// sharp wedges are inexact.
constexpr double kBoundsShare = 1e-6;

double LargestCoordinate(Vec3 v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

double LeastAlong(Vec3 normal, const std::array<Vec3, 3>& corners) {
  return std::min({Dot(normal, corners[0]), Dot(normal, corners[1]), Dot(normal, corners[2])});
}

bool ComesBefore(const std::array<Vec3, 3>& x, const std::array<Vec3, 3>& y) {
  for (size_t i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      if (x[i][k] != y[i][k]) return x[i][k] < y[i][k];
    }
  }
  return false;
}

}  // namespace

Growth RoomGrowth::Grow(const JoinedTriangles& triangles, double largest_of_triangles, const RoomOptions& options,
                        Vec3 a, Vec3 b) {
  a_ = a;
  b_ = b;
  radius_ = options.radius_m;
  state_ = Growth::Done;
  const double reach = options.reach_m > 0 ? options.reach_m : Length(b - a) + 16 * radius_;
  const double largest = std::max({largest_of_triangles, LargestCoordinate(a), LargestCoordinate(b), reach});
  margin_ = kMargin_m + kMarginShare * largest;
  planes_.Clear();
  if (!BeginInside(options, reach)) return Growth::Blocked;
  using Id = BoxTree::ObjectId;
  const auto corners = [&](Id id) { return triangles[id.tree]->CornersOf(id.index); };
  BoxTree::EachByDistance(
      triangles.size(), [&](size_t i) -> const BoxTree& { return triangles[i]->tree; }, a, b, open_,
      [&](const Box3& box) { return AreCutOff(box); }, [&](Id id) { return IsCutOff(corners(id)); },
      [&](Id id) { return triangles[id.tree]->BoxOf(id.index); },
      [&](Id id) { return LengthSquared(SegmentToTriangle(a, b, corners(id))); },
      [&](Id x, Id y) { return ComesBefore(corners(x), corners(y)); }, [&](Id id) { AddTriangle(corners(id)); });
  if (state_ != Growth::Done) return state_;
  if (!AddRegions(options.regions)) return Growth::Blocked;
  // Between planes that meet at the segment, as in a slit just as wide as the agent, the margins leave nothing.
  return room_.IsEmpty() ? Growth::Contact : Growth::Done;
}

// Begins with the reach around the segment, within heights and walls. False when the segment is not inside.
bool RoomGrowth::BeginInside(const RoomOptions& options, double reach) {
  const Vec3 by = Vec3{1, 1, 1} * reach;
  Box3 box{Min(a_, b_) - by, Max(a_, b_) + by};
  const int up = options.up == UpAxis::Z ? 2 : 1;
  for (const Vec3& p : {a_, b_}) {
    if (!(p[up] >= options.floor_m - kRoomTolerance_m && p[up] <= options.ceiling_m + kRoomTolerance_m)) return false;
  }
  box.min[up] = std::max(box.min[up], std::min({options.floor_m, a_[up], b_[up]}));
  box.max[up] = std::min(box.max[up], std::max({options.ceiling_m, a_[up], b_[up]}));
  if (box.IsEmpty()) return false;
  room_.Begin(box);
  for (size_t i = 0; i < room_.face_count(); ++i) planes_.Add(room_.PlaneOf(i));
  WidenBounds();
  return std::all_of(options.walls.begin(), options.walls.end(), [&](const HalfSpace& wall) { return AddRule(wall); });
}

void RoomGrowth::WidenBounds() {
  const Vec3 size = room_.bounds().Size();
  const Vec3 by = Vec3{1, 1, 1} * (radius_ + margin_ + kBoundsShare * (size.x + size.y + size.z));
  wide_bounds_ = {room_.bounds().min - by, room_.bounds().max + by};
}

// Adds a plane; false when an end of the segment is beyond it.
bool RoomGrowth::Add(const HalfSpace& plane) {
  if (std::max(plane.DistanceTo(a_), plane.DistanceTo(b_)) > kRoomTolerance_m + 2 * margin_) return false;
  if (room_.Cut(plane)) {
    planes_.Add(plane);
    WidenBounds();
  }
  return true;
}

// Adds a plane that the segment must not cross, but for rounding: by so much it is moved towards the segment, so that
// the rooms of two consecutive segments share the point between them.
bool RoomGrowth::AddRule(HalfSpace plane) {
  const double beyond = std::max(plane.DistanceTo(a_), plane.DistanceTo(b_));
  if (beyond > kRoomTolerance_m) return false;
  plane.offset_m += std::max(0.0, beyond);
  return Add(plane);
}

void RoomGrowth::AddTriangle(const std::array<Vec3, 3>& corners) {
  const Vec3 to = SegmentToTriangle(a_, b_, corners);
  const double distance = Length(to);
  if (distance < radius_ - kRoomTolerance_m) {
    state_ = Growth::Blocked;
    return;
  }
  if (distance <= kContact * (Length(b_ - a_) + 1)) {
    state_ = Growth::Contact;
    return;
  }
  const Vec3 normal = to * (1 / distance);
  if (!Add({normal, LeastAlong(normal, corners) - radius_ - margin_})) state_ = Growth::Contact;
}

// Planes before the regions that the segment does not enter. False when it enters a forbidden one.
bool RoomGrowth::AddRegions(std::span<const CostRegion> regions) {
  for (const CostRegion& region : regions) {
    if (!(region.factor > 1) || region.box_world.IsEmpty()) continue;
    const Box3 box{Max(region.box_world.min, room_.bounds().min), Min(region.box_world.max, room_.bounds().max)};
    const Vec3 size = box.max - box.min;
    if (!(size.x > 0 && size.y > 0 && size.z > 0)) continue;
    if (planes_.IsBeyond(box, 0)) continue;
    if (!AddRule(PlaneBetween(a_, b_, region.box_world)) && std::isinf(region.factor)) return false;
  }
  return true;
}

// Whether a box is the radius away from the room.
inline bool RoomGrowth::IsOutside(const Vec3& low, const Vec3& high) const {
  const Box3& box = wide_bounds_;
  return low.x > box.max.x || low.y > box.max.y || low.z > box.max.z || high.x < box.min.x || high.y < box.min.y ||
         high.z < box.min.z;
}

// A triangle is beyond a plane when all of it is at least the radius beyond it. The border between what is and what is
// not lies half a margin before triangles at exactly that distance, and that of boxes a quarter: rounding makes no
// difference to triangles that touch a plane, and none to whether a triangle is in a box that is cut off.
bool RoomGrowth::IsCutOff(const std::array<Vec3, 3>& corners) const {
  const Vec3 low = Min(Min(corners[0], corners[1]), corners[2]), high = Max(Max(corners[0], corners[1]), corners[2]);
  return state_ != Growth::Done || IsOutside(low, high) || planes_.IsBeyond(corners, radius_ + 0.5 * margin_);
}

bool RoomGrowth::AreCutOff(const Box3& box) const {
  return state_ != Growth::Done || IsOutside(box.min, box.max) || planes_.IsBeyond(box, radius_ + 0.75 * margin_);
}

}  // namespace navnet
