#pragma once
// Closed solids, added to a mesh one by one. All have outward winding and share no vertices with each other.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>

#include <array>

namespace navnet::worlds {

inline constexpr int kBoxTriangles = 12;
inline constexpr int kTubeTriangles = 20;
inline constexpr int kMaxPiercedTriangles = 4 * kBoxTriangles;
constexpr int64_t IcosphereTriangles(int frequency) { return int64_t{20} * frequency * frequency; }

/// A solid with six faces and the corners of a cube: corner i lies at the high end of x if bit 0 of i is set, of y if
/// bit 1 is, of z if bit 2 is; corners may be moved as long as the solid stays convex.
void AddHexahedron(TriangleMesh& mesh, const std::array<Vec3, 8>& corners);

/// Requires: a box with positive volume.
void AddBox(TriangleMesh& mesh, const Box3& box);

/// A slab less a hole that goes through it along `axis`: up to four boxes around the hole. Only the other two axes of
/// `hole` count; where it reaches the slab's rim, it is open to that side.
void AddPierced(TriangleMesh& mesh, const Box3& slab, int axis, const Box3& hole);

/// The shell between the box `inside` and the same box grown by `wall_m`.
void AddBoxRoom(TriangleMesh& mesh, const Box3& inside, double wall_m);

/// A six-sided prism between two points, tapering from one radius to the other. Requires: distinct points, radii > 0.
void AddTube(TriangleMesh& mesh, Vec3 from, Vec3 to, double from_radius_m, double to_radius_m);

/// A unit sphere around the origin: the faces of an icosahedron cut into frequency² triangles each.
/// Requires: frequency >= 1.
TriangleMesh UnitIcosphere(int frequency);

}  // namespace navnet::worlds
