// SPDX-License-Identifier: Apache-2.0
#pragma once
// The layout of a world's triangles in a net's image.

#include <navnet/core/mesh.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace navnet {

/// Follows the ImageLevels, the ImageGround and the ImageGates, where there are such. Offsets are from the image's
/// start, multiples of 64. Vertices ascend by x, then y, then z; the vertices of a triangle ascend, and triangles
/// ascend by them.
struct ImageWorld {
  uint32_t vertex_count, triangle_count;
  uint32_t vertex_bytes;  ///< 12: three 32-bit reals, if all coordinates are the same in them; 24: three of 64 bits.
  uint32_t index_bytes;   ///< 2 for at most 65,536 vertices, else 4.
  uint64_t vertices_at, triangles_at;
};
static_assert(sizeof(ImageWorld) == 32);

/// The stored form of a mesh, without the offsets: puts vertices and triangles in order, drops duplicates and unused
/// vertices. Requires: Validate finds no fault in it, except that there may be no triangles.
ImageWorld StoredWorld(TriangleMesh& mesh);

/// Writes both arrays of a stored mesh into an image.
void WriteWorld(const ImageWorld& stored, const TriangleMesh& mesh, std::byte* image);

/// The mesh in an image. Requires: FindWorldFault finds no fault.
TriangleMesh ReadWorld(const ImageWorld& stored, const std::byte* image);

/// What is wrong with the table and the arrays in an image of `bytes` bytes, or an empty string. `tables_end` is the
/// lowest offset of an array.
std::string FindWorldFault(const ImageWorld& stored, const std::byte* image, uint64_t tables_end, uint64_t bytes);

}  // namespace navnet
