// SPDX-License-Identifier: Apache-2.0
// The border of free space: the parts of cells' faces that no neighbour touches. The voxels behind them are blocked or
// left out of the net, so this is the surface of the blocked voxels, in a few rectangles for each cell.

/** Disjoint rectangles [u0, v0, u1, v1] minus one rectangle, as disjoint rectangles. */
function cutOut(rectangles, [u0, v0, u1, v1]) {
  const rest = [];
  for (const r of rectangles) {
    if (r[0] >= u1 || r[2] <= u0 || r[1] >= v1 || r[3] <= v0) {
      rest.push(r);
      continue;
    }
    if (r[0] < u0) rest.push([r[0], r[1], u0, r[3]]);
    if (r[2] > u1) rest.push([u1, r[1], r[2], r[3]]);
    const left = Math.max(r[0], u0), right = Math.min(r[2], u1);
    if (r[1] < v0) rest.push([left, r[1], right, v0]);
    if (r[3] > v1) rest.push([left, v1, right, r[3]]);
  }
  return rest;
}

/**
 * Calls `emit(axis, side, at, rectangle)` for each part: the normal's axis, 0 for a cell's low and 1 for its high side,
 * the coordinate along the axis, and the extent along the two other axes (ascending). Faces on the bounds are skipped.
 * @param {import('./net_tables.js').Level} level
 * @param {number[]} boundsLo @param {number[]} boundsHi
 * @param {(axis: number, side: number, at: number, rectangle: number[]) => boolean} emit false stops
 * @returns {boolean} whether all parts were emitted
 */
export function eachBorder(level, boundsLo, boundsHi, emit) {
  const { cells, firstNeighbour, neighbours } = level;
  for (let cell = 0; cell < level.cellCount; ++cell) {
    const box = 6 * cell;
    for (let axis = 0; axis < 3; ++axis) {
      const u = axis === 0 ? 1 : 0, v = axis === 2 ? 1 : 2;
      for (let side = 0; side < 2; ++side) {
        const at = cells[box + 3 * side + axis];
        if (at === (side ? boundsHi : boundsLo)[axis]) continue;
        let rest = [[cells[box + u], cells[box + v], cells[box + 3 + u], cells[box + 3 + v]]];
        for (let i = firstNeighbour[cell]; i < firstNeighbour[cell + 1] && rest.length > 0; ++i) {
          const other = 6 * neighbours[2 * i];
          if (cells[other + 3 * (1 - side) + axis] !== at) continue;
          rest = cutOut(rest, [cells[other + u], cells[other + v], cells[other + 3 + u], cells[other + 3 + v]]);
        }
        for (const rectangle of rest) if (!emit(axis, side, at, rectangle)) return false;
      }
    }
  }
  return true;
}
