// SPDX-License-Identifier: Apache-2.0
#pragma once
// The taut path in rooms: the shortest path through a sequence of convex portals.

#include <navnet/runtime/room.h>

#include "polytope.h"
#include "taut_chain.h"

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Computes taut paths; its memory is reused.
class TautRooms {
 public:
  /// Computes the shortest path from start to goal with a point in each portal between consecutive rooms, in order.
  /// `bounds`: boxes around the rooms. `entries`: where a given path enters each room; the first is the start. Where
  /// the path touches triangles at the radius, a room may end a margin before the next one begins: there, the taut path
  /// passes the entry.
  void Pull(const RoomCorridor& rooms, std::span<const Box3> bounds, std::span<const Vec3> entries, Vec3 goal);

  /// Start, bends, goal.
  std::span<const Vec3> points() const { return points_; }
  double length() const { return length_; }
  /// Lower bound of the length of all such paths, by duality.
  double lower_bound() const { return lower_bound_; }

 private:
  void FindPortals(const RoomCorridor& rooms, std::span<const Box3> bounds, std::span<const Vec3> entries);
  bool Passes(Vec3 from, Vec3 to, size_t first, size_t end) const;
  void DropStraight(Vec3 start, Vec3 goal);
  double BoundOf(std::span<const Vec3> points, std::span<const uint32_t> portals, double epsilon) const;

  Polytope portal_;
  TautChain chain_;
  // Of all portals.
  std::vector<HalfSpace> planes_;
  std::vector<uint32_t> first_plane_, first_corner_;
  std::vector<Vec3> corners_;
  std::vector<uint8_t> is_fixed_;
  std::vector<Vec3> knots_;                      ///< Start, a point in each portal, goal.
  std::vector<uint32_t> all_portals_, portals_;  ///< All portals; those of the points between start and goal.
  std::vector<Vec3> points_;
  double length_ = 0, lower_bound_ = 0;
};

}  // namespace navnet
