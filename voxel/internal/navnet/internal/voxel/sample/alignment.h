#pragma once
// A grid along the world's walls.

#include <navnet/core/mesh.h>
#include <navnet/voxel/sampler.h>

#include <optional>

namespace navnet {

/// A grid placed so that the world's dominant walls run along its axes and their free sides lie just inside voxel
/// faces: straight walls then cost no stairs, and lose as little room to rounding as can be.
struct Alignment {
  GridPlacement placement;
  double turn_deg = 0;  ///< About the up axis, from the world's axes to the grid's, -45 to 45.
  Vec3 shift_voxels;    ///< Of the grid along its own axes, 0 to 1.
};

/// Finds it from the areas and directions of the triangles: the direction, of all turned by multiples of 90°, in which
/// most of the upright area stands; and along each axis the shift that loses least room in front of the faces across it
/// (their front sides, counter-clockwise, at a distance of `radius_m`). No turn without a dominant direction, no shift
/// without faces. Does not depend on the order of the triangles.
/// Requires: Validate(mesh) passed; voxel_m > 0.
Alignment FindAlignment(MeshView mesh, UpAxis up, double voxel_m, double radius_m);

}  // namespace navnet
