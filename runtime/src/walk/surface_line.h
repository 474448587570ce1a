#pragma once
// A line on the plan as a line on the surface.

#include "walk/ground_index.h"

#include <span>
#include <vector>

namespace navnet {

class SurfaceLine {
 public:
  explicit SurfaceLine(const GroundIndex& index);

  /// Way points on the surface of a line on the plan that begins on a patch: the line's own and those where the slope
  /// changes. At a step there are two, one above the other. `known`: the patches of the line's points, if the surface
  /// cannot be followed along it because it runs at a wall; or else empty. Costs about a look-up a patch crossed.
  void Lift(std::span<const Vec2> line, uint32_t patch, std::span<const uint32_t> known, UpAxis up,
            std::vector<Vec3>& points) const;

  /// Whether all patches lie in one plane.
  bool is_one_plane() const { return is_one_plane_; }

 private:
  void LiftBetween(Vec2 a, Vec2 b, uint32_t from, uint32_t to, UpAxis up, std::vector<Vec3>& points) const;
  void LiftPiece(Vec2 a, Vec2 b, uint32_t& patch, UpAxis up, std::vector<Vec3>& points) const;

  const GroundIndex* index_;
  bool is_one_plane_ = true;
};

}  // namespace navnet
