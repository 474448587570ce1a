#pragma once
// Whether a diagram is the one it should be. Cheap: looks at each half edge once.

#include "ground/corridor_map/voronoi.h"

namespace navnet {

/// Whether the half edges of a diagram, in which sites have their own numbers, are the Voronoi diagram of the pieces
/// from `first` up to `last` on their walkable side. Vertices may be off by 0.001 units of the contours.
///
/// Each half edge spans a cell with its site: the quadrilateral of its ends and their feet on the site. It is checked
/// that
///   - an end of an edge is equally far from the sites on both sides, and its feet lie on the sites;
///   - feet run along their site in the direction of the chain of half edges, so no cell is turned over;
///   - the chain of each piece is one, and runs from the piece's end to its start; that of a point starts and ends
///     there.
/// This is enough. The cells' signed areas sum up to the area that the pieces enclose, because what is inside cancels
/// out, and none is negative: so the cells cover each walkable place once. The distance to the site of the cell that
/// holds a place is thus a continuous function f, with a Lipschitz constant of 1, that is zero on all pieces. Were
/// another site nearer to some place, then on the straight line from there to its foot f would have to fall faster than
/// the line is long.
bool IsVoronoiDiagram(const VoronoiDiagram& diagram, const Border& border, const Sites& sites, uint32_t first,
                      uint32_t last);

/// The first two of these conditions for an edge from v to w, with the cell of site `of` on its left and that of
/// `other` on its right. To be asked of both cells: where one site is a point and the other a segment, the segment's
/// tells.
bool IsCellOf(const Sites& sites, uint32_t of, uint32_t other, Vec2 v, Vec2 w);

}  // namespace navnet
