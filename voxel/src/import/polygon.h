#pragma once
// Polygons into triangles.

#include <navnet/core/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace navnet {

/// Cuts a polygon into triangles and appends them. Ears are clipped in the polygon's mean plane, so concave polygons
/// keep their shape; what has no ear left (self-intersecting, not finite) is covered by triangles over its chords, and
/// perhaps more than it. Nothing is ever dropped: a polygon of n >= 3 corners gives n - 2 triangles, a segment and a
/// point one degenerate triangle each. Corners that do not exist are kept too, for Validate() to report.
/// Takes O(n log n) time, whatever the corners are.
void AppendPolygon(std::span<const Vec3> vertices, std::span<const uint32_t> corners, std::vector<Triangle>& triangles);

}  // namespace navnet
