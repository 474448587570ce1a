// SPDX-License-Identifier: Apache-2.0
// The viewer's algorithms and its runtime, without a browser: compared with the command and with slow oracles.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { writeBusyLog } from './busy_log.mjs';
import { bake, folder, navnet, worlds } from './support.mjs';

const source = (name) => import(pathToFileURL(path.join(process.env.NAVNET_VIEWER_SOURCE, 'src', name)));
const { readNet } = await source('net_tables.js');
const { eachBorder } = await source('free_border.js');
const { GroundHeights, axisBetween } = await source('ground_shape.js');
const { PathQuery } = await source('path_query.js');
const { Flight, lastAt } = await source('flight.js');
const { Headings } = await source('headings.js');
const { distancesGone, speedAt } = await source('agent_panel.js');
const { curveOf, motionOf } = await source('motion_plot.js');
const { OPTIONS, parseHash } = await source('hash_options.js');

const nets = {};
before(() => {
  for (const name of ['building', 'city']) {
    const file = bake(name);
    const image = new Uint8Array(fs.readFileSync(file));
    nets[name] = { file, image, net: readNet(image) };
  }
});

test('tables hold the figures that the command prints', () => {
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

test('cells cover the free voxels once, and each contact occurs twice', () => {
  for (const { net } of Object.values(nets)) {
    for (const level of net.levels) {
      let volume = 0;
      for (let i = 0; i < level.cells.length; i += 6) {
        const [a, b, c, d, e, f] = level.cells.subarray(i, i + 6);
        volume += (d - a) * (e - b) * (f - c);
      }
      assert.equal(volume, level.voxelsFree);
      assert.equal(level.firstNeighbour[level.cellCount], 2 * level.contactCount);
    }
  }
});

test('the border of free space consists of the faces between free and blocked voxels', () => {
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
  // Number of faces between a free and a blocked voxel, by axis and side.
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

test('the height at a point is that of the patch around it', () => {
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

/** Flights are equal to the bit; walks bend along arcs, whose sines come from another library. */
function assertSamePath(answer, expected, mode, what) {
  assert.equal(answer.status, expected.status, what);
  assert.equal(answer.points.length, expected.waypoints.length, what);
  const most = mode === 'fly' ? 0 : 1e-9;
  assert.ok(Math.abs(answer.length_m - expected.length_m) <= most, what);
  answer.points.forEach((p, i) => p.forEach((v, a) => assert.ok(Math.abs(v - expected.waypoints[i][a]) <= most, what)));
}

test('the runtime gives the answers of the command', { skip: !process.env.NAVNET_VIEWER_RUNTIME }, async () => {
  const wasm = fs.readFileSync(process.env.NAVNET_VIEWER_RUNTIME);
  for (const [name, { file, image, net }] of Object.entries(nets)) {
    const finder = await PathQuery.open(wasm, image);
    const radius_m = net.levels[0].radius_m;
    for (const mode of ['fly', 'walk', 'any']) {
      let complete = 0;
      for (let seed = 1; seed <= 8; ++seed) {
        const [start, goal] = [2 * seed, 2 * seed + 1].map((s) => finder.randomPlace(mode, s, radius_m));
        const answer = finder.find({ mode, start, goal, radius_m, snap_m: 0 });
        const expected = JSON.parse(navnet('query', file, '--from', start.join(), '--to', goal.join(), '--mode', mode,
          '--radius', String(radius_m), '--json'));
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

test('gates are read, and flights and journeys pass them', { skip: !process.env.NAVNET_VIEWER_RUNTIME }, async () => {
  const file = path.join(folder, 'gates.navnet'), { world, options } = worlds.building;
  const [a, b] = [[-1, -1, 3], [31, 31, 3]];
  navnet('bake', world, '-o', file, ...options, '--link', `gate,${a},${b},0.5,oneway,2`, '--link', `gate,${b},${a},0,closed`);
  const image = new Uint8Array(fs.readFileSync(file));
  assert.deepEqual(readNet(image).gates, [
    { from: a, to: b, seconds: 0.5, radius_m: 2, oneWay: true, closed: false },
    { from: b, to: a, seconds: 0, radius_m: 0, oneWay: false, closed: true },
  ]);
  assert.ok(readNet(image).ground);
  const finder = await PathQuery.open(fs.readFileSync(process.env.NAVNET_VIEWER_RUNTIME), image);
  for (const mode of ['fly', 'any']) {
    const answer = finder.find({ mode, start: a, goal: b, radius_m: 0, snap_m: 5, walk_m_s: 0 });
    assert.equal(answer.status, 'complete');
    const gates = answer.segments.filter((s) => s.mode === 'gate');
    assert.deepEqual(gates.map((s) => s.link), [0], mode);
    assert.equal(gates[0].count, 2);
  }
});

test('a damaged image is rejected with a reason', { skip: !process.env.NAVNET_VIEWER_RUNTIME }, async () => {
  const wasm = fs.readFileSync(process.env.NAVNET_VIEWER_RUNTIME);
  const image = nets.building.image.slice();
  image[image.length - 100] ^= 1;
  await assert.rejects(PathQuery.open(wasm, image), /checksum/);
  await assert.rejects(PathQuery.open(wasm, image.slice(0, 40)), /too short/);
});

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A random flight: agents move, stand, and are absent for a while. */
function randomFlight(seed, agents, frames) {
  const random = seeded(seed);
  const offsets = new Float32Array(3 * agents * frames);
  for (let agent = 0; agent < agents; ++agent) {
    const place = [0, 0, 0].map(() => 20 * random()), speed = [0, 0, 0];
    let [stands, isAway] = [false, false];
    for (let frame = 0; frame < frames; ++frame) {
      if (random() < 0.05) stands = !stands;
      if (random() < 0.02) isAway = !isAway;
      for (let a = 0; a < 3; ++a) {
        speed[a] = 0.9 * speed[a] + 0.2 * (random() - 0.5);
        if (!stands) place[a] += speed[a];
        offsets[3 * (frame * agents + agent) + a] = isAway ? NaN : place[a];
      }
    }
  }
  const head = { step_s: 0.1, frames, origin_m: [5, 6, 7], agents: Array.from({ length: agents }, () => ({ name: '', kind: 'drone', radius_m: 0.3 })) };
  return new Flight(head, offsets);
}

test('headings are the direction of the motion around a step, and stay while an agent stands', () => {
  const flight = randomFlight(7, 9, 400);
  const headings = new Headings(flight, [1, 0, 0]);
  const { reach } = headings;
  assert.equal(reach, 3);
  let moving = 0, standing = 0;
  for (let agent = 0; agent < 9; ++agent) {
    // The oracle searches the window around each step.
    const places = Array.from({ length: 400 }, (_, frame) => flight.positionAt(agent, frame * flight.step_s));
    let last = null;
    for (let frame = 0; frame < 400; ++frame) {
      if (!places[frame]) continue;
      let [first, end] = [frame, frame];
      for (let k = 0; k < reach && places[first - 1]; ++k) --first;
      for (let k = 0; k < reach && places[end + 1]; ++k) ++end;
      const way = places[end].map((v, a) => v - places[first][a]), length = Math.hypot(...way);
      const isStill = length < 0.0145 * (end - first) * flight.step_s, isMoving = length > 0.0155 * (end - first) * flight.step_s;
      const heading = headings.at(agent, frame * flight.step_s);
      assert.ok(Math.abs(Math.hypot(...heading) - 1) < 1e-6);
      if (isMoving) {
        heading.forEach((v, a) => assert.ok(Math.abs(v - way[a] / length) < 1e-4, `agent ${agent}, step ${frame}`));
        last = heading;
        ++moving;
      } else if (isStill && last) {
        heading.forEach((v, a) => assert.ok(Math.abs(v - last[a]) < 1e-6, `agent ${agent} stands at step ${frame}`));
        ++standing;
      } else {
        last = null;
      }
    }
  }
  assert.ok(moving > 500 && standing > 100, `${moving} moving, ${standing} standing`);
});

test('distances travelled and speeds agree with the positions', () => {
  const flight = randomFlight(11, 3, 300);
  for (let agent = 0; agent < 3; ++agent) {
    const gone = distancesGone(flight, agent);
    let sum = 0;
    for (let frame = 1; frame < 300; ++frame) {
      const [a, b] = [frame - 1, frame].map((f) => flight.positionAt(agent, f * flight.step_s));
      if (a && b) sum += Math.hypot(...a.map((v, k) => v - b[k]));
      assert.ok(Math.abs(gone[frame] - sum) < 1e-3);
    }
  }
  const offsets = new Float32Array(3 * 50).map((_, i) => i % 3 === 0 ? 0.2 * Math.floor(i / 3) : 0);
  const steady = new Flight({ step_s: 0.1, frames: 50, origin_m: [0, 0, 0], agents: [{ name: '', kind: '', radius_m: 1 }] }, offsets);
  for (const time_s of [0, 0.03, 2, 4.9]) assert.ok(Math.abs(speedAt(steady, 0, time_s) - 2) < 1e-4);
});

test('plots show the speed and the acceleration', () => {
  // A circle of 5 m at 1 rad/s: 5 m/s and 5 m/s².
  const frames = 400, step_s = 0.02, offsets = new Float32Array(3 * frames);
  for (let i = 0; i < frames; ++i) offsets.set([5 * Math.cos(i * step_s), 5 * Math.sin(i * step_s), 2], 3 * i);
  const agents = [{ name: '', kind: '', radius_m: 1 }];
  const flight = new Flight({ step_s, frames, origin_m: [100, 0, 0], agents }, offsets);
  const { times_s, speeds, accelerations } = motionOf(flight, 0, 50);
  assert.equal(times_s.length, 50);
  assert.ok(Math.abs(times_s.at(-1) - flight.duration_s) < 1e-9);
  for (let i = 0; i < 50; ++i) {
    assert.ok(Math.abs(speeds[i] - 5) < 0.02, `speed ${speeds[i]}`);
    assert.ok(Math.abs(accelerations[i] - 5) < 0.05, `acceleration ${accelerations[i]}`);
  }
  offsets.fill(NaN, 3 * 200, 3 * 220);
  assert.ok(motionOf(flight, 0, 50).speeds.some(Number.isNaN));
  assert.equal(curveOf([0, 1, NaN, 2], 2), 'M0.0 44.0L80.0 22.0M240.0 0.0');
});

test('plans, events and poses at a time are those that a linear search finds', () => {
  const { head, offsets, poses, pose } = writeBusyLog(path.join(folder, 'parts_busy.json'), [100, -50, 20]);
  const flight = new Flight(head, offsets, poses);
  for (let time_s = 0; time_s <= 12; time_s += 0.25) {
    const expected = head.events.filter((e) => e.time_s <= time_s).length - 1;
    assert.equal(lastAt(flight.events, time_s), expected);
    head.agents.forEach((_, agent) => {
      const plan = head.plans.filter((p) => p.agent === agent && p.time_s <= time_s).at(-1);
      assert.equal(flight.planAt(agent, time_s), plan?.points_m.length ? plan : null);
    });
    const frame = time_s / head.step_s;
    head.bodies.forEach((_, body) => {
      const [before, behind] = [Math.floor(frame + 1e-9), Math.ceil(frame - 1e-9)].map((f) => pose(f, body));
      const found = flight.poseAt(body, time_s);
      if (!before || !behind) return assert.equal(found, null);
      assert.ok(Math.abs(Math.hypot(...found.slice(3)) - 1) < 1e-6);
      const part = frame - Math.floor(frame + 1e-9);
      return [0, 1, 2].forEach((a) => assert.ok(Math.abs(found[a] - before[a] - part * (behind[a] - before[a])) < 1e-4));
    });
  }
});

test('an address is parsed, and each part that cannot be parsed gives a note', () => {
  const { options, notes } = parseHash('t=12.5&layers=world,%20cells&camera=1,2,3,4,5,6&theme=dark&panel=off&follow=drone%201&play=1&cut=-3');
  assert.deepEqual(options, { t: 12.5, layers: ['world', 'cells'], camera: [1, 2, 3, 4, 5, 6], theme: 'dark', panel: false, follow: 'drone 1', play: true, cut: -3 });
  assert.deepEqual(notes, []);
  for (const wrong of ['t=', 't=x', 'camera=1,2,3', 'camera=1,2,3,4,5,', 'theme=blue', 'panel=maybe', 'constructor=1', 'follow=%E0%A4%A', 'colour=red']) {
    const read = parseHash(wrong);
    assert.deepEqual(read.options, {}, wrong);
    assert.equal(read.notes.length, 1, wrong);
  }
  assert.deepEqual(parseHash(''), { options: {}, notes: [] });
  for (const { form, help } of Object.values(OPTIONS)) assert.ok(form && help);
});
