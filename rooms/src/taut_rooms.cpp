// SPDX-License-Identifier: Apache-2.0
#include "taut_rooms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace navnet {
namespace {

// Depth of a portal, in metres and relative to its size, up to which it is flat: a point in it does not move.
constexpr double kFlat = 1e-8;
// Boxes around rooms are widened by this fraction of their size: they must not touch the portals.
constexpr double kAround = 1e-3;

double LengthOf(std::span<const Vec3> points) {
  double sum = 0;
  for (size_t i = 1; i < points.size(); ++i) sum += Length(points[i] - points[i - 1]);
  return sum;
}

}  // namespace

void TautRooms::Pull(const RoomCorridor& rooms, std::span<const Box3> bounds, std::span<const Vec3> entries,
                     Vec3 goal) {
  const Vec3 start = entries[0];
  FindPortals(rooms, bounds, entries);
  knots_.insert(knots_.begin(), start);
  knots_.push_back(goal);
  lower_bound_ = 0;
  const size_t count = is_fixed_.size();
  if (count > 0 && !Passes(start, goal, 0, count)) {
    chain_.Minimise({knots_, planes_, first_plane_, is_fixed_});
    lower_bound_ = BoundOf(knots_, all_portals_, chain_.epsilon());
  }
  DropStraight(start, goal);
  length_ = LengthOf(points_);
  lower_bound_ = std::max({lower_bound_, BoundOf(points_, portals_, 0), Length(goal - start)});
}

// Sets planes and corners of all portals, and the knots to their middles. An empty portal has no planes; its knot is
// where the given path enters the next room.
void TautRooms::FindPortals(const RoomCorridor& rooms, std::span<const Box3> bounds, std::span<const Vec3> entries) {
  planes_.clear();
  first_plane_.assign(1, 0);
  corners_.clear();
  first_corner_.assign(1, 0);
  is_fixed_.clear();
  knots_.clear();
  all_portals_.clear();
  for (size_t room = 0; room + 1 < rooms.size(); ++room) {
    const Box3& x = bounds[room];
    const Vec3 by = Vec3{1, 1, 1} * (kAround * (1 + Length(x.Size())));
    portal_.Begin({x.min - by, x.max + by});
    for (const size_t side : {room, room + 1}) {
      for (const HalfSpace& plane : rooms.PlanesOf(side)) portal_.Cut(plane);
    }
    const bool is_empty = portal_.IsEmpty();
    const Vec3 middle = is_empty ? entries[room + 1] : portal_.Middle();
    double depth = is_empty ? 0 : std::numeric_limits<double>::infinity();
    for (size_t face = 0; face < portal_.face_count(); ++face) {
      planes_.push_back(portal_.PlaneOf(face));
      depth = std::min(depth, -planes_.back().DistanceTo(middle));
    }
    corners_.insert(corners_.end(), portal_.corners().begin(), portal_.corners().end());
    if (is_empty) corners_.push_back(middle);
    first_plane_.push_back(uint32_t(planes_.size()));
    first_corner_.push_back(uint32_t(corners_.size()));
    is_fixed_.push_back(!(depth > kFlat));
    knots_.push_back(middle);
    all_portals_.push_back(uint32_t(room));
  }
}

// Whether a segment passes the portals from `first` to before `end` in order.
bool TautRooms::Passes(Vec3 from, Vec3 to, size_t first, size_t end) const {
  const Vec3 d = to - from;
  double reached = 0;
  for (size_t i = first; i < end; ++i) {
    if (first_plane_[i] == first_plane_[i + 1]) return false;  // An empty portal is passed at its knot alone.
    double enter = reached, leave = 1;
    for (uint32_t k = first_plane_[i]; k < first_plane_[i + 1]; ++k) {
      const double slope = Dot(planes_[k].normal, d), rest = -planes_[k].DistanceTo(from);
      if (slope > 0) leave = std::min(leave, rest / slope);
      if (slope < 0) enter = std::max(enter, rest / slope);
      if (slope == 0 && rest < 0) return false;
    }
    if (!(enter <= leave)) return false;
    reached = enter;
  }
  return true;
}

// Sets the points to the knots, without those that a straight segment can pass.
void TautRooms::DropStraight(Vec3 start, Vec3 goal) {
  points_.assign(1, start);
  portals_.clear();
  const size_t count = is_fixed_.size();
  for (size_t at = 0; at < count;) {
    // The farthest knot, or the goal, that is reached straight from the last point; `at` is the first portal behind it.
    size_t next = count;
    while (next > at && !Passes(points_.back(), knots_[next + 1], at, next)) --next;
    if (next == count) break;
    points_.push_back(knots_[next + 1]);
    portals_.push_back(uint32_t(next));
    at = next + 1;
  }
  points_.push_back(goal);
}

// Any vectors of length 1 or less in place of the segments' directions give a lower bound: the sum, over the portals,
// of the least product of a point of the portal with the change of direction there. Directions smoothed by epsilon are
// better where segments have no length.
double TautRooms::BoundOf(std::span<const Vec3> points, std::span<const uint32_t> portals, double epsilon) const {
  const auto direction = [&](size_t i) {
    const Vec3 d = points[i + 1] - points[i];
    const double length = std::sqrt(LengthSquared(d) + epsilon * epsilon);
    return length > 0 ? d * (1 / length) : Vec3{};
  };
  // Relative to the start, where coordinates have the most digits.
  const Vec3 origin = points[0];
  Vec3 before = direction(0);
  double sum = 0;
  for (size_t i = 0; i < portals.size(); ++i) {
    const Vec3 after = direction(i + 1), turn = before - after;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t k = first_corner_[portals[i]]; k < first_corner_[portals[i] + 1]; ++k) {
      least = std::min(least, Dot(turn, corners_[k] - origin));
    }
    sum += least;
    before = after;
  }
  return sum + Dot(before, points.back() - origin);
}

}  // namespace navnet
