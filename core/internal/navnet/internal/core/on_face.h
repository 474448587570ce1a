#pragma once
// When does a coordinate lie on a voxel face?

namespace navnet {

/// Coordinates in voxels that differ from a whole number by no more lie on that voxel face. Way points and bounds do
/// lie on faces, but rounding moves them when they go from voxels to the world and back: by less than 1e-7 voxels up to
/// 10^8 voxels from the world's origin.
inline constexpr double kOnFace = 1e-6;

}  // namespace navnet
