// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tolerance within which a coordinate lies on a voxel face.

namespace navnet {

/// In voxels: a coordinate at most this far from an integer lies on that voxel face. Way points and bounds often do,
/// but conversion to world space and back rounds them, by less than 1e-7 voxels up to 10^8 voxels from the origin. A
/// smaller value would miss such points; a larger one accepts points that are off the face.
inline constexpr double kOnFace = 1e-6;

}  // namespace navnet
