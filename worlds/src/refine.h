// SPDX-License-Identifier: Apache-2.0
#pragma once
// Subdivides a closed mesh to a given number of triangles without changing its shape.

#include <navnet/core/mesh.h>

#include <cstdint>

namespace navnet::worlds {

/// Splits the longest edges at their midpoints until the mesh has `triangles` triangles, or one less if the difference
/// is odd. Closed solids stay closed: splitting an edge splits both of its triangles, which adds exactly two. A mesh
/// that already has that many stays the same. Requires: every edge is shared by two triangles, in opposite directions.
void RefineTo(TriangleMesh& mesh, int64_t triangles);

}  // namespace navnet::worlds
