#pragma once
// How large a file's meshes become once all instances are made: counted before anything is, because a few bytes can
// ask for terabytes.

#include <navnet/core/result.h>

namespace navnet {

/// Counts are doubles: products of what a file promises do not overflow.
struct MeshTotals {
  double parts = 0;  ///< Meshes of one material each, as often as they are shown.
  double vertices = 0, triangles = 0;

  MeshTotals& operator+=(const MeshTotals& other);
};

/// What instances may make of any file, however small. Larger worlds must have their data in the file.
inline constexpr double kMostParts = 1 << 24, kMostInstanced = 1 << 27;

/// Refuses totals above these numbers, unless `data_bytes` of the file would be enough for one vertex each.
Status CheckTotals(const MeshTotals& totals, double data_bytes);

}  // namespace navnet
