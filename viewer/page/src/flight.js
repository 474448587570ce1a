// SPDX-License-Identifier: Apache-2.0
// A flight log (format: flight_log.h): positions of agents and poses of bodies at each step, interpolated between steps;
// zones, plans and events.

/** Length of a body's pose: the position x, y, z, then the rotation as a quaternion x, y, z, w. */
const POSE = 7;

/**
 * @typedef {{step_s: number, frames: number, origin_m: number[], agents: {name: string, kind: string, radius_m: number}[],
 *   bodies?: {name: string, kind: string, shape: number}[],
 *   zones?: {name: string, kind: string, min_m: number[], max_m: number[]}[],
 *   plans?: {agent: number, time_s: number, points_m: number[][]}[], events?: {time_s: number, text: string}[]}} FlightHead
 */

/** Index of the last of `things`, sorted by time, that is not later than `time_s`; -1 if all are later. */
export function lastAt(things, time_s) {
  let [low, high] = [0, things.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (things[middle].time_s <= time_s) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export class Flight {
  /** @param {FlightHead} head @param {Float32Array} offsets @param {Float32Array} [poses] */
  constructor(head, offsets, poses = new Float32Array()) {
    this.step_s = head.step_s;
    this.frameCount = head.frames;
    this.agents = head.agents;
    this.bodies = head.bodies ?? [];
    this.zones = head.zones ?? [];
    const byTime = (things) => [...things ?? []].sort((a, b) => a.time_s - b.time_s);
    this.events = byTime(head.events);
    /** The plans of each agent, by time. */
    this.plans = this.agents.map(() => []);
    for (const plan of byTime(head.plans)) this.plans[plan.agent].push(plan);
    this.planCount = head.plans?.length ?? 0;
    this.origin = head.origin_m;
    this.offsets = offsets;
    this.poses = poses;
    this.duration_s = Math.max(0, head.frames - 1) * head.step_s;
  }

  /** The steps before and behind a time, and the time's part of the way between them (0 to 1). @param {number} time_s */
  stepsAt(time_s) {
    const frame = Math.min(Math.max(0, time_s / this.step_s), Math.max(0, this.frameCount - 1));
    // At a step, up to rounding, only that step counts: the agent may be absent at the next one.
    const nearest = Math.round(frame);
    if (Math.abs(frame - nearest) < 1e-6) return { before: nearest, behind: nearest, part: 0 };
    const before = Math.floor(frame);
    return { before, behind: before + 1, part: frame - before };
  }

  /**
   * Writes an agent's position, interpolated linearly between two steps, relative to the point `from` of the world.
   * @param {ReturnType<Flight['stepsAt']>} steps @param {number} agent
   * @param {number[]} from @param {number[]|Float32Array} out @param {number} at index of x in `out`
   * @returns {boolean} false if the agent is absent
   */
  write({ before, behind, part }, agent, from, out, at) {
    const { offsets, origin, agents: { length } } = this;
    const first = 3 * (before * length + agent), second = 3 * (behind * length + agent);
    for (let a = 0; a < 3; ++a) {
      const offset = offsets[first + a];
      out[at + a] = origin[a] - from[a] + offset + part * (offsets[second + a] - offset);
    }
    return !Number.isNaN(out[at]);
  }

  /** An agent's position in the world; null if it is absent. @param {number} agent @param {number} time_s */
  positionAt(agent, time_s) {
    const place = [0, 0, 0];
    return this.write(this.stepsAt(time_s), agent, [0, 0, 0], place, 0) ? place : null;
  }

  /** Low and high corner of the bounding box of all positions, in the world; null if all agents are always absent. */
  extent() {
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    for (let i = 0; i < this.offsets.length; ++i) {
      // Comparisons with NaN (absent) are false.
      if (this.offsets[i] < low[i % 3]) low[i % 3] = this.offsets[i];
      if (this.offsets[i] > high[i % 3]) high[i % 3] = this.offsets[i];
    }
    return low[0] <= high[0] ? [low, high].map((corner) => corner.map((v, a) => v + this.origin[a])) : null;
  }

  /**
   * Writes a body's pose between two steps: the position interpolated linearly, the rotation along the shorter arc.
   * @param {ReturnType<Flight['stepsAt']>} steps @param {number} body @param {number[]} from a point of the world
   * @param {number[]} out seven numbers, the last four of unit length @returns {boolean} false if the body is absent
   */
  writePose({ before, behind, part }, body, from, out) {
    const { poses, origin, bodies: { length } } = this;
    const first = POSE * (before * length + body), second = POSE * (behind * length + body);
    let along = 0;
    for (let k = 3; k < POSE; ++k) along += poses[first + k] * poses[second + k];
    // q and -q are the same rotation; the sign of the nearer one is taken.
    const sign = along < 0 ? -1 : 1;
    let squared = 0;
    for (let k = 0; k < POSE; ++k) {
      const [value, next] = [poses[first + k], poses[second + k] * (k < 3 ? 1 : sign)];
      out[k] = (k < 3 ? origin[k] - from[k] : 0) + value + part * (next - value);
      if (k >= 3) squared += out[k] * out[k];
    }
    for (let k = 3; k < POSE; ++k) out[k] /= Math.sqrt(squared);
    return !Number.isNaN(out[0]);
  }

  /** A body's pose in the world; null if it is absent. @param {number} body @param {number} time_s */
  poseAt(body, time_s) {
    const pose = new Array(POSE);
    return this.writePose(this.stepsAt(time_s), body, [0, 0, 0], pose) ? pose : null;
  }

  /** An agent's plan at a time, or null. @param {number} agent @param {number} time_s */
  planAt(agent, time_s) {
    const plan = this.plans[agent][lastAt(this.plans[agent], time_s)];
    return plan?.points_m.length ? plan : null;
  }
}
