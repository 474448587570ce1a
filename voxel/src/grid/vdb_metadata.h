// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of the metadata that NavNet writes into OpenVDB grids and reads back.

namespace navnet {

inline constexpr char kVdbRadius[] = "navnet_radius_m";       // double
inline constexpr char kVdbBoundsMin[] = "navnet_bounds_min";  // vec3i, the first voxel inside
inline constexpr char kVdbBoundsMax[] = "navnet_bounds_max";  // vec3i, the last voxel inside

}  // namespace navnet
