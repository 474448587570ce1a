// SPDX-License-Identifier: Apache-2.0
// A net's tables, read from its image (docs/file_format.md). Views, not copies. `navnet view` has checked the file.

const LEVELS_AT = 128;
const LEVEL_BYTES = 96;
const PATCH_BYTES = 40, WALL_BYTES = 40, EDGE_BYTES = 32, BEND_BYTES = 64, LINK_BYTES = 64;
const GROUND_BYTES = 144, GATE_BYTES = 72;
/** Parts of a net that not every one has. */
const GROUND_PART = 1, GATES_PART = 2;
const LINK_KINDS = ['spot', 'jump', 'drop', 'ladder', 'door'];

/**
 * @typedef {object} Level
 * @property {number} radius_m
 * @property {number} voxelsFree
 * @property {number} voxelsLeftOut
 * @property {number} voxelsBlocked
 * @property {number} componentCount
 * @property {number} blockCount
 * @property {number} cellCount
 * @property {number} contactCount
 * @property {Int32Array} cells six for each: low voxel, high voxel (exclusive)
 * @property {Int32Array} volumes the same, one for each cell
 * @property {Uint32Array} components of the cells
 * @property {Uint32Array} firstNeighbour entries firstNeighbour[i] to firstNeighbour[i + 1] - 1 belong to cell i
 * @property {Uint32Array} neighbours two numbers for each entry: cell, contact
 */

/** @param {Uint8Array} image */
export function readNet(image) {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const f64 = (at) => view.getFloat64(at, true);
  const u32 = (at) => view.getUint32(at, true);
  const i64 = (at) => Number(view.getBigInt64(at, true));
  const i32x3 = (at) => [0, 4, 8].map((k) => view.getInt32(at + k, true));
  const f64x3 = (at) => [0, 8, 16].map((k) => f64(at + k));
  const signed = (at, count) => new Int32Array(image.buffer, image.byteOffset + at, count);
  const unsigned = (at, count) => new Uint32Array(image.buffer, image.byteOffset + at, count);

  /** @type {Level[]} */
  const levels = [];
  const levelCount = u32(12);
  for (let i = 0; i < levelCount; ++i) {
    const at = LEVELS_AT + i * LEVEL_BYTES;
    const cellCount = u32(at + 40), contactCount = u32(at + 44);
    const arrays = [1, 2, 3, 4, 5].map((k) => i64(at + 48 + 8 * k)); // Array 0 holds the blocks.
    levels.push({
      radius_m: f64(at),
      voxelsFree: i64(at + 8),
      voxelsLeftOut: i64(at + 16),
      voxelsBlocked: i64(at + 24),
      componentCount: u32(at + 32),
      blockCount: u32(at + 36),
      cellCount,
      contactCount,
      cells: signed(arrays[0], 6 * cellCount),
      volumes: signed(arrays[1], 6 * cellCount),
      components: unsigned(arrays[2], cellCount),
      firstNeighbour: unsigned(arrays[3], cellCount + 1),
      neighbours: unsigned(arrays[4], 4 * contactCount),
    });
  }
  const parts = u32(124), tablesEnd = LEVELS_AT + levelCount * LEVEL_BYTES;
  return {
    bytes: image.byteLength,
    origin: f64x3(32),
    voxel_m: f64(56),
    turn: { cos: f64(64), sin: f64(72) },
    boundsLo: i32x3(80),
    boundsHi: i32x3(92),
    up: u32(112) === 0 ? 'y' : 'z',
    levels,
    ground: parts & GROUND_PART ? readGround(view, tablesEnd) : null,
    gates: parts & GATES_PART ? readGates(view, tablesEnd + (parts & GROUND_PART ? GROUND_BYTES : 0)) : [],
  };
}

/** @typedef {ReturnType<typeof readNet>} NetTables */
/** @typedef {NonNullable<ReturnType<typeof readGround>>} GroundTables */

/** The links in the air. */
function readGates(view, head) {
  const f64 = (at) => view.getFloat64(at, true);
  const first = Number(view.getBigUint64(head, true));
  return Array.from({ length: view.getUint32(head + 8, true) }, (_, i) => {
    const at = first + i * GATE_BYTES;
    return {
      from: [f64(at), f64(at + 8), f64(at + 16)], to: [f64(at + 24), f64(at + 32), f64(at + 40)],
      seconds: f64(at + 48), radius_m: f64(at + 56),
      oneWay: view.getUint32(at + 64, true) === 1, closed: view.getUint32(at + 68, true) === 1,
    };
  });
}

/** The ground, with records as objects: there are thousands of them, not millions. */
function readGround(view, head) {
  const f64 = (at) => view.getFloat64(at, true);
  const u32 = (at) => view.getUint32(at, true);
  const pair = (at) => [f64(at), f64(at + 8)];
  const counts = Array.from({ length: 8 }, (_, i) => u32(head + 44 + 4 * i));
  const offsets = Array.from({ length: 8 }, (_, i) => Number(view.getBigUint64(head + 80 + 8 * i, true)));
  const records = (array, bytes, read) => Array.from({ length: counts[array] }, (_, i) => read(offsets[array] + i * bytes));
  return {
    maxSlope_deg: f64(head),
    step_m: f64(head + 8),
    height_m: f64(head + 16),
    area_m2: f64(head + 24),
    layerCount: u32(head + 32),
    componentCount: u32(head + 36),
    loopCount: u32(head + 40),
    corners: records(0, 16, pair),
    patches: records(1, PATCH_BYTES, (at) => ({
      first: u32(at), count: u32(at + 4), layer: u32(at + 8), base: f64(at + 16), slopeX: f64(at + 24), slopeY: f64(at + 32),
    })),
    walls: records(2, WALL_BYTES, (at) => ({ a: pair(at), b: pair(at + 16), layer: u32(at + 32) })),
    vertexCount: counts[3],
    edges: records(4, EDGE_BYTES, (at) => ({ firstBend: u32(at + 8), bendCount: u32(at + 12) })),
    bends: records(5, BEND_BYTES, (at) => ({
      p: pair(at), left: pair(at + 16), right: pair(at + 32),
      layer: u32(at + 48), leftLayer: u32(at + 52), rightLayer: u32(at + 56),
    })),
    links: records(7, LINK_BYTES, (at) => ({
      from: [f64(at), f64(at + 8), f64(at + 16)], to: [f64(at + 24), f64(at + 32), f64(at + 40)],
      seconds: f64(at + 48), kind: LINK_KINDS[u32(at + 56)], oneWay: u32(at + 60) === 1,
    })),
  };
}
