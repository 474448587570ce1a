// SPDX-License-Identifier: Apache-2.0
#pragma once
// Verifies a Voronoi diagram in linear time: each half edge is visited once.

#include "ground/corridor_map/voronoi.h"

namespace navnet {

/// Whether `diagram` is the Voronoi diagram of the border segments [first, last) on their walkable side. Its half edges
/// must name sites by their numbers in `sites`. Vertices may be off by 0.001 units of the contours.
///
/// Each half edge spans a cell with its site: the quadrilateral of its ends and their feet on the site. It is checked
/// that
///   - both ends of an edge are equally far from the sites on its two sides, and their feet lie on the sites;
///   - feet advance along their site in the direction of the chain of half edges, so no cell is inverted;
///   - each segment has exactly one chain, which runs from the segment's end to its start; the chain of a point starts
///   and
///     ends at the point.
/// This is sufficient. The signed areas of the cells sum up to the area that the segments enclose, because interior
/// edges cancel out, and none is negative: so the cells cover each walkable point once. The distance to the site of the
/// cell that contains a point is thus a continuous function f with Lipschitz constant 1 that is zero on all segments.
/// If another site were nearer to some point, f would have to fall faster than 1 per unit length on the straight line
/// from that point to its foot on that site.
bool IsVoronoiDiagram(const VoronoiDiagram& diagram, const Border& border, const Sites& sites, uint32_t first,
                      uint32_t last);

/// The first two conditions above for the half edge from v to w, with the cell of site `of` on its left and that of
/// `other` on its right. Equal distance is tested at v only, and for a point `of` against a segment `other` the order
/// of the feet is not tested: call it for both half edges of an edge.
bool IsCellOf(const Sites& sites, uint32_t of, uint32_t other, Vec2 v, Vec2 w);

}  // namespace navnet
