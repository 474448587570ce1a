#pragma once
// Brings a closed mesh to a wanted number of triangles without changing its shape.

#include <navnet/core/mesh.h>

#include <cstdint>

namespace navnet::worlds {

/// Cuts the longest edges in the middle until the mesh has `triangles` triangles (one less if that is odd). Closed
/// solids stay closed: an edge is cut for both of its triangles, which adds exactly two.
/// Requires: every edge is shared by two triangles with opposite direction. A mesh that is fine enough stays as it is.
void RefineTo(TriangleMesh& mesh, int64_t triangles);

}  // namespace navnet::worlds
