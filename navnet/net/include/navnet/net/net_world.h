// SPDX-License-Identifier: Apache-2.0
#pragma once
// The triangles that a net was baked from, if it stores them (BakeOptions::with_world).

#include <navnet/core/mesh.h>
#include <navnet/net/net.h>

#include <cstddef>
#include <optional>

namespace navnet {

/// How many triangles and vertices a net stores, and in how many bytes.
struct NetWorldSize {
  size_t triangles = 0;  ///< Number of triangles.
  size_t vertices = 0;   ///< Number of vertices: no two are in one place, and each is used.
  size_t bytes = 0;      ///< Of both in the net's image.
};

/// Empty if the net stores no world.
std::optional<NetWorldSize> WorldSizeOf(const Net& net);

/// The triangles within the net's bounds, and beyond them within the largest radius and a voxel: all that a flight can
/// be near to. Exactly the coordinates of the world that was baked, in metres; order and winding are not kept. Empty if
/// the net stores no world. Linear time; allocates a mesh of its own.
std::optional<TriangleMesh> TrianglesOf(const Net& net);

}  // namespace navnet
