// SPDX-License-Identifier: Apache-2.0
#pragma once
// Aligns the voxel grid with the world's walls.

#include <navnet/core/mesh.h>
#include <navnet/voxel/sampler.h>

#include <optional>

namespace navnet {

/// A grid placement in which the world's dominant walls are parallel to the axes and their free sides lie just inside
/// voxel faces: straight walls then have no stair steps, and rounding to voxels blocks as little free space as
/// possible.
struct Alignment {
  GridPlacement placement;
  double turn_deg = 0;  ///< Rotation about the up axis, from the world's axes to the grid's; -45 to 45.
  Vec3 shift_voxels;    ///< Shift of the grid along its own axes, in voxels, 0 to 1.
};

/// Finds the alignment from the areas and normals of the triangles. The rotation is the direction, modulo 90°, of the
/// largest vertical area. The shift along each axis minimises the free space blocked in front of the faces
/// perpendicular to it (in front of their counter-clockwise sides, at a distance of `radius_m`). Without a dominant
/// direction the rotation is 0, without perpendicular faces the shift is 0. Does not depend on the order of the
/// triangles.
/// Requires: Validate(mesh) passed; voxel_m > 0.
Alignment FindAlignment(MeshView mesh, UpAxis up, double voxel_m, double radius_m);

}  // namespace navnet
