// SPDX-License-Identifier: Apache-2.0
// Headings of agents: the direction of motion around each step; an agent that stands keeps its last heading.

/** Motion is measured from this many seconds before a step to as many after it. */
const REACH_S = 0.35;
/** An agent slower than either of these speeds stands. */
const LEAST_RADII_PER_S = 0.05, LEAST_M_PER_S = 0.01;
const UNIT = 32767;

export class Headings {
  /**
   * Reads all positions of the flight once.
   * @param {import('./flight.js').Flight} flight @param {number[]} rest unit heading of agents that never move
   */
  constructor(flight, rest) {
    this.flight = flight;
    const { agents: { length: count }, frameCount, step_s } = flight;
    this.reach = Math.max(1, Math.round(REACH_S / step_s));
    /** By frame, then by agent: a unit vector in parts of `UNIT`. */
    this.table = new Int16Array(3 * count * frameCount);
    const direction = [0, 0, 0];
    for (let agent = 0; agent < count; ++agent) {
      let known = -1;
      for (let frame = 0; frame < frameCount; ++frame) {
        const at = 3 * (frame * count + agent);
        if (this.moves(agent, frame, direction)) {
          for (let a = 0; a < 3; ++a) this.table[at + a] = Math.round(UNIT * direction[a]);
          // Until it first moves, an agent has the heading of that motion.
          if (known < 0) this.fill(agent, 0, frame, at);
          known = frame;
        } else if (known >= 0) {
          this.table.copyWithin(at, at - 3 * count, at - 3 * count + 3);
        }
      }
      if (known < 0) {
        for (let a = 0; a < 3; ++a) this.table[3 * agent + a] = Math.round(UNIT * rest[a]);
        this.fill(agent, 1, frameCount, 3 * agent);
      }
    }
  }

  fill(agent, first, end, from) {
    for (let frame = first; frame < end; ++frame) this.table.copyWithin(3 * (frame * this.flight.agents.length + agent), from, from + 3);
  }

  /** Writes the direction of an agent's motion around a step; false if it stands or is absent. */
  moves(agent, frame, out) {
    const { offsets, agents: { length: count }, frameCount, step_s } = this.flight;
    const isThere = (f) => f >= 0 && f < frameCount && !Number.isNaN(offsets[3 * (f * count + agent)]);
    if (!isThere(frame)) return false;
    let [first, last] = [frame, frame];
    while (frame - first < this.reach && isThere(first - 1)) --first;
    while (last - frame < this.reach && isThere(last + 1)) ++last;
    const [from, to] = [3 * (first * count + agent), 3 * (last * count + agent)];
    for (let a = 0; a < 3; ++a) out[a] = offsets[to + a] - offsets[from + a];
    const length = Math.hypot(out[0], out[1], out[2]);
    const least = Math.max(LEAST_M_PER_S, LEAST_RADII_PER_S * this.flight.agents[agent].radius_m) * (last - first) * step_s;
    if (length <= least) return false;
    for (let a = 0; a < 3; ++a) out[a] /= length;
    return true;
  }

  /** Writes an agent's heading, interpolated between two steps, as a unit vector. @param {ReturnType<import('./flight.js').Flight['stepsAt']>} steps */
  write({ before, behind, part }, agent, out) {
    const { length: count } = this.flight.agents;
    const [first, second] = [3 * (before * count + agent), 3 * (behind * count + agent)];
    for (let a = 0; a < 3; ++a) out[a] = this.table[first + a] + part * (this.table[second + a] - this.table[first + a]);
    const length = Math.hypot(out[0], out[1], out[2]);
    // Opposite headings have no mean: take the first.
    for (let a = 0; a < 3; ++a) out[a] = length > 1 ? out[a] / length : this.table[first + a] / UNIT;
  }

  /** @returns {number[]} @param {number} agent @param {number} time_s */
  at(agent, time_s) {
    const out = [0, 0, 0];
    this.write(this.flight.stepsAt(time_s), agent, out);
    return out;
  }
}
