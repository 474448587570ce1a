// SPDX-License-Identifier: Apache-2.0
#pragma once
// Size of a file's meshes after all instances are expanded, counted before expansion because a few bytes can request
// terabytes.

#include <navnet/core/result.h>

namespace navnet {

/// Counts are doubles, so that products of numbers from a file do not overflow.
struct MeshTotals {
  double parts = 0;  ///< Meshes of one material each, counted once per instance.
  double vertices = 0, triangles = 0;

  MeshTotals& operator+=(const MeshTotals& other);
};

/// Limits on the expanded parts, and on vertices and triangles, of a small file. Larger worlds must have their data in
/// the file. Larger limits allow small hostile files to use more memory.
inline constexpr double kMostParts = 1 << 24, kMostInstanced = 1 << 27;

/// Fails on totals above these limits, unless the file has at least 12 bytes of data (one vertex) for each item.
Status CheckTotals(const MeshTotals& totals, double data_bytes);

}  // namespace navnet
