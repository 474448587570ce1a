// SPDX-License-Identifier: Apache-2.0
#pragma once
// More closed solids, added to a mesh one by one. All have outward winding and share no vertices with each other.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/solids.h>

namespace navnet::worlds {

inline constexpr int kTubeTriangles = 20;
inline constexpr int kMaxPiercedTriangles = 4 * kBoxTriangles;

/// A slab with a hole through it along `axis`: up to four boxes around the hole. Only the other two axes of `hole` are
/// used; where the hole reaches the slab's border, it is open to that side.
void AddPierced(TriangleMesh& mesh, const Box3& slab, int axis, const Box3& hole);

/// The shell between the box `inside` and the same box grown by `wall_m`.
void AddBoxRoom(TriangleMesh& mesh, const Box3& inside, double wall_m);

/// A six-sided prism between two points, tapering from one radius to the other. Requires: distinct points, radii > 0.
void AddTube(TriangleMesh& mesh, Vec3 from, Vec3 to, double from_radius_m, double to_radius_m);

}  // namespace navnet::worlds
