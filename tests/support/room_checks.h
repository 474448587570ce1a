// SPDX-License-Identifier: Apache-2.0
#pragma once
// Slow checks of convex rooms: corners by solving for every three planes, and whether a path runs through rooms in
// order.

#include <navnet/runtime/room.h>

#include "support/random_meshes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace navnet {

/// The corners of an intersection of half-spaces: the points where three borders meet that are at most `tolerance`
/// beyond any other. Corners where more than three meet occur several times.
inline std::vector<Vec3> SlowCornersOf(std::span<const HalfSpace> planes, double tolerance) {
  std::vector<Vec3> corners;
  for (size_t i = 0; i < planes.size(); ++i) {
    for (size_t j = i + 1; j < planes.size(); ++j) {
      const Vec3 edge = Cross(planes[i].normal, planes[j].normal);
      if (Length(edge) < 1e-9) continue;
      for (size_t k = j + 1; k < planes.size(); ++k) {
        const double volume = Dot(edge, planes[k].normal);
        if (std::abs(volume) < 1e-9) continue;
        const Vec3 corner =
            (edge * planes[k].offset_m + Cross(planes[j].normal, planes[k].normal) * planes[i].offset_m +
             Cross(planes[k].normal, planes[i].normal) * planes[j].offset_m) *
            (1 / volume);
        if (std::all_of(planes.begin(), planes.end(),
                        [&](const HalfSpace& plane) { return plane.DistanceTo(corner) <= tolerance; })) {
          corners.push_back(corner);
        }
      }
    }
  }
  return corners;
}

/// A random convex combination of points; uniform over none of them.
inline Vec3 RandomAmong(TestRandom& random, std::span<const Vec3> points) {
  Vec3 sum;
  double weights = 0;
  for (const Vec3& p : points) {
    const double weight = -std::log(random.Uniform(1e-12, 1));
    sum = sum + p * weight;
    weights += weight;
  }
  return sum * (1 / weights);
}

/// Distance of the mean of the corners to the nearest border: above 0 when the intersection has interior. Minus
/// infinity without corners.
inline double RoomInside(std::span<const HalfSpace> planes, double tolerance) {
  const std::vector<Vec3> corners = SlowCornersOf(planes, tolerance);
  if (corners.empty()) return -std::numeric_limits<double>::infinity();
  Vec3 mean;
  for (const Vec3& p : corners) mean = mean + p * (1.0 / double(corners.size()));
  double least = std::numeric_limits<double>::infinity();
  for (const HalfSpace& plane : planes) least = std::min(least, -plane.DistanceTo(mean));
  return least;
}

/// The planes of two consecutive rooms: of the portal between them.
inline std::vector<HalfSpace> PortalPlanes(const RoomCorridor& rooms, size_t room) {
  std::vector<HalfSpace> planes(rooms.PlanesOf(room).begin(), rooms.PlanesOf(room).end());
  planes.insert(planes.end(), rooms.PlanesOf(room + 1).begin(), rooms.PlanesOf(room + 1).end());
  return planes;
}

/// Whether a path runs through all rooms in order: whether it can be cut into one part for each room, in this order,
/// that lies in the room; parts may be points.
inline bool RunsThrough(const RoomCorridor& rooms, std::span<const Vec3> points, double tolerance) {
  if (rooms.empty() || points.empty()) return false;
  // Places on the path are segment + fraction. Those where the part of a room may end, as intervals.
  std::vector<std::pair<double, double>> ends{{0, 0}};
  for (size_t room = 0; room < rooms.size(); ++room) {
    std::vector<std::pair<double, double>> inside;  // The parts of the path in the room.
    for (size_t i = 0; i < std::max<size_t>(points.size() - 1, 1); ++i) {
      const Vec3 a = points[i], d = points[std::min(i + 1, points.size() - 1)] - a;
      double first = 0, last = 1;
      for (const HalfSpace& plane : rooms.PlanesOf(room)) {
        const double slope = Dot(plane.normal, d), rest = tolerance - plane.DistanceTo(a);
        if (slope > 0) last = std::min(last, rest / slope);
        if (slope < 0) first = std::max(first, rest / slope);
        if (slope == 0 && rest < 0) last = -1;
      }
      if (first > last) continue;
      if (first == 0 && !inside.empty() && inside.back().second == double(i)) {
        inside.back().second = double(i) + last;
      } else {
        inside.emplace_back(double(i) + first, double(i) + last);
      }
    }
    std::vector<std::pair<double, double>> next;
    for (const auto& [first, last] : inside) {
      double from = std::numeric_limits<double>::infinity();
      for (const auto& [begin, end] : ends) {
        if (end >= first && begin <= last) from = std::min(from, std::max(first, begin));
      }
      if (from <= last) next.emplace_back(from, last);
    }
    ends = next;
  }
  return !ends.empty() && ends.back().second >= double(std::max<size_t>(points.size() - 1, 1)) - 1e-12;
}

}  // namespace navnet
