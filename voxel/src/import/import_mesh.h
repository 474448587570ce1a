// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads mesh files as triangles. All readers work on the bytes of a file in memory, never crash, and return errors that
// give the reason and the position but not the file: LoadWorld() adds that. They throw CancelledError when `progress`,
// which may be empty, returns false.
//
// OBJ, PLY and STL have our own readers: they keep double precision and shared vertices, name the bad line, and are
// safe on hostile files, where Assimp 5.2.5 corrupts the heap (two vertex elements in a PLY, mutated OBJ faces). glTF
// and COLLADA are read by Assimp after a guard has checked the file.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/parallel.h>
#include <navnet/core/result.h>

#include <filesystem>
#include <string_view>

namespace navnet {

/// A mesh in metres, in the file's own axes, with the up axis of the format. Not validated yet.
struct ImportedMesh {
  TriangleMesh mesh;
  UpAxis up = UpAxis::Y;
};

/// Wavefront OBJ: vertices, faces, lines and points; materials, normals and groups are ignored. Up: y.
Result<ImportedMesh> ImportObj(std::string_view text, const ProgressFunction& progress = {});

/// Stanford PLY, text or binary of either byte order: faces, triangle strips and edges; without any of them, every
/// vertex is a point. Up: z.
Result<ImportedMesh> ImportPly(std::string_view bytes, const ProgressFunction& progress = {});

/// STL, text or binary. Up: z.
Result<ImportedMesh> ImportStl(std::string_view bytes, const ProgressFunction& progress = {});

/// glTF 2.0, as JSON or GLB. Buffers in other files are looked up in `folder`, that of the file. Up: y.
/// Geometry that is compressed or instanced by an extension is refused, because omitting obstacles would be unsafe.
Result<ImportedMesh> ImportGltf(std::string_view bytes, const std::filesystem::path& folder,
                                const ProgressFunction& progress = {});

/// COLLADA: the unit is applied, the axes are kept. Up: its up_axis. X_UP is not supported and refused.
Result<ImportedMesh> ImportCollada(std::string_view text, const ProgressFunction& progress = {});

}  // namespace navnet
