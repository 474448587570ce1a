// The viewer's own algorithms and its runtime, without a browser: against the command and against slow oracles.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bake, navnet } from './support.mjs';

const source = (name) => import(pathToFileURL(path.join(process.env.NAVNET_VIEWER_SOURCE, 'src', name)));
const { readNet } = await source('net_tables.js');
const { eachBorder } = await source('free_border.js');
const { GroundHeights, axisBetween } = await source('ground_shape.js');
const { PathQuery } = await source('path_query.js');

const nets = {};
before(() => {
  for (const name of ['building', 'city']) {
    const file = bake(name);
    const image = new Uint8Array(fs.readFileSync(file));
    nets[name] = { file, image, net: readNet(image) };
  }
});

test('tables hold what the command says', () => {
  for (const { file, net, image } of Object.values(nets)) {
    const info = JSON.parse(navnet('info', file, '--json'));
    assert.equal(net.bytes, image.length);
    assert.equal(net.bytes, info.net_bytes);
    assert.equal(net.voxel_m, info.voxel_m);
    assert.equal(net.up, info.up);
    info.levels.forEach((level, i) => {
      assert.equal(net.levels[i].radius_m, level.radius_m);
      assert.equal(net.levels[i].cellCount, level.cells);
      assert.equal(net.levels[i].contactCount, level.contacts);
      assert.equal(net.levels[i].componentCount, level.components);
    });
    assert.equal(net.levels[0].voxelsFree, info.voxels_free);
    assert.equal(net.levels[0].voxelsBlocked, info.voxels_blocked);
  }
});

test('cells cover the free voxels once, and links are mutual', () => {
  for (const { net } of Object.values(nets)) {
    for (const level of net.levels) {
      let volume = 0;
      for (let i = 0; i < level.cells.length; i += 6) {
        const [a, b, c, d, e, f] = level.cells.subarray(i, i + 6);
        volume += (d - a) * (e - b) * (f - c);
      }
      assert.equal(volume, level.voxelsFree);
      assert.equal(level.firstLink[level.cellCount], 2 * level.contactCount);
    }
  }
});

test('the border of the free space is that of its voxels', () => {
  const { net } = nets.building;
  const level = net.levels[0];
  const size = net.boundsHi.map((hi, a) => hi - net.boundsLo[a]);
  const at = (x, y, z) => (x * size[1] + y) * size[2] + z;
  const free = new Uint8Array(size[0] * size[1] * size[2]);
  for (let i = 0; i < level.cells.length; i += 6) {
    const box = Array.from(level.cells.subarray(i, i + 6), (v, k) => v - net.boundsLo[k % 3]);
    for (let x = box[0]; x < box[3]; ++x) {
      for (let y = box[1]; y < box[4]; ++y) free.fill(1, at(x, y, box[2]), at(x, y, box[5] - 1) + 1);
    }
  }
  // Faces between a free voxel and one that is not, by axis and side, one by one.
  const expected = [0, 0, 0, 0, 0, 0];
  for (let x = 0; x < size[0]; ++x) {
    for (let y = 0; y < size[1]; ++y) {
      for (let z = 0; z < size[2]; ++z) {
        if (!free[at(x, y, z)]) continue;
        [[x - 1, y, z], [x + 1, y, z], [x, y - 1, z], [x, y + 1, z], [x, y, z - 1], [x, y, z + 1]].forEach((p, k) => {
          const isInside = p.every((v, a) => v >= 0 && v < size[a]);
          if (isInside && !free[at(...p)]) ++expected[k];
        });
      }
    }
  }
  const found = [0, 0, 0, 0, 0, 0];
  assert.ok(eachBorder(level, net.boundsLo, net.boundsHi, (axis, side, place, [u0, v0, u1, v1]) => {
    found[2 * axis + side] += (u1 - u0) * (v1 - v0);
    return true;
  }));
  assert.deepEqual(found, expected);
  assert.ok(expected.every((count) => count > 0));
});

