// SPDX-License-Identifier: Apache-2.0
// Geometry of the ground: heights on its layers, and the curves of the medial axis.

/** Bins of a layer's patches along each axis. */
const BINS_ALONG = 64;
/** Segments that stand for a parabola. */
const CURVE_STEPS = 8;

/** Heights of the walkable surface, by layer and point of the plan. */
export class GroundHeights {
  /** @param {import('./net_tables.js').GroundTables} ground */
  constructor(ground) {
    this.ground = ground;
    this.layers = Array.from({ length: ground.layerCount }, () => ({ box: [Infinity, Infinity, -Infinity, -Infinity], patches: [] }));
    for (const patch of ground.patches) {
      const layer = this.layers[patch.layer];
      const corners = ground.corners.slice(patch.first, patch.first + patch.count);
      const box = [Math.min(...corners.map((c) => c[0])), Math.min(...corners.map((c) => c[1])),
        Math.max(...corners.map((c) => c[0])), Math.max(...corners.map((c) => c[1]))];
      layer.patches.push({ ...patch, corners, box });
      layer.box = layer.box.map((v, i) => (i < 2 ? Math.min : Math.max)(v, box[i]));
    }
    for (const layer of this.layers) this.bin(layer);
  }

  bin(layer) {
    layer.bins = new Map();
    for (const patch of layer.patches) {
      const [i0, j0] = this.binOf(layer, patch.box[0], patch.box[1]);
      const [i1, j1] = this.binOf(layer, patch.box[2], patch.box[3]);
      for (let i = i0; i <= i1; ++i) {
        for (let j = j0; j <= j1; ++j) {
          const key = i * BINS_ALONG + j;
          if (!layer.bins.has(key)) layer.bins.set(key, []);
          layer.bins.get(key).push(patch);
        }
      }
    }
  }

  binOf({ box }, x, y) {
    const along = (value, lo, hi) => Math.min(BINS_ALONG - 1, Math.max(0, Math.floor(BINS_ALONG * (value - lo) / Math.max(1e-9, hi - lo))));
    return [along(x, box[0], box[2]), along(y, box[1], box[3])];
  }

  /** Height at a point of a layer; on the nearest patch if the point is slightly outside all patches. */
  at(layerNumber, [x, y]) {
    const layer = this.layers[layerNumber];
    const [i, j] = this.binOf(layer, x, y);
    const near = layer.bins.get(i * BINS_ALONG + j) ?? layer.patches;
    let best = near[0], least = Infinity;
    for (const patch of near) {
      const outside = distanceOutside(patch.corners, x, y);
      if (outside < least) [best, least] = [patch, outside];
      if (least === 0) break;
    }
    return best ? best.base + best.slopeX * x + best.slopeY * y : 0;
  }
}

/** Largest distance of a point behind a side of a convex polygon; 0 inside. */
function distanceOutside(corners, x, y) {
  let worst = 0;
  for (let k = 0; k < corners.length; ++k) {
    const [ax, ay] = corners[k], [bx, by] = corners[(k + 1) % corners.length];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    worst = Math.max(worst, -((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length);
  }
  return worst < 1e-6 ? 0 : worst;
}

/**
 * The medial axis between two bends: straight between two points or two walls, a parabola between a point and a wall.
 * @returns {number[][]} points of the plan, both ends included
 */
export function axisBetween(a, b) {
  const same = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 1e-9;
  const leftIsPoint = same(a.left, b.left), rightIsPoint = same(a.right, b.right);
  if (leftIsPoint === rightIsPoint) return [a.p, b.p];
  const focus = leftIsPoint ? a.left : a.right;
  const [from, to] = leftIsPoint ? [a.right, b.right] : [a.left, b.left];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  let normal = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  if ((focus[0] - from[0]) * normal[0] + (focus[1] - from[1]) * normal[1] < 0) normal = [-normal[0], -normal[1]];
  const places = [a.p];
  for (let step = 1; step < CURVE_STEPS; ++step) {
    const t = step / CURVE_STEPS;
    const foot = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
    const away = [focus[0] - foot[0], focus[1] - foot[1]];
    const height = away[0] * normal[0] + away[1] * normal[1];
    if (height < 1e-9) continue;
    const distance = (away[0] ** 2 + away[1] ** 2) / (2 * height);
    places.push([foot[0] + distance * normal[0], foot[1] + distance * normal[1]]);
  }
  places.push(b.p);
  return places;
}
