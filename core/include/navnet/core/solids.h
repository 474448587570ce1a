#pragma once
// Closed solids as triangles. All have outward winding and share no vertices with each other.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include <array>
#include <cstdint>

namespace navnet {

inline constexpr int kBoxTriangles = 12;
constexpr int64_t IcosphereTriangles(int frequency) { return int64_t{20} * frequency * frequency; }

/// A solid with six faces and the corners of a cube: corner i lies at the high end of x if bit 0 of i is set, of y if
/// bit 1 is, of z if bit 2 is; corners may be moved as long as the solid stays convex.
void AddHexahedron(TriangleMesh& mesh, const std::array<Vec3, 8>& corners);

/// Requires: a box with positive volume.
void AddBox(TriangleMesh& mesh, const Box3& box);

/// A unit sphere around the origin: the faces of an icosahedron cut into frequency² triangles each.
/// Requires: frequency >= 1.
TriangleMesh UnitIcosphere(int frequency);

}  // namespace navnet