test('the medial axis is as far from the obstacle on its left as from that on its right', () => {
  const distance = (p, a, b) => {
    const d = [b[0] - a[0], b[1] - a[1]];
    const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] ** 2 + d[1] ** 2 || 1)));
    return Math.hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1]);
  };
  let curves = 0;
  for (const { net: { ground } } of Object.values(nets)) {
    for (const { firstBend, bendCount } of ground.edges) {
      for (let k = firstBend; k + 1 < firstBend + bendCount; ++k) {
        const [a, b] = [ground.bends[k], ground.bends[k + 1]];
        const curve = axisBetween(a, b);
        if (curve.length > 2) ++curves;
        for (const p of curve) {
          assert.ok(Math.abs(distance(p, a.left, b.left) - distance(p, a.right, b.right)) < 1e-4, `bend ${k}`);
        }
      }
    }
  }
  assert.ok(curves > 20, `${curves} curves`);
});

test('heights are those of the patch around a place', () => {
  for (const { net: { ground } } of Object.values(nets)) {
    const heights = new GroundHeights(ground);
    for (const patch of ground.patches) {
      const corners = ground.corners.slice(patch.first, patch.first + patch.count);
      const middle = [0, 1].map((a) => corners.reduce((sum, c) => sum + c[a], 0) / corners.length);
      const expected = patch.base + patch.slopeX * middle[0] + patch.slopeY * middle[1];
      assert.ok(Math.abs(heights.at(patch.layer, middle) - expected) < 1e-3);
    }
  }
});

/** Flights are the same to the bit; walks bend along arcs, whose sines come from another library. */
function assertSamePath(answer, expected, mode, what) {
  assert.equal(answer.status, expected.status, what);
  assert.equal(answer.points.length, expected.waypoints.length, what);
  const most = mode === 'fly' ? 0 : 1e-9;
  assert.ok(Math.abs(answer.length_m - expected.length_m) <= most, what);
  answer.points.forEach((p, i) => p.forEach((v, a) => assert.ok(Math.abs(v - expected.waypoints[i][a]) <= most, what)));
}

test('queries without a browser give the answers of the command', { skip: !process.env.NAVNET_VIEWER_RUNTIME }, async () => {
  const wasm = fs.readFileSync(process.env.NAVNET_VIEWER_RUNTIME);
  for (const [name, { file, image, net }] of Object.entries(nets)) {
    const finder = await PathQuery.open(wasm, image);
    const radius_m = net.levels[0].radius_m;
    for (const mode of ['fly', 'walk', 'any']) {
      let complete = 0;
      for (let seed = 1; seed <= 8; ++seed) {
        const [start, goal] = [2 * seed, 2 * seed + 1].map((s) => finder.randomPlace(mode, s, radius_m));
        const answer = finder.find({ mode, start, goal, radius_m, snap_m: 0, max_legs: 2000 });
        const expected = JSON.parse(navnet('query', file, '--from', start.join(), '--to', goal.join(), '--mode', mode,
          '--radius', String(radius_m), ...(mode === 'any' ? ['--max-expansions', '2000'] : []), '--json'));
        assertSamePath(answer, expected, mode, `${name} ${mode} ${seed}`);
        if (mode === 'any') {
          assert.deepEqual(answer.segments.map((s) => s.mode), expected.segments.map((s) => s.mode));
          assert.ok(Math.abs(answer.seconds - expected.seconds) < 1e-9);
        }
        if (answer.status === 'complete') ++complete;
      }
      assert.ok(complete >= 2, `${name} ${mode}: ${complete} complete`);
    }
  }
});

test('a damaged image is refused with a reason', { skip: !process.env.NAVNET_VIEWER_RUNTIME }, async () => {
  const wasm = fs.readFileSync(process.env.NAVNET_VIEWER_RUNTIME);
  const image = nets.building.image.slice();
  image[image.length - 100] ^= 1;
  await assert.rejects(PathQuery.open(wasm, image), /checksum/);
  await assert.rejects(PathQuery.open(wasm, image.slice(0, 40)), /too short/);
});
