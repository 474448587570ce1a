// SPDX-License-Identifier: Apache-2.0
// A flight log with every kind of content, and functions for its positions and poses: an oracle for the page.

import fs from 'node:fs';

/** Rotation about an axis of unit length, as x, y, z, w. */
function about([x, y, z], angle) {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

const base64 = (numbers) => Buffer.from(numbers.buffer).toString('base64');

/** Two pyramids, in the format of a log's shapes. */
const SHAPES = [
  { vertices: [-2, -2, -2, 2, -2, -2, 0, 2, -2, 0, 0, 3], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] },
  { vertices: [-1, -0.2, 0, 1, -0.2, 0, 1, 0.2, 0, -1, 0.2, 0, 0, 0, 4], triangles: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4] },
];

/**
 * Writes a log: a drone, a fighter, a walker and a probe, three bodies, three zones, plans and events.
 * @param {string} file @param {number[]} centre of the flight, in the world
 */
export function writeBusyLog(file, centre) {
  const frames = 61, step_s = 0.2, origin = centre.map((v) => Math.round(v) + 0.25);
  const agents = [
    { name: 'drone 1', kind: 'drone', radius_m: 0.5 }, { name: 'dart', kind: 'fighter', radius_m: 1 },
    { name: 'walker 1', kind: 'walker', radius_m: 0.4 }, { name: 'probe', kind: 'probe', radius_m: 0.7 },
  ];
  /** Position in the world, exact. */
  const position = (frame, agent) => {
    const t = frame * step_s;
    if (agent === 0) return [centre[0] + 3 * t, centre[1] + 10 * Math.sin(0.4 * t), centre[2] + 5];
    if (agent === 1) return [centre[0] + 20 * Math.cos(0.5 * t), centre[1] + 20 * Math.sin(0.5 * t), centre[2] + t];
    // Walks along y for four seconds, then stands.
    if (agent === 2) return [centre[0] - 10, centre[1] + Math.min(t, 4), 0.2];
    return [centre[0] + 1, centre[1] + 1, centre[2] + 20];
  };
  const bodies = [{ name: 'rock 1', kind: 'rock', shape: 0 }, { name: 'rock 2', kind: 'rock', shape: 0 }, { name: 'door', kind: 'door', shape: 1 }];
  /** Position and rotation; null while absent: the door is present from frame 20 to 39. */
  const pose = (frame, body) => {
    if (body === 2 && (frame < 20 || frame >= 40)) return null;
    const t = frame * step_s;
    // The quaternion of the second rock alternates between q and -q, the same rotation.
    const sign = body === 1 && frame % 2 ? -1 : 1;
    return [centre[0] + 4 * body - t, centre[1] - 5 + body, centre[2] + 0.5 * t, ...about([0, 0.6, 0.8], 0.3 * t + body).map((v) => sign * v)];
  };
  const zones = [
    { name: 'airport', kind: 'no-fly', min_m: [centre[0] + 5, centre[1] - 20, 0], max_m: [centre[0] + 25, centre[1], 30] },
    { name: 'base', kind: 'start', min_m: [centre[0] - 30, centre[1], 0], max_m: [centre[0] - 20, centre[1] + 8, 6] },
    { name: 'quiet', kind: 'other', min_m: [centre[0] - 30, centre[1] + 12, 0], max_m: [centre[0] - 20, centre[1] + 20, 6] },
  ];
  const line = (n) => Array.from({ length: n }, (_, i) => [centre[0] + 2 * i, centre[1] - i, centre[2] + 5]);
  const plans = [
    { agent: 0, time_s: 0, points_m: line(4) }, { agent: 1, time_s: 1, points_m: line(3) }, { agent: 0, time_s: 4, points_m: line(6) },
    { agent: 0, time_s: 9, points_m: [] },
  ];
  const events = [{ time_s: 2, text: 'the dart takes off' }, { time_s: 4, text: 'the door closes <b>' }, { time_s: 11, text: 'the drone is there' }];

  const offsets = new Float32Array(3 * agents.length * frames), poses = new Float32Array(7 * bodies.length * frames);
  for (let frame = 0; frame < frames; ++frame) {
    agents.forEach((_, agent) => position(frame, agent).forEach((v, a) => { offsets[3 * (frame * agents.length + agent) + a] = v - origin[a]; }));
    bodies.forEach((_, body) => {
      const now = pose(frame, body) ?? new Array(7).fill(NaN);
      now.forEach((v, k) => { poses[7 * (frame * bodies.length + body) + k] = k < 3 ? v - origin[k] : v; });
    });
  }
  const head = { format: 'navnet flight', version: 1, step_s, origin_m: origin, frames, agents, bodies, zones, plans, events };
  fs.writeFileSync(file, JSON.stringify({
    ...head, positions: base64(offsets), poses: base64(poses),
    shapes: SHAPES.map(({ vertices, triangles }) => ({ vertices: base64(new Float32Array(vertices)), triangles: base64(new Uint32Array(triangles)) })),
  }));
  return { head, offsets, poses, shapes: SHAPES, position, pose };
}

/** The matrix of a quaternion x, y, z, w, row by row. */
export function rotationOf([x, y, z, w]) {
  return [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
}
