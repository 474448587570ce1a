// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lifts a polyline on the plan onto the surface of the ground.

#include "walk/ground_index.h"

#include <span>
#include <vector>

namespace navnet {

class SurfaceLine {
 public:
  explicit SurfaceLine(const GroundIndex& index) : index_(&index) {}

  /// A polyline on the plan, and what is known about the surface below it.
  struct Line {
    std::span<const Vec2> points;
    uint32_t first = kNone;  ///< The patch on which it begins, or one in the same plane.
    /// The same for its end, which matters where that is the edge of a step; kNone: the patch that it comes on.
    uint32_t last = kNone;
    /// By point: the plane of all surface below the segment that ends there (see CellPlanes); kNone if there are
    /// several. Empty if nothing is known.
    std::span<const uint32_t> planes = {};
    /// The patches of `points`, for a line so close to walls that the surface cannot be followed along it; otherwise
    /// empty.
    std::span<const uint32_t> patches = {};
  };

  /// Writes the waypoints on the surface of a line: its points, and those where the slope changes. A step gives two
  /// waypoints, one above the other. Costs about one lookup per patch crossed where no plane is known.
  void Lift(const Line& line, UpAxis up, std::vector<Vec3>& points) const;

  /// Whether all patches lie in one plane.
  bool is_one_plane() const { return index_->planes().is_one(); }

 private:
  void LiftBetween(Vec2 a, Vec2 b, uint32_t from, uint32_t to, UpAxis up, std::vector<Vec3>& points) const;
  void LiftPiece(Vec2 a, Vec2 b, uint32_t& patch, UpAxis up, std::vector<Vec3>& points) const;
  void StepOnto(uint32_t patch, Vec2 p, UpAxis up, std::vector<Vec3>& points) const;

  const GroundIndex* index_;
};

}  // namespace navnet
