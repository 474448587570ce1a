#pragma once
// The shapes of obstacles as triangles: closed, wound outwards, centred at the origin, the same bits every time.

#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

namespace navnet {

/// By how much a round shape's polyhedron may exceed it, as a part of the radius.
inline constexpr double kShapeError = 0.02;

/// A box from -half_size_m to half_size_m: 12 triangles. Fails unless all three are finite and > 0.
Result<TriangleMesh> BoxMesh(Vec3 half_size_m);

/// A polyhedron around a sphere. It contains the sphere, so that nothing that blocks is missed: no face comes closer to
/// the centre than the radius, and no point lies farther out than (1 + error) radii. 320 triangles at the error of
/// 0.02. Fails unless the radius is finite and > 0 and the error lies between 0.0001 and 1.
Result<TriangleMesh> SphereMesh(double radius_m, double error = kShapeError);

/// The same around a capsule along z: all points closer than the radius to the segment from -half_length_m to
/// half_length_m. Fails as SphereMesh does, and unless the half length is finite and >= 0 (0 gives the sphere).
Result<TriangleMesh> CapsuleMesh(double radius_m, double half_length_m, double error = kShapeError);

}  // namespace navnet
