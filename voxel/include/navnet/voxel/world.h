// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads worlds from files: as triangles, or as voxels where the file contains voxels.

#include <navnet/core/mesh.h>
#include <navnet/core/parallel.h>
#include <navnet/core/range.h>
#include <navnet/core/result.h>
#include <navnet/voxel/occupancy_grid.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace navnet {

/// A world as read: triangles (OBJ, PLY, STL, glTF, COLLADA) or voxels (.3dmap, .bt, .vdb), in metres, in the file's
/// own axes.
struct World {
  std::string name;                                    ///< File name, or any other name; used in messages.
  UpAxis up = UpAxis::Y;                               ///< Which axis is up.
  std::variant<TriangleMesh, OccupancyGrid> geometry;  ///< Triangles or voxels.

  /// The triangles, or null for a world of voxels.
  const TriangleMesh* mesh() const { return std::get_if<TriangleMesh>(&geometry); }
  /// The voxels, or null for a world of triangles.
  const OccupancyGrid* voxels() const { return std::get_if<OccupancyGrid>(&geometry); }
};

/// How a file is read.
struct LoadOptions {
  static constexpr Range kVdbThreshold = {-3.4e38, 3.4e38};  ///< Range of vdb_threshold.

  /// Factor for every coordinate, applied after the file's own unit (a mesh drawn in centimetres: 0.01).
  /// For voxel files it scales the voxel size. Range: 1e-9 to 1e9.
  double scale = 1;

  /// Which axis is up. Default: as the format or file says (glTF: y, COLLADA: its up_axis), else y for OBJ and .3dmap,
  /// z for PLY, STL, .bt and .vdb. Coordinates are never rotated.
  std::optional<UpAxis> up;

  /// .vdb only: the name of the grid to read. Default: the first bool, mask or float grid.
  std::string vdb_grid;

  /// .vdb float grids only. Level sets: blocked where value <= threshold (default 0). Fog volumes: blocked where
  /// value > threshold (default 0, so any density blocks). Range: that of floats, -3.4e38 to 3.4e38.
  std::optional<double> vdb_threshold;

  /// Called with the progress of reading; may be empty. Returning false cancels.
  ProgressFunction progress = {};
};

/// Fails on numbers outside the ranges above; the message names the field, its value and the range.
Status Validate(const LoadOptions& options);

/// Reads a world; the file's extension (upper or lower case) gives its format. Node transforms and instances are
/// applied. Lines and points of a mesh are kept as degenerate triangles, because they are obstacles too.
/// Errors name the file and the reason.
Result<World> LoadWorld(const std::filesystem::path& file, const LoadOptions& options = {});

/// A dense occupancy grid in memory, as robots and voxel games have it. A view: the array must live until the call
/// returns.
struct VoxelArray {
  std::span<const uint8_t> blocked;  ///< Voxel (x, y, z) is blocked[(x * size.y + y) * size.z + z]; 0 is free.
  VoxelCoord size;                   ///< Voxels along each axis, 1 to 2^19.
  Vec3 origin_world = {};            ///< The low corner of voxel (0, 0, 0), in metres; within 1e12 of zero.
  double voxel_m = 1;                ///< Edge of a voxel in metres, 1e-6 to 1e6.
};

/// Makes a voxel world from a dense array. Fails when a number is out of range or the length of `blocked` is not the
/// product of the sizes.
Result<World> WorldFromVoxels(const VoxelArray& voxels, UpAxis up, std::string name = "voxels");

}  // namespace navnet
