#pragma once
// The shapes of obstacles as triangles: closed, wound outwards, centred at the origin, the same bits every time.

#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

namespace navnet {

/// By how much a round shape's polyhedron may exceed it, as a part of the radius.
inline constexpr double kShapeError = 0.02;

/// A box from -half_size_m to half_size_m: 12 triangles. Range: 1e-9 to 1e12 each; fails beyond.
Result<TriangleMesh> BoxMesh(Vec3 half_size_m);

/// A polyhedron around a sphere. It contains the sphere, so that nothing that blocks is missed: no face comes closer to
/// the centre than the radius, and no point lies farther out than (1 + error) radii. 320 triangles at the error of
/// 0.02. Range: 1e-9 to 1e12 m for the radius, 0.0001 to 1 for the error; fails beyond.
Result<TriangleMesh> SphereMesh(double radius_m, double error = kShapeError);

/// The same around a capsule along z: all points closer than the radius to the segment from -half_length_m to
/// half_length_m. Fails as SphereMesh does. Range: 0 (the sphere) to 1e12 m for the half length.
Result<TriangleMesh> CapsuleMesh(double radius_m, double half_length_m, double error = kShapeError);

}  // namespace navnet
