// SPDX-License-Identifier: Apache-2.0
#pragma once
// Closed solids as triangle meshes, with outward winding. Solids share no vertices with each other.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include <array>
#include <cstdint>

namespace navnet {

inline constexpr int kBoxTriangles = 12;  ///< Triangles of a box.
/// Triangles of UnitIcosphere(frequency).
constexpr int64_t IcosphereTriangles(int frequency) { return int64_t{20} * frequency * frequency; }

/// Adds a hexahedron with the topology of a cube: corner i is at the high end of x if bit 0 of i is set, of y if bit 1
/// is, of z if bit 2 is. Requires: convex.
void AddHexahedron(TriangleMesh& mesh, const std::array<Vec3, 8>& corners);

/// Adds a box. Requires: positive volume.
void AddBox(TriangleMesh& mesh, const Box3& box);

/// A unit sphere around the origin: an icosahedron with each face subdivided into frequency² triangles.
/// Requires: frequency >= 1.
TriangleMesh UnitIcosphere(int frequency);

}  // namespace navnet
