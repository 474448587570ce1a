// SPDX-License-Identifier: Apache-2.0
// A flight: where agents and bodies were, step by step (flight_log.h says how it is kept), read at any time between
// steps; and what else its log holds: zones, plans, events.

/** Numbers of a body's pose: x, y, z, then the rotation's x, y, z, w. */
const POSE = 7;

/**
 * @typedef {{step_s: number, frames: number, origin_m: number[], agents: {name: string, kind: string, radius_m: number}[],
 *   bodies?: {name: string, kind: string, shape: number}[],
 *   zones?: {name: string, kind: string, min_m: number[], max_m: number[]}[],
 *   plans?: {agent: number, time_s: number, points_m: number[][]}[], events?: {time_s: number, text: string}[]}} FlightHead
 */

/** Number of the last of `things`, in the order of their times, that is not later than a time; -1 when all are. */
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
    /** Of each agent, by time. */
    this.plans = this.agents.map(() => []);
    for (const plan of byTime(head.plans)) this.plans[plan.agent].push(plan);
    this.planCount = head.plans?.length ?? 0;
    this.origin = head.origin_m;
    this.offsets = offsets;
    this.poses = poses;
    this.duration_s = Math.max(0, head.frames - 1) * head.step_s;
  }

  /** The two steps around a time, and how far it is from the one to the other. @param {number} time_s */
  stepsAt(time_s) {
    const frame = Math.min(Math.max(0, time_s / this.step_s), Math.max(0, this.frameCount - 1));
    // At a step itself, as near as its time can be told, what comes next does not matter: an agent may be gone by then.
    const nearest = Math.round(frame);
    if (Math.abs(frame - nearest) < 1e-6) return { before: nearest, behind: nearest, part: 0 };
    const before = Math.floor(frame);
    return { before, behind: before + 1, part: frame - before };
  }

  /**
   * Writes where an agent is between two steps, on the straight line, relative to a point of the world.
   * @param {ReturnType<Flight['stepsAt']>} steps @param {number} agent
   * @param {number[]} from @param {number[]|Float32Array} out @param {number} at place of the three numbers in `out`
   * @returns {boolean} false when the agent is not there
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

  /** Where an agent is, in the world; null when it is not there. @param {number} agent @param {number} time_s */
  positionAt(agent, time_s) {
    const place = [0, 0, 0];
    return this.write(this.stepsAt(time_s), agent, [0, 0, 0], place, 0) ? place : null;
  }

  /** The box of all places of all agents, in the world: its low and its high corner; null when none is ever there. */
  extent() {
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    for (let i = 0; i < this.offsets.length; ++i) {
      // Not a number is neither below nor above.
      if (this.offsets[i] < low[i % 3]) low[i % 3] = this.offsets[i];
      if (this.offsets[i] > high[i % 3]) high[i % 3] = this.offsets[i];
    }
    return low[0] <= high[0] ? [low, high].map((corner) => corner.map((v, a) => v + this.origin[a])) : null;
  }

  /**
   * Writes a body's pose between two steps: the place on the straight line, the rotation on the shorter way.
   * @param {ReturnType<Flight['stepsAt']>} steps @param {number} body @param {number[]} from a point of the world
   * @param {number[]} out seven numbers, of unit length the last four @returns {boolean} false when it is not there
   */
  writePose({ before, behind, part }, body, from, out) {
    const { poses, origin, bodies: { length } } = this;
    const first = POSE * (before * length + body), second = POSE * (behind * length + body);
    let along = 0;
    for (let k = 3; k < POSE; ++k) along += poses[first + k] * poses[second + k];
    // A rotation and its opposite mean the same.
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

  /** A body's pose in the world; null when it is not there. @param {number} body @param {number} time_s */
  poseAt(body, time_s) {
    const pose = new Array(POSE);
    return this.writePose(this.stepsAt(time_s), body, [0, 0, 0], pose) ? pose : null;
  }

  /** The path that an agent has at a time, or null. @param {number} agent @param {number} time_s */
  planAt(agent, time_s) {
    const plan = this.plans[agent][lastAt(this.plans[agent], time_s)];
    return plan?.points_m.length ? plan : null;
  }
}
