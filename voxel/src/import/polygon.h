// SPDX-License-Identifier: Apache-2.0
#pragma once
// Triangulates polygons.

#include <navnet/core/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Triangulates a polygon and appends the triangles. Ears are clipped in projection onto the coordinate plane closest
/// to the polygon's mean plane, so concave polygons keep their shape. What has no ear left (self-intersecting, not
/// finite) is covered by triangles over its chords, which may cover more than the polygon. Nothing is ever dropped: a
/// polygon of n >= 3 corners gives n - 2 triangles, a segment and a point one degenerate triangle each. Corner indices
/// out of range are kept for Validate() to report. O(n log n) for any input.
void AppendPolygon(std::span<const Vec3> vertices, std::span<const uint32_t> corners, std::vector<Triangle>& triangles);

}  // namespace navnet
