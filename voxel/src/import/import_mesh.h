#pragma once
// Mesh files become triangles. All readers work on the bytes of a file held in memory, never crash, and give errors
// that say what and where but not which file: LoadWorld() adds that. They throw CancelledError when `progress`, which
// may be empty, asks to stop.
//
// OBJ, PLY and STL have readers of our own: they keep double precision and shared vertices, name the bad line, and are
// safe on hostile files, where Assimp 5.2.5 corrupts the heap (two vertex elements in a PLY, mutated OBJ faces).
// glTF and COLLADA go through Assimp, which gets to see only what a guard has checked.

#include <navnet/core/geometry.h>
#include <navnet/core/mesh.h>
#include <navnet/core/parallel.h>
#include <navnet/core/result.h>

#include <filesystem>
#include <string_view>

namespace navnet {

/// A mesh in metres and in the file's own axes, with the axis the format calls up. Not validated yet.
struct ImportedMesh {
  TriangleMesh mesh;
  UpAxis up = UpAxis::Y;
};

/// Wavefront OBJ: vertices, faces, lines and points; materials, normals and groups are passed over. Up: y.
Result<ImportedMesh> ImportObj(std::string_view text, const ProgressFunction& progress = {});

/// Stanford PLY, text or binary of either byte order: faces, triangle strips and edges; without any of them, every
/// vertex is a point. Up: z.
Result<ImportedMesh> ImportPly(std::string_view bytes, const ProgressFunction& progress = {});

/// STL, text or binary. Up: z.
Result<ImportedMesh> ImportStl(std::string_view bytes, const ProgressFunction& progress = {});

/// glTF 2.0, as JSON or GLB. Buffers in other files are looked for beside the file, in `folder`. Up: y.
/// Geometry that is compressed or instanced by an extension is refused, because leaving it out would be unsafe.
Result<ImportedMesh> ImportGltf(std::string_view bytes, const std::filesystem::path& folder,
                                const ProgressFunction& progress = {});

/// COLLADA: the unit is applied, the axes are kept. Up: its up_axis. X_UP is refused: no such world is supported.
Result<ImportedMesh> ImportCollada(std::string_view text, const ProgressFunction& progress = {});

}  // namespace navnet
