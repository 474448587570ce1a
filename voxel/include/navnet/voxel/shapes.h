// SPDX-License-Identifier: Apache-2.0
#pragma once
// Obstacle shapes as triangle meshes: closed, wound outwards, centred at the origin, bitwise reproducible.

#include <navnet/core/mesh.h>
#include <navnet/core/result.h>

namespace navnet {

/// How far the polyhedron around a round shape may exceed it, as a fraction of the radius. Larger: fewer triangles, but
/// more free space is blocked.
inline constexpr double kShapeError = 0.02;

/// A box from -half_size_m to half_size_m: 12 triangles. Fails outside the range 1e-9 to 1e12 m for each half size.
Result<TriangleMesh> BoxMesh(Vec3 half_size_m);

/// A polyhedron around a sphere. It contains the sphere, so that it blocks at least as much: no face comes closer to
/// the centre than the radius, and no point lies farther out than (1 + error) times the radius. 320 triangles at an
/// error of 0.02. Fails outside the ranges 1e-9 to 1e12 m for the radius and 0.0001 to 1 for the error.
Result<TriangleMesh> SphereMesh(double radius_m, double error = kShapeError);

/// A polyhedron that contains, with the same error bound, a capsule along z: all points closer than the radius to the
/// segment from -half_length_m to half_length_m. Fails as SphereMesh does, and outside the range 0 (a sphere) to 1e12 m
/// for the half length.
Result<TriangleMesh> CapsuleMesh(double radius_m, double half_length_m, double error = kShapeError);

}  // namespace navnet
