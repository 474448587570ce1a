// SPDX-License-Identifier: Apache-2.0
// Figures of a net, and how numbers are formatted.

const WHOLE = new Intl.NumberFormat('en');

/** A whole number with separators: 1,234,567. */
export function grouped(value) {
  return WHOLE.format(value);
}

/** A number with `digits` significant digits, without decimals from 10,000 on. */
export function short(value, digits = 4) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1e4) return grouped(Math.round(value));
  return String(Number(value.toPrecision(digits)));
}

export function bytesText(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.length; ++unit) bytes /= 1024;
  return `${short(bytes, 4)} ${units[unit]}`;
}

/**
 * Rows [name, value] about the net, one level, and the ground.
 * @param {import('./net_tables.js').NetTables} net @param {import('./net_tables.js').Level} level
 */
export function figuresOf(net, level) {
  const cubic = net.voxel_m ** 3;
  const all = level.voxelsFree + level.voxelsLeftOut + level.voxelsBlocked;
  const rows = [
    ['Cells', grouped(level.cellCount)],
    ['Contacts', grouped(level.contactCount)],
    ['Components', grouped(level.componentCount)],
    ['Free space', `${short(level.voxelsFree * cubic)} m³`],
    ['Free share', `${short(100 * level.voxelsFree / all, 3)} %`],
    ['Blocked voxels', grouped(level.voxelsBlocked)],
    ['Voxel', `${short(net.voxel_m)} m`],
    ['Grid', net.boundsHi.map((hi, a) => grouped(hi - net.boundsLo[a])).join(' × ')],
    ['Levels', net.levels.map((l) => `${short(l.radius_m)} m`).join(', ')],
    ['Net', bytesText(net.bytes)],
  ];
  if (net.ground) {
    const { ground } = net;
    rows.push(
      ['Ground', `${short(ground.area_m2)} m²`],
      ['Layers, components, loops', [ground.layerCount, ground.componentCount, ground.loopCount].map(grouped).join(', ')],
      ['Axis vertices, edges', `${grouped(ground.vertexCount)}, ${grouped(ground.edges.length)}`],
      ['Links and spots', grouped(ground.links.length)]);
  }
  return rows;
}
