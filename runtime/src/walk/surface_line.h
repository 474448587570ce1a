// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lifts a polyline on the plan onto the surface of the ground.

#include "walk/ground_index.h"

#include <span>
#include <vector>

namespace navnet {

class SurfaceLine {
 public:
  explicit SurfaceLine(const GroundIndex& index);

  /// Writes the waypoints on the surface of a polyline on the plan that begins on `patch`: the points of `line`, and
  /// those where the slope changes. A step gives two waypoints, one above the other. `known`: the patches of the points
  /// of `line`, for a line so close to walls that the surface cannot be followed along it; otherwise empty. `last`: the
  /// patch on which the line ends, which matters where it ends on the edge of a step; kNone: the patch that it comes
  /// on. Costs about one lookup per patch crossed.
  void Lift(std::span<const Vec2> line, uint32_t patch, std::span<const uint32_t> known, uint32_t last, UpAxis up,
            std::vector<Vec3>& points) const;

  /// Whether all patches lie in one plane.
  bool is_one_plane() const { return is_one_plane_; }

 private:
  void LiftBetween(Vec2 a, Vec2 b, uint32_t from, uint32_t to, UpAxis up, std::vector<Vec3>& points) const;
  void LiftPiece(Vec2 a, Vec2 b, uint32_t& patch, UpAxis up, std::vector<Vec3>& points) const;
  void StepOnto(uint32_t patch, Vec2 p, UpAxis up, std::vector<Vec3>& points) const;

  const GroundIndex* index_;
  bool is_one_plane_ = true;
};

}  // namespace navnet
