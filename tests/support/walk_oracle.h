// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute-force shortest path of a disk among walls: the tangent graph of all wall ends. Shares no code with what it
// checks.

#include <navnet/net/ground.h>

#include <optional>
#include <span>
#include <vector>

namespace navnet::oracle {

/// Distance between two closed segments.
double SegmentDistance(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// For one set of walls and one radius. Requires: all walls are of one layer.
class TangentGraph {
 public:
  TangentGraph(std::span<const GroundWall> walls, double radius_m);

  /// Length of the shortest path that keeps the radius from all walls; nullopt if there is none. Requires: start and
  /// goal keep the radius from all walls and lie on the walkable side.
  std::optional<double> ShortestLength(Vec2 start, Vec2 goal) const;

 private:
  /// A straight segment between circles; circles are passed counter-clockwise (turn 1) or clockwise (-1).
  struct Tangent {
    size_t from, to;  ///< Indices of circles, or kEnd.
    int from_turn, to_turn;
    double from_angle, to_angle;  ///< Angles at the circles' centres at which it leaves and arrives.
    double length;
  };
  static constexpr size_t kEnd = size_t(-1);

  bool IsFree(Vec2 a, Vec2 b) const;
  bool IsArcFree(size_t circle, double angle, double by) const;
  void AddTangents(size_t i, size_t j, std::vector<Tangent>& out) const;

  std::vector<GroundWall> walls_;
  double radius_m_;
  std::vector<Vec2> centres_;
  std::vector<std::vector<char>> free_at_;        ///< By circle and fraction of the full turn.
  std::vector<std::vector<Tangent>> leaving_[2];  ///< By turn and circle.
};

}  // namespace navnet::oracle
