// SPDX-License-Identifier: Apache-2.0
#pragma once
// One convex room around a segment, among triangles. After the growth of convex regions in D. H. Hale, "A growth-based
// approach to the automatic generation of navigation meshes" (2011), ch. 4, in the form of R. Deits and R. Tedrake,
// "Computing large convex regions of obstacle-free space through semidefinite programming" (2015), with a segment in
// place of the ellipsoid.

#include <navnet/core/mesh.h>
#include <navnet/internal/core/box_tree.h>
#include <navnet/rooms/rooms.h>

#include "plane_lanes.h"
#include "polytope.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace navnet {

/// The triangles of a world, and a tree over them.
struct RoomTriangles {
  TriangleMesh mesh;  ///< The corners of each triangle in ascending order.
  BoxTree tree;
  double largest = 0;  ///< Largest absolute coordinate of a triangle.

  Box3 BoxOf(uint32_t triangle) const {
    const std::array<Vec3, 3> corners = CornersOf(triangle);
    return {Min(Min(corners[0], corners[1]), corners[2]), Max(Max(corners[0], corners[1]), corners[2])};
  }
  std::array<Vec3, 3> CornersOf(uint32_t triangle) const {
    const auto [a, b, c] = mesh.triangles[triangle];
    return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
  }
};

/// Triangles of several worlds together, which may be shared.
using JoinedTriangles = std::vector<std::shared_ptr<const RoomTriangles>>;

/// How a room ended.
enum class Growth : uint8_t {
  Done,
  Contact,  ///< The segment touches a triangle, so there is no plane between them, or planes at it leave no room.
  Blocked,  ///< It is nearer than the radius, or breaks another rule.
};

/// Grows rooms; its memory is reused.
class RoomGrowth {
 public:
  /// Grows the room of the segment from a to b. Requires: valid options, finite points with coordinates of at most
  /// 1e12. `largest`: that of all triangles.
  Growth Grow(const JoinedTriangles& triangles, double largest, const RoomOptions& options, Vec3 a, Vec3 b);
  /// The last room.
  const Polytope& room() const { return room_; }

 private:
  bool BeginInside(const RoomOptions& options, double reach);
  void AddTriangle(const std::array<Vec3, 3>& corners);
  bool AddRegions(std::span<const CostRegion> regions);
  bool Add(const HalfSpace& plane);
  bool AddRule(HalfSpace plane);
  void WidenBounds();
  bool IsCutOff(const std::array<Vec3, 3>& corners) const;
  bool AreCutOff(const Box3& box) const;
  bool IsOutside(const Vec3& low, const Vec3& high) const;

  Polytope room_;
  PlaneLanes planes_;  ///< All planes so far, also those that no longer touch the room.
  std::vector<BoxTree::Open> open_;
  Box3 wide_bounds_;  ///< Around all points nearer to the room than the radius.
  Vec3 a_, b_;
  double radius_ = 0;
  double margin_ = 0;  ///< By which planes are moved towards the segment, against rounding.
  Growth state_ = Growth::Done;
};

}  // namespace navnet
